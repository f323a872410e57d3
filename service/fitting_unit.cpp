#include "service/fitting_unit.hpp"

#include <vector>

#include "lang/syntax/tokens.hpp"
#include "lang/text/scan.hpp"

namespace mbs {
namespace {

// A unit that nothing is measured in.
constexpr std::string_view odd_number = "7 kg^7*A^5", odd_unit = "kg^7*A^5";

// What closes the brackets that are open at the end of a text, the innermost first; and whether
// that one is a vector: it is not called.
struct Open {
  std::string closing;
  bool vector = false;
};

Open open_in(std::string_view text) {
  std::vector<char> closing;
  std::vector<char> vectors;
  const TokenText cut = cut_into_tokens(text);
  for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
    const Token& token = cut.tokens[i];
    if (token.kind != Token::Kind::sign || token.text.size() != 1) continue;
    const char sign = token.text[0];
    if (sign == '(' || sign == '[' || sign == '{') {
      const bool called = i > 0 && cut.tokens[i - 1].kind == Token::Kind::word &&
                          cut.tokens[i - 1].end == token.begin;
      closing.push_back(sign == '(' ? ')' : sign == '[' ? ']' : '}');
      vectors.push_back(sign == '(' && !called);
    } else if (!closing.empty() && sign == closing.back()) {
      closing.pop_back();
      vectors.pop_back();
    }
  }
  return {std::string(closing.rbegin(), closing.rend()), !vectors.empty() && vectors.back() != 0};
}

std::optional<Wanted> said_of(const Trial& trial, std::size_t begin, std::size_t end) {
  const Span odd{trial.source, static_cast<std::uint32_t>(trial.begin + begin),
                 static_cast<std::uint32_t>(trial.begin + end)};
  for (const Diagnostic& d : trial.diagnostics.list())
    for (std::size_t i = 0; i < d.wanted.size() && i < d.labels.size(); ++i)
      if (d.labels[i].span == odd) return d.wanted[i];
  return std::nullopt;
}

}  // namespace

std::optional<Wanted> wanted_at(std::string_view text, std::size_t quantity, std::size_t cursor,
                                bool converts, const TryText& try_text) {
  const std::string before(text.substr(0, quantity));
  const std::string_view odd = converts ? odd_unit : odd_number;
  const std::string rest(text.substr(cursor));
  const std::string later = rest.substr(std::min(rest.find('\n'), rest.size()));
  const Open open = open_in(before);
  // As it stands; with what is open closed, in the line at hand; with the rest of a vector.
  std::vector<std::string> endings = {rest, open.closing + later};
  if (open.vector) endings.push_back(", 0" + open.closing + later);
  for (const std::string& ending : endings) {
    const Trial trial = try_text(before + std::string(odd) + ending);
    if (const auto found = said_of(trial, quantity, quantity + odd.size())) return found;
  }
  return std::nullopt;
}

}  // namespace mbs
