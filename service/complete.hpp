// What could stand at a place of a text. The same for the interactive session, for `mbs repl
// --json` and for editors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "service/fitting_unit.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

struct Candidate {
  std::string text;
  std::string doc;  // one line; may be empty
};

// `text[begin, end)` is what a candidate replaces, in bytes.
struct Completion {
  std::size_t begin = 0, end = 0;
  std::vector<Candidate> candidates;  // all begin with the replaced text, but for letters' case
};

struct CompletionOptions {
  TryText try_text;                 // without it, units are chosen by the attribute alone
  bool session = false;             // names of values may begin an entry
  std::vector<Candidate> commands;  // what may follow a colon at the start, without the colon
};

// Candidates at byte `cursor`, those defined by the text's own names before those of the library.
Completion complete(std::string_view text, std::size_t cursor, const Vocabulary& own,
                    const CompletionOptions& options = {});

// The letters all candidates begin with; at least what is there already.
std::string common_beginning(const Completion& completion, std::string_view text);

// "δ" for "delta"; empty if no letter is called so.
std::string greek_letter(std::string_view name);

}  // namespace mbs
