#include "lang/expression/infix.hpp"

#include <fmt/format.h>

#include <map>

#include "lang/text/number.hpp"

namespace mbs {
namespace {

constexpr std::size_t longest = 4000;

// Binding strength: what needs brackets around what.
enum Strength {
  choice = 0,
  logic = 1,
  comparison = 2,
  sum = 3,
  product = 4,
  sign = 5,
  power = 6,
  atom = 7
};

struct Infix {
  const char* text;
  Strength strength;
};

const std::map<Op, Infix>& infix_operators() {
  static const std::map<Op, Infix> table = {
      {Op::add, {" + ", sum}},
      {Op::subtract, {" - ", sum}},
      {Op::multiply, {"*", product}},
      {Op::divide, {"/", product}},
      {Op::power, {"^", power}},
      {Op::less, {" < ", comparison}},
      {Op::less_equal, {" <= ", comparison}},
      {Op::equal, {" == ", comparison}},
      {Op::logical_and, {" and ", logic}},
      {Op::logical_or, {" or ", logic}},
  };
  return table;
}

const char* function_name(Op op) {
  static constexpr const char* names[] = {
      "",     "",     "",     "",      "",      "",    "",    "",        "sqrt", "cbrt",
      "abs",  "exp",  "log",  "log10", "sin",   "cos", "tan", "asin",    "acos", "atan",
      "sinh", "cosh", "tanh", "floor", "atan2", "min", "max", "lambertw"};
  return names[static_cast<int>(op)];
}

class Writer {
 public:
  Writer(const Graph& graph, const SlotName& slot_name) : graph_(graph), slot_name_(slot_name) {}

  std::string take(NodeId node) {
    write(node, choice);
    if (text_.size() > longest) {
      text_.resize(longest);
      text_ += "...";
    }
    return std::move(text_);
  }

 private:
  void write(NodeId id, Strength around) {
    if (text_.size() > longest) return;
    const Node& node = graph_[id];
    const auto found = infix_operators().find(node.op);
    if (found != infix_operators().end()) return write_infix(node, found->second, around);
    switch (node.op) {
      case Op::constant:
        return write_number(node.value, around);
      case Op::slot:
        text_ += slot_name_(graph_.slot_of(node));
        return;
      case Op::negate:
        return bracketed(sign < around, [&] {
          text_ += "-";
          write(node.a, sign);
        });
      case Op::logical_not:
        return call("not ", {node.a});
      case Op::select:
        return write_choice(node, around);
      case Op::watch:
        return call("watch", {node.a});
      case Op::bound:
        text_ += fmt::format("x{}", node.index + 1);
        return;
      case Op::root:
        return write_root(node);
      case Op::lookup:
        return write_lookup(node);
      default:
        return node.b.valid() ? call(function_name(node.op), {node.a, node.b})
                              : call(function_name(node.op), {node.a});
    }
  }

  template <class Inner>
  void bracketed(bool needed, Inner inner) {
    if (needed) text_ += "(";
    inner();
    if (needed) text_ += ")";
  }

  void write_number(double value, Strength around) {
    bracketed(value < 0 && around > product, [&] { text_ += format_number(value, 9); });
  }

  void write_infix(const Node& node, const Infix& op, Strength around) {
    bracketed(op.strength < around, [&] {
      const bool right_first = node.op == Op::power;
      const bool associative = node.op == Op::add || node.op == Op::multiply ||
                               node.op == Op::logical_and || node.op == Op::logical_or;
      const auto tighter = static_cast<Strength>(op.strength + 1);
      write(node.a, right_first || op.strength == comparison ? tighter : op.strength);
      text_ += op.text;
      write(node.b, right_first || associative ? op.strength : tighter);
    });
  }

  void write_choice(const Node& node, Strength around) {
    bracketed(around > choice, [&] {
      text_ += "if ";
      write(node.a, logic);
      text_ += " then ";
      write(node.b, logic);
      text_ += " else ";
      write(node.c, choice);
    });
  }

  void write_root(const Node& node) {
    const Root& root = graph_.root_of(node);
    text_ += "root(";
    write(root.bound, choice);
    text_ += " in ";
    write(root.low, sum);
    text_ += " .. ";
    write(root.high, sum);
    text_ += ": ";
    write(root.residual, choice);
    text_ += ")";
  }

  void write_lookup(const Node& node) {
    static constexpr const char* branches[] = {"", ".even", ".odd", ".side"};
    const LookupPart part = Graph::part_of(node);
    const std::string name = graph_.table_of(node)->name() +
                             branches[static_cast<int>(part.branch)] +
                             std::string(static_cast<std::size_t>(part.order), '\'');
    call(name.c_str(), {node.a});
  }

  void call(const char* name, std::initializer_list<NodeId> arguments) {
    text_ += name;
    text_ += "(";
    bool first = true;
    for (NodeId argument : arguments) {
      if (!first) text_ += ", ";
      first = false;
      write(argument, choice);
    }
    text_ += ")";
  }

  const Graph& graph_;
  const SlotName& slot_name_;
  std::string text_;
};

}  // namespace

std::string infix(const Graph& graph, NodeId node, const SlotName& slot_name) {
  if (!node.valid()) return "none";
  return Writer(graph, slot_name).take(node);
}

}  // namespace mbs
