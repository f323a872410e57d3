// Which names of a whole program mean the same: a table for each of its files.
#pragma once

#include <deque>
#include <functional>
#include <string_view>

#include "lang/names/program.hpp"
#include "lang/names/table.hpp"

namespace mbs {

// By the numbers of the files. Where two files use each other, the one that is met first sees the
// names of the other.
std::deque<NameTable> name_tables(const names::Program& program,
                                  const std::function<std::string_view(int file)>& text_of);

}  // namespace mbs
