#include "runtime/setup/placing_in_space.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "lang/kinds/kinds.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/kinds.hpp"
#include "runtime/setup/equation.hpp"

namespace mbs {

namespace {

using Kind = ir::Initial::Kind;
using Rotation = Eigen::Quaterniond;

Rotation rotation_of(const ir::Quaternion& q) {
  return {q.w, q.x, q.y, q.z};
}

// A frame in the world.
struct FramePose {
  Vector3 place;
  Rotation rotation;
};
// What a joint or clearance does to its second end, seen from the first.
struct Link {
  ir::FrameId first, second;
  JointStart start = {};
};

struct Walker {
  AssemblyState& k;
  const Model& m = k.model;
  const ir::Scenario& s = *m.scenario;
  std::vector<FramePose> bodies = std::vector<FramePose>(m.masses.size());  // origins

  void run() {
    bodies[0] = {Vector3::Zero(), Rotation::Identity()};
    k.placed.assign(bodies.size(), false);
    k.placed[0] = true;
    place_stated();
    const std::vector<Link> links = all_links();
    while (walk(links)) {
    }
    for (std::size_t b = 1; b < bodies.size(); ++b) {
      if (k.placed[b]) continue;
      put(static_cast<int>(b), {Vector3::Zero(), own_rotation(static_cast<int>(b))});
      while (walk(links)) {
      }
    }
  }

  // The turns that a script asks for count: `angle = 270 deg` is not -90 deg.
  void ask_for_turns() {
    const auto ask = [this](int joint, int coordinate, double angle) {
      const auto& all = m.all_coordinates[joint];
      if (coordinate < static_cast<int>(all.size()) && all[coordinate].counted >= 0)
        k.at.angles[all[coordinate].counted] = angle;
    };
    for (int j = 0; j < static_cast<int>(s.joints.size()); ++j) {
      ask(j, 0, first_angle(s.joints[j]));
      for (int i = 0; i < 2; ++i) ask(j, 1 + i, start_of(s.joints[j].more[i].value));
    }
    for (const ir::Drive& d : s.drives)
      if (d.kind == ir::DriveKind::coordinate)
        ask(d.joint.index, d.coordinate, drive_start(d.value[0]));
  }

 private:
  // The angle of a screw that has none is the one that goes with its travel.
  double first_angle(const ir::Joint& joint) const {
    if (!kind_of(joint).screws || joint.lead == 0 || is_given(joint.coordinate))
      return start_of(joint.coordinate);
    const FramePose a = frame_in_world(joint.first), b = frame_in_world(joint.second);
    const double travel = (a.rotation.conjugate() * (b.place - a.place)).z();
    return 2 * std::numbers::pi * travel / joint.lead;
  }
  // That of a drive goes before what the script says of the start.
  Rotation own_rotation(int body) const {
    const ir::Drive* drive =
        driven_rotation([body](const ir::Drive& d) { return d.body.index == body; });
    return drive ? driven_start(*drive) : rotation_of(s.bodies[body].rotation.value);
  }
  bool has_rotation(int body) const {
    return s.bodies[body].rotation.kind != Kind::unset ||
           driven_rotation([body](const ir::Drive& d) { return d.body.index == body; });
  }
  template <class Of>
  const ir::Drive* driven_rotation(Of of) const {
    for (const ir::Drive& d : s.drives)
      if (d.kind == ir::DriveKind::rotation && d.activity.at_start && of(d)) return &d;
    return nullptr;
  }
  Rotation driven_start(const ir::Drive& d) const {
    return Rotation(drive_start(d.value[0]), drive_start(d.value[1]), drive_start(d.value[2]),
                    drive_start(d.value[3]))
        .normalized();
  }
  void put(int body, const FramePose& pose) {
    bodies[body] = pose;
    k.placed[body] = true;
  }

  double drive_start(NodeId node) const {
    if (!node.valid()) return 0;
    const std::vector<double> zeros(s.graph.slots_used(node).size(), 0.0);
    return evaluate_once(s.graph, node, zeros);
  }

  void place_stated() {
    for (std::size_t b = 1; b < bodies.size(); ++b) {
      const ir::Body& body = s.bodies[b];
      if (body.x.kind == Kind::unset && body.y.kind == Kind::unset && body.z.kind == Kind::unset)
        continue;
      put(static_cast<int>(b), {{start_of(body.x), start_of(body.y), start_of(body.z)},
                                own_rotation(static_cast<int>(b))});
    }
    for (const ir::Drive& d : s.drives)
      if (d.kind == ir::DriveKind::pose)
        put(d.body.index,
            {{drive_start(d.value[0]), drive_start(d.value[1]), drive_start(d.value[2])},
             own_rotation(d.body.index)});
  }

  FramePose frame_in_body(ir::FrameId id) const {
    const ir::Frame& f = s.frames[id.index];
    return {vector_of(f.position), rotation_of(f.rotation)};
  }
  FramePose frame_in_world(ir::FrameId id) const {
    const FramePose& body = bodies[s.frames[id.index].body.index];
    const FramePose own = frame_in_body(id);
    return {body.place + body.rotation * own.place, body.rotation * own.rotation};
  }
  // Puts the body of a frame so that the frame lies there.
  void put_frame(ir::FrameId id, const FramePose& to) {
    const FramePose own = frame_in_body(id);
    const Rotation body = to.rotation * own.rotation.conjugate();
    put(s.frames[id.index].body.index, {to.place - body * own.place, body});
  }

  void follow(const Link& link, bool forward) {
    const ir::FrameId from = forward ? link.first : link.second;
    const ir::FrameId to = forward ? link.second : link.first;
    const FramePose base = frame_in_world(from);
    const int body = s.frames[to.index].body.index;
    Rotation turned = base.rotation * (forward ? link.start.turn : link.start.turn.conjugate());
    if ((link.start.free || !link.start.known) && has_rotation(body))
      turned = own_rotation(body) * frame_in_body(to).rotation;
    const Rotation& of_first = forward ? base.rotation : turned;
    const Vector3 shift = of_first * link.start.shift;
    put_frame(to, {base.place + (forward ? shift : Vector3(-shift)), turned});
  }

  // One body further; those with given coordinates first.
  bool walk(const std::vector<Link>& links) {
    for (const bool wanted : {true, false})
      for (const Link& link : links) {
        const int a = s.frames[link.first.index].body.index,
                  b = s.frames[link.second.index].body.index;
        if (link.start.known != wanted || k.placed[a] == k.placed[b]) continue;
        follow(link, k.placed[a]);
        return true;
      }
    return false;
  }

  std::vector<Link> all_links() const {
    std::vector<Link> links;
    for (const ir::Joint& joint : s.joints)
      if (kind_of(joint).connects && joint.activity.at_start && !kind_of(joint).starts_loose(joint))
        links.push_back({joint.first, joint.second, start_in_space(joint)});
    for (const ir::Contact& c : s.contacts)
      if (c.clearance && c.concentric && c.activity.at_start)
        links.push_back({c.first, c.second, {.free = true}});
    return links;
  }

  JointStart start_in_space(const ir::Joint& joint) const {
    if (const auto start = kind_of(joint).start_in_space) return start(joint);
    const ir::Drive* drive = driven_rotation(
        [&](const ir::Drive& d) { return d.joint.valid() && &s.joints[d.joint.index] == &joint; });
    const bool known = drive || joint.rotation.kind != Kind::unset;
    const Rotation turn = drive ? driven_start(*drive) : rotation_of(joint.rotation.value);
    return {.turn = turn, .known = known, .free = !known};
  }
};

}  // namespace

void place_roughly_in_space(AssemblyState& k) {
  const Layout& l = k.model.layout;
  Walker walker{k};
  walker.run();
  walker.ask_for_turns();
  k.q.assign(l.places, 0.0);
  k.v.assign(l.motions, 0.0);
  for (int b = 1; b <= l.bodies; ++b) {
    const FramePose& origin = walker.bodies[b];
    const Vector3 centre = origin.place + origin.rotation * vector_of(k.model.centre[b]);
    const Rotation own = origin.rotation * rotation_of(k.model.principal[b]);
    double* q = k.q.data() + l.place_of(b);
    std::copy_n(centre.data(), 3, q);
    q[3] = own.w(), q[4] = own.x(), q[5] = own.y(), q[6] = own.z();
    normalise_quaternion(q + 3);
  }
}

// ---- initial values that must hold ------------------------------------------------------

namespace {

struct HoldMaker {
  AssemblyState& k;
  const Model& m = k.model;

  void add(bool speed, const PairFunction& f, const ir::Initial& i, const std::string& attribute,
           const std::string& owner) {
    if (i.kind != Kind::hold) return;
    Equation e = equation(f, i.value, owner, i.origin);
    e.text = held_text(attribute, i.value, f.angular(), speed, owner);
    (speed ? k.speed_holds : k.holds).push_back(e);
  }

  void guess_speed(const PairFunction& f, const ir::Initial& i, const std::string& owner) {
    if (i.kind == Kind::guess) k.speed_guesses.push_back(equation(f, i.value, owner, i.origin));
  }

  // The rotation of the second body against the first: its axes lie where they are asked to.
  void add_rotation(const PairFunction& ends, const Matrix3& of_first, const Matrix3& of_second,
                    const ir::InitialRotation& i, const std::string& owner) {
    if (i.kind != Kind::hold) return;
    constexpr int pairs[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    const Matrix3 turned = of_first * rotation_of(i.value).toRotationMatrix();
    for (const auto& [a, b] : pairs) {
      PairFunction f = ends;
      f.kind = FunctionKind::space_dot;
      f.axes = std::make_shared<SpatialAxes>(
          SpatialAxes{.on_a = turned.col(a), .on_b = of_second.col(b)});
      Equation e = equation(structured(f, m.points), 0, owner, i.origin);
      e.text = "`rotation` of `" + owner + "`";
      e.on_first = turned;
      e.on_second = of_second;
      k.holds.push_back(e);
    }
  }

  PairFunction between_bodies(int a, int b) const {
    PairFunction f;
    f.a = a;
    f.b = b;
    f.pa = m.origin_point[a];
    f.pb = m.origin_point[b];
    return f;
  }
  PairFunction along(FunctionKind kind, const PairFunction& ends, int axis) const {
    PairFunction f = ends;
    f.kind = kind;
    f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Unit(axis)});
    return structured(f, m.points);
  }

 private:
  Equation equation(const PairFunction& f, double target, const std::string& owner,
                    Span origin) const {
    Equation e;
    e.source = Equation::Source::hold;
    e.row.terms[0] = {1, f};
    if (f.turning()) e.row.period = 2 * std::numbers::pi;
    e.target = target;
    e.angle = f.angular();
    e.owner = owner;
    e.origin = origin;
    return e;
  }
};

// Axes of the scenario's body or of a frame, in those of the model's body.
Matrix3 axes_of_body(const Model& m, int body) {
  return rotation_of(inverse(m.principal[body])).toRotationMatrix();
}
Matrix3 axes_of_frame(const Model& m, ir::FrameId id) {
  const ir::Frame& f = m.scenario->frames[id.index];
  return axes_of_body(m, f.body.index) * rotation_of(f.rotation).toRotationMatrix();
}

void hold_body(HoldMaker& make, int b) {
  const ir::Body& body = make.m.scenario->bodies[b];
  const PairFunction ends = make.between_bodies(0, b);
  const ir::Initial* places[] = {&body.x, &body.y, &body.z};
  const ir::Initial* speeds[] = {&body.vx, &body.vy, &body.vz};
  const ir::Initial* spins[] = {&body.spin_x, &body.spin_y, &body.spin_z};
  static const char* const names[][3] = {
      {"x", "vx", "spin.x"}, {"y", "vy", "spin.y"}, {"z", "vz", "spin.z"}};
  for (int i = 0; i < 3; ++i) {
    const PairFunction place = make.along(FunctionKind::space_world, ends, i);
    make.add(false, place, *places[i], names[i][0], body.name);
    make.add(true, place, *speeds[i], names[i][1], body.name);
    make.add(true, make.along(FunctionKind::space_spin, ends, i), *spins[i], names[i][2],
             body.name);
  }
  make.add_rotation(ends, axes_of_body(make.m, 0), axes_of_body(make.m, b), body.rotation,
                    body.name);
}

void hold_joint(HoldMaker& make, int j) {
  const Model& m = make.m;
  const ir::Joint& joint = m.scenario->joints[j];
  const auto& all = m.all_coordinates[j];
  const auto rows = coordinates_of(*info(joint.kind).joint);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ir::InitialCoordinate initial =
        i == 0 ? ir::InitialCoordinate{joint.coordinate, joint.speed} : joint.more[i - 1];
    make.add(false, all[i], initial.value, std::string(rows[i].name), joint.name);
    make.add(true, all[i], initial.rate, std::string(rows[i].rate_name), joint.name);
    make.guess_speed(all[i], initial.rate, joint.name);
  }
  if (!info(joint.kind).joint->by_rotation) return;
  const PairFunction ends = between(FunctionKind::space_dot, m, joint.first, joint.second);
  make.add_rotation(ends, axes_of_frame(m, joint.first), axes_of_frame(m, joint.second),
                    joint.rotation, joint.name);
  static const char* const names[] = {"spin.x", "spin.y", "spin.z"};
  for (int i = 0; i < 3; ++i) {
    const PairFunction spin = make.along(FunctionKind::space_spin, ends, i);
    make.add(true, spin, joint.spin[i], names[i], joint.name);
    make.guess_speed(spin, joint.spin[i], joint.name);
  }
}

}  // namespace

void collect_holds_in_space(AssemblyState& k) {
  HoldMaker make{k};
  const ir::Scenario& s = *k.model.scenario;
  for (std::size_t b = 1; b < s.bodies.size(); ++b) hold_body(make, static_cast<int>(b));
  for (std::size_t j = 0; j < s.joints.size(); ++j) hold_joint(make, static_cast<int>(j));
}

// Speeds of the centre of mass; the lever of the origin points from it to the origin.
void guess_speeds_in_space(const AssemblyState& k, std::vector<double>& v) {
  const Layout& l = k.model.layout;
  for (int b = 1; b <= l.bodies; ++b) {
    const ir::Body& body = k.model.scenario->bodies[b];
    const Vector3 spin(start_of(body.spin_x), start_of(body.spin_y), start_of(body.spin_z));
    const Vector3& lever = k.at.levers[k.model.origin_point[b]];
    const Vector3 speed =
        Vector3(start_of(body.vx), start_of(body.vy), start_of(body.vz)) - spin.cross(lever);
    const Vector3 omega = k.at.bodies[b].R.transpose() * spin;
    std::copy_n(speed.data(), 3, v.data() + l.motion_of(b));
    std::copy_n(omega.data(), 3, v.data() + l.motion_of(b) + 3);
  }
}

}  // namespace mbs
