#include "lang/elaborate/actions/method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/world/world.hpp"
#include "lang/scenario/explicit_obstacles.hpp"
#include "lang/scenario/stepping_obstacles.hpp"

namespace mbs::elaborate {

namespace {

// Steps of fixed length have no tolerance, and no choice of what is struck together.
void refuse_beside_stepping(Reports& reports, const OptionBlock& block) {
  for (const OptionInfo& other : options_of("simulate")) {
    const ast::Attribute* found = other.of_events ? find_option(block, other.name) : nullptr;
    if (found)
      report(reports, Code::E0404, found->name.span,
             fmt::format("`{}` does not go with `method = stepping`", other.name))
          .hint = "the length of its steps, `step`, is all that decides how exact it is";
  }
}

// After an error what is in the way, or missing, may be just that error.
void check_model(World& world, Span method) {
  if (world.diagnostics->has_errors()) return;
  const auto obstacle = ir::obstacle_to_stepping(*world.scenario);
  if (!obstacle) return;
  Diagnostic& d = report(world, Code::E0418, method, obstacle->what);
  d.labels.push_back({obstacle->origin, "here"});
  d.hint = obstacle->hint;
}

void check_events(World& world, Span statement) {
  if (world.diagnostics->has_errors()) return;
  const auto needs = ir::needs_stepping(*world.scenario);
  if (!needs) return;
  Diagnostic& d = report(world, Code::E0412, needs->origin, needs->what);
  d.labels.push_back({statement, "this run follows events"});
  d.hint = "`{ method = stepping, step = 0.2 ms }` behind the duration, or a law of force";
}

// After an error what is in the way may be just that error.
void check_explicit(World& world, const OptionBlock& block, bool islands, Span asked) {
  if (islands)
    report(world, Code::E0404, find_option(block, option::islands.name)->name.span,
           "`islands` does not go with `integrator = explicit`")
        .hint = "islands take explicit steps of their own";
  if (world.diagnostics->has_errors()) return;
  const auto obstacle = ir::obstacle_to_explicit(*world.scenario);
  if (!obstacle) return;
  Diagnostic& d = report(world, Code::E0510, asked, ir::unsuited_text(obstacle->what));
  if (obstacle->origin.source >= 0) d.labels.push_back({obstacle->origin, "here"});
  d.hint = ir::instead_of_explicit;
}

}  // namespace

ir::IntegratorKind integrator_asked(World& world, const OptionBlock& block, bool islands) {
  const ast::Attribute* asked = find_option(block, option::integrator.name);
  const std::string word = word_option(world, block, option::integrator);
  if (word == ir::word_of(ir::IntegratorKind::ida)) return ir::IntegratorKind::ida;
  if (word != ir::word_of(ir::IntegratorKind::explicit_steps)) return ir::IntegratorKind::automatic;
  check_explicit(world, block, islands, asked->name.span);
  return ir::IntegratorKind::explicit_steps;
}

std::optional<double> stepping_asked(World& world, Scope& scope, const OptionBlock& block,
                                     Span statement) {
  const std::optional<double> step = number_option(world, scope, block, option::step);
  const ast::Attribute* given = find_option(block, option::step.name);
  const ast::Attribute* method = find_option(block, option::method.name);
  const std::string word = word_option(world, block, option::method);
  if (method && word.empty()) return {};  // reported
  if (word != "stepping") {
    if (given)
      report(world, Code::E0404, given->name.span, "`step` belongs to `method = stepping`").hint =
          "`max_step` is the longest step of a run that follows events";
    check_events(world, statement);
    return {};
  }
  refuse_beside_stepping(world, block);
  if (!given)
    report(world, Code::E0403, method->name.span, "`method = stepping` needs `step`").hint =
        "for instance `step = 0.2 ms`: a small part of the time between two blows";
  check_model(world, method->name.span);
  return step;
}

namespace {

// What has contacts that such steps do not find; empty: nothing.
std::string not_found_by_steps(const Draft& draft, const ir::Simulate& run) {
  const ir::Scenario& s = *draft.scenario;
  if (run.islands) return "`islands`";
  if (run.integrator == ir::IntegratorKind::explicit_steps)
    return fmt::format("`integrator = {}`", ir::word_of(run.integrator));
  if (!s.groups.empty()) return fmt::format("`contacts {}`", s.groups.front().name);
  const bool any = std::ranges::any_of(s.contacts, [&](const ir::Contact& c) {
    return c.law.valid() && !s.laws[c.law.index].rigid();
  });
  return any ? "" : "a model without a contact by force";
}

}  // namespace

std::optional<double> first_penetration_asked(World& world, Scope& scope, const OptionBlock& block,
                                              const ir::Simulate& run) {
  const auto depth = number_option(world, scope, block, option::first_penetration);
  if (!depth || run.step || world.diagnostics->has_errors()) return depth;
  if (const std::string with = not_found_by_steps(world, run); !with.empty())
    report(world, Code::E0404, find_option(block, option::first_penetration.name)->name.span,
           fmt::format("`first_penetration` does not go with {}", with))
        .hint = "leave it out: beginnings of contacts are located then";
  return depth;
}

namespace {

// The run that the next `continue` goes on with, as the actions stand in the script; null: one of
// a session, of which the runner knows.
class Continued {
 public:
  explicit Continued(Reports& reports) : reports_(reports) {}

  void check(const std::vector<ir::Action>& actions) {
    for (const ir::Action& action : actions) {
      if (const auto* loop = std::get_if<ir::Loop>(&action)) check(*loop);
      if (const auto* run = std::get_if<ir::Simulate>(&action)) check(*run);
    }
  }

 private:
  void check(const ir::Simulate& run) {
    if (run.continues && begun_ && begun_->step.has_value() != run.step.has_value()) refuse(run);
    if (!run.continues) begun_ = &run;
  }

  // A loop may have no round: if it changes the method, nobody knows what is gone on with.
  void check(const ir::Loop& loop) {
    const ir::Simulate* before = begun_;
    check(loop.body->list);
    if (before && begun_ && before->step.has_value() != begun_->step.has_value()) begun_ = nullptr;
  }

  void refuse(const ir::Simulate& run) const {
    const bool steps = begun_->step.has_value();
    Diagnostic& d = report(reports_, Code::E0418, run.origin, ir::other_method_text(steps));
    d.labels.push_back({begun_->origin, steps ? "begun in steps" : "begun without"});
    d.hint = ir::instead_of_other_method;
  }

  Reports& reports_;
  const ir::Simulate* begun_ = nullptr;
};

}  // namespace

void check_continued(Reports& reports, const std::vector<ir::Action>& actions) {
  Continued(reports).check(actions);
}

}  // namespace mbs::elaborate
