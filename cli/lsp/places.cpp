#include "cli/lsp/places.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "lang/text/lexeme.hpp"

namespace mbs::lsp {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// UTF-16 units of the character that begins with `c`.
int units_of(char c) {
  return (static_cast<unsigned char>(c) & 0xF8) == 0xF0 ? 2 : 1;
}

long number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<long>() : 0;
}

Json position_of(const ScriptText& script, std::size_t offset) {
  const std::string& text = script.text();
  offset = std::min(offset, text.size());
  const int line = script.sources().place(0, static_cast<std::uint32_t>(offset)).line;
  const char* begin = script.sources().line(0, line).data();
  int units = 0;
  for (const char* c = begin; c < text.data() + offset; ++c) {
    if (!continues_character(*c)) units += units_of(*c);
  }
  return {{"line", line - 1}, {"character", units}};
}

}  // namespace

std::size_t offset_of(const std::string& text, const Json& position) {
  std::size_t offset = 0;
  for (long line = number_of(position, "line"); line > 0; --line) {
    const std::size_t end = text.find('\n', offset);
    if (end == text.npos) return text.size();
    offset = end + 1;
  }
  for (long units = number_of(position, "character"); units > 0 && offset < text.size();) {
    if (text[offset] == '\n') break;
    units -= units_of(text[offset]);
    do ++offset;
    while (offset < text.size() && continues_character(text[offset]));
  }
  return offset;
}

Json range_of(const ScriptText& script, std::size_t begin, std::size_t end) {
  return {{"start", position_of(script, begin)}, {"end", position_of(script, end)}};
}

Json range_of(const ScriptText& script, Span span) {
  return range_of(script, span.begin, span.end);
}

std::filesystem::path path_of(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (uri.rfind(scheme, 0) != 0) return {};
  const std::size_t slash = uri.find('/', scheme.size());  // behind a host name, if there is one
  if (slash == uri.npos) return {};
  std::string path;
  for (std::size_t i = slash; i < uri.size(); ++i) {
    int code = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(&uri[i + 1], &uri[i + 1] + 2, code, 16).ptr == &uri[i + 1] + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uri_of(const std::filesystem::path& path) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto code = static_cast<unsigned char>(c);
    if (is_word_character(c) || std::string_view("/-.~").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', digits[code >> 4], digits[code & 15]};
    }
  }
  return uri;
}

std::string uri_of(const ScriptText& script) {
  const bool by_path = script.name() == script.path().string();
  return by_path ? uri_of(script.path()) : script.name();
}

}  // namespace mbs::lsp
