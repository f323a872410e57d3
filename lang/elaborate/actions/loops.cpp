#include "lang/elaborate/actions/loops.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/text/overloaded.hpp"

namespace mbs::elaborate {
namespace {

using Tables = std::set<std::int32_t>;

Tables tables_of(const std::vector<ir::Action>& actions) {
  Tables found;
  for (const ir::Action& action : actions)
    std::visit(Overloaded{[&](const ir::Table& table) { found.insert(table.table); },
                          [&](const ir::Sweep& sweep) {
                            for (const ir::Pass& pass : sweep.passes)
                              found.merge(tables_of(pass.scenario->actions));
                          },
                          [&](const ir::Loop& loop) { found.merge(tables_of(loop.body->list)); },
                          [](const auto&) {}},
               action);
  return found;
}

}  // namespace

std::optional<ir::Loop> compile_late_loop(
    World& world, const ast::For& node, const ast::Statement& statement, const RoundsOf& rounds,
    Scope& scope, const std::function<void(Scope&, std::vector<ir::Action>&)>& compile) {
  if (rounds.needs_run && !world.has_run) {
    report_no_run(world, node.values->span,
                  fmt::format("`{}` needs a finished run", source_text(world, node.values->span)));
    return std::nullopt;
  }
  Scope& inside = new_scope(world, ScopeKind::loop, &scope);
  Symbol& symbol =
      new_symbol(world, SymbolKind::value, node.variable.name, node.variable.span, inside);
  symbol.value = rounds.item;
  define(world, inside, symbol);
  auto body = std::make_shared<ir::Actions>();
  const Setting<bool> counted_later(world.in_late_loop, true);
  compile(inside, body->list);
  return ir::Loop{rounds.rounds, std::move(body), {}, statement.head};
}

void leave_tables_open(std::vector<ir::Action>& actions, std::size_t first) {
  Tables later;
  const auto note = [&](const Tables& tables, std::vector<std::int32_t>& more) {
    for (const std::int32_t table : tables)
      if (!later.insert(table).second) more.push_back(table);
  };
  for (std::size_t i = actions.size(); i-- > first;) {
    const Tables tables = tables_of({actions[i]});
    if (auto* table = std::get_if<ir::Table>(&actions[i]))
      table->more |= !later.insert(table->table).second;
    if (auto* sweep = std::get_if<ir::Sweep>(&actions[i])) note(tables, sweep->more);
    if (auto* loop = std::get_if<ir::Loop>(&actions[i])) note(tables, loop->more);
  }
}

}  // namespace mbs::elaborate
