// What a run of a script gives out, apart from how it is shown: the abstract sink and its data.
// Numbers are in SI units; each heading says the unit they are shown in.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/scenario/action.hpp"
#include "lang/text/overloaded.hpp"
#include "lang/units/units.hpp"
#include "runtime/record/findings.hpp"

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

struct Run;    // runtime/record/run.hpp
struct Scene;  // runtime/results/scene.hpp

// One value of a result. `missing`: there is none, such as the end of a contact that is still
// closed.
struct Cell {
  enum class Kind { number, boolean, text, missing } kind = Kind::missing;
  double value = 0;  // number: SI; boolean: 0 or 1
  std::string text;
  static Cell number(double value);  // missing if NaN
  static Cell boolean(bool value);
  static Cell of_text(std::string text);
  static Cell none() { return {}; }
};

struct Heading {
  std::string label;
  Unit unit;
  bool quoted = false;  // the label is a text of the script
};

// A printed part: one cell, a list of them, or the columns of a whole table of impacts.
struct PrintPart {
  Heading heading;
  bool named = false;  // shown as `label = value`
  bool is_list = false;
  std::vector<Cell> cells;  // one, or the list
};

struct TableOutput {
  std::string name;        // "" if anonymous
  bool has_title = false;  // the name was given in the script and stands above the table
  std::vector<Heading> columns;
  std::vector<std::vector<Cell>> rows;
};

struct PlottedCurve {
  Heading heading;
  std::vector<double> y;  // SI; the first one belongs to the point `begin` of the plot's x
  std::size_t begin = 0;
  std::vector<std::array<std::string, 2>> values = {};  // params and values of its pass, as text
  std::size_t gained = 0;  // which of the plots that were gathered it comes from, in their order
};
// Curves over one abscissa, points in order; those that were gathered have a part of it each.
struct PlotOutput {
  Heading versus;
  std::vector<double> x;  // SI; of a histogram the ends of its bins, one more than counts
  std::vector<PlottedCurve> curves;
  ir::PlotStyle style;
  std::vector<double> t;  // s, of each point; empty if they are no instants of a run
  std::string name = {};  // "" if anonymous
};

// A film of a run: what it shows, and at which instants.
struct FilmOutput {
  std::shared_ptr<const Scene> scene;  // null: of a run that was made elsewhere
  ir::Animate asked;
  double from = 0, to = 0;  // s
  double slow = 1;
  int frames = 1;  // evenly from the first instant to the last
};

// What pages show of a run first: `animate` without a file.
struct StageView {
  std::shared_ptr<const Run> run;
  ir::Animate asked;
  double from = 0, to = 0;  // s
};

// Signals of a run at the solver's samples: what `--keep` asks for.
struct KeptSignals {
  std::vector<std::size_t> passes;  // that it is of, from the outermost; see StorePlace
  int number = 1;                   // of the runs there, from 1
  std::string name;                 // `simulate … as name`; may be empty
  bool continues = false;           // it holds the run that it goes on with as well
  std::vector<double> t;            // s
  std::vector<Heading> headings;    // as scripts name them: "B.FN"
  std::vector<std::vector<double>> columns;  // of each heading, in its unit; NaN: no value
  std::vector<TableOutput> impacts;          // of contacts, each under its name
};

// An expectation and how it came out.
struct Expectation {
  Span origin, text;  // the statement, its condition
  std::string message;  // the script's own, may be empty
  bool holds = false;
  // A comparison, or a truth value by itself. Of a list the item that is nearest to failing, or is farthest beyond; of a
  // history the instant of it; with `any` the one nearest to holding.
  struct Part {
    Span text;
    bool holds = false, boolean = false;   // whether it compares truth values, 0 and 1
    Unit unit = {};                        // of all numbers here, but t
    std::optional<double> found, wanted;   // SI
    std::optional<double> tolerance;       // SI; of `a ~ b within c`
    std::optional<double> margin;          // SI; how far it is from failing, less than 0 where it fails
    std::optional<double> t;               // s; of a history
    std::size_t item = 0, items = 0, good = 0;  // of a list: which one, from 1; of how many, and how many of them hold
  };
  std::vector<Part> parts;  // one, unless it is made of several by `and`, `or`, `a < b < c`
};

// How one `simulate` went, for those who want to know.
struct RunSummary {
  double from = 0, to = 0;  // s
  std::string termination;  // "finished", "until", "stopped", "interrupted", "time limit", "failed"
  std::size_t samples = 0;
  struct Contact {
    std::string name;
    std::size_t impacts = 0;
    bool open = false;  // still closed at the end: its last impact is not over
  };
  std::vector<Contact> contacts;
  std::vector<std::pair<std::string, long>> counters;
  int unknowns = 0, kept_unknowns = 0;  // of the equations; those recorded to the end
  std::size_t recorded_bytes = 0;       // by all samples together
  std::string method, method_note;     // see Run
  std::string tolerances;              // scales and tolerances in words
  std::string shared_loads;            // joints whose reactions are shared: "`a` and `b`"
  double largest_drift = 0;            // m
  double energy_error = 0;             // the largest energy.error
  struct Audit {                       // the worst of each kind
    std::string code, of;              // "W0706", "drive `d`"
    double value = 0, allowed = 0;     // in `unit`
    std::string unit;                  // "m", "1"
    double t = 0;                      // s
  };
  std::vector<Audit> audits;
};

// E0703: a file of the statement there that could not be written.
Diagnostic unwritten(const std::string& file, const std::string& problem, Span origin);
// The same where nothing stands in a script: of a command, of a session.
std::string unwritten_text(const std::string& file, const std::string& problem);

// ---- what else is given ---------------------------------------------------------------

struct Printed {
  std::vector<PrintPart> parts;
};
// `to "file"`: the answer is why it could not be written, or empty.
struct TableFile {
  TableOutput table;
  std::string name;
};
struct PictureFile {
  PlotOutput plot;
  std::string name;
};
struct FilmFile {
  FilmOutput film;
  std::string name;
};
struct Note {
  std::string text;
};
// What only some care for.
struct Origin {  // the statement that what follows belongs to
  Span span;
};
struct RunScene {  // of the run that has just ended
  std::shared_ptr<const Scene> scene;
  std::weak_ptr<const Run> run = {};  // which is let go when others follow
};
struct KeptRun {  // the same
  std::shared_ptr<const KeptSignals> signals;
};
struct PassStart {
  std::string values;  // of a sweep's params, as text; empty behind the last pass
};
struct GainedCurves {  // of the present run, by the plot of this name
  std::string plot;
};
// clang-format on

// All that a script can give. A new kind is one more structure here, and a line in each sink that
// shows it; passes of other processes need it in cli/passes/pass_json.cpp.
using Output = std::variant<Printed, TableOutput, PlotOutput, TableFile, PictureFile, FilmFile,
                            StageView, Diagnostic, Note, RunSummary, Expectation, Origin, RunScene,
                            KeptRun, PassStart, GainedCurves>;

// Calls the handler for what there is, and gives its answer; what none of them takes comes to
// nothing.
template <class... Handlers>
std::string take(const Output& output, Handlers... handlers) {
  const Overloaded all{handlers..., [](const auto&) {}};
  return std::visit(
      [&](const auto& kind) -> std::string {
        if constexpr (std::is_void_v<decltype(all(kind))>) {
          all(kind);
          return {};
        } else {
          return all(kind);
        }
      },
      output);
}

// Receives outputs in the order of the script.
class Sink {
 public:
  virtual ~Sink() = default;
  // The answer is why a file could not be written, else empty.
  virtual std::string give(Output output) = 0;
};

// Keeps everything, to be given to another sink later. Files are accepted and written when they
// are given on, so this is for parts that write none.
class BufferedSink : public Sink {
 public:
  std::string give(Output output) override;
  const std::vector<Output>& outputs() const { return outputs_; }
  // Gives all to another sink, in order, and keeps nothing. A film says itself why it could not be
  // written.
  void replay(Sink& sink);

 private:
  std::vector<Output> outputs_;
};

// What was printed last; empty if nothing was.
std::vector<PrintPart> last_printed(const std::vector<Output>& outputs);
std::vector<Diagnostic> diagnostics_of(const std::vector<Output>& outputs);

// Hands everything on: what others take from, or add to. Without a target nothing comes of it.
class RelaySink : public Sink {
 public:
  explicit RelaySink(Sink* target) : target_(target) {}  // which must outlive it
  std::string give(Output output) override {
    return target_ ? target_->give(std::move(output)) : std::string();
  }

 protected:
  Sink* target_;
};

// Hands everything on but warnings that say what an earlier one said, up to its numbers: the passes
// of a sweep all warn alike.
class UnrepeatedSink : public RelaySink {
 public:
  UnrepeatedSink() : RelaySink(nullptr) {}
  // To where the next ones go.
  void aim(Sink& target) { target_ = &target; }
  // Notes for what was held back.
  void tell_repeated(Sink& target) const;
  std::string give(Output output) override;

 private:
  bool repeats(const Diagnostic& diagnostic);

  struct Told {
    std::string key, text;
    long repeated = 0;
  };
  std::vector<Told> told_;
};

}  // namespace mbs
