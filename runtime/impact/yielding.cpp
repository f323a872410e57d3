#include "runtime/impact/yielding.hpp"

#include <cmath>

namespace mbs::impact {

namespace {

constexpr double most_give = 1, least_give = 1e-10, stiffer = 0.3;
constexpr int most_newton = 60, most_halvings = 12;
constexpr double settled = 1e-12;  // of the largest impulse

// The equations at one `give`: what they miss by, and its derivatives by the impulses.
struct Equations {
  Eigen::VectorXd missed;
  Eigen::MatrixXd slopes;
  std::vector<State> states;
};

class Yielding {
 public:
  explicit Yielding(const Problem& p) : p_(p), D_(p.D), P_(Eigen::VectorXd::Zero(p.free.size())) {}

  // Whether it settles, from what was found last.
  bool settle(double give) {
    D_ = p_.D;
    D_.diagonal().array() += give;
    Equations now = equations(P_);
    for (int i = 0; i < most_newton; ++i) {
      if (now.missed.cwiseAbs().maxCoeff() <= settled * std::max(1.0, P_.cwiseAbs().maxCoeff()))
        return true;
      const Eigen::VectorXd step = now.slopes.fullPivLu().solve(now.missed);
      if (!step.allFinite()) return false;
      now = along(step, now.missed.norm());
    }
    return false;
  }

  Solution solution() const { return {equations(P_).states, P_, p_.free + p_.D * P_, false}; }

 private:
  // Shorter steps where a whole one goes to a branch that is worse.
  Equations along(const Eigen::VectorXd& step, double before) {
    const Eigen::VectorXd from = P_;
    double part = 1;
    Equations next;
    for (int i = 0; i < most_halvings; ++i, part *= 0.5) {
      P_ = from - part * step;
      next = equations(P_);
      if (next.missed.norm() < before) return next;
    }
    P_ = from - step;
    return equations(P_);
  }

  Equations equations(const Eigen::VectorXd& P) const {
    Equations e{P, Eigen::MatrixXd::Identity(P.size(), P.size()), {}};
    e.states.assign(p_.size(), State::open);
    const Eigen::VectorXd w = p_.free + D_ * P;
    for (int i = 0; i < p_.size(); ++i)
      if (P[3 * i] > w[3 * i] - p_.departure[i]) closed(i, P, w, e);
    return e;
  }

  void closed(int i, const Eigen::VectorXd& P, const Eigen::VectorXd& w, Equations& e) const {
    const int at = 3 * i;
    const Friction& f = p_.friction[i];
    e.missed[at] = w[at] - p_.departure[i];
    e.slopes.row(at) = D_.row(at);
    e.states[i] = State::sticks;
    if (f.kind == Friction::Kind::ratio) {
      e.missed.segment<2>(at + 1) -= P[at] * Eigen::Vector2d(f.ratio, f.ratio_2);
      e.slopes.block<2, 1>(at + 1, at) -= Eigen::Vector2d(f.ratio, f.ratio_2);
      return;
    }
    const double pressed = P[at] - e.missed[at];
    const Eigen::Vector2d pull = P.segment<2>(at + 1) - w.segment<2>(at + 1);
    if (f.grips && pull.norm() <= f.sticking * pressed) {
      e.missed.segment<2>(at + 1) = w.segment<2>(at + 1);
      e.slopes.middleRows<2>(at + 1) = D_.middleRows<2>(at + 1);
    } else {
      slides(i, pull, pressed, e);
    }
  }

  void slides(int i, const Eigen::Vector2d& pull, double pressed, Equations& e) const {
    const int at = 3 * i;
    const double size = std::max(pull.norm(), 1e-300), bound = p_.friction[i].sliding * pressed;
    const Eigen::Vector2d along = pull / size;
    const Eigen::Matrix2d turns =
        bound / size * (Eigen::Matrix2d::Identity() - along * along.transpose());
    Eigen::MatrixXd of_pull = -D_.middleRows<2>(at + 1);
    of_pull.middleCols<2>(at + 1) += Eigen::Matrix2d::Identity();
    Eigen::RowVectorXd of_pressed = -D_.row(at);
    of_pressed[at] += 1;
    e.states[i] = State::slides_forward;
    e.missed.segment<2>(at + 1) -= bound * along;
    e.slopes.middleRows<2>(at + 1) -= p_.friction[i].sliding * along * of_pressed + turns * of_pull;
  }

  const Problem& p_;
  Eigen::MatrixXd D_;
  Eigen::VectorXd P_;
};

}  // namespace

std::vector<Solution> by_yielding(const Problem& p) {
  Yielding yielding(p);
  std::vector<Solution> found;
  for (double give = most_give; give >= least_give && yielding.settle(give); give *= stiffer)
    found.push_back(yielding.solution());
  return found;
}

}  // namespace mbs::impact
