// What can be said against a script, as facts and places. render.hpp turns them into text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/text/source.hpp"
#include "lang/units/dimension.hpp"

namespace mbs {

enum class Severity { error, warning };

// One entry per code of diagnostics.def: X(code, severity, title)
enum class Code {
#define MBS_DIAGNOSTIC(code, severity, title) code,
#include "lang/diagnostics/diagnostics.def"
#undef MBS_DIAGNOSTIC
};

struct CodeInfo {
  Code code;
  std::string_view name;  // "E0101"
  Severity severity;
  std::string_view title;  // one line, for the catalogue
};
const CodeInfo& info(Code code);
const CodeInfo* find_code(std::string_view name);  // null if there is none
std::vector<CodeInfo> all_codes();

struct Label {
  Span span;
  std::string text;  // may be empty
};

struct Fix {
  Span span;
  std::string text;  // replaces the span
};

struct Wanted {
  Dimension dimension;
  bool frequency = false;  // given in Hz; else those count as no angular speed
};

struct Diagnostic {
  Code code;
  std::string message;        // one line, in the user's names
  std::vector<Label> labels;  // labels[0] is the place; may be empty (command line)
  std::vector<std::string> notes;
  std::optional<std::string> hint;
  std::optional<Fix> fix;
  std::vector<std::optional<std::string>> values;  // E0801: the value shown below labels[i], if any
  std::vector<Wanted> wanted = {};  // what would fit at labels[i], for those who complete texts
};

// Collects diagnostics of all phases of one compilation.
class Diagnostics {
 public:
  Diagnostics();
  Diagnostics(const Diagnostics&);
  Diagnostics(Diagnostics&&) noexcept;
  Diagnostics& operator=(const Diagnostics&);
  Diagnostics& operator=(Diagnostics&&) noexcept;
  ~Diagnostics();

  Diagnostic& add(Code code, Span span, std::string message, std::string label = {});
  void add(Diagnostic diagnostic);
  bool has_errors() const { return errors_ > 0; }
  int error_count() const { return errors_; }
  const std::vector<Diagnostic>& list() const { return list_; }
  // Sorted by source and position, the same complaint at the same place only once.
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> list_;
  int errors_ = 0;
};

}  // namespace mbs
