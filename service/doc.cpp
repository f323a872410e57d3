#include "service/doc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lang/kinds/functions.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"
#include "lang/kinds/options.hpp"
#include "lang/kinds/shapes.hpp"
#include "lang/syntax/tokens.hpp"
#include "lang/text/number.hpp"
#include "lang/text/scan.hpp"
#include "lang/units/units.hpp"
#include "service/complete_context.hpp"
#include "service/help_topics.hpp"
#include "service/statement_docs.hpp"

namespace mbs {

namespace {

struct Constant {
  std::string_view name, doc;
};
constexpr Constant constants[] = {
    {"t", "time since the start of the run, s"},
    {"pi", "3.14159"},
    {"inf", "without bound; of any dimension"},
    {"g0", "9.80665 m/s^2, the standard acceleration of free fall"},
    {"ground", "the body that does not move"},
    {"energy",
     "energies of the whole mechanism: kinetic, potential, contact, input, damping, "
     "total, error"},
    {"none", "no friction"},
    {"x", "the direction of the x axis, unless something else has the name"},
    {"y", "the direction of the y axis, unless something else has the name"},
    {"z", "in space: the direction of the z axis, unless something else has the name"},
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t indentation(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// Moved so that the least indented line has two blanks before it; empty lines at both ends go.
std::string indented(std::string_view text) {
  std::vector<std::string> lines = lines_of(text);
  const auto blank = [](const std::string& line) {
    return line.find_first_not_of(" \t") == line.npos;
  };
  while (!lines.empty() && blank(lines.front())) lines.erase(lines.begin());
  while (!lines.empty() && blank(lines.back())) lines.pop_back();
  std::size_t least = std::string::npos;
  for (const std::string& line : lines) {
    if (!blank(line)) least = std::min(least, indentation(line));
  }
  std::string result;
  for (const std::string& line : lines)
    result += blank(line) ? "\n" : "  " + line.substr(least) + "\n";
  return result;
}

// What stands behind the parameters: the lines of a block, or `= …`.
std::string body_of(const DefinedName& symbol) {
  const std::size_t open = symbol.text.find('(');
  if (open == symbol.text.npos) return {};
  const auto close = TextScan(symbol.text).partner(static_cast<std::uint32_t>(open));
  if (!close) return {};
  std::string_view rest = std::string_view(symbol.text).substr(*close + 1);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  if (rest.size() >= 2 && rest.front() == '{' && rest.back() == '}')
    rest = rest.substr(1, rest.size() - 2);
  return indented(rest);
}

std::string doc_of(const DefinedName& symbol) {
  const std::string doc = indented(symbol.doc);
  switch (symbol.kind) {
    case NameKind::law:
    case NameKind::friction:
    case NameKind::function:
    case NameKind::template_:
      return fmt::format("{} {}\n{}{}", symbol.kind_name, symbol.signature, doc, body_of(symbol));
    default:
      return symbol.text + "\n" + doc;
  }
}

// ": sphere(R), disc(R, width), …; in space also socket(R), …"
std::string shapes_text() {
  std::string anywhere, in_space;
  for (const ShapeInfo& shape : shapes()) {
    std::string& list = shape.in_space_only ? in_space : anywhere;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", shape.signature);
  }
  return fmt::format(": {}; in space also {}", anywhere, in_space);
}

std::string attribute_line(const AttributeInfo& attribute) {
  std::string text = fmt::format("  {:<10} {}", attribute.name, attribute.doc);
  if (attribute.want == Want::quantity || attribute.want == Want::vector) {
    const std::string unit = si_unit(attribute.dimension);
    if (!unit.empty()) text += fmt::format(" [{}]", unit);
  }
  if (attribute.want == Want::shape) text += shapes_text();
  if (!attribute.default_text.empty()) text += fmt::format("; default {}", attribute.default_text);
  if (attribute.guess) text += "; `~` makes it a guess";
  return text + "\n";
}

std::string field_line(const FieldInfo& field) {
  return fmt::format("  {:<10} {}\n", field.name, described(field));
}

std::string option_line(const OptionInfo& option) {
  std::string text = fmt::format("  {:<10} {}", option.name, option.doc);
  const std::string unit = si_unit(option.dimension);
  if (!unit.empty()) text += fmt::format(" [{}]", unit);
  if (option.bounded())
    text +=
        fmt::format(", from {} to {}", format_number(option.least), format_number(option.largest));
  if (!option.default_text.empty()) text += fmt::format("; default {}", option.default_text);
  return text + "\n";
}

std::string doc_of(const KindInfo& kind) {
  std::string text = fmt::format("{}: {}\n", kind.name, kind.doc);
  if (!kind.example.empty()) text += fmt::format("  {}\n", kind.example);
  if (!kind.attributes.empty()) text += "attributes\n";
  for (const AttributeInfo& attribute : kind.attributes) text += attribute_line(attribute);
  if (!kind.fields.empty()) text += "results\n";
  for (const FieldInfo& field : kind.fields) text += field_line(field);
  return text;
}

std::optional<std::string> doc_of_unit(std::string_view symbol) {
  const auto unit = find_unit(symbol);
  if (!unit) return {};
  const std::string si = si_unit(unit->dimension);
  const std::string name = unit_quantity(symbol, *unit);
  return fmt::format("unit {}: {}{}{}\n", symbol, format_number(unit->factor),
                     si.empty() ? "" : " " + si, name.empty() ? "" : ", a unit of " + name);
}

const FieldInfo* find_field(std::span<const FieldInfo> fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const FieldInfo& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

std::string described(std::string_view path, const FieldInfo& field) {
  return fmt::format("{}: {}\n", path, described(field));
}

std::optional<std::string> doc_of_member(std::string_view path, const DefinedName& symbol,
                                         std::string_view name, const Vocabulary& own) {
  if (symbol.kind == NameKind::file)
    if (const DefinedName* part = part_of(symbol, std::string(name), own)) return doc_of(*part);
  for (const Member& member : members_of(symbol, own))
    if (member.name == name)
      return fmt::format("{}: {}\n", path, member.doc.empty() ? symbol.kind_name : member.doc);
  return {};
}

// A field of a kind (`body.mass`) or of something declared (`B.delta`, `B.impacts.t`).
std::optional<std::string> doc_of_field(std::string_view path, const Vocabulary& own) {
  const std::size_t dot = path.rfind('.');
  const std::string_view base = path.substr(0, dot), name = path.substr(dot + 1);
  if (base == "energy" || base == "pair") {
    const auto fields = base == "energy" ? energy_fields() : pair_fields();
    if (const FieldInfo* field = find_field(fields, name)) return described(path, *field);
  }
  if (base.size() > 8 && base.substr(base.size() - 8) == ".impacts") {
    if (const FieldInfo* field = find_field(impact_fields(), name)) return described(path, *field);
  }
  const DefinedName* symbol = find_symbol(own, base.substr(0, base.find_first_of(".[")));
  const KindInfo* kind = find_kind(symbol ? std::string_view(symbol->kind_name) : base);
  if (!kind && !symbol) return {};
  if (!kind) return doc_of_member(path, *symbol, name, own);
  if (const FieldInfo* field = find_field(kind->fields, name)) return described(path, *field);
  if (const AttributeInfo* attribute = find_attribute(*kind, name))
    return fmt::format("{} of `{}`\n{}", name, kind->name, attribute_line(*attribute));
  return symbol ? doc_of_member(path, *symbol, name, own) : std::nullopt;
}

std::string text_of(const StatementDoc& doc) {
  return fmt::format("{}: {}\n{}", doc.word, doc.doc, indented(doc.example));
}

std::string doc_of_word(std::string_view word) {
  const auto found = std::ranges::find(word_docs(), word, &StatementDoc::word);
  return found == word_docs().end() ? std::string() : text_of(*found);
}

std::optional<std::string> doc_of_statement(std::string_view word) {
  for (const StatementDoc& statement : statement_docs()) {
    if (statement.word != word) continue;
    std::string text = text_of(statement);
    if (!options_of(word).empty()) text += "options\n";
    for (const OptionInfo& option : options_of(word)) text += option_line(option);
    return text;
  }
  return {};
}

// "FN: inside a friction law: normal force [N]"
std::string doc_of_input(const LawInput& input) {
  return fmt::format("{}: inside {}: {}\n", input.field.name, law_in_words(input.seen_by),
                     described(input.field));
}

std::string doc_of_option(std::string_view name) {
  std::string text;
  for (const StatementOptions& row : all_options()) {
    for (const OptionInfo& option : row.options) {
      if (option.name == name)
        text += fmt::format("{} of `{}`\n{}", name, row.statement, option_line(option));
    }
  }
  return text;
}

// A bare `FN` or `start`: the attributes and results of that name, of whatever has them.
std::optional<std::string> doc_of_part(std::string_view name) {
  std::string text;
  const auto add = [&](std::string_view owner, std::span<const FieldInfo> fields) {
    if (const FieldInfo* field = find_field(fields, name))
      text += described(fmt::format("{}.{}", owner, name), *field);
  };
  for (const KindInfo& kind : all_kinds()) {
    add(kind.name, kind.fields);
    if (const AttributeInfo* attribute = find_attribute(kind, name))
      text += fmt::format("{} of `{}`\n{}", name, kind.name, attribute_line(*attribute));
  }
  add("contact.impacts[1]", impact_fields());
  add("energy", energy_fields());
  add("pair", pair_fields());
  for (const LawInput& input : law_inputs()) {
    if (!input.of_pair && input.field.name == name) text += doc_of_input(input);
  }
  text += doc_of_option(name);
  if (text.empty()) return {};
  return text;
}

}  // namespace

namespace {

// `plane`, which takes its normal in space only; the others are functions.
const ShapeInfo* shape_by_name_alone(std::string_view name) {
  for (const ShapeInfo& shape : shapes())
    if (shape.least == 0 && shape.name == name) return &shape;
  return nullptr;
}

}  // namespace

std::optional<std::string> doc_text(std::string_view name, const Vocabulary& own) {
  if (const DefinedName* symbol = own.find(name)) return doc_of(*symbol);
  if (name.find('.') != name.npos) return doc_of_field(name, own);
  // A function of the library may have the name of an option.
  if (const DefinedName* symbol = library_vocabulary().find(name))
    return doc_of(*symbol) + doc_of_part(name).value_or("");
  if (const KindInfo* kind = find_kind(name)) return doc_of(*kind);
  if (const FunctionInfo* function = find_function(name))
    return fmt::format("{}\n  {}\n", function->signature, function->doc);
  if (const ShapeInfo* shape = shape_by_name_alone(name))
    return fmt::format("{}\n  {}\n", shape->signature, shape->doc);
  for (const Constant& constant : constants) {
    // An axis of a plot is an option, too.
    if (constant.name == name)
      return fmt::format("{}: {}\n", name, constant.doc) + doc_of_option(name);
  }
  if (auto text = doc_of_statement(name)) return text;
  if (auto text = doc_of_unit(name)) return text;
  if (const std::string_view topic = help_topic_named(name); !topic.empty())
    return std::string(topic);
  const std::string word = doc_of_word(name);
  if (auto part = doc_of_part(name)) return word + *part;
  return word.empty() ? std::nullopt : std::optional(word);
}

std::vector<std::string> documented_names() {
  std::vector<std::string> names;
  for (const DefinedName& symbol : library_vocabulary().symbols()) names.push_back(symbol.name);
  for (const KindInfo& kind : all_kinds()) names.emplace_back(kind.name);
  for (const FunctionInfo& function : functions()) names.emplace_back(function.name);
  names.emplace_back(mbs::info(ShapeKind::plane).name);  // no function, see shape_by_name_alone
  for (const Constant& constant : constants) names.emplace_back(constant.name);
  for (const StatementDoc& statement : statement_docs()) names.emplace_back(statement.word);
  for (const StatementDoc& word : word_docs()) names.emplace_back(word.word);
  for (const LawInput& input : law_inputs()) names.emplace_back(input.field.name);
  for (const StatementOptions& row : all_options()) {
    for (const OptionInfo& option : row.options) names.emplace_back(option.name);
  }
  return names;
}

std::optional<std::string> inspect(std::string_view text, std::size_t cursor,
                                   const Vocabulary& own) {
  std::size_t end = std::min(cursor, text.size());
  const std::size_t begin = word_begin(text, end);
  end = begin + word_at(text, begin).size();
  const CompletionContext context = completion_context(text, end);
  std::string word(text.substr(begin, end - begin));
  if (word.empty()) {
    return context.name.empty() ? std::nullopt : doc_text(context.name, own);
  }
  if (context.expected == Expected::unit) return doc_of_unit(word);
  if (context.expected == Expected::attribute) return doc_text(context.head + "." + word, own);
  for (auto part = context.path.rbegin(); part != context.path.rend(); ++part)
    word = *part + "." + word;
  return doc_text(word, own);
}

}  // namespace mbs
