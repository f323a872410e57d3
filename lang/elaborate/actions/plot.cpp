#include "lang/elaborate/actions/plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/actions/options.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/show.hpp"

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
    for (const ast::ExprPtr& curve : node.curves) {
      for (ir::Shown& shown : shown_in_plot(*curve, lengths))
        plot.curves.push_back(std::move(shown));
    }
    auto versus = shown_in_plot(*node.versus, lengths);
    if (!versus.empty()) plot.versus = std::move(versus.front());
    check_lengths(lengths);
    check_one_kind(plot);
    for (const ir::Shown& shown : plot.curves) {
      if (shown.kind == ir::Shown::Kind::number || shown.kind == ir::Shown::Kind::boolean) continue;
      report(world, Code::E0308, statement.head, "a plot shows numbers");
      break;
    }
  }

  // Of lists of numbers each item is a point.
  std::vector<ir::Shown> shown_in_plot(const ast::Expr& expr, std::vector<Length>& lengths) const {
    const Value value = evaluate(world, expr, scope);
    const auto* list = value.get<ListValue>();
    const bool numbers = list && !list->items->empty() &&
                         std::all_of(list->items->begin(), list->items->end(),
                                     [](const Value& v) { return v.get<Scalar>() != nullptr; });
    if (!numbers) return show_value(world, value, expr, std::nullopt, Histories::allow);
    lengths.push_back({expr.span, list->items->size()});
    const auto rows = as_rows(world, value, expr);
    if (!rows) return {};
    return show_value(world, *rows, expr, std::nullopt, Histories::allow);
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
    style.log_x = word_option(world, node.options, option::log_x) == "log";
    style.log_y = word_option(world, node.options, option::log_y) == "log";
    style.equal = flag_option(world, scope, node.options, option::equal);
    style.points = flag_option(world, scope, node.options, option::points);
    style.title = text_option(world, scope, node.options, option::title).value_or("");
    style.x_range = range(option::x_range, plot.versus.unit.dimension, style.log_x);
    if (const ast::Attribute* asked = find_option(node.options, option::y_range.name))
      if (one_unit(plot, *asked, false))
        style.y_range = range(option::y_range, plot.curves.front().unit.dimension, style.log_y);
    if (style.equal) check_equal(plot);
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
  bool one_unit(const ir::Plot& plot, const ast::Attribute& asked, bool with_x) const {
    if (plot.curves.empty()) return false;
    const ir::Shown& first = with_x ? plot.versus : plot.curves.front();
    for (const ir::Shown& shown : plot.curves) {
      if (shown.unit.text == first.unit.text) continue;
      const auto named = [](const ir::Shown& s) {
        return fmt::format("`{}` is in {}", s.label,
                           s.unit.text.empty() ? "pure numbers" : "`" + s.unit.text + "`");
      };
      report(
          world, Code::E0308, asked.name.span,
          fmt::format("`{}` needs one unit: {}, {}", asked.name.name, named(first), named(shown)))
          .hint = "say it with `in`: `ball.x in mm, ball.y in mm`";
      return false;
    }
    return true;
  }

  void check_equal(ir::Plot& plot) const {
    const ast::Attribute& asked = *find_option(node.options, option::equal.name);
    const ir::PlotStyle& style = plot.style;
    plot.style.equal = one_unit(plot, asked, true);
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
  check_options(world, node.options, "plot");
  const Plots plots{world, scope, node, statement};
  ir::Plot plot;
  plot.origin = statement.head;
  plots.add_curves(plot);
  plots.add_style(plot);
  plots.add_file(plot);
  return plot;
}

}  // namespace mbs::elaborate
