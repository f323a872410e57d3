#include "runtime/integration/solver_vector.hpp"

#include <cmath>

#include "runtime/numerics/error_norm.hpp"

// Vectors may be the same one, never overlap otherwise: element by element nothing depends on
// order.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"  // a build without optimisation does not
#define MBS_NO_ORDER _Pragma("clang loop vectorize(assume_safety)")
#else
#define MBS_NO_ORDER _Pragma("GCC ivdep")
#endif
#define MBS_EACH_ELEMENT MBS_NO_ORDER for (sunindextype i = 0; i < n; ++i)

namespace mbs {

namespace {

sunindextype size(N_Vector x) {
  return NV_LENGTH_S(x);
}

// Four sums side by side: one chain of additions would wait for each.
double weighted_norm(N_Vector x, N_Vector weights) {
  const double *a = elements(x), *w = elements(weights);
  const sunindextype n = size(x);
  double sum[4] = {0, 0, 0, 0};
  sunindextype i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) sum[k] += a[i + k] * w[i + k] * (a[i + k] * w[i + k]);
  for (; i < n; ++i) sum[0] += a[i] * w[i] * (a[i] * w[i]);
  return std::sqrt((sum[0] + sum[1] + (sum[2] + sum[3])) / unknowns_at_work);
}

void set(double c, N_Vector z) {
  double* out = elements(z);
  const sunindextype n = size(z);
  MBS_EACH_ELEMENT out[i] = c;
}

void scale(double c, N_Vector x, N_Vector z) {
  const double* a = elements(x);
  double* out = elements(z);
  const sunindextype n = size(x);
  if (c == 1)
    MBS_EACH_ELEMENT out[i] = a[i];
  else
    MBS_EACH_ELEMENT out[i] = c * a[i];
}

void linear_sum(double p, N_Vector x, double q, N_Vector y, N_Vector z) {
  const double *a = elements(x), *b = elements(y);
  double* out = elements(z);
  const sunindextype n = size(x);
  if (p == 1 && q == 1)
    MBS_EACH_ELEMENT out[i] = a[i] + b[i];
  else if (p == 1)
    MBS_EACH_ELEMENT out[i] = a[i] + q * b[i];
  else
    MBS_EACH_ELEMENT out[i] = p * a[i] + q * b[i];
}

// z = sum of c[k] x[k]; z may be x[0].
int linear_combination(int count, double* c, N_Vector* x, N_Vector z) {
  double* out = elements(z);
  const sunindextype n = size(z);
  scale(c[0], x[0], z);
  int k = 1;
  for (; k + 2 < count; k += 3) {
    const double *p = elements(x[k]), *q = elements(x[k + 1]), *r = elements(x[k + 2]);
    const double cp = c[k], cq = c[k + 1], cr = c[k + 2];
    MBS_EACH_ELEMENT out[i] += cp * p[i] + cq * q[i] + cr * r[i];
  }
  for (; k < count; ++k) {
    const double* p = elements(x[k]);
    const double cp = c[k];
    MBS_EACH_ELEMENT out[i] += cp * p[i];
  }
  return 0;
}

// z[k] = c[k] x + y[k]
int scale_add_multi(int count, double* c, N_Vector x, N_Vector* y, N_Vector* z) {
  for (int k = 0; k < count; ++k) linear_sum(1, y[k], c[k], x, z[k]);
  return 0;
}

int scale_array(int count, double* c, N_Vector* x, N_Vector* z) {
  for (int k = 0; k < count; ++k) scale(c[k], x[k], z[k]);
  return 0;
}

// IDA reads what it has not written where its order may rise again in mid-run: one step's choice of
// order must not be what memory happens to hold.
N_Vector cleared_clone(N_Vector x) {
  const N_Vector clone = N_VClone_Serial(x);
  if (clone) set(0, clone);
  return clone;
}

int linear_sum_array(int count, double p, N_Vector* x, double q, N_Vector* y, N_Vector* z) {
  for (int k = 0; k < count; ++k) linear_sum(p, x[k], q, y[k], z[k]);
  return 0;
}

}  // namespace

N_Vector make_solver_vector(sunindextype length, SUNContext context) {
  N_Vector vector = N_VNew_Serial(length, context);
  if (!vector) return nullptr;
  vector->ops->nvwrmsnorm = weighted_norm;
  vector->ops->nvclone = cleared_clone;
  vector->ops->nvconst = set;
  vector->ops->nvscale = scale;
  vector->ops->nvlinearsum = linear_sum;
  vector->ops->nvlinearcombination = linear_combination;
  vector->ops->nvscaleaddmulti = scale_add_multi;
  vector->ops->nvscalevectorarray = scale_array;
  vector->ops->nvlinearsumvectorarray = linear_sum_array;
  set(0, vector);
  return vector;
}

}  // namespace mbs
