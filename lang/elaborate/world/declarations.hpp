// What is declared: the second part of a world.
#pragma once

#include <deque>
#include <vector>

#include "lang/elaborate/world/object.hpp"
#include "lang/elaborate/world/scope.hpp"

namespace mbs::elaborate {

struct Declarations {
  std::deque<Object> objects;
  std::vector<Object*> declared;  // by the script, in order; the library is read as it is asked
  struct Unsettled {              // made, with ends that may turn out to name families
    Object* object;
    Symbol* symbol;
  };
  std::vector<Unsettled> unsettled;
  Object* ground = nullptr;
  Object* world_object = nullptr;
  bool spatial = false;
  struct Requirement {
    const ast::Statement* statement;
    Scope* scope;
  };
  std::vector<Requirement> rates;         // `i' = …` outside laws, until all names are known
  std::vector<Requirement> requirements;  // `require` and `warn if` outside laws
};

}  // namespace mbs::elaborate
