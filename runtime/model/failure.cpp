#include "runtime/model/failure.hpp"

namespace mbs {

Diagnostic diagnostic_of(const Failure& failure) {
  Diagnostic d{failure.code, failure.message, {}, failure.notes, failure.hint, {}, {}};
  if (failure.origin.source >= 0) d.labels.push_back({failure.origin, ""});
  return d;
}

}  // namespace mbs
