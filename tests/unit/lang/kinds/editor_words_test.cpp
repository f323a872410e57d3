// The words that the editors' files colour are those of the language.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "lang/kinds/kinds.hpp"
#include "lang/text/scan.hpp"
#include "lang/units/units.hpp"

using namespace mbs;
using Words = std::set<std::string>;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string& vim() {
  static const std::string text = text_of("editors/vim/syntax/mbs.vim");
  return text;
}

const std::string& textmate() {
  static const std::string text = text_of("editors/vscode/syntaxes/mbs.tmLanguage.json");
  return text;
}

// Adds the words of every list between `begin` and `end`, separated by `|` or blanks.
void add_words(Words& words, const std::string& text, const std::string& begin, char end) {
  for (auto at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
    const std::size_t first = at + begin.size();
    std::string list = text.substr(first, text.find(end, first) - first);
    for (char& c : list) c = c == '|' ? ' ' : c;
    std::istringstream in(list);
    for (std::string word; in >> word;) words.insert(word);
  }
}

Words statements() {
  Words words = {"state", "solve"};  // begin items of laws
  for (const std::string_view word : statement_words()) words.emplace(word);
  return words;
}

Words kinds() {
  Words words;
  for (const KindInfo& kind : all_kinds()) {
    if (!is_statement_word(kind.name)) words.emplace(kind.name);
  }
  return words;
}

// Of `words`, those that the language has and those that it has not.
void check_words_of_expressions(const Words& words) {
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK((is_reserved_word(word) || is_clause_word(word)));
  }
  for (const char* word : {"in", "to", "and", "or", "not", "if", "then", "else", "true", "false",
                           "within", "until", "every", "during", "vs", "as", "by", "from"}) {
    CAPTURE(word);
    CHECK((is_reserved_word(word) || is_clause_word(word)));
    CHECK(words.contains(word));
  }
}

}  // namespace

TEST_CASE("Vim's words are the language's") {
  Words found;
  add_words(found, vim(), "syntax match mbsStatement \"\\v%(^|[;{])\\s*\\zs<%(", ')');
  CHECK(found == statements());
  found.clear();
  add_words(found, vim(), "syntax match mbsKind \"\\v%(^|[;{,])\\s*\\zs<%(", ')');
  CHECK(found == kinds());
  found = {"in"};  // has a rule of its own
  for (const char* group : {"Conditional", "Clause", "OperatorWord", "Boolean"})
    add_words(found, vim(), std::string("syntax keyword mbs") + group + " ", '\n');
  check_words_of_expressions(found);
}

TEST_CASE("the words of VS Code's grammar are the language's") {
  Words found;
  if (textmate().find("\\\\s*(mbs)") != std::string::npos) found.insert("mbs");
  add_words(found, textmate(), "(?:^|(?<=[;{]))\\\\s*(", ')');
  CHECK(found == statements());
  found.clear();
  for (const char* first : {"if|", "in|", "true|"}) {
    Words list;
    add_words(list, textmate(), std::string("\\\\b(") + first, ')');
    found.insert(std::string(first).substr(0, std::string(first).size() - 1));
    found.merge(list);
  }
  for (const char* name : {"pi", "inf", "g0", "ground", "none"}) found.erase(name);  // no words
  check_words_of_expressions(found);
}

TEST_CASE("both colour every unit") {
  for (const std::string* text : {&vim(), &textmate()}) {
    const std::size_t prefixes = text->find("[nu");
    const std::size_t begin = text->find("?", prefixes);
    const std::size_t end = text->find("|h)", begin);
    REQUIRE(end != text->npos);
    std::string list = text->substr(begin + 1, end + 2 - begin - 1);  // "%(Pa|…)|deg|…|h"
    list = std::regex_replace(list, std::regex("%\\(|\\(\\?:"), "(");
    const std::regex unit("[numcdkMGT]?" + list);
    for (const std::string& symbol : unit_symbols()) {
      const bool is_ascii = std::all_of(symbol.begin(), symbol.end(),
                                        [](char c) { return static_cast<signed char>(c) > 0; });
      CAPTURE(symbol);
      if (is_ascii && symbol != "%") CHECK(std::regex_match(symbol, unit));
    }
  }
}
