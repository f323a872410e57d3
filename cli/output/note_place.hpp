// Which statement a note is about: the one that was named right before it, as long as nothing of
// that has been shown.
#pragma once

#include <optional>
#include <variant>

#include "runtime/results/output.hpp"

namespace mbs {

class NotePlace {
 public:
  void pass(const Output& output) {
    if (const auto* origin = std::get_if<Origin>(&output))
      statement_ = origin->span;
    else if (!std::holds_alternative<Note>(output))
      statement_.reset();
  }
  // Null: there is none.
  const Span* of_note() const { return statement_ ? &*statement_ : nullptr; }

 private:
  std::optional<Span> statement_;
};

}  // namespace mbs
