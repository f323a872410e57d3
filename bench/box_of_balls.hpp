// Balls in a box by hand, in the plane or in space: cells to find neighbours, the law of Hunt and
// Crossley, impact speeds kept while a pair touches. Integrated by velocity Verlet with a fixed
// step, as granular codes do, and by CVODE's Adams method, as somebody would who wants an error
// bound.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "bench/dopri.hpp"

namespace bench {

class BoxOfBalls {
 public:
  static constexpr double radius = 0.02, mass = 0.1, K = 1e8, ce = 0.6, gravity = 9.81;  // SI
  static constexpr double pitch = 0.06;          // m, of the grid they start in
  static constexpr double depth = 2.08e-4;       // m, at 1 m/s between two balls
  static constexpr double duration = 3 * depth;  // s, of such an impact

  BoxOfBalls(int axes, int n);  // 2 or 3 axes, the last one upwards
  int size() const { return 2 * axes_ * n_; }
  int columns_of_start() const;
  std::vector<double> start() const;  // x, y (and z) of all, then their rates
  // y' of y. Pairs that have no impact speed yet use their present approach speed.
  void rates(const double* y, double* dy);
  // Takes over an accepted state: what began to touch since the last one gets its impact
  // speed by interpolation, what has left is forgotten.
  void accept(const double* y);
  long hits() const { return hits_; }
  long evaluations() const { return evaluations_; }

 private:
  struct Touch {
    double v_impact = 0;
    long seen = 0;
  };
  struct Closing {
    double gap = 0, speed = 0;  // speed > 0: approaching
    double n[3] = {0, 0, 0};    // from a to b
  };
  int walls() const { return 2 * axes_ - 1; }  // none above
  int cell_of(const double* place) const;
  template <class Visit>
  void for_each_touch(const double* y, Visit visit);
  void sort_into_cells(const double* y);
  Closing closing(const double* y, int a, int b) const;
  static std::uint64_t key(int a, int b) {
    return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b + 8);
  }

  int axes_, n_;
  double side_;
  // Walls are -1 and -2 across x, in space -3 and -4 across y, and then the floor.
  std::unordered_map<std::uint64_t, Touch> touches_;
  std::vector<int> first_, next_;  // balls by cell
  int cells_ = 1;
  long accepted_ = 0, hits_ = 0, evaluations_ = 0;
  std::vector<double> previous_;
};

// Both return the state at `until`; `tol` is the error bound of CVODE, and for Verlet the square of
// its step in impacts.
std::vector<double> box_by_verlet(int axes, int n, double tol, double until, Cost& cost);
std::vector<double> box_by_cvode(int axes, int n, double tol, double until, Cost& cost);

}  // namespace bench
