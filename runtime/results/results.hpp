// Values of results: expressions over a finished run, its impacts and the tables so far.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/expression/tape.hpp"
#include "lang/scenario/scenario.hpp"
#include "runtime/results/item_uses.hpp"
#include "runtime/results/lists.hpp"
#include "runtime/results/output.hpp"
#include "runtime/results/run_reductions.hpp"
#include "runtime/results/traces.hpp"

namespace mbs {

// Runs that are kept under a name, in the order of Scenario::runs; null: not made yet. `model`: of
// the scenario, if some were made with another scenario of the same mechanism.
struct NamedRuns {
  std::vector<std::shared_ptr<const Run>> runs;
  ModelPtr model;
};

// How a run is read, beside what is asked of it.
struct Reading {
  int digits = 6;                    // of texts
  ModelPtr model = nullptr;          // of the scenario, if the run was made with another one of the
                                     // same mechanism
  const NamedRuns* named = nullptr;  // null: there are none
};

// Evaluates one scenario's results. Complaints (an index out of range, a result without a run) go
// to `diagnostics` and the value is NaN. Everything passed in must outlive the object; the run must
// not change meanwhile, tables and named runs may grow.
class Results : public RunResults {
 public:
  Results(const ir::Scenario& scenario, const Run* run, const Tables& tables,
          Diagnostics& diagnostics, const Reading& how = {});

  // Called now and then in long work; what it throws ends the work, and the object with it.
  void poll_with(std::function<void()> poll) {
    if (traces_) traces_->poll_with(poll);
    poll_ = std::move(poll);
  }

  // A single value. Signals in it have their value at the last sample (bodies of `when`).
  double point(NodeId node) override;
  // One value per row of `list`, or of the list the expression itself is made of if `list` < 0.
  std::vector<double> rows(NodeId node, std::int32_t list = -1);
  // One value per accepted step, or per point: at a sample, or between two.
  std::vector<double> trace(NodeId node) override;
  struct Point {
    double t = 0;
    std::optional<std::size_t> sample;
  };
  std::vector<double> at_points(NodeId node, const std::vector<Point>& points);
  double at_time(NodeId node, double time) override;
  bool has(double time) const;

  // What a loop goes through, a value for each round and item; and that it has come to one.
  std::vector<std::vector<double>> rounds(const std::vector<ir::Rounds>& over);
  void set_item(std::int32_t item, double value);

  Cell cell(const ir::Shown& shown);
  std::vector<Cell> row_cells(const ir::Shown& shown);
  std::vector<Cell> cells_at(const ir::Shown& shown, const std::vector<double>& times);
  PrintPart print_part(const ir::Shown& shown);
  std::string text(const ir::Shown& shown);
  // The impacts of a contact that are shown.
  std::vector<Impact> impacts(const ir::Shown& shown);

  // The first instant (s) at which an `all` over a run fails that the node is made of: a condition
  // that is false now. Empty if there is none.
  std::optional<double> first_failure(NodeId condition);

  // The statement for which results are worked out: where complaints about lists point that an
  // earlier statement asked for, too.
  void asked_by(Span statement) { asked_by_ = statement; }

  const Run* run() const override { return run_ && run_->size() > 0 ? run_ : nullptr; }
  // What is asked of a run that has a name, or of this one where `run` < 0. Null, with E0306, if
  // that is not there.
  Results* of(std::int32_t run, Span origin);
  // Facts worth a line beside the results, such as contacts that reductions left out. Emptied.
  std::vector<std::string> take_notes();
  // Nothing is noted of what `look` asks.
  void without_notes(const std::function<void()>& look);
  // Forgets reductions and lists: tables have grown.
  void refresh();

  const ir::Scenario& scenario() const override { return scenario_; }
  Diagnostics& complaints() override { return diagnostics_; }
  void note(std::string text) override;
  int digits() const override { return digits_; }
  bool is_condition(NodeId node) const override;
  double outside(NodeId node) override;
  double first(NodeId node) override;
  std::vector<double> inner(NodeId node) override;

 private:
  // An expression compiled, with the signals among its inputs.
  struct Expression {
    Tape tape;
    TapeState state;
    std::vector<double> inputs;
    std::vector<Slot> signals;
    std::vector<std::size_t> signal_places;  // into inputs
    NodeId node;
    bool chooses = false;  // between results: not all of them may be asked for
  };
  Expression& expression(NodeId node);
  void fill_results(Expression& e, std::size_t row);
  void complain_of_dropped();
  double evaluate(Expression& e);
  std::vector<double> over_samples(Expression& e);
  std::vector<double> over_columns(Expression& e, const std::vector<const double*>& columns,
                                   std::size_t count);

  double result_value(const Slot& slot, std::size_t row);
  double item(const ir::ListSource& list, std::int64_t index);
  double no_item(const ir::ListSource& list, std::int64_t index);
  void tell_beyond();
  bool made_of_faults(NodeId node, std::int32_t list);
  double reduction(std::int32_t index);
  bool lasts(const ir::Reduction& reduction) const;
  std::vector<double> events_of(const ir::ListSource& source);
  double place_of(const ir::Reduction& reduction, const std::vector<double>& values);
  double item_of(const ir::Reduction& reduction, const std::vector<double>& values);
  double quantile_of(const ir::Reduction& reduction, const std::vector<double>& values);
  double reduce_rows_of(const ir::Reduction& reduction);
  // A list's values, and of columns of impacts the impacts that they are of.
  struct List {
    std::vector<double> values;
    std::vector<const Impact*> impacts;
    bool faulty = false;  // an item of it was asked for where there is none
  };
  const List& list(std::int32_t index);
  double rows_of(std::int32_t index);  // how many; NaN where a choice among them has failed
  List made_list(const ir::ListSource& source);
  std::vector<double> at_instants(const ir::ListSource& source);
  std::vector<double> numbers(const ir::ListSource& source);
  std::vector<double> chosen(const ir::ListSource& source);
  std::vector<double> counted(const ir::ListSource& source);
  std::vector<double> ruled(const ir::ListSource& source);
  std::vector<Impact> chosen(const std::vector<Impact>& impacts, const ir::Shown& shown);
  // Which rows hold; those that have no value do not, and a note says how many.
  std::vector<bool> holding(NodeId condition, std::int32_t list, const std::string& text);
  double entry(const ir::ListSource& source, const List& list, std::size_t row);
  std::vector<const Impact*> impacts_of(const ir::ListSource& source);
  // All rows of a contact, or of a clearance of several; the run is there. Without `forces` those
  // of several may lack F_max.
  const std::vector<Impact>& impacts_of(std::int32_t contact, std::int32_t shared, bool forces);
  const std::string& name_of(std::int32_t contact, std::int32_t shared) const;
  double largest_sum(const ir::SharedClearance& clearance, RunPart part);
  void warn_of_slow(const Impact& impact, const std::string& contact, Span origin);
  std::size_t row_count(NodeId node, std::int32_t list);
  void note_left_out(const ir::Reduction& reduction, std::size_t count);
  bool undecided(const ir::Reduction& reduction, const std::vector<double>& values);
  bool need_run(Span origin, const std::string& what);
  std::string hole(const ir::TextHole& hole);

  const ir::Scenario& scenario_;
  const Run* run_;
  const Tables& tables_;
  Diagnostics& diagnostics_;
  int digits_;
  std::function<void()> poll_;
  const NamedRuns* named_;
  Results* owner_ = nullptr;  // of whom this looks at another run
  std::vector<std::unique_ptr<Results>> others_;
  std::unique_ptr<Traces> traces_;
  std::unordered_map<std::int32_t, Expression> expressions_;
  std::vector<std::optional<double>> reductions_;
  std::vector<std::optional<double>> lasting_;  // those that neither read a table nor complain
  std::vector<std::optional<List>> lists_;
  std::optional<ItemUses> uses_;  // once there are items
  std::vector<double> items_;     // by loop_item
  std::vector<std::string> notes_;
  bool told_of_dropped_ = false;
  std::set<std::string> told_of_slow_;  // contacts
  std::map<std::int32_t, std::vector<Impact>> shared_impacts_;
  std::set<std::string> noted_;
  Span asked_by_;
  // Indices from 0 that lists do not have, while a list is made of such items: told as one.
  struct Beyond {
    const ir::ListSource* source;
    std::int64_t first, last;
  };
  std::vector<Beyond> beyond_;
  int lists_in_making_ = 0;
  std::size_t faults_ = 0;  // items asked for that are not there
};

}  // namespace mbs
