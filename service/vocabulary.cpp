#include "service/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/data/csv.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/options.hpp"
#include "lang/names/definitions.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/path.hpp"
#include "lang/text/stdlib.hpp"

namespace mbs {

namespace {

std::string parameter_text(const ast::Parameter& parameter, const SourceMap& sources) {
  std::string text = parameter.name.name;
  if (parameter.annotation) text += ": " + parameter.annotation->text;
  if (parameter.default_value)
    text += fmt::format(" = {}", sources.text(parameter.default_value->span));
  return text;
}

void set_parameters(DefinedName& symbol, const std::vector<ast::Parameter>& parameters,
                    const SourceMap& sources) {
  std::string list;
  for (const ast::Parameter& parameter : parameters) {
    symbol.arguments.push_back(parameter.name.name);
    list += (list.empty() ? "" : ", ") + parameter_text(parameter, sources);
  }
  symbol.signature = fmt::format("{}({})", symbol.name, list);
}

DefinedName symbol_of(NameKind kind, const names::Definition& definition) {
  DefinedName symbol;
  symbol.kind = kind;
  symbol.name = definition.name->name;
  symbol.kind_name = names::word_of(definition);
  symbol.span = definition.name->span;
  symbol.indexed = definition.indexed;
  return symbol;
}

// A param or let on its own line: the statement is the signature.
DefinedName value_symbol(NameKind kind, const names::Definition& definition,
                         const SourceMap& sources) {
  DefinedName symbol = symbol_of(kind, definition);
  symbol.signature = sources.text(definition.statement->span);
  return symbol;
}

template <class Node>  // Function, Law or Template
DefinedName called_symbol(NameKind kind, const names::Definition& definition,
                          const SourceMap& sources) {
  DefinedName symbol = symbol_of(kind, definition);
  set_parameters(symbol, std::get<Node>(definition.statement->node).parameters, sources);
  return symbol;
}

// A contact can be asked for the parameters and parts of its law.
DefinedName law_symbol(NameKind kind, const names::Definition& definition,
                       const SourceMap& sources) {
  DefinedName symbol = called_symbol<ast::Law>(kind, definition, sources);
  for (const names::Definition& part : names::defined_inside(*definition.statement)) {
    if (part.kind != names::Kind::unknown) symbol.signals.push_back(part.name->name);
  }
  return symbol;
}

DefinedName template_symbol(const names::Definition& definition, const SourceMap& sources) {
  DefinedName symbol = called_symbol<ast::Template>(NameKind::template_, definition, sources);
  Vocabulary inside;
  inside.add(std::get<ast::Template>(definition.statement->node).body, sources);
  symbol.parts = inside.symbols();
  return symbol;
}

// "flores" of `flores(0.8)` and of `flores`.
std::string law_name(const ast::Expr& value) {
  if (const auto* name = std::get_if<ast::Name>(&value.node)) return name->name;
  const auto* call = std::get_if<ast::Call>(&value.node);
  return call ? law_name(*call->callee) : std::string();
}

DefinedName object_symbol(const names::Definition& definition) {
  DefinedName symbol = symbol_of(NameKind::object, definition);
  for (const names::Definition& part : names::defined_inside(*definition.statement)) {
    if (part.kind == names::Kind::object) symbol.parts.push_back(object_symbol(part));
  }
  const auto& block = std::get<ast::Declaration>(definition.statement->node).block;
  if (!block) return symbol;
  for (const auto& item : block->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (!attribute) continue;
    if (attribute->name.name == "law") symbol.law = law_name(*attribute->value);
    if (attribute->name.name == "friction") symbol.friction = law_name(*attribute->value);
  }
  return symbol;
}

// Columns without a name are called by their text.
DefinedName table_symbol(const names::Definition& definition, const SourceMap& sources) {
  DefinedName symbol = symbol_of(NameKind::table, definition);
  for (const ast::Column& column : std::get<ast::Table>(definition.statement->node).columns) {
    DefinedName part;
    part.kind = NameKind::table;
    part.name = column.name ? column.name->name : std::string(sources.text(column.value->span));
    symbol.parts.push_back(std::move(part));
  }
  return symbol;
}

void add_column(DefinedName& symbol, const std::string& name, const std::string& unit) {
  DefinedName part;
  part.kind = NameKind::table;
  part.name = name;
  part.kind_name = unit.empty() ? "column" : fmt::format("column [{}]", unit);
  symbol.parts.push_back(std::move(part));
}

// The headings of a file that the compilation has read.
void add_headings(DefinedName& symbol, const std::string& file, const SourceMap& sources) {
  const std::string path = normal_path(file);
  for (int source = sources.size(); source-- > 0;) {
    const std::string& name = sources.name(source);
    if (name != path && !name.ends_with("/" + path)) continue;
    const Csv csv(sources.text(source));
    for (const CsvHeading& heading : csv.headings())
      add_column(
          symbol, heading.name,
          sources.text(source).substr(heading.unit.begin, heading.unit.end - heading.unit.begin));
    return;
  }
}

DefinedName data_symbol(const names::Definition& definition, const SourceMap& sources) {
  const auto& data = std::get<ast::Data>(definition.statement->node);
  DefinedName symbol = symbol_of(NameKind::table, definition);
  for (const ast::DataItem& item : data.items)
    if (!option_of("data", item.name.name))
      add_column(symbol, item.name.name, item.unit ? item.unit->text : "");
  if (data.file && symbol.parts.empty()) add_headings(symbol, *data.file, sources);
  return symbol;
}

std::optional<DefinedName> symbol_of(const names::Definition& definition,
                                     const SourceMap& sources) {
  switch (definition.kind) {
    case names::Kind::param:
      return value_symbol(NameKind::param, definition, sources);
    case names::Kind::let:
      return value_symbol(NameKind::let, definition, sources);
    case names::Kind::function:
      return called_symbol<ast::Function>(NameKind::function, definition, sources);
    case names::Kind::law:
      return law_symbol(NameKind::law, definition, sources);
    case names::Kind::friction:
      return law_symbol(NameKind::friction, definition, sources);
    case names::Kind::template_:
      return template_symbol(definition, sources);
    case names::Kind::state:
      return value_symbol(NameKind::state, definition, sources);
    case names::Kind::event:
      return symbol_of(NameKind::event, definition);
    case names::Kind::run:
      return symbol_of(NameKind::run, definition);
    case names::Kind::data:
      return data_symbol(definition, sources);
    case names::Kind::table:
      return table_symbol(definition, sources);
    case names::Kind::object:
      return object_symbol(definition);
    default:
      return std::nullopt;
  }
}

}  // namespace

void Vocabulary::add(DefinedName symbol) {
  symbols_.push_back(std::move(symbol));
}

void Vocabulary::add(const std::vector<ast::StatementPtr>& statements, const SourceMap& sources) {
  for (const ast::StatementPtr& statement : statements) add(*statement, sources);
}

void Vocabulary::add(const ast::Statement& statement, const SourceMap& sources) {
  if (const auto* loop = std::get_if<ast::For>(&statement.node)) return add(loop->body, sources);
  if (const auto* sweep = std::get_if<ast::Sweep>(&statement.node))
    return add(sweep->body, sources);
  const auto* declaration = std::get_if<ast::Declaration>(&statement.node);
  if (declaration && declaration->kind.name == "world")
    spatial_ = declaration->name.name == "spatial";
  const auto definition = names::defined_by(statement);
  auto symbol = definition && definition->name ? symbol_of(*definition, sources) : std::nullopt;
  if (!symbol) return;
  symbol->doc = statement.doc;
  symbol->text = sources.text(statement.span);
  add(std::move(*symbol));
}

const DefinedName* Vocabulary::find(std::string_view name) const {
  const auto found = std::find_if(symbols_.rbegin(), symbols_.rend(),
                                  [&](const DefinedName& symbol) { return symbol.name == name; });
  return found == symbols_.rend() ? nullptr : &*found;
}

const Vocabulary& library_vocabulary() {
  static const Vocabulary library = [] {
    Vocabulary vocabulary;
    SourceMap sources;
    for (const StdlibFile& file : stdlib_files()) {
      const int source = sources.add(std::string(file.name), std::string(file.text));
      Diagnostics diagnostics;
      vocabulary.add(parse(sources, source, diagnostics).statements, sources);
    }
    return vocabulary;
  }();
  return library;
}

const DefinedName* find_symbol(const Vocabulary& own, std::string_view name) {
  const DefinedName* symbol = own.find(name);
  return symbol ? symbol : library_vocabulary().find(name);
}

// ---- behind a dot ---------------------------------------------------------------------

std::string described(const FieldInfo& field) {
  return field.unit.empty() ? std::string(field.doc)
                            : fmt::format("{} [{}]", field.doc, field.unit);
}

namespace {

void add_fields(std::vector<Member>& members, std::span<const FieldInfo> fields,
                const Vocabulary& own) {
  for (const FieldInfo& field : fields)
    if (!field.spatial || own.spatial())
      members.push_back({std::string(field.name), described(field)});
}

void add_law(std::vector<Member>& members, const std::string& law, const Vocabulary& own) {
  const DefinedName* symbol = find_symbol(own, law);
  if (!symbol) return;
  for (const std::string& signal : symbol->signals)
    members.push_back({signal, fmt::format("of `{}`", symbol->name)});
}

}  // namespace

std::vector<Member> members_of(const DefinedName& symbol, const Vocabulary& own) {
  std::vector<Member> members;
  for (const DefinedName& part : symbol.parts) members.push_back({part.name, part.kind_name});
  if (symbol.kind == NameKind::event) add_fields(members, info(ObjectKind::event).fields, own);
  if (symbol.kind != NameKind::object) return members;
  if (const KindInfo* kind = find_kind(symbol.kind_name)) {
    add_fields(members, kind->fields, own);
    add_law(members, symbol.law, own);
    add_law(members, symbol.friction, own);
  } else if (const DefinedName* shape = find_symbol(own, symbol.kind_name)) {
    for (const DefinedName& part : shape->parts) members.push_back({part.name, part.kind_name});
  }
  return members;
}

const DefinedName* part_of(const DefinedName& symbol, const std::string& name,
                           const Vocabulary& own) {
  const auto in = [&](const std::vector<DefinedName>& parts) -> const DefinedName* {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const DefinedName& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
  };
  if (const DefinedName* part = in(symbol.parts)) return part;
  if (symbol.kind != NameKind::object) return nullptr;
  const DefinedName* shape = find_symbol(own, symbol.kind_name);
  return shape && shape->kind == NameKind::template_ ? in(shape->parts) : nullptr;
}

}  // namespace mbs
