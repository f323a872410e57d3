#include "runtime/setup/acting_rows.hpp"

#include <algorithm>

#include "runtime/equations/kkt.hpp"
#include "runtime/model/idle_rows.hpp"
#include "runtime/model/scalar_function.hpp"
#include "runtime/setup/row_products.hpp"
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

constexpr double as_long = 1 - 1e-6;  // squared: the first of those that are as long as each other
constexpr double independent = 1e-8;  // of a unit row, outside of the space of others, where closed
constexpr double firm = 0.1;          // of what the firmest rows say
constexpr double firm_at_most = 0.3;  // rad

// By a turn of the second body, in its axes.
Vector3 by_turn(const ConstraintRow& row, const Placement& at) {
  Local g{};
  gradient(row.terms[0].function, at, g);
  return {g[9], g[10], g[11]};
}

// Marks all but three of the rows with these places. One after the other is kept that turns
// farthest from what those before it hold; the smallest singular value of three out of nine is at
// least 0.36 then, however the ends are turned.
void spare_all_but_firmest(const std::vector<ConstraintRow>& all, const Placement& at,
                           std::vector<std::size_t> places, std::vector<char>& spare) {
  std::vector<Vector3> left;
  for (const std::size_t k : places) left.push_back(by_turn(all[k], at));
  for (int n = 0; n < 3 && !left.empty(); ++n) {
    const double longest = std::ranges::max(left, {}, &Vector3::squaredNorm).squaredNorm();
    const auto kept = std::ranges::find_if(
        left, [&](const Vector3& turn) { return turn.squaredNorm() >= as_long * longest; });
    const Vector3 along = kept->normalized();
    places.erase(places.begin() + (kept - left.begin()));
    left.erase(kept);
    for (Vector3& turn : left) turn -= along * along.dot(turn);
  }
  for (const std::size_t k : places) spare[k] = 1;
}

// Rows of joints that share what they hold and may be idle: not those of the tree.
std::vector<char> shared_rows(const Model& m) {
  std::vector<char> shared(m.rows.size(), 0);
  for (const int k : m.sharing_rows) shared[k] = !m.rows[k].tree;
  return shared;
}

// By how much, as unit rows, rows with these places point out of a space one after the other, the
// farthest first; the space grows by them.
std::vector<Pivot> pivots_of(const Model& m, const Placement& at, const std::vector<int>& places,
                             RowSpace& space, double least = independent) {
  std::vector<std::vector<double>> gradients;
  for (const int k : places) gradients.push_back(scaled_gradient(m, at, m.rows[k]));
  return add_by_pivots(space, gradients, least);
}

struct Chooser {
  const Model& m;
  const Placement& at;
  Switched& switched;
  double least;
  std::vector<char> shared = shared_rows(m);
  std::vector<char> spare = spare_cosines(m.rows, at);
  RowSpace held{static_cast<std::size_t>(m.layout.motions)};
  RowSpace for_good = held;  // by what is never switched alone

  // In two goes: what is always there, and what is switched.
  template <class Take>
  void each(bool drives, const Take& take) {
    for (const bool later : {false, true}) {
      for (std::size_t k = 0; k < m.rows.size(); ++k) {
        const ConstraintRow& row = m.rows[k];
        if ((row.drive >= 0) != drives || row.switched != later || shared[k]) continue;
        switched.rows[k] = !spare[k] && (!row.switched || switched.holds(row.owner()));
        if (switched.rows[k]) take(k, scaled_gradient(m, at, row));
      }
      if (!drives) add_shared(later);
    }
  }

  // Beside all other joints that are always there, before those that are switched; then of these.
  void add_shared(bool later) {
    std::vector<int> places;
    for (std::size_t k = 0; k < m.rows.size(); ++k) {
      if (!shared[k] || m.rows[k].switched != later) continue;
      switched.rows[k] = 0;
      if (!spare[k] && (!later || switched.holds(m.rows[k].owner())))
        places.push_back(static_cast<int>(k));
    }
    for (const Pivot& next : pivots_of(m, at, places, held, least)) {
      switched.rows[places[next.place]] = next.left > least;
      if (!later) for_good.add(scaled_gradient(m, at, m.rows[places[next.place]]));
    }
  }

  void add_joints() {
    each(false, [this](std::size_t k, const std::vector<double>& gradient) {
      const bool news = held.add(gradient, least);
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

std::vector<char> spare_cosines(const std::vector<ConstraintRow>& rows, const Placement& at) {
  std::vector<char> spare(rows.size(), 0);
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!holds_rotation_found(rows[k])) continue;
    places.push_back(k);
    const bool last = k + 1 == rows.size() || !holds_rotation_found(rows[k + 1]) ||
                      !(rows[k + 1].owner() == rows[k].owner());
    if (!last) continue;
    spare_all_but_firmest(rows, at, places, spare);
    places.clear();
  }
  return spare;
}

bool can_switch(const ir::Scenario& s) {
  return varies(s.joints) || varies(s.drives) || varies(s.forces) || varies(s.springs) ||
         varies(s.contacts);
}

std::optional<ir::Part> choose_rows(const Model& m, const Placement& at, Switched& switched,
                                    double least) {
  Chooser chooser{m, at, switched, least};
  chooser.add_joints();
  return chooser.add_drives();
}

bool all_act(const Model& m, const Switched& switched) {
  for (std::size_t k = 0; k < m.rows.size(); ++k)
    if (m.rows[k].joint >= 0 && !switched.rows[k] && switched.holds(m.rows[k].owner()))
      return false;
  return true;
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
    if (!held.holds(along(i))) return m.layout.body_of(i);
  return -1;
}

FirmerRows firmer_rows(const Model& m, const Placement& at, const Mode& mode) {
  const std::vector<char> shared = shared_rows(m);
  std::vector<int> all, acting, others;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    if (m.rows[k].joint < 0 || !part_acts(&mode, m.rows[k].owner())) continue;
    if (shared[k]) all.push_back(static_cast<int>(k));
    if (row_acts(&mode, k)) (shared[k] ? acting : others).push_back(static_cast<int>(k));
  }
  if (acting.empty() || !mode.switched) return {};
  if (acting.size() == all.size()) return {nullptr, firm_at_most};  // there is no choice
  const double left = least_left(m, at, others, acting);
  // No other rows say more than 1.
  if (left >= firm) return {nullptr, std::min((left - firm) / 2, firm_at_most)};
  RowSpace held(static_cast<std::size_t>(m.layout.motions));
  for (const int k : others) held.add(scaled_gradient(m, at, m.rows[k]));
  RowSpace space = held;
  const double now = pivots_of(m, at, acting, space).back().left;
  std::vector<Pivot> best = pivots_of(m, at, all, held);
  best.resize(acting.size());
  if (now >= firm * best.back().left || best.back().left < independent) return {};
  auto next = std::make_shared<Switched>(*mode.switched);
  for (const int k : all) next->rows[k] = 0;
  for (const Pivot& pivot : best) next->rows[all[pivot.place]] = 1;
  return {std::move(next)};
}

SwitchedPtr switched_at_start(const Model& m, const Placement& at,
                              const std::vector<bool>& redundant) {
  if (!m.switches && m.sharing_rows.empty()) return nullptr;
  const ir::Scenario& s = *m.scenario;
  auto switched = std::make_shared<Switched>();
  switched->acts = {at_start(s.joints), at_start(s.drives), at_start(s.forces), at_start(s.springs),
                    at_start(s.contacts)};
  switched->rows.assign(m.rows.size(), 1);
  switched->shift.assign(m.rows.size(), 0);
  choose_rows(m, at, *switched);  // a drive that is held has been told
  for (const int k : m.sharing_rows)
    if (!m.rows[k].switched) switched->rows[k] = !redundant[k];  // also in special positions
  return switched;
}

}  // namespace mbs
