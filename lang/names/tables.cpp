#include "lang/names/tables.hpp"

#include <utility>
#include <vector>

namespace mbs {

namespace {

// A table is made when it is first asked for, after those of the files that its own uses.
struct Tables {
  enum class State { fresh, begun, done };

  const names::Program& program;
  const std::function<std::string_view(int file)>& text_of;
  std::deque<NameTable> all{program.files().size()};
  std::vector<State> states = std::vector(all.size(), State::fresh);

  // Null while the file itself is gone through.
  const NameTable* of(int file) {
    const auto at = static_cast<std::size_t>(file);
    if (states[at] == State::fresh) {
      states[at] = State::begun;
      const auto used = [&](const ast::Use& use) -> const NameTable* {
        const int other = program.file_of(use);
        return other < 0 ? nullptr : of(other);
      };
      all[at] = NameTable(*program.file(file).tree, text_of(file), file, used);
      states[at] = State::done;
    }
    return states[at] == State::done ? &all[at] : nullptr;
  }
};

}  // namespace

std::deque<NameTable> name_tables(const names::Program& program,
                                  const std::function<std::string_view(int file)>& text_of) {
  Tables tables{program, text_of};
  for (std::size_t i = 0; i < tables.all.size(); ++i) tables.of(static_cast<int>(i));
  return std::move(tables.all);
}

}  // namespace mbs
