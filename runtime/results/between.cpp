#include "runtime/results/between.hpp"

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"
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
  if (!state_ && by_accelerations)
    interpolate_places(t, from, to, model_.layout.motions, out.y, out.yp);
  if (!state_) return;
  from_.t = from.t;
  to_.t = to.t;
  reduce(model_, from.y.data(), from.yp.data(), from_.y.data(), from_.yp.data(), *state_);
  reduce(model_, to.y.data(), to.yp.data(), to_.y.data(), to_.yp.data(), *state_);
  interpolate(t, from_, to_, now_.y, now_.yp);
  if (by_accelerations) interpolate_places(t, from_, to_, model_.tree.coordinates, now_.y, now_.yp);
  const PrescribedCoordinates& prescribed = model_.tree.prescribed;
  if (!prescribed.follows_drives || evaluate_drives(model_, t, &mode, true, workspace))
    prescribe(model_, t, workspace, now_.y.data(), now_.yp.data());
  expand(model_, now_.y.data(), out.y.data(), *state_);
  expand_rates(model_, now_.y.data(), now_.yp.data(), out.yp.data(), *state_);
}

}  // namespace mbs
