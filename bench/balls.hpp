// N balls in a box as a specialist writes it: plain ODE, cells to find the pairs, the dashpot of
// Kuwabara and Kono, which needs no latched speed and so no events.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct Balls {
  explicit Balls(int count);

  int count;
  double radius = 0.02, mass = 0.1, width, height;
  double K = 1e7, A = 1e-5;  // N/m^1.5, s: F = K d^1.5 + 1.5 K A sqrt(d) d'
  std::vector<double> start;  // x, y of all, then vx, vy of all

  void rates(const double* y, double* dy);
  double energy(const double* y) const;  // kinetic and of gravity, J
  std::string script(double end) const;  // the same for mbs

 private:
  void walls(const double* y, double* force) const;
  void pairs(const double* y, double* force);
  std::vector<int> first_, next_;  // of each cell, of each ball
  int columns_ = 0, rows_ = 0;
};

}  // namespace bench
