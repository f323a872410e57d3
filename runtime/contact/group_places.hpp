// Where the members of a group are, and how two of them approach each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/geometry/near_pairs.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

struct GroupChange {  // for the log
  double t = 0;
  int group = 0;
  NearPair pair;
  bool closes = false;
  double speed = 0;  // m/s, of the gap: closing or opening, > 0
};

// Something that the others are in front of, or inside of; two of them never touch.
inline bool is_wall(const GroupMember& member) {
  return member.plane() || member.kind == SurfaceKind::ring;
}

struct Approach {
  double gap = 0, rate = 0;  // m, m/s
};
Approach approach(const GroupMember& a, const GroupMember& b, const NearPlace& at_a,
                  const NearPlace& at_b);
NearPlace place_of(const Model& model, const GroupMember& member, const double* y);
// Indices in y of what its place depends on; how many there are.
inline constexpr int unknowns_of_a_place = 7 + 6;
int unknowns_of_place(const Model& model, const GroupMember& member,
                      std::span<int, unknowns_of_a_place> out);
// Places of all members, into what had those of the same members before, or none.
void place_all(const Model& model, const GroupModel& group, const double* y,
               std::vector<NearPlace>& out);
// The search for near pairs among its members, with a skin that suits their size.
NearPairs near_pairs(const GroupModel& group);
double near_skin(const GroupModel& group);  // m
// "heap.ball[1]-floor"
std::string pair_name(const GroupModel& group, int first, int second);
// Takes a change over into what a group remembers.
void note_change(GroupMode& mode, const GroupChange& change);

}  // namespace mbs
