// Which of many contacts of two are near enough to be looked at.
#pragma once

#include <span>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/geometry/near_pairs.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// Families of points make contacts of each with each, of which few can touch at a time: teeth of
// two wheels. Those whose surfaces are farther apart than a skin are left alone, the others are
// found by surfaces, not by pairs. Awake in any case are contacts inside of a ring and those whose
// law acts at a distance. A model of few contacts has all of them awake, and so has one in space.
//
// What is left alone cannot have closed: see NearPairs on paths within a step.
class NearContacts {
 public:
  explicit NearContacts(const Model& model);
  std::span<const int> awake() const { return awake_; }  // in order
  bool is_awake(int contact) const { return is_awake_[contact]; }
  // Looks at places alone: where a run begins, or was changed by hand.
  void restart(const double* y);
  // After a step of h seconds that ends in y; those that it has woken, for they were not followed
  // so far.
  std::span<const int> follow(const double* y, double h);
  // Takes the end of the step as the beginning of the next.
  void settle() { std::swap(before_, now_); }

 private:
  struct Between {  // of `surfaces_`
    NearPair pair;
    int contact = 0;
  };
  void add(int contact);
  int surface_of(const GroupMember& surface);
  void wake();

  const Model& model_;
  GroupModel surfaces_;           // of the contacts that may sleep, each once
  std::vector<Between> between_;  // by pair
  std::vector<int> always_;       // contacts
  std::vector<NearPlace> before_, now_;
  std::vector<NearPairs> near_;  // one, or none: all are awake
  std::vector<int> awake_, woken_;
  std::vector<char> is_awake_;
};

}  // namespace mbs
