#include "runtime/forward/given_between.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "runtime/elements/drives.hpp"
#include "runtime/numerics/quintic.hpp"

namespace mbs {

namespace {

constexpr double part_of_way = 1e-4;
// Part of a step where it is looked at: half-way, and at all simple fractions, what goes in periods
// may be where it began.
constexpr double somewhere = 0.382;

Quintic::End end_of(const GivenMotion& motion) {
  return {motion.place, motion.speed, motion.acceleration};
}

}  // namespace

GivenBetween::GivenBetween(const Model& model, const Mode& mode, Workspace& workspace)
    : model_(model), mode_(mode), workspace_(workspace) {
  std::ranges::remove_copy_if(model.tree.prescribed.given, std::back_inserter(given_),
                              &GivenCoordinate::uniform);
  for (Look* look : {&begin_, &middle_, &end_}) look->motions.resize(given_.size());
}

// Where a drive has no value a shorter step is tried: if that is no better its stages will tell.
void GivenBetween::look(double t, Look& out) {
  out.t = t;
  const bool has = evaluate_drives(model_, t, &mode_, DriveOrder::acceleration, workspace_);
  if (!has) workspace_.failure.reset();
  for (std::size_t i = 0; i < given_.size(); ++i)
    out.motions[i] = has ? given_motion(model_, given_[i], t, workspace_.impl())
                         : GivenMotion{std::numeric_limits<double>::infinity()};
}

double GivenBetween::error(double from, double to, std::span<const double> weights) {
  if (given_.empty()) return 0;
  if (end_.t == from) std::swap(begin_, end_);
  if (begin_.t != from) look(from, begin_);
  const double h = to - from, x = somewhere * h;
  look(from + x, middle_);
  look(to, end_);
  const Quintic between(h, x);
  double largest = 0;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const GivenMotion &a = begin_.motions[i], &b = end_.motions[i], &at = middle_.motions[i];
    const double way = std::max({std::abs(b.place - a.place), std::abs(at.place - a.place),
                                 h * std::abs(a.speed), h * std::abs(b.speed)});
    const double off = std::abs(between(end_of(a), end_of(b)).value - at.place);
    if (!std::isfinite(off)) return std::numeric_limits<double>::infinity();
    const double weight = weights[given_[i].coordinate];
    const double least = weight > 0 ? 1 / weight : 0;
    if (off > 0) largest = std::max(largest, off / std::max(least, part_of_way * way));
  }
  return largest;
}

}  // namespace mbs
