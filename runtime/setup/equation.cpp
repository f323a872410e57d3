#include "runtime/setup/equation.hpp"

#include <fmt/format.h>

#include "runtime/contact/kinematics.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/gap_alignment.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

bool of_contact(const Equation& e) {
  return e.source == Equation::Source::contact;
}

ContactGeometry geometry_of(const AssemblyState& k, const Equation& e) {
  const ContactModel& c = k.model.contacts[e.index];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, k.at), g);
  return g;
}

}  // namespace

double miss_of(const AssemblyState& k, const Equation& e) {
  if (of_contact(e)) return e.weight * geometry_of(k, e).gap;
  return e.weight * wrapped(e.row, row_value(e.row, k.at) - e.target);
}

double rate_of(const AssemblyState& k, const Equation& e) {
  return e.weight * (of_contact(e) ? geometry_of(k, e).gap_rate : row_rate(e.row, k.at));
}

SparseRow gradient_of(const AssemblyState& k, const Equation& e) {
  SparseRow row;
  if (of_contact(e))
    gap_row(k.model, e.index, k.at, row);
  else
    row = row_gradient(e.row, k.at);
  for (double& value : row.values) value *= e.weight;
  return row;
}

std::vector<double> scaled_gradient(const AssemblyState& k, const Equation& e) {
  std::vector<double> all(k.v.size(), 0.0);
  const SparseRow row = gradient_of(k, e);
  for (std::size_t i = 0; i < row.columns.size(); ++i)
    all[row.columns[i]] +=
        row.values[i] * (k.model.layout.turns(row.columns[i]) ? 1 : k.model.size);
  return all;
}

std::array<int, 2> bodies_of(const AssemblyState& k, const Equation& e) {
  if (of_contact(e)) return {k.model.contacts[e.index].a, k.model.contacts[e.index].b};
  return {e.row.terms[0].function.a, e.row.terms[0].function.b};
}

std::string held_text(const std::string& attribute, double value, bool angle, bool speed,
                      const std::string& owner) {
  const std::string unit = value == 0 ? "" : angle ? " rad" : " m";
  return "`" + attribute + " = " + fmt::format("{:.7g}", value) + unit +
         (speed && value != 0 ? "/s" : "") + "` of `" + owner + "`";
}

Equation equation_of(const AssemblyState& k, const ConstraintRow& row, Workspace& w, int order) {
  Equation e;
  e.source = row.drive >= 0 ? Equation::Source::drive : Equation::Source::joint;
  e.index = std::max(row.drive, row.joint);
  e.row = row;
  e.target = drive_value(k.model, row, w.impl(), order);
  e.angle = is_angle(row);
  return e;
}

std::vector<Equation> position_equations(const AssemblyState& k) {
  std::vector<Equation> all;
  Workspace w(k.model);
  evaluate_drives(k.model, 0, nullptr, DriveOrder::rate, w);
  for (const ConstraintRow& row : k.rows) {
    if (row.assembled || !row.position) continue;
    all.push_back(equation_of(k, row, w, 0));
  }
  all.insert(all.end(), k.pins.begin(), k.pins.end());
  all.insert(all.end(), k.holds.begin(), k.holds.end());
  return all;
}

}  // namespace mbs
