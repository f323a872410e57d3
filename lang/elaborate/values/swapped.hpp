// Arguments of a call that two of them having changed places would make right.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

struct GivenArgument {
  std::string parameter;
  Value value;
  Span span;
};

// Which two arguments change places; none if `first` is negative.
struct Exchange {
  int first = -1, second = -1;
  bool none() const { return first < 0; }
};

// Does `attempt` with the arguments as they are; it tells whether there is a result. If it has
// something to say of dimensions, but gives a result without a word if two arguments are exchanged,
// says that at the call (E0203) and nothing else.
void attempt_call(Evaluation& evaluation, const std::string& callee,
                  const std::vector<GivenArgument>& given,
                  const std::function<bool(Exchange)>& attempt);

}  // namespace mbs::elaborate
