// Where in a statement a place is, from the words before it alone: the text may be unfinished.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

enum class Expected {
  nothing,           // in a comment or a string, or a new name is wanted
  command,           // `:li`
  command_argument,  // `:set c`; `head` is the command
  greek,             // `\del`
  statement,         // the start of a statement; `head` is what its block belongs to
  point,             // the same, in a loop in the block of a body
  kind,              // behind `default`
  param,             // behind `sweep`
  object,            // an end of a joint or contact
  unit,
  field,            // behind a dot; `path` is what stands before it
  attribute,        // the start of an item of a block; `head` is the kind
  attribute_value,  // `head` is the kind, `name` the attribute
  argument,         // the start of an argument; `name` is what is called
  option,           // of an action, or of `data`: `head`
  option_value,     // `head` is the action, `name` the option
  clause,           // a word that goes on with the statement `head`
  switched,         // what `free`, `hold` and `engage` name
  window,           // behind `during`
  law_item,         // the start of an item of a law
  expression,
};

struct CompletionContext {
  Expected expected = Expected::nothing;
  std::size_t begin = 0;  // of the word at the cursor
  // Where the number in front of a unit begins; the unit itself where it stands behind `in`.
  std::size_t quantity = 0;
  bool converts = false;  // the unit stands behind `in`
  std::string head, name;
  std::string law;                   // "law" or "friction" inside of one
  std::vector<std::string> path;     // "p", "ball" of `p[1].ball.`
  std::vector<std::string> present;  // attributes already given
};

CompletionContext completion_context(std::string_view text, std::size_t cursor);

}  // namespace mbs
