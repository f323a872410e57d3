#include "runtime/contact/group.hpp"

#include <algorithm>
#include <utility>

#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

ContactModel pair_model(const GroupModel& group, int first, int second) {
  if (group.members[first].twin_class > group.members[second].twin_class) std::swap(first, second);
  const GroupMember &a = group.members[first], &b = group.members[second];
  ContactModel c = model_of(a, b);
  c.own.law = group.laws[a.twin_class * group.twin_classes + b.twin_class];
  c.rolling = group.rolling;
  c.spinning = group.spinning;
  return c;
}

bool slides_freely(const Model& model, const ContactModel& c) {
  const auto centred = [&](int body, int point, bool turns) {
    const BodyPoint& p = model.points[point];
    return body == 0 || (!turns && p.x == 0 && p.y == 0 && p.z == 0);
  };
  return !model.laws[c.own.law].friction && centred(c.a, c.pa, c.shapes->first_turns) &&
         centred(c.b, c.pb, c.shapes->second_turns);
}

int closed_pairs(const GroupMode& mode) {
  return static_cast<int>(std::count_if(mode.pairs.begin(), mode.pairs.end(),
                                        [](const PairMode& pair) { return pair.closed; }));
}

double deepest(const Model& model, int group, const GroupMode& mode, const Placement& at) {
  double largest = 0;
  for (const PairMode& pair : mode.pairs) {
    const ContactModel c = pair_model(model.groups[group], pair.first, pair.second);
    if (pair.closed) largest = std::max(largest, -contact_gap(c, pair_of(c, at)));
  }
  return largest;
}

}  // namespace mbs
