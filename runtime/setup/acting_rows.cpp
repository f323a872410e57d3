#include "runtime/setup/acting_rows.hpp"

#include <algorithm>

#include "runtime/equations/kkt.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

bool varies(const auto& things) {
  return std::ranges::any_of(things, [](const auto& thing) { return thing.activity.varies; });
}

std::vector<char> at_start(const auto& things) {
  std::vector<char> acts;
  for (const auto& thing : things) acts.push_back(thing.activity.at_start);
  return acts;
}

struct Chooser {
  const Model& m;
  const Placement& at;
  Switched& switched;
  RowSpace held{static_cast<std::size_t>(m.layout.motions)};
  RowSpace for_good = held;  // by what is never switched alone

  // In two goes: what is always there, and what is switched.
  template <class Take>
  void each(bool drives, const Take& take) {
    for (const bool later : {false, true})
      for (std::size_t k = 0; k < m.rows.size(); ++k) {
        const ConstraintRow& row = m.rows[k];
        if ((row.drive >= 0) != drives || row.switched != later) continue;
        switched.rows[k] = !row.switched || switched.holds(row.owner());
        if (switched.rows[k]) take(k, scaled_gradient(m, at, row));
      }
  }

  void add_joints() {
    each(false, [this](std::size_t k, const std::vector<double>& gradient) {
      const bool news = held.add(gradient);
      if (m.rows[k].switched)
        switched.rows[k] = news;
      else
        for_good.add(gradient);
    });
  }

  std::optional<ir::Part> add_drives() {
    std::optional<ir::Part> fought;
    each(true, [&](std::size_t k, const std::vector<double>& gradient) {
      const bool dead_point = !m.rows[k].switched && !for_good.add(gradient);
      if (!held.add(gradient) && !dead_point && !fought) fought = m.rows[k].owner();
    });
    return fought;
  }
};

}  // namespace

bool can_switch(const ir::Scenario& s) {
  return varies(s.joints) || varies(s.drives) || varies(s.forces) || varies(s.springs) ||
         varies(s.contacts);
}

std::optional<ir::Part> choose_rows(const Model& m, const Placement& at, Switched& switched) {
  Chooser chooser{m, at, switched};
  chooser.add_joints();
  return chooser.add_drives();
}

int loose_body(const Model& m, const Placement& at, const Switched& switched) {
  const int size = m.layout.motions;
  RowSpace held(static_cast<std::size_t>(size));
  const auto along = [size](int column) {
    std::vector<double> unit(static_cast<std::size_t>(size), 0.0);
    unit[column] = 1;
    return unit;
  };
  std::vector<int> without;
  const std::vector<double> mass = mass_diagonal(m);
  for (int i = 0; i < size; ++i)
    if (!(mass[i] > 0)) without.push_back(i);
  if (without.empty()) return -1;
  for (int i = 0; i < size; ++i)
    if (mass[i] > 0) held.add(along(i));
  for (std::size_t k = 0; k < m.rows.size(); ++k)
    if (switched.rows[k]) held.add(scaled_gradient(m, at, m.rows[k]));
  for (const int i : without)
    if (!held.holds(along(i))) return i / 3 + 1;
  return -1;
}

SwitchedPtr switched_at_start(const Model& m, const Placement& at) {
  if (!m.switches) return nullptr;
  const ir::Scenario& s = *m.scenario;
  auto switched = std::make_shared<Switched>();
  switched->acts = {at_start(s.joints), at_start(s.drives), at_start(s.forces), at_start(s.springs),
                    at_start(s.contacts)};
  switched->rows.assign(m.rows.size(), 1);
  switched->shift.assign(m.rows.size(), 0);
  choose_rows(m, at, *switched);  // a drive that is held has been told
  return switched;
}

}  // namespace mbs
