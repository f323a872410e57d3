#include "runtime/study/expectation_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace mbs {

namespace {

using Relation = ir::ExpectTerm::Relation;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// What one item is compared with.
struct Sides {
  double value, wanted, allowed;
};

// As the condition itself: what is not a number holds for nothing but `!=`.
bool holds(Relation relation, const Sides& s) {
  switch (relation) {
    case Relation::less:
      return s.value < s.wanted;
    case Relation::less_equal:
      return s.value <= s.wanted;
    case Relation::greater:
      return s.value > s.wanted;
    case Relation::greater_equal:
      return s.value >= s.wanted;
    case Relation::equal:
      return s.value == s.wanted;
    case Relation::not_equal:
      return s.value != s.wanted;
    case Relation::near:
      return std::abs(s.value - s.wanted) <= s.allowed;
    case Relation::truth:
      break;
  }
  return s.value != 0 && !std::isnan(s.value);
}

// How far it is from failing, less than 0 where it fails; what is equal, or true, knows no more or
// less.
double margin(Relation relation, const Sides& s) {
  switch (relation) {
    case Relation::less:
    case Relation::less_equal:
      return s.wanted - s.value;
    case Relation::greater:
    case Relation::greater_equal:
      return s.value - s.wanted;
    case Relation::near:
      return s.allowed - std::abs(s.value - s.wanted);
    case Relation::equal:
    case Relation::not_equal:
    case Relation::truth:
      break;
  }
  return missing;
}

// By what items of a list are compared: the more, the better it holds. Tolerances may differ from
// item to item, so there the part of it that is left counts.
double rank(Relation relation, const Sides& s) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  double by = margin(relation, s);
  if (relation == Relation::near) by /= s.allowed;
  if (relation == Relation::equal) by = -std::abs(s.value - s.wanted);
  if (std::isnan(by)) return holds(relation, s) ? inf : -inf;
  return by;
}

std::vector<double> values_of(const std::optional<ir::Shown>& shown, const ir::ExpectTerm& term,
                              Results& results) {
  if (!shown) return {missing};
  if (shown->domain == ir::Domain::rows) return results.rows(shown->node, term.list);
  return {results.point(shown->node)};
}

std::optional<double> if_number(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

// The items, of a single comparison one.
std::vector<Sides> sides_of(const ir::ExpectTerm& term, Results& results) {
  const auto value = values_of(term.value, term, results);
  const auto wanted = values_of(term.wanted, term, results);
  const auto allowed = values_of(term.allowed, term, results);
  const std::size_t count = std::max({value.size(), wanted.size(), allowed.size()});
  const auto at = [](const std::vector<double>& values, std::size_t i) {
    return values.size() == 1 ? values[0] : i < values.size() ? values[i] : missing;
  };
  std::vector<Sides> sides;
  if (term.list >= 0 && (value.empty() || wanted.empty())) return sides;
  for (std::size_t i = 0; i < count; ++i)
    sides.push_back({at(value, i), at(wanted, i), at(allowed, i)});
  return sides;
}

}  // namespace

Expectation::Part expectation_part(const ir::ExpectTerm& term, Results& results) {
  Expectation::Part part;
  part.text = term.span;
  const std::vector<Sides> sides = sides_of(term, results);
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    part.good += holds(term.relation, sides[i]);
    const double here = rank(term.relation, sides[i]), best = rank(term.relation, sides[chosen]);
    if (term.any ? here > best : here < best) chosen = i;
  }
  part.holds = term.condition.valid() ? results.point(term.condition) == 1
                                      : !sides.empty() && part.good == sides.size();
  if (sides.empty()) return part;
  if (term.list < 0) {
    part.good = 0;
  } else {
    part.item = chosen + 1;
    part.items = sides.size();
  }
  part.boolean = term.value->kind == ir::Shown::Kind::boolean;
  part.unit = (term.wanted ? term.wanted : term.value)->unit;  // as it was written
  part.found = if_number(sides[chosen].value);
  part.wanted = if_number(sides[chosen].wanted);
  part.tolerance = if_number(sides[chosen].allowed);
  if (!part.boolean) part.margin = if_number(margin(term.relation, sides[chosen]));
  if (term.t) part.t = if_number(results.point(term.t->node));
  return part;
}

}  // namespace mbs
