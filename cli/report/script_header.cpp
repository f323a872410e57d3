#include "cli/report/script_header.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "lang/text/lexeme.hpp"

namespace mbs {

namespace {

constexpr const char* blank = " \t\r";

// Blank, a comment, or the version of the language.
bool belongs_to_header(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(blank);
  if (begin == std::string::npos || line[begin] == '#') return true;
  return line.starts_with("mbs") && (line.size() == 3 || line.find_first_of(blank) == 3);
}

std::string words_of(std::string line) {
  line.erase(0, std::min(line.find_first_not_of("# \t"), line.size()));
  line.erase(line.find_last_not_of(blank) + 1);
  return line;
}

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// "et al.", "eq.", "fig.", an initial: what a full stop does not end.
bool is_short_for_more(std::string_view before) {
  for (const std::string_view word : {"al", "eq", "eqs", "fig", "figs", "no", "vs", "e.g", "i.e"})
    if (before.ends_with(word)) {
      const std::size_t at = before.size() - word.size();
      if (at == 0 || !is_letter(before[at - 1])) return true;
    }
  const std::size_t n = before.size();
  return n > 0 && is_upper(before[n - 1]) && (n == 1 || before[n - 2] == ' ');
}

// "(Multibody Syst. Dyn. 23)": between brackets of one paragraph.
bool is_within_brackets(const std::string& text, std::size_t at) {
  const std::size_t open = text.rfind('(', at), closed = text.rfind(')', at);
  const bool opened = open != std::string::npos && (closed == std::string::npos || closed < open);
  return opened && text.find(')', at) < text.find("\n\n", at);
}

// Behind the first sentence. A line that goes on with a capital begins another one: titles often
// have no full stop.
std::size_t sentence_end(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    if (text[i] == '\n' && (last || text[i + 1] == '\n' || is_upper(text[i + 1]))) return i;
    const bool parted = last || text[i + 1] == ' ' || text[i + 1] == '\n';
    if (!parted || (text[i] != '.' && text[i] != '?' && text[i] != '!')) continue;
    if (is_within_brackets(text, i)) continue;
    if (text[i] != '.' || !is_short_for_more(std::string_view(text).substr(0, i))) return i + 1;
  }
  return text.size();
}

// Where a title ends that is too long; its size if it is not.
std::size_t title_end(const std::string& sentence) {
  constexpr std::size_t most = 100, least = 8;
  if (sentence.size() <= most) return sentence.size();
  for (std::size_t i = least; i + 1 < sentence.size(); ++i) {
    const bool parts = sentence[i] == ':' || sentence[i] == ';';
    if (parts && (sentence[i + 1] == ' ' || sentence[i + 1] == '\n')) return i;
  }
  return sentence.size();
}

void split(ScriptHeader& header, const std::string& text) {
  const std::string sentence = text.substr(0, sentence_end(text));
  const std::size_t end = title_end(sentence);
  header.title = sentence.substr(0, end);
  std::ranges::replace(header.title, '\n', ' ');
  if (header.title.ends_with('.')) header.title.pop_back();
  const bool within = end < sentence.size();
  const std::size_t rest = text.find_first_not_of(" \n", within ? end + 1 : end);
  if (rest == std::string::npos) return;
  header.lead = text.substr(rest);
  if (within)  // it begins a sentence now
    header.lead[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(header.lead[0])));
}

}  // namespace

ScriptHeader header_of(const std::string& script) {
  ScriptHeader header;
  std::string text;
  bool parted = false;
  for (std::size_t begin = 0; begin < script.size();) {
    const std::size_t end = std::min(script.find('\n', begin), script.size());
    const std::string line = script.substr(begin, end - begin);
    if (!belongs_to_header(line)) break;
    begin = end + 1;
    ++header.lines;
    const std::string words = line.starts_with("##") ? words_of(line) : std::string();
    if (words.empty()) {
      parted = true;
      continue;
    }
    if (header.title_line == 0) header.title_line = header.lines;
    if (!text.empty()) text += parted ? "\n\n" : "\n";
    text += words;
    parted = false;
  }
  split(header, text);
  return header;
}

}  // namespace mbs
