#include "service/complete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "lang/kinds/functions.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"
#include "lang/kinds/options.hpp"
#include "lang/kinds/shapes.hpp"
#include "lang/text/scan.hpp"
#include "lang/units/units.hpp"
#include "service/complete_context.hpp"
#include "service/doc.hpp"
#include "service/statement_docs.hpp"

namespace mbs {

namespace {

using Candidates = std::vector<Candidate>;

constexpr std::array<std::pair<std::string_view, std::string_view>, 24> greek = {{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
    {"zeta", "ζ"},  {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
    {"mu", "µ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},
    {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
    {"omega", "ω"}, {"Delta", "Δ"}, {"Omega", "Ω"}, {"Phi", "Φ"},
}};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string about(const DefinedName& symbol) {
  if (!symbol.doc.empty()) return first_line(symbol.doc);
  return first_line(symbol.signature.empty() ? symbol.kind_name : symbol.signature);
}

class Proposals {
 public:
  Proposals(const CompletionContext& context, std::string_view text, std::size_t cursor,
            const Vocabulary& own, const CompletionOptions& options)
      : context_(context), text_(text), cursor_(cursor), own_(own), options_(options) {}

  Candidates make() {
    fill();
    return std::move(list_);
  }

 private:
  void fill() {
    switch (context_.expected) {
      case Expected::nothing:
        return;
      case Expected::command:
        list_ = options_.commands;
        return;
      case Expected::command_argument:
        return command_argument();
      case Expected::greek:
        for (const auto& [name, letter] : greek) add(name, letter);
        return;
      case Expected::statement:
        return statement();
      case Expected::point:
        return points();
      case Expected::kind:
        return kinds();
      case Expected::param:
        return symbols({NameKind::param}, false);
      case Expected::object:
        add("ground", "the body that does not move");
        return symbols({NameKind::object, NameKind::let, NameKind::file}, false);
      case Expected::unit:
        return units();
      case Expected::field:
        return fields();
      case Expected::attribute:
        return attributes();
      case Expected::attribute_value:
        return attribute_value();
      case Expected::argument:
        arguments();
        return expression();
      case Expected::option:
        return action_options();
      case Expected::option_value:
        return option_value();
      case Expected::clause:
        return clauses();
      case Expected::switched:
        return switched();
      case Expected::window:
        symbols({NameKind::run}, false);
        return expression();
      case Expected::law_item:
        return law_items();
      case Expected::expression:
        return expression();
    }
  }

  void add(std::string_view text, std::string_view doc) {
    list_.push_back({std::string(text), std::string(doc)});
  }

  void symbols_of(const Vocabulary& vocabulary, std::initializer_list<NameKind> kinds) {
    for (const DefinedName& symbol : vocabulary.symbols()) {
      if (std::find(kinds.begin(), kinds.end(), symbol.kind) != kinds.end())
        add(symbol.name, about(symbol));
    }
  }
  void symbols(std::initializer_list<NameKind> kinds, bool library) {
    symbols_of(own_, kinds);
    if (library) symbols_of(library_vocabulary(), kinds);
  }

  void kinds() {
    for (const KindInfo& kind : all_kinds()) {
      if (kind.entity != Entity::event && kind.entity != Entity::state) add(kind.name, kind.doc);
    }
  }

  // In the block of a `when` some statements stand alone, in that of a sweep no declarations do.
  void statement() {
    if (context_.head == "when") return words("print expect stop free hold engage");
    if (context_.head == "sweep")
      return words(
          "simulate continue print table plot histogram animate expect stop sweep for let");
    for (const std::string_view word : statement_words()) add(word, "");
    kinds();
    symbols({NameKind::template_}, false);
    if (options_.session) expression();
  }

  // In a law, what it sees of its contact.
  void law_inputs_here() {
    if (context_.law.empty()) return;
    const LawRole role = context_.law == "friction" ? LawRole::friction : LawRole::normal;
    for (const LawInput& input : law_inputs()) {
      if (!input.of_pair && sees(role, input)) add(input.field.name, described(input.field));
    }
  }

  void expression() {
    law_inputs_here();
    for (const DefinedName& symbol : own_.symbols()) {
      if (symbol.kind != NameKind::template_) add(symbol.name, about(symbol));
    }
    for (const FunctionInfo& function : functions())
      add(function.name, fmt::format("{}: {}", function.signature, function.doc));
    for (const std::string_view name :
         {"t", "pi", "inf", "g0", "energy", "ground", "true", "false", "if"})
      add(name, "");
    for (const std::string_view axis : {"x", "y", "z"})
      if (own_.spatial()) add(axis, "the direction of an axis");
    symbols_of(library_vocabulary(),
               {NameKind::law, NameKind::friction, NameKind::function, NameKind::object});
  }

  // What the number at the cursor is to be, if that is known.
  std::optional<Wanted> wanted() const {
    if (options_.try_text)
      if (const auto said =
              wanted_at(text_, context_.quantity, cursor_, context_.converts, options_.try_text))
        return said;
    if (context_.head == "simulate" || context_.head == "continue") return Wanted{dim::time};
    const KindInfo* kind = context_.name.empty() ? nullptr : find_kind(context_.head);
    const AttributeInfo* attribute = kind ? find_attribute(*kind, context_.name) : nullptr;
    if (!attribute || attribute->want != Want::quantity) return std::nullopt;
    return Wanted{attribute->dimension};
  }

  // Those that fit, or, of a quantity whose unit is put together, that and what it can be made of.
  void units() {
    const auto asked = wanted();
    for (const std::string& symbol : unit_symbols()) {
      const auto unit = find_unit(symbol);
      if (asked && (!unit || unit->dimension != asked->dimension || refused(symbol, *asked)))
        continue;
      add(symbol, unit ? unit_quantity(symbol, *unit) : "");
    }
    if (!asked || !list_.empty()) return;
    add(si_unit(asked->dimension), quantity_name(asked->dimension));
    for (const std::string& symbol : unit_symbols())
      if (const auto unit = find_unit(symbol)) add(symbol, unit_quantity(symbol, *unit));
  }
  // Frequencies are no angular speeds.
  static bool refused(const std::string& symbol, const Wanted& wanted) {
    return wanted.dimension == dim::angular_speed && symbol.ends_with("Hz") != wanted.frequency;
  }

  void add_fields(std::span<const FieldInfo> fields) {
    for (const FieldInfo& field : fields)
      if (!field.spatial || own_.spatial()) add(field.name, described(field));
  }

  void fields() {
    if (context_.path.empty()) return;
    const std::string& first = context_.path.front();
    if (first == "()") return fields_of_call();
    if (first == "energy") return add_fields(energy_fields());
    if (first == "pair") return add_fields(pair_fields());
    if (context_.path.back() == "impacts") return add_fields(impact_fields());
    const DefinedName* symbol = find_symbol(own_, first);
    for (std::size_t i = 1; symbol && i < context_.path.size(); ++i) {
      const DefinedName* part = part_of(*symbol, context_.path[i], own_);
      if (!part) return vector_parts();
      symbol = part;
    }
    if (!symbol) return;
    for (const Member& member : members_of(*symbol, own_)) add(member.name, member.doc);
  }

  void fields_of_call() {
    if (context_.path.back() != "harmonic") return vector_parts();
    add("amplitude", "of amplitude cos(2 pi f t + phase)");
    add("phase", "of amplitude cos(2 pi f t + phase) [rad]");
  }

  void vector_parts() {
    add("x", "first part of a vector");
    add("y", "second part of a vector");
    if (own_.spatial()) add("z", "third part of a vector");
  }

  void points() {
    add("point", "a point fixed in the body");
    add("for", "a family of points");
    if (context_.expected == Expected::point) add("let", "a name for a value");
  }

  void attributes() {
    if (context_.head == "use") return;
    const auto given = [&](std::string_view name) {
      const auto& present = context_.present;
      return std::find(present.begin(), present.end(), name) != present.end();
    };
    if (const KindInfo* kind = find_kind(context_.head)) {
      for (const AttributeInfo& attribute : kind->attributes) {
        const bool known = !attribute.spatial || kind->spatial || own_.spatial();
        if (known && !given(attribute.name)) add(attribute.name, attribute.doc);
      }
      if (kind->kind == ObjectKind::body) points();
    } else if (const DefinedName* shape = find_symbol(own_, context_.head)) {
      for (const std::string& argument : shape->arguments) {
        if (!given(argument)) add(argument, fmt::format("of `{}`", shape->name));
      }
    }
  }

  void attribute_value() {
    const KindInfo* kind = find_kind(context_.head);
    const AttributeInfo* attribute = kind ? find_attribute(*kind, context_.name) : nullptr;
    if (!attribute) return expression();
    switch (attribute->want) {
      case Want::law:
        return symbols({NameKind::law, NameKind::param, NameKind::let, NameKind::file}, true);
      case Want::friction:
        add("none", "no friction");
        return symbols({NameKind::friction, NameKind::param, NameKind::let, NameKind::file}, true);
      case Want::material:
        return materials();
      case Want::boolean:
        add("true", "");
        return add("false", "");
      case Want::word:
        return words(attribute->words);
      case Want::shape:
        return shapes();
      default:
        return expression();
    }
  }

  void shapes() {
    for (const ShapeInfo& shape : mbs::shapes())
      if (own_.spatial() || !shape.in_space_only)
        add(shape.name, fmt::format("{}: {}", shape.signature, shape.doc));
  }

  void materials() {
    for (const Vocabulary* vocabulary : {&own_, &library_vocabulary()}) {
      for (const DefinedName& symbol : vocabulary->symbols()) {
        if (symbol.kind_name == "material") add(symbol.name, about(symbol));
      }
    }
  }

  void words(std::string_view list) {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(' '), list.size());
      add(list.substr(0, end), "");
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }

  void arguments() {
    const DefinedName* symbol = find_symbol(own_, context_.name);
    if (!symbol) return;
    for (const std::string& argument : symbol->arguments)
      add(argument + " = ", fmt::format("argument of `{}`", symbol->name));
  }

  void action_options() {
    for (const OptionInfo& option : options_of(context_.head)) {
      const bool stated = option.kind != OptionKind::boolean && !option.default_text.empty();
      add(option.name, stated ? fmt::format("{}, {} if not given", option.doc, option.default_text)
                              : std::string(option.doc));
    }
  }

  void option_value() {
    const OptionInfo* option = option_of(context_.head, context_.name);
    if (!option) return expression();
    if (!option->words.empty()) return words(option->words);
    if (option->kind != OptionKind::boolean) return expression();
    add("true", "");
    add("false", "");
  }

  // Words that go on with a statement, and `in`, which chooses a unit.
  void clauses() {
    static constexpr std::pair<std::string_view, std::string_view> rows[] = {
        {"table", "every during to"},
        {"plot", "in vs to"},
        {"histogram", "in to"},
        {"simulate", "until as"},
        {"continue", "until as"},
        {"for", "in"},
        {"sweep", "in"}};
    for (const auto& [statement, list] : rows)
      if (statement == context_.head) words(list);
    for (Candidate& candidate : list_) candidate.doc = doc_of_word(candidate.text);
  }
  static std::string doc_of_word(std::string_view word) {
    const auto found = std::ranges::find(word_docs(), word, &StatementDoc::word);
    return found == word_docs().end() ? std::string() : std::string(found->doc);
  }

  void switched() {
    for (const DefinedName& symbol : own_.symbols()) {
      const KindInfo* kind =
          symbol.kind == NameKind::object ? find_kind(symbol.kind_name) : nullptr;
      if (kind && find_attribute(*kind, "active")) add(symbol.name, about(symbol));
    }
  }

  void law_items() {
    add("FN", "normal force");
    add("FT", "friction force");
    add("v_out", "speed of departure from a blow, of a rigid law");
    add("P_out", "impulse that a blow gives back, of a rigid law");
    add("W_out", "work that a blow gives back, of a rigid law");
    for (const std::string_view word : {"let", "state", "solve", "require", "warn if"})
      add(word, "");
  }

  void command_argument() {
    const std::string& command = context_.head;
    const auto is = [&](std::string_view name) {
      return !command.empty() && name.substr(0, command.size()) == command;
    };
    if (command == "set" || command == "unset") {
      symbols({NameKind::param}, false);
    } else if (is("law")) {
      symbols({NameKind::law, NameKind::friction}, true);
    } else if (is("doc") || is("help")) {
      for (const DefinedName& symbol : own_.symbols()) add(symbol.name, about(symbol));
      for (const std::string& name : documented_names()) add(name, "");
    } else if (command == "list") {
      for (const std::string_view kind : {"param", "let", "fn", "law", "friction", "template"})
        add(kind, "");
      kinds();
    } else if (command == "time") {
      add("on", "");
      add("off", "");
    } else if (!is("load") && !is("save") && !is("view")) {
      expression();
    }
  }

  CompletionContext context_;
  std::string_view text_;
  std::size_t cursor_;
  const Vocabulary& own_;
  const CompletionOptions& options_;
  Candidates list_;
};

bool begins(std::string_view text, std::string_view word, bool cases) {
  if (text.size() < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin(), [&](char a, char b) {
    if (cases) return a == b;
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

Candidates matching(const Candidates& all, std::string_view word, bool cases) {
  Candidates result;
  std::set<std::string_view> seen;
  for (const Candidate& candidate : all) {
    if (begins(candidate.text, word, cases) && seen.insert(candidate.text).second)
      result.push_back(candidate);
  }
  return result;
}

}  // namespace

std::string greek_letter(std::string_view name) {
  const auto found = std::find_if(greek.begin(), greek.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == greek.end() ? std::string() : std::string(found->second);
}

Completion complete(std::string_view text, std::size_t cursor, const Vocabulary& own,
                    const CompletionOptions& options) {
  cursor = std::min(cursor, text.size());
  const CompletionContext context = completion_context(text, cursor);
  const std::string_view word = text.substr(context.begin, cursor - context.begin);
  Completion completion{context.begin, cursor, {}};
  const Candidates all = Proposals(context, text, cursor, own, options).make();
  completion.candidates = matching(all, word, true);
  if (completion.candidates.empty()) completion.candidates = matching(all, word, false);
  if (context.expected != Expected::greek) return completion;
  // A letter whose name is whole, or the only one that begins so, replaces its name.
  const std::string letter = greek_letter(word);
  if (!letter.empty())
    completion.candidates = {{letter, std::string(word)}};
  else if (completion.candidates.size() == 1)
    completion.candidates = {{completion.candidates[0].doc, completion.candidates[0].text}};
  else
    return completion;
  completion.begin -= 1;
  return completion;
}

std::string common_beginning(const Completion& completion, std::string_view text) {
  if (completion.candidates.empty())
    return std::string(text.substr(completion.begin, completion.end - completion.begin));
  std::string common = completion.candidates.front().text;
  for (const Candidate& candidate : completion.candidates) {
    const auto [end, other] =
        std::mismatch(common.begin(), common.end(), candidate.text.begin(), candidate.text.end());
    common.erase(end, common.end());
  }
  // Never half a letter.
  while (!common.empty() && completion.candidates.size() > 1 &&
         (static_cast<unsigned char>(completion.candidates.front().text[common.size()]) & 0xC0) ==
             0x80)
    common.pop_back();
  return common;
}

}  // namespace mbs
