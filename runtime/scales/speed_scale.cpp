#include "runtime/scales/speed_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr int looks = 64;        // instants at which drives and forces of time are looked at
constexpr double moment = 1e-4;  // of size and speed, by which accelerations are tried elsewhere

// Largest of a row of three per body, angles by their arms.
double largest(const Model& model, const double* x, std::span<const double> arms) {
  double most = 0;
  for (int b = 1; b <= model.layout.bodies; ++b) {
    const double* of = x + model.layout.motion_of(b);
    if (model.layout.spatial())
      most = std::max(
          {most, std::hypot(of[0], of[1], of[2]), std::hypot(of[3], of[4], of[5]) * arms[b]});
    else
      most = std::max({most, std::hypot(of[0], of[1]), std::abs(of[2]) * arms[b]});
  }
  return most;
}

class Look {
 public:
  Look(const Model& model, const Assembly& start, std::span<const double> arms,
       Workspace& workspace)
      : model_(model), start_(start), arms_(arms), workspace_(workspace), mode_(start.mode) {
    for (ContactMode& contact : mode_.contacts) contact.end();
    for (auto& group : mode_.groups) group.pairs.clear();
    // Conditions are as they are at each instant, not as at the start.
    mode_.flags.thaw();
    y_ = start.y;
    at_.assign(model.layout.motions, 0);
  }

  double driven_speed(double duration) {
    double most = 0;
    for (int i = 0; i <= looks && !model_.drives.empty(); ++i) {
      if (!evaluate_drives(model_, instant(i, duration), &mode_, DriveOrder::rate, workspace_))
        break;
      for (const ConstraintRow& row : model_.rows)
        if (row.drive >= 0 && std::isfinite(row_speed(row)))
          most = std::max(most, std::abs(row_speed(row)));
    }
    workspace_.failure.reset();
    return most;
  }

  // Largest acceleration of the run as long as nothing moves, m/s^2; where it is, for `elsewhere`.
  double acceleration(double duration) {
    double most = 0;
    for (int i = 0; i <= (goes_by_time() && duration > 0 ? looks : 0); ++i) {
      const double found = accelerations(instant(i, duration), rates_);
      if (!(found > most)) continue;
      most = found, t_ = instant(i, duration);
      std::copy_n(rates_.begin() + model_.layout.v, at_.size(), at_.begin());
    }
    return most;
  }

  // How much the accelerations change with the unknowns from `first` on, which are moved along them
  // by `by` at most: 1/s^2 of positions, 1/s of speeds.
  double stiffness(int first, double most, double by) {
    if (!(by > 0)) return 0;
    if (first == model_.layout.q) {
      std::vector<double> step = at_;
      for (double& x : step) x *= by / most;
      move_places(model_, step.data(), y_.data() + first);
    } else {
      for (std::size_t i = 0; i < at_.size(); ++i) y_[first + i] += by / most * at_[i];
    }
    const double found = accelerations(t_, rates_);
    std::copy(start_.y.begin(), start_.y.end(), y_.begin());
    if (!std::isfinite(found)) return 0;
    double* rates = rates_.data() + model_.layout.v;
    for (std::size_t i = 0; i < at_.size(); ++i) rates[i] -= at_[i];
    return largest(model_, rates, arms_) / by;
  }

 private:
  double instant(int i, double duration) const { return duration * i / looks; }
  // Drives do; forces that see motion alone are what they are as long as nothing moves.
  bool goes_by_time() const {
    const ir::Scenario& s = *model_.scenario;
    const auto of_time = [&](NodeId value) {
      return value.valid() && std::ranges::any_of(s.graph.slots_used(value), [](const Slot& slot) {
               return slot.kind == SlotKind::time;
             });
    };
    return !model_.drives.empty() || std::ranges::any_of(s.forces, [&](const ir::Force& force) {
      return std::ranges::any_of(force.value, of_time);
    });
  }
  double row_speed(const ConstraintRow& row) {
    const Workspace::Impl& w = workspace_.impl();
    const double rate = is_led(row) ? led_spin(row, w) : drive_value(model_, row, w, 1);
    return is_angle(row) ? rate * start_.size : rate;
  }
  double accelerations(double t, std::vector<double>& rates) {
    rates.assign(y_.size(), 0);
    const bool known =
        make_consistent(model_, {t, y_.data(), nullptr, &mode_}, rates.data(), workspace_);
    workspace_.failure.reset();
    return known ? largest(model_, rates.data() + model_.layout.v, arms_)
                 : std::numeric_limits<double>::infinity();
  }

  const Model& model_;
  const Assembly& start_;
  std::span<const double> arms_;
  Workspace& workspace_;
  Mode mode_;
  std::vector<double> y_, rates_, at_;
  double t_ = 0;
};

}  // namespace

double largest_speed(const Model& model, const double* y, std::span<const double> arms) {
  return largest(model, y + model.layout.v, arms);
}

ExpectedMotion expected_motion(const Model& model, const Assembly& start,
                               std::span<const double> arms, double duration, double enough,
                               Workspace& workspace) {
  ExpectedMotion motion;
  motion.speed = motion.start = largest_speed(model, start.y.data(), arms);
  if (motion.speed >= enough) return motion;
  Look look(model, start, arms, workspace);
  motion.speed = std::max(motion.speed, look.driven_speed(duration));
  if (duration > 0) motion.time = duration;
  const double a = look.acceleration(duration);
  if (motion.speed >= enough || !(a > 0)) return motion;
  double v = std::sqrt(2 * a * start.size);
  if (duration > 0) v = std::min(v, a * duration);
  if (!std::isfinite(v)) return motion.speed = enough, motion;
  const double w = std::sqrt(look.stiffness(model.layout.q, a, moment * start.size));
  const double d = look.stiffness(model.layout.v, a, moment * v);
  if (w > 0) v = std::min(v, a / w), motion.time = std::min(motion.time, 1 / w);
  if (d > 0) v = std::min(v, a / d);
  motion.speed = std::max(motion.speed, v);
  const double pace = std::max(w, duration > 0 ? 1 / duration : 0);
  motion.resolution = 4 * std::numeric_limits<double>::epsilon() * start.size * pace;
  // What rounding pushes about does not move.
  if (motion.speed < motion.resolution) motion.speed = motion.start;
  return motion;
}

}  // namespace mbs
