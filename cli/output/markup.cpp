#include "cli/output/markup.hpp"

#include "lang/text/utf8.hpp"

namespace mbs {

std::string markup_escaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, length, valid] = utf8::decode(text, i);
    const bool control = code < 0x20 && code != '\t';
    if (!valid || control)
      result += utf8::encode(0xfffd);
    else if (code == '<')
      result += "&lt;";
    else if (code == '>')
      result += "&gt;";
    else if (code == '&')
      result += "&amp;";
    else if (code == '"')
      result += "&quot;";
    else
      result += text.substr(i, length);
    i += length;
  }
  return result;
}

}  // namespace mbs
