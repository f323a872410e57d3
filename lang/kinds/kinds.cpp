#include "lang/kinds/kinds.hpp"

#include <algorithm>

namespace mbs {

std::span<const KindInfo> all_kinds() {
  static const std::vector<KindInfo> rows = [] {
    std::vector<KindInfo> all;
    for (const auto part : {body_kinds(), joint_kinds(), space_joint_kinds(), force_kinds(),
                            contact_kinds(), event_kinds()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return rows;
}

std::string_view symbol_name(JointSymbol symbol) {
  constexpr std::string_view names[] = {"none", "pin",   "rail", "pin_on_rail",
                                        "bar",  "block", "ball"};
  return names[static_cast<int>(symbol)];
}

std::span<const CoordinateInfo> coordinates_of(const JointInfo& joint) {
  if (!joint.coordinate) return joint.several;
  return {joint.coordinate, 1};
}

const KindInfo* find_kind(std::string_view name) {
  const auto kinds = all_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const KindInfo& kind) {
    return kind.name == name && kind.kind != ObjectKind::event;
  });
  return found == kinds.end() ? nullptr : &*found;
}

const KindInfo& info(ObjectKind kind) {
  return all_kinds()[static_cast<std::size_t>(kind)];
}

const KindInfo& info(ir::JointKind kind) {
  for (const KindInfo* row : {&journal_joint(), &guide_joint()})
    if (row->joint->kind == kind) return *row;
  const auto kinds = all_kinds();
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const KindInfo& row) { return row.joint && row.joint->kind == kind; });
}

const AttributeInfo* find_attribute(const KindInfo& kind, std::string_view name) {
  const auto found = std::find_if(kind.attributes.begin(), kind.attributes.end(),
                                  [&](const AttributeInfo& a) { return a.name == name; });
  return found == kind.attributes.end() ? nullptr : &*found;
}

const FieldInfo* find_field(const KindInfo& kind, std::string_view name) {
  const auto found = std::ranges::find(kind.fields, name, &FieldInfo::name);
  return found == kind.fields.end() ? nullptr : &*found;
}

}  // namespace mbs
