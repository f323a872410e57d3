// What of a tree never changes.
#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/forward/tree_motion.hpp"
#include "runtime/model/rotation.hpp"

namespace mbs {

namespace {

constexpr double parallel = 1e-14;  // axes whose product is below this

Matrix3 matrix_of(const ir::Quaternion& q) {
  return rotation_of(q.w, q.x, q.y, q.z);
}

// The axes at one place of the tree.
struct Axes {
  enum class Kind { still, steady, free } kind = Kind::still;
  Matrix3 R = Matrix3::Identity();  // still: what they are; steady: where nothing has turned
  Vector3 n = Vector3::Zero();      // steady: what they turn about
  int last = -1;                    // and the speed of the last turn
  bool faster = false;              // see TreeMotion::turns_faster

  bool turns() const { return kind != Kind::still; }
  // Does this direction, fixed in them, keep its direction in the world?
  bool keep(const Vector3& direction) const {
    if (kind == Kind::steady) return (R * direction).cross(n).norm() < parallel;
    return kind == Kind::still;
  }
  void follow(const Matrix3& behind) {
    if (kind != Kind::free) R = Matrix3(R * behind);
  }
};

// The first speed of the ball that a body hangs on.
int ball_of(const SpatialTree& tree, int body) {
  for (const TreeHinge& hinge : tree.hinges)
    for (int k = hinge.first; hinge.body == body && k < hinge.first + hinge.count; ++k)
      if (tree.moves[k].ball()) return tree.moves[k].speed;
  return -1;
}

}  // namespace

class TreeMotion::Maker {
 public:
  Maker(const Model& model, TreeMotion& out)
      : m_(model),
        tree_(model.tree),
        out_(out),
        axes_(out.ends_.size()),
        steady_(model.tree.speeds) {}
  void make() {
    for (const TreeHinge& hinge : tree_.space.hinges) add(hinge);
    find_plane();
    for (const TreeHinge& hinge : tree_.space.hinges)
      if (!add_flat(hinge)) return leave_plane();
  }
  // The axis of a turn in the axes of a body, if it never changes there.
  std::optional<Vector3> steady_in(int body, int speed) const;

 private:
  void add(const TreeHinge& hinge);
  void finish(const TreeHinge& from, Axes& axes, Hinge& hinge);
  Step step_of(const TreeMove& move, const Axes& before) const;
  void turn(const TreeMove& move, Axes& axes, Step& step) const;
  bool given_faster(const TreeMove& move) const;
  void find_plane();
  bool moves_in_plane(const TreeHinge& hinge) const;
  bool add_flat(const TreeHinge& hinge);
  void leave_plane();
  void add_flat_steps(const TreeHinge& hinge, FlatBody& body);

  const Model& m_;
  const Tree& tree_;
  TreeMotion& out_;
  std::vector<Axes> axes_;       // by body
  std::vector<Vector3> steady_;  // by speed of a steady turn: its axis, of the world
  std::vector<Matrix3> before_;  // by step: the axes before it where nothing has turned
};

bool TreeMotion::Maker::given_faster(const TreeMove& move) const {
  return std::ranges::any_of(tree_.prescribed.given, [&](const GivenCoordinate& g) {
    return g.coordinate == move.place && !g.uniform;
  });
}

TreeMotion::Step TreeMotion::Maker::step_of(const TreeMove& move, const Axes& before) const {
  Step step;
  step.kind = move.kind;
  step.place = move.place, step.speed = move.speed;
  step.pitch = move.pitch;
  step.turns = before.turns(), step.faster = before.faster;
  step.given_faster = given_faster(move);
  step.steady = !move.ball() && before.keep(move.axis);
  step.axis = step.steady ? Vector3(before.R * move.axis) : move.axis;
  step.still = move.still, step.turned = move.turned;
  return step;
}

void TreeMotion::Maker::turn(const TreeMove& move, Axes& axes, Step& step) const {
  const Matrix3 behind = matrix_of(move.still);
  axes.faster = axes.faster || step.given_faster || !step.steady;
  if (!step.steady) {
    step.behind = AxesAbout::make(step.axis, behind);
    axes.kind = Axes::Kind::free;
    return;
  }
  if (!axes.turns()) axes.n = step.axis;
  step.before = axes.last;
  step.sign = step.axis.dot(axes.n) > 0 ? 1 : -1;
  axes.follow(behind);
  axes.kind = Axes::Kind::steady;
  axes.last = step.speed;
  step.behind = AxesAbout::make(axes.n, axes.R);
}

void TreeMotion::Maker::add(const TreeHinge& from) {
  Axes axes = axes_[from.parent];
  Hinge hinge;
  hinge.body = from.body, hinge.parent = from.parent;
  hinge.first = static_cast<int>(out_.steps_.size()), hinge.count = from.count;
  for (int k = from.first; k < from.first + from.count; ++k) {
    const TreeMove& move = tree_.space.moves[k];
    Step step = step_of(move, axes);
    before_.push_back(axes.R);
    if (move.ball())
      axes = {.kind = Axes::Kind::free};
    else if (move.turns())
      turn(move, axes, step);
    if (step.steady) steady_[move.speed] = step.axis;
    out_.steps_.push_back(step);
  }
  finish(from, axes, hinge);
}

void TreeMotion::Maker::finish(const TreeHinge& from, Axes& axes, Hinge& hinge) {
  const TreeMove* last = from.count > 0 ? &tree_.space.moves[from.first + from.count - 1] : nullptr;
  hinge.start = from.start, hinge.end = from.end;
  hinge.starts_apart = !from.start.isZero(0), hinge.ends_apart = !from.end.isZero(0);
  hinge.apart = from.fixed, hinge.apart_turns = from.apart && from.fixed != ir::Quaternion{};
  if (hinge.apart_turns) {
    hinge.behind = matrix_of(from.fixed);
    hinge.axes = Hinge::Axes::after_before;
    axes.follow(hinge.behind);
  }
  if (!axes.turns()) hinge.axes = Hinge::Axes::fixed, hinge.behind = axes.R;
  End& end = out_.ends_[from.body];
  end.turns = axes.turns(), end.faster = axes.faster;
  if (last && last->ball()) end.ball = last->speed;
  if (axes.kind == Axes::Kind::steady) {
    end.steady = axes.last;
    end.axis = axes.R.transpose() * axes.n;
  }
  axes_[from.body] = axes;
  out_.hinges_.push_back(hinge);
}

// ---- bodies in a plane -----------------------------------------------------------

// That of the first turn that is steady.
void TreeMotion::Maker::find_plane() {
  FlatMotion& flat = out_.flat_;
  flat.bodies.resize(axes_.size());
  const auto first = std::ranges::find_if(out_.steps_, [](const Step& step) {
    return step.steady && step.kind == TreeMove::Kind::turn;
  });
  if (first == out_.steps_.end()) return;
  flat.n = first->axis.normalized();
  Eigen::Index least = 0;
  flat.n.cwiseAbs().minCoeff(&least);
  flat.e1 = (Vector3::Unit(least) - flat.n * flat.n[least]).normalized();
  flat.e2 = flat.n.cross(flat.e1);
  flat.bodies[0].flat = true;
  flat.bodies[0].axes = AxesAbout::make(flat.n, Matrix3::Identity());
  flat.bodies[0].normal = flat.n;
}

bool TreeMotion::Maker::moves_in_plane(const TreeHinge& hinge) const {
  if (!out_.flat_.bodies[hinge.parent].flat) return false;
  const Vector3& n = out_.flat_.n;
  for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
    const TreeMove& move = tree_.space.moves[k];
    if (move.ball() || move.kind == TreeMove::Kind::screw) return false;
    const Vector3 axis = before_[k] * move.axis;
    const double off = move.slides() ? std::abs(axis.dot(n)) : axis.cross(n).norm();
    if (!(off < parallel)) return false;
  }
  return true;
}

// A body that is not flat would have to ask for those that carry it.
void TreeMotion::Maker::leave_plane() {
  FlatMotion& flat = out_.flat_;
  flat.order.clear(), flat.steps.clear();
  flat.bodies.assign(axes_.size(), {});
}

bool TreeMotion::Maker::add_flat(const TreeHinge& from) {
  if (!moves_in_plane(from)) return false;
  FlatMotion& flat = out_.flat_;
  const FlatBody& up = flat.bodies[from.parent];
  FlatBody body;
  body.flat = true;
  body.body = from.body, body.parent = from.parent;
  body.node = up.node;
  add_flat_steps(from, body);
  const Matrix3& R = axes_[from.body].R;
  const Vector3 start = axes_[from.parent].R * from.start, end = R * from.end;
  body.start = flat.way_of(start), body.end = flat.way_of(end);
  body.height = up.height + flat.n.dot(start + end);
  body.axes = AxesAbout::make(flat.n, R);
  body.normal = R.transpose() * flat.n;
  const MassEntry& mass = m_.masses[from.body];
  body.mass = mass.mass;
  body.inertia = Vector3::Map(mass.principal.data()).dot(body.normal.cwiseAbs2());
  flat.bodies[from.body] = body;
  flat.order.push_back(from.body);
  return true;
}

void TreeMotion::Maker::add_flat_steps(const TreeHinge& hinge, FlatBody& body) {
  FlatMotion& flat = out_.flat_;
  body.first = static_cast<int>(flat.steps.size()), body.count = hinge.count;
  for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
    const TreeMove& move = tree_.space.moves[k];
    const Vector3 axis = before_[k] * move.axis;
    FlatStep step;
    step.slides = move.slides();
    step.place = move.place, step.speed = move.speed;
    if (step.slides)
      step.along = flat.way_of(axis);
    else
      step.sign = axis.dot(flat.n) > 0 ? 1 : -1, body.node = move.speed;
    flat.steps.push_back(step);
  }
}

// ---- columns ---------------------------------------------------------------------

std::optional<Vector3> TreeMotion::Maker::steady_in(int body, int speed) const {
  if (axes_[body].kind != Axes::Kind::steady) return {};
  return Vector3(axes_[body].R.transpose() * steady_[speed]);
}

TreeMotion::TreeMotion(const Model& m) : ends_(m.masses.size()), speeds_(m.tree.speeds) {
  Maker maker(m, *this);
  maker.make();
  const SpatialTree& s = m.tree.space;
  first_.assign(2, 0);
  for (int body = 1; body <= m.layout.bodies; ++body) {
    for (int n = s.way_start[body]; n < s.way_start[body + 1]; ++n)
      add_columns(s, s.paths[s.ways[n]]);
    first_.push_back(static_cast<int>(columns_.size()));
  }
  steady_.resize(columns_.size());
  for (int body = 1; body <= m.layout.bodies; ++body)
    for (int c = first(body); c < end(body); ++c) {
      Column& column = columns_[c];
      column.steady = !turns_by(c);
      if (const auto turn = maker.steady_in(body, column.speed); turn && turns_by(c))
        column.steady = true, steady_[c].turn = *turn;
    }
  for (const FlatStep& step : flat_.steps)
    for (Column& column : columns_)
      if (column.speed == step.speed) column.sign = step.sign;
}

void TreeMotion::add_columns(const SpatialTree& s, const TreePath& path) {
  for (int c = path.first; c < path.first + path.count; ++c) {
    const TreeMove& move = s.moves[s.carriers[c]];
    for (int k = 0; k < move.speeds(); ++k)
      columns_.push_back({.speed = move.speed + k,
                          .slides = move.slides(),
                          .pitch = move.pitch,
                          .ball = path.anchor ? ball_of(s, path.body) : -1});
  }
}

}  // namespace mbs
