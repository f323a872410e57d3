// Families: what is declared with indices, `tooth[k]`, `pin[i, j]`. A family named without some of
// its last indices is the family of those members that begin with the others.
#pragma once

#include <string>
#include <vector>

#include "lang/elaborate/world/scope.hpp"

namespace mbs::elaborate {

struct Member {
  Indices indices;  // those that the family's name leaves open
  Symbol* symbol = nullptr;
};

// In the order of their indices.
std::vector<Member> members_of(const FamilyValue& family);
// The thing that a member is; Poison if it could not be made.
Value thing_of(const Member& member);
// All of them, as the list that `for` and `count` want; other values as they are.
Value as_list(const Value& value);
// "[1]", "[1,2]"
std::string index_text(const Indices& indices);
// "p[1]" of the family p[1, 1], p[1, 2], …
std::string name_of(const FamilyValue& family);
// "p[1,2]"
std::string name_of(const FamilyValue& family, const Member& member);

}  // namespace mbs::elaborate
