// Names that `use` brings in, beside those that a text defines itself.
#pragma once

#include <functional>

#include "lang/names/program.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

// What the names in the first file of a program stand for: its own, then those of files used
// without a name, which its own hide, and a file used under a name, with what it defines as parts.
// `own` gives what each file defines itself.
Vocabulary with_used(const names::Program& program,
                     const std::function<const Vocabulary&(int file)>& own);

}  // namespace mbs
