// The words and signs of the language. Rule names are those of the language reference.
#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>
#include <utility>

#include "lang/syntax/parse_failure.hpp"
#include "lang/syntax/parse_state.hpp"

namespace mbs::grammar {

namespace pegtl = tao::pegtl;
using pegtl::apply_mode, pegtl::at, pegtl::eof, pegtl::must, pegtl::not_at, pegtl::one, pegtl::opt,
    pegtl::plus, pegtl::rewind_mode, pegtl::seq, pegtl::sor, pegtl::star;

// ---- hand-written rules --------------------------------------------------------

template <typename Input>
std::size_t offset_of(const Input& in, const State& state) {
  return static_cast<std::size_t>(in.current() - state.text.data());
}

// A rule that a function of the state and the offset decides: it returns how many bytes match.
template <typename Rule>
struct hand_written {
  using subs_t = pegtl::type_list<>;

  template <apply_mode, rewind_mode, template <typename...> class, template <typename...> class,
            typename Input>
  static bool match(Input& in, State& state) {
    const std::size_t length = Rule::measure(state, offset_of(in, state));
    in.bump(length);
    return length > 0;
  }
};

// One level of nesting more, up to a limit.
template <typename Rule>
struct nested {
  using rule_t = nested;
  using subs_t = pegtl::type_list<Rule>;

  template <apply_mode A, rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, State& state) {
    if (state.nesting >= max_nesting) fail(state, offset_of(in, state), {Code::E0114, ""});
    struct Level {
      int& nesting;
      explicit Level(int& n) : nesting(n) { ++nesting; }
      ~Level() { --nesting; }
    } level(state.nesting);
    return Control<Rule>::template match<A, M, Action, Control>(in, state);
  }
};

// Parses the rule. Where it fails for good, the rest of the logical line is skipped and a node
// `broken` takes its place.
enum class Skip { line, item };  // an item also ends at a comma
template <typename Rule, Skip S>
struct recover {
  using rule_t = recover;
  using subs_t = pegtl::type_list<Rule>;

  template <apply_mode A, rewind_mode, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, State& state) {
    auto start = in.template mark<rewind_mode::required>();
    const std::size_t begin = offset_of(in, state);
    const std::size_t node_count = state.nodes.size();
    const std::size_t outer = std::exchange(state.statement_begin, begin);
    bool matched = true;
    try {
      matched = Control<Rule>::template match<A, rewind_mode::dontcare, Action, Control>(in, state);
    } catch (const Abandon&) {
      state.nodes.resize(node_count);
      in.restart(start);
      in.bump(skip_broken(state, begin, S == Skip::item));
    }
    state.statement_begin = outer;
    return start(matched);
  }
};

// ---- blanks ----------------------------------------------------------------------

// Where newlines are blanks: nowhere on a line, everywhere inside ( ) and [ ]. Inside a string's
// hole there are neither newlines nor strings.
enum class Mode { line, bracket, hole };
constexpr Mode inside_bracket(Mode mode) {
  return mode == Mode::hole ? mode : Mode::bracket;
}

struct newline : sor<one<'\n'>, pegtl::string<'\r', '\n'>> {};
struct blank : one<' ', '\t'> {};
struct blanks : star<blank> {};
struct comment : seq<one<'#'>, star<not_at<sor<newline, eof>>, pegtl::any>> {};
struct any_blanks : star<sor<blank, newline, comment>> {};

// A comment and a newline after which no statement begins.
struct continued_line : hand_written<continued_line> {
  using rule_t = continued_line;
  static std::size_t measure(const State& state, std::size_t offset);
};

template <Mode M>
struct gap : blanks {};
template <>
struct gap<Mode::bracket> : any_blanks {};

// After what cannot end a line.
template <Mode M>
struct long_gap : gap<M> {};
template <>
struct long_gap<Mode::line> : seq<blanks, star<continued_line, blanks>> {};

// ---- words -----------------------------------------------------------------------

struct word_start : sor<pegtl::alpha, one<'_'>, pegtl::utf8::range<0x370, 0x3FF>> {};
struct word_rest : sor<word_start, pegtl::digit> {};
struct word : seq<word_start, star<word_rest>> {};

template <char... C>
struct keyword : seq<pegtl::string<C...>, not_at<word_rest>> {};

struct word_in : keyword<'i', 'n'> {};
struct word_to : keyword<'t', 'o'> {};
struct word_by : keyword<'b', 'y'> {};
struct word_for : keyword<'f', 'o', 'r'> {};
struct word_during : keyword<'d', 'u', 'r', 'i', 'n', 'g'> {};
struct word_and : keyword<'a', 'n', 'd'> {};
struct word_or : keyword<'o', 'r'> {};
struct word_not : keyword<'n', 'o', 't'> {};
struct word_if : keyword<'i', 'f'> {};
struct word_then : keyword<'t', 'h', 'e', 'n'> {};
struct word_else : keyword<'e', 'l', 's', 'e'> {};
struct word_true : keyword<'t', 'r', 'u', 'e'> {};
struct word_false : keyword<'f', 'a', 'l', 's', 'e'> {};
struct word_within : keyword<'w', 'i', 't', 'h', 'i', 'n'> {};
struct reserved : sor<word_in, word_to, word_and, word_or, word_not, word_if, word_then, word_else,
                      word_true, word_false, word_within> {};

struct identifier : seq<not_at<reserved>, word> {};
struct name : identifier {
  static constexpr Kind kind = Kind::name;
};

// ---- signs -----------------------------------------------------------------------

struct equals_sign : seq<one<'='>, not_at<one<'='>>> {};
struct equals : equals_sign {};
struct colon : one<':'> {};
struct comma : one<','> {};

// An opening bracket that is closed somewhere; one that is not is reported at once.
template <char C>
struct open_bracket : hand_written<open_bracket<C>> {
  using rule_t = open_bracket;
  static std::size_t measure(State& state, std::size_t offset) {
    if (offset >= state.text.size() || state.text[offset] != C) return 0;
    require_partner(state, offset);
    return 1;
  }
};
struct open_parenthesis : open_bracket<'('> {};
struct open_square : open_bracket<'['> {};
struct open_brace : open_bracket<'{'> {};
struct close_parenthesis : one<')'> {};
struct close_square : one<']'> {};
struct close_brace : one<'}'> {};

// ---- numbers, units ----------------------------------------------------------------

// 12, 0.5, 6.6e10. Reports what only looks like a number.
struct digits : hand_written<digits> {
  using rule_t = digits;
  static constexpr Kind kind = Kind::digits;
  static std::size_t measure(State& state, std::size_t offset);
};

// The unit at this place; reports a malformed one.
struct unit : hand_written<unit> {
  using rule_t = unit;
  static constexpr Kind kind = Kind::unit;
  static std::size_t measure(State& state, std::size_t offset);
};

// The unit after a value. A word there that is neither a unit nor a keyword is reported, and so is
// a second unit.
struct unit_of_value : hand_written<unit_of_value> {
  using rule_t = unit_of_value;
  static constexpr Kind kind = Kind::unit;
  static std::size_t measure(State& state, std::size_t offset);
};

// What stands before the `:` of `when name[i]: …` and the sign of an attribute, looked at only.
struct brackets_ahead : hand_written<brackets_ahead> {
  using rule_t = brackets_ahead;
  static std::size_t measure(const State& state, std::size_t offset);
};

}  // namespace mbs::grammar

namespace tao::pegtl {

template <typename Name, typename Rule>
struct analyze_traits<Name, mbs::grammar::nested<Rule>> : analyze_seq_traits<Rule> {};
template <typename Name, typename Rule, mbs::grammar::Skip S>
struct analyze_traits<Name, mbs::grammar::recover<Rule, S>> : analyze_seq_traits<Rule> {};
template <typename Name, char C>
struct analyze_traits<Name, mbs::grammar::open_bracket<C>> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, mbs::grammar::continued_line> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, mbs::grammar::digits> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, mbs::grammar::unit> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, mbs::grammar::unit_of_value> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, mbs::grammar::brackets_ahead> : analyze_any_traits<> {};

}  // namespace tao::pegtl
