#include "cli/output/formula.hpp"

#include <algorithm>
#include <utility>

#include "lang/text/lexeme.hpp"

namespace mbs {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair letters[] = {{"alpha", "α"},   {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"},
                            {"epsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"},
                            {"kappa", "κ"},   {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},
                            {"xi", "ξ"},      {"pi", "π"},     {"rho", "ρ"},   {"sigma", "σ"},
                            {"tau", "τ"},     {"phi", "φ"},    {"chi", "χ"},   {"psi", "ψ"},
                            {"omega", "ω"},   {"Gamma", "Γ"},  {"Delta", "Δ"}, {"Theta", "Θ"},
                            {"Lambda", "Λ"},  {"Sigma", "Σ"},  {"Phi", "Φ"},   {"Psi", "Ψ"},
                            {"Omega", "Ω"},   {"Pi", "Π"},     {"Xi", "Ξ"}};
constexpr std::string_view dot_above = "\u0307";

std::string_view greek(std::string_view word) {
  const auto found = std::ranges::find(letters, word, &Pair::first);
  return found == std::end(letters) ? std::string_view() : found->second;
}

class Formula {
 public:
  explicit Formula(std::string_view text) : text_(text) {}

  std::vector<LabelPiece> pieces() {
    while (at_ < text_.size()) term(0);
    return std::move(pieces_);
  }

 private:
  bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool letter_here() const { return at_ < text_.size() && is_letter(text_[at_]); }
  void skip_blanks() {
    while (is(' ')) ++at_;
  }

  void add(std::string text, int level, bool symbol) {
    const bool joins =
        !pieces_.empty() && pieces_.back().level == level && pieces_.back().symbol == symbol;
    if (joins)
      pieces_.back().text += text;
    else
      pieces_.push_back({std::move(text), level, symbol});
  }

  std::string_view run(bool (*in)(char)) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  static bool numeric(char c) { return is_digit(c) || c == '.'; }

  void term(int level) {
    if (is('_') || is('^')) {
      const int to = text_[at_++] == '_' ? -1 : 1;
      return argument(level == 0 ? to : level);
    }
    if (is('\\')) ++at_;
    if (letter_here()) return word(run(is_letter), level);
    const std::string_view number = run(numeric);
    if (!number.empty()) return add(std::string(number), level, false);
    if (at_ < text_.size()) add(std::string(1, text_[at_++]), level, false);
  }

  // A word, a number, or a group without its brackets.
  void argument(int level) {
    skip_blanks();
    const char end = is('(') ? ')' : is('{') ? '}' : 0;
    if (end == 0) return term(level);
    ++at_;
    while (at_ < text_.size() && !is(end)) term(level);
    if (is(end)) ++at_;
  }

  void word(std::string_view word, int level) {
    if (word == "dot" && followed()) return dotted(level);
    if (word == "frac" && (is('(') || is('{'))) return fraction(level);
    const bool symbol = word.size() == 1 || !greek(word).empty();
    add(letter(word), level, symbol);
  }
  bool followed() const {
    return text_.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ({\\", at_) !=
           std::string_view::npos;
  }

  // The mark goes on top of the letter that it follows.
  void dotted(int level) {
    argument(level);
    if (!pieces_.empty()) pieces_.back().text += dot_above;
  }

  // One of two: the numerator raised, the other lowered, a stroke between them.
  void fraction(int level) {
    const char end = is('(') ? ')' : '}';
    ++at_;
    while (at_ < text_.size() && !is(end) && !is(',')) term(1);
    add("⁄", level, false);
    const bool second = end == '}' && text_.substr(at_, 2) == "}{";
    if (second) at_ += 2;
    if (is(',')) ++at_, second_part(end);
    if (second) second_part(end);
    if (is(end)) ++at_;
  }
  void second_part(char end) {
    skip_blanks();
    while (at_ < text_.size() && !is(end)) term(-1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<LabelPiece> pieces_;
};

}  // namespace

std::string letter(std::string_view word) {
  if (const auto found = greek(word); !found.empty()) return std::string(found);
  if (word.size() > 1 && word.front() == 'd')
    if (const auto found = greek(word.substr(1)); !found.empty())
      return std::string(found) + std::string(dot_above);
  return std::string(word);
}

std::vector<LabelPiece> formula_pieces(std::string_view formula) {
  return Formula(formula).pieces();
}

}  // namespace mbs
