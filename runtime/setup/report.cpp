#include "runtime/setup/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "runtime/joints/joints.hpp"
#include "runtime/joints/names.hpp"
#include "runtime/setup/equation.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/reach.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

using Source = Equation::Source;

// What a drive prescribes.
std::string driven(const Model& m, const ir::Drive& d) {
  const ir::Scenario& s = *m.scenario;
  switch (d.kind) {
    case ir::DriveKind::coordinate:
    case ir::DriveKind::speed:
      return coordinate_name(s.joints[d.joint.index], d.coordinate, d.kind == ir::DriveKind::speed);
    case ir::DriveKind::position:
      return s.frames[d.frame.index].name;
    case ir::DriveKind::pose:
      return s.bodies[d.body.index].name;
    case ir::DriveKind::angle:
      return s.bodies[d.body.index].name + ".angle";
    case ir::DriveKind::rotation:
      return rotation_name(s, d);
  }
  return "";
}

std::string name_of(const AssemblyState& k, const Equation& e) {
  const ir::Scenario& s = *k.model.scenario;
  switch (e.source) {
    case Source::joint:
      return s.joints[e.index].name;
    case Source::drive:
      return s.drives[e.index].name;
    case Source::clearance:
    case Source::contact:
      return s.contacts[e.index].name;
    case Source::hold:
      return e.owner;
  }
  return "";
}

Span origin_of(const AssemblyState& k, const Equation& e) {
  const ir::Scenario& s = *k.model.scenario;
  switch (e.source) {
    case Source::joint:
      return s.joints[e.index].origin;
    case Source::drive:
      return s.drives[e.index].origin;
    case Source::clearance:
    case Source::contact:
      return s.contacts[e.index].origin;
    case Source::hold:
      return e.origin;
  }
  return {};
}

struct Part {
  Source source;
  int index;
  friend bool operator==(Part, Part) = default;
};
Part part_of(const Equation& e) {
  return {e.source, e.index};
}

std::vector<Part> parts_of(const std::vector<Equation>& all) {
  std::vector<Part> parts;
  for (const Equation& e : all)
    if (e.source != Source::hold &&
        std::find(parts.begin(), parts.end(), part_of(e)) == parts.end())
      parts.push_back(part_of(e));
  return parts;
}

template <class Keep>
std::vector<Equation> filtered(const std::vector<Equation>& all, Keep keep) {
  std::vector<Equation> out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out), keep);
  return out;
}

bool closes(AssemblyState& k, const std::vector<double>& start,
            const std::vector<Equation>& equations) {
  k.q = start;
  return close_from_anywhere(k, equations) <= closed;
}

// How wide a part stays open with all else closed: lengths first, an angle if it is that. It is
// weighed so little that the rest closes to a millionth.
struct Opening {
  double length = 0, angle = 0;
};
Opening opening(const AssemblyState& k, const std::vector<Equation>& all, Part part) {
  Opening o;
  for (const Equation& e : all) {
    if (!(part_of(e) == part) || e.source == Source::hold) continue;
    const double miss = miss_of(k, e);
    if (e.angle)
      o.angle = std::hypot(o.angle, miss);
    else
      o.length = std::hypot(o.length, miss);
  }
  return o;
}

Opening least_opening(AssemblyState& k, const std::vector<double>& start,
                      const std::vector<Equation>& all, Part part) {
  std::vector<Equation> weighed = all;
  constexpr double weight = 1e-3;
  for (Equation& e : weighed)
    if (part_of(e) == part && e.source != Source::hold) e.weight = weight;
  k.q = start;
  close_from_anywhere(k, weighed);
  relax(k, weighed);
  return opening(k, all, part);
}

// The search closes lengths to `touching`, or to next to nothing beside what the angle is worth.
bool only_turned(const AssemblyState& k, const Opening& o) {
  constexpr double touching = 1e-9, nothing = 1e-4;  // m; of the angle times the size
  return o.angle > 0 && o.length < std::max(touching, nothing * o.angle * k.model.size);
}

std::string stays_open(const AssemblyState& k, const Opening& o) {
  if (o.length < 1e-9 && o.angle < 1e-9) return "turned over, its axes pointing the wrong way";
  if (!only_turned(k, o)) return fmt::format("{:.4g} mm open", o.length * 1e3);
  return fmt::format("{:.4g} deg off", o.angle * 180 / std::numbers::pi);
}

void note_holds(const std::vector<Equation>& holds, Diagnostic& d) {
  std::set<std::string> told;  // a rotation is three of them
  for (const Equation& h : holds)
    if (told.insert(h.text).second) d.notes.push_back(fmt::format("{} is held exactly", h.text));
}

void hint_open(const AssemblyState& k, const std::vector<Equation>& all,
               const std::vector<Equation>& holds, Part part, Diagnostic& d) {
  std::set<std::string> names;
  for (const Equation& e : all)
    if (part_of(e) == part && e.source != Source::hold)
      for (const int body : bodies_of(k, e))
        if (body > 0) names.insert(k.model.scenario->bodies[body].name);
  std::string list;
  for (const std::string& n : names) list += (list.empty() ? "`" : " and `") + n + "`";
  if (holds.empty())
    d.hint = fmt::format("check the lengths of {} and of the bodies they are joined to", list);
  else
    d.hint = fmt::format("let {} move (`~` instead of `=`), or check the lengths of {}",
                         holds.front().owner, list);
}

// Holds without any one of which everything else closes.
std::vector<Equation> guilty_holds(AssemblyState& k, const std::vector<double>& start,
                                   const std::vector<Equation>& all) {
  std::vector<Equation> guilty;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].source != Source::hold) continue;
    std::vector<Equation> rest = all;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (closes(k, start, rest)) guilty.push_back(all[i]);
  }
  return guilty;
}

void add_contradiction(const std::vector<Equation>& guilty, const char* with,
                       Diagnostics& diagnostics) {
  const Equation &a = guilty[0], &b = guilty[1];
  Diagnostic& d = diagnostics.add(Code::E0502, a.origin,
                                  fmt::format("{} and {} cannot both hold", a.text, b.text));
  if (b.origin.source >= 0) d.labels.push_back({b.origin, "and this"});
  for (std::size_t i = 2; i < guilty.size(); ++i)
    d.notes.push_back(fmt::format("{} takes part, too", guilty[i].text));
  d.hint = with;
}

// The part to blame: the last one without which the rest closes; joints that close loops come last.
std::optional<Part> open_part(AssemblyState& k, const std::vector<double>& start,
                              const std::vector<Equation>& all) {
  std::vector<Part> parts = parts_of(all);
  std::stable_partition(parts.begin(), parts.end(),
                        [](Part p) { return p.source == Source::drive; });
  for (auto p = parts.rbegin(); p != parts.rend(); ++p)
    if (closes(k, start, filtered(all, [&](const Equation& e) {
                 return e.source == Source::hold || !(part_of(e) == *p);
               })))
      return *p;
  return std::nullopt;
}

// Drives without any one of which everything else closes.
void note_drives(AssemblyState& k, const std::vector<double>& start,
                 const std::vector<Equation>& all, Diagnostic& d) {
  for (const Part& part : parts_of(all)) {
    const auto others = filtered(
        all, [&](const Equation& e) { return !(part_of(e) == part) || e.source == Source::hold; });
    if (part.source != Source::drive || !closes(k, start, others)) continue;
    const ir::Drive& drive = k.model.scenario->drives[part.index];
    d.notes.push_back(fmt::format("`{}` prescribes `{}`", drive.name, driven(k.model, drive)));
  }
}

// A loop of joints in space that closes for special sizes only; empty: not that.
std::string special_sizes(AssemblyState& k, const std::vector<double>& start,
                          const std::vector<Equation>& all, Part part, const std::string& name) {
  const auto of_part = [&](const Equation& e) {
    return part_of(e) == part && e.source != Source::hold;
  };
  const bool turned =
      std::any_of(all.begin(), all.end(), [&](const Equation& e) { return of_part(e) && e.angle; });
  if (part.source != Source::joint || !k.model.layout.spatial() || !turned) return {};
  if (closes(k, start, filtered(all, [&](const Equation& e) { return !of_part(e) || !e.angle; })))
    return fmt::format(
        "it closes with a `spherical` in place of `{0}`; hinges of a loop want axes that are "
        "parallel or meet in a point, or play, `clearance {0}`",
        name);
  return fmt::format(
      "check the lengths; a loop of hinges with parallel axes is plane: where points lie beside "
      "each other along these a `cylindrical` in place of `{0}` gives way, where an axis is tilted "
      "a `spherical` there and a `cylindrical` in place of another hinge, or play, `clearance {0}`",
      name);
}

void add_open(AssemblyState& k, const std::vector<double>& start, const std::vector<Equation>& all,
              Part part, const std::vector<Equation>& guilty, Diagnostics& diagnostics) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Equation& e) {
    return part_of(e) == part && e.source != Source::hold;
  });
  const Opening o = least_opening(k, start, all, part);
  Diagnostic& d = diagnostics.add(Code::E0501, origin_of(k, *at),
                                  fmt::format("the mechanism does not close: `{}` stays {}",
                                              name_of(k, *at), stays_open(k, o)));
  if (std::string note = reach_note(k, name_of(k, *at)); !note.empty())
    d.notes.push_back(std::move(note));
  note_holds(guilty, d);
  note_drives(k, start, all, d);
  hint_open(k, all, guilty, part, d);
  const std::string joint =
      part.source == Source::joint ? k.model.scenario->joints[part.index].name : std::string();
  if (only_turned(k, o) && !guilty.empty())
    d.hint = fmt::format(
        "join points that are turned: `point foot = (0, 0) {{ angle = … }}`, or let {} move (`~` "
        "instead of `=`)",
        guilty.front().owner);
  else if (only_turned(k, o) && k.model.layout.spatial())
    d.hint =
        "hinges of a loop close where their axes are parallel or meet in a point: a `spherical` in "
        "place of one of them, or a clearance, gives way";
  else if (guilty.empty())
    if (std::string hint = special_sizes(k, start, all, part, joint); !hint.empty())
      d.hint = std::move(hint);
}

// No single part is to blame: all that stay open in the best compromise.
void add_all_open(AssemblyState& k, const std::vector<double>& start,
                  const std::vector<Equation>& all, Diagnostics& diagnostics) {
  k.q = start;
  close_from_anywhere(k, all);
  relax(k, all);
  const Equation* worst = nullptr;
  for (const Equation& e : all)
    if (e.source != Source::hold && (!worst || error_of(k, e) > error_of(k, *worst))) worst = &e;
  if (!worst) return;
  Diagnostic& d =
      diagnostics.add(Code::E0501, origin_of(k, *worst),
                      fmt::format("the mechanism does not close: `{}` stays {}", name_of(k, *worst),
                                  stays_open(k, opening(k, all, part_of(*worst)))));
  for (const Part& part : parts_of(all)) {
    const Opening o = opening(k, all, part);
    const auto at = std::find_if(all.begin(), all.end(), [&](const Equation& e) {
      return part_of(e) == part && e.source != Source::hold;
    });
    if (!(part == part_of(*worst)) && (o.length > 1e-6 * k.model.size || o.angle > 1e-6))
      d.notes.push_back(fmt::format("`{}` stays {}", name_of(k, *at), stays_open(k, o)));
  }
  note_holds(filtered(all, [](const Equation& e) { return e.source == Source::hold; }), d);
  d.hint = "check lengths and initial values";
}

}  // namespace

void report_open(AssemblyState& k, const std::vector<double>& start, Diagnostics& diagnostics) {
  const std::vector<Equation> all = position_equations(k);
  const auto free = filtered(all, [](const Equation& e) { return e.source != Source::hold; });
  std::vector<Equation> guilty;
  if (free.size() < all.size() && closes(k, start, free)) guilty = guilty_holds(k, start, all);
  if (guilty.size() >= 2) {
    add_contradiction(guilty, "make one a guess: `~` instead of `=`", diagnostics);
    return;
  }
  if (const auto part = open_part(k, start, all))
    add_open(k, start, all, *part, guilty, diagnostics);
  else
    add_all_open(k, start, all, diagnostics);
}

namespace {

// Indices of the equations before `last` without any one of which it would say something new.
std::vector<std::size_t> already_said_by(const AssemblyState& k, const std::vector<Equation>& all,
                                         std::size_t last) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < last; ++i) {
    RowSpace space(k.v.size());
    for (std::size_t j = 0; j < last; ++j)
      if (j != i) space.add(scaled_gradient(k, all[j]));
    if (space.add(scaled_gradient(k, all[last]))) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> of_source(const std::vector<Equation>& all,
                                   const std::vector<std::size_t>& indices, Source source) {
  std::vector<std::size_t> out;
  std::copy_if(indices.begin(), indices.end(), std::back_inserter(out),
               [&](std::size_t i) { return all[i].source == source; });
  return out;
}

// Two drives of what joints, and clearances that start concentric, leave one freedom.
bool report_double_speeds(const AssemblyState& k, const std::vector<Equation>& all,
                          std::size_t last, Diagnostics& diagnostics) {
  const auto others = already_said_by(k, all, last);
  const auto drives = of_source(all, others, Source::drive);
  if (all[last].source != Source::drive || drives.empty()) return false;
  const Equation& first = all[drives.front()];
  const ir::Drive& drive = k.model.scenario->drives[all[last].index];
  Diagnostic& d = diagnostics.add(
      Code::E0502, drive.origin,
      fmt::format("`{}` and `{}` drive the same degree of freedom at different speeds",
                  name_of(k, first), drive.name));
  if (origin_of(k, first).source >= 0) d.labels.push_back({origin_of(k, first), "and this"});
  const char* unit = all[last].angle ? "rad/s" : "m/s";
  d.notes.push_back(fmt::format("at the start `{}` makes `{}` {:.6g} {} instead of {:.6g} {}",
                                name_of(k, first), driven(k.model, drive), rate_of(k, all[last]),
                                unit, all[last].target, unit));
  std::set<std::string> loose;
  for (const std::size_t i : of_source(all, others, Source::clearance))
    loose.insert("`" + name_of(k, all[i]) + "`");
  for (const std::string& name : loose)
    d.notes.push_back(fmt::format("{} starts concentric, and so as a joint", name));
  d.hint = "leave one of the drives out; each degree of freedom is driven once";
  return true;
}

}  // namespace

void report_contradicting_speeds(const AssemblyState& k, const std::vector<Equation>& all,
                                 Diagnostics& diagnostics) {
  RowSpace space(k.v.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Equation& e = all[i];
    const bool news = space.add(scaled_gradient(k, e));
    const double miss = std::abs(rate_of(k, e) - e.target);
    if (news || miss * (e.angle ? k.model.size : 1) < 1e-9) continue;
    if (report_double_speeds(k, all, i, diagnostics)) return;
    const std::string what =
        e.source == Source::hold ? e.text : fmt::format("the motion of `{}`", name_of(k, e));
    Diagnostic& d = diagnostics.add(Code::E0502, origin_of(k, e),
                                    fmt::format("{} cannot hold with the other speeds", what));
    d.notes.push_back(fmt::format(
        "joints, drives and held speeds before it make this {:.6g} {} instead of {:.6g}",
        rate_of(k, e), e.angle ? "rad/s" : "m/s", e.target));
    d.hint = "make one a guess: `~` instead of `=`";
    return;
  }
  diagnostics.add(Code::E0502, {}, "the initial speeds contradict each other");
}

// ---- redundant parts -------------------------------------------------------------

namespace {

// Names of the parts before row `i` without which it would hold something new.
std::vector<std::string> already_held_by(const AssemblyState& k, std::size_t row) {
  std::vector<std::string> names;
  const ir::Scenario& s = *k.model.scenario;
  std::set<std::pair<int, int>> seen;
  for (std::size_t i = 0; i < row; ++i) {
    const ConstraintRow& one = k.rows[i];
    if (!seen.insert({one.joint, one.drive}).second) continue;
    if (one.joint == k.rows[row].joint && one.drive == k.rows[row].drive) continue;
    RowSpace space(k.v.size());
    for (std::size_t j = 0; j < row; ++j)
      if (k.rows[j].joint != one.joint || k.rows[j].drive != one.drive)
        space.add(scaled_gradient(k, k.rows[j]));
    if (space.add(scaled_gradient(k, k.rows[row])))
      names.push_back(one.joint >= 0 ? s.joints[one.joint].name : s.drives[one.drive].name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "`" : ", `") + n + "`";
  return out.empty() ? "the others" : out;
}

void add_redundant_joint(const AssemblyState& k, std::size_t row, Diagnostics& diagnostics) {
  const ir::Joint& joint = k.model.scenario->joints[k.rows[row].joint];
  const auto names = already_held_by(k, row);
  Diagnostic& d =
      diagnostics.add(Code::E0503, joint.origin,
                      fmt::format("`{}` holds nothing that {} {} not hold already", joint.name,
                                  joined(names), names.size() == 1 ? "does" : "do"));
  d.hint = fmt::format("leave `{}` out, or replace it by a clearance", joint.name);
}

void add_redundant_drive(const AssemblyState& k, std::size_t row, Diagnostics& diagnostics) {
  const ir::Drive& drive = k.model.scenario->drives[k.rows[row].drive];
  const auto names = already_held_by(k, row);
  Diagnostic& d = diagnostics.add(
      Code::E0505, drive.origin,
      fmt::format("`{}` is already {} {}", driven(k.model, drive),
                  names.size() == 1 ? "driven by" : "determined by", joined(names)));
  d.hint = "drive each degree of freedom once";
}

}  // namespace

bool report_redundant(const AssemblyState& k, const std::vector<bool>& redundant,
                      Diagnostics& diagnostics) {
  const int before = diagnostics.error_count();
  for (std::size_t i = 0; i < k.rows.size();) {
    std::size_t end = i;
    bool all = true, some = false;
    for (; end < k.rows.size() && k.rows[end].joint == k.rows[i].joint &&
           k.rows[end].drive == k.rows[i].drive;
         ++end) {
      all = all && redundant[end];
      some = some || redundant[end];
    }
    // In space joints that hold one thing twice are the rule: a door on two hinges.
    if (all && k.rows[i].joint >= 0 && !k.model.layout.spatial())
      add_redundant_joint(k, i, diagnostics);
    // A drive that is held in part by joints would have to fight them.
    if (some && k.rows[i].drive >= 0)
      add_redundant_drive(k,
                          i + (std::find(redundant.begin() + i, redundant.begin() + end, true) -
                               (redundant.begin() + i)),
                          diagnostics);
    i = end;
  }
  return diagnostics.error_count() == before;
}

bool report_double_drives(const Model& m, Diagnostics& diagnostics) {
  const ir::Scenario& s = *m.scenario;
  // Kind of thing, its index, its coordinate.
  std::map<std::array<int, 3>, const ir::Drive*> first;
  bool good = true;
  for (const ir::Drive& d : s.drives) {
    std::array<int, 3> key{0, d.joint.index, d.coordinate};
    if (d.kind == ir::DriveKind::position) key = {1, d.frame.index, 0};
    if (d.kind == ir::DriveKind::pose) key = {2, d.body.index, 0};
    if (d.kind == ir::DriveKind::angle) key = {3, d.body.index, 0};
    if (d.kind == ir::DriveKind::rotation && d.body.valid()) key = {3, d.body.index, 0};
    const auto [at, fresh] = first.emplace(key, &d);
    if (fresh || d.activity.varies || at->second->activity.varies) continue;
    Diagnostic& e = diagnostics.add(
        Code::E0505, d.origin,
        fmt::format("`{}` is already driven by `{}`", driven(m, d), at->second->name));
    if (at->second->origin.source >= 0) e.labels.push_back({at->second->origin, "first here"});
    good = false;
  }
  return good;
}

}  // namespace mbs
