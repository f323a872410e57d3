#include "cli/output/typeset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/output/markup.hpp"
#include "lang/text/lexeme.hpp"

namespace mbs {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;
// Quantities whose names have no underscore.
constexpr Pair quantities[] = {{"FN", "F_N"}, {"FT", "F_T"}, {"vt", "v_T"}};

bool is_letter(std::string_view word) {
  return (word.size() == 1 && !is_digit(word.front()) && word.front() != '_') ||
         letter(word) != word;
}

// "phi12" is phi with the subscript 12; words of several letters keep their digits.
std::size_t subscript_begin(std::string_view name) {
  const std::size_t cut = name.find('_');
  if (cut != std::string_view::npos) return cut + 1 == name.size() ? 0 : cut;
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  return digits < name.size() && is_letter(name.substr(0, digits)) ? digits : 0;
}

// Words joined by low lines, left_pin_of_rod, are read as they are: only a letter, or two such as
// FN, has a subscript, and that is one short word.
bool is_quantity(std::string_view name, std::size_t cut) {
  constexpr std::size_t longest = 8;
  const std::string_view head = name.substr(0, cut), sub = name.substr(cut);
  return (is_letter(head) || head.size() <= 2) && sub.find('_', 1) == sub.npos &&
         sub.size() <= longest + 1;
}

// A name: its letter, and its subscript.
void add_word(std::string_view word, std::vector<LabelPiece>& pieces) {
  const auto found = std::ranges::find(quantities, word, &Pair::first);
  const std::string_view name = found == std::end(quantities) ? word : found->second;
  const std::size_t begin = subscript_begin(name);
  const std::size_t cut = is_quantity(name, begin) ? begin : 0;
  const std::string_view head = cut > 0 ? name.substr(0, cut) : name;
  pieces.push_back({letter(head), 0, is_letter(head)});
  if (cut == 0) return;
  const std::string_view sub = name.substr(name[cut] == '_' ? cut + 1 : cut);
  pieces.push_back({letter(sub), -1, letter(sub) != sub});
}

// What follows a number and a blank is its unit: upright, up to a comma or another blank.
std::vector<LabelPiece> pieces_of_name(std::string_view text) {
  std::vector<LabelPiece> pieces;
  bool number = false, unit = false;
  while (!text.empty()) {
    const bool word = is_word_character(text.front());
    const auto end =
        std::ranges::find_if(text, [word](char c) { return is_word_character(c) != word; }) -
        text.begin();
    const std::string_view part = text.substr(0, static_cast<std::size_t>(end));
    if (word && !unit && !is_digit(part.front()))
      add_word(part, pieces);
    else
      pieces.push_back({std::string(part)});
    if (!word) unit = number ? part == " " : unit && part.find_first_of(", ") == part.npos;
    number = word && is_digit(part.front());
    text.remove_prefix(part.size());
  }
  return pieces;
}

// Outside and inside of formulas by turns; a `$` without a partner is itself.
std::vector<LabelPiece> pieces_of_text(std::string_view text) {
  std::vector<LabelPiece> pieces;
  while (!text.empty()) {
    const std::size_t begin = text.find('$');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('$', begin + 1);
    const bool formula = end != std::string_view::npos;
    const std::string_view plain = formula ? text.substr(0, begin) : text;
    if (!plain.empty()) pieces.push_back({std::string(plain)});
    if (!formula) break;
    for (LabelPiece& piece : formula_pieces(text.substr(begin + 1, end - begin - 1)))
      pieces.push_back(std::move(piece));
    text.remove_prefix(end + 1);
  }
  return pieces;
}

std::string typeset_unit(std::string_view unit) {
  std::string result;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool begins = i == 0 || !is_word_character(unit[i - 1]);
    const bool has_more = i + 1 < unit.size() && is_word_character(unit[i + 1]);
    const bool last_digit =
        i + 2 >= unit.size() || (!is_word_character(unit[i + 2]) && unit[i + 2] != '.');
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

bool says_its_unit(std::string_view label, bool quoted) {
  return quoted && label.ends_with(']');
}

// librsvg swallows blanks where the line changes; so the pen moves by one instead.
std::string piece_markup(const LabelPiece& piece, double shift, double type) {
  constexpr double blank = 0.3;  // of the height of the type
  std::string attributes, text = piece.text;
  const bool moved = shift != 0 && text.starts_with(' ');
  if (moved) text.erase(0, 1);
  if (moved) attributes += fmt::format(" dx=\"{:.2f}\"", blank * type);
  if (shift != 0) attributes += fmt::format(" dy=\"{:.2f}\"", shift);
  if (piece.level != 0) attributes += fmt::format(" font-size=\"{:.2f}\"", 0.75 * type);
  if (piece.symbol) attributes += " font-style=\"italic\"";
  const std::string inside = markup_escaped(text);
  return attributes.empty() ? inside : fmt::format("<tspan{}>{}</tspan>", attributes, inside);
}

}  // namespace

std::vector<LabelPiece> label_pieces(std::string_view label, bool quoted) {
  return quoted ? pieces_of_text(label) : pieces_of_name(label);
}

std::string label_unit(std::string_view label, bool quoted, std::string_view unit) {
  return says_its_unit(label, quoted) ? std::string() : typeset_unit(unit);
}

std::string typeset(std::string_view label, bool quoted, std::string_view unit, double type) {
  std::vector<LabelPiece> pieces = label_pieces(label, quoted);
  const std::string shown = label_unit(label, quoted, unit);
  if (!shown.empty()) pieces.push_back({" [" + shown + "]"});
  std::string markup;
  int level = 0;
  for (const LabelPiece& piece : pieces) {
    const auto below = [](int of) { return of < 0 ? 0.25 : of > 0 ? -0.4 : 0.0; };
    markup += piece_markup(piece, (below(piece.level) - below(level)) * type, type);
    level = piece.level;
  }
  return markup;
}

std::string plain_label(std::string_view label, bool quoted) {
  if (!quoted || std::ranges::count(label, '$') < 2) return std::string(label);
  std::string text;
  bool formula = false;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] == '$')
      formula = !formula;
    else if (formula && label.substr(i).starts_with("dot"))
      text += 'd', i += label.substr(i + 3).starts_with(' ') ? 3 : 2;
    else if (!(formula && (label[i] == '\\' || label[i] == '{' || label[i] == '}')))
      text += label[i];
  }
  return text;
}

std::string plain_head(std::string_view label, bool quoted, std::string_view unit) {
  const std::string text = plain_label(label, quoted);
  return unit.empty() || says_its_unit(label, quoted) ? text : fmt::format("{} [{}]", text, unit);
}

}  // namespace mbs
