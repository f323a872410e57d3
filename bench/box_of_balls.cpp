#include "bench/box_of_balls.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

constexpr double cell = 2.1 * BoxOfBalls::radius;
constexpr double least_speed = 1e-3;  // m/s, that the law divides by

}  // namespace

int BoxOfBalls::columns_of_start() const {
  return static_cast<int>(std::ceil(std::sqrt(n_)));
}

BoxOfBalls::BoxOfBalls(int n) : n_(n), side_(pitch * columns_of_start()), next_(n) {
  cells_ = static_cast<int>(side_ / cell) + 1;
}

std::vector<double> BoxOfBalls::start() const {
  std::vector<double> y(size());
  for (int i = 0; i < n_; ++i) {
    const int row = i / columns_of_start(), column = i % columns_of_start();
    y[2 * i] = pitch * (column + 0.5);
    y[2 * i + 1] = pitch * (row + 0.5);
    y[2 * n_ + 2 * i] = 1.5 * std::sin(2.4 * column + row);
    y[2 * n_ + 2 * i + 1] = 1.5 * std::cos(3.1 * row - column);
  }
  return y;
}

BoxOfBalls::Closing BoxOfBalls::closing(const double* y, int a, int b) const {
  const double *p = y + 2 * a, *v = y + 2 * n_ + 2 * a;
  if (b == -1) return {p[0] - radius, -v[0]};
  if (b == -2) return {side_ - p[0] - radius, v[0]};
  if (b == -3) return {p[1] - radius, -v[1]};
  const double dx = y[2 * b] - p[0], dy = y[2 * b + 1] - p[1];
  const double d = std::sqrt(dx * dx + dy * dy), *w = y + 2 * n_ + 2 * b;
  return {d - 2 * radius, -(dx * (w[0] - v[0]) + dy * (w[1] - v[1])) / d};
}

// The box is open above, so the cells wrap around there.
void BoxOfBalls::sort_into_cells(const double* y) {
  first_.assign(static_cast<std::size_t>(cells_) * cells_, -1);
  for (int i = 0; i < n_; ++i) {
    const int cx = std::clamp(static_cast<int>(y[2 * i] / cell), 0, cells_ - 1);
    const int cy = std::max(static_cast<int>(y[2 * i + 1] / cell), 0) % cells_;
    next_[i] = first_[cy * cells_ + cx];
    first_[cy * cells_ + cx] = i;
  }
}

// visit(a, b, closing) of all that overlap, b < 0 for walls.
template <class Visit>
void BoxOfBalls::for_each_touch(const double* y, Visit visit) {
  sort_into_cells(y);
  const auto consider = [&](int a, int b) {
    const Closing c = closing(y, a, b);
    if (c.gap < 0) visit(a, b, c);
  };
  constexpr int half[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  for (int cy = 0; cy < cells_; ++cy)
    for (int cx = 0; cx < cells_; ++cx)
      for (int a = first_[cy * cells_ + cx]; a >= 0; a = next_[a]) {
        for (int wall = -3; wall < 0; ++wall) consider(a, wall);
        for (int b = next_[a]; b >= 0; b = next_[b]) consider(std::min(a, b), std::max(a, b));
        for (const auto& [dx, dy] : half) {
          if (cx + dx < 0 || cx + dx >= cells_) continue;
          const int other = (cy + dy) % cells_ * cells_ + cx + dx;
          for (int b = first_[other]; b >= 0; b = next_[b])
            consider(std::min(a, b), std::max(a, b));
        }
      }
}

void BoxOfBalls::rates(const double* y, double* dy) {
  ++evaluations_;
  std::copy(y + 2 * n_, y + 4 * n_, dy);
  double* acceleration = dy + 2 * n_;
  for (int i = 0; i < n_; ++i) acceleration[2 * i] = 0, acceleration[2 * i + 1] = -gravity;
  for_each_touch(y, [&](int a, int b, const Closing& c) {
    const auto known = touches_.find(key(a, b));
    const double v = known != touches_.end() ? known->second.v_impact : c.speed;
    const double delta = -c.gap;
    const double force =
        std::max(0.0, K * delta * std::sqrt(delta) *
                          (1 + 1.5 * (1 - ce) * c.speed / std::max(v, least_speed)));
    double nx = b == -1 ? -1 : b == -2 ? 1 : 0, ny = b == -3 ? -1 : 0;
    if (b >= 0) {
      const double d = c.gap + 2 * radius;
      nx = (y[2 * b] - y[2 * a]) / d, ny = (y[2 * b + 1] - y[2 * a + 1]) / d;
      acceleration[2 * b] += force * nx / mass;
      acceleration[2 * b + 1] += force * ny / mass;
    }
    acceleration[2 * a] -= force * nx / mass;
    acceleration[2 * a + 1] -= force * ny / mass;
  });
}

void BoxOfBalls::accept(const double* y) {
  ++accepted_;
  for_each_touch(y, [&](int a, int b, const Closing& now) {
    auto [touch, fresh] = touches_.try_emplace(key(a, b));
    touch->second.seen = accepted_;
    if (!fresh) return;
    ++hits_;
    touch->second.v_impact = std::max(now.speed, 0.0);
    if (previous_.empty()) return;
    const Closing before = closing(previous_.data(), a, b);
    const double part = before.gap / (before.gap - now.gap);
    touch->second.v_impact = std::max(before.speed + part * (now.speed - before.speed), 0.0);
  });
  std::erase_if(touches_, [&](const auto& touch) { return touch.second.seen != accepted_; });
  previous_.assign(y, y + size());
}

std::vector<double> box_by_verlet(int n, double tol, double until, Cost& cost) {
  BoxOfBalls box(n);
  std::vector<double> y = box.start(), dy(y.size()), next(y.size());
  const long steps =
      std::max(1L, std::lround(std::ceil(until / (BoxOfBalls::duration * std::sqrt(tol)))));
  const double h = until / static_cast<double>(steps);
  const std::size_t half = y.size() / 2;
  box.accept(y.data());
  box.rates(y.data(), dy.data());
  for (long i = 0; i < steps; ++i) {
    // The force depends on the speed: it is taken at a predicted one, then the speed is corrected.
    for (std::size_t k = 0; k < half; ++k) {
      next[k] = y[k] + h * (y[half + k] + 0.5 * h * dy[half + k]);
      next[half + k] = y[half + k] + h * dy[half + k];
    }
    const std::vector<double> before(dy.begin() + static_cast<long>(half), dy.end());
    box.rates(next.data(), dy.data());
    for (std::size_t k = 0; k < half; ++k)
      next[half + k] = y[half + k] + 0.5 * h * (before[k] + dy[half + k]);
    y.swap(next);
    box.accept(y.data());
  }
  cost.steps = steps, cost.evaluations = box.evaluations(), cost.impacts = box.hits();
  return y;
}

std::vector<double> box_by_cvode(int n, double tol, double until, Cost& cost) {
  BoxOfBalls box(n);
  std::vector<double> y = box.start();
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector state = N_VMake_Serial(box.size(), y.data(), context), bound = N_VClone(state);
  for (int i = 0; i < box.size(); ++i)
    NV_Ith_S(bound, i) = tol * (i < box.size() / 2 ? BoxOfBalls::depth : 1);
  void* solver = CVodeCreate(CV_ADAMS, context);
  const auto rates = [](realtype, N_Vector at, N_Vector dy, void* self) {
    static_cast<BoxOfBalls*>(self)->rates(NV_DATA_S(at), NV_DATA_S(dy));
    return 0;
  };
  CVodeInit(solver, rates, 0, state);
  CVodeSetUserData(solver, &box);
  CVodeSVtolerances(solver, 0, bound);
  CVodeSetMaxNumSteps(solver, 1 << 30);
  SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(state, 0, context);
  CVodeSetNonlinearSolver(solver, iteration);
  CVodeSetStopTime(solver, until);
  // A longer step could jump over an impact.
  CVodeSetMaxStep(solver, BoxOfBalls::duration / 3);
  box.accept(y.data());
  realtype t = 0;
  while (t < until && CVode(solver, until, state, &t, CV_ONE_STEP) >= 0) {
    ++cost.steps;
    box.accept(NV_DATA_S(state));
  }
  cost.evaluations = box.evaluations(), cost.impacts = box.hits();
  SUNNonlinSolFree(iteration);
  CVodeFree(&solver);
  N_VDestroy(bound);
  N_VDestroy(state);
  SUNContext_Free(&context);
  return y;
}

}  // namespace bench
