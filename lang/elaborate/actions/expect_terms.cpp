#include "lang/elaborate/actions/expect_terms.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/show.hpp"

namespace mbs::elaborate {
namespace {

using Relation = ir::ExpectTerm::Relation;

Relation relation_of(ast::CompareOp op) {
  switch (op) {
    case ast::CompareOp::less:
      return Relation::less;
    case ast::CompareOp::less_equal:
      return Relation::less_equal;
    case ast::CompareOp::greater:
      return Relation::greater;
    case ast::CompareOp::greater_equal:
      return Relation::greater_equal;
    case ast::CompareOp::equal:
      return Relation::equal;
    case ast::CompareOp::not_equal:
      return Relation::not_equal;
  }
  return Relation::truth;
}

// The same with its sides exchanged.
Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less:
      return Relation::greater;
    case Relation::less_equal:
      return Relation::greater_equal;
    case Relation::greater:
      return Relation::less;
    case Relation::greater_equal:
      return Relation::less_equal;
    default:
      return relation;
  }
}

// The one that holds where this one does not; of a tolerance and of a truth value there is none.
std::optional<Relation> negated(Relation relation) {
  switch (relation) {
    case Relation::less:
      return Relation::greater_equal;
    case Relation::less_equal:
      return Relation::greater;
    case Relation::greater:
      return Relation::less_equal;
    case Relation::greater_equal:
      return Relation::less;
    case Relation::equal:
      return Relation::not_equal;
    case Relation::not_equal:
      return Relation::equal;
    default:
      return std::nullopt;
  }
}

// What a comparison compares, before it is known how it is shown.
struct Compared {
  Span span;
  Relation relation = Relation::truth;
  Scalar value, wanted;
  std::optional<Scalar> allowed;
  std::optional<Scalar> t = {};  // when the value was so, if it is that of an instant
};

// `all(condition)`, `any(condition)`, or `not` before one: what stands in it.
struct Quantified {
  const ast::Expr* condition;  // without `during`
  const ast::Expr* argument;
  bool any;
  bool never = false;  // `not`
};
std::optional<Quantified> quantified(const ast::Expr& expr) {
  const auto* unary = std::get_if<ast::Unary>(&expr.node);
  if (unary && unary->op == ast::UnaryOp::logical_not) {
    auto within = quantified(*unary->operand);
    if (within) within->never = !within->never;
    return within;
  }
  const auto* call = std::get_if<ast::Call>(&expr.node);
  const auto* name = call ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
  if (!name || (name->name != "all" && name->name != "any") || call->arguments.size() != 1)
    return std::nullopt;
  const ast::Expr* argument = call->arguments[0].value.get();
  const auto* during = std::get_if<ast::During>(&argument->node);
  return Quantified{during ? during->value.get() : argument, argument, name->name == "any"};
}

class Terms {
 public:
  Terms(World& world, Scope& scope) : world_(world), scope_(scope) {}

  void add(const ast::Expr& expr) {
    const auto* binary = std::get_if<ast::Binary>(&expr.node);
    if (binary &&
        (binary->op == ast::BinaryOp::logical_and || binary->op == ast::BinaryOp::logical_or)) {
      add(*binary->left);
      add(*binary->right);
    } else if (const auto within = quantified(expr)) {
      if (!add_quantified(expr, *within)) add_truth(expr);
    } else if (!add_compared(expr)) {
      add_truth(expr);
    }
  }
  std::vector<ir::ExpectTerm> take() { return std::move(terms_); }

 private:
  std::optional<Scalar> number(const ast::Expr& expr) {
    const Value value = evaluate(world_, expr, scope_);
    const bool is_number = value.get<Scalar>() || value.get<ListValue>();
    const auto rows = is_number ? as_rows(world_, value, expr) : std::nullopt;
    return rows && can_show(world_, *rows, expr.span, Histories::allow) ? rows : std::nullopt;
  }

  // What is computed stands first, what is known beside it.
  std::optional<Compared> pair(const ast::Comparison& node, std::size_t i) {
    const ast::Expr &left = *node.operands[i], &right = *node.operands[i + 1];
    const auto a = number(left), b = number(right);
    if (!a || !b) return std::nullopt;
    const Relation relation = relation_of(node.ops[i]);
    Compared pair{{left.span.source, left.span.begin, right.span.end}, relation, *a, *b, {}};
    const bool exchanged = a->constant() && !b->constant();
    pair.t = instant_of(exchanged ? right : left);
    if (!exchanged) return pair;
    std::swap(pair.value, pair.wanted);
    pair.relation = mirrored(relation);
    return pair;
  }
  std::optional<Compared> within(const ast::Within& node, Span span) {
    const auto parts = within_parts(world_, node, scope_);
    if (!parts || !can_show(world_, parts->off, span, Histories::allow)) return std::nullopt;
    return Compared{span,          Relation::near, parts->value,
                    parts->target, parts->allowed, instant_of(*node.value)};
  }
  // When `max(x)` or `min(x)` over a run is what it is.
  std::optional<Scalar> instant_of(const ast::Expr& expr) {
    const auto* call = std::get_if<ast::Call>(&expr.node);
    const auto* name = call ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
    if (!name || (name->name != "max" && name->name != "min") || call->arguments.size() != 1)
      return std::nullopt;
    const Value argument = evaluate(world_, *call->arguments[0].value, scope_);
    const auto* history = argument.get<Scalar>();
    if (!history || domain_of(world_, *history) != ir::Domain::trace) return std::nullopt;
    const bool most = name->name == "max";
    return over_run(most ? ir::ReductionKind::argmax : ir::ReductionKind::argmin, *history,
                    NodeId{}, expr);
  }
  std::optional<Scalar> over_run(ir::ReductionKind kind, const Scalar& what, NodeId t,
                                 const ast::Expr& expr) {
    std::vector<EvaluatedArgument> none;
    const Value value =
        reduced(world_, kind, ir::Domain::trace, what, t, BuiltinCall{expr, scope_, none});
    const auto* scalar = value.get<Scalar>();
    return scalar ? std::optional(*scalar) : std::nullopt;
  }
  // Empty if one of them is no comparison of numbers.
  std::vector<Compared> compared(const ast::Expr& expr) {
    std::vector<Compared> all;
    if (const auto* node = std::get_if<ast::Within>(&expr.node)) {
      if (auto one = within(*node, expr.span)) all.push_back(std::move(*one));
    } else if (const auto* comparison = std::get_if<ast::Comparison>(&expr.node)) {
      for (std::size_t i = 0; i < comparison->ops.size(); ++i) {
        auto one = pair(*comparison, i);
        if (!one) return {};
        all.push_back(std::move(*one));
      }
    }
    return all;
  }

  bool add_compared(const ast::Expr& expr) {
    const std::vector<Compared> all = compared(expr);
    for (const Compared& one : all) terms_.push_back(term(one));
    return !all.empty();
  }
  ir::ExpectTerm term(const Compared& compared) {
    ir::ExpectTerm term;
    term.span = compared.span;
    term.relation = compared.relation;
    for (const Scalar* side : {&compared.value, &compared.wanted}) {
      if (side->list >= 0) term.list = side->list;
    }
    term.value = show_scalar(world_, compared.value);
    term.wanted = show_scalar(world_, compared.wanted);
    if (compared.allowed) term.allowed = show_scalar(world_, *compared.allowed);
    if (compared.t) term.t = show_scalar(world_, *compared.t);
    if (const auto unit = angle_beside(compared)) term.wanted->unit = *unit;
    return term;
  }
  // All is told in the unit of what is wanted. `360 deg / z` has none, as any number: then it is
  // that of what is allowed.
  static std::optional<Unit> angle_beside(const Compared& compared) {
    const bool number = !compared.wanted.unit && compared.wanted.dimension == Dimension{};
    return number && compared.allowed ? compared.allowed->unit : std::nullopt;
  }

  void add_truth(const ast::Expr& expr) {
    const auto whole = truth(world_, evaluate(world_, expr, scope_), "it", expr.span);
    if (!whole || !can_show(world_, *whole, expr.span, Histories::refuse)) return;
    ir::ExpectTerm term;
    term.span = expr.span;
    term.list = whole->list;
    term.value = show_scalar(world_, *whole);
    terms_.push_back(std::move(term));
  }

  // Only one comparison within: of several it is not known which one decides.
  bool add_quantified(const ast::Expr& expr, const Quantified& within) {
    std::vector<Compared> all = compared(*within.condition);
    const auto whole = truth(world_, evaluate(world_, expr, scope_), "it", expr.span);
    const auto inner = truth(world_, evaluate(world_, *within.argument, scope_), "it", expr.span);
    if (all.size() != 1 || !whole || !inner) return false;
    Compared& one = all.front();
    one.span = expr.span;
    if (domain_of(world_, *inner) == ir::Domain::trace) {
      one.t = decide(one, *inner, within.any, expr);
      if (!one.t) return false;
    }
    // `not any(x > 5)` is `all(x <= 5)`.
    if (within.never) {
      const auto other = negated(one.relation);
      if (!other) return false;
      one.relation = *other;
    }
    ir::ExpectTerm added = term(one);
    added.any = within.any != within.never;
    added.condition = node_in(world_.graph(), *whole);
    terms_.push_back(std::move(added));
    return true;
  }
  // The instant at which a history is nearest to failing, or with `any` to holding. The sides are
  // then those there.
  std::optional<Scalar> decide(Compared& one, const Scalar& condition, bool any,
                               const ast::Expr& expr) {
    const auto of = [&](ir::ReductionKind kind, Scalar what, NodeId t) {
      what.window = condition.window;
      what.run = condition.run;
      return over_run(kind, what, t, expr);
    };
    const auto kind = any ? ir::ReductionKind::argmax : ir::ReductionKind::argmin;
    const auto t = of(kind, margin(one), NodeId{});
    if (!t) return std::nullopt;
    for (Scalar* side : {&one.value, &one.wanted, one.allowed ? &*one.allowed : nullptr}) {
      if (!side || !side->is_signal()) continue;
      const auto there = of(ir::ReductionKind::at, *side, t->node);
      if (!there) return std::nullopt;
      *side = *there;
    }
    return t;
  }
  // By how much it holds; less than 0 where it does not.
  Scalar margin(const Compared& one) {
    const auto minus = [&](const Scalar& a, const Scalar& b) {
      return apply_binary(world_, scope_, Op::subtract, a, b);
    };
    const auto off = [&] {
      return apply_unary(world_, scope_, Op::abs, minus(one.value, one.wanted));
    };
    switch (one.relation) {
      case Relation::less:
      case Relation::less_equal:
        return minus(one.wanted, one.value);
      case Relation::near:
        return minus(*one.allowed, off());
      case Relation::equal:
        return apply_unary(world_, scope_, Op::negate, off());
      case Relation::not_equal:
        return off();
      default:
        return minus(one.value, one.wanted);
    }
  }

  World& world_;
  Scope& scope_;
  std::vector<ir::ExpectTerm> terms_;
};

}  // namespace

std::vector<ir::ExpectTerm> expect_terms(World& world, const ast::Expr& condition, Scope& scope) {
  Quiet quiet(world);
  Terms terms(world, scope);
  terms.add(condition);
  return terms.take();
}

}  // namespace mbs::elaborate
