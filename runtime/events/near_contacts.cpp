#include "runtime/events/near_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "runtime/contact/many.hpp"
#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

// Both surfaces of a contact as circles around what they are, or as planes.
struct Sides {
  GroupMember first, second;
};

std::optional<GroupMember> side_of(const ConvexShape& shape, GroupMember side) {
  if (shape.kind == ConvexKind::ring) return {};
  side.kind = shape.kind == ConvexKind::plane ? SurfaceKind::plane : SurfaceKind::circle;
  side.radius = shape.bound;
  side.nx = -shape.s;
  side.ny = shape.c;
  return side;
}

GroupMember at_point(int body, int point, double radius) {
  GroupMember side;
  side.body = body;
  side.point = point;
  side.radius = radius;
  return side;
}

void make_plane(GroupMember& side, const ContactModel& c) {
  side.kind = SurfaceKind::plane;
  side.radius = 0;
  side.nx = c.nx;
  side.ny = c.ny;
}

std::optional<Sides> sides_of(const Model& model, const ContactModel& c) {
  if (!c.shapes || c.shapes->hollow || model.laws[c.own.law].acts == ir::Acts::always) return {};
  Sides sides{at_point(c.a, c.pa, c.radius_a), at_point(c.b, c.pb, c.radius_b)};
  if (std::isfinite(c.thickness)) {  // a band
    (c.shapes->first_turns ? sides.first : sides.second).radius += c.thickness;
    return sides;
  }
  if (c.convex) {
    const auto first = side_of(c.convex->first, sides.first);
    const auto second = side_of(c.convex->second, sides.second);
    if (!first || !second) return {};
    return Sides{*first, *second};
  }
  if (c.shapes->first_turns) make_plane(sides.first, c);
  if (c.shapes->second_turns) make_plane(sides.second, c);
  return sides;
}

bool same(const GroupMember& a, const GroupMember& b) {
  return a.kind == b.kind && a.body == b.body && a.point == b.point && a.radius == b.radius &&
         a.nx == b.nx && a.ny == b.ny;
}

}  // namespace

NearContacts::NearContacts(const Model& model) : model_(model), is_awake_(model.contacts.size()) {
  const int contacts = model.layout.touching;
  awake_.resize(contacts);  // until places are known
  std::iota(awake_.begin(), awake_.end(), 0);
  std::fill_n(is_awake_.begin(), contacts, true);
  if (contacts < many_contacts || model.layout.spatial()) return;
  for (int c = 0; c < contacts; ++c) add(c);
  if (between_.empty()) return;
  std::sort(between_.begin(), between_.end(), [](const Between& a, const Between& b) {
    return a.pair != b.pair ? a.pair < b.pair : a.contact < b.contact;
  });
  near_.push_back(near_pairs(surfaces_));
  before_.resize(surfaces_.members.size());
  now_.resize(surfaces_.members.size());
}

void NearContacts::add(int contact) {
  const auto sides = sides_of(model_, model_.contacts[contact]);
  if (!sides) return always_.push_back(contact);
  const int first = surface_of(sides->first), second = surface_of(sides->second);
  between_.push_back({{std::min(first, second), std::max(first, second)}, contact});
}

int NearContacts::surface_of(const GroupMember& surface) {
  auto& all = surfaces_.members;
  const auto at = std::find_if(all.rbegin(), all.rend(),
                               [&](const GroupMember& other) { return same(surface, other); });
  if (at != all.rend()) return static_cast<int>(all.rend() - at) - 1;
  all.push_back(surface);
  return static_cast<int>(all.size()) - 1;
}

// From the list of near pairs; two ordered lists meet.
void NearContacts::wake() {
  std::vector<char> were(model_.contacts.size());
  were.swap(is_awake_);
  awake_ = always_;
  auto next = between_.begin();
  for (const NearPair& pair : near_.front().pairs()) {
    while (next != between_.end() && next->pair < pair) ++next;
    for (; next != between_.end() && next->pair == pair; ++next) awake_.push_back(next->contact);
  }
  std::sort(awake_.begin(), awake_.end());
  for (const int c : awake_) {
    is_awake_[c] = true;
    if (!were[c]) woken_.push_back(c);
  }
}

void NearContacts::restart(const double* y) {
  woken_.clear();
  if (near_.empty()) return;
  place_all(model_, surfaces_, y, before_);
  if (near_.front().update(before_, before_, 0)) wake();
}

std::span<const int> NearContacts::follow(const double* y, double h) {
  woken_.clear();
  if (near_.empty()) return {};
  place_all(model_, surfaces_, y, now_);
  if (near_.front().update(before_, now_, h)) wake();
  return woken_;
}

}  // namespace mbs
