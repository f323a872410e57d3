#include "runtime/forward/given_between.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "runtime/elements/drives.hpp"
#include "runtime/numerics/quintic.hpp"

namespace mbs {

namespace {

constexpr double part_of_way = 1e-4;
// Of a step, where it is looked at: half-way, and at all simple fractions, what goes in periods may
// be where it began.
constexpr double somewhere = 0.382;

Quintic::End end_of(const GivenMotion& motion) {
  return {motion.place, motion.speed, motion.acceleration};
}

}  // namespace

GivenBetween::GivenBetween(const Model& model, const Scales& scales, const Mode& mode,
                           Workspace& workspace)
    : model_(model), scales_(scales), mode_(mode), workspace_(workspace) {
  std::ranges::remove_copy_if(model.tree.prescribed.given, std::back_inserter(given_),
                              &GivenCoordinate::uniform);
  for (auto* motions : {&begin_, &middle_, &end_}) motions->resize(given_.size());
}

void GivenBetween::evaluate(double t, std::vector<GivenMotion>& out) {
  const bool has = evaluate_drives(model_, t, &mode_, DriveOrder::acceleration, workspace_);
  for (std::size_t i = 0; i < given_.size(); ++i)
    out[i] = has ? given_motion(model_, given_[i], t, workspace_.impl())
                 : GivenMotion{std::numeric_limits<double>::quiet_NaN()};
}

double GivenBetween::error(double from, double to) {
  if (given_.empty()) return 0;
  evaluate(from, begin_);
  const double h = to - from, x = somewhere * h;
  evaluate(from + x, middle_);
  evaluate(to, end_);
  double largest = 0;
  const Quintic between(h, x);
  const double least = scales_.tolerance[model_.layout.q];
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const GivenMotion &a = begin_[i], &b = end_[i];
    const double way = std::max({std::abs(b.place - a.place), std::abs(middle_[i].place - a.place),
                                 h * std::abs(a.speed), h * std::abs(b.speed)});
    const double off = std::abs(between(end_of(a), end_of(b)).value - middle_[i].place);
    largest = std::max(largest, off / std::max(least, part_of_way * way));
    if (!std::isfinite(off)) return off;
  }
  return largest;
}

}  // namespace mbs
