// A scenario as text: one line per thing, in the order of its tables.
#include <fmt/format.h>

#include <utility>

#include "lang/expression/infix.hpp"
#include "lang/kinds/contact_fields.hpp"
#include "lang/kinds/friction_fields.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"
#include "lang/kinds/options.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/scenario/slot_names.hpp"
#include "lang/text/number.hpp"

namespace mbs::ir {
namespace {

std::string number(double value) {
  return format_number(value, 9);
}

std::string pair(const Vec2& v) {
  return fmt::format("({}, {})", number(v.x), number(v.y));
}

std::string triple(const Vec3& v) {
  return fmt::format("({}, {}, {})", number(v.x), number(v.y), number(v.z));
}

std::string quaternion(const Quaternion& q) {
  return fmt::format("({}, {}, {}, {})", number(q.w), number(q.x), number(q.y), number(q.z));
}

std::string steps_of(IntegratorKind kind) {
  return kind == IntegratorKind::automatic ? "" : fmt::format(" {} steps", word_of(kind));
}

class Dump {
 public:
  explicit Dump(const Scenario& scenario) : s_(scenario) {}

  std::string take() {
    if (s_.spatial) line("spatial");
    line("gravity {}", vector(s_.gravity));
    for (const ParamValue& p : s_.params)
      line("param {} = {}{}", p.name, p.value, p.overridden ? "  (set)" : "");
    for (const Body& body : s_.bodies) add(body);
    for (const Frame& f : s_.frames)
      line("frame {}: {} at {}, {}", f.name, s_.bodies[f.body.index].name, vector(f.position),
           s_.spatial ? "rotation " + quaternion(f.rotation) : "angle " + number(f.angle));
    for (const Joint& joint : s_.joints) add(joint);
    for (const Drive& drive : s_.drives) add(drive);
    for (const Force& force : s_.forces) add(force);
    for (const Spring& spring : s_.springs) add(spring);
    for (const State& state : s_.states)
      line("state {} = {}, rate {}", state.name, number(state.initial), expr(state.rate));
    for (std::size_t i = 0; i < s_.laws.size(); ++i) add(s_.laws[i], i);
    for (const Contact& contact : s_.contacts) add(contact);
    for (const ContactGroup& group : s_.groups) add(group);
    for (const Event& event : s_.events) add(event);
    for (std::size_t i = 0; i < s_.reductions.size(); ++i) add(s_.reductions[i], i);
    for (std::size_t i = 0; i < s_.lists.size(); ++i) add_list(static_cast<int>(i));
    for (const Action& action : s_.actions) std::visit(*this, action);
    return std::move(text_);
  }

  void operator()(const Simulate& a) {
    line("{} {}{}{}{}{}{}{}{}{}{}", a.continues ? "continue" : "simulate",
         either(a.duration_later, a.duration), a.until.valid() ? " until " + expr(a.until) : "",
         a.run >= 0 ? " as " + s_.runs[a.run] : "", option(option::tol.name, a.tol),
         option(option::max_step.name, a.max_step), option(option::step.name, a.step),
         option(option::first_penetration.name, a.first_penetration), steps_of(a.integrator),
         a.islands ? " islands" : "", a.sequential_impacts ? " impacts one after another" : "");
  }
  void operator()(const Print& a) { shown_list("print", a.parts); }
  void operator()(const Table& a) {
    const std::string& name = s_.tables[a.table].name;
    std::string head = name.empty() ? "table" : "table " + name;
    if (a.every) head += " every " + either(a.every_later, *a.every);
    if (a.during)
      head += fmt::format(" during {} .. {}", either(a.from_later, (*a.during)[0]),
                          either(a.to_later, (*a.during)[1]));
    if (a.hidden) head += " to none";
    if (a.more) head += ", goes on";
    if (a.file) head += fmt::format(" to \"{}\"", *a.file);
    shown_list(head, a.columns);
  }
  void operator()(const Plot& a) {
    std::vector<Shown> all = a.curves;
    if (!a.style.histogram) all.push_back(a.versus);
    std::string head = a.style.histogram ? "histogram " : "plot ";
    if (!a.name.empty()) head += a.name + ": ";
    if (!a.style.panels.empty()) head += "panels " + a.style.panels + ", ";
    shown_list(fmt::format("{}{} x {}", head, a.style.width, a.style.height), all);
  }
  void operator()(const Animate& a) {
    std::string text = "animate";
    if (!a.file.empty()) text += fmt::format(" to \"{}\", {} x {}", a.file, a.size[0], a.size[1]);
    if (a.time)
      text += fmt::format(", time {} .. {}", either(a.from_later, (*a.time)[0]),
                          either(a.to_later, (*a.time)[1]));
    text += option(option::slow.name, a.slow) + option(option::fps.name, a.fps);
    if (a.follow.valid()) text += ", follow " + s_.bodies[a.follow.index].name;
    for (const FilmPoint& p : a.trails) text += ", trail " + p.name;
    if (a.lens.valid()) text += ", lens " + s_.contacts[a.lens.index].name;
    line("{}", text);
  }
  void operator()(const Expect& a) {
    line("expect {}{}", domain(a.domain), expr(a.condition));
    if (a.message) line("  message \"{}\"", *a.message);
    for (const ExpectPart& part : a.parts) line("  part {}", shown(part.value));
    if (a.allowed) line("  allowed {}", shown(*a.allowed));
    if (a.off) line("  off {}", shown(*a.off));
  }
  void operator()(const Stop& a) {
    line("stop{}", a.message ? fmt::format(" \"{}\"", *a.message) : "");
  }
  void operator()(const Loop& a) {
    line("for {}", rounds(a.rounds));
    const std::string around = std::exchange(indent_, indent_ + "  ");
    for (const Action& action : a.body->list) std::visit(*this, action);
    indent_ = around;
  }
  void operator()(const Sweep& a) {
    for (const LateClause& clause : a.late) line("later {}", expr(clause.node));
    for (const Pass& pass : a.passes) {
      std::string bindings;
      for (const auto& b : pass.bindings) bindings += fmt::format(" {} = {}", b[0], b[1]);
      line("pass{}", bindings);
      nested(dump(*pass.scenario));
    }
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += indent_ + fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }
  void nested(const std::string& text) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at);
      text_ += indent_ + "  " + text.substr(at, end - at) + "\n";
      at = end + 1;
    }
  }
  std::string expr(NodeId node) const {
    return infix(s_.graph, node, [this](const Slot& slot) { return slot_name(s_, slot); });
  }
  static std::string law_expr(const LawProgram& law, NodeId node) {
    return infix(law.graph, node, [&law](const Slot& slot) { return law_slot_name(law, slot); });
  }
  static std::string option(std::string_view name, const std::optional<double>& value) {
    return value ? fmt::format(", {} = {}", name, number(*value)) : "";
  }
  static std::string initial(const char* name, const Initial& value) {
    if (value.kind == Initial::Kind::unset) return "";
    return fmt::format(", {} {} {}", name, value.kind == Initial::Kind::hold ? "=" : "~",
                       number(value.value));
  }
  static std::string initial(const char* name, const InitialRotation& value) {
    if (value.kind == Initial::Kind::unset) return "";
    return fmt::format(", {} {} {}", name, value.kind == Initial::Kind::hold ? "=" : "~",
                       quaternion(value.value));
  }
  std::string vector(const Vec3& v) const { return s_.spatial ? triple(v) : pair(v); }
  std::string frame(FrameId id) const { return id.valid() ? s_.frames[id.index].name : "none"; }
  std::string joint(JointId id) const { return id.valid() ? s_.joints[id.index].name : "none"; }
  static const char* activity(const Activity& a) {
    return a.at_start ? a.varies ? ", switched" : "" : ", not active";
  }
  static const char* domain(Domain d) {
    return d == Domain::rows ? "rows: " : d == Domain::trace ? "trace: " : "";
  }

  static std::string matrix(const std::optional<InertiaMatrix>& m) {
    if (!m) return "";
    return fmt::format(", inertia ({}, {}, {}, {}, {}, {})", number(m->xx), number(m->yy),
                       number(m->zz), number(m->xy), number(m->xz), number(m->yz));
  }
  void add(const Body& b) {
    line("body {}{}{}, cm {}{}{}{}{}{}{}{}{}{}", b.name, option("mass", b.mass),
         option("inertia", b.inertia) + matrix(b.inertia_matrix), vector(b.cm), initial("x", b.x),
         initial("y", b.y), initial("z", b.z),
         initial("angle", b.angle) + initial("rotation", b.rotation), initial("vx", b.vx),
         initial("vy", b.vy), initial("vz", b.vz), initial("spin", b.spin),
         initial("spin.x", b.spin_x) + initial("spin.y", b.spin_y) + initial("spin.z", b.spin_z));
  }
  // What only joints of a spatial world have.
  std::string in_space(const Joint& j) const {
    std::string text = initial("second", j.more[0].value) + initial("its speed", j.more[0].rate) +
                       initial("third", j.more[1].value) + initial("rotation", j.rotation) +
                       initial("spin.x", j.spin[0]) + initial("spin.y", j.spin[1]) +
                       initial("spin.z", j.spin[2]);
    const JointInfo& kind = *info(j.kind).joint;
    if (kind.screws) text += ", lead " + number(j.lead);
    if (kind.has_pins) text += fmt::format(", pins {} and {}", triple(j.pin_1), triple(j.pin_2));
    return text + (j.concentric ? ", concentric" : "") + (j.slides ? ", slides" : "");
  }
  std::string gear_end(JointId id, int coordinate) const {
    return s_.spatial ? fmt::format("{}.{}", joint(id), coordinate) : joint(id);
  }
  void add(const Joint& j) {
    const KindInfo& kind = info(j.kind);
    if (kind.joint->ties_joints) {
      line("{} {}: {} to {}, ratio {}{}", kind.name, j.name,
           gear_end(j.gear_first, j.gear_first_coordinate),
           gear_end(j.gear_second, j.gear_second_coordinate), number(j.ratio),
           activity(j.activity));
      return;
    }
    line("{} {}: {} to {}{}{}{}{}", kind.name, j.name, frame(j.first), frame(j.second),
         initial("coordinate", j.coordinate), initial("speed", j.speed) + in_space(j),
         option("length", j.length), activity(j.activity));
    if (j.friction)
      line("  friction: law {}, radius {}, length {}", j.friction->law.index,
           number(j.friction->radius), number(j.friction->length));
  }
  void add(const Drive& d) {
    static constexpr const char* names[] = {"coordinate", "speed", "position",
                                            "pose",       "angle", "rotation"};
    const std::string target = d.joint.valid()   ? joint(d.joint)
                               : d.frame.valid() ? frame(d.frame)
                               : d.body.valid()  ? s_.bodies[d.body.index].name
                                                 : "none";
    line("drive {}: {} of {}{}{}", d.name, names[static_cast<int>(d.kind)], target,
         d.coordinate > 0 ? fmt::format(", number {}", d.coordinate) : "", activity(d.activity));
    for (std::size_t i = 0; i < d.value.size(); ++i) {
      if (d.value[i].valid())
        line("  value {}; rate {}; acceleration {}", expr(d.value[i]), expr(d.rate[i]),
             expr(d.acceleration[i]));
    }
  }
  void add(const Force& f) {
    static constexpr const char* names[] = {"at point", "along line", "on body", "on joint"};
    line("force {}: {} {}{}{}", f.name, names[static_cast<int>(f.kind)],
         f.joint.valid()    ? joint(f.joint)
         : f.body.valid()   ? s_.bodies[f.body.index].name
         : f.second.valid() ? frame(f.first) + " to " + frame(f.second)
                            : frame(f.first),
         f.coordinate > 0 ? fmt::format(", number {}", f.coordinate) : "", activity(f.activity));
    for (NodeId value : f.value) {
      if (value.valid()) line("  value {}", expr(value));
    }
  }
  void add(const Spring& f) {
    line("{} {}: {}, stiffness {}, {} {}, damping {}{}", f.torsion ? "torsion" : "spring", f.name,
         f.torsion ? joint(f.joint) : frame(f.first) + " to " + frame(f.second),
         number(f.stiffness), f.torsion ? "angle" : "length", number(f.length), number(f.damping),
         activity(f.activity));
  }
  void add(const LawProgram& law, std::size_t index) {
    line("law {} = {}{}", index, law.text,
         law.friction_text.empty() ? "" : ", " + law.friction_text);
    static constexpr const char* results[] = {"FN", "v_out", "P_out", "W_out"};
    line("  {} = {}", results[static_cast<int>(law.departure)],
         law_expr(law, law.rigid() ? law.out : law.FN));
    if (law.vectors) {
      for (const NodeId part : law.FT_vector) line("  FT along an axis = {}", law_expr(law, part));
    } else if (law.FT.valid()) {
      line("  FT = {}", law_expr(law, law.FT));
    }
    if (law.stick.valid()) line("  stick = {}", law_expr(law, law.stick));
    if (law.vt_out.valid()) line("  vt_out = {}", law_expr(law, law.vt_out));
    if (law.acts == Acts::always) line("  acts always");
    if (law.state_life == StateLife::run) line("  states last until the run ends");
    for (const LawState& state : law.states)
      line("  state {} = {}, rate {}", state.name, number(state.initial),
           law_expr(law, state.rate));
    for (const LawSignal& signal : law.signals)
      line("  {} [{}] = {}", signal.name, signal.unit.text, law_expr(law, signal.node));
    for (const LawCheck& check : law.requirements)
      line("  require {}, \"{}\"", law_expr(law, check.condition), check.message);
    for (const LawCheck& check : law.warnings)
      line("  warn if {}, \"{}\"", law_expr(law, check.condition), check.message);
  }
  struct ShapeText {
    std::string operator()(const Circle& c) const {
      return fmt::format("{} {}", c.hollow ? "bearing" : "circle", number(c.radius));
    }
    std::string operator()(const HalfPlane& p) const {
      return p.normal == HalfPlane{}.normal ? "half plane" : "half space " + triple(p.normal);
    }
    std::string operator()(const Arc& a) const {
      return fmt::format("arc {} from {} to {}{}", number(a.radius), number(a.from), number(a.to),
                         std::isinf(a.thickness) ? "" : ", thickness " + number(a.thickness));
    }
    std::string operator()(const Rim& r) const { return "rim " + number(r.radius); }
    std::string operator()(const Bore& b) const { return "bore " + number(b.radius); }
    std::string operator()(const Superellipse& s) const {
      return fmt::format("superellipse {}, {}, exponent {}", number(s.a), number(s.b),
                         number(s.exponent));
    }
    std::string operator()(const Polygon& p) const {
      std::string corners;
      for (const Vec2& corner : p.corners) corners += (corners.empty() ? "" : ", ") + pair(corner);
      return fmt::format("polygon {}, rounding {}", corners, number(p.rounding));
    }
    std::string operator()(const MinkowskiSum& s) const {
      return fmt::format("ellipsoid {} with box {} and ball {}", triple(s.semi), triple(s.half),
                         number(s.rounding));
    }
    std::string operator()(const Edge& e) const {
      return fmt::format("edge along {} between {} and {}", triple(e.half), triple(e.sides[0]),
                         triple(e.sides[1]));
    }
    std::string operator()(const Frustum& f) const {
      return fmt::format("cone {} to {}, height {}", number(f.radius), number(f.top),
                         number(f.height));
    }
    std::string operator()(const Polyhedron& p) const {
      std::string corners;
      for (const Vec3& corner : p.corners)
        corners += (corners.empty() ? "" : ", ") + triple(corner);
      return fmt::format("polyhedron {} with {} faces, rounding {}", corners, p.faces.size(),
                         number(p.rounding));
    }
    std::string operator()(const Prism& p) const {
      return fmt::format("prism of width {} over {}", number(p.width),
                         std::visit(*this, p.outline));
    }
    std::string operator()(const SupportedCurve& c) const {
      return fmt::format("curve {}, reaching {} along x and {} along y", c.name,
                         number(c.support->front()[0]),
                         number((*c.support)[c.support->size() / 4][0]));
    }
  };
  static std::string shape(const Shape& shape) { return std::visit(ShapeText{}, shape); }
  void add(const Contact& c) {
    line("contact {}: {} ({}) and {} ({}), law {}, m1 {}, m2 {}{}{}{}{}{}{}{}{}", c.name,
         frame(c.first), shape(c.first_shape), frame(c.second), shape(c.second_shape), c.law.index,
         number(c.m1), number(c.m2), c.clearance ? ", clearance" : "",
         c.concentric ? ", concentric" : "", c.starts_closed ? ", closed" : "",
         initial("angle", c.angle), c.lever == 0.5 ? "" : ", lever " + number(c.lever),
         c.rolling > 0 ? ", rolling " + number(c.rolling) : "",
         c.spinning > 0 ? ", spinning " + number(c.spinning) : "", activity(c.activity));
  }
  void add(const ContactGroup& g) {
    line("contacts {}", g.name);
    for (const ContactGroup::Member& m : g.members)
      line("  {} ({}), make {}", frame(m.frame), shape(m.shape), m.twin_class);
    for (int a = 0; a < g.twin_classes; ++a)
      for (int b = a; b < g.twin_classes; ++b)
        if (const LawId law = g.laws[a * g.twin_classes + b]; law.valid())
          line("  makes {} and {}: law {}", a, b, law.index);
  }
  void add(const Event& e) {
    line("when {}{}", e.name.empty() ? "" : e.name + ": ", expr(e.condition));
    indent_ = "  ";
    for (const Action& action : e.actions) std::visit(*this, action);
    for (const Switch& change : e.switches)
      line("{} {}", change.on ? "hold" : "free", name_of(s_, change.part));
    indent_.clear();
  }
  void add(const Reduction& r, std::size_t index) {
    static constexpr const char* names[] = {
        "max",    "min",    "mean",  "rms",    "initial",  "final", "integral",   "at",
        "argmax", "argmin", "count", "sum",    "first",    "last",  "increasing", "decreasing",
        "all",    "any",    "std",   "median", "quantile", "item",  "amplitude",  "phase"};
    line("result{} = {}({}{}{}{})", index, names[static_cast<int>(r.kind)], domain(r.over),
         expr(r.operand), during(r), r.time.valid() ? ", " + expr(r.time) : "");
  }
  template <class Of>  // a reduction, a list, what is shown
  std::string during(const Of& of) const {
    return (of.from.valid() ? fmt::format(" during {} .. {}", expr(of.from), expr(of.to)) : "") +
           (of.run >= 0 ? " during " + s_.runs[of.run] : "");
  }
  void add_list(int index) {
    const ListSource& list = s_.lists[index];
    std::string items;
    for (NodeId item : list.items) items += (items.empty() ? "" : ", ") + expr(item);
    const bool sorted = list.kind == ListSource::Kind::sorted;
    const bool written = list.kind == ListSource::Kind::constant;
    const bool at = list.kind == ListSource::Kind::at_instants;
    const bool chosen = list.kind == ListSource::Kind::chosen;
    const bool numbered = list.kind == ListSource::Kind::numbered;
    if (list.kind == ListSource::Kind::range)
      return line("list{} = {} .. {}{}", index, expr(list.items[0]), expr(list.items[1]),
                  list.items.size() > 2 ? " by " + expr(list.items[2]) : "");
    if (list.kind == ListSource::Kind::joined) return line("list{} = join({})", index, items);
    if (list.kind == ListSource::Kind::ruled)
      return line("list{} = [{} for {}]", index, items, rounds(list.rounds));
    line("list{} = {}{}", index,
         sorted     ? "sort(" + items + ")"
         : at       ? "at(" + items + ")"
         : chosen   ? "chosen(" + items + ")"
         : numbered ? "numbered(" + items + ")"
         : written  ? "[" + items + "]"
                    : list_name(s_, index),
         during(list));
  }
  std::string either(const Later& later, double known) const {
    return later.given() ? expr(later.node) : number(known);
  }
  std::string rounds(const std::vector<Rounds>& all) const {
    std::string text;
    for (const Rounds& one : all)
      text += fmt::format("{}item{} in {}", text.empty() ? "" : ", ", one.item, expr(one.rows));
    return text;
  }
  std::string shown(const Shown& s) const {
    if (s.kind == Shown::Kind::impacts)
      return fmt::format("{}: {}.impacts{}{}", s.label, impacts_of(s_, s.shared, s.contact.index),
                         s.node.valid() ? "[" + expr(s.node) + "]" : "", during(s));
    if (s.kind != Shown::Kind::text)
      return fmt::format("{}{} [{}]: {}{}{}", s.named ? "named " : "", s.label, s.unit.text,
                         domain(s.domain), expr(s.node), during(s));
    std::string text;
    for (const TextPart& part : s.text) {
      if (const auto* plain = std::get_if<std::string>(&part))
        text += *plain;
      else
        text += "{" + shown(*std::get<TextHole>(part).value) + "}";
    }
    return fmt::format("{}\"{}\"", s.named ? "named " + s.label + ": " : "", text);
  }
  void shown_list(const std::string& head, const std::vector<Shown>& list) {
    line("{}", head);
    for (const Shown& s : list) line("  {}", shown(s));
  }

  const Scenario& s_;
  std::string text_;
  std::string indent_;
};

}  // namespace

std::string dump(const Scenario& scenario) {
  return Dump(scenario).take();
}

}  // namespace mbs::ir
