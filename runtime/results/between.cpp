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

// Between two samples by accelerations.
struct ByAccelerations {
  const Sample &from, &to;
  Quintic quintic;
  std::span<double> y, yp;

  ByAccelerations(double t, const Sample& a, const Sample& b, std::span<double> values,
                  std::span<double> rates, bool brief)
      : from(a), to(b), quintic(b.t - a.t, t - a.t, brief), y(values), yp(rates) {}

  // `count` places from q on, whose rates are the speeds from v on.
  void places(int q, int v, int count) const {
    for (; count > 0; ++q, ++v, --count) {
      const auto now = quintic({from.y[q], from.y[v], from.yp[v]}, {to.y[q], to.y[v], to.yp[v]});
      y[q] = now.value;
      y[v] = yp[q] = now.slope;
      yp[v] = now.curvature;
    }
  }
  // The quaternion p, whose accelerations are those of the spin w, too.
  void rotation(int p, int w) const {
    const Eigen::Vector4d begin = bend(from, p, w), end = bend(to, p, w);
    Eigen::Vector4d curvature;
    for (int k = 0; k < 4; ++k) {
      const auto now =
          quintic({from.y[p + k], from.yp[p + k], begin[k]}, {to.y[p + k], to.yp[p + k], end[k]});
      y[p + k] = now.value, yp[p + k] = now.slope, curvature[k] = now.curvature;
    }
    const auto place = Eigen::Vector4d::Map(y.data() + p);
    const auto rate = Eigen::Vector4d::Map(yp.data() + p);
    const auto turn = turn_map(y.data() + p);
    const Vector3 omega = turn * rate;
    const double stretch = 2 * place.dot(rate) / place.squaredNorm();
    Vector3::Map(y.data() + w) = omega;
    Vector3::Map(yp.data() + w) = turn * curvature - stretch * omega;
  }
  void bodies(const Layout& l) const {
    if (!l.spatial()) return places(l.q, l.v, l.motions);
    for (int b = 1; b <= l.bodies; ++b) {
      const int q = l.q + l.place_of(b), v = l.v + l.motion_of(b);
      places(q, v, 3);
      rotation(q + 3, v + 3);
    }
  }
  void joints(const Tree& tree) const {
    const int speeds = tree.coordinates;
    if (tree.space.moves.empty()) return places(0, speeds, tree.coordinates);
    for (const TreeMove& move : tree.space.moves)
      if (move.ball())
        rotation(move.place, speeds + move.speed);
      else
        places(move.place, speeds + move.speed, 1);
  }

 private:
  static Eigen::Vector4d bend(const Sample& at, int p, int w) {
    return 0.5 * (quaternion_map(at.y.data() + p) * Vector3::Map(at.yp.data() + w) +
                  quaternion_map(at.yp.data() + p) * Vector3::Map(at.y.data() + w));
  }
};

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

void Between::at(double t, const Step& step, const Mode& mode, SampleView out,
                 Workspace& workspace) {
  const auto& [from, to, brief] = step;
  interpolate(t, from, to, out.y, out.yp);
  const bool by_accelerations = to.t > from.t && exact_rates_from(stretches_, from.t);
  const Layout& l = model_.layout;
  if (by_accelerations && !state_) ByAccelerations(t, from, to, out.y, out.yp, brief).bodies(l);
  if (!state_) return;
  from_.t = from.t;
  to_.t = to.t;
  reduce(model_, from.y.data(), from.yp.data(), from_.y.data(), from_.yp.data(), *state_);
  reduce(model_, to.y.data(), to.yp.data(), to_.y.data(), to_.yp.data(), *state_);
  interpolate(t, from_, to_, now_.y, now_.yp);
  if (by_accelerations) ByAccelerations(t, from_, to_, now_.y, now_.yp, brief).joints(model_.tree);
  const PrescribedCoordinates& prescribed = model_.tree.prescribed;
  if (!prescribed.follows_drives ||
      evaluate_drives(model_, t, &mode, DriveOrder::acceleration, workspace))
    prescribe(model_, t, workspace, now_.y.data(), now_.yp.data());
  expand_all(model_, now_.y.data(), now_.yp.data(), out.y.data(), out.yp.data(), *state_);
}

}  // namespace mbs
