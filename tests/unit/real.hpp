// For tests: numbers with 113 bits of mantissa, 34 digits, where the compiler has them; else the
// longest it has.
#pragma once

#include <cfloat>
#include <cmath>

#if LDBL_MANT_DIG < 113 && defined(__SIZEOF_FLOAT128__) && defined(__GNUC__) && !defined(__clang__)
#define MBS_TEST_QUADMATH 1
#include <quadmath.h>
#endif

namespace mbs::test {

#ifdef MBS_TEST_QUADMATH

__extension__ typedef __float128 Real;  // NOLINT(modernize-use-using): an extension needs it
inline const Real real_epsilon = ldexpq(1, -112);
inline Real r_sqrt(Real x) {
  return sqrtq(x);
}
inline Real r_cbrt(Real x) {
  return cbrtq(x);
}
inline Real r_abs(Real x) {
  return fabsq(x);
}
inline Real r_exp(Real x) {
  return expq(x);
}
inline Real r_log(Real x) {
  return logq(x);
}
inline Real r_sin(Real x) {
  return sinq(x);
}
inline Real r_cos(Real x) {
  return cosq(x);
}
inline Real r_atan(Real x) {
  return atanq(x);
}
inline Real r_tanh(Real x) {
  return tanhq(x);
}
inline Real r_pow(Real x, Real y) {
  return powq(x, y);
}
inline bool r_finite(Real x) {
  return finiteq(x) != 0;
}

#else

using Real = long double;
inline const Real real_epsilon = LDBL_EPSILON;
inline Real r_sqrt(Real x) {
  return std::sqrt(x);
}
inline Real r_cbrt(Real x) {
  return std::cbrt(x);
}
inline Real r_abs(Real x) {
  return std::abs(x);
}
inline Real r_exp(Real x) {
  return std::exp(x);
}
inline Real r_log(Real x) {
  return std::log(x);
}
inline Real r_sin(Real x) {
  return std::sin(x);
}
inline Real r_cos(Real x) {
  return std::cos(x);
}
inline Real r_atan(Real x) {
  return std::atan(x);
}
inline Real r_tanh(Real x) {
  return std::tanh(x);
}
inline Real r_pow(Real x, Real y) {
  return std::pow(x, y);
}
inline bool r_finite(Real x) {
  return std::isfinite(x);
}

#endif

}  // namespace mbs::test
