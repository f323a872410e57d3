#include "cli/report/page.hpp"

#include <fmt/format.h>

#include "lang/text/utf8.hpp"

namespace mbs {

std::string html_escaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, length, valid] = utf8::decode(text, i);
    if (!valid || code < 0x20)
      result += utf8::encode(0xfffd);
    else if (code == '<')
      result += "&lt;";
    else if (code == '>')
      result += "&gt;";
    else if (code == '&')
      result += "&amp;";
    else if (code == '"')
      result += "&quot;";
    else if (code == '\'')
      result += "&#39;";
    else
      result += text.substr(i, length);
    i += length;
  }
  return result;
}

std::string script_escaped(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string page_of(const std::string& title, const std::string& data) {
  const PageParts parts = page_parts();
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body>"
      "<noscript>This report draws itself with a script of its own; allow it in this browser."
      "</noscript>\n<script id=\"data\" type=\"application/json\">{}</script>\n"
      "<script>{}</script></body></html>\n",
      parts.style_hash, parts.script_hash, html_escaped(title), parts.style, script_escaped(data),
      parts.script);
}

}  // namespace mbs
