#include "lang/expression/root_solve.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace mbs {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double epsilon = std::numeric_limits<double>::epsilon();
// A Newton step this small, relative to x, leaves an error of about its square.
constexpr double last_step = 1e-9;
// So near a guess the curve is a parabola.
constexpr double close = 1e-5;

// Between two ends of one sign the geometric mean: a solution may lie many decades below the bound.
double middle(double a, double b) {
  if ((a < 0) != (b < 0) && a != 0 && b != 0) return a / 2 + b / 2;
  const double large = std::abs(a) > std::abs(b) ? a : b;
  const double small = std::fmax(std::fmin(std::abs(a), std::abs(b)), std::abs(large) * 1e-100);
  if (std::abs(large) <= 16 * small) return a / 2 + b / 2;
  return std::copysign(std::sqrt(std::abs(large)) * std::sqrt(small), large);
}

// The end of an open interval, moved inside by the fraction `offset` of its length, or by the
// least possible amount.
double moved_inside(double end, double other, double offset) {
  const double x = end + (other - end) * offset;
  return x == end || !std::isfinite(x) ? std::nextafter(end, other) : x;
}

}  // namespace

RootSolver::Point RootSolver::at(double x) const {
  state_.registers[0] = x;
  program_.run(state_);
  return {x, state_.registers[program_.outputs_[0]], state_.registers[program_.outputs_[1]]};
}

// The residual may be singular at the end itself, log(b/F) at F = 0 for example.
RootSolver::Point RootSolver::inside(double end, double other) const {
  Point point{};
  for (double offset : {1e-100, 1e-30, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
    point = at(moved_inside(end, other, offset));
    if (!std::isnan(point.residual)) return point;
  }
  return point;
}

// A Newton step leaves x''/(2 x'^2) of its square, x' and x'' by p: x' is 1/slope but for a sign.
bool RootSolver::accurate(const RootMemory::Guess& guess, double step, double slope) {
  const double left = 0.5 * guess.bend * slope * slope * step * step;
  return std::abs(step) <= close * std::abs(guess.x) && left <= epsilon * std::abs(guess.x);
}

double RootSolver::solve_remembered(double low, double high, double warm, RootMemory& memory,
                                    double p, double sign) {
  constexpr int most = 2;  // mostly one is enough
  if (auto guess = memory.guess(p)) {
    for (int i = 0; i < most && low < guess->x && guess->x < high; ++i) {
      const Point point = at(guess->x);
      const double step = -point.residual / point.slope, x = guess->x + step;
      if (accurate(*guess, step, point.slope) && low < x && x < high) {
        memory.keep({p, x, -sign / point.slope});
        return x;
      }
      guess->x = x;
    }
    if (!std::isnan(guess->x)) warm = guess->x;
  }
  const double x = solve(low, high, warm);
  if (!std::isnan(x)) memory.keep({p, x, -sign / at(x).slope});
  return x;
}

double RootSolver::solve(double low, double high, double warm) {
  if (low < warm && warm < high) {
    const double x = continued(low, high, warm);
    if (!std::isnan(x)) return x;
  }
  failure_ = {-1, low, high, not_a_number, not_a_number};
  if (!(low < high)) return not_a_number;
  const Point a = inside(low, high), b = inside(high, low);
  failure_.residual_low = a.residual;
  failure_.residual_high = b.residual;
  if (a.residual == 0 && b.residual == 0)
    return not_a_number;  // every x would do, or there are several
  if (a.residual == 0) return a.x;
  if (b.residual == 0) return b.x;
  if (a.residual < 0 && b.residual > 0) return bracketed(a, b);
  if (a.residual > 0 && b.residual < 0) return bracketed(b, a);
  if (!std::isfinite(a.residual) || !std::isfinite(b.residual)) return not_a_number;
  // A solution at an end, where rounding decides about the sign: no penetration, no force.
  if (std::abs(a.residual) <= epsilon * std::abs(b.residual)) return a.x;
  if (std::abs(b.residual) <= epsilon * std::abs(a.residual)) return b.x;
  return not_a_number;
}

// Plain Newton from the last solution, given up as soon as it does not converge at once.
double RootSolver::continued(double low, double high, double warm) const {
  double x = warm, last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 8; ++i) {
    const Point p = at(x);
    const double step = -p.residual / p.slope;
    if (p.residual == 0) return x;
    x += step;
    if (!(low < x && x < high) || !(std::abs(step) < 0.5 * last)) return not_a_number;
    if (std::abs(step) <= last_step * std::abs(x)) return x;
    last = std::abs(step);
  }
  return not_a_number;
}

// Newton while it stays between the ends and at least halves its steps, else bisection.
double RootSolver::bracketed(Point negative, Point positive) const {
  double x = middle(negative.x, positive.x), last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 300; ++i) {
    const Point p = at(x);
    if (p.residual == 0) return x;
    if (std::isnan(p.residual)) return not_a_number;
    (p.residual < 0 ? negative : positive) = p;
    const double low = std::fmin(negative.x, positive.x), high = std::fmax(negative.x, positive.x);
    if (high - low <= 2 * epsilon * std::abs(x)) return x;
    const double step = -p.residual / p.slope;
    const double newton = x + step;
    const bool accept = low < newton && newton < high && std::abs(step) < 0.5 * last;
    if (accept && std::abs(step) <= last_step * std::abs(newton)) return newton;
    if (!accept && std::abs(step) <= 2 * epsilon * std::abs(x)) return x;
    last = accept ? std::abs(step) : high - low;
    x = accept ? newton : middle(low, high);
    if (x <= low || x >= high) return low;
  }
  return x;
}

double Tape::root(const Instruction& instruction, TapeState& state) const {
  const RootProgram& program = *roots_[instruction.c];
  TapeState& nested = state.nested[instruction.c];
  const double* r = state.registers.data();
  double* const inputs = nested.registers.data() + 1;
  bool another = false;
  for (std::size_t i = 0; i < program.captured.size(); ++i) {
    const double value = r[program.captured[i]];
    another = another || (value != inputs[i] && static_cast<int>(i) != program.given);
    inputs[i] = value;
  }
  RootSolver solver(program.tape, nested);
  const double low = r[instruction.a], high = r[instruction.b], warm = state.warm[instruction.c];
  double x = 0;
  if (program.given < 0) {
    x = solver.solve(low, high, warm);
  } else {
    RootMemory memory(nested.registers.data() + program.memory);
    const double p = inputs[program.given];
    if (another) memory.forget();
    const bool remembers = !another && p > 0 && std::isfinite(p);
    x = remembers ? solver.solve_remembered(low, high, warm, memory, p, program.sign)
                  : solver.solve(low, high, warm);
  }
  if (!std::isnan(x)) {
    state.warm[instruction.c] = x;
  } else if (!state.failure) {
    state.failure = solver.failure();
    state.failure->root = instruction.c;
  }
  return x;
}

}  // namespace mbs
