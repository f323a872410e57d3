// What a run of a script gives out, apart from how it is shown: the abstract sink and its data.
// Numbers are in SI units; each heading says the unit they are shown in.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/scenario/action.hpp"
#include "lang/units/units.hpp"
#include "runtime/record/findings.hpp"

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

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

struct Curve {
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
  std::vector<Curve> curves;
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

// An expectation and how it came out. The numbers are there where it compares two of them.
struct Expectation {
  Span origin, text;  // the statement, its condition
  std::string message;  // the script's own, may be empty
  bool holds = false;
  Heading value;  // the unit of all numbers here
  std::optional<double> found, wanted;  // SI
  std::optional<double> tolerance;      // SI; of `a ~ b within c`
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

// Receives results in the order of the script. Implemented by the program's text and JSON output.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void print(const std::vector<PrintPart>& parts) = 0;
  virtual void table(const TableOutput& table) = 0;
  virtual void plot(const PlotOutput& plot) = 0;
  // `to "file"`: an empty string, or why it could not be written.
  virtual std::string file(const TableOutput& table, const std::string& name) = 0;
  virtual std::string picture(const PlotOutput& plot, const std::string& name) = 0;
  virtual std::string film(const FilmOutput&, const std::string&) { return {}; }
  virtual void diagnostic(const Diagnostic& diagnostic) = 0;
  virtual void note(const std::string& text) = 0;
  virtual void run(const RunSummary& summary) = 0;

  // What only some sinks care for.
  virtual void from(Span) {}  // the statement that what follows belongs to
  virtual void expectation(const Expectation&) {}
  virtual void scene(const std::shared_ptr<const Scene>&) {}  // of the run that has just ended
  virtual void pass(const std::string&) {}  // of a sweep: its values, as text; empty behind the last
  virtual void gained(const std::string&) {}  // curves of the present run, by the plot of this name
};

// Keeps everything, to be given to another sink later. Files are accepted and written on replay,
// so this is for parts that write none.
class BufferedSink : public Sink {
 public:
  void print(const std::vector<PrintPart>& parts) override;
  void table(const TableOutput& table) override;
  void plot(const PlotOutput& plot) override;
  std::string file(const TableOutput& table, const std::string& name) override;
  std::string picture(const PlotOutput& plot, const std::string& name) override;
  // Given later, it says itself why it could not be written.
  std::string film(const FilmOutput& film, const std::string& name) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void note(const std::string& text) override;
  void run(const RunSummary& summary) override;
  void from(Span origin) override;
  void expectation(const Expectation& expectation) override;
  void pass(const std::string& values) override;
  void gained(const std::string& plot) override;
  void scene(const std::shared_ptr<const Scene>& scene) override;
  void replay(Sink& sink) const;

 private:
  std::vector<std::function<void(Sink&)>> entries_;
};

// Hands everything on: what others take from, or add to. Without a target nothing comes of it.
class RelaySink : public Sink {
 public:
  explicit RelaySink(Sink* target) : target_(target) {}  // which must outlive it
  void print(const std::vector<PrintPart>& parts) override { if (target_) target_->print(parts); }
  void table(const TableOutput& table) override { if (target_) target_->table(table); }
  void plot(const PlotOutput& plot) override { if (target_) target_->plot(plot); }
  std::string file(const TableOutput& table, const std::string& name) override {
    return target_ ? target_->file(table, name) : std::string();
  }
  std::string picture(const PlotOutput& plot, const std::string& name) override {
    return target_ ? target_->picture(plot, name) : std::string();
  }
  std::string film(const FilmOutput& film, const std::string& name) override {
    return target_ ? target_->film(film, name) : std::string();
  }
  void diagnostic(const Diagnostic& diagnostic) override { if (target_) target_->diagnostic(diagnostic); }
  void note(const std::string& text) override { if (target_) target_->note(text); }
  void run(const RunSummary& summary) override { if (target_) target_->run(summary); }
  void from(Span origin) override { if (target_) target_->from(origin); }
  void expectation(const Expectation& expectation) override { if (target_) target_->expectation(expectation); }
  void pass(const std::string& values) override { if (target_) target_->pass(values); }
  void gained(const std::string& plot) override { if (target_) target_->gained(plot); }
  void scene(const std::shared_ptr<const Scene>& scene) override { if (target_) target_->scene(scene); }

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
  void diagnostic(const Diagnostic& diagnostic) override;

 private:
  struct Told {
    std::string key, text;
    long repeated = 0;
  };
  std::vector<Told> told_;
};
// clang-format on

}  // namespace mbs
