// Expressions, loosest operator first. `M` says whether newlines are blanks.
#pragma once

#include "lang/syntax/grammar_tokens.hpp"

namespace mbs::grammar {

template <Mode M>
struct expression;

// An operand that a sign or word before it demands.
template <typename Operand>
struct operand : Operand {};

// ---- primary -----------------------------------------------------------------------

struct number : seq<digits, opt<blanks, unit_of_value>> {
  static constexpr Kind kind = Kind::number;
};

struct boolean : sor<word_true, word_false> {
  static constexpr Kind kind = Kind::boolean;
};

struct text_run : plus<pegtl::not_one<'"', '\\', '{', '\n', '\r'>> {
  static constexpr Kind kind = Kind::text_run;
};
struct escaped : one<'n', 't', '"', '\\', '{', '}'> {};
struct escape : seq<one<'\\'>, must<escaped>> {
  static constexpr Kind kind = Kind::escape;
};
// [width][.digits][f|e|g]
struct hole_spec
    : seq<pegtl::rep_min_max<0, 3, pegtl::digit>,
          opt<one<'.'>, pegtl::rep_min_max<1, 3, pegtl::digit>>, opt<one<'f', 'e', 'g'>>> {
  static constexpr Kind kind = Kind::hole_spec;
};
struct hole_end : one<'}'> {};
struct hole : seq<one<'{'>, blanks, must<expression<Mode::hole>>, blanks, opt<one<':'>, hole_spec>,
                  must<hole_end>> {
  static constexpr Kind kind = Kind::hole;
};
struct end_quote : one<'"'> {};
struct string : seq<one<'"'>, star<sor<text_run, escape, hole>>, must<end_quote>> {
  static constexpr Kind kind = Kind::string;
};
// The text of a message: without holes.
struct no_hole : not_at<one<'{'>> {};
struct hole_in_message : seq<at<one<'{'>>, must<no_hole>, one<'{'>> {};
struct plain_string : seq<one<'"'>, star<sor<text_run, escape, hole_in_message>>, must<end_quote>> {
  static constexpr Kind kind = Kind::string;
};

struct comma_or_parenthesis : comma {};
template <Mode M>
struct rest_of_vector : seq<must<comma_or_parenthesis>, gap<M>, must<expression<M>>, gap<M>,
                            star<comma, gap<M>, must<expression<M>>, gap<M>>,
                            must<close_parenthesis>, opt<blanks, unit_of_value>> {};
template <Mode M>
struct group : seq<open_parenthesis, gap<M>, must<expression<M>>, gap<M>,
                   sor<close_parenthesis, rest_of_vector<M>>> {
  static constexpr Kind kind = Kind::group;
};

template <Mode M>
struct each : seq<word_for, gap<M>, must<name>, gap<M>, must<word_in>, gap<M>, must<expression<M>>,
                  gap<M>> {
  static constexpr Kind kind = Kind::each;
};
template <Mode M>
struct items
    : seq<expression<M>, gap<M>, sor<each<M>, star<comma, gap<M>, must<expression<M>>, gap<M>>>> {};
template <Mode M>
struct list
    : seq<open_square, gap<M>, opt<items<M>>, must<close_square>, opt<blanks, unit_of_value>> {
  static constexpr Kind kind = Kind::list;
};

template <Mode M>
struct primary
    : sor<number, string, boolean, name, group<inside_bracket(M)>, list<inside_bracket(M)>> {};
template <>
struct primary<Mode::hole> : sor<number, boolean, name, group<Mode::hole>, list<Mode::hole>> {};

// ---- postfix -------------------------------------------------------------------------

template <Mode M>
struct named_argument : seq<at<identifier, gap<M>, equals_sign>, name, gap<M>, equals_sign, gap<M>,
                            must<expression<M>>> {
  static constexpr Kind kind = Kind::named_argument;
};
template <Mode M>
struct argument : expression<M> {
  static constexpr Kind kind = Kind::argument;
};
template <Mode M>
struct any_argument : sor<named_argument<M>, argument<M>> {};
template <Mode M>
struct call : seq<open_parenthesis, gap<M>,
                  opt<any_argument<M>, gap<M>, star<comma, gap<M>, must<any_argument<M>>, gap<M>>>,
                  must<close_parenthesis>> {
  static constexpr Kind kind = Kind::call;
};
template <Mode M>
struct index : seq<open_square, gap<M>, must<expression<M>>, gap<M>,
                   star<comma, gap<M>, must<expression<M>>, gap<M>>, must<close_square>> {
  static constexpr Kind kind = Kind::index;
};
struct field_name : name {};
struct field : seq<one<'.'>, not_at<one<'.'>>, must<field_name>> {
  static constexpr Kind kind = Kind::field;
};
struct prime : one<'\''> {
  static constexpr Kind kind = Kind::prime;
};
template <Mode M>
struct postfix
    : seq<primary<M>,
          star<sor<field, prime,
                   seq<blanks, sor<call<inside_bracket(M)>, index<inside_bracket(M)>>>>>> {
  static constexpr Kind kind = Kind::postfix;
};

// ---- operators -------------------------------------------------------------------------

template <typename Sign>
struct op : Sign {
  static constexpr Kind kind = Kind::op;
};
// Operands with operators of one rank between them.
template <Mode M, typename Sign, typename Operand>
struct chain : seq<Operand, star<gap<M>, op<Sign>, long_gap<M>, must<operand<Operand>>>> {};

template <Mode M>
struct unary;
template <Mode M>
struct power
    : seq<postfix<M>, opt<gap<M>, op<one<'^'>>, long_gap<M>, must<operand<nested<unary<M>>>>>> {
  static constexpr Kind kind = Kind::power;
};
template <Mode M>
struct minus : seq<one<'-'>, gap<M>, must<operand<nested<unary<M>>>>> {
  static constexpr Kind kind = Kind::minus;
};
template <Mode M>
struct unary : sor<minus<M>, power<M>> {};
template <Mode M>
struct product : chain<M, one<'*', '/'>, unary<M>> {
  static constexpr Kind kind = Kind::product;
};
template <Mode M>
struct sum : chain<M, one<'+', '-'>, product<M>> {
  static constexpr Kind kind = Kind::sum;
};
struct range_sign : pegtl::string<'.', '.'> {};
template <Mode M>
struct step : seq<gap<M>, op<word_by>, long_gap<M>, must<operand<sum<M>>>> {};
template <Mode M>
struct range
    : seq<sum<M>, opt<gap<M>, op<range_sign>, long_gap<M>, must<operand<sum<M>>>, opt<step<M>>>> {
  static constexpr Kind kind = Kind::range;
};
template <Mode M>
struct conversion : seq<range<M>, opt<gap<M>, word_in, long_gap<M>, must<unit>>> {
  static constexpr Kind kind = Kind::conversion;
};
struct comparison_sign : sor<pegtl::string<'<', '='>, pegtl::string<'>', '='>,
                             pegtl::string<'=', '='>, pegtl::string<'!', '='>, one<'<', '>'>> {};
template <Mode M>
struct within : seq<one<'~'>, long_gap<M>, must<operand<conversion<M>>>, gap<M>, must<word_within>,
                    gap<M>, must<operand<conversion<M>>>> {
  static constexpr Kind kind = Kind::within;
};
template <Mode M>
struct comparison
    : seq<conversion<M>, sor<seq<gap<M>, within<M>>, star<gap<M>, op<comparison_sign>, long_gap<M>,
                                                          must<operand<conversion<M>>>>>> {
  static constexpr Kind kind = Kind::comparison;
};
template <Mode M>
struct negation;
template <Mode M>
struct logical_not : seq<word_not, gap<M>, must<operand<nested<negation<M>>>>> {
  static constexpr Kind kind = Kind::negation;
};
template <Mode M>
struct negation : sor<logical_not<M>, comparison<M>> {};
template <Mode M>
struct conjunction : chain<M, word_and, negation<M>> {
  static constexpr Kind kind = Kind::conjunction;
};
template <Mode M>
struct disjunction : chain<M, word_or, conjunction<M>> {
  static constexpr Kind kind = Kind::disjunction;
};
template <Mode M>
struct conditional
    : seq<word_if, gap<M>, must<expression<M>>, long_gap<M>, must<word_then>, long_gap<M>,
          must<expression<M>>, long_gap<M>, must<word_else>, long_gap<M>, must<expression<M>>> {
  static constexpr Kind kind = Kind::conditional;
};
template <Mode M>
struct windowed
    : seq<disjunction<M>, opt<gap<M>, word_during, long_gap<M>, must<operand<range<M>>>>> {
  static constexpr Kind kind = Kind::windowed;
};
template <Mode M>
struct expression : nested<sor<conditional<M>, windowed<M>>> {};
// Where a `during` behind it belongs to the statement.
template <Mode M>
struct unwindowed : nested<sor<conditional<M>, disjunction<M>>> {};

}  // namespace mbs::grammar
