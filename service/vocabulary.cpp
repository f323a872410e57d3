#include "service/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/kinds/kinds.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/overloaded.hpp"
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

void set_parameters(Symbol& symbol, const std::vector<ast::Parameter>& parameters,
                    const SourceMap& sources) {
  std::string list;
  for (const ast::Parameter& parameter : parameters) {
    symbol.arguments.push_back(parameter.name.name);
    list += (list.empty() ? "" : ", ") + parameter_text(parameter, sources);
  }
  symbol.signature = fmt::format("{}({})", symbol.name, list);
}

Symbol symbol_of(SymbolKind kind, const char* kind_name, const ast::Identifier& name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = name.name;
  symbol.kind_name = kind_name;
  symbol.span = name.span;
  return symbol;
}

// A param, let or fn on its own line: the statement is the signature.
Symbol plain(SymbolKind kind, const char* kind_name, const ast::Identifier& name,
             const ast::Statement& statement, const SourceMap& sources) {
  Symbol symbol = symbol_of(kind, kind_name, name);
  symbol.signature = sources.text(statement.span);
  return symbol;
}

Symbol law_symbol(const ast::Law& law, const SourceMap& sources) {
  Symbol symbol = law.friction ? symbol_of(SymbolKind::friction, "friction", law.name)
                               : symbol_of(SymbolKind::law, "law", law.name);
  set_parameters(symbol, law.parameters, sources);
  symbol.signals = symbol.arguments;
  for (const ast::LawItem& item : law.items) {
    if (const auto* let = std::get_if<ast::Let>(&item.node))
      symbol.signals.push_back(let->name.name);
    if (const auto* state = std::get_if<ast::State>(&item.node))
      symbol.signals.push_back(state->name.name);
  }
  return symbol;
}

// "flores" of `flores(0.8)` and of `flores`.
std::string law_name(const ast::Expr& value) {
  if (const auto* name = std::get_if<ast::Name>(&value.node)) return name->name;
  const auto* call = std::get_if<ast::Call>(&value.node);
  return call ? law_name(*call->callee) : std::string();
}

Symbol declared(const ast::Declaration& declaration, const SourceMap& sources) {
  Symbol symbol = symbol_of(SymbolKind::object, declaration.kind.name.c_str(), declaration.name);
  symbol.indexed = declaration.index != nullptr;
  if (!declaration.block) return symbol;
  for (const auto& item : declaration.block->items) {
    if (const auto* inner = std::get_if<ast::StatementPtr>(&item)) {
      if (const auto* part = std::get_if<ast::Declaration>(&(*inner)->node))
        symbol.parts.push_back(declared(*part, sources));
      continue;
    }
    const auto& attribute = std::get<ast::Attribute>(item);
    if (attribute.name.name == "law") symbol.law = law_name(*attribute.value);
    if (attribute.name.name == "friction") symbol.friction = law_name(*attribute.value);
  }
  return symbol;
}

Symbol table_symbol(const ast::Table& table, const SourceMap& sources) {
  Symbol symbol = symbol_of(SymbolKind::table, "table", *table.name);
  for (const ast::Column& column : table.columns) {
    Symbol part;
    part.kind = SymbolKind::table;
    part.name = column.name ? column.name->name : std::string(sources.text(column.value->span));
    symbol.parts.push_back(std::move(part));
  }
  return symbol;
}

}  // namespace

void Vocabulary::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
}

void Vocabulary::add(const std::vector<ast::StatementPtr>& statements, const SourceMap& sources) {
  for (const ast::StatementPtr& statement : statements) add(*statement, sources);
}

void Vocabulary::add(const ast::Statement& statement, const SourceMap& sources) {
  const auto keep = [&](Symbol symbol) {
    symbol.doc = statement.doc;
    symbol.text = sources.text(statement.span);
    add(std::move(symbol));
  };
  std::visit(Overloaded{[&](const ast::Param& s) {
                          keep(plain(SymbolKind::param, "param", s.name, statement, sources));
                        },
                        [&](const ast::Let& s) {
                          keep(plain(SymbolKind::let, "let", s.name, statement, sources));
                        },
                        [&](const ast::Function& s) {
                          Symbol symbol = symbol_of(SymbolKind::function, "fn", s.name);
                          set_parameters(symbol, s.parameters, sources);
                          keep(std::move(symbol));
                        },
                        [&](const ast::Law& s) { keep(law_symbol(s, sources)); },
                        [&](const ast::Template& s) {
                          Symbol symbol = symbol_of(SymbolKind::template_, "template", s.name);
                          set_parameters(symbol, s.parameters, sources);
                          Vocabulary inside;
                          inside.add(s.body, sources);
                          symbol.parts = inside.symbols();
                          keep(std::move(symbol));
                        },
                        [&](const ast::When& s) {
                          if (s.name) keep(symbol_of(SymbolKind::event, "when", *s.name));
                        },
                        [&](const ast::Table& s) {
                          if (s.name) keep(table_symbol(s, sources));
                        },
                        [&](const ast::For& s) { add(s.body, sources); },
                        [&](const ast::Sweep& s) { add(s.body, sources); },
                        [&](const ast::Declaration& s) {
                          if (s.kind.name != "world") keep(declared(s, sources));
                        },
                        [](const auto&) {}},
             statement.node);
}

const Symbol* Vocabulary::find(std::string_view name) const {
  const auto found = std::find_if(symbols_.rbegin(), symbols_.rend(),
                                  [&](const Symbol& symbol) { return symbol.name == name; });
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

const Symbol* find_symbol(const Vocabulary& own, std::string_view name) {
  const Symbol* symbol = own.find(name);
  return symbol ? symbol : library_vocabulary().find(name);
}

// ---- behind a dot ---------------------------------------------------------------------

std::string described(const FieldInfo& field) {
  return field.unit.empty() ? std::string(field.doc)
                            : fmt::format("{} [{}]", field.doc, field.unit);
}

namespace {

void add_fields(std::vector<Member>& members, std::span<const FieldInfo> fields) {
  for (const FieldInfo& field : fields)
    members.push_back({std::string(field.name), described(field)});
}

void add_law(std::vector<Member>& members, const std::string& law, const Vocabulary& own) {
  const Symbol* symbol = find_symbol(own, law);
  if (!symbol) return;
  for (const std::string& signal : symbol->signals)
    members.push_back({signal, fmt::format("of `{}`", symbol->name)});
}

}  // namespace

std::vector<Member> members_of(const Symbol& symbol, const Vocabulary& own) {
  std::vector<Member> members;
  for (const Symbol& part : symbol.parts) members.push_back({part.name, part.kind_name});
  if (symbol.kind == SymbolKind::event) add_fields(members, info(ObjectKind::event).fields);
  if (symbol.kind != SymbolKind::object) return members;
  if (const KindInfo* kind = find_kind(symbol.kind_name)) {
    add_fields(members, kind->fields);
    add_law(members, symbol.law, own);
    add_law(members, symbol.friction, own);
  } else if (const Symbol* shape = find_symbol(own, symbol.kind_name)) {
    for (const Symbol& part : shape->parts) members.push_back({part.name, part.kind_name});
  }
  return members;
}

const Symbol* part_of(const Symbol& symbol, const std::string& name, const Vocabulary& own) {
  const auto in = [&](const std::vector<Symbol>& parts) -> const Symbol* {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const Symbol& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
  };
  if (const Symbol* part = in(symbol.parts)) return part;
  if (symbol.kind != SymbolKind::object) return nullptr;
  const Symbol* shape = find_symbol(own, symbol.kind_name);
  return shape && shape->kind == SymbolKind::template_ ? in(shape->parts) : nullptr;
}

}  // namespace mbs
