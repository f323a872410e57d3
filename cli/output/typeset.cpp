#include "cli/output/typeset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cli/output/markup.hpp"

namespace mbs {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair letters[] = {
    {"alpha", "α"},   {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"ddelta", "δ̇"},
    {"epsilon", "ε"}, {"zeta", "ζ"},  {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"},
    {"lambda", "λ"},  {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"rho", "ρ"},
    {"sigma", "σ"},   {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
    {"omega", "ω"},   {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"}, {"Lambda", "Λ"},
    {"Sigma", "Σ"},   {"Phi", "Φ"},   {"Psi", "Ψ"},   {"Omega", "Ω"}};
// Quantities whose names have no underscore.
constexpr Pair quantities[] = {{"FN", "F_N"}, {"FT", "F_T"}, {"vt", "v_T"}};

template <std::size_t n>
std::string_view looked_up(const Pair (&table)[n], std::string_view word) {
  const auto found = std::ranges::find(table, word, &Pair::first);
  return found == std::end(table) ? word : found->second;
}

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct Piece {
  std::string text;
  bool lowered = false;
};

// A name: its letter, and its subscript behind the first underscore.
void add_word(std::string_view word, std::vector<Piece>& pieces) {
  const std::string_view name = looked_up(quantities, word);
  const std::size_t cut = name.find('_');
  if (cut == 0 || cut == std::string_view::npos || cut + 1 == name.size()) {
    pieces.push_back({std::string(looked_up(letters, name))});
    return;
  }
  pieces.push_back({std::string(looked_up(letters, name.substr(0, cut)))});
  pieces.push_back({std::string(looked_up(letters, name.substr(cut + 1))), true});
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  while (!text.empty()) {
    const bool word = in_word(text.front());
    const auto end =
        std::ranges::find_if(text, [word](char c) { return in_word(c) != word; }) - text.begin();
    const std::string_view part = text.substr(0, static_cast<std::size_t>(end));
    if (word)
      add_word(part, pieces);
    else
      pieces.push_back({std::string(part)});
    text.remove_prefix(part.size());
  }
  return pieces;
}

std::string typeset_unit(std::string_view unit) {
  std::string result;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool begins = i == 0 || !in_word(unit[i - 1]);
    const bool has_more = i + 1 < unit.size() && in_word(unit[i + 1]);
    const bool last_digit = i + 2 == unit.size() || (!in_word(unit[i + 2]) && unit[i + 2] != '.');
    if (unit[i] == '*')
      result += "·";
    else if (unit[i] == 'u' && begins && has_more)
      result += "µ";
    else if (unit.substr(i, 2) == "^2" && last_digit)
      result += "²", ++i;
    else if (unit.substr(i, 2) == "^3" && last_digit)
      result += "³", ++i;
    else
      result += unit[i];
  }
  return result;
}

}  // namespace

std::string typeset(std::string_view name, std::string_view unit, double type) {
  std::vector<Piece> pieces = pieces_of(name);
  if (!unit.empty()) pieces.push_back({" [" + typeset_unit(unit) + "]"});
  std::string markup;
  bool lowered = false;
  for (const Piece& piece : pieces) {
    const std::string inside = markup_escaped(piece.text);
    const double down = 0.25 * type * (piece.lowered ? 1 : -1);
    if (piece.lowered)
      markup += fmt::format("<tspan dy=\"{:.2f}\" font-size=\"{:.2f}\">{}</tspan>", down,
                            0.75 * type, inside);
    else
      markup += lowered ? fmt::format("<tspan dy=\"{:.2f}\">{}</tspan>", down, inside) : inside;
    lowered = piece.lowered;
  }
  return markup;
}

}  // namespace mbs
