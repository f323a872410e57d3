#include "lang/elaborate/declare/several.hpp"

#include <cmath>

#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

ir::Vec3 turned(const World& world, const ir::Frame& frame, const ir::Vec3& v) {
  if (world.spatial) return frame.rotation * v;
  const double c = std::cos(frame.angle), s = std::sin(frame.angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

}  // namespace

ir::LawProgram part_of(const ir::LawProgram& law, double part) {
  ir::LawProgram result = law;
  if (law.rigid()) return result;
  Graph& g = result.graph;
  const NodeId factor = g.constant(part);
  for (NodeId* force : {&result.FN, &result.FT, &result.FT_vector[0], &result.FT_vector[1],
                        &result.FT_vector[2], &result.stick})
    if (force->valid()) *force = g.mul(factor, *force);
  return result;
}

ir::FrameId shifted_frame(World& world, ir::FrameId from, const std::string& name,
                          const ir::Vec3& shift, double turn) {
  auto& frames = world.scenario->frames;
  ir::Frame frame = frames[from.index];
  frame.name = name;
  frame.position = frame.position + turned(world, frame, shift);
  frame.angle += turn;
  frames.push_back(std::move(frame));
  return ir::FrameId{static_cast<std::int32_t>(frames.size()) - 1};
}

NodeId normal_force(Draft& draft, const ClearanceParts& parts) {
  Graph& g = draft.graph();
  NodeId sum = g.constant(0);
  for (const Object* part : parts.all())
    sum = g.add(sum, slot_node(draft, SlotKind::contact_signal, part->index,
                               static_cast<int>(ContactSignal::FN)));
  return sum;
}

}  // namespace mbs::elaborate
