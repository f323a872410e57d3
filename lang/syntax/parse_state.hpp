// What the parser carries along: the flat concrete tree and where complaints go.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/scan.hpp"

namespace mbs::grammar {

// The rules that leave a node in the concrete tree.
enum class Kind : std::uint8_t {
  // expressions
  number,
  digits,
  unit,
  string,
  text_run,
  escape,
  hole,
  hole_spec,
  boolean,
  name,
  group,
  list,
  each,
  windowed,
  conditional,
  disjunction,
  conjunction,
  negation,
  comparison,
  within,
  conversion,
  range,
  sum,
  product,
  minus,
  power,
  op,
  postfix,
  call,
  named_argument,
  argument,
  index,
  field,
  prime,
  // statements
  version,
  param,
  let,
  function,
  law,
  friction,
  template_,
  for_,
  sweep,
  sweep_clause,
  use,
  data,
  data_item,
  data_block,
  default_,
  require,
  warn_if,
  when,
  when_name,
  simulate,
  continue_,
  until,
  print,
  table,
  every,
  during,
  to_none,
  to_file,
  column,
  plot,
  plot_name,
  versus,
  histogram,
  animate,
  expect,
  stop,
  switch_,
  declaration,
  link,
  statement,
  parameters,
  parameter,
  annotation,
  body,
  block,
  law_block,
  attribute,
  state,
  solve,
  assign,
  broken,
};

// One node; its children follow it, the node after its subtree is at `next`.
struct Node {
  Kind kind;
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t next;
};

// Thrown at an error once it is reported, caught where the parser can go on; never leaves parse().
struct Abandon {};

// Bodies, brackets and operators within each other. A recursive-descent parser needs some
// kilobytes of stack for each level, so hostile input must not choose the number.
inline constexpr int max_nesting = 100;

struct State {
  const SourceMap& sources;
  int source;
  std::string_view text;
  const TextScan& scan;
  Diagnostics& diagnostics;
  std::vector<Node> nodes = {};
  std::vector<std::uint32_t> open = {};  // indices of the nodes that are being parsed
  std::vector<ast::Identifier> broken = {};
  int nesting = 0;
  std::size_t statement_begin = 0;  // of the statement or item that is being parsed
  std::size_t resume = 0;           // where a complaint found that the next statement begins

  Span span(std::size_t begin, std::size_t end) const {
    return {source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
};

}  // namespace mbs::grammar
