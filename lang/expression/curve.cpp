#include "lang/expression/curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "lang/expression/tape.hpp"

namespace mbs {

namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr int samples = 4096;         // angles at which a curve is judged
constexpr double sharpest = 0.5;      // rad between two of them: more is a corner
constexpr double straightest = 1e-6;  // curvature times radius: less is not convex enough
constexpr double closing = 1e-9;      // relative
constexpr std::size_t coarsest = 512, finest = 8192;  // entries of a table
constexpr double accuracy = 1e-10;                    // relative to the curve's size

// The curve at one polar angle. With r(phi) the outward normal points at phi - atan(r'/r), and the
// radius of curvature is (r^2 + r'^2)^(3/2) / (r^2 + 2 r'^2 - r r'').
struct CurvePoint {
  double phi = 0, r = 0, first = 0, second = 0;
  double normal() const { return phi - std::atan(first / r); }
  double bending() const {
    return (r * r + 2 * first * first - r * second) / (r * r + first * first);
  }
  double radius() const { return std::sqrt(r * r + first * first) / bending(); }
};

class CurveFunction {
 public:
  CurveFunction(Graph& graph, NodeId radius, NodeId angle) {
    const NodeId first = graph.derivative(radius, angle);
    const NodeId outputs[] = {radius, first, graph.derivative(first, angle)};
    tape_ = Tape::compile(graph, outputs);
    state_ = tape_.state();
  }
  // Empty if the function has no positive value there.
  std::optional<CurvePoint> at(double phi) {
    double out[3];
    const double in[] = {phi};
    const bool good = tape_.evaluate({in, tape_.inputs().size()}, out, state_);
    if (!good || !(out[0] > 0) || !std::isfinite(out[0] + out[1] + out[2])) return {};
    return CurvePoint{phi, out[0], out[1], out[2]};
  }

 private:
  Tape tape_;
  TapeState state_;
};

using Problem = std::optional<CurveProblem>;

Problem judge_closing(const CurvePoint& start, const CurvePoint& end) {
  const double size = start.r;
  if (std::abs(end.r - start.r) <= closing * size &&
      std::abs(end.first - start.first) <= 1e-6 * size)
    return {};
  return CurveProblem{CurveProblem::Kind::open, 0, turn, end.r};
}

bool bends(const CurvePoint& p, const CurvePoint& next) {
  return p.bending() > straightest && next.normal() > p.normal();
}

Problem judge_bending(const std::vector<CurvePoint>& points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (bends(points[i], points[i + 1])) {
      if (points[i + 1].normal() - points[i].normal() < sharpest) continue;
      return CurveProblem{CurveProblem::Kind::corner, points[i].phi, points[i + 1].phi, 0};
    }
    std::size_t end = i;
    while (end + 1 < points.size() && !bends(points[end], points[end + 1])) ++end;
    return CurveProblem{CurveProblem::Kind::dented, points[i].phi, points[end].phi, 0};
  }
  return {};
}

// The point with its normal at `angle`, between two neighbours.
CurvePoint with_normal(CurveFunction& function, CurvePoint low, CurvePoint high, double angle) {
  CurvePoint best = low;
  double x =
      low.phi + (high.phi - low.phi) * (angle - low.normal()) / (high.normal() - low.normal());
  for (int i = 0; i < 60; ++i) {
    const auto point = function.at(x);
    if (!point) return best;
    best = *point;
    const double off = angle - point->normal();
    (off > 0 ? low : high) = *point;
    double next = x + off / std::max(point->bending(), straightest);
    if (!(next > low.phi && next < high.phi)) next = (low.phi + high.phi) / 2;
    if (std::abs(next - x) < 1e-15 * turn) break;
    x = next;
  }
  return best;
}

std::array<double, 3> support_of(const CurvePoint& p, double angle) {
  const double h = p.r * std::cos(p.phi - angle);
  return {h, p.r * std::sin(p.phi - angle), p.radius() - h};
}

class Tabulator {
 public:
  Tabulator(CurveFunction& function, const std::vector<CurvePoint>& points)
      : function_(function), points_(points) {
    for (const CurvePoint& p : points) normals_.push_back(p.normal());
  }
  SupportTable table(std::size_t size) {
    SupportTable table;
    for (std::size_t i = 0; i < size; ++i)
      table.push_back(exact(turn * static_cast<double>(i) / static_cast<double>(size)));
    return table;
  }
  bool good(const SupportTable& table) {
    const auto n = static_cast<double>(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
      const double angle = turn * (static_cast<double>(i) + 0.5) / n;
      const auto exactly = exact(angle), near = support_at(table, angle);
      if (std::abs(exactly[0] - near[0]) > accuracy * points_[0].r) return false;
    }
    return true;
  }

 private:
  std::array<double, 3> exact(double angle) {
    double wound = angle;  // the normals cover one turn, from any angle on
    while (wound < normals_.front()) wound += turn;
    while (wound >= normals_.back()) wound -= turn;
    wound = std::max(wound, normals_.front());
    const auto next = std::upper_bound(normals_.begin() + 1, normals_.end() - 1, wound);
    const auto i = static_cast<std::size_t>(next - normals_.begin());
    return support_of(with_normal(function_, points_[i - 1], points_[i], wound), wound);
  }

  CurveFunction& function_;
  const std::vector<CurvePoint>& points_;
  std::vector<double> normals_;
};

}  // namespace

std::array<double, 3> support_at(const SupportTable& table, double angle) {
  const auto n = static_cast<double>(table.size());
  const double step = turn / n;
  double at = angle / step;
  at -= n * std::floor(at / n);
  const auto i = std::min(static_cast<std::size_t>(at), table.size() - 1);
  const double x = at - static_cast<double>(i);
  const auto& l = table[i];
  const auto& r = table[(i + 1) % table.size()];
  const double h1 = l[1] * step, h2 = l[2] * step * step / 2;
  const double d0 = r[0] - l[0] - h1 - h2, d1 = r[1] * step - h1 - 2 * h2,
               d2 = r[2] * step * step - 2 * h2;
  const double c3 = 10 * d0 - 4 * d1 + d2 / 2, c4 = -15 * d0 + 7 * d1 - d2,
               c5 = 6 * d0 - 3 * d1 + d2 / 2;
  return {l[0] + x * (h1 + x * (h2 + x * (c3 + x * (c4 + x * c5)))),
          (h1 + x * (2 * h2 + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)))) / step,
          (2 * h2 + x * (6 * c3 + x * (12 * c4 + x * 20 * c5))) / (step * step)};
}

std::variant<SupportTable, CurveProblem> tabulate_curve(Graph& graph, NodeId radius, NodeId angle) {
  CurveFunction function(graph, radius, angle);
  std::vector<CurvePoint> points;
  for (int i = 0; i <= samples; ++i) {
    const double phi = turn * i / samples;
    const auto point = function.at(phi);
    if (!point) return CurveProblem{CurveProblem::Kind::no_radius, phi, phi, 0};
    points.push_back(*point);
  }
  if (const Problem p = judge_closing(points.front(), points.back())) return *p;
  if (const Problem p = judge_bending(points)) return *p;
  Tabulator tabulator(function, points);
  SupportTable table = tabulator.table(coarsest);
  while (table.size() < finest && !tabulator.good(table)) table = tabulator.table(2 * table.size());
  return table;
}

}  // namespace mbs
