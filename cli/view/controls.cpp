#include "cli/view/controls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "cli/view/law_choices.hpp"
#include "cli/view/swept.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/stdlib.hpp"
#include "lang/units/units.hpp"

namespace mbs {

namespace {

struct Quantity {
  double value = 0;
  std::string unit;
  double factor = 1;  // SI of one unit
  double si() const { return value * factor; }
};

std::optional<double> factor_of(const ast::UnitExpr& unit) {
  double factor = 1;
  for (const ast::UnitFactor& part : unit.factors) {
    const auto known = find_unit(part.symbol);
    if (!known || !part.exponent_name.empty()) return {};
    factor *= std::pow(known->factor, part.exponent);
  }
  return factor;
}

// A number as it is written, with its sign and unit; nothing that has to be worked out.
std::optional<Quantity> quantity_of(const ast::Expr& expr) {
  if (const auto* unary = std::get_if<ast::Unary>(&expr.node)) {
    auto inner = unary->op == ast::UnaryOp::negate ? quantity_of(*unary->operand) : std::nullopt;
    if (inner) inner->value = -inner->value;
    return inner;
  }
  const auto* number = std::get_if<ast::Number>(&expr.node);
  if (!number || !std::isfinite(number->value)) return {};
  if (!number->unit) return Quantity{number->value, "", 1};
  const auto factor = factor_of(*number->unit);
  if (!factor) return {};
  return Quantity{number->value, number->unit->text, *factor};
}

ast::ExprPtr parsed(const std::string& text) {
  SourceMap sources;
  Diagnostics unread;
  return parse_expression(sources, sources.add("", text), unread);
}

// ---- what the script requires of a param by itself ----

struct Bounds {  // SI
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool without_low = false, without_high = false;
};
using AllBounds = std::map<std::string, Bounds>;

void bound_below(Bounds& bounds, double value, bool without) {
  if (value < bounds.low || (value == bounds.low && !without)) return;
  bounds.low = value;
  bounds.without_low = without;
}
void bound_above(Bounds& bounds, double value, bool without) {
  if (value > bounds.high || (value == bounds.high && !without)) return;
  bounds.high = value;
  bounds.without_high = without;
}

// `left op right`, where one of them is a name and the other a number.
void read_pair(const ast::Expr& left, ast::CompareOp op, const ast::Expr& right, AllBounds& all) {
  using ast::CompareOp;
  const bool less = op == CompareOp::less || op == CompareOp::less_equal;
  const bool more = op == CompareOp::greater || op == CompareOp::greater_equal;
  const bool without = op == CompareOp::less || op == CompareOp::greater;
  if (!less && !more) return;
  const auto* on_left = std::get_if<ast::Name>(&left.node);
  const auto* on_right = std::get_if<ast::Name>(&right.node);
  if (on_left) {
    if (const auto limit = quantity_of(right))
      (less ? bound_above : bound_below)(all[on_left->name], limit->si(), without);
  } else if (on_right) {
    if (const auto limit = quantity_of(left))
      (less ? bound_below : bound_above)(all[on_right->name], limit->si(), without);
  }
}

void read_condition(const ast::Expr& condition, AllBounds& all) {
  if (const auto* both = std::get_if<ast::Binary>(&condition.node)) {
    if (both->op != ast::BinaryOp::logical_and) return;
    read_condition(*both->left, all);
    read_condition(*both->right, all);
  } else if (const auto* chain = std::get_if<ast::Comparison>(&condition.node)) {
    for (std::size_t i = 0; i < chain->ops.size(); ++i)
      read_pair(*chain->operands[i], chain->ops[i], *chain->operands[i + 1], all);
  }
}

// ---- ranges ----

// Without bounds: 0 to 1 for what looks like a coefficient, else a factor of four around the value.
void guess_range(Control& c) {
  constexpr double factor = 4;
  const bool coefficient = c.unit.empty() && c.value >= 0 && c.value <= 1;
  if (c.value == 0 || coefficient) {
    c.low = 0;
    c.high = 1;
  } else {
    c.low = c.value > 0 ? c.value / factor : c.value * factor;
    c.high = c.value > 0 ? c.value * factor : c.value / factor;
  }
  if (!c.whole) return;
  c.low = std::floor(c.low);
  c.high = std::ceil(c.high);
}

// A bound that may not be met is kept off by a thousandth.
void limit_range(Control& c, const Bounds& bounds, double factor) {
  const double low = bounds.low / factor, high = bounds.high / factor;
  if (std::isfinite(low)) c.low = std::isfinite(high) ? low : std::max(low, c.low);
  if (std::isfinite(high)) c.high = std::isfinite(low) ? high : std::min(high, c.high);
  const double off = c.whole ? 1 : 1e-3 * (c.high - c.low);
  if (bounds.without_low && c.low == low) c.low += off;
  if (bounds.without_high && c.high == high) c.high -= off;
  c.low = std::min(c.low, c.value);
  c.high = std::max(c.high, c.value);
}

// ---- params ----

struct Found {
  const ast::Param* param;
  int source;
  std::string words;
};

// The `##` lines above, or else the comment behind.
std::string words_of(const ast::Statement& statement, const ast::File& file,
                     const SourceMap& sources) {
  if (!statement.doc.empty()) return statement.doc;
  const std::string& text = sources.text(statement.span.source);
  for (const ast::Comment& comment : file.comments) {
    if (comment.span.begin < statement.span.end) continue;
    const auto between =
        std::string_view(text).substr(statement.span.end, comment.span.begin - statement.span.end);
    if (between.find('\n') != between.npos) return {};
    const auto begin = comment.text.find_first_not_of("# ");
    return begin == comment.text.npos ? std::string() : comment.text.substr(begin);
  }
  return {};
}

bool of_user(const SourceMap& sources, int i) {
  if (sources.name(i).starts_with("--set ")) return false;
  const auto library = stdlib_files();
  return std::none_of(library.begin(), library.end(), [&](const StdlibFile& file) {
    return file.name == sources.name(i) && file.text == sources.text(i);
  });
}

const ir::ParamValue* value_of(const Compiled& compiled, const std::string& name) {
  if (!compiled.scenario) return nullptr;
  const auto& all = compiled.scenario->params;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ir::ParamValue& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Counts are written without a point, and there are two of them at least.
bool is_count(const Quantity& quantity, const std::string& text) {
  return quantity.unit.empty() && quantity.value >= 2 &&
         text.find_first_not_of("0123456789") == text.npos;
}

Control control_of(const std::string& name, const std::string& text, const std::string& shown) {
  Control c;
  c.name = name;
  c.text = text;
  const ast::ExprPtr expr = parsed(shown);
  if (!expr) return c;
  if (std::holds_alternative<ast::Boolean>(expr->node)) c.kind = Control::Kind::logical;
  const auto quantity = quantity_of(*expr);
  if (!quantity) return c;
  c.kind = Control::Kind::number;
  c.value = quantity->value;
  c.unit = quantity->unit;
  c.whole = is_count(*quantity, text);
  guess_range(c);
  return c;
}

class Reader {
 public:
  Reader(const Compiled& compiled, const std::vector<Override>& given)
      : compiled_(compiled), given_(given) {}

  std::vector<Control> read() {
    std::vector<ast::File> files;
    const int count = compiled_.sources.size();
    for (int i = 0; i < count; ++i) {
      Diagnostics unread;
      files.push_back(of_user(compiled_.sources, i) ? parse(compiled_.sources, i, unread)
                                                    : ast::File());
      collect(files.back(), i);
    }
    std::vector<Control> controls;
    for (const Found& found : found_) {
      if (!reachable(found)) continue;
      controls.push_back(control(found));
      controls.back().swept = line_where_swept(controls.back().name, files[0], compiled_.sources);
    }
    return controls;
  }

 private:
  void collect(const ast::File& file, int source) {
    for (const auto& statement : file.statements) {
      own_.push_back(statement);
      if (const auto* param = std::get_if<ast::Param>(&statement->node))
        found_.push_back({param, source, words_of(*statement, file, compiled_.sources)});
      if (const auto* require = std::get_if<ast::Require>(&statement->node))
        read_condition(*require->condition, bounds_);
    }
  }
  // Files that are used may keep their params to themselves.
  bool reachable(const Found& found) const {
    return found.source == 0 || value_of(compiled_, found.param->name.name);
  }
  Control control(const Found& found) const {
    const std::string& name = found.param->name.name;
    std::string text(compiled_.sources.text(found.param->value->span)), shown = text;
    const auto given = std::find_if(given_.begin(), given_.end(),
                                    [&](const Override& set) { return set.name == name; });
    const ir::ParamValue* value = value_of(compiled_, name);
    if (given != given_.end())
      shown = text = given->text;
    else if (value && !value->overridden)
      shown = value->value;
    Control c = control_of(name, text, shown);
    c.words = found.words;
    if (c.kind == Control::Kind::text) c.choices = law_choices(text, own_);
    if (found.source == 0 && given == given_.end()) c.at = found.param->value->span.begin;
    const auto bounds = bounds_.find(name);
    const ast::ExprPtr expr = parsed(shown);
    const auto quantity = expr ? quantity_of(*expr) : std::nullopt;
    if (quantity && bounds != bounds_.end()) limit_range(c, bounds->second, quantity->factor);
    return c;
  }

  const Compiled& compiled_;
  const std::vector<Override>& given_;
  std::vector<Found> found_;
  std::vector<ast::StatementPtr> own_;
  AllBounds bounds_;
};

}  // namespace

std::vector<Control> controls_of(const Compiled& compiled, const std::vector<Override>& given) {
  return Reader(compiled, given).read();
}

}  // namespace mbs
