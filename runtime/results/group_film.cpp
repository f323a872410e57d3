#include "runtime/results/group_film.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

// What the eye misses in a number that moves, and in the glow of a body, as parts of the largest
// force.
constexpr double of_number = 5e-3, of_glow = 3e-2;

Thinner of_hardest(double largest) {
  return Thinner({{of_number * largest, 0}, {0.01, 0}, {0.01, 0}});
}

}  // namespace

std::vector<double> pair_forces(const Model& model, int group, const Instant& now,
                                Workspace& workspace) {
  std::vector<double> forces;
  for (const PairMode& pair : now.mode->groups[group].pairs) {
    const ContactModel c = pair_model(model.groups[group], pair.first, pair.second);
    ContactForce f;
    const bool known = pair.closed && contact_force(model, live_pair(group, c, pair, workspace),
                                                    now.t, workspace, f);
    forces.push_back(known && f.acting && std::isfinite(f.FN) ? f.FN : 0);
  }
  return forces;
}

GroupFilm::GroupFilm(const Model& model, int group, double largest)
    : model_(model), group_(group), hardest_(of_hardest(largest)) {
  const std::size_t members = model.groups[group].members.size();
  for (auto& loads : loads_) loads.assign(members, 0);
  pressed_.assign(members, false);
  was_pressed_.assign(members, false);
  for (std::size_t m = 0; m < members; ++m)
    members_.emplace_back(std::vector<Allowance>{{of_glow * largest, 0}});
}

void GroupFilm::see(int place, const Instant& now, Workspace& workspace) {
  if (place == 0) {
    pairs_ = now.mode->groups[group_].pairs;
    std::fill(pressed_.begin(), pressed_.end(), false);
  }
  forces_[place] = pair_forces(model_, group_, now, workspace);
  std::vector<double>& loads = loads_[place];
  std::fill(loads.begin(), loads.end(), 0);
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    for (const int member : {pairs_[k].first, pairs_[k].second}) {
      loads[member] = std::max(loads[member], forces_[place][k]);
      if (forces_[place][k] > 0) pressed_[member] = true;
    }
}

void GroupFilm::add(const std::array<double, step_places>& t) {
  const double step = t[step_places - 1] - t[0];
  add_hardest(t, step);
  for (std::size_t m = 0; m < members_.size(); ++m) add_member(m, t, step);
  was_pressed_ = pressed_;
}

// One pair for the whole step: that of the largest force in it.
void GroupFilm::add_hardest(const std::array<double, step_places>& t, double step) {
  double most = 0;
  std::size_t chosen = pairs_.size();
  for (const auto& forces : forces_)
    for (std::size_t k = 0; k < forces.size(); ++k)
      if (forces[k] > most) most = forces[k], chosen = k;
  StepValues values;
  for (int p = 0; p < step_places; ++p) {
    values[p] = {0, -1, -1};
    if (chosen == pairs_.size()) continue;
    const PairMode& pair = pairs_[chosen];
    values[p] = {forces_[p][chosen], static_cast<double>(pair.first),
                 static_cast<double>(pair.second)};
  }
  for (int p = 0; p < step_places; ++p) hardest_.add(t[p], values[p], slopes(values, p, step));
}

// A member that nothing presses has knots in its first step and where that ends: with fewer the
// slope of its end would count for all of it.
void GroupFilm::add_member(std::size_t member, const std::array<double, step_places>& t,
                           double step) {
  if (!pressed_[member]) {
    if (was_pressed_[member])
      for (const double at : {t[0], t[step_places - 1]}) members_[member].add(at, {0}, {0});
    return;
  }
  if (!was_pressed_[member]) members_[member].add(t[0], {0}, {0});
  StepValues values;
  for (int p = 0; p < step_places; ++p) values[p] = {loads_[p][member]};
  for (int p = 0; p < step_places; ++p)
    members_[member].add(t[p], values[p], slopes(values, p, step));
}

void GroupFilm::take(SceneGroup& group) {
  group.hardest = hardest_.take();
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const GroupMember& member = model_.groups[group_].members[m];
    group.members.push_back({member.name, member.body, members_[m].take()});
  }
}

}  // namespace mbs
