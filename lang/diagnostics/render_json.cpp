#include <fmt/format.h>

#include "lang/diagnostics/render.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

std::string quoted_character(std::string_view text, std::size_t offset, utf8::Character c) {
  if (!c.valid) return "\\ufffd";
  if (c.code == '"') return "\\\"";
  if (c.code == '\\') return "\\\\";
  if (c.code == '\n') return "\\n";
  if (c.code < 0x20 || c.code == 0x7F) return fmt::format("\\u{:04x}", static_cast<int>(c.code));
  return std::string(text.substr(offset, c.length));
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const utf8::Character c = utf8::decode(text, i);
    result += quoted_character(text, i, c);
    i += c.length;
  }
  return result + '"';
}

bool somewhere(Span span, const SourceMap& sources) {
  return span.source >= 0 && span.source < sources.size();
}

// "line":…,"col":…,"end_line":…,"end_col":…; null where there is no place.
std::string range_members(Span span, const SourceMap& sources) {
  if (!somewhere(span, sources)) {
    return R"("line":null,"col":null,"end_line":null,"end_col":null)";
  }
  const Place begin = sources.place(span.source, span.begin);
  const Place end = sources.place(span.source, span.end);
  return fmt::format(R"("line":{},"col":{},"end_line":{},"end_col":{})", begin.line, begin.column,
                     end.line, end.column);
}

std::string place_members(Span span, const SourceMap& sources) {
  const std::string file = somewhere(span, sources) ? quoted(sources.name(span.source)) : "null";
  return fmt::format(R"("file":{},{})", file, range_members(span, sources));
}

std::string label_array(const Diagnostic& d, const SourceMap& sources) {
  std::string result;
  for (std::size_t i = 0; i < d.labels.size(); ++i) {
    const bool has_value = i < d.values.size() && d.values[i];
    const std::string& text = has_value ? *d.values[i] : d.labels[i].text;
    if (i > 0) result += ',';
    result +=
        fmt::format(R"({{{},"text":{}}})", place_members(d.labels[i].span, sources), quoted(text));
  }
  return "[" + result + "]";
}

std::string note_array(const std::vector<std::string>& notes) {
  std::string result;
  for (const std::string& note : notes) result += (result.empty() ? "" : ",") + quoted(note);
  return "[" + result + "]";
}

std::string fix_object(const std::optional<Fix>& fix, const SourceMap& sources) {
  if (!fix) return "null";
  return fmt::format(R"({{"range":{{{}}},"text":{}}})", range_members(fix->span, sources),
                     quoted(fix->text));
}

}  // namespace

std::string render_json(const Diagnostic& d, const SourceMap& sources) {
  const CodeInfo& code = info(d.code);
  const Span span = d.labels.empty() ? Span{} : d.labels[0].span;
  return fmt::format(
      R"({{"code":"{}","severity":"{}","message":{},{},"labels":{},"notes":{},"hint":{},"fix":{}}})",
      code.name, code.severity == Severity::error ? "error" : "warning", quoted(d.message),
      place_members(span, sources), label_array(d, sources), note_array(d.notes),
      d.hint ? quoted(*d.hint) : "null", fix_object(d.fix, sources));
}

}  // namespace mbs
