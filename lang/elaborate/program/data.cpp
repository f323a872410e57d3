#include "lang/elaborate/program/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/data/csv.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/files.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/options.hpp"
#include "lang/syntax/unit_text.hpp"
#include "lang/text/scan.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

const OptionInfo* option_of(const ast::DataItem& item) {
  return mbs::option_of("data", item.name.name);
}

// One of the words that the option may be, as an index into them.
std::optional<int> word_of(Reports& reports, const ast::DataItem& item, const OptionInfo& option) {
  const std::vector<std::string> words = words_of(option);
  const auto* name = std::get_if<ast::Name>(&item.value->node);
  const auto found = std::find(words.begin(), words.end(), name ? name->name : "");
  if (found != words.end() && !item.unit) return static_cast<int>(found - words.begin());
  std::string list;
  for (const std::string& word : words)
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", word);
  const auto near = name ? suggest(name->name, words) : std::nullopt;
  report(reports, Code::E0308, item.value->span,
         fmt::format("`{}` must be one of {}", item.name.name, list),
         near ? fmt::format("did you mean `{}`?", *near) : "");
  return std::nullopt;
}

struct Options {
  Interpolation by = Interpolation::linear;
  Beyond beyond = Beyond::nothing;
};

std::optional<Options> read_options(Reports& reports, const ast::Data& data) {
  Options options;
  bool good = true;
  for (const ast::DataItem& item : data.items) {
    const OptionInfo* option = option_of(item);
    if (!option) continue;
    const bool by = option->name == option::by.name;
    const auto word = word_of(reports, item, *option);
    good = good && word;
    if (word && by) options.by = static_cast<Interpolation>(*word);
    if (word && !by) options.beyond = static_cast<Beyond>(*word);
  }
  if (!good) return std::nullopt;
  return options;
}

bool distinct(Reports& reports, const ast::Data& data) {
  for (std::size_t i = 0; i < data.items.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (data.items[i].name.name != data.items[k].name.name) continue;
      report(reports, Code::E0302, data.items[i].name.span,
             fmt::format("`{}` is already defined", data.items[i].name.name))
          .labels.push_back({data.items[k].name.span, "first here"});
      return false;
    }
  }
  return true;
}

// ---- written in the script -----------------------------------------------------------------

// Bare numbers take the unit of the heading, quantities must have its dimension.
std::optional<DataColumn> written_column(World& world, const ast::DataItem& item, Scope& scope) {
  DataColumn column{item.name.name, {}, {}, {}};
  std::optional<Unit> unit;
  if (item.unit && !(unit = resolve_unit(world, *item.unit, scope))) return std::nullopt;
  const Value value = evaluate(world, *item.value, scope);
  if (value.poisoned()) return std::nullopt;
  const auto* list = value.get<ListValue>();
  if (!list || list->items->empty()) {
    report(world, Code::E0308, item.value->span,
           fmt::format("column `{}` must be a list of numbers, but this is {}", item.name.name,
                       list ? "empty" : describe(value)))
        .hint = "`[0, 1, 2]`";
    return std::nullopt;
  }
  for (const Value& each : *list->items) {
    const auto* scalar = each.get<Scalar>();
    const Purpose purpose{fmt::format("an item of column `{}`", item.name.name),
                          unit ? unit->dimension : dim::pure, item.value->span};
    const bool bare = scalar && !scalar->boolean && scalar->dimension.pure() && !scalar->unit;
    if (!scalar || scalar->boolean || (unit && !bare && !fits(world, *scalar, purpose, nullptr))) {
      if (!scalar || scalar->boolean)
        report(world, Code::E0308, item.value->span,
               fmt::format("column `{}` must hold numbers, but it holds {}", item.name.name,
                           describe(each)));
      return std::nullopt;
    }
    if (!require_constant(world, *scalar, item.value->span) ||
        !require_finite(world, *scalar, purpose.name, item.value->span))
      return std::nullopt;
    column.values.push_back(bare && unit ? scalar->value * unit->factor : scalar->value);
    column.unit = unit ? *unit : shown_unit(*scalar);
  }
  return column;
}

std::optional<DataTable> written_table(World& world, const ast::Data& data, Scope& scope) {
  DataTable table{data.name.name, {}};
  std::vector<const ast::DataItem*> items;
  for (const ast::DataItem& item : data.items) {
    if (option_of(item)) continue;
    auto column = written_column(world, item, scope);
    if (!column) return std::nullopt;
    if (!items.empty() && column->values.size() != table.rows()) {
      Diagnostic& d =
          report(world, Code::E0313, item.value->span, "the columns of a table are equally long",
                 fmt::format("{} items", column->values.size()));
      d.labels.push_back({items[0]->value->span, fmt::format("{} items", table.rows())});
      return std::nullopt;
    }
    items.push_back(&item);
    table.columns.push_back(std::move(*column));
  }
  if (items.empty()) {
    report(world, Code::E0403, data.name.span, "a table needs a column").hint =
        "`data cam { t in ms = [0, 1, 2], y in mm = [0, 5, 0] }`";
    return std::nullopt;
  }
  const auto& x = table.columns[0].values;
  const auto fall = std::adjacent_find(x.begin(), x.end(), std::greater_equal<>());
  if (fall == x.end()) return table;
  report(world, Code::E0313, items[0]->value->span,
         fmt::format("the first column must ascend, but item {} is not above the one before",
                     fall - x.begin() + 2));
  return std::nullopt;
}

// ---- from a file ----------------------------------------------------------------------------

// The unit that is all of a text which stands at `place`.
std::optional<Unit> unit_of_text(World& world, const std::string& text, Span place, Scope& scope) {
  UnitReading reading = read_unit(text);
  const auto moved = [&](Span span) {
    return Span{place.source, place.begin + span.begin, place.begin + span.end};
  };
  if (reading.problem) {
    Diagnostic problem = std::move(*reading.problem);
    for (Label& label : problem.labels) label.span = moved(label.span);
    world.diagnostics->add(std::move(problem));
    return std::nullopt;
  }
  if (reading.length != text.size()) {
    const auto near = suggest(text, unit_symbols());
    report(world, Code::E0201, place, fmt::format("there is no unit `{}`", text),
           near ? fmt::format("did you mean `{}`?", *near) : "");
    return std::nullopt;
  }
  for (ast::UnitFactor& factor : reading.factors) factor.span = moved(factor.span);
  return resolve_unit(world, {text, std::move(reading.factors), place}, scope);
}

// A column that is read: under which name, from where in the file, in which unit.
struct Wanted {
  std::string name;
  std::size_t column = 0;
  Unit unit;
};

class FileReader {
 public:
  FileReader(World& world, const ast::Data& data, Scope& scope)
      : world_(world), data_(data), scope_(scope) {}

  std::optional<DataTable> table() {
    const std::string path = path_from(scope_, *data_.file);
    const auto text = read_named_file(world_, path, *data_.file, data_.file_span, "data");
    if (!text) return std::nullopt;
    source_ = add_source(world_.elaboration.sources, path, *text);
    const std::string kept(world_.elaboration.sources.text(source_));  // stays where it is
    const Csv csv(can_be_shown(*text) ? kept : *text);
    if (const auto& fault = csv.fault()) return tell(*fault), std::nullopt;
    return columns(csv);
  }

 private:
  Span at(CsvCell cell) const {
    return {source_, static_cast<std::uint32_t>(cell.begin), static_cast<std::uint32_t>(cell.end)};
  }

  Diagnostic& tell(const CsvFault& fault) {
    Diagnostic& d = report(world_, Code::E0313, at({fault.begin, fault.end}), fault.message);
    if (!fault.hint.empty()) d.hint = fault.hint;
    d.notes.push_back(
        fmt::format("read by `data {}`, {}", data_.name.name, place_text(world_, data_.name.span)));
    return d;
  }

  // How to read all others.
  static std::string without_column(const Csv& csv, std::size_t left_out) {
    std::string items;
    for (std::size_t i = 0; i < csv.headings().size(); ++i)
      if (i != left_out)
        items += fmt::format("{}{} = {}", items.empty() ? "" : ", ", csv.headings()[i].name, i + 1);
    return fmt::format("a column of text is left out where others are named: `{{ {} }}`", items);
  }

  std::optional<DataTable> columns(const Csv& csv) {
    std::vector<Wanted> wanted;
    const bool mapped = std::any_of(data_.items.begin(), data_.items.end(),
                                    [](const ast::DataItem& item) { return !option_of(item); });
    if (!(mapped ? by_items(csv, wanted) : by_headings(csv, wanted))) return std::nullopt;
    std::vector<std::size_t> places;
    for (const Wanted& one : wanted) places.push_back(one.column);
    std::vector<std::vector<double>> values;
    if (const auto fault = csv.read(places, values)) {
      Diagnostic& d = tell(*fault);
      if (!mapped && fault->text_column && csv.headings().size() > 2 && !d.hint)
        d.hint = without_column(csv, *fault->text_column);
      return std::nullopt;
    }
    const auto fall =
        std::adjacent_find(values[0].begin(), values[0].end(), std::greater_equal<>());
    if (fall != values[0].end()) {
      const CsvCell cell =
          csv.cell(static_cast<std::size_t>(fall - values[0].begin()) + 1, places[0]);
      tell({cell.begin, cell.end,
            fmt::format("the first column must ascend, but {} follows {}",
                        to_text(constant_scalar(fall[1])), to_text(constant_scalar(fall[0]))),
            fall[0] == fall[1] ? "one row for each value" : "sort the rows"});
      return std::nullopt;
    }
    DataTable table{data_.name.name, {}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      for (double& value : values[i]) value *= wanted[i].unit.factor;
      table.columns.push_back({wanted[i].name, wanted[i].unit, std::move(values[i]), {}});
    }
    return table;
  }

  std::optional<Unit> heading_unit(const CsvHeading& heading) {
    if (heading.unit.end == heading.unit.begin) return Unit{};
    const Span place = at(heading.unit);
    const std::string text(world_.elaboration.sources.text(place));
    const auto unit = unit_of_text(world_, text, place, scope_);
    return unit;
  }

  bool by_headings(const Csv& csv, std::vector<Wanted>& wanted) {
    if (csv.headings().empty()) {
      const CsvCell first = csv.cell(0, 0);
      tell({first.begin, first.end, "the columns have no headings",
            fmt::format("name them: `data {} from \"{}\" {{ t in s = 1, x in mm = 2 }}`",
                        data_.name.name, *data_.file)});
      return false;
    }
    for (std::size_t i = 0; i < csv.headings().size(); ++i) {
      const CsvHeading& heading = csv.headings()[i];
      const bool word = !heading.name.empty() && word_at(heading.name, 0) == heading.name &&
                        !is_reserved_word(heading.name);
      if (!word) {
        tell({heading.cell.begin, heading.cell.end,
              fmt::format("the heading `{}` is not a name with its unit", heading.text),
              fmt::format("write `x [mm]`, or read it under a name: `{{ x in mm = \"{}\" }}`",
                          heading.text)});
        return false;
      }
      for (const Wanted& other : wanted) {
        if (other.name != heading.name) continue;
        tell({heading.cell.begin, heading.cell.end,
              fmt::format("there are two columns `{}`", heading.name), ""});
        return false;
      }
      const auto unit = heading_unit(heading);
      if (!unit) return false;
      wanted.push_back({heading.name, i, *unit});
    }
    return true;
  }

  // `t in ms = "Time"`, `x in mm = 3`
  bool by_items(const Csv& csv, std::vector<Wanted>& wanted) {
    for (const ast::DataItem& item : data_.items) {
      if (option_of(item)) continue;
      const ast::Expr* which = item.value.get();
      const ast::UnitExpr* written = item.unit ? &*item.unit : nullptr;
      if (const auto* convert = std::get_if<ast::Convert>(&which->node); convert && !written) {
        which = convert->value.get();
        written = &convert->unit;
      }
      const auto column = column_of(csv, *which);
      if (!column) return false;
      Wanted one{item.name.name, *column, {}};
      const CsvHeading* heading = csv.headings().empty() ? nullptr : &csv.headings()[*column];
      const bool headed = heading && heading->unit.end > heading->unit.begin;
      if (written && headed) {
        report(world_, Code::E0207, written->span, "the unit is given twice")
            .labels.push_back({at(heading->unit), "first here"});
        return false;
      }
      const auto unit = written  ? resolve_unit(world_, *written, scope_)
                        : headed ? heading_unit(*heading)
                                 : std::optional<Unit>(Unit{});
      if (!unit) return false;
      one.unit = *unit;
      wanted.push_back(std::move(one));
    }
    return true;
  }

  std::optional<std::size_t> column_of(const Csv& csv, const ast::Expr& which) {
    if (const auto* number = std::get_if<ast::Number>(&which.node); number && !number->unit) {
      const double n = number->value;
      if (n >= 1 && n <= static_cast<double>(csv.columns()) && n == std::floor(n))
        return static_cast<std::size_t>(n) - 1;
      report(world_, Code::E0310, which.span,
             fmt::format("there is no column {:g}; `{}` has {}", n, *data_.file, csv.columns()));
      return std::nullopt;
    }
    const auto* text = std::get_if<ast::Text>(&which.node);
    const bool plain =
        text && text->parts.size() == 1 && std::holds_alternative<std::string>(text->parts[0]);
    if (!plain) {
      report(world_, Code::E0308, which.span,
             "a column of a file is named by its heading or its number")
          .hint = "`t in ms = \"Time\"`, `t in ms = 1`";
      return std::nullopt;
    }
    const std::string& wanted = std::get<std::string>(text->parts[0]);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < csv.headings().size(); ++i) {
      const CsvHeading& heading = csv.headings()[i];
      if (heading.text == wanted || heading.name == wanted) return i;
      names.push_back(heading.text);
    }
    const auto near = suggest(wanted, names);
    Diagnostic& d = report(world_, Code::E0301, which.span,
                           fmt::format("`{}` has no column `{}`", *data_.file, wanted),
                           near ? fmt::format("did you mean `{}`?", *near) : "");
    if (near || names.empty() || names.size() > 30) return std::nullopt;
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    d.hint = "it has: " + list;
    return std::nullopt;
  }

  World& world_;
  const ast::Data& data_;
  Scope& scope_;
  int source_ = -1;
};

// What repeats ends as it begins; rounding of numbers written out counts for nothing.
bool closes(Reports& reports, const ast::Data& data, DataTable& table) {
  constexpr double rounding = 1e-9;
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    DataColumn& column = table.columns[i];
    const auto [low, high] = std::ranges::minmax(column.values);
    const double first = column.values.front(), last = column.values.back();
    if (std::abs(last - first) <= rounding * std::max(std::abs(low), std::abs(high))) {
      column.values.back() = first;
      continue;
    }
    const auto text = [&](double value) {
      Scalar shown = constant_scalar(value, column.unit.dimension);
      if (!column.unit.text.empty()) shown.unit = column.unit;
      return to_text(shown);
    };
    const auto asked = std::ranges::find(
        data.items, option::outside.name,
        [](const ast::DataItem& item) { return std::string_view(item.name.name); });
    report(reports, Code::E0313, asked->value->span,
           fmt::format("`{}.{}` begins with {} and ends with {}, so it does not repeat", table.name,
                       column.name, text(first), text(last)))
        .hint = "a last row like the first one, a period later, closes it";
    return false;
  }
  return true;
}

// The curves of all columns over the first one.
void draw_curves(DataTable& table, const Options& options) {
  if (table.rows() < 2) return;
  const DataColumn& first = table.columns.front();
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    DataColumn& column = table.columns[i];
    column.curve = std::make_shared<const Interpolant>(
        table.name + "." + column.name, first.unit,
        Interpolant::Rows{first.values, column.values, options.by, options.beyond});
  }
}

Value data_value(World& world, const ast::Data& data, Scope& scope) {
  auto& known = world.elaboration.data_files;
  if (const auto found = known.find(&data); found != known.end())
    return found->second ? Value(DataValue{found->second}) : Value(Poison{});  // told already
  if (!distinct(world, data)) {
    if (!world.quiet) known.emplace(&data, nullptr);
    return Poison{};
  }
  const auto options = read_options(world, data);
  auto table =
      data.file ? FileReader(world, data, scope).table() : written_table(world, data, scope);
  const bool closed = !table || !options || options->beyond != Beyond::again || table->rows() < 2 ||
                      closes(world, data, *table);
  if (!table || !options || !closed) {
    if (!world.quiet) known.emplace(&data, nullptr);
    return Poison{};
  }
  draw_curves(*table, *options);
  auto shared = std::make_shared<const DataTable>(std::move(*table));
  if (data.file) known.emplace(&data, shared);
  return DataValue{shared};
}

}  // namespace

void enter_data(World& world, Symbol& symbol, const ast::Data& data) {
  Scope* scope = symbol.scope;
  symbol.compute = [&world, &data, scope] { return data_value(world, data, *scope); };
}

}  // namespace mbs::elaborate
