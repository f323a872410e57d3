// What a scenario asks: runs, and what is shown and expected of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lang/expression/graph.hpp"
#include "lang/kinds/options.hpp"
#include "lang/scenario/ids.hpp"
#include "lang/scenario/run_settings.hpp"
#include "lang/scenario/switching.hpp"
#include "lang/scenario/vectors.hpp"
#include "lang/text/source.hpp"
#include "lang/units/units.hpp"

namespace mbs::ir {

enum class Domain { point, trace, rows };  // one value, a value per sample, a value per list row

struct Shown;
struct TextHole {
  std::shared_ptr<const Shown> value;
  int width = 0, digits = -1;
  char format = 0;
};
using TextPart = std::variant<std::string, TextHole>;

// A value to be shown. Vectors are several of them.
struct Shown {
  enum class Kind { number, boolean, text, impacts } kind = Kind::number;
  std::string label;    // given name or source text
  bool quoted = false;  // the label is a text of the script, shown as it is written
  bool named = false;   // a bare name or a given name: prints as `label = value`
  Domain domain = Domain::point;
  NodeId node;                 // number, boolean; impacts: only those for which it holds, over rows
  Unit unit;                   // the unit it is shown in
  std::vector<TextPart> text;  // text
  ContactId contact;           // impacts: the whole table of a contact
  std::int32_t shared = -1;    // impacts: into Scenario::clearances, whose first contact it is
  NodeId from, to;             // impacts: only those between; invalid: all
  std::int32_t run = -1;       // impacts, traces: into Scenario::runs; the present one
};

enum class ReductionKind {
  maximum,
  minimum,
  mean,
  rms,
  initial,
  final,
  integral,
  at,
  argmax,
  argmin,  // of traces (max, min, mean, rms also rows)
  count,
  sum,
  first,
  last,
  increasing,
  decreasing,
  all,
  any,        // of rows (all, any also traces)
  deviation,  // of rows, of traces
  median,
  quantile,
  item,  // of rows
  amplitude,
  phase,  // of the harmonic at a frequency; of traces
};
struct Reduction {
  ReductionKind kind = ReductionKind::maximum;
  Domain over = Domain::trace;
  NodeId operand;
  NodeId time;             // at; quantile: which part; item: index from 1; amplitude, phase: 1/s
  NodeId from, to;         // s, the part of the run that is looked at; invalid: all of it
  std::int32_t run = -1;   // into Scenario::runs; the present one
  std::int32_t list = -1;  // rows: the list that gives the number of rows
  Span origin;
  std::string text;  // source text, for messages
};

enum class ImpactColumn {
  t,
  t_end,
  duration,
  v_in,
  v_out,
  restitution,
  F_max,
  depth,
  impulse,
  energy_lost,
  impulse_T,
  vt_in,
  vt_out,
  together,
  blows
};
// What a loop or a rule goes through: a value of a loop_item for each row.
struct Rounds {
  std::int32_t item = 0;  // slot loop_item
  NodeId rows;
  std::int32_t list = -1;  // that gives their number
  bool operator==(const Rounds&) const = default;
};
struct ListSource {
  enum class Kind {
    impact_column,
    event_times,
    table_column,
    constant,
    sorted,
    at_instants,
    chosen,
    numbered,
    range,
    ruled,
    joined
  } kind = Kind::constant;
  std::int32_t entity = 0;   // contact, event or table; else the list that gives the rows
  std::int32_t shared = -1;  // impacts: into Scenario::clearances, whose first contact it is
  std::int32_t column = 0;   // ImpactColumn, or the table's column
  // constant; sorted: the one expression over rows; at_instants: a history, and over rows the
  // instants (s) at which it is looked at; chosen: an expression over rows and the condition for
  // which each of them belongs to the list; numbered: an expression over rows, whose numbers from 1
  // on these are, and the first and the last row of a part of them, which must be there; range: its
  // ends and its step, 1 if there is none; ruled: what is made in each of the rounds; joined:
  // expressions over rows
  std::vector<NodeId> items;
  std::vector<Rounds> rounds = {};
  NodeId from, to;        // s, of impacts and events: only those between; invalid: all
  std::int32_t run = -1;  // of them, into Scenario::runs; the present one
  Span origin;
  std::string text;
};

// A number that what was run before gives; it is known if there is no node.
struct Later {
  NodeId node;
  Span origin;
  bool given() const { return node.valid(); }
};

struct Simulate : RunSettings {
  bool continues = false;
  std::int32_t run = -1;  // under which name it is kept: into Scenario::runs
  double duration = 0;
  Later duration_later;
  NodeId until;  // condition on signals; invalid if none
  Span origin;
};
struct Print {
  std::vector<Shown> parts;
  Span origin;
};
struct Table {
  std::int32_t table = -1;  // into Scenario::tables
  std::vector<Shown> columns;
  std::optional<double> every;
  std::optional<std::array<double, 2>> during;
  Later every_later, from_later, to_later;  // instead of what stands in the two above
  std::optional<std::string> file;
  bool hidden = false;  // `to none`: for results that are made of it
  bool more = false;    // the loop around it has rounds after this one
  Span origin;
};
using Interval = std::array<double, 2>;  // its ends, in SI
struct PlotStyle {
  int width = static_cast<int>(*option::width.usual);  // characters, of a drawing as text
  int height = static_cast<int>(*option::height.usual);
  std::array<double, 2> size = {0.16, 0.1};  // m, of a picture
  bool log_x = false, log_y = false;
  std::optional<Interval> x_range, y_range;  // empty: that of the values
  bool equal = false;                        // one scale for both axes
  bool points = false;                       // marks that are not joined
  bool legend = true;                        // where there are several curves
  std::string title;
  std::string x_label = {}, y_label = {};  // instead of the names of what is shown
  std::string panels = {};                 // a swept param: a drawing for each of its values
  bool histogram = false;                  // how many items of each list lie where; x_range holds
  int bins = 0;                            // 0: by the number of items
  bool operator==(const PlotStyle&) const = default;
  // Nothing was asked for.
  bool usual() const {
    PlotStyle plain;
    plain.histogram = histogram;
    return *this == plain;
  }
};
struct Plot {
  std::string name;  // all of one name are drawn together; "" for one by itself
  std::vector<Shown> curves;
  Shown versus;  // of a histogram nothing
  PlotStyle style;
  std::optional<std::string> file;  // a picture there instead of a drawing
  Span origin;
};
// A film of the present run.
struct FilmPoint {
  std::string name;
  BodyId body;
  Vec3 at;  // m, axes of the body, from its origin
};
struct Animate {
  std::string file;
  std::optional<Interval> time;  // s; all of the run
  Later from_later, to_later;    // instead of its ends
  std::optional<double> slow;    // 1: as fast as it happens
  double fps = *option::fps.usual;
  BodyId follow;
  std::vector<FilmPoint> trails;
  ContactId lens;
  std::array<int, 2> size = {1280, 720};  // pixels
  Span origin;
};
struct ExpectPart {
  Span span;
  Shown value;
};
// A comparison that a condition is made of, or a part of it that is none: for those who show by how
// much it holds.
struct ExpectTerm {
  enum class Relation { truth, less, less_equal, greater, greater_equal, equal, not_equal, near };
  Span span;
  Relation relation = Relation::truth;
  NodeId condition;        // point: whether it holds; invalid: its numbers say so
  bool any = false;        // of a list one item is enough
  std::int32_t list = -1;  // that gives the number of rows of what is compared
  // What was found, beside what it is compared with; of `~ within` the difference allowed.
  std::optional<Shown> value, wanted, allowed;
  std::optional<Shown> t;  // of a history: the instant at which these are
};
struct Expect {
  NodeId condition;
  Domain domain = Domain::point;  // rows, trace: all must hold
  std::int32_t list = -1;         // rows: the list that gives the number of rows
  std::optional<std::string> message;
  std::vector<ExpectPart> parts;  // sub-values, shown when it fails
  // `value ~ target within tolerance`: the allowed difference and the actual one, shown when it
  // fails.
  std::optional<Shown> allowed, off;
  Span tolerance_span;
  std::vector<ExpectTerm> terms;
  Span text;  // the condition
  Span origin;
};
struct Stop {
  std::optional<std::string> message;
  Span origin;
};

struct Scenario;
struct Pass {
  std::vector<std::array<std::string, 2>> bindings;  // param, value as text
  std::shared_ptr<const Scenario> scenario;
};
// A list that results are made of, known once what stands before the sweep is done.
struct LateClause {
  NodeId node;             // over rows
  std::int32_t list = -1;  // that gives their number
  Span origin;
  std::string text;
};
struct Sweep {
  // With late clauses, a trial with the usual value of each param: the passes themselves come from
  // compiling with the values of the run (CompileOptions::late).
  std::vector<Pass> passes;
  std::vector<LateClause> late;
  int number = 0;                       // of all sweeps as they are compiled, from 0
  std::vector<std::int32_t> more = {};  // tables that later rounds of the loop around it fill, too
  Span origin;
};
struct Actions;
// `for` over what only a run fills. Its values are those at the beginning of the loop.
struct Loop {
  std::vector<Rounds> rounds;
  std::shared_ptr<const Actions> body;
  std::vector<std::int32_t> more = {};  // as of a sweep
  Span origin;
};
using Action = std::variant<Simulate, Print, Table, Plot, Animate, Expect, Stop, Sweep, Loop>;
struct Actions {
  std::vector<Action> list;
};

// `when`: actions each time the condition becomes true.
struct Event {
  std::string name;  // "" if anonymous
  NodeId condition;
  std::vector<Action> actions;   // Print, Expect, Stop
  std::vector<Switch> switches;  // after them, all at once
  Span origin;
};

struct TableInfo {
  std::string name;  // "" if anonymous
  struct Column {
    std::string name;
    Unit unit;
    bool text = false;
  };
  std::vector<Column> columns;
};

}  // namespace mbs::ir
