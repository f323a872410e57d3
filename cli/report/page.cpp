#include "cli/report/page.hpp"

#include <fmt/format.h>

#include "cli/output/markup.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : markup_escaped(text)) {
    if (c == '\'')
      result += "&#39;";
    else if (c == '\t')
      result += utf8::encode(0xfffd);
    else
      result += c;
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

namespace {

constexpr const char* needs_script =
    "This report draws itself with a script of its own; allow it in this browser.";

// `asks`: what the page may ask of servers, for its policy; `instead`: markup, without scripts.
std::string page_that(const PageParts& parts, const char* asks, const std::string& title,
                      const std::string& data, const std::string& instead) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'sha256-{}'; script-src 'sha256-{}'; {}base-uri 'none'; form-action 'none'\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body>"
      "<noscript>{}</noscript>\n<script id=\"data\" type=\"application/json\">{}</script>\n"
      "<script>{}</script></body></html>\n",
      parts.style_hash, parts.script_hash, asks, html_escaped(title), parts.style, instead,
      script_escaped(data), parts.script);
}

}  // namespace

std::string page_of(const std::string& title, const std::string& data) {
  return page_that(page_parts(), "", title, data, needs_script);
}

std::string live_page(const std::string& title) {
  return page_that(page_parts(), "connect-src 'self'; ", title, "{\"live\":true}", needs_script);
}

std::string plot_page_of(const std::string& title, const std::string& data,
                         const std::string& picture) {
  return page_that(plot_page_parts(), "", title, data, picture);
}

}  // namespace mbs
