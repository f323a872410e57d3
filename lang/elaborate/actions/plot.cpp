#include "lang/elaborate/actions/plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/actions/options.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

namespace {

struct Plots {
  World& world;
  Scope& scope;
  const ast::Plot& node;
  const ast::Statement& statement;

  struct Length {
    Span span;
    std::size_t items;
  };

  void add_curves(ir::Plot& plot) const {
    std::vector<Length> lengths;
    for (const ast::Column& curve : node.curves) {
      for (ir::Shown& shown : shown_in_plot(*curve.value, curve.name, lengths)) {
        shown.quoted = curve.name && source_text(world, curve.name->span).starts_with('"');
        plot.curves.push_back(std::move(shown));
      }
    }
    const bool numbers = check_numbers(plot);
    if (node.histogram) {
      if (numbers) plot.versus = counted(plot);
      return;
    }
    auto versus = shown_in_plot(*node.versus, std::nullopt, lengths);
    if (!versus.empty()) plot.versus = std::move(versus.front());
    check_lengths(lengths);
    check_one_kind(plot);
  }

  bool check_numbers(const ir::Plot& plot) const {
    using Kind = ir::Shown::Kind;
    for (const ir::Shown& shown : plot.curves) {
      const bool logical = shown.kind == Kind::boolean;
      if (shown.kind == Kind::number || (logical && !node.histogram)) continue;
      report(world, Code::E0308, statement.head,
             fmt::format("a {} shows numbers", node.histogram ? "histogram" : "plot"));
      return false;
    }
    return true;
  }

  // The axis of a histogram, along which its lists have their values.
  ir::Shown counted(const ir::Plot& plot) const {
    ir::Shown axis;
    if (plot.curves.empty()) return axis;
    const ir::Shown& first = plot.curves.front();
    axis.unit = first.unit;
    axis.label = plot.curves.size() == 1 ? first.label : "value";
    axis.quoted = plot.curves.size() == 1 && first.quoted;
    for (const ir::Shown& shown : plot.curves)
      if (!check_list(shown)) return axis;
    one_unit(plot, "histogram", statement.head, false);
    return axis;
  }

  bool check_list(const ir::Shown& shown) const {
    if (shown.domain == ir::Domain::rows) return true;
    const bool history = shown.domain == ir::Domain::trace;
    Diagnostic& d = report(world, Code::E0308, statement.head,
                           fmt::format("a histogram counts the items of a list, but `{}` is {}",
                                       shown.label, history ? "a history" : "one value"));
    if (history)
      d.hint =
          fmt::format("`at({}, times)` gives the values at the instants of a list", shown.label);
    return false;
  }

  // Each item of a list of numbers is a point.
  std::vector<ir::Shown> shown_in_plot(const ast::Expr& expr,
                                       const std::optional<ast::Identifier>& name,
                                       std::vector<Length>& lengths) const {
    const Value value = evaluate(world, expr, scope);
    const auto* list = value.get<ListValue>();
    const bool numbers = list && !list->items->empty() &&
                         std::all_of(list->items->begin(), list->items->end(),
                                     [](const Value& v) { return v.get<Scalar>() != nullptr; });
    if (!numbers) return show_value(world, value, expr, name, Histories::allow);
    lengths.push_back({expr.span, list->items->size()});
    const auto rows = as_rows(world, value, expr);
    if (!rows) return {};
    return show_value(world, *rows, expr, name, Histories::allow);
  }

  void check_lengths(const std::vector<Length>& lengths) const {
    for (const Length& other : lengths) {
      const Length& first = lengths.front();
      if (other.items == first.items) continue;
      Diagnostic& d = report(world, Code::E0308, first.span, "these lists differ in length",
                             fmt::format("{} items", first.items));
      d.labels.push_back({other.span, fmt::format("{} items", other.items)});
      return;
    }
  }

  // Items of lists and instants of a run have no points in common.
  void check_one_kind(const ir::Plot& plot) const {
    const auto clash = [&](const ir::Shown& shown) {
      return (shown.domain == ir::Domain::rows && plot.versus.domain == ir::Domain::trace) ||
             (shown.domain == ir::Domain::trace && plot.versus.domain == ir::Domain::rows);
    };
    const auto found = std::find_if(plot.curves.begin(), plot.curves.end(), clash);
    if (found == plot.curves.end()) return;
    const auto word = [](const ir::Shown& shown) {
      return shown.domain == ir::Domain::rows ? "a list" : "a history";
    };
    report(world, Code::E0308, statement.head,
           fmt::format("`{}` is {}, but `{}` is {}: they have no points in common", found->label,
                       word(*found), plot.versus.label, word(plot.versus)))
        .hint = "`at(b.x, times)` gives the values of a history at the instants of a list";
  }

  void add_style(ir::Plot& plot) const {
    ir::PlotStyle& style = plot.style;
    style.width = characters(option::width, style.width);
    style.height = characters(option::height, style.height);
    if (const auto size = size_option(world, scope, node.options, option::size)) style.size = *size;
    style.legend = flag_option(world, scope, node.options, option::legend, true);
    style.title = text_option(world, scope, node.options, option::title).value_or("");
    style.x_label = text_option(world, scope, node.options, option::x_label).value_or("");
    style.y_label = text_option(world, scope, node.options, option::y_label).value_or("");
    style.panels = panels();
    if (node.histogram) return add_bins(plot);
    style.log_x = word_option(world, node.options, option::log_x) == "log";
    style.log_y = word_option(world, node.options, option::log_y) == "log";
    style.equal = flag_option(world, scope, node.options, option::equal);
    style.points = flag_option(world, scope, node.options, option::points);
    style.x_range = range(option::x_range, plot.versus.unit.dimension, style.log_x);
    if (const ast::Attribute* asked = find_option(node.options, option::y_range.name))
      if (one_unit(plot, asked->name.name, asked->name.span, false))
        style.y_range = range(option::y_range, plot.curves.front().unit.dimension, style.log_y);
    if (style.equal) check_equal(plot);
  }

  void add_bins(ir::Plot& plot) const {
    ir::PlotStyle& style = plot.style;
    style.histogram = true;
    style.x_range = range(option::range, plot.versus.unit.dimension, false);
    const auto bins = number_option(world, scope, node.options, option::bins);
    check_bounds(world, node.options, option::bins, bins);
    if (!bins || !option::bins.allows(*bins)) return;
    style.bins = static_cast<int>(*bins);
    if (style.bins == *bins) return;
    report(world, Code::E0411, find_option(node.options, option::bins.name)->value->span,
           fmt::format("`bins` must be a whole number, but this is {:g}", *bins));
  }

  // The param that has a drawing for each of its values: one of a sweep around a plot that gathers.
  std::string panels() const {
    const ast::Attribute* asked = find_option(node.options, option::panels.name);
    if (!asked) return {};
    const auto* param = std::get_if<ast::Name>(&asked->value->node);
    const char* word = node.histogram ? "histogram" : "plot";
    if (!param) {
      report(world, Code::E0308, asked->value->span, "`panels` must be the name of a param").hint =
          "`panels = mu` inside of `sweep mu in [0.1, 0.2] { … }`";
    } else if (world.bindings.empty()) {
      report(world, Code::E0427, asked->name.span,
             fmt::format("no sweep is around this {}, so it has no panels", word))
          .hint = fmt::format("`sweep {} in [ … ] {{ … }}` around it", param->name);
    } else if (std::ranges::find(world.bindings, param->name, &SweepBinding::param) ==
               world.bindings.end()) {
      Diagnostic& d = report(world, Code::E0427, asked->value->span,
                             fmt::format("`{}` is not swept around this {}", param->name, word));
      d.hint = "swept is: " + swept();
    } else if (!node.name && !node.file) {
      report(world, Code::E0427, asked->name.span,
             fmt::format("this {} is drawn once in each pass: it has one panel", word))
          .hint = fmt::format("give it a name, and it gathers all passes: `{} all: …`", word);
    } else {
      return param->name;
    }
    return {};
  }

  std::string swept() const {
    std::string names;
    for (const SweepBinding& binding : world.bindings)
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", binding.param);
    return names;
  }

  int characters(const OptionInfo& what, int usual) const {
    const auto value = number_option(world, scope, node.options, what);
    check_bounds(world, node.options, what, value);
    return value && what.allows(*value) ? static_cast<int>(*value) : usual;
  }

  std::optional<ir::Interval> range(const OptionInfo& what, Dimension dimension, bool log) const {
    const ast::Attribute* option = find_option(node.options, what.name);
    if (!option) return std::nullopt;
    const Span span = option->value->span;
    const auto interval = constant_interval(world, scope, *option->value,
                                            {fmt::format("`{}`", what.name), dimension, span},
                                            fmt::format("`{} = a .. b`", what.name));
    if (!interval) return std::nullopt;
    if ((*interval)[0] < (*interval)[1] && !(log && (*interval)[0] <= 0)) return interval;
    report(world, Code::E0411, span,
           log ? "a logarithmic axis begins above 0, and ends above its begin"
               : "an axis needs some length");
    return std::nullopt;
  }

  // Numbers of one axis, or of both, can be compared only if they are of one unit.
  bool one_unit(const ir::Plot& plot, const std::string& asked, Span span, bool with_x) const {
    if (plot.curves.empty()) return false;
    const ir::Shown& first = with_x ? plot.versus : plot.curves.front();
    for (const ir::Shown& shown : plot.curves) {
      if (shown.unit.text == first.unit.text) continue;
      const auto named = [](const ir::Shown& s) {
        return fmt::format("`{}` is in {}", s.label,
                           s.unit.text.empty() ? "pure numbers" : "`" + s.unit.text + "`");
      };
      report(world, Code::E0308, span,
             fmt::format("`{}` needs one unit: {}, {}", asked, named(first), named(shown)))
          .hint = shown.unit.dimension == first.unit.dimension
                      ? "say it with `in`: `ball.x in mm, ball.y in mm`"
                      : "no unit fits both: draw them in plots of their own";
      return false;
    }
    return true;
  }

  void check_equal(ir::Plot& plot) const {
    const ast::Attribute& asked = *find_option(node.options, option::equal.name);
    const ir::PlotStyle& style = plot.style;
    plot.style.equal = one_unit(plot, asked.name.name, asked.name.span, true);
    if (!style.log_x && !style.log_y && !style.x_range && !style.y_range) return;
    report(world, Code::E0411, asked.name.span,
           "`equal` finds the ranges of both axes by itself: it does not go with `x = log`, "
           "`y = log`, `x_range` or `y_range`");
  }

  void add_file(ir::Plot& plot) const {
    if (!node.file) return;
    plot.file = node.file;
    for (const char* ending : {".svg", ".pdf", ".png"})
      if (node.file->ends_with(ending)) return;
    report(world, Code::E0411, node.file_span, "a picture is an SVG, a PDF or a PNG: name it so")
        .hint = "`to \"figure.svg\"`, `to \"figure.pdf\"`, `to \"figure.png\"`";
  }
};

}  // namespace

ir::Plot compile_plot(World& world, const ast::Plot& node, const ast::Statement& statement,
                      Scope& scope) {
  check_options(world, node.options, node.histogram ? "histogram" : "plot");
  const Plots plots{world, scope, node, statement};
  ir::Plot plot;
  if (node.name) plot.name = node.name->name;
  plot.origin = statement.head;
  plots.add_curves(plot);
  plots.add_style(plot);
  plots.add_file(plot);
  return plot;
}

}  // namespace mbs::elaborate
