#include "runtime/model/failure.hpp"

namespace mbs {

Diagnostic diagnostic_of(const Failure& failure) {
  Diagnostic d{failure.code, failure.message, {}, failure.notes, failure.hint, {}, {}};
  if (failure.origin.source >= 0) d.labels.push_back({failure.origin, ""});
  return d;
}

void blame_data(Failure& failure, const std::optional<std::string>& outside) {
  if (!outside || failure.code != Code::E0605) return;
  failure.code = Code::E0606;
  failure.notes.insert(failure.notes.begin(), failure.message);
  failure.message = *outside;
  failure.hint =
      "`outside = hold` keeps the first and the last value, `outside = repeat` begins again";
}

}  // namespace mbs
