#include "lang/names/table.hpp"

#include <algorithm>

#include "lang/names/definitions.hpp"

namespace mbs {

using namespace ast;

// Walks a tree twice per scope: first what it defines, then what its expressions refer to.
class NameCollector {
 public:
  NameCollector(NameTable& table, std::string_view text, int number, const NameTable::Used& used)
      : table_(table), text_(text), number_(number), used_(used) {}

  void file(const File& file) {
    scopes_.emplace_back();
    define_here(file.statements);
    bring_in(file.statements);
    add_laws(file.statements);
    walk_all(file.statements);
    table_.visible_ = std::move(scopes_.back());
  }

 private:
  using Scope = std::map<std::string, int>;

  int define(const names::Definition& definition) {
    const int id = static_cast<int>(table_.definitions_.size());
    const Identifier& name = *definition.name;
    table_.definitions_.push_back(
        {.name = name.name,
         .span = name.span,
         .statement = definition.statement ? definition.statement->span : Span{},
         .kind = std::string(names::word_of(definition)),
         .global = scopes_.size() == 1,
         .file = number_});
    scopes_.back().emplace(name.name, id);  // a second definition is an error: the first counts
    refer(name.span, scopes_.back().at(name.name));
    return id;
  }

  // `k in 1..3`: of a loop or a rule.
  void define_variable(const Identifier& name, Span values) {
    const int id = define({.kind = names::Kind::loop_variable, .name = &name});
    table_.definitions_[id].statement = {name.span.source, name.span.begin, values.end};
  }

  void refer(Span span, int definition) { table_.references_.push_back({span, definition}); }

  int find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    }
    return -1;
  }

  // A member of an object, of a law, or of the template of an instance.
  int member(int owner, const std::string& name) const {
    if (owner < 0) return -1;
    const NameTable::Definition& definition = table_.definitions_[static_cast<std::size_t>(owner)];
    const auto found = definition.members.find(name);
    if (found != definition.members.end()) return found->second;
    return definition.type >= 0 ? member(definition.type, name) : -1;
  }

  // ---- definitions --------------------------------------------------------------------

  // What a list of statements defines in the scope at hand, its loops included.
  void define_here(const names::Statements& list) {
    std::vector<names::Definition> all = names::defined_by(list);
    add_of_loops(list, all);
    std::erase_if(all, [](const names::Definition& one) { return !one.name; });
    std::stable_sort(all.begin(), all.end(),
                     [](const names::Definition& a, const names::Definition& b) {
                       return a.name->span.begin < b.name->span.begin;
                     });
    for (const names::Definition& definition : all) define_whole(definition);
  }

  static void add_of_loops(const names::Statements& list, std::vector<names::Definition>& all) {
    for (const StatementPtr& s : list) {
      const auto* loop = std::get_if<For>(&s->node);
      if (!loop || names::is_action(*s)) continue;
      for (const names::Definition& definition : names::defined_by(loop->body))
        if (definition.at_home) all.push_back(definition);
      add_of_loops(loop->body, all);
    }
  }

  // What stays in a loop, or in a sweep. Actions keep nothing but their lets and runs.
  void define_in_loop(const names::Statements& body, bool acts) {
    for (const names::Definition& definition : names::defined_by(body)) {
      const bool acting =
          definition.kind == names::Kind::let || definition.kind == names::Kind::run;
      const bool stays = acts ? acting : !definition.at_home;
      if (stays) define_whole(definition);
    }
  }

  // A definition with what is defined inside of it.
  void define_whole(const names::Definition& definition) {
    if (!definition.name) return;
    const int id = define(definition);
    const Statement& statement = *definition.statement;
    if (const auto* param = std::get_if<Param>(&statement.node)) values_.emplace(id, param->value);
    if (const auto* let = std::get_if<Let>(&statement.node)) values_.emplace(id, let->value);
    inside(id, [&] {
      for (const names::Definition& part : names::defined_inside(statement)) define(part);
      const auto* group = std::get_if<Template>(&statement.node);
      if (!group) return;
      define_here(group->body);
      bring_in(group->body);
    });
  }

  // What is defined meanwhile belongs to `owner`.
  template <class Work>
  void inside(int owner, Work work) {
    scopes_.push_back(table_.definitions_[static_cast<std::size_t>(owner)].members);
    work();
    table_.definitions_[static_cast<std::size_t>(owner)].members = std::move(scopes_.back());
    scopes_.pop_back();
  }

  // ---- other files --------------------------------------------------------------------

  // What `use` brings in is seen everywhere in the file, but a name of its own comes first.
  void bring_in(const std::vector<StatementPtr>& list) {
    for (const StatementPtr& s : list) {
      const auto* use = std::get_if<Use>(&s->node);
      const NameTable* other = use ? used_(*use) : nullptr;
      if (!other) continue;
      const std::vector<int> ids = taken_over(*other);
      Scope names;
      for (const auto& [name, id] : other->visible_)
        names[name] = ids[static_cast<std::size_t>(id)];
      overridable_[use] = names;
      if (use->name) {
        table_.definitions_[static_cast<std::size_t>(find(use->name->name))].members = names;
      } else {
        scopes_.back().merge(names);
      }
    }
  }

  // The definitions of a used file, each once, though it may be reached on several ways. Returns
  // their indices here.
  std::vector<int> taken_over(const NameTable& other) {
    std::vector<int> ids;
    std::vector<std::size_t> fresh;
    for (const NameTable::Definition& definition : other.definitions_) {
      const auto next = static_cast<int>(table_.definitions_.size());
      const auto [known, is_new] =
          foreign_.try_emplace({definition.file, definition.span.begin}, next);
      ids.push_back(known->second);
      if (!is_new) continue;
      fresh.push_back(table_.definitions_.size());
      table_.definitions_.push_back(definition);
    }
    for (const std::size_t i : fresh) {
      NameTable::Definition& definition = table_.definitions_[i];
      if (definition.type >= 0) definition.type = ids[static_cast<std::size_t>(definition.type)];
      for (auto& [name, id] : definition.members) id = ids[static_cast<std::size_t>(id)];
    }
    return ids;
  }

  // ---- laws of contacts -----------------------------------------------------------------

  // `hit.K` is the parameter `K` of the law of the contact `hit`; that may come from a `default`.
  void add_laws(const std::vector<StatementPtr>& list) {
    const auto outer = defaults_;
    for (const StatementPtr& s : list) {
      if (const auto* given = std::get_if<Default>(&s->node))
        defaults_[given->kind.name] = &given->block;
    }
    for (const StatementPtr& s : list) {
      if (const auto* declared = std::get_if<Declaration>(&s->node)) add_laws_of(*declared);
      if (const auto* loop = std::get_if<For>(&s->node)) add_laws(loop->body);
      if (const auto* group = std::get_if<Template>(&s->node))
        with_members(group->name.name, [&] { add_laws(group->body); });
    }
    defaults_ = outer;
  }

  void add_laws_of(const Declaration& declared) {
    const int self = find(declared.name.name);
    const auto given = defaults_.find(declared.kind.name);
    if (self < 0) return;
    for (const char* name : {"law", "friction"}) {
      ExprPtr value = declared.block ? attribute(*declared.block, name) : nullptr;
      if (!value && given != defaults_.end()) value = attribute(*given->second, name);
      const int law = law_of(value, 0);
      if (law < 0) continue;
      const auto members = table_.definitions_[static_cast<std::size_t>(law)].members;
      table_.definitions_[static_cast<std::size_t>(self)].members.insert(members.begin(),
                                                                         members.end());
    }
  }

  static ExprPtr attribute(const Block& block, std::string_view name) {
    for (const auto& item : block.items) {
      const auto* one = std::get_if<Attribute>(&item);
      if (one && one->name.name == name) return one->value;
    }
    return nullptr;
  }

  // The law that `bushing`, `bushing(K = 1 N/m)`, or a param with such a value stands for; else -1.
  int law_of(const ExprPtr& e, int depth) const {
    constexpr int most = 20;  // params that name each other
    if (!e || depth > most) return -1;
    if (const auto* call = std::get_if<Call>(&e->node)) return law_of(call->callee, depth + 1);
    const auto* word = std::get_if<Name>(&e->node);
    const int id = word ? find(word->name) : -1;
    if (id < 0) return -1;
    const std::string& kind = table_.definitions_[static_cast<std::size_t>(id)].kind;
    if (kind == "law" || kind == "friction") return id;
    const auto value = values_.find(id);
    return value != values_.end() ? law_of(value->second, depth + 1) : -1;
  }

  // ---- references ---------------------------------------------------------------------

  void walk_all(const std::vector<StatementPtr>& list) {
    for (const StatementPtr& s : list) {
      std::visit([&](const auto& node) { walk(node); }, s->node);
    }
  }

  template <class Work>
  void with_members(const std::string& owner, Work work) {
    const int id = find(owner);
    scopes_.push_back(id < 0 ? Scope() : table_.definitions_[static_cast<std::size_t>(id)].members);
    work();
    scopes_.pop_back();
  }

  void walk(const Version&) {}
  void walk(const Stop&) {}
  void walk(const Param& n) { unit(n.annotation), expression(n.value); }
  void walk(const Let& n) { unit(n.annotation), expression(n.value); }
  void walk(const Require& n) { expression(n.condition); }
  void walk(const WarnIf& n) { expression(n.condition); }
  void walk(const State& n) { expressions(n.indices), unit(n.annotation), expression(n.initial); }
  void walk(const Solve& n) {
    for (const ExprPtr& part : {n.low, n.high, n.left, n.right}) expression(part);
  }
  void walk(const Assign& n) {
    name(n.target);
    expressions(n.indices);
    expression(n.value);
  }
  void walk(const Function& n) {
    with_members(n.name.name, [&] {
      defaults(n.parameters);
      expression(n.body);
    });
  }
  void walk(const Law& n) {
    with_members(n.name.name, [&] {
      defaults(n.parameters);
      for (const LawItem& item : n.items) {
        std::visit([&](const auto& node) { walk(node); }, item.node);
      }
    });
  }
  void walk(const Template& n) {
    with_members(n.name.name, [&] {
      defaults(n.parameters);
      walk_all(n.body);
    });
  }
  void walk(const For& n) {
    expression(n.values);
    scopes_.emplace_back();
    define_variable(n.variable, n.values->span);
    const bool acts = std::any_of(n.body.begin(), n.body.end(),
                                  [](const StatementPtr& s) { return names::is_action(*s); });
    define_in_loop(n.body, acts);
    bring_in(n.body);
    walk_all(n.body);
    scopes_.pop_back();
  }
  void walk(const Sweep& n) {
    for (const SweepClause& clause : n.clauses) {
      name(clause.param);
      expression(clause.values);
    }
    scopes_.emplace_back();
    define_in_loop(n.body, true);
    walk_all(n.body);
    scopes_.pop_back();
  }
  void walk(const Use& n) {
    if (!n.overrides) return;
    const auto names = overridable_.find(&n);
    for (const auto& item : n.overrides->items) {
      const auto* attribute = std::get_if<Attribute>(&item);
      if (!attribute || names == overridable_.end()) continue;
      const auto param = names->second.find(attribute->name.name);
      if (param != names->second.end()) refer(attribute->name.span, param->second);
    }
    block(*n.overrides, -1);
  }
  void walk(const Data& n) {
    for (const DataItem& item : n.items) unit(item.unit), expression(item.value);
  }
  void walk(const Default& n) { block(n.block, -1); }
  void walk(const When& n) {
    expressions(n.indices);
    expression(n.condition);
    walk_all(n.body);
  }
  void walk(const Simulate& n) {
    expression(n.duration);
    expression(n.until);
    if (n.options) block(*n.options, -1);
  }
  void walk(const Print& n) { expressions(n.parts); }
  void walk(const Table& n) {
    expression(n.every);
    expression(n.during);
    for (const Column& column : n.columns) expression(column.value);
  }
  void walk(const Plot& n) {
    for (const Column& curve : n.curves) expression(curve.value);
    if (n.versus) expression(n.versus);
    if (n.options) block(*n.options, -1);
  }
  void walk(const Animate& n) {
    if (n.options) block(*n.options, -1);
  }
  void walk(const Expect& n) { expression(n.condition); }
  void walk(const Switch& n) { expressions(n.parts); }
  void walk(const Declaration& n) {
    expressions(n.indices);
    expression(n.first);
    expression(n.second);
    expression(n.value);
    const int type = find(n.kind.name);
    if (type >= 0) {
      refer(n.kind.span, type);
      if (const int self = find(n.name.name); self >= 0)
        table_.definitions_[static_cast<std::size_t>(self)].type = type;
    }
    if (n.block) block(*n.block, type);
  }

  // Attributes of an instance are the parameters of its template.
  void block(const Block& block, int type) {
    for (const auto& item : block.items) {
      if (const auto* inner = std::get_if<StatementPtr>(&item)) {
        walk_all({*inner});
        continue;
      }
      const auto& attribute = std::get<Attribute>(item);
      if (const int id = member(type, attribute.name.name); id >= 0) refer(attribute.name.span, id);
      expression(attribute.value);
    }
  }

  // A name in brackets has a span that holds them as well.
  Span without_brackets(Span span, std::size_t length) const {
    while (span.begin < span.end) {
      const char c = text_[span.begin];
      if (c == '#') {
        span.begin = static_cast<std::uint32_t>(text_.find('\n', span.begin));
      } else if (std::string_view("( \t\r\n").find(c) == std::string_view::npos) {
        break;
      } else {
        ++span.begin;
      }
    }
    span.end = span.begin + static_cast<std::uint32_t>(length);
    return span;
  }

  void defaults(const std::vector<Parameter>& list) {
    for (const Parameter& parameter : list) {
      unit(parameter.annotation);
      expression(parameter.default_value);
    }
  }

  void name(const Identifier& identifier) {
    if (const int id = find(identifier.name); id >= 0) refer(identifier.span, id);
  }

  void expressions(const std::vector<ExprPtr>& list) {
    for (const ExprPtr& one : list) expression(one);
  }

  // Returns the definition an expression stands for, -1 if it is a value.
  int expression(const ExprPtr& e) {
    if (!e) return -1;
    return std::visit([&](const auto& node) { return look(node, *e); }, e->node);
  }

  // Constants name exponents: the `n` of N/m^n.
  void unit(const std::optional<UnitExpr>& unit) {
    if (!unit) return;
    for (const UnitFactor& factor : unit->factors) {
      if (factor.exponent_name.empty()) continue;
      Span span = factor.span;
      span.begin = span.end - static_cast<std::uint32_t>(factor.exponent_name.size());
      if (const int id = find(factor.exponent_name); id >= 0) refer(span, id);
    }
  }

  int look(const Number& n, const Expr&) { return unit(n.unit), -1; }
  int look(const Boolean&, const Expr&) { return -1; }
  int look(const Text& n, const Expr&) {
    for (const auto& part : n.parts) {
      if (const auto* hole = std::get_if<Hole>(&part)) expression(hole->value);
    }
    return -1;
  }
  int look(const Name& n, const Expr& e) {
    const int id = find(n.name);
    if (id >= 0) refer(without_brackets(e.span, n.name.size()), id);
    return id;
  }
  int look(const ast::Vector& n, const Expr&) { return unit(n.unit), expressions(n.parts), -1; }
  int look(const ast::List& n, const Expr&) { return unit(n.unit), expressions(n.items), -1; }
  int look(const Each& n, const Expr&) {
    unit(n.unit), expression(n.values);
    scopes_.emplace_back();
    define_variable(n.variable, n.values->span);
    expression(n.item);
    return scopes_.pop_back(), -1;
  }
  int look(const During& n, const Expr&) { return expression(n.window), expression(n.value); }
  int look(const Unary& n, const Expr&) { return expression(n.operand), -1; }
  int look(const Binary& n, const Expr&) { return expression(n.left), expression(n.right), -1; }
  int look(const Comparison& n, const Expr&) { return expressions(n.operands), -1; }
  int look(const Within& n, const Expr&) {
    return expression(n.value), expression(n.target), expression(n.tolerance), -1;
  }
  int look(const Conditional& n, const Expr&) {
    return expression(n.condition), expression(n.then), expression(n.otherwise), -1;
  }
  int look(const Call& n, const Expr&) {
    const int callee = expression(n.callee);
    for (const Argument& argument : n.arguments) {
      if (argument.name) {
        if (const int id = member(callee, argument.name->name); id >= 0)
          refer(argument.name->span, id);
      }
      expression(argument.value);
    }
    return -1;
  }
  int look(const Index& n, const Expr&) {
    expressions(n.indices);
    return expression(n.base);
  }
  int look(const Field& n, const Expr&) {
    const int id = member(expression(n.base), n.field.name);
    if (id >= 0) refer(n.field.span, id);
    return id;
  }
  int look(const Prime& n, const Expr&) { return expression(n.base); }
  int look(const Convert& n, const Expr&) { return unit(n.unit), expression(n.value); }

  NameTable& table_;
  std::string_view text_;
  int number_;
  const NameTable::Used& used_;
  std::vector<Scope> scopes_;
  std::map<int, ExprPtr> values_;                         // of params and lets
  std::map<std::string, const Block*> defaults_;          // in force, by kind
  std::map<std::pair<int, std::uint32_t>, int> foreign_;  // by file and place
  std::map<const Use*, Scope> overridable_;               // what its overrides may name
};

NameTable::NameTable(const File& file, std::string_view text)
    : NameTable(file, text, 0, [](const Use&) { return nullptr; }) {}

NameTable::NameTable(const File& file, std::string_view text, int number, const Used& used) {
  NameCollector(*this, text, number, used).file(file);
}

const NameTable::Reference* NameTable::reference_at(std::size_t offset) const {
  for (const Reference& reference : references_) {
    if (reference.span.begin <= offset && offset <= reference.span.end) return &reference;
  }
  return nullptr;
}

const NameTable::Definition* NameTable::at(std::size_t offset) const {
  const Reference* reference = reference_at(offset);
  return reference ? &definitions_[static_cast<std::size_t>(reference->definition)] : nullptr;
}

}  // namespace mbs
