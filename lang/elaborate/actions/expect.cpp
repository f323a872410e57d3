#include "lang/elaborate/actions/expect.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/actions/expect_terms.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

bool is_literal(const ast::Expr& expr) {
  if (const auto* negated = std::get_if<ast::Unary>(&expr.node))
    return is_literal(*negated->operand);
  return std::holds_alternative<ast::Number>(expr.node) ||
         std::holds_alternative<ast::Boolean>(expr.node) ||
         std::holds_alternative<ast::Text>(expr.node) ||
         std::holds_alternative<ast::List>(expr.node);
}

class Parts {
 public:
  Parts(World& world, Scope& scope, ir::Expect& expect)
      : world_(world), scope_(scope), expect_(expect) {}

  void add(const ast::Expr& expr) {
    if (const auto* comparison = std::get_if<ast::Comparison>(&expr.node)) {
      for (const ast::ExprPtr& operand : comparison->operands) add_value(*operand);
    } else if (const auto* within = std::get_if<ast::Within>(&expr.node)) {
      add_within(*within);
    } else if (const auto* binary = std::get_if<ast::Binary>(&expr.node)) {
      add(*binary->left);
      add(*binary->right);
    } else if (const auto* unary = std::get_if<ast::Unary>(&expr.node)) {
      add(*unary->operand);
    } else {
      add_value(expr);
      add_sides_within(expr);
    }
  }

 private:
  // `all(a < b)` over a history: what a and b are where it fails first.
  void add_sides_within(const ast::Expr& expr) {
    const auto* call = std::get_if<ast::Call>(&expr.node);
    const auto* name = call ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
    if (!name || name->name != "all" || call->arguments.size() != 1) return;
    const ast::Expr* condition = call->arguments[0].value.get();
    if (const auto* during = std::get_if<ast::During>(&condition->node))
      condition = during->value.get();
    const auto* comparison = std::get_if<ast::Comparison>(&condition->node);
    if (!comparison) return;
    Quiet quiet(world_);
    for (const ast::ExprPtr& operand : comparison->operands)
      for (ir::Shown& shown : show(world_, *operand, scope_, std::nullopt, Histories::allow))
        if (shown.domain == ir::Domain::trace)
          expect_.parts.push_back({operand->span, std::move(shown)});
  }
  void add_value(const ast::Expr& expr) {
    if (is_literal(expr)) return;
    Quiet quiet(world_);  // the condition has reported what is wrong
    for (ir::Shown& shown : show(world_, expr, scope_, std::nullopt, Histories::allow))
      expect_.parts.push_back({expr.span, std::move(shown)});
  }
  void add_within(const ast::Within& within) {
    add_value(*within.value);
    add_value(*within.target);
    Quiet quiet(world_);
    const auto parts = within_parts(world_, within, scope_);
    if (!parts || expect_.allowed) return;
    expect_.allowed = show_scalar(world_, parts->allowed);
    expect_.off = show_scalar(world_, parts->off);
    expect_.tolerance_span = within.tolerance->span;
  }

  World& world_;
  Scope& scope_;
  ir::Expect& expect_;
};

// What is known of the first impacts of a contact: a rigid one has no force in a blow.
std::string of_first_impact(const World& world) {
  const ir::Contact& contact = world.scenario->contacts.front();
  const bool rigid = contact.law.valid() && world.scenario->laws[contact.law.index].rigid();
  return fmt::format("`{}.impacts[1].{}`", contact.name, rigid ? "v_in" : "F_max");
}

bool asks_for_a_count(const World& world, const ast::Expr& expr);

// How many impacts there are, or what is made of it; not whether there are more than some.
bool counts_impacts(const World& world, const ast::Expr& value) {
  if (std::holds_alternative<ast::Comparison>(value.node)) return false;
  const std::string text = source_text(world, value.span);
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  return has("count(") && has(".impacts");
}

bool equates_a_count(const World& world, const ast::Comparison& comparison) {
  for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
    if (comparison.ops[i] != ast::CompareOp::equal) continue;
    if (counts_impacts(world, *comparison.operands[i]) ||
        counts_impacts(world, *comparison.operands[i + 1]))
      return true;
  }
  return std::ranges::any_of(comparison.operands, [&](const ast::ExprPtr& operand) {
    return asks_for_a_count(world, *operand);
  });
}

bool asks_for_a_count(const World& world, const ast::Expr& expr) {
  const auto asks = [&](const ast::ExprPtr& part) { return asks_for_a_count(world, *part); };
  if (const auto* comparison = std::get_if<ast::Comparison>(&expr.node))
    return equates_a_count(world, *comparison);
  if (const auto* binary = std::get_if<ast::Binary>(&expr.node))
    return asks(binary->left) || asks(binary->right);
  if (const auto* unary = std::get_if<ast::Unary>(&expr.node)) return asks(unary->operand);
  if (const auto* choice = std::get_if<ast::Conditional>(&expr.node))
    return asks(choice->condition) || asks(choice->then) || asks(choice->otherwise);
  if (const auto* call = std::get_if<ast::Call>(&expr.node))
    return std::ranges::any_of(call->arguments,
                               [&](const ast::Argument& a) { return asks(a.value); });
  if (const auto* list = std::get_if<ast::List>(&expr.node))
    return std::ranges::any_of(list->items, asks);
  if (const auto* each = std::get_if<ast::Each>(&expr.node)) return asks(each->item);
  return false;
}

// `max` over many impacts, and how many there are, hang on the last digit of the solver: W0801, on
// request.
void lint(World& world, const ast::Expr& expr) {
  if (!world.elaboration.options.lint || world.scenario->contacts.empty()) return;
  const std::string text = source_text(world, expr.span);
  if (asks_for_a_count(world, expr)) {
    report(world, Code::W0801, expr.span, "how many impacts there are is not reproducible").hint =
        "the last ones depend on `tol`: leave room, `count(…) > 3`";
    return;
  }
  for (const std::string name : {"max", "min", "rms", "mean"}) {
    if (text.find(name + "(") == std::string::npos || text.find("energy") != std::string::npos)
      continue;
    report(world, Code::W0801, expr.span,
           fmt::format("`{}` over a run with many impacts is not reproducible", name))
        .hint = "first impacts are: " + of_first_impact(world);
    return;
  }
}

}  // namespace

std::optional<ir::Expect> compile_expect(World& world, const ast::Expect& expect,
                                         const ast::Statement& statement, Scope& scope) {
  const ast::Expr& expr = *expect.condition;
  const auto condition =
      truth(world, evaluate(world, expr, scope), "what `expect` asks", expr.span);
  if (!condition) require_value(world, expr);
  if (condition && (condition->window != no_window || condition->run != present_run)) {
    report(world, Code::E0307, expr.span, "say whether it holds all the time or once").hint =
        fmt::format("`expect all({})`", source_text(world, expr.span));
    return std::nullopt;
  }
  if (!condition) return std::nullopt;
  Scalar asked = *condition;
  const Span cause = asked.signal ? asked.signal->span : expr.span;
  asked.boolean = cause == expr.span;  // else what is compared
  if (!can_show(world, asked, cause, Histories::refuse)) return std::nullopt;
  ir::Expect result;
  result.condition = node_in(world.graph(), *condition);
  result.domain = domain_of(world, *condition);
  result.list = condition->list;
  result.message = expect.message;
  result.origin = statement.head;
  result.text = expr.span;
  Parts(world, scope, result).add(expr);
  result.terms = expect_terms(world, expr, scope);
  lint(world, expr);
  return result;
}

}  // namespace mbs::elaborate
