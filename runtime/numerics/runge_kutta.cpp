#include "runtime/numerics/runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/numerics/twice.hpp"

namespace mbs {

// clang-format off
const std::array<double, 7> Tsitouras::c = {0, 0.161, 0.327, 0.9, 0.9800255409045097, 1, 1};
const std::array<std::array<double, 7>, 7> Tsitouras::a = {{
    {},
    {0.161},
    {-0.008480655492356989, 0.335480655492357},
    {2.8971530571054935, -6.359448489975075, 4.3622954328695815},
    {5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525},
    {5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383},
    {0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774},
}};
const std::array<double, 7> Tsitouras::e = {
    -0.00178001105222577714, -0.0008164344596567469, 0.007880878010261995, -0.1447110071732629,
    0.5823571654525552, -0.45808210592918697, 1.0 / 66};
const std::array<std::array<double, 4>, 7> Tsitouras::dense = {{
    {1, -2.763706197274826, 2.9132554618219126, -1.0530884977290216},
    {0, 0.13169999999999998, -0.2234, 0.1017},
    {0, 3.9302962368947516, -5.941033872131505, 2.490627285651253},
    {0, -12.411077166933676, 30.33818863028232, -16.548102889244902},
    {0, 37.50931341651104, -88.1789048947664, 47.37952196281928},
    {0, -27.896526289197286, 65.09189467479366, -34.87065786149661},
    {0, 1.5, -4.0, 2.5},
}};
// clang-format on

namespace {

using Weights = std::array<double, Tsitouras::stages>;

// Rates of all stages, one after the other; those of one have `stride` places.
struct Stages {
  const double* k;
  std::size_t stride;
};

// out = y + h * sum of the first stages times their weights, for `size` unknowns and one more if
// that is odd. All have room for it.
template <int count>
[[gnu::always_inline]] inline void combine(std::size_t size, const double* y, const Stages& stages,
                                           const Weights& w, double h, double* __restrict out) {
  const auto [k, stride] = stages;
  for (std::size_t i = 0; i < size; i += 2) {
    double first = w[0] * k[i], second = w[0] * k[i + 1];
    for (int s = 1; s < count; ++s) {
      first += w[s] * k[s * stride + i];
      second += w[s] * k[s * stride + i + 1];
    }
    out[i] = y[i] + h * first;
    out[i + 1] = y[i + 1] + h * second;
  }
}

// finish(i, sum of all stages times their weights) for `size` unknowns; two at a time, for which
// the processor has single instructions.
template <typename Finish>
[[gnu::always_inline]] inline void weigh(std::size_t size, const Stages& stages, const Weights& w,
                                         const Finish& finish) {
  const auto [k, stride] = stages;
  std::size_t i = 0;
  for (; i + 1 < size; i += 2) {
    double first = w[0] * k[i], second = w[0] * k[i + 1];
    for (int s = 1; s < Tsitouras::stages; ++s) {
      first += w[s] * k[s * stride + i];
      second += w[s] * k[s * stride + i + 1];
    }
    finish(i, first);
    finish(i + 1, second);
  }
  if (i == size) return;
  double sum = w[0] * k[i];
  for (int s = 1; s < Tsitouras::stages; ++s) sum += w[s] * k[s * stride + i];
  finish(i, sum);
}

constexpr int last_stage = Tsitouras::stages - 1;

}  // namespace

RungeKutta::RungeKutta(int size)
    : size_(static_cast<std::size_t>(size)), active_(size_), stride_(size_ + size_ % 2) {
  for (Step* step : {&last_, &trial_, &again_})
    step->all.resize((values + Tsitouras::stages) * stride_);
}

void RungeKutta::start(double t, const double* y, const double* f) {
  trial_.from = last_.from = last_.to = t;
  move_end(y, f);
  std::copy_n(y, size_, begin_of(last_));
  std::copy_n(y, size_, end_of(last_));
}

bool RungeKutta::attempt(Ode& ode, double to) {
  trial_.to = to;
  return compute(ode, trial_);
}

template <int stage>
[[gnu::always_inline]] inline bool RungeKutta::look(Ode& ode, Step& step) {
  const double h = step.to - step.from;
  double* const to = stage == last_stage - 1 ? before_of(step) : end_of(step);
  combine<stage>(stage == last_stage ? size_ : active_, begin_of(step),
                 {rates_of(step, 0), stride_}, Tsitouras::a[stage], h, to);
  const double t = Tsitouras::c[stage] == 1 ? step.to : step.from + Tsitouras::c[stage] * h;
  return ode.rates(t, to, rates_of(step, stage));
}

// With its ends, its begin and its first stage given.
MBS_COMPILED_TWICE bool RungeKutta::compute(Ode& ode, Step& step) {
  return look<1>(ode, step) && look<2>(ode, step) && look<3>(ode, step) && look<4>(ode, step) &&
         look<5>(ode, step) && look<6>(ode, step);
}

void RungeKutta::error(double* out) const {
  const double h = trial_.to - trial_.from;
  weigh(size_, {rates_of(trial_, 0), stride_}, Tsitouras::e,
        [=](std::size_t i, double sum) { out[i] = sum * h; });
}

MBS_COMPILED_TWICE double RungeKutta::squared_error(const double* weights) const {
  const double h = trial_.to - trial_.from;
  double total = 0;
  weigh(size_, {rates_of(trial_, 0), stride_}, Tsitouras::e, [&](std::size_t i, double sum) {
    const double e = sum * h * weights[i];
    total += e * e;
  });
  return total;
}

RungeKutta::LastStages RungeKutta::last_stages() const {
  return {end_of(last_), before_of(last_), rates_of(last_, last_stage),
          rates_of(last_, last_stage - 1)};
}

void RungeKutta::accept() {
  std::swap(last_, trial_);
  trial_.from = last_.to;
  move_end(end_of(last_), rates_of(last_, last_stage));
}

void RungeKutta::move_end(const double* y, const double* f) {
  std::copy_n(y, size_, begin_of(trial_));
  std::copy_n(f, size_, rates_of(trial_, 0));
}

void RungeKutta::interpolate_in(const Step& step, double t, std::size_t count, double* y,
                                double* f) const {
  const double h = step.to - step.from, x = h > 0 ? (t - step.from) / h : 0;
  Weights value, slope;
  for (int s = 0; s < Tsitouras::stages; ++s) {
    const auto& [p, q, r, z] = Tsitouras::dense[s];
    value[s] = h * x * (p + x * (q + x * (r + x * z)));
    if (f) slope[s] = p + x * (2 * q + x * (3 * r + x * 4 * z));
  }
  const Stages stages{rates_of(step, 0), stride_};
  const double* const begin = begin_of(step);
  weigh(count, stages, value, [=](std::size_t i, double sum) { y[i] = sum + begin[i]; });
  if (f) weigh(count, stages, slope, [=](std::size_t i, double sum) { f[i] = sum; });
}

void RungeKutta::missed_by_cubic(int first, int count, double part, double* out) const {
  static const Weights weights = [] {
    Weights w;
    for (int s = 0; s < Tsitouras::stages; ++s) {
      const auto& [p, q, r, z] = Tsitouras::dense[s];
      w[s] = p / 2 + q / 4 + r / 8 + z / 16 - Tsitouras::a[last_stage][s] / 2;
    }
    w[0] -= 0.125, w[last_stage] += 0.125;
    return w;
  }();
  const double by = part * (last_.to - last_.from);
  weigh(static_cast<std::size_t>(count), {rates_of(last_, 0) + first, stride_}, weights,
        [=](std::size_t i, double sum) { out[i] = sum * by; });
}

bool RungeKutta::again(Ode& ode, double t, double* y, double* f) {
  again_.from = last_.from;
  again_.to = t;
  std::copy_n(begin_of(last_), size_, begin_of(again_));
  std::copy_n(rates_of(last_, 0), size_, rates_of(again_, 0));
  if (!compute(ode, again_)) return false;
  std::copy_n(end_of(again_), size_, y);
  std::copy_n(rates_of(again_, last_stage), size_, f);
  return true;
}

namespace {

constexpr double safety = 0.9, shortest = 0.2, longest = 5;  // factors between sizes
constexpr double after_undefined = 0.25;

double factor_for(double error) {
  if (error == 0) return longest;
  if (!std::isfinite(error)) return shortest;
  return std::clamp(safety * std::pow(error, -1.0 / Tsitouras::order), shortest, longest);
}

}  // namespace

void StepSize::at_most(double h) {
  if (!known() || h < size_) size_ = h;
}

void StepSize::accepted(double h, double error, bool cut) {
  const double next = h * (failed_ ? std::min(factor_for(error), 1.0) : factor_for(error));
  size_ = cut ? std::max(size_, next) : next;
  failed_ = false;
}

void StepSize::rejected(double h, double error) {
  size_ = h * std::min(factor_for(error), safety);
  failed_ = true;
}

void StepSize::undefined(double h) {
  size_ = after_undefined * h;
  failed_ = true;
}

}  // namespace mbs
