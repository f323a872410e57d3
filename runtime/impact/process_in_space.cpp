// While a contact slides in space its direction turns with the impulse (Keller, J. Appl. Mech. 53
// (1986) 1; Batlle, J. Appl. Mech. 63 (1996) 168). With the clock dp = s d tau, s the speed of
// sliding, that is a smooth equation also where the sliding ends, which takes for ever in tau: it
// is followed until what is left of s is rounding. From rest it sticks, or slides straight on.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/impact/process.hpp"
#include "runtime/impact/solve_in_space.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/numerics/runge_kutta.hpp"

namespace mbs::impact {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double ended = 1e-14;      // of the first speed: sliding that is over
constexpr double accuracy = 1e-14;   // of a step
constexpr int most_steps = 100'000;  // of sliding

struct Point {
  double v_N = 0, p = 0, work = 0;  // work is the integral of v_N by p
  Eigen::Vector2d v_T, P_T;
};
enum class Until { parted, impulse, work };
// A phase of the blow: until v_N = 0, or p or the work has this value.
struct Goal {
  Until until;
  double value = 0;
  // Below 0 until it is reached.
  double reached(const Point& at) const {
    if (until == Until::parted) return at.v_N;
    return (until == Until::impulse ? at.p : at.work) - value;
  }
};

class Path : private Ode {
 public:
  explicit Path(const Problem& p)
      : D_NN_(p.D(0, 0)),
        D_TN_(p.D.block<2, 1>(1, 0)),
        D_TT_(p.D.block<2, 2>(1, 1)),
        friction_(p.friction[0]) {
    now_.v_N = p.free[0];
    now_.v_T = p.free.tail<2>();
    now_.P_T.setZero();
    speed_ = p.free.norm();
  }

  // False if it is never reached.
  bool go(const Goal& goal) {
    if (!(goal.reached(now_) < 0)) return true;
    if (now_.v_T.norm() > ended * speed_ && !slide(goal)) return false;
    if (!(goal.reached(now_) < 0)) return true;
    return straight(goal);
  }
  // From here on impulse and work are counted anew.
  void begin() { now_.work = 0, before_ += now_.p, now_.p = 0; }
  const Point& now() const { return now_; }
  double P_N() const { return before_ + now_.p; }

 private:
  // x = v_N, v_T, p, P_T, work by tau.
  static constexpr int unknowns = 7;
  bool rates(double, const double* x, double* f) override {
    const Eigen::Vector2d v_T(x[1], x[2]);
    const double s = v_T.norm();
    const Eigen::Vector2d ratio = s > 0 ? Eigen::Vector2d(-friction_.sliding / s * v_T)
                                        : Eigen::Vector2d(Eigen::Vector2d::Zero());
    const Eigen::Vector2d slope = D_TN_ + D_TT_ * ratio;
    f[0] = s * (D_NN_ + D_TN_.dot(ratio));
    f[1] = s * slope[0], f[2] = s * slope[1];
    f[3] = s;
    f[4] = s * ratio[0], f[5] = s * ratio[1];
    f[6] = s * x[0];
    return true;
  }
  Point point(const double* x) const { return {x[0], x[3], x[6], {x[1], x[2]}, {x[4], x[5]}}; }
  // Errors count against what a value may be at most, and speeds of sliding against themselves: the
  // way in which sliding ends is a matter of its last part.
  double error_of(const RungeKutta& steps) const {
    double e[unknowns], largest = 0;
    steps.error(e);
    const double* x = steps.tried();
    const double s = std::hypot(x[1], x[2]), impulse = speed_ / D_NN_;
    const double unit[unknowns] = {speed_, s, s, impulse, impulse, impulse, impulse * speed_};
    for (int i = 0; i < unknowns; ++i) largest = std::max(largest, std::abs(e[i]) / unit[i]);
    return largest / accuracy;
  }

  bool slide(const Goal& goal) {
    RungeKutta steps(unknowns);
    StepSize size;
    double x[unknowns] = {now_.v_N,    now_.v_T[0], now_.v_T[1], now_.p,
                          now_.P_T[0], now_.P_T[1], now_.work};
    double f[unknowns];
    rates(0, x, f);
    steps.start(0, x, f);
    size.set(1e-3 / std::max(D_NN_, D_TT_.trace()));
    for (int i = 0; i < most_steps; ++i) {
      steps.attempt(*this, steps.time() + size.size());
      const double h = size.size(), error = error_of(steps);
      if (!(error <= 1)) {
        size.rejected(h, error);
        continue;
      }
      steps.accept();
      size.accepted(h, error, false);
      now_ = point(steps.y().data());
      if (goal.reached(now_) >= 0) return land(steps, goal);
      if (now_.v_T.norm() > ended * speed_) continue;
      now_.v_T.setZero();
      return true;
    }
    return false;
  }
  // At the goal within the last step.
  bool land(RungeKutta& steps, const Goal& goal) {
    double x[unknowns], f[unknowns];
    const auto at = [&](double tau) {
      steps.again(*this, tau, x, f);
      return point(x);
    };
    const double tau = locate_crossing([&](double t) { return goal.reached(at(t)); },
                                       steps.previous_time(), steps.time(), 1e-15);
    now_ = at(tau);
    return true;
  }

  // The ratio of what sticks, or begins to slide: (sliding D_TT + b) e = D_TN, b > 0, as it is
  // pushed.
  Eigen::Vector2d ratio_at_rest() const {
    const Eigen::Vector2d held =
        -D_TT_.completeOrthogonalDecomposition().solve(Eigen::Vector2d(D_TN_));
    if (held.norm() <= friction_.sticking || !(D_TN_.norm() > 0)) return held;
    const auto along = [&](double b) -> Eigen::Vector2d {
      Eigen::Matrix2d a = friction_.sliding * D_TT_;
      a.diagonal().array() += b;
      return a.inverse() * D_TN_;
    };
    const double most = D_TN_.norm();
    const double b = locate_crossing([&](double x) { return 1 - along(x).norm(); }, 1e-15 * most,
                                     most * (1 + 1e-12));
    return -friction_.sliding * along(b).normalized();
  }
  bool straight(const Goal& goal) {
    const Eigen::Vector2d ratio = ratio_at_rest();
    const double a = D_NN_ + D_TN_.dot(ratio), dp = straight_to(goal, a);
    if (!(dp < never)) return false;
    now_.work += dp * (now_.v_N + 0.5 * a * dp);
    now_.v_N = goal.until == Until::parted ? 0 : now_.v_N + a * dp;
    now_.v_T += dp * (D_TN_ + D_TT_ * ratio);
    now_.P_T += dp * ratio;
    now_.p += dp;
    return true;
  }
  // Impulse to the goal if v_N grows by `a` with it.
  double straight_to(const Goal& goal, double a) const {
    if (goal.until == Until::parted) return a > 0 ? -now_.v_N / a : never;
    const double left = -goal.reached(now_);
    if (goal.until == Until::impulse) return left;
    const double under = now_.v_N * now_.v_N + 2 * a * left;
    if (under < 0) return never;
    const double sum = now_.v_N + std::sqrt(under);
    return sum > 0 ? 2 * left / sum : never;
  }

  double D_NN_;
  Eigen::Vector2d D_TN_;
  Eigen::Matrix2d D_TT_;
  Friction friction_;
  double speed_ = 0, before_ = 0;
  Point now_;
};

bool may_turn(const Friction& f) {
  return f.kind == Friction::Kind::coulomb;
}

std::optional<ProcessResult> of_one(const Problem& p, const Restitution& restitution) {
  Path path(p);
  ProcessResult result;
  if (!path.go({Until::parted, 0})) return std::nullopt;
  result.taken = {{path.now().p, -path.now().work}};
  const double back = restitution.given_back(0, result.taken[0]);
  const bool impulse = restitution.kind == Restitution::Kind::impulse;
  path.begin();
  if (back > 0 && !path.go({impulse ? Until::impulse : Until::work, back})) return std::nullopt;
  result.P = Eigen::Vector3d(path.P_N(), path.now().P_T[0], path.now().P_T[1]);
  result.w = Eigen::Vector3d(path.now().v_N, path.now().v_T[0], path.now().v_T[1]);
  return result;
}

}  // namespace

std::optional<ProcessResult> run_process_in_space(const Problem& p,
                                                  const Restitution& restitution) {
  if (std::ranges::any_of(p.friction, [](const Friction& f) { return may_turn(f); }))
    return p.size() == 1 ? of_one(p, restitution) : process_of_many_in_space(p, restitution);
  auto result = run_process(in_planes(p), restitution);
  if (!result) return std::nullopt;
  result->P = from_planes(p, result->P);
  result->w = p.free + p.D * result->P;
  return result;
}

}  // namespace mbs::impact
