#include "lang/expression/outside.hpp"

#include <fmt/format.h>

#include "lang/expression/tape.hpp"
#include "lang/expression/walk.hpp"

namespace mbs {

std::optional<std::string> outside_of_data(const Graph& graph, NodeId node,
                                           const std::function<double(const Slot&)>& value) {
  if (!node.valid()) return std::nullopt;
  for (const NodeId id : reachable(graph, {&node, 1})) {
    const Node& n = graph[id];
    if (n.op != Op::lookup) continue;
    std::vector<double> slots;
    for (const Slot& slot : graph.slots_used(n.a)) slots.push_back(value(slot));
    const double x = evaluate_once(graph, n.a, slots);
    const Interpolant& table = *graph.table_of(n);
    if (!table.outside(x)) continue;
    const auto text = [&](double y) {
      const std::string number = fmt::format("{:.6g}", y / table.unit().factor);
      return table.unit().text.empty() ? number : number + " " + table.unit().text;
    };
    const bool near = text(x) == text(table.first()) || text(x) == text(table.last());
    return fmt::format("`{}` is asked for {} {}, but its data go from {} to {}", table.name(),
                       near ? "beyond" : "at", text(x), text(table.first()), text(table.last()));
  }
  return std::nullopt;
}

}  // namespace mbs
