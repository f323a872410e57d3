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
  return static_cast<int>(std::ceil(axes_ == 2 ? std::sqrt(n_) : std::cbrt(n_)));
}

BoxOfBalls::BoxOfBalls(int axes, int n) : axes_(axes), n_(n), side_(0), touches_(), next_(n) {
  side_ = pitch * columns_of_start();
  cells_ = static_cast<int>(side_ / cell) + 1;
}

std::vector<double> BoxOfBalls::start() const {
  std::vector<double> y(size());
  const int columns = columns_of_start();
  for (int i = 0; i < n_; ++i) {
    const int column = i % columns, row = i / columns % columns, layer = i / columns / columns;
    double* p = y.data() + axes_ * i;
    double* v = p + axes_ * n_;
    p[0] = pitch * (column + 0.5);
    p[1] = pitch * (row + 0.5);
    v[0] = 1.5 * std::sin(2.4 * column + row + layer);
    v[1] = 1.5 * std::cos(3.1 * row - column + 2 * layer);
    if (axes_ == 2) continue;
    p[2] = pitch * (layer + 0.5);
    v[2] = 1.5 * std::sin(1.7 * layer + 5 * column - row);
  }
  return y;
}

BoxOfBalls::Closing BoxOfBalls::closing(const double* y, int a, int b) const {
  const double *p = y + axes_ * a, *v = p + axes_ * n_;
  Closing out;
  if (b < 0) {
    const int axis = (-b - 1) / 2;
    const double sign = -b % 2 == 1 ? -1 : 1;
    out.n[axis] = sign;
    out.gap = (sign < 0 ? p[axis] : side_ - p[axis]) - radius;
    out.speed = sign * v[axis];
    return out;
  }
  const double *q = y + axes_ * b, *w = q + axes_ * n_;
  double square = 0, closing = 0;
  for (int k = 0; k < axes_; ++k) {
    const double d = q[k] - p[k];
    square += d * d;
    closing -= d * (w[k] - v[k]);
  }
  const double d = std::sqrt(square);
  for (int k = 0; k < axes_; ++k) out.n[k] = (q[k] - p[k]) / d;
  out.gap = d - 2 * radius;
  out.speed = closing / d;
  return out;
}

// The box is open above, so the cells wrap around there.
int BoxOfBalls::cell_of(const double* place) const {
  int at = std::max(static_cast<int>(place[axes_ - 1] / cell), 0) % cells_;
  for (int k = axes_ - 2; k >= 0; --k)
    at = at * cells_ + std::clamp(static_cast<int>(place[k] / cell), 0, cells_ - 1);
  return at;
}

void BoxOfBalls::sort_into_cells(const double* y) {
  first_.assign(static_cast<std::size_t>(cells_) * cells_ * (axes_ == 2 ? 1 : cells_), -1);
  for (int i = 0; i < n_; ++i) {
    int& first = first_[cell_of(y + axes_ * i)];
    next_[i] = first;
    first = i;
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
  // One of each two neighbours that are opposite, in the plane the last four.
  constexpr int half[13][3] = {{-1, -1, 1}, {0, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {0, 0, 1},
                               {1, 0, 1},   {-1, 1, 1}, {0, 1, 1},  {1, 1, 1},  {1, 0, 0},
                               {-1, 1, 0},  {0, 1, 0},  {1, 1, 0}};
  const int layers = axes_ == 2 ? 1 : cells_;
  for (int cell = 0; cell < static_cast<int>(first_.size()); ++cell) {
    const int at[3] = {cell % cells_, cell / cells_ % cells_, cell / cells_ / cells_};
    for (int a = first_[cell]; a >= 0; a = next_[a]) {
      for (int wall = 1; wall <= walls(); ++wall) consider(a, -wall);
      for (int b = next_[a]; b >= 0; b = next_[b]) consider(std::min(a, b), std::max(a, b));
      for (int i = axes_ == 2 ? 9 : 0; i < 13; ++i) {
        int to[3];
        bool outside = false;
        for (int k = 0; k < 3; ++k) {
          to[k] = at[k] + half[i][k];
          if (k < axes_ - 1) outside = outside || to[k] < 0 || to[k] >= cells_;
        }
        if (outside) continue;
        if (axes_ == 2) to[1] %= cells_;
        to[2] %= layers;
        const int other = (to[2] * cells_ + to[1]) * cells_ + to[0];
        for (int b = first_[other]; b >= 0; b = next_[b]) consider(std::min(a, b), std::max(a, b));
      }
    }
  }
}

void BoxOfBalls::rates(const double* y, double* dy) {
  ++evaluations_;
  const int places = axes_ * n_;
  std::copy(y + places, y + 2 * places, dy);
  double* acceleration = dy + places;
  std::fill_n(acceleration, places, 0.0);
  for (int i = 0; i < n_; ++i) acceleration[axes_ * i + axes_ - 1] = -gravity;
  for_each_touch(y, [&](int a, int b, const Closing& c) {
    const auto known = touches_.find(key(a, b));
    const double v = known != touches_.end() ? known->second.v_impact : c.speed;
    const double delta = -c.gap;
    const double force =
        std::max(0.0, K * delta * std::sqrt(delta) *
                          (1 + 1.5 * (1 - ce) * c.speed / std::max(v, least_speed)));
    for (int k = 0; k < axes_; ++k) {
      acceleration[axes_ * a + k] -= force * c.n[k] / mass;
      if (b >= 0) acceleration[axes_ * b + k] += force * c.n[k] / mass;
    }
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

std::vector<double> box_by_verlet(int axes, int n, double tol, double until, Cost& cost) {
  BoxOfBalls box(axes, n);
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

std::vector<double> box_by_cvode(int axes, int n, double tol, double until, Cost& cost) {
  BoxOfBalls box(axes, n);
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
