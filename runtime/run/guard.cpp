#include "runtime/run/guard.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

namespace mbs {

namespace {

Diagnostic unexpected(const char* what) {
  Diagnostic d;
  d.code = Code::E0901;
  d.message = fmt::format("the program met an error of its own: {}", what);
  d.hint = "please report it, with the script and the command";
  return d;
}

}  // namespace

std::optional<Diagnostic> guarded(const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const std::bad_alloc&) {
    Diagnostic d;
    d.code = Code::E0704;
    d.message = "memory was used up";
    return d;
  } catch (const std::exception& problem) {
    return unexpected(problem.what());
  } catch (...) {
    return unexpected("of no known kind");
  }
}

}  // namespace mbs
