#include "runtime/setup/placing.hpp"

#include <cmath>

#include "runtime/joints/joints.hpp"
#include "runtime/joints/kinds.hpp"
#include "runtime/setup/equation.hpp"
#include "runtime/setup/placing_in_space.hpp"

namespace mbs {

namespace {

using Kind = ir::Initial::Kind;

// A joint or clearance as the walk sees it: its coordinate turns or shifts the second end.
struct Link {
  ir::FrameId first, second;
  bool turns = false, shifts = false;
  double distance = 0;  // rod
  ir::Initial coordinate;
  bool rigid = false;
};

std::vector<Link> links_of(const ir::Scenario& s) {
  std::vector<Link> links;
  for (const ir::Joint& j : s.joints) {
    const JointKind& kind = kind_of(j);
    if (!kind.connects || !j.activity.at_start || kind.starts_loose(j)) continue;
    Link link{j.first, j.second, false, false, 0, j.coordinate, kind.coincides && kind.keeps_angle};
    link.turns = kind.is_pin();
    link.shifts = kind.shifts;
    if (kind.keeps_distance) link.distance = j.length.value_or(0);
    links.push_back(link);
  }
  for (const ir::Contact& c : s.contacts)
    if (c.clearance && c.concentric && c.activity.at_start)
      links.push_back({c.first, c.second, true, false, 0, c.angle, false});
  return links;
}

struct FramePose {
  double x, y, angle;
};

FramePose frame_pose(const AssemblyState& k, ir::FrameId id) {
  const ir::Frame& f = k.model.scenario->frames[id.index];
  const Pose& p = k.at.poses[f.body.index];
  const Arm r = arm_at(p, k.model.points[k.model.frame_point[id.index]]);
  return {p.x + r.x, p.y + r.y, p.angle + f.angle};
}

// Puts the body of a frame so that the frame lies at `to`.
void put(AssemblyState& k, ir::FrameId id, const FramePose& to) {
  const ir::Frame& f = k.model.scenario->frames[id.index];
  Pose p;
  p.angle = to.angle - f.angle;
  p.c = std::cos(p.angle);
  p.s = std::sin(p.angle);
  const Arm r = arm_at(p, k.model.points[k.model.frame_point[id.index]]);
  p.x = to.x - r.x;
  p.y = to.y - r.y;
  k.at.poses[f.body.index] = p;
  k.placed[f.body.index] = true;
}

double given(const ir::Initial& i) {
  return i.kind == Kind::unset ? 0 : i.value;
}

// The angle a body asks for itself, unless the link gives one.
double turn_of(const AssemblyState& k, const Link& link, ir::FrameId moved, double base,
               double sign) {
  const ir::Frame& f = k.model.scenario->frames[moved.index];
  const ir::Initial& own = k.model.scenario->bodies[f.body.index].angle;
  if (link.turns && link.coordinate.kind == Kind::unset && own.kind != Kind::unset)
    return own.value + f.angle;
  return base + sign * (link.turns ? given(link.coordinate) : 0);
}

void put_second(AssemblyState& k, const Link& link) {
  const FramePose a = frame_pose(k, link.first);
  const double shift = link.shifts ? given(link.coordinate) : link.distance;
  put(k, link.second,
      {a.x + shift * std::cos(a.angle), a.y + shift * std::sin(a.angle),
       turn_of(k, link, link.second, a.angle, 1)});
}

void put_first(AssemblyState& k, const Link& link) {
  const FramePose b = frame_pose(k, link.second);
  const double angle = turn_of(k, link, link.first, b.angle, -1);
  const double shift = link.shifts ? given(link.coordinate) : link.distance;
  put(k, link.first, {b.x - shift * std::cos(angle), b.y - shift * std::sin(angle), angle});
}

// One body further, over the first link that reaches one; those with a given coordinate first.
bool walk(AssemblyState& k, const std::vector<Link>& links) {
  const auto& frames = k.model.scenario->frames;
  for (const bool wanted : {true, false})
    for (const Link& link : links) {
      const bool known = link.rigid || link.coordinate.kind != Kind::unset;
      const int a = frames[link.first.index].body.index, b = frames[link.second.index].body.index;
      if (known != wanted || k.placed[a] == k.placed[b]) continue;
      if (k.placed[a])
        put_second(k, link);
      else
        put_first(k, link);
      return true;
    }
  return false;
}

void put_origin(AssemblyState& k, int body, double x, double y, double angle) {
  Pose p;
  p.angle = angle;
  p.c = std::cos(angle);
  p.s = std::sin(angle);
  const Arm r = arm_at(p, k.model.points[k.model.origin_point[body]]);
  p.x = x - r.x;
  p.y = y - r.y;
  k.at.poses[body] = p;
  k.placed[body] = true;
}

double drive_start(const Model& m, NodeId node) {
  if (!node.valid()) return 0;
  const Graph& graph = m.scenario->graph;
  const std::vector<double> zeros(graph.slots_used(node).size(), 0.0);
  return evaluate_once(graph, node, zeros);
}

void place_stated(AssemblyState& k) {
  const auto& bodies = k.model.scenario->bodies;
  for (std::size_t b = 1; b < bodies.size(); ++b)
    if (bodies[b].x.kind != Kind::unset || bodies[b].y.kind != Kind::unset)
      put_origin(k, static_cast<int>(b), given(bodies[b].x), given(bodies[b].y),
                 given(bodies[b].angle));
  for (const ir::Drive& d : k.model.scenario->drives) {
    if (d.kind != ir::DriveKind::pose) continue;
    const double angle =
        d.value[2].valid() ? drive_start(k.model, d.value[2]) : given(bodies[d.body.index].angle);
    put_origin(k, d.body.index, drive_start(k.model, d.value[0]), drive_start(k.model, d.value[1]),
               angle);
  }
}

}  // namespace

void place_roughly(AssemblyState& k) {
  if (k.model.layout.spatial()) return place_roughly_in_space(k);
  const std::size_t bodies = k.model.masses.size();
  k.placed.assign(bodies, false);
  k.placed[0] = true;
  place_stated(k);
  const std::vector<Link> links = links_of(*k.model.scenario);
  while (walk(k, links)) {
  }
  for (std::size_t b = 1; b < bodies; ++b) {
    if (k.placed[b]) continue;
    put_origin(k, static_cast<int>(b), 0, 0, given(k.model.scenario->bodies[b].angle));
    while (walk(k, links)) {
    }
  }
  k.q.assign(3 * (bodies - 1), 0.0);
  k.v.assign(k.q.size(), 0.0);
  for (std::size_t b = 1; b < bodies; ++b) {
    const Pose& p = k.at.poses[b];
    const int c = column_of(static_cast<int>(b));
    k.q[c] = p.x;
    k.q[c + 1] = p.y;
    k.q[c + 2] = p.angle;
  }
}

// ---- initial values that must hold ----------------------------------------------

namespace {

struct HoldMaker {
  AssemblyState& k;
  void add(std::vector<Equation>& to, const PairFunction& f, const ir::Initial& i,
           const std::string& attribute, const std::string& owner) {
    if (i.kind != Kind::hold) return;
    Equation e = equation(f, i, owner);
    e.text = held_text(attribute, i.value, e.angle, &to == &k.speed_holds, owner);
    to.push_back(e);
  }
  void guess_speed(const PairFunction& f, const ir::Initial& i, const std::string& owner) {
    if (i.kind == Kind::guess) k.speed_guesses.push_back(equation(f, i, owner));
  }

 private:
  static Equation equation(const PairFunction& f, const ir::Initial& i, const std::string& owner) {
    Equation e;
    e.source = Equation::Source::hold;
    e.row.terms[0] = {1, f};
    e.target = i.value;
    e.angle = f.kind == FunctionKind::angle;
    e.owner = owner;
    e.origin = i.origin;
    return e;
  }
};

PairFunction origin_function(const Model& m, FunctionKind kind, int body) {
  PairFunction f;
  f.kind = kind;
  f.pa = m.origin_point[0];
  f.b = body;
  f.pb = m.origin_point[body];
  return structured(f, m.points);
}

void hold_body(AssemblyState& k, int b, HoldMaker& make) {
  const ir::Body& body = k.model.scenario->bodies[b];
  const PairFunction x = origin_function(k.model, FunctionKind::world_x, b);
  const PairFunction y = origin_function(k.model, FunctionKind::world_y, b);
  const PairFunction angle = origin_function(k.model, FunctionKind::angle, b);
  make.add(k.holds, x, body.x, "x", body.name);
  make.add(k.holds, y, body.y, "y", body.name);
  make.add(k.holds, angle, body.angle, "angle", body.name);
  make.add(k.speed_holds, x, body.vx, "vx", body.name);
  make.add(k.speed_holds, y, body.vy, "vy", body.name);
  make.add(k.speed_holds, angle, body.spin, "spin", body.name);
}

}  // namespace

void collect_holds(AssemblyState& k) {
  if (k.model.layout.spatial()) return collect_holds_in_space(k);
  HoldMaker make{k};
  const ir::Scenario& s = *k.model.scenario;
  for (std::size_t b = 1; b < s.bodies.size(); ++b) hold_body(k, static_cast<int>(b), make);
  for (std::size_t j = 0; j < s.joints.size(); ++j) {
    const auto& f = k.model.coordinates[j];
    if (!f) continue;
    const bool angle = f->kind == FunctionKind::angle;
    make.add(k.holds, *f, s.joints[j].coordinate, angle ? "angle" : "travel", s.joints[j].name);
    make.add(k.speed_holds, *f, s.joints[j].speed, "speed", s.joints[j].name);
    make.guess_speed(*f, s.joints[j].speed, s.joints[j].name);
  }
  for (const ir::Contact& c : s.contacts)
    if (c.clearance)
      make.add(k.holds, frame_angle(k.model, c.first, c.second), c.angle, "angle", c.name);
}

}  // namespace mbs
