// Tolerances beside what places and speeds are rounded to.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/model/model_impl.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

namespace {

// m, how far from the origin a body has come.
double distance_of(const Layout& at, int body, const double* y) {
  double most = 0;
  for (int k = 0; k < (at.spatial() ? 3 : 2); ++k)
    most = std::max(most, std::abs(y[at.q + at.place_of(body) + k]));
  return most;
}

// kg, by the speed of this motion of a body: of its inertia the part that acts at its arm.
double mass_of(const Model& model, const Scales& s, int body, int motion) {
  const MassEntry& m = model.masses[body];
  const bool spatial = model.layout.spatial();
  if (motion < (spatial ? 3 : 2)) return m.mass;
  return (spatial ? m.principal[motion - 3] : m.inertia) / s.arms[body];
}

// What its bodies have of what the multiplier of a row is, N s or N m s. Their speeds are rounded,
// and what holds them is to make good for that, however light others are.
double momentum_of(const Model& model, const Scales& s, const double* y, const ConstraintRow& row) {
  const Layout& at = model.layout;
  double most = 0;
  for (int term = 0; term < row.term_count; ++term) {
    const PairFunction& f = row.terms[term].function;
    for (const int body : {f.a, f.b})
      for (int k = 0; body > 0 && k < at.per_motion; ++k) {
        const double speed = std::abs(y[at.v + at.motion_of(body) + k]);
        most =
            std::max(most, (f.angular() ? s.arms[body] : 1) * mass_of(model, s, body, k) * speed);
      }
  }
  return most;
}

// What y[i] is rounded to is a part of this: its own size, of places the distance from the
// origin, by which joints round the other places of the body, too, and of multipliers the momentum.
double rounded_size(const Model& model, const Scales& s, const double* y, int i) {
  const Layout& at = model.layout;
  if (const int row = i - at.lam; row >= 0 && row < at.constraints)
    return std::max(std::abs(y[i]), momentum_of(model, s, y, model.rows[row]));
  const int column = i - at.q;
  if (column < 0 || column >= at.places) return std::abs(y[i]);
  const int body = column / at.per_place + 1;
  const double per = s.asked[column] / s.asked[at.place_of(body)];
  return std::max(std::abs(y[i]), per * distance_of(at, body, y));
}

// At least what bodies have of what any multiplier is, see momentum_of.
double largest_momentum(const Model& model, const Scales& s, const double* y) {
  const Layout& at = model.layout;
  double most = 0;
  for (int body = 1; body <= at.bodies; ++body)
    for (int k = 0; k < at.per_motion; ++k)
      most = std::max(most, std::max(1.0, s.arms[body]) * mass_of(model, s, body, k) *
                                std::abs(y[at.v + at.motion_of(body) + k]));
  return most;
}

// By bounds that ask no body for its own distance, and no row for its own bodies: nearly always.
bool all_above_rounding(const Model& model, const double* y, const Scales& s) {
  const Layout& at = model.layout;
  constexpr double part = 4 * std::numeric_limits<double>::epsilon();
  for (int i = 0; i < at.size; ++i)
    if (!(part * std::abs(y[i]) <= s.tolerance[i])) return false;
  const double momentum = at.constraints > 0 ? largest_momentum(model, s, y) : 0;
  for (int row = 0; row < at.constraints; ++row)
    if (!(part * momentum <= s.tolerance[at.lam + row])) return false;
  double farthest = 0;
  for (int i = at.q; i < at.q + at.places; ++i) farthest = std::max(farthest, std::abs(y[i]));
  for (int column = 0; column < at.places; ++column) {
    const double per = s.asked[column] / s.asked[column - column % at.per_place];
    if (!(part * per * farthest <= s.tolerance[at.q + column])) return false;
  }
  return true;
}

}  // namespace

Rounding keep_above_rounding(const Model& model, const double* y, Scales& s) {
  if (all_above_rounding(model, y, s)) return {};
  Rounding found;
  double most = 0;
  for (int i = 0; i < model.layout.size; ++i) {
    const double size = rounded_size(model, s, y, i);
    const double least = 4 * std::numeric_limits<double>::epsilon() * size;
    if (least <= s.tolerance[i]) continue;
    found.any = true;
    s.tolerance[i] = 2 * least;
    const int column = i - model.layout.q;
    if (column < 0 || column >= model.layout.places) continue;
    s.relaxed[column] = std::max(s.relaxed[column], 2 * least);
    const bool own = std::abs(y[i]) >= size;  // and not that of another place of its body
    if (!own || least < most * s.asked[column]) continue;
    most = least / s.asked[column];
    found = {true, i, s.asked[column], least};
  }
  return found;
}

namespace {

// A hop after a rigid blow is followed to a ten-thousandth of its height, or to some roundings.
void follow_hop(const Model& model, const Scales& scales, double hop, int body, const double* y,
                std::span<double> weights) {
  constexpr double share = 1e-4, rounding = 16 * std::numeric_limits<double>::epsilon();
  const Layout& at = model.layout;
  for (int k = 0; body > 0 && k < at.per_place; ++k) {
    const int i = at.q + at.place_of(body) + k;
    const double per = scales.tolerance[i] / scales.tolerance[at.q + at.place_of(body)];
    const double rounded = rounding * std::max(rounded_size(model, scales, y, i), per * model.size);
    const double least = std::max(share * hop * per, rounded);
    if (least > 0) weights[i] = std::max(weights[i], 1 / least);
  }
}

}  // namespace

void follow_hops(const Model& model, const Scales& scales, const Mode& mode, const double* y,
                 std::span<double> weights) {
  for (int c = 0; c < model.layout.touching; ++c)
    if (mode.contacts[c].hop > 0)
      for (int body : {model.contacts[c].a, model.contacts[c].b})
        follow_hop(model, scales, mode.contacts[c].hop, body, y, weights);
}

}  // namespace mbs
