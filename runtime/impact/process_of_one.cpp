// One contact: speeds are linear in the normal impulse as long as it slides one way or sticks, so
// every piece ends where a quadratic has a root.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/impact/process.hpp"

namespace mbs::impact {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr int most_pieces = 16;     // sliding, sticking or turning round, at most twice a phase
constexpr double rounding = 1e-11;  // of speeds and mobilities

class Path {
 public:
  Path(const Problem& p)
      : D_NN_(p.D(0, 0)),
        D_NT_(p.D(0, 1)),
        D_TT_(p.D(1, 1)),
        friction_(p.friction[0]),
        vN_(p.free[0]),
        vT_(p.free[1]),
        nothing_(rounding * p.free.cwiseAbs().maxCoeff()) {}

  // Until the contact approaches no more.
  bool compress(Compression& taken) {
    for (int piece = 0; piece < most_pieces && vN_ < 0; ++piece) {
      const double a = slope_N();
      const double end = a > 0 ? -vN_ / a : never;
      const double dp = std::min(end, until_turn());
      if (dp == never) return false;
      taken.P_in += dp;
      taken.W_in -= advance(dp);
      // A mechanism of one motion stops along both at once.
      if (dp == end || vN_ > -nothing_) vN_ = std::max(vN_, 0.0);
    }
    return vN_ >= 0;
  }

  void give_back_impulse(double P_out) {
    for (int piece = 0; piece < most_pieces && P_out > 0; ++piece) {
      const double dp = std::min(P_out, until_turn());
      advance(dp);
      P_out -= dp;
    }
  }

  void give_back_work(double W_out) {
    for (int piece = 0; piece < most_pieces && W_out > 0; ++piece) {
      const double end = impulse_of_work(W_out);
      const double dp = std::min(end, until_turn());
      if (dp == never) return;
      const double given = advance(dp);
      if (dp == end) return;
      W_out -= given;
    }
  }

  double vN() const { return vN_; }
  double vT() const { return vT_; }
  double PN() const { return PN_; }
  double PT() const { return PT_; }

 private:
  double ratio() const {
    if (friction_.kind == Friction::Kind::ratio) return friction_.ratio;
    if (vT_ != 0) return vT_ > 0 ? -friction_.sliding : friction_.sliding;
    if (std::abs(D_NT_) <= friction_.sticking * D_TT_) return D_TT_ > 0 ? -D_NT_ / D_TT_ : 0;
    return D_NT_ > 0 ? -friction_.sliding : friction_.sliding;  // slides where it is pushed
  }
  // 0 where the contact sticks in a mechanism of one motion: it is held whatever presses it.
  double slope_N() const {
    const double slope = D_NN_ + ratio() * D_NT_;
    return std::abs(slope) <= rounding * D_NN_ ? 0 : slope;
  }
  double slope_T() const { return D_NT_ + ratio() * D_TT_; }
  double until_turn() const {
    const double b = slope_T();
    return vT_ * b < 0 ? -vT_ / b : never;
  }
  // The impulse that has done this work from here on, with v_N >= 0.
  double impulse_of_work(double work) const {
    const double a = slope_N(), under = vN_ * vN_ + 2 * a * work;
    if (under < 0) return never;  // another slope comes first, else it never does
    const double sum = vN_ + std::sqrt(under);
    return sum > 0 ? 2 * work / sum : never;
  }
  // Returns the integral of v_N.
  double advance(double dp) {
    const double a = slope_N(), b = slope_T(), r = ratio();
    const bool turns = vT_ != 0 && dp == until_turn();
    const double work = vN_ * dp + 0.5 * a * dp * dp;
    vN_ += a * dp;
    vT_ = turns ? 0 : vT_ + b * dp;
    PN_ += dp;
    PT_ += r * dp;
    return work;
  }

  double D_NN_, D_NT_, D_TT_;
  Friction friction_;
  double vN_, vT_, PN_ = 0, PT_ = 0;
  double nothing_;  // m/s
};

}  // namespace

std::optional<ProcessResult> process_of_one(const Problem& p, const Restitution& restitution) {
  Path path(p);
  ProcessResult result;
  result.taken.resize(1);
  if (!path.compress(result.taken[0])) return std::nullopt;
  const double back = restitution.given_back(0, result.taken[0]);
  if (restitution.kind == Restitution::Kind::impulse)
    path.give_back_impulse(back);
  else
    path.give_back_work(back);
  result.P = Eigen::Vector2d(path.PN(), path.PT());
  result.w = Eigen::Vector2d(path.vN(), path.vT());
  return result;
}

}  // namespace mbs::impact
