#include "lang/elaborate/world/families.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mbs::elaborate {

std::vector<Member> members_of(const FamilyValue& family) {
  std::vector<Member> found;
  const auto all = family.scope->families.find(family.name);
  if (all == family.scope->families.end()) return found;
  const auto known = static_cast<long>(family.leading.size());
  for (auto at = all->second.lower_bound(family.leading); at != all->second.end(); ++at) {
    const auto& [indices, symbol] = *at;
    if (!std::equal(family.leading.begin(), family.leading.end(), indices.begin())) break;
    found.push_back({Indices(indices.begin() + known, indices.end()), symbol});
  }
  return found;
}

Value thing_of(const Member& member) {
  if (member.symbol->compute) return member.symbol->compute();
  if (member.symbol->object) return ObjectValue{member.symbol->object};
  if (member.symbol->inside) return InstanceValue{member.symbol->inside, member.symbol};
  return Poison{};
}

Value as_list(const Value& value) {
  const auto* family = value.get<FamilyValue>();
  if (!family) return value;
  std::vector<Value> things;
  for (const Member& member : members_of(*family)) things.push_back(thing_of(member));
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(things))};
}

std::string index_text(const Indices& indices) {
  return indices.empty() ? "" : fmt::format("[{}]", fmt::join(indices, ","));
}

std::string name_of(const FamilyValue& family) {
  return family.name + index_text(family.leading);
}

std::string name_of(const FamilyValue& family, const Member& member) {
  FamilyValue whole = family;
  whole.leading.insert(whole.leading.end(), member.indices.begin(), member.indices.end());
  return name_of(whole);
}

}  // namespace mbs::elaborate
