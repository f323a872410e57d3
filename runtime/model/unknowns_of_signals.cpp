#include "runtime/model/unknowns_of_signals.hpp"

#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

class Needs {
 public:
  explicit Needs(const Model& model) : m_(model), needed_(model.layout.size) {}

  void add(const Slot& slot) {
    switch (slot.kind) {
      case SlotKind::body_coordinate:
        return slot.order == 2 ? all() : body(slot.entity);  // see RateSolver
      case SlotKind::body_spin:
        return slot.order == 1 ? all() : body(slot.entity);
      case SlotKind::joint_coordinate:
        return slot.order == 2 ? all() : joint(slot.entity);
      case SlotKind::contact_signal:
        if (slot.index == static_cast<int>(ContactSignal::impulse))
          range(m_.layout.impulse + slot.entity, 1);
        return contact(slot.entity);
      case SlotKind::contact_law:
        return contact(slot.entity);
      case SlotKind::energy:
        return energy();
      case SlotKind::joint_friction:
      case SlotKind::joint_law:
      case SlotKind::joint_reaction:
      case SlotKind::joint_impulse:
      case SlotKind::drive_effort:
      case SlotKind::spring_force:
        return all();
      case SlotKind::state:
        return range(m_.layout.script + slot.entity, 1);
      case SlotKind::group_signal:
        return group(slot.entity, static_cast<GroupSignal>(slot.index));
      default:
        return;
    }
  }

  std::vector<int> list() const {
    std::vector<int> result;
    for (std::size_t i = 0; i < needed_.size(); ++i)
      if (needed_[i]) result.push_back(static_cast<int>(i));
    return result;
  }

 private:
  void range(int first, int count) {
    for (int i = 0; i < count; ++i) needed_[first + i] = true;
  }
  void all() { range(0, m_.layout.size); }
  void body(int b) {
    if (b <= 0) return;  // ground
    alone(b);
    if (!m_.tree.used()) return;
    if (m_.layout.spatial()) return before_in_space(b);
    const TreeBody& way = m_.tree.bodies[b];  // what it hangs on, see Between
    for (int i = way.first; i < way.first + way.count; ++i)
      for (const int c : {m_.tree.segments[i].node, m_.tree.segments[i].slide})
        if (c >= 0) alone(m_.layout.body_of(m_.tree.absolute[c]));
  }
  // What the body hangs on, and the angles that say how many turns these coordinates have.
  void before_in_space(int b) {
    for (auto hinge = m_.tree.space.hinges.rbegin(); hinge != m_.tree.space.hinges.rend();
         ++hinge) {
      if (hinge->body != b) continue;
      alone(b);
      for (int k = hinge->first; k < hinge->first + hinge->count; ++k)
        if (const int counted = m_.tree.space.moves[k].counted; counted >= 0)
          range(m_.layout.angle + counted, 1);
      b = hinge->parent;
      if (b == 0) return;
    }
  }
  void alone(int b) {
    range(m_.layout.q + m_.layout.place_of(b), m_.layout.per_place);
    range(m_.layout.v + m_.layout.motion_of(b), m_.layout.per_motion);
  }
  void joint(int j) {
    for (const PairFunction& f : m_.all_coordinates[j]) {
      body(f.a), body(f.b);
      if (f.counted >= 0) range(m_.layout.angle + f.counted, 1);
    }
  }
  void contact(int c) {
    const ContactModel& of = m_.contacts[c];
    if (of.own.hold >= 0 || of.by_multipliers()) return all();
    body(of.a);
    body(of.b);
    range(m_.layout.s + c, 1);
    range(m_.layout.z + of.own.first_state, of.own.states);
  }
  void group(int g, GroupSignal signal) {  // what is counted is in the mode
    const ir::ContactGroup& of = m_.scenario->groups[g];
    if (signal == GroupSignal::energy_lost && of.first_pair >= 0)
      range(m_.layout.work + of.first_pair, of.pairs);
    else if (signal == GroupSignal::energy_lost)
      range(m_.layout.group + g, 1);
    if (signal != GroupSignal::delta) return;
    for (const GroupMember& member : m_.groups[g].members) body(member.body);
  }
  void energy() {
    range(m_.layout.q, m_.layout.places);
    range(m_.layout.v, m_.layout.motions);
    range(m_.layout.work, m_.layout.contacts);
    range(m_.layout.group, m_.layout.groups);
    range(m_.layout.input, 1);
    range(m_.layout.damping, 1);
  }

  const Model& m_;
  std::vector<bool> needed_;
};

}  // namespace

std::vector<int> unknowns_of(const Model& model, std::span<const Slot> slots) {
  Needs needs(model);
  for (const Slot& slot : slots) needs.add(slot);
  return needs.list();
}

std::vector<Slot> all_slots(const Graph& graph) {
  std::vector<Slot> slots;
  for (std::int32_t i = 0; i < graph.size(); ++i)
    if (graph[NodeId{i}].op == Op::slot) slots.push_back(graph.slot_of(graph[NodeId{i}]));
  return slots;
}

std::vector<int> unknowns_of_results(const Model& model) {
  return unknowns_of(model, all_slots(model.scenario->graph));
}

}  // namespace mbs
