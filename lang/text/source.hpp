// Source texts and places in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// A half-open range of bytes [begin, end) in one source. source < 0: nowhere.
struct Span {
  std::int32_t source = -1;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both; both must lie in the same source.
Span cover(Span a, Span b);

struct Place {
  int line = 1;    // from 1
  int column = 1;  // from 1, in characters (code points), not bytes
};

// All texts of one compilation: scripts, used files, the standard library, REPL entries.
class SourceMap {
 public:
  // Returns the id of the new source. `name` is what diagnostics show.
  int add(std::string name, std::string text);
  int size() const { return static_cast<int>(files_.size()); }
  const std::string& name(int source) const { return files_[source].name; }
  const std::string& text(int source) const { return files_[source].text; }
  std::string_view text(Span span) const;
  Place place(int source, std::uint32_t offset) const;
  std::string_view line(int source, int line) const;  // without its newline
  int line_count(int source) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts;
  };
  std::vector<File> files_;
};

}  // namespace mbs
