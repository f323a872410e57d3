#include "bench/squeezer_by_hand.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace bench {
namespace {

constexpr double m[] = {.04325, .00365, .02373, .00706, .07050, .00706, .05498};
constexpr double I[] = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
constexpr double xb = -.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530, l0 = .07785,
                 mom = .033;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035;
constexpr double sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04;
constexpr double ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;

using Matrix = Eigen::Matrix<double, 13, 13>;
using Column = Eigen::Matrix<double, 13, 1>;

struct Angles {
  double cb, sb_, ct, st, cg, sg, cp, sp, cd, sd_, co, so, ce, se;  // of each angle
  double cbt, sbt, cpd, spd, coe, soe;                              // of the sums
};

Angles angles(const double* q) {
  using std::cos, std::sin;
  return {cos(q[0]),        sin(q[0]),        cos(q[1]),        sin(q[1]),        cos(q[2]),
          sin(q[2]),        cos(q[3]),        sin(q[3]),        cos(q[4]),        sin(q[4]),
          cos(q[5]),        sin(q[5]),        cos(q[6]),        sin(q[6]),        cos(q[0] + q[1]),
          sin(q[0] + q[1]), cos(q[3] + q[4]), sin(q[3] + q[4]), cos(q[5] + q[6]), sin(q[5] + q[6])};
}

void mass(const Angles& a, Matrix& A) {
  const double ee = e - ea, ff = zf - fa;
  A(0, 0) = m[0] * ra * ra + m[1] * (rr * rr - 2 * da * rr * a.ct + da * da) + I[0] + I[1];
  A(1, 0) = m[1] * (da * da - da * rr * a.ct) + I[1];
  A(1, 1) = m[1] * da * da + I[1];
  A(2, 2) = m[2] * (sa * sa + sb * sb) + I[2];
  A(3, 3) = m[3] * ee * ee + I[3];
  A(4, 3) = m[3] * (ee * ee + zt * ee * a.sp) + I[3];
  A(4, 4) =
      m[3] * (zt * zt + 2 * zt * ee * a.sp + ee * ee) + m[4] * (ta * ta + tb * tb) + I[3] + I[4];
  A(5, 5) = m[5] * ff * ff + I[5];
  A(6, 5) = m[5] * (ff * ff - u * ff * a.so) + I[5];
  A(6, 6) = m[5] * (ff * ff - 2 * u * ff * a.so + u * u) + m[6] * (ua * ua + ub * ub) + I[5] + I[6];
  A(0, 1) = A(1, 0), A(3, 4) = A(4, 3), A(5, 6) = A(6, 5);
}

void constraints(const Angles& a, Matrix& A) {
  const auto set = [&](int row, int column, double value) {
    A(7 + row, column) = A(column, 7 + row) = value;
  };
  for (int row = 0; row < 6; row += 2) {
    set(row, 0, -rr * a.sb_ + d * a.sbt), set(row, 1, d * a.sbt);
    set(row + 1, 0, rr * a.cb - d * a.cbt), set(row + 1, 1, -d * a.cbt);
  }
  set(0, 2, -ss * a.cg), set(1, 2, -ss * a.sg);
  set(2, 3, -e * a.cpd), set(2, 4, -e * a.cpd + zt * a.sd_);
  set(3, 3, -e * a.spd), set(3, 4, -e * a.spd - zt * a.cd);
  set(4, 5, zf * a.soe), set(4, 6, zf * a.soe - u * a.ce);
  set(5, 5, -zf * a.coe), set(5, 6, -zf * a.coe - u * a.se);
}

void forces(const Angles& a, const double* v, Column& f) {
  const double xd = sd * a.cg + sc * a.sg + xb, yd = sd * a.sg - sc * a.cg + yb;
  const double l = std::hypot(xd - xc, yd - yc), F = -c0 * (l - l0) / l;
  const double fx = F * (xd - xc), fy = F * (yd - yc), ee = e - ea, ff = zf - fa;
  f[0] = mom - m[1] * da * rr * v[1] * (v[1] + 2 * v[0]) * a.st;
  f[1] = m[1] * da * rr * v[0] * v[0] * a.st;
  f[2] = fx * (sc * a.cg - sd * a.sg) + fy * (sd * a.cg + sc * a.sg);
  f[3] = m[3] * zt * ee * v[4] * v[4] * a.cp;
  f[4] = -m[3] * zt * ee * v[3] * (v[3] + 2 * v[4]) * a.cp;
  f[5] = -m[5] * u * ff * v[6] * v[6] * a.co;
  f[6] = m[5] * u * ff * v[5] * (v[5] + 2 * v[6]) * a.co;
  const double b2 = v[0] * v[0], bt2 = (v[0] + v[1]) * (v[0] + v[1]), g2 = v[2] * v[2];
  const double pd2 = (v[3] + v[4]) * (v[3] + v[4]), d2 = v[4] * v[4];
  const double oe2 = (v[5] + v[6]) * (v[5] + v[6]), e2 = v[6] * v[6];
  const double x = rr * a.cb * b2 - d * a.cbt * bt2, y = rr * a.sb_ * b2 - d * a.sbt * bt2;
  f[7] = x - ss * a.sg * g2;
  f[8] = y + ss * a.cg * g2;
  f[9] = x - e * a.spd * pd2 - zt * a.cd * d2;
  f[10] = y + e * a.cpd * pd2 - zt * a.sd_ * d2;
  f[11] = x - zf * a.coe * oe2 - u * a.se * e2;
  f[12] = y - zf * a.soe * oe2 + u * a.ce * e2;
}

}  // namespace

void andrews_start(double* y) {
  static constexpr double q[] = {-0.0617138900142764496, 0,
                                 0.455279819163070380,   0.222668390165885885,
                                 0.487364979543842550,   -0.222668390165885885,
                                 1.23054744454982119};
  std::copy(q, q + 7, y);
  std::fill(y + 7, y + 14, 0.0);
}

void andrews_rates(const double* y, double* dy) {
  Matrix A = Matrix::Zero();
  Column f;
  const Angles a = angles(y);
  mass(a, A);
  constraints(a, A);
  forces(a, y + 7, f);
  const Column x = A.partialPivLu().solve(f);
  std::copy(y + 7, y + 14, dy);
  std::copy(x.data(), x.data() + 7, dy + 7);
}

double andrews_error(const double* y) {
  static constexpr double q[] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                 -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                 1.048080741042263};
  double worst = 0;
  for (int i = 0; i < 7; ++i) worst = std::max(worst, std::fabs(y[i] - q[i]));
  return worst;
}

}  // namespace bench
