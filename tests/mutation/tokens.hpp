// Scripts cut into pieces, roughly: enough to change them in places that matter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mbs::mutation {

enum class Kind { blank, newline, comment, text, number, name, sign };

struct Token {
  Kind kind;
  std::string text;
};

using Tokens = std::vector<Token>;

// Together the tokens are the text, whatever it is.
Tokens tokens_of(const std::string& text);
std::string text_of(const Tokens& tokens, std::size_t begin, std::size_t end);
std::string text_of(const Tokens& tokens);

// Where in the tokens those of a kind stand.
std::vector<std::size_t> places_of(const Tokens& tokens, Kind kind);

// The unit behind each number: names and `*`, `/`, `^` without a blank between them.
struct Unit {
  std::size_t begin, end;
};
std::vector<Unit> units_of(const Tokens& tokens);

// `name = value` within brackets; the value ends before a comma, a newline or the bracket.
struct Attribute {
  std::size_t name, value, end;
};
std::vector<Attribute> attributes_of(const Tokens& tokens);

// From the begin of a line to the end of the line that closes all it opened; inner ones too.
struct Statement {
  std::size_t begin, end;
};
std::vector<Statement> statements_of(const Tokens& tokens);

}  // namespace mbs::mutation
