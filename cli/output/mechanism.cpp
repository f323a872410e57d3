#include "cli/output/mechanism.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "cli/output/mechanism_in_space.hpp"
#include "cli/output/mechanism_units.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/text/number.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/contact_state.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

using namespace shown_in;

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Where a body's origin is and how it moves, world axes.
struct BodyPose {
  double x = 0, y = 0, angle = 0, vx = 0, vy = 0, spin = 0;
};

// What is left of rounding when a zero is computed, against the size of its kind.
double without_noise(double value, double size) {
  return std::abs(value) < 1e-12 * size ? 0 : value;
}

BodyPose without_noise(const BodyPose& p, double size) {
  const double speed = std::hypot(p.vx, p.vy) + size * std::abs(p.spin);
  return {without_noise(p.x, size),   without_noise(p.y, size),
          without_noise(p.angle, 1),  without_noise(p.vx, speed),
          without_noise(p.vy, speed), without_noise(p.spin, speed / size)};
}

// Poses of all bodies of an assembled mechanism, which are worked out once.
class Poses {
 public:
  Poses(const Model& model, const Assembly& assembly)
      : model_(model), assembly_(assembly), workspace_(model) {
    slot_value(model_, {SlotKind::body_coordinate, 0, 0, 0},
               {0, assembly_.y.data(), assembly_.yp.data(), &assembly_.mode}, workspace_);
  }
  BodyPose of(ir::BodyId body) {
    const auto value = [&](int index, int order) {
      const Slot slot{SlotKind::body_coordinate, body.index, index, order};
      return slot_value_placed(
          model_, slot, {0, assembly_.y.data(), assembly_.yp.data(), &assembly_.mode}, workspace_);
    };
    return {value(0, 0), value(1, 0), value(2, 0), value(0, 1), value(1, 1), value(2, 1)};
  }

 private:
  const Model& model_;
  const Assembly& assembly_;
  Workspace workspace_;
};

// The same of a frame fixed in a body.
BodyPose placed_frame(const ir::Frame& frame, const BodyPose& body) {
  const double c = std::cos(body.angle), s = std::sin(body.angle);
  const double rx = c * frame.position.x - s * frame.position.y;
  const double ry = s * frame.position.x + c * frame.position.y;
  return {body.x + rx,
          body.y + ry,
          body.angle + frame.angle,
          body.vx - body.spin * ry,
          body.vy + body.spin * rx,
          body.spin};
}

// Position and rate of the second point along the first frame's x axis.
std::array<double, 2> travel(const BodyPose& first, const BodyPose& second) {
  const double c = std::cos(first.angle), s = std::sin(first.angle);
  const double dx = second.x - first.x, dy = second.y - first.y;
  const double rate =
      c * (second.vx - first.vx) + s * (second.vy - first.vy) + first.spin * (c * dy - s * dx);
  return {c * dx + s * dy, rate};
}

struct ShapeText {
  int digits;
  bool spatial;
  std::string length(double value) const { return format_number(value * 1e3, digits) + " mm"; }
  std::string operator()(const ir::Circle& c) const {
    const char* name = spatial ? c.hollow ? "socket" : "ball" : c.hollow ? "bearing" : "circle";
    return fmt::format("{} R {}", name, length(c.radius));
  }
  std::string operator()(const ir::HalfPlane&) const { return "plane"; }
  std::string operator()(const ir::Rim& r) const {
    return "end of a journal R " + length(r.radius);
  }
  std::string operator()(const ir::Arc& a) const {
    const auto degrees = [&](double angle) {
      return format_number(angle * 180 / std::numbers::pi, digits);
    };
    return fmt::format("arc R {} from {} to {} deg{}", length(a.radius), degrees(a.from),
                       degrees(a.to),
                       std::isinf(a.thickness) ? "" : ", thickness " + length(a.thickness));
  }
  std::string sizes(const ir::Vec3& v, double factor = 1) const {
    const auto part = [&](double value) { return format_number(factor * value * 1e3, digits); };
    return fmt::format("{} by {} by {} mm", part(v.x), part(v.y), part(v.z));
  }
  std::string rounded(const ir::MinkowskiSum& s) const {
    return s.rounding > 0 ? " rounded by " + length(s.rounding) : "";
  }
  std::string operator()(const ir::MinkowskiSum& s) const {
    const bool box = s.half.z > 0 || s.half.x > 0;
    if (s.semi.x == 0 && s.half.x == 0)
      return fmt::format("capsule R {}, L {}", length(s.rounding), length(2 * s.half.z));
    const ir::Vec3 core{s.half.x + s.rounding, s.half.y + s.rounding, s.half.z + s.rounding};
    if (s.semi.x == 0) return "box " + sizes(core, 2) + rounded(s);
    if (s.semi.z > 0) return "ellipsoid " + sizes(s.semi);
    const std::string radius = "R " + length(s.semi.x + s.rounding);
    if (!box) return "rim " + radius + rounded(s);
    return fmt::format("cylinder {}, L {}{}", radius, length(2 * core.z), rounded(s));
  }
  std::string operator()(const ir::Bore& b) const { return "bore R " + length(b.radius); }
  std::string operator()(const ir::Edge& e) const { return "edge of " + length(2 * norm(e.half)); }
  std::string operator()(const ir::Frustum& f) const {
    const std::string radii =
        f.top > 0 ? fmt::format("{} to {}", length(f.radius), length(f.top)) : length(f.radius);
    return fmt::format("cone R {}, height {}", radii, length(f.height));
  }
  std::string operator()(const ir::Polyhedron& p) const {
    const std::string corners = fmt::format("polyhedron of {} corners", p.corners.size());
    return p.rounding > 0 ? corners + " rounded by " + length(p.rounding) : corners;
  }
  std::string operator()(const ir::Prism& p) const {
    const std::string outline = std::visit(*this, p.outline);
    return p.width > 0 ? outline + ", width " + length(p.width) : outline;
  }
  std::string operator()(const ir::Superellipse& e) const {
    if (e.exponent == 2) return fmt::format("ellipse {} by {}", length(e.a), length(e.b));
    return fmt::format("superellipse {} by {} with exponent {}", length(e.a), length(e.b),
                       format_number(e.exponent, digits));
  }
  std::string operator()(const ir::Polygon& p) const {
    const std::string corners = fmt::format("polygon of {} corners", p.corners.size());
    return p.rounding > 0 ? corners + " rounded by " + length(p.rounding) : corners;
  }
  std::string operator()(const ir::SupportedCurve& c) const { return "curve " + c.name; }
};

std::string shape_text(const ir::Shape& shape, int digits, bool spatial) {
  return std::visit(ShapeText{digits, spatial}, shape);
}

Cell in_words(std::string text) {
  return Cell::of_text(std::move(text));
}

std::string quantity(double value, const Unit& unit) {
  return format_number(value / unit.factor, 6) + " " + unit.text;
}

}  // namespace

// Those that a clearance needs beside its contacts are not counted.
static std::size_t joints_of_script(const ir::Scenario& scenario) {
  return static_cast<std::size_t>(std::ranges::count_if(
      scenario.joints, [](const ir::Joint& j) { return !info(j.kind).joint->of_clearance; }));
}

std::string mechanism_line(const ir::Scenario& scenario, const Assembly& assembly, int digits) {
  const ir::Vec3& g = scenario.gravity;
  const bool weightless = g == ir::Vec3{};
  std::string parts = fmt::format("{}, {}", format_number(g.x, digits), format_number(g.y, digits));
  if (scenario.spatial) parts += ", " + format_number(g.z, digits);
  const std::string gravity = weightless ? "no gravity" : fmt::format("gravity ({}) m/s^2", parts);
  return fmt::format(
      "{}, {}; {}, {}, {}; {}", scenario.spatial ? "spatial" : "planar", gravity,
      counted(scenario.bodies.empty() ? 0 : scenario.bodies.size() - 1, "body", "bodies"),
      counted(joints_of_script(scenario), "joint", "joints"),
      counted(scenario.contacts.size(), "contact", "contacts"),
      counted(static_cast<std::size_t>(assembly.degrees_of_freedom), "degree of freedom",
              "degrees of freedom"));
}

namespace {

std::string shapes_line(const ir::Scenario& scenario, const ir::Contact& contact, int digits) {
  const std::string shapes = fmt::format(
      "{} {} {}", shape_text(contact.first_shape, digits, scenario.spatial),
      contact.clearance ? "in" : "on", shape_text(contact.second_shape, digits, scenario.spatial));
  const bool rim = std::holds_alternative<ir::Rim>(contact.first_shape);
  const char* joint = !scenario.spatial || !contact.clearance ? ""
                      : rim                                   ? " (revolute)"
                                                              : " (spherical)";
  return shapes + joint;
}

std::string block_line(const ir::SharedClearance& clearance, int digits) {
  const auto length = [&](double value) { return format_number(value * 1e3, digits); };
  const ir::Vec3& block = clearance.block;
  std::string sizes = length(block.x) + " by " + length(block.y);
  if (block.z > 0) sizes += " by " + length(block.z);
  return fmt::format("block {} mm in guide, {} mm from its walls (prismatic)", sizes,
                     length(clearance.play));
}

std::string with_laws(const ir::Scenario& scenario, const ir::Contact& contact,
                      const std::string& shapes) {
  if (!contact.law.valid()) return shapes;
  const ir::LawProgram& law = scenario.laws[contact.law.index];
  return fmt::format("{}, {}, {}", shapes, law.text,
                     law.friction_text.empty() ? "no friction" : law.friction_text);
}

// The block in its guide of which this contact is one; null of other contacts.
const ir::SharedClearance* block_of(const ir::Scenario& scenario, std::size_t contact) {
  for (const ir::SharedClearance& clearance : scenario.clearances)
    if (clearance.block.x > 0 && std::ranges::any_of(clearance.contacts, [&](ir::ContactId id) {
          return static_cast<std::size_t>(id.index) == contact;
        }))
      return &clearance;
  return nullptr;
}

}  // namespace

std::string contact_lines(const ir::Scenario& scenario, int digits) {
  std::string text;
  for (std::size_t i = 0; i < scenario.contacts.size(); ++i) {
    const ir::Contact& contact = scenario.contacts[i];
    const ir::SharedClearance* block = block_of(scenario, i);
    const bool first = block && static_cast<std::size_t>(block->contacts[0].index) == i;
    if (block && !first) continue;
    const std::string shapes =
        block ? block_line(*block, digits) : shapes_line(scenario, contact, digits);
    text += fmt::format("{}: {}\n", block ? block->name : contact.name,
                        with_laws(scenario, contact, shapes));
  }
  return text;
}

TableOutput body_table(const Model& model, const Assembly& assembly) {
  if (scenario(model).spatial) return body_table_in_space(model, assembly);
  TableOutput table{"bodies",
                    false,
                    {{"body", {}},
                     {"x", metre},
                     {"y", metre},
                     {"angle", degree},
                     {"vx", metre_per_second},
                     {"vy", metre_per_second},
                     {"spin", radian_per_second}},
                    {}};
  Poses poses(model, assembly);
  const ir::Scenario& s = scenario(model);
  for (std::size_t i = 1; i < s.bodies.size(); ++i) {
    const BodyPose exact = poses.of({static_cast<std::int32_t>(i)});
    const BodyPose p = without_noise(exact, assembly.size);
    std::vector<Cell> row = {in_words(s.bodies[i].name)};
    for (const double value : {p.x, p.y, p.angle, p.vx, p.vy, p.spin})
      row.push_back(Cell::number(value));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableOutput joint_table(const Model& model, const Assembly& assembly) {
  if (scenario(model).spatial) return joint_table_in_space(model, assembly);
  TableOutput table{
      "joints", false, {{"joint", {}}, {"kind", {}}, {"coordinate", {}}, {"speed", {}}}, {}};
  Poses poses(model, assembly);
  const ir::Scenario& s = scenario(model);
  const auto pose = [&](ir::FrameId id) {
    const ir::Frame& frame = s.frames[id.index];
    return placed_frame(frame, poses.of(frame.body));
  };
  for (const ir::Joint& joint : s.joints) {
    std::string coordinate = "-", speed = "-";
    const KindInfo& kind = info(joint.kind);
    const CoordinateInfo* known = kind.joint->coordinate;
    if (known && known->turns) {
      const BodyPose a = pose(joint.first), b = pose(joint.second);
      coordinate = quantity(without_noise(b.angle - a.angle, 1), degree);
      speed = quantity(b.spin - a.spin, radian_per_second);
    } else if (known) {
      const auto [position, rate] = travel(pose(joint.first), pose(joint.second));
      coordinate = quantity(without_noise(position, assembly.size), millimetre);
      speed = quantity(without_noise(rate, 1), metre_per_second);
    }
    table.rows.push_back({in_words(joint.name), in_words(std::string(kind.name)),
                          in_words(coordinate), in_words(speed)});
  }
  return table;
}

TableOutput contact_table(const Model& model, const Assembly& assembly) {
  TableOutput table{
      "contacts", false, {{"contact", {}}, {"gap", millimetre}, {"closing", metre_per_second}}, {}};
  Workspace workspace(model);
  const ir::Scenario& s = scenario(model);
  for (std::size_t i = 0; i < s.contacts.size(); ++i) {
    const ContactState state =
        contact_state(model, static_cast<int>(i),
                      {0, assembly.y.data(), assembly.yp.data(), &assembly.mode}, workspace);
    table.rows.push_back({in_words(s.contacts[i].name),
                          Cell::number(without_noise(state.gap, assembly.size)),
                          Cell::number(without_noise(-state.gap_rate, 1))});
  }
  return table;
}

TableOutput effective_table(const ir::Scenario& scenario) {
  TableOutput table{
      "attributes", false, {{"object", {}}, {"attribute", {}}, {"value", {}}, {"from", {}}}, {}};
  for (const ir::Effective& e : scenario.effective) {
    table.rows.push_back(
        {in_words(e.object), in_words(e.attribute), in_words(e.value), in_words(e.origin)});
  }
  return table;
}

}  // namespace mbs
