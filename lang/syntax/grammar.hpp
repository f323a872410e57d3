// Statements and files.
#pragma once

#include "lang/syntax/grammar_expression.hpp"

namespace mbs::grammar {

using line_expression = expression<Mode::line>;
struct long_line_gap : long_gap<Mode::line> {};

// ---- parts of statements -----------------------------------------------------------

struct pure_annotation : seq<one<'1'>, not_at<sor<word_rest, one<'.', '/'>>>> {};
struct annotation : sor<unit, pure_annotation> {
  static constexpr Kind kind = Kind::annotation;
};
template <Mode M>
struct annotated : opt<gap<M>, colon, long_gap<M>, must<annotation>> {};
struct value : seq<blanks, must<equals>, long_line_gap, must<line_expression>> {};

struct parameter : seq<name, annotated<Mode::bracket>,
                       opt<any_blanks, equals_sign, any_blanks, must<expression<Mode::bracket>>>> {
  static constexpr Kind kind = Kind::parameter;
};
struct parameters
    : seq<open_parenthesis, any_blanks,
          opt<parameter, any_blanks, star<comma, any_blanks, must<parameter>, any_blanks>>,
          must<close_parenthesis>> {
  static constexpr Kind kind = Kind::parameters;
};

struct path_part : sor<field, index<Mode::bracket>> {};
struct path : seq<name, star<path_part>> {
  static constexpr Kind kind = Kind::postfix;
};

// Items between braces, each with its own recovery.
struct separator : seq<blanks, sor<comma, newline, comment, one<';'>>> {};
struct padding : star<sor<blank, newline, comment, one<';'>>> {};
struct item_end : sor<separator, seq<blanks, at<close_brace>>> {};
struct end_of_statement : seq<blanks, sor<newline, one<';'>, comment, eof, at<close_brace>>> {};
template <typename Item, typename End, Skip S>
struct braced
    : nested<
          seq<open_brace, padding,
              star<not_at<sor<close_brace, eof>>, recover<seq<must<Item>, must<End>>, S>, padding>,
              must<close_brace>>> {};

struct declaration;
struct block;

struct guess_sign : one<'~'> {};
struct attribute : seq<at<identifier, blanks, sor<guess_sign, equals_sign>>, name, blanks,
                       op<sor<guess_sign, equals_sign>>, long_line_gap, must<line_expression>> {
  static constexpr Kind kind = Kind::attribute;
};
struct not_an_item : pegtl::failure {};
struct for_statement;
struct block_item : sor<attribute, for_statement, declaration, must<not_an_item>> {};
struct block : braced<block_item, item_end, Skip::item> {
  static constexpr Kind kind = Kind::block;
};
struct optional_block : opt<blanks, block> {};

struct statement;
struct body : braced<statement, end_of_statement, Skip::line> {
  static constexpr Kind kind = Kind::body;
};

// ---- definitions ---------------------------------------------------------------------

struct version_number : plus<pegtl::digit> {
  static constexpr Kind kind = Kind::digits;
};
struct version : seq<keyword<'m', 'b', 's'>, blanks, must<version_number>> {
  static constexpr Kind kind = Kind::version;
};
struct param
    : seq<keyword<'p', 'a', 'r', 'a', 'm'>, blanks, must<name>, annotated<Mode::line>, value> {
  static constexpr Kind kind = Kind::param;
};
struct let : seq<keyword<'l', 'e', 't'>, blanks, must<name>, annotated<Mode::line>, value> {
  static constexpr Kind kind = Kind::let;
};
struct function : seq<keyword<'f', 'n'>, blanks, must<name>, blanks, must<parameters>, value> {
  static constexpr Kind kind = Kind::function;
};

// ---- laws ------------------------------------------------------------------------------

struct message : plain_string {};
struct requirement
    : seq<blanks, must<line_expression>, blanks, must<comma>, long_line_gap, must<message>> {};
struct require : seq<keyword<'r', 'e', 'q', 'u', 'i', 'r', 'e'>, requirement> {
  static constexpr Kind kind = Kind::require;
};
struct warn_if : seq<keyword<'w', 'a', 'r', 'n'>, blanks, must<word_if>, requirement> {
  static constexpr Kind kind = Kind::warn_if;
};
struct state
    : seq<keyword<'s', 't', 'a', 't', 'e'>, blanks, must<name>, annotated<Mode::line>, value> {
  static constexpr Kind kind = Kind::state;
};
struct solve
    : seq<keyword<'s', 'o', 'l', 'v', 'e'>, blanks, must<name>, blanks, must<word_in>,
          long_line_gap, must<operand<sum<Mode::line>>>, blanks, must<range_sign>, long_line_gap,
          must<operand<sum<Mode::line>>>, blanks, must<colon>, long_line_gap, must<line_expression>,
          blanks, must<equals>, long_line_gap, must<line_expression>> {
  static constexpr Kind kind = Kind::solve;
};
struct assign : seq<at<identifier, opt<one<'\''>>, blanks, equals_sign>, name, opt<prime>, value> {
  static constexpr Kind kind = Kind::assign;
};
// The same at top level, where there are families.
struct script_state : seq<keyword<'s', 't', 'a', 't', 'e'>, blanks, must<name>,
                          opt<index<Mode::bracket>>, annotated<Mode::line>, value> {
  static constexpr Kind kind = Kind::state;
};
struct script_rate : seq<at<identifier, opt<brackets_ahead>, one<'\''>>, name,
                         opt<index<Mode::bracket>>, prime, value> {
  static constexpr Kind kind = Kind::assign;
};
struct not_a_law_item : pegtl::failure {};
struct law_item : sor<assign, let, state, solve, require, warn_if, must<not_a_law_item>> {};
struct law_block : braced<law_item, item_end, Skip::line> {
  static constexpr Kind kind = Kind::law_block;
};
struct law_value : seq<equals_sign, long_line_gap, must<line_expression>> {};
struct law_body : sor<law_value, law_block> {};
template <typename Word>
struct law_with : seq<Word, blanks, must<name>, blanks, must<parameters>, blanks, must<law_body>> {
};
struct law : law_with<keyword<'l', 'a', 'w'>> {
  static constexpr Kind kind = Kind::law;
};
struct friction : law_with<keyword<'f', 'r', 'i', 'c', 't', 'i', 'o', 'n'>> {
  static constexpr Kind kind = Kind::friction;
};

// ---- structure -----------------------------------------------------------------------------

struct template_statement : seq<keyword<'t', 'e', 'm', 'p', 'l', 'a', 't', 'e'>, blanks, must<name>,
                                blanks, must<parameters>, blanks, must<body>> {
  static constexpr Kind kind = Kind::template_;
};
struct in_values : seq<blanks, must<word_in>, long_line_gap, must<line_expression>> {};
struct for_statement
    : seq<keyword<'f', 'o', 'r'>, blanks, must<name>, in_values, blanks, must<body>> {
  static constexpr Kind kind = Kind::for_;
};
struct sweep_clause : seq<name, in_values> {
  static constexpr Kind kind = Kind::sweep_clause;
};
struct sweep : seq<keyword<'s', 'w', 'e', 'e', 'p'>, blanks, must<sweep_clause>,
                   star<blanks, comma, long_line_gap, must<sweep_clause>>, blanks, must<body>> {
  static constexpr Kind kind = Kind::sweep;
};
struct file_name : plain_string {};
struct as_name : seq<keyword<'a', 's'>, blanks, must<name>> {};
struct use
    : seq<keyword<'u', 's', 'e'>, blanks, must<file_name>, opt<blanks, as_name>, optional_block> {
  static constexpr Kind kind = Kind::use;
};
struct data_item : seq<name, opt<blanks, word_in, blanks, must<unit>>, blanks, must<equals>,
                       long_line_gap, must<line_expression>> {
  static constexpr Kind kind = Kind::data_item;
};
struct data_block : braced<data_item, item_end, Skip::item> {
  static constexpr Kind kind = Kind::data_block;
};
struct from_file : seq<keyword<'f', 'r', 'o', 'm'>, blanks, must<file_name>> {};
struct data : seq<keyword<'d', 'a', 't', 'a'>, blanks, must<name>, blanks,
                  sor<seq<from_file, opt<blanks, data_block>>, must<data_block>>> {
  static constexpr Kind kind = Kind::data;
};
struct default_statement
    : seq<keyword<'d', 'e', 'f', 'a', 'u', 'l', 't'>, blanks, must<name>, blanks, must<block>> {
  static constexpr Kind kind = Kind::default_;
};
struct when_name : seq<at<identifier, opt<brackets_ahead>, blanks, colon>, name,
                       opt<index<Mode::bracket>>, blanks, colon, long_line_gap> {
  static constexpr Kind kind = Kind::when_name;
};
struct when : seq<keyword<'w', 'h', 'e', 'n'>, blanks, opt<when_name>, must<line_expression>,
                  blanks, must<body>> {
  static constexpr Kind kind = Kind::when;
};

// ---- actions ---------------------------------------------------------------------------------

struct until : seq<keyword<'u', 'n', 't', 'i', 'l'>, blanks, must<line_expression>> {
  static constexpr Kind kind = Kind::until;
};
template <typename Word>
struct run : seq<Word, blanks, must<line_expression>, opt<blanks, until>, opt<blanks, as_name>,
                 optional_block> {};
struct simulate : run<keyword<'s', 'i', 'm', 'u', 'l', 'a', 't', 'e'>> {
  static constexpr Kind kind = Kind::simulate;
};
struct continue_statement : run<keyword<'c', 'o', 'n', 't', 'i', 'n', 'u', 'e'>> {
  static constexpr Kind kind = Kind::continue_;
};
struct expressions
    : seq<must<line_expression>, star<blanks, comma, long_line_gap, must<line_expression>>> {};
struct print : seq<keyword<'p', 'r', 'i', 'n', 't'>, blanks, expressions> {
  static constexpr Kind kind = Kind::print;
};
struct every : seq<keyword<'e', 'v', 'e', 'r', 'y'>, blanks, must<unwindowed<Mode::line>>> {
  static constexpr Kind kind = Kind::every;
};
struct during : seq<word_during, blanks, must<line_expression>> {
  static constexpr Kind kind = Kind::during;
};
struct to_file : seq<word_to, blanks, must<file_name>> {
  static constexpr Kind kind = Kind::to_file;
};
struct to_none : seq<word_to, blanks, keyword<'n', 'o', 'n', 'e'>> {
  static constexpr Kind kind = Kind::to_none;
};
struct table_clause : sor<every, during, to_none, to_file> {};
struct column_name : sor<name, plain_string> {};
struct quoted_ahead
    : seq<one<'"'>, star<sor<seq<one<'\\'>, pegtl::any>, pegtl::not_one<'"', '\n'>>>, one<'"'>> {};
struct column : seq<opt<at<sor<identifier, quoted_ahead>, blanks, equals_sign>, column_name, blanks,
                        equals_sign, long_line_gap>,
                    must<line_expression>> {
  static constexpr Kind kind = Kind::column;
};
struct columns : braced<column, item_end, Skip::item> {};
struct table : seq<keyword<'t', 'a', 'b', 'l', 'e'>, blanks,
                   opt<not_at<sor<keyword<'e', 'v', 'e', 'r', 'y'>, word_during>>, name>,
                   star<blanks, table_clause>, blanks, must<columns>> {
  static constexpr Kind kind = Kind::table;
};
struct word_vs : keyword<'v', 's'> {};
struct versus : line_expression {
  static constexpr Kind kind = Kind::versus;
};
struct plot_name : seq<at<identifier, blanks, colon>, name, blanks, colon, long_line_gap> {
  static constexpr Kind kind = Kind::plot_name;
};
struct curves
    : seq<opt<plot_name>, must<column>, star<blanks, comma, long_line_gap, must<column>>> {};
struct plot : seq<keyword<'p', 'l', 'o', 't'>, blanks, curves, blanks, must<word_vs>, blanks,
                  must<versus>, opt<blanks, to_file>, optional_block> {
  static constexpr Kind kind = Kind::plot;
};
struct histogram : seq<keyword<'h', 'i', 's', 't', 'o', 'g', 'r', 'a', 'm'>, blanks, curves,
                       opt<blanks, to_file>, optional_block> {
  static constexpr Kind kind = Kind::histogram;
};
struct animate : seq<keyword<'a', 'n', 'i', 'm', 'a', 't', 'e'>,
                     sor<at<blanks, one<'{'>>, at<end_of_statement>, seq<blanks, must<to_file>>>,
                     optional_block> {
  static constexpr Kind kind = Kind::animate;
};
struct expect : seq<keyword<'e', 'x', 'p', 'e', 'c', 't'>, blanks, must<line_expression>,
                    opt<blanks, comma, long_line_gap, must<message>>> {
  static constexpr Kind kind = Kind::expect;
};
struct stop : seq<keyword<'s', 't', 'o', 'p'>, opt<blanks, message>> {
  static constexpr Kind kind = Kind::stop;
};

// `free`, `hold` and `engage` are names of templates where a declaration goes on.
struct switch_word : sor<keyword<'f', 'r', 'e', 'e'>, keyword<'h', 'o', 'l', 'd'>,
                         keyword<'e', 'n', 'g', 'a', 'g', 'e'>> {};
struct goes_on : seq<blanks, sor<one<':', '=', '{'>>> {};
struct switch_statement : seq<at<switch_word, plus<blank>, identifier>, switch_word, blanks, path,
                              not_at<goes_on>, star<blanks, comma, long_line_gap, must<path>>> {
  static constexpr Kind kind = Kind::switch_;
};

// ---- declarations ------------------------------------------------------------------------------

struct link_word : sor<word_to, word_in> {
  static constexpr Kind kind = Kind::link;
};
struct declaration
    : seq<at<identifier, plus<blank>, identifier>, name, blanks, name, opt<index<Mode::bracket>>,
          opt<blanks, colon, long_line_gap, must<path>,
              opt<blanks, link_word, long_line_gap, must<path>>>,
          opt<blanks, equals_sign, long_line_gap, must<line_expression>>, optional_block> {
  static constexpr Kind kind = Kind::declaration;
};

// ---- file ----------------------------------------------------------------------------

struct statement : sor<version, param, let, function, law, friction, template_statement,
                       for_statement, sweep, use, data, default_statement, require, warn_if,
                       script_state, script_rate, when, simulate, continue_statement, print, table,
                       plot, histogram, animate, expect, stop, switch_statement, declaration> {};
struct file : seq<padding,
                  star<not_at<eof>,
                       recover<seq<must<statement>, must<end_of_statement>>, Skip::line>, padding>,
                  eof> {};
struct lone_expression : seq<any_blanks, must<line_expression>, any_blanks, must<eof>> {};

}  // namespace mbs::grammar
