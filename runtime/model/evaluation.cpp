#include "runtime/model/evaluation.hpp"

#include <algorithm>
#include <utility>

namespace mbs {

Placement placement_of(const Model& m) {
  Placement at;
  at.poses.resize(m.masses.size());
  at.arms.resize(m.points.size());
  return at;
}

namespace {

DriveTapes drive_tapes(const DriveProgram& p) {
  return {p.first.state(), p.second.state(), std::vector<double>(p.second.output_count())};
}

ForceTapes force_tapes(const ForceProgram& p) {
  const std::size_t inputs = std::max(p.value.inputs().size(), p.partial.inputs().size());
  return {p.value.state(), p.partial.state(), std::vector<double>(inputs),
          std::vector<double>(p.value.output_count()),
          std::vector<double>(p.partial.output_count())};
}

ContactTapes contact_tapes(const LawTapes& law) {
  ContactTapes t{law.value.state(),
                 law.partial.state(),
                 law.signals.state(),
                 law.checks.state(),
                 law.coulomb.state(),
                 law.departure.state(),
                 {},
                 {},
                 {}};
  for (const Tape& tape : law.single) t.single.push_back(tape.state());
  const int more =
      std::max({law.partial.output_count(), law.signals.output_count(), law.checks.output_count(),
                law.coulomb.output_count(), law.departure.output_count()});
  t.outputs.resize(law.outputs);
  t.more.resize(more);
  return t;
}

}  // namespace

Workspace::Impl::Impl(const Model& m)
    : at(placement_of(m)), g(m.entries.size()), residual(m.layout.size), kkt(m.kkt_scratch(m)) {
  for (const DriveProgram& p : m.drives) drives.push_back(drive_tapes(p));
  for (const ForceProgram& p : m.forces) forces.push_back(force_tapes(p));
  int most = 0;
  for (const ContactModel& c : m.contacts) {
    contacts.push_back(contact_tapes(m.laws[c.own.law]));
    most = std::max(most, c.own.states);
  }
  block = empty_block(most);
  group_laws.resize(m.laws.size());
  for (const GroupModel& group : m.groups)
    for (const int law : group.laws)
      if (law >= 0) group_laws[law] = contact_tapes(m.laws[law]);
}

Workspace::Workspace(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;

void keep(Workspace& w, Failure failure) {
  if (!w.failure) w.failure = std::move(failure);
}

}  // namespace mbs
