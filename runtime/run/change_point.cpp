#include "runtime/run/change_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runtime/elements/energy.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/singular.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

// Independence below which a run that failed may have come to a change point.
constexpr double next_to = 0.05;
// Where the motion is taken up before the point and left behind it: farther off the polynomial is
// worse, closer the constraints are. The first that keeps the balance is taken, else the best.
constexpr std::array<double, 6> distances = {6e-2, 3e-2, 1.5e-2, 6e-3, 2e-3, 6e-4};
constexpr int most_nodes = 4;  // of the polynomial, each with its slopes
// A part of the largest speed: what has to be corrected by more than this is another motion.
constexpr double off_course = 1e-3;
constexpr double worst_balance = 50;  // tolerances, of the energy that takes part

constexpr double most_moments = 32;  // of the way across

using Node = FarSide::Moment;

// The polynomial through values and slopes of all nodes, by divided differences, at t.
Node carry(const std::vector<Node>& nodes, double t) {
  const std::size_t n = 2 * nodes.size(), unknowns = nodes[0].y.size();
  Node out{t, std::vector<double>(unknowns), std::vector<double>(unknowns)};
  std::vector<double> difference(n);
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t k = 0; k < n; ++k) difference[k] = nodes[k / 2].y[i];
    for (std::size_t order = 1; order < n; ++order)
      for (std::size_t k = n - 1; k >= order; --k) {
        const Node &last = nodes[k / 2], &first = nodes[(k - order) / 2];
        difference[k] =
            &last == &first ? last.yp[i] : (difference[k] - difference[k - 1]) / (last.t - first.t);
      }
    double value = difference[n - 1], slope = 0;
    for (std::size_t k = n - 1; k-- > 0;) {
      slope = slope * (t - nodes[k / 2].t) + value;
      value = value * (t - nodes[k / 2].t) + difference[k];
    }
    out.y[i] = value, out.yp[i] = slope;
  }
  return out;
}

double imbalance(const Energies& e) {
  return e.kinetic + e.potential + e.contact + e.damping - e.input;
}

class Crossing {
 public:
  Crossing(const Model& model, const Run& run, const Mode& mode, Workspace& workspace)
      : m_(model), run_(run), mode_(mode), w_(workspace) {
    first_ = run.size() - 1;  // of the samples since the last event
    while (first_ > 0 && run.t[first_ - 1] < run.t[first_]) --first_;
  }

  // From where the independence was `distance` last, as far again beyond the point.
  std::optional<FarSide> from(double distance, double t_end) {
    const std::size_t near = last_beyond(distance);
    if (near <= first_) return {};
    const double here = far_from(near), before = far_from(near - 1);
    const double slope = (before - here) / (run_.t[near] - run_.t[near - 1]);
    if (!(slope > 0)) return {};
    const double gap = 2 * here / slope, t = std::min(run_.t[near] + gap, t_end);
    if (!(t > run_.t.back()) || !collect(near, gap)) return {};
    FarSide far{t, carry(nodes_, t).y, {}, {}};
    if (!settle(far) || (t < t_end && far_from_point(far.y) < 0.3 * here)) return {};
    return far;
  }

  double balance_error(const FarSide& far) {
    const Energies a = energies(m_, nodes_.back().y.data(), w_, &mode_);
    const Energies b = energies(m_, far.y.data(), w_, &mode_);
    const double size = std::max({a.kinetic, b.kinetic, std::abs(a.potential - b.potential)});
    return size > 0 ? std::abs(imbalance(b) - imbalance(a)) / size : 0;
  }

  // From the end of the run to there: so many moments that cubics between them miss the polynomial
  // by less than the tolerance.
  std::vector<Node> way_to(const FarSide& far) {
    Node there{far.t, far.y, std::vector<double>(far.y.size())};
    if (make_consistent(m_, {there.t, there.y.data(), nullptr, &mode_}, there.yp.data(), w_))
      nodes_.push_back(std::move(there));
    w_.failure.reset();
    const double from = run_.t.back(), length = far.t - from;
    std::vector<Node> way{carry(nodes_, from)};
    const double missed = missed_by_cubic(way[0], carry(nodes_, far.t)) / run_.settings.tolerance();
    const double pieces = std::clamp(std::ceil(std::sqrt(std::sqrt(missed))), 1.0, most_moments);
    for (int i = 1; i < pieces; ++i) way.push_back(carry(nodes_, from + length * i / pieces));
    return way;
  }

 private:
  // Half-way, in speeds, of the largest of them.
  double missed_by_cubic(const Node& a, const Node& b) {
    const Layout& at = m_.layout;
    const double h = b.t - a.t;
    const Node middle = carry(nodes_, a.t + 0.5 * h);
    double missed = 0, speed = 0;
    for (int i = at.v; i < at.v + at.motions; ++i) {
      const double size = at.turns(i - at.v) ? m_.size : 1;
      const double cubic = 0.5 * (a.y[i] + b.y[i]) + h / 8 * (a.yp[i] - b.yp[i]);
      missed = std::max(missed, size * std::abs(cubic - middle.y[i]));
      speed = std::max(speed, size * std::abs(middle.y[i]));
    }
    return speed > 0 ? missed / speed : 0;
  }

  // The last sample that is farther from the point; `first_` if there is none.
  std::size_t last_beyond(double distance) {
    std::size_t close = run_.size() - 1, back = 1;
    while (close - first_ > back && far_from(close - back) < distance) close -= back, back *= 2;
    std::size_t beyond = close - first_ > back ? close - back : first_;
    while (close - beyond > 1) {
      const std::size_t middle = (close + beyond) / 2;
      (far_from(middle) < distance ? close : beyond) = middle;
    }
    return beyond;
  }

  double far_from_point(const std::vector<double>& y) {
    return independence(m_, y.data(), &mode_, w_);
  }
  double far_from(std::size_t sample) {
    return independence(m_, run_.y_at(sample).data(), &mode_, w_);
  }

  // Nodes up to the sample `near`, no closer to each other than `gap`, in the order of time.
  bool collect(std::size_t near, double gap) {
    nodes_.clear();
    for (std::size_t i = near + 1; i-- > first_ && nodes_.size() < most_nodes;) {
      if (!nodes_.empty() && run_.t[i] > nodes_.back().t - gap) continue;
      const auto y = run_.y_at(i);
      Node node{run_.t[i], {y.begin(), y.end()}, std::vector<double>(y.size())};
      if (!make_consistent(m_, {node.t, node.y.data(), nullptr, &mode_}, node.yp.data(), w_)) break;
      nodes_.push_back(std::move(node));
    }
    w_.failure.reset();
    std::reverse(nodes_.begin(), nodes_.end());
    return nodes_.size() > 1;
  }

  // Back onto the constraints, by next to nothing if it is the same motion.
  bool settle(FarSide& far) {
    const Layout& at = m_.layout;
    const std::vector<double> carried = far.y;
    project(m_, far.t, far.y.data(), &mode_, w_);
    double speed = 0, change = 0;
    for (int i = at.v; i < at.v + at.motions; ++i) {
      const double size = at.turns(i - at.v) ? m_.size : 1;
      speed = std::max(speed, size * std::abs(carried[i]));
      change = std::max(change, size * std::abs(far.y[i] - carried[i]));
    }
    const bool finite =
        std::all_of(far.y.begin(), far.y.end(), [](double v) { return std::isfinite(v); });
    w_.failure.reset();
    return finite && change <= off_course * speed &&
           position_drift(m_, {far.t, far.y.data(), nullptr, &mode_}, w_) <= 1e-12 * m_.size;
  }

  const Model& m_;
  const Run& run_;
  const Mode& mode_;
  Workspace& w_;
  std::size_t first_ = 0;
  std::vector<Node> nodes_;
};

}  // namespace

std::optional<FarSide> across_change_point(const Model& m, const Run& run, const Mode& mode,
                                           double t_end, Workspace& w) {
  if (run.size() < 3 || !run.samples.whole()) return {};
  const double* last = run.y_at(run.size() - 1).data();
  if (!(independence(m, last, &mode, w) < next_to)) return {};
  const std::string parts = listed(weakest_constraint(m, last, &mode, w).parts);
  Crossing crossing(m, run, mode, w);
  std::optional<FarSide> best;
  const double tolerance = run.settings.tolerance();
  double least = worst_balance * tolerance;
  for (const double distance : distances) {
    std::optional<FarSide> far = crossing.from(distance, t_end);
    if (!far) continue;
    const double error = crossing.balance_error(*far);
    if (!(error < least)) continue;
    least = error;
    best = std::move(far);
    best->way = crossing.way_to(*best);
    if (error < tolerance) break;
  }
  if (best) best->parts = parts;
  return best;
}

}  // namespace mbs
