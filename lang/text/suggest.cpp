#include "lang/text/suggest.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr double case_cost = 0.3;
// A letter too many or too few is a likelier slip than a wrong one: `mmm` is `mm`, not `mNm`.
constexpr double gap_cost = 0.9;
// The share of a name that may be wrong: one letter of three, two of six.
constexpr double tolerance = 0.34;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

double substitution_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? case_cost : 1;
}

// Edit distance with neighbours swapped as one edit (Damerau and Levenshtein, restricted form).
double distance(std::string_view a, std::string_view b) {
  std::vector<double> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = gap_cost * static_cast<double>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = gap_cost * static_cast<double>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + gap_cost, row[j - 1] + gap_cost,
                         last[j - 1] + substitution_cost(a[i - 1], b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// `MM` is `mm` rather than `Mm`: whole words are put in capitals, not single letters.
bool is_capitalised(std::string_view name, std::string_view candidate) {
  const auto capital_of = [](char n, char c) { return lower(n) == c && !(n >= 'a' && n <= 'z'); };
  return name.size() > 1 && name != candidate && std::ranges::equal(name, candidate, capital_of);
}

// `pnt` is `point`, as one shortens it who knows other programs.
bool is_without_vowels(std::string_view name, std::string_view candidate) {
  constexpr std::size_t shortest = 3;  // of fewer letters there are too many units
  if (name.size() < shortest || name.size() == candidate.size()) return false;
  std::string bare;
  for (const char c : candidate)
    if (bare.empty() || std::string_view("aeiou").find(lower(c)) == std::string_view::npos)
      bare += c;
  return name == bare;
}

bool length_fits(std::size_t a, std::size_t b) {
  const std::size_t difference = a > b ? a - b : b - a;
  return static_cast<double>(difference) <= tolerance * static_cast<double>(std::max(a, b));
}

}  // namespace

std::optional<std::string> suggest(std::string_view name,
                                   const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  double best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (is_capitalised(name, candidate)) return candidate;
    if (candidate == name || !length_fits(name.size(), candidate.size())) continue;
    const double d = distance(name, candidate);
    const double allowed = tolerance * static_cast<double>(std::max(name.size(), candidate.size()));
    if (d > allowed || (best && d >= best_distance)) continue;
    best = &candidate;
    best_distance = d;
  }
  if (best) return *best;
  for (const std::string& candidate : candidates)
    if (is_without_vowels(name, candidate)) return candidate;
  return std::nullopt;
}

}  // namespace mbs
