// Journals in their bearings, in space: two contacts and a joint.
#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/declare/declare.hpp"
#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/journals.hpp"
#include "lang/elaborate/objects/signals.hpp"

namespace mbs::elaborate {
namespace {

// A law with all its forces multiplied: its own depth and speed give each end its part.
ir::LawProgram part_of(const ir::LawProgram& law, double part) {
  ir::LawProgram result = law;
  Graph& g = result.graph;
  const NodeId factor = g.constant(part);
  for (NodeId* force : {&result.FN, &result.FT, &result.FT_vector[0], &result.FT_vector[1],
                        &result.FT_vector[2], &result.stick})
    if (force->valid()) *force = g.mul(factor, *force);
  return result;
}

ir::FrameId rim_frame(World& world, ir::FrameId journal, const std::string& name, double height) {
  auto& frames = world.scenario->frames;
  ir::Frame frame = frames[journal.index];
  frame.name = name;
  frame.position = frame.position + frame.rotation * ir::Vec3{0, 0, height};
  frames.push_back(std::move(frame));
  return ir::FrameId{static_cast<std::int32_t>(frames.size()) - 1};
}

// One end of the axis sees the bore as an ellipse that may touch on both sides.
void check_length(World& world, Object& object, const Pair& pair, double length) {
  const double least = 2 * std::sqrt(-pair.sides[1].radius * *pair.clearance);
  if (length > least) return;
  report(world, Code::W0208, find_bound(object, "length")->attribute->value->span,
         fmt::format("`{}` is so short that one end of it can touch the bore at two places at once",
                     object.name))
      .hint = fmt::format(
      "only the deeper one is followed; it is longer than 2*sqrt(bearing*clearance) = {:.3g} mm "
      "where that cannot be",
      least * 1e3);
}

void add_joint(World& world, Object& object, ir::FrameId journal, ir::FrameId bearing,
               bool concentric) {
  ir::Joint& joint = world.scenario->joints[journal_parts(world, object).joint.index];
  joint.first = bearing;
  joint.second = journal;
  joint.coordinate = attribute_initial(world, object, "angle");
  joint.concentric = concentric;
  joint.slides = attribute_number(world, object, "axial").value_or(0) > 0;
}

NodeId normal_force(World& world, const JournalParts& parts) {
  const auto of = [&](const Object* rim) {
    return slot_node(world, SlotKind::contact_signal, rim->index,
                     static_cast<int>(ContactSignal::FN));
  };
  return world.graph().add(of(parts.rims[0]), of(parts.rims[1]));
}

}  // namespace

void declare_journal(World& world, Object& object, const LawUnit& unit, const ir::Contact& common) {
  const auto length = attribute_number(world, object, "length");
  if (!length) return;
  check_length(world, object, unit.pair, *length);
  const JournalParts& parts = journal_parts(world, object);
  const ir::FrameId journal = end_frame(world, object, *object.ends.first);
  const ir::FrameId bearing = end_frame(world, object, *object.ends.second);
  ir::Contact contact = common;
  contact.concentric = false;  // the joint is
  contact.second = bearing;
  contact.first_shape = ir::Rim{unit.pair.sides[0].radius};
  contact.second_shape = ir::Bore{-unit.pair.sides[1].radius};
  contact.law = law_id(world, part_of(unit.program, 1.0 / static_cast<double>(parts.rims.size())));
  for (std::size_t end = 0; end < parts.rims.size(); ++end) {
    contact.name = parts.rims[end]->name;
    contact.first = rim_frame(world, journal, contact.name, (end == 0 ? -0.5 : 0.5) * *length);
    world.scenario->contacts[parts.rims[end]->index] = contact;
    contact.activity = {};  // said once
  }
  add_joint(world, object, journal, bearing, common.concentric);
  world.scenario->clearances[parts.clearance].FN = normal_force(world, parts);
}

}  // namespace mbs::elaborate
