#include "lang/elaborate/values/no_run.hpp"

#include <algorithm>
#include <utility>

namespace mbs::elaborate {
namespace {

using Statements = std::vector<ast::StatementPtr>;

template <class Holds>
bool any_run(const Statements& statements, const Holds& holds) {
  return std::ranges::any_of(statements, [&](const ast::StatementPtr& s) {
    const auto* simulate = std::get_if<ast::Simulate>(&s->node);
    const auto* loop = std::get_if<ast::For>(&s->node);
    return (simulate && holds(*simulate)) || (loop && any_run(loop->body, holds));
  });
}

template <class Holds>
bool any_swept_run(const World& world, const Holds& holds) {
  return std::ranges::any_of(world.elaboration.program.root().statements,
                             [&](const ast::StatementPtr& s) {
                               const auto* sweep = std::get_if<ast::Sweep>(&s->node);
                               return sweep && holds(*s) && any_run(sweep->body, holds);
                             });
}

// A sweep that stands before a place, and all runs in it.
struct Before {
  Span place;
  bool operator()(const ast::Statement& s) const {
    return s.head.source == place.source && s.head.begin < place.begin;
  }
  bool operator()(const ast::Simulate&) const { return true; }
};

struct Named {
  const std::string& name;
  bool operator()(const ast::Statement&) const { return true; }
  bool operator()(const ast::Simulate& run) const { return run.name && run.name->name == name; }
};

}  // namespace

Diagnostic& report_no_run(World& world, Span place, std::string message) {
  Diagnostic& d =
      report(world, Code::E0306, place, std::move(message), "no `simulate` before this");
  if (any_swept_run(world, Before{place}))
    d.hint =
        "the runs above are passes of a sweep: ask in its body, where a named `table` or `plot` "
        "gathers what each of them gives";
  return d;
}

bool is_run_of_sweep(const World& world, const std::string& name) {
  return any_swept_run(world, Named{name});
}

}  // namespace mbs::elaborate
