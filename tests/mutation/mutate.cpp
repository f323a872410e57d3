#include "tests/mutation/mutate.hpp"

#include <algorithm>

#include "tests/mutation/random.hpp"
#include "tests/mutation/tokens.hpp"

namespace mbs::mutation {

namespace {

const char* const odd_numbers[] = {"0",      "-1",   "1",     "(1/0)", "(-1/0)", "(0/0)", "1e300",
                                   "1e-300", "1e18", "1e-18", "1e6",   "1e-6",   "2",     "0.5"};
const char* const factors[] = {"e-12", "e-9", "e-6", "e-3", "e-1", "e1", "e3", "e6", "e9", "e12"};
const char* const some_units[] = {"m",   "mm", "um",    "km",  "s",     "ms",    "kg", "g",
                                  "N",   "kN", "N/m",   "N*m", "rad",   "deg",   "Hz", "rpm",
                                  "m/s", "J",  "rad/s", "1/s", "m/s^2", "N*s/m", "Pa", "kg*m^2"};
const char* const some_names[] = {
    "ground", "t",        "pi",       "energy", "world", "planar", "body", "contact", "sweep",
    "if",     "then",     "else",     "not",    "and",   "or",     "in",   "to",      "final",
    "max",    "min",      "mean",     "at",     "count", "sign",   "abs",  "delta",   "ddelta",
    "FN",     "simulate", "continue", "until",  "when",  "expect", "print"};
const char* const some_signs[] = {"+", "-", "*", "/", "^", "<", ">", "<=", ">=", "==", "!=",
                                  "=", ",", "(", ")", "[", "]", "{", "}",  ".",  "..", ":"};
const char* const some_lines[] = {"simulate 0.01 s",
                                  "continue 0.01 s",
                                  "print energy.total",
                                  "print energy.error",
                                  "world planar { gravity = (0, -9.81) m/s^2 }",
                                  "expect t > 0 s",
                                  "print 0/0"};

// One change; false if the script has nothing to change so.
using Change = bool (*)(std::string&, const Corpus&, Random&);

bool replace(std::string& text, Tokens& tokens, std::size_t at, std::string with) {
  tokens[at].text = std::move(with);
  text = text_of(tokens);
  return true;
}

bool odd_number(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, Kind::number);
  return !places.empty() && replace(text, tokens, random.of(places), random.of(odd_numbers));
}

bool scaled_number(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, Kind::number);
  if (places.empty()) return false;
  const std::size_t at = random.of(places);
  return replace(text, tokens, at, "(" + tokens[at].text + "*1" + random.of(factors) + ")");
}

// A value that changes during the run.
bool switching_number(std::string& text, const Corpus&, Random& random) {
  const Tokens tokens = tokens_of(text);
  const auto units = units_of(tokens);
  if (units.empty()) return false;
  const Unit unit = random.of(units);
  const std::size_t number = unit.begin - (tokens[unit.begin - 1].kind == Kind::blank ? 2 : 1);
  const std::string value = text_of(tokens, number, unit.end);
  const std::string instant = std::to_string(1 + random.below(99)) + random.of(factors);
  static const char* const others[] = {"0*", "2*", "-1*", "0.9*", "1.001*"};
  text = text_of(tokens, 0, number) + "(if t < " + instant + " s then " + value + " else " +
         random.of(others) + value + ")" + text_of(tokens, unit.end, tokens.size());
  return true;
}

bool digits(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, Kind::number);
  if (places.empty()) return false;
  const std::size_t at = random.of(places);
  std::string number = tokens[at].text;
  number[random.below(number.size())] = static_cast<char>('0' + random.below(10));
  return replace(text, tokens, at, number);
}

bool swap_of(std::string& text, Random& random, Kind kind) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, kind);
  if (places.size() < 2) return false;
  std::swap(tokens[random.of(places)], tokens[random.of(places)]);
  text = text_of(tokens);
  return true;
}

bool swapped_numbers(std::string& text, const Corpus&, Random& random) {
  return swap_of(text, random, Kind::number);
}

bool swapped_names(std::string& text, const Corpus&, Random& random) {
  return swap_of(text, random, Kind::name);
}

bool other_unit(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto units = units_of(tokens);
  if (units.empty()) return false;
  const Unit unit = random.of(units);
  const Unit other = random.of(units);
  const std::string with = random.one_in(4)   ? std::string()
                           : random.one_in(2) ? std::string(random.of(some_units))
                                              : text_of(tokens, other.begin, other.end);
  text = text_of(tokens, 0, unit.begin) + with + text_of(tokens, unit.end, tokens.size());
  return true;
}

bool other_name(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, Kind::name);
  if (places.empty()) return false;
  const std::size_t at = random.of(places);
  std::string name = tokens[at].text;
  switch (random.below(3)) {
    case 0:
      name = tokens[random.of(places)].text;
      break;
    case 1:
      name = random.of(some_names);
      break;
    default:
      name.erase(random.below(name.size()), 1);
      break;
  }
  return replace(text, tokens, at, name);
}

bool other_sign(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  const auto places = places_of(tokens, Kind::sign);
  return !places.empty() && replace(text, tokens, random.of(places), random.of(some_signs));
}

bool token_gone_or_twice(std::string& text, const Corpus&, Random& random) {
  Tokens tokens = tokens_of(text);
  if (tokens.empty()) return false;
  const std::size_t at = random.below(tokens.size());
  return replace(text, tokens, at, random.one_in(2) ? "" : tokens[at].text + tokens[at].text);
}

bool statement_gone(std::string& text, const Corpus&, Random& random) {
  const Tokens tokens = tokens_of(text);
  const auto statements = statements_of(tokens);
  if (statements.empty()) return false;
  const Statement s = random.of(statements);
  text = text_of(tokens, 0, s.begin) + text_of(tokens, s.end, tokens.size());
  return true;
}

// A copy of a statement of `from` somewhere in the text.
bool insert_statement(std::string& text, const std::string& from, Random& random) {
  const Tokens tokens = tokens_of(text), donor = tokens_of(from);
  const auto places = statements_of(tokens), statements = statements_of(donor);
  if (places.empty() || statements.empty()) return false;
  const Statement s = random.of(statements);
  const std::size_t at = random.of(places).begin;
  text =
      text_of(tokens, 0, at) + text_of(donor, s.begin, s.end) + text_of(tokens, at, tokens.size());
  return true;
}

bool statement_twice(std::string& text, const Corpus&, Random& random) {
  return insert_statement(text, text, random);
}

bool statement_of_another(std::string& text, const Corpus& corpus, Random& random) {
  return insert_statement(text, corpus.pick(random.next()).text, random);
}

bool line_inserted(std::string& text, const Corpus&, Random& random) {
  return insert_statement(text, std::string(random.of(some_lines)) + "\n", random);
}

bool swapped_statements(std::string& text, const Corpus&, Random& random) {
  const Tokens tokens = tokens_of(text);
  const auto statements = statements_of(tokens);
  if (statements.size() < 2) return false;
  Statement a = random.of(statements), b = random.of(statements);
  if (a.begin > b.begin) std::swap(a, b);
  if (a.end > b.begin) return false;
  text = text_of(tokens, 0, a.begin) + text_of(tokens, b.begin, b.end) +
         text_of(tokens, a.end, b.begin) + text_of(tokens, a.begin, a.end) +
         text_of(tokens, b.end, tokens.size());
  return true;
}

bool attribute_gone(std::string& text, const Corpus&, Random& random) {
  const Tokens tokens = tokens_of(text);
  const auto attributes = attributes_of(tokens);
  if (attributes.empty()) return false;
  const Attribute a = random.of(attributes);
  const std::size_t end = a.end + (a.end < tokens.size() && tokens[a.end].text == "," ? 1 : 0);
  text = text_of(tokens, 0, a.name) + text_of(tokens, end, tokens.size());
  return true;
}

// An attribute more, or another value, from a second script or from this one.
bool attribute_of_another(std::string& text, const Corpus& corpus, Random& random) {
  const Tokens tokens = tokens_of(text);
  const Tokens donor = random.one_in(2) ? tokens : tokens_of(corpus.pick(random.next()).text);
  const auto attributes = attributes_of(tokens), others = attributes_of(donor);
  if (attributes.empty() || others.empty()) return false;
  const Attribute a = random.of(attributes), other = random.of(others);
  const bool more = random.one_in(2);
  const std::string with =
      more ? text_of(donor, other.name, other.end) + ", " : text_of(donor, other.value, other.end);
  text = text_of(tokens, 0, more ? a.name : a.value) + with +
         text_of(tokens, more ? a.name : a.end, tokens.size());
  return true;
}

bool other_law(std::string& text, const Corpus& corpus, Random& random) {
  const Tokens tokens = tokens_of(text);
  std::vector<Attribute> laws;
  for (const Attribute& a : attributes_of(tokens))
    if (tokens[a.name].text.ends_with("law") || tokens[a.name].text == "friction")
      laws.push_back(a);
  if (laws.empty() || corpus.laws.empty()) return false;
  const Attribute a = random.of(laws);
  text =
      text_of(tokens, 0, a.value) + random.of(corpus.laws) + text_of(tokens, a.end, tokens.size());
  return true;
}

bool other_byte(std::string& text, const Corpus&, Random& random) {
  if (text.empty()) return false;
  const std::size_t at = random.below(text.size());
  const char byte = static_cast<char>(random.below(256));
  if (random.one_in(2))
    text[at] = byte;
  else
    text.insert(at, 1, byte);
  return true;
}

struct Named {
  const char* name;
  int weight;
  Change change;
};

const Named changes[] = {
    {"odd number", 12, odd_number},
    {"scaled number", 14, scaled_number},
    {"switching number", 8, switching_number},
    {"digits", 8, digits},
    {"swapped numbers", 8, swapped_numbers},
    {"other law", 8, other_law},
    {"swapped names", 3, swapped_names},
    {"other unit", 4, other_unit},
    {"other name", 5, other_name},
    {"other sign", 4, other_sign},
    {"token gone or twice", 3, token_gone_or_twice},
    {"statement gone", 8, statement_gone},
    {"statement twice", 4, statement_twice},
    {"statement of another", 8, statement_of_another},
    {"line inserted", 3, line_inserted},
    {"swapped statements", 5, swapped_statements},
    {"attribute gone", 7, attribute_gone},
    {"attribute of another", 8, attribute_of_another},
    {"other byte", 1, other_byte},
};

// The first so many of them leave a script what it is and change its values only.
constexpr std::size_t mild_changes = 6;

const Named& any_change(Random& random, bool mild) {
  const std::size_t many = mild ? mild_changes : std::size(changes);
  int total = 0;
  for (std::size_t i = 0; i < many; ++i) total += changes[i].weight;
  int left = static_cast<int>(random.below(static_cast<std::size_t>(total)));
  const Named* chosen = changes;
  while ((left -= chosen->weight) >= 0) ++chosen;
  return *chosen;
}

// Right scripts oftener than wrong ones, of which there are many.
const Script& origin_of(const Corpus& corpus, Random& random) {
  const bool any = random.one_in(8);
  for (int tries = 0;; ++tries) {
    const Script& script = corpus.pick(random.next());
    if (any || script.right || tries == 100) return script;
  }
}

// Where every body comes to, so that there is something to compare.
std::string with_prints(const std::string& text) {
  std::string prints;
  const Tokens tokens = tokens_of(text);
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i)
    if (tokens[i].text == "body" && (i == 0 || tokens[i - 1].kind == Kind::newline) &&
        tokens[i + 2].kind == Kind::name && tokens[i + 3].text != "[")
      prints += "print final(" + tokens[i + 2].text + ".x), final(" + tokens[i + 2].text + ".y)\n";
  const bool runs = text.find("simulate") != text.npos && text.ends_with('\n');
  return runs ? text + prints : text;
}

}  // namespace

Mutant make_mutant(const Corpus& corpus, std::uint64_t seed, std::uint64_t number) {
  Random random(Random(seed).next() ^ (number * 0x2545f4914f6cdd1d));
  Mutant mutant{&origin_of(corpus, random), "", ""};
  mutant.text = mutant.origin->text;
  if (!random.one_in(4)) mutant.text = with_prints(mutant.text);
  const bool mild = random.one_in(2);
  for (int tries = 0; tries < 20; ++tries) {
    const Named& c = any_change(random, mild);
    if (!c.change(mutant.text, corpus, random)) continue;
    mutant.changes += (mutant.changes.empty() ? "" : ", ") + std::string(c.name);
    if (!random.one_in(3)) break;
  }
  return mutant;
}

}  // namespace mbs::mutation
