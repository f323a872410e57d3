#include "lang/syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/syntax/grammar_errors.hpp"
#include "lang/syntax/parse_build.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

constexpr int language_version = 1;

using Input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy>;

template <typename Rule>
bool run(grammar::State& state, std::size_t begin = 0) {
  Input input(state.text.data() + begin, state.text.data() + state.text.size(), "");
  try {
    return tao::pegtl::parse<Rule, tao::pegtl::nothing, grammar::control>(input, state);
  } catch (const grammar::Abandon&) {
    return false;
  }
}

bool is_utf8(const SourceMap& sources, int source, Diagnostics& diagnostics) {
  const std::size_t offset = utf8::find_invalid(sources.text(source));
  if (offset == std::string_view::npos) return true;
  const auto begin = static_cast<std::uint32_t>(offset);
  diagnostics.add(Code::E0111, {source, begin, begin + 1},
                  fmt::format("byte {} is not UTF-8", offset + 1));
  return false;
}

// The header `mbs N`, which may follow blank lines and comments. Without one a file is `mbs 1`.
bool is_known_version(const grammar::State& state) {
  const std::size_t begin = state.scan.next_text(0);
  if (word_at(state.text, begin) != "mbs") return true;
  const std::size_t first = skip_blanks(state.text, begin + 3);
  std::size_t end = first;
  while (end < state.text.size() && state.text[end] >= '0' && state.text[end] <= '9') ++end;
  const std::string_view number = state.text.substr(first, end - first);
  if (number.empty() || number == std::to_string(language_version)) return true;
  state.diagnostics.add(
      Code::E0112, state.span(begin, end),
      fmt::format("this file is `mbs {}`; this program reads `mbs {}`", number, language_version));
  return false;
}

}  // namespace

ast::File parse(const SourceMap& sources, int source, Diagnostics& diagnostics) {
  ast::File empty;
  empty.source = source;
  if (!is_utf8(sources, source, diagnostics)) return empty;
  const std::string_view text = sources.text(source);
  const TextScan scan(text);
  grammar::State state{sources, source, text, scan, diagnostics};
  if (!is_known_version(state)) return empty;
  constexpr std::size_t most = 1 << 16;  // nodes; there is one for every second character or so
  state.nodes.reserve(std::min(text.size() / 2, most));
  run<grammar::file>(state);
  return build_file(state);
}

ast::File parse_part(const SourceMap& sources, int source, std::size_t begin, std::size_t end,
                     Diagnostics& diagnostics) {
  const std::string_view text = std::string_view(sources.text(source)).substr(0, end);
  const TextScan scan(text, begin);
  grammar::State state{sources, source, text, scan, diagnostics};
  run<grammar::file>(state, begin);
  return build_file(state);
}

ast::ExprPtr parse_expression(const SourceMap& sources, int source, Diagnostics& diagnostics) {
  if (!is_utf8(sources, source, diagnostics)) return nullptr;
  const std::string_view text = sources.text(source);
  const TextScan scan(text);
  grammar::State state{sources, source, text, scan, diagnostics};
  if (!run<grammar::lone_expression>(state)) return nullptr;
  return build_lone_expression(state);
}

}  // namespace mbs
