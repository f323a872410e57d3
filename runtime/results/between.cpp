#include "runtime/results/between.hpp"

#include <Eigen/Core>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/space.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/hermite.hpp"
#include "runtime/numerics/quintic.hpp"

namespace mbs {

namespace {

void interpolate(double t, const Sample& from, const Sample& to, std::span<double> y,
                 std::span<double> yp) {
  const Hermite cubic(to.t - from.t, t - from.t);
  for (std::size_t k = 0; k < y.size(); ++k) {
    y[k] = cubic.value(from.y[k], from.yp[k], to.y[k], to.yp[k]);
    yp[k] = cubic.slope(from.y[k], from.yp[k], to.y[k], to.yp[k]);
  }
}

// Places, whose rates are the unknowns `count` behind them, with these.
void interpolate_places(double t, const Sample& from, const Sample& to, std::size_t count,
                        std::span<double> y, std::span<double> yp) {
  const Quintic quintic(to.t - from.t, t - from.t);
  for (std::size_t i = 0, v = count; i < count; ++i, ++v) {
    const auto now = quintic({from.y[i], from.y[v], from.yp[v]}, {to.y[i], to.y[v], to.yp[v]});
    y[i] = now.value;
    y[v] = yp[i] = now.slope;
    yp[v] = now.curvature;
  }
}

// The same of bodies in space, whose accelerations are those of their quaternions, too.
void interpolate_bodies(const Layout& l, double t, const Sample& from, const Sample& to,
                        SampleView out) {
  const Quintic quintic(to.t - from.t, t - from.t);
  using Vector4 = Eigen::Vector4d;
  const auto bend = [](const Sample& at, int p, int w) -> Vector4 {
    return 0.5 * (quaternion_map(at.y.data() + p) * Vector3::Map(at.yp.data() + w) +
                  quaternion_map(at.yp.data() + p) * Vector3::Map(at.y.data() + w));
  };
  for (int b = 1; b <= l.bodies; ++b) {
    const int q = l.q + l.place_of(b), v = l.v + l.motion_of(b), p = q + 3, w = v + 3;
    for (int k = 0; k < 3; ++k) {
      const auto now = quintic({from.y[q + k], from.y[v + k], from.yp[v + k]},
                               {to.y[q + k], to.y[v + k], to.yp[v + k]});
      out.y[q + k] = now.value;
      out.y[v + k] = out.yp[q + k] = now.slope;
      out.yp[v + k] = now.curvature;
    }
    const Vector4 begin = bend(from, p, w), end = bend(to, p, w);
    Vector4 curvature;
    for (int k = 0; k < 4; ++k) {
      const auto now =
          quintic({from.y[p + k], from.yp[p + k], begin[k]}, {to.y[p + k], to.yp[p + k], end[k]});
      out.y[p + k] = now.value, out.yp[p + k] = now.slope, curvature[k] = now.curvature;
    }
    const auto place = Vector4::Map(out.y.data() + p), rate = Vector4::Map(out.yp.data() + p);
    const auto turn = turn_map(out.y.data() + p);
    const Vector3 omega = turn * rate;
    const double stretch = 2 * place.dot(rate) / place.squaredNorm();
    Vector3::Map(out.y.data() + w) = omega;
    Vector3::Map(out.yp.data() + w) = turn * curvature - stretch * omega;
  }
}

void resize(Sample& sample, int size) {
  sample.y.resize(size);
  sample.yp.resize(size);
}

}  // namespace

Between::Between(const Model& model, const Stretches& stretches)
    : model_(model), stretches_(stretches) {
  if (!model.tree.used()) return;
  state_.emplace(model);
  for (Sample* sample : {&from_, &to_, &now_}) resize(*sample, model.tree.size);
}

void Between::at(double t, const Sample& from, const Sample& to, const Mode& mode, SampleView out,
                 Workspace& workspace) {
  interpolate(t, from, to, out.y, out.yp);
  const bool by_accelerations = to.t > from.t && exact_rates_from(stretches_, from.t);
  const Layout& l = model_.layout;
  if (by_accelerations && l.spatial()) return interpolate_bodies(l, t, from, to, out);
  if (by_accelerations && !state_) interpolate_places(t, from, to, l.motions, out.y, out.yp);
  if (!state_) return;
  from_.t = from.t;
  to_.t = to.t;
  reduce(model_, from.y.data(), from.yp.data(), from_.y.data(), from_.yp.data(), *state_);
  reduce(model_, to.y.data(), to.yp.data(), to_.y.data(), to_.yp.data(), *state_);
  interpolate(t, from_, to_, now_.y, now_.yp);
  if (by_accelerations) interpolate_places(t, from_, to_, model_.tree.coordinates, now_.y, now_.yp);
  const PrescribedCoordinates& prescribed = model_.tree.prescribed;
  if (!prescribed.follows_drives ||
      evaluate_drives(model_, t, &mode, DriveOrder::acceleration, workspace))
    prescribe(model_, t, workspace, now_.y.data(), now_.yp.data());
  expand(model_, now_.y.data(), out.y.data(), *state_);
  expand_rates(model_, now_.y.data(), now_.yp.data(), out.yp.data(), *state_);
}

}  // namespace mbs
