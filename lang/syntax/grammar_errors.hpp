// What a rule means to the user when it had to match and did not, and the control that builds the
// concrete tree.
#pragma once

#include "lang/syntax/grammar.hpp"

namespace mbs::grammar {

// Every rule below a `must` needs an entry here; one that has none does not compile.
template <typename Rule>
inline constexpr Expected expected = Rule::missing_in_the_table_of_messages;

inline constexpr Expected an_expression{Code::E0103, "an expression"};
template <Mode M>
inline constexpr Expected expected<expression<M>> = an_expression;
template <Mode M>
inline constexpr Expected expected<unwindowed<M>> = an_expression;
template <typename Operand>
inline constexpr Expected expected<operand<Operand>> = an_expression;
template <Mode M>
inline constexpr Expected expected<any_argument<M>> = an_expression;
template <>
inline constexpr Expected expected<versus> = an_expression;
template <>
inline constexpr Expected expected<column> = an_expression;

template <>
inline constexpr Expected expected<to_file>{Code::E0102, "`to` and the name of a file"};
template <>
inline constexpr Expected expected<statement>{Code::E0101, "a statement"};
template <>
inline constexpr Expected expected<end_of_statement>{Code::E0102, "the end of the statement"};
template <>
inline constexpr Expected expected<eof>{Code::E0102, "the end of the expression"};

template <>
inline constexpr Expected expected<close_parenthesis>{Code::E0107, "`,` or `)`"};
template <>
inline constexpr Expected expected<comma_or_parenthesis>{Code::E0107, "`)`"};
template <>
inline constexpr Expected expected<close_square>{Code::E0107, "`,` or `]`"};
template <>
inline constexpr Expected expected<close_brace>{Code::E0105, "`}`"};
template <>
inline constexpr Expected expected<item_end>{Code::E0107, "`,` or a newline"};

template <>
inline constexpr Expected expected<escaped>{Code::E0110, "an escape"};
template <>
inline constexpr Expected expected<no_hole>{Code::E0110, "plain text"};
template <>
inline constexpr Expected expected<hole_end>{Code::E0113, "`}`"};
template <>
inline constexpr Expected expected<end_quote>{Code::E0106, "`\"`"};
template <>
inline constexpr Expected expected<message>{Code::E0113, "a text in quotes"};
template <>
inline constexpr Expected expected<file_name>{Code::E0113, "a file name in quotes"};

template <>
inline constexpr Expected expected<equals>{Code::E0108, "`=`"};
template <>
inline constexpr Expected expected<block_item>{Code::E0108, "an attribute"};
template <>
inline constexpr Expected expected<not_an_item>{Code::E0108, "an attribute"};
template <>
inline constexpr Expected expected<law_item>{Code::E0108, "`name = value`"};
template <>
inline constexpr Expected expected<not_a_law_item>{Code::E0108, "`name = value`"};
template <>
inline constexpr Expected expected<law_body>{Code::E0108, "`=` or `{`"};

template <>
inline constexpr Expected expected<unit>{Code::E0201, "a unit"};
template <>
inline constexpr Expected expected<annotation>{Code::E0201, "a unit"};

template <>
inline constexpr Expected expected<name>{Code::E0113, "a name"};
template <>
inline constexpr Expected expected<field_name>{Code::E0113, "a name"};
template <>
inline constexpr Expected expected<sweep_clause>{Code::E0113, "the name of a param"};
template <>
inline constexpr Expected expected<path>{Code::E0113, "a name"};
template <>
inline constexpr Expected expected<parameter>{Code::E0113, "a name"};
template <>
inline constexpr Expected expected<parameters>{Code::E0113, "`(`"};
template <>
inline constexpr Expected expected<version_number>{Code::E0113, "a version number"};
template <>
inline constexpr Expected expected<body>{Code::E0113, "`{`"};
template <>
inline constexpr Expected expected<block>{Code::E0113, "`{`"};
template <>
inline constexpr Expected expected<columns>{Code::E0113, "`{`"};
template <>
inline constexpr Expected expected<data_item>{Code::E0108, "`name = value`"};
template <>
inline constexpr Expected expected<data_block>{Code::E0113, "`from` or `{`"};
template <>
inline constexpr Expected expected<comma>{Code::E0113, "`,`"};
template <>
inline constexpr Expected expected<colon>{Code::E0113, "`:`"};
template <>
inline constexpr Expected expected<range_sign>{Code::E0113, "`..`"};
template <>
inline constexpr Expected expected<word_if>{Code::E0113, "`if`"};
template <>
inline constexpr Expected expected<word_in>{Code::E0113, "`in`"};
template <>
inline constexpr Expected expected<word_then>{Code::E0113, "`then`"};
template <>
inline constexpr Expected expected<word_else>{Code::E0113, "`else`"};
template <>
inline constexpr Expected expected<word_vs>{Code::E0113, "`vs`"};
template <>
inline constexpr Expected expected<word_within>{Code::E0113, "`within`"};

template <typename Rule>
struct raising : pegtl::normal<Rule> {
  template <typename Input>
  [[noreturn]] static void raise(const Input& in, State& state) {
    fail(state, offset_of(in, state), expected<Rule>);
  }
};

// Rules with a `kind` become nodes. A node is in its place before its children are; one whose rule
// does not match is taken back with all that came after it.
template <typename Rule>
struct node_building : raising<Rule> {
  template <typename Input>
  static void start(const Input& in, State& state) {
    const auto begin = static_cast<std::uint32_t>(offset_of(in, state));
    state.open.push_back(static_cast<std::uint32_t>(state.nodes.size()));
    state.nodes.push_back({Rule::kind, begin, begin, 0});
  }
  template <typename Input>
  static void success(const Input& in, State& state) {
    Node& node = state.nodes[state.open.back()];
    node.end = static_cast<std::uint32_t>(offset_of(in, state));
    node.next = static_cast<std::uint32_t>(state.nodes.size());
    state.open.pop_back();
  }
  template <typename Input>
  static void failure(const Input&, State& state) {
    state.nodes.resize(state.open.back());
    state.open.pop_back();
  }
  template <typename Input>
  static void unwind(const Input&, State& state) {
    state.open.pop_back();
  }
};

template <typename Rule>
concept Selected = requires {
  Rule::kind;
};

template <typename Rule>
struct control : std::conditional_t<Selected<Rule>, node_building<Rule>, raising<Rule>> {};

}  // namespace mbs::grammar
