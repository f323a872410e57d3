// An interactive session, apart from terminals: declarations accumulate, actions run at once, an
// expression prints its value. Each entry is kept or dropped whole.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/session/output.hpp"
#include "cli/session/world.hpp"
#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/lists.hpp"
#include "runtime/results/results.hpp"
#include "service/fitting_unit.hpp"

namespace mbs {

// What a session needs of the world around it. References must outlive it.
struct SessionHost {
  SourceMap& sources;
  SessionOutput& out;
  std::filesystem::path directory;  // what `use`, `:load` and `:save` are relative to
  RunLimits limits;                 // with `interrupted`
  std::function<std::string(const std::filesystem::path&, const std::string&)> write_file;
  int jobs = 0;
  int digits = 6;
  bool unicode = false;        // drawings may use more than ASCII
  bool outline_plots = false;  // drawings are named, not drawn
};

class Stepper;

class Session {
 public:
  explicit Session(SessionHost host);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Statements or an expression; commands are for enter.hpp. False if it was refused or failed;
  // then the declarations are as before.
  bool evaluate(const std::string& text);
  void count_entry() { ++entry_; }
  // Accepts the declarations of a script, and with `actions` executes the rest of it. What
  // diagnostics call it is `name`.
  bool load(const std::string& name, const std::string& text, bool actions);
  // The same in the place of all that is there, which stays if the script is refused.
  bool load_afresh(const std::string& name, const std::string& text);
  // Forgets declarations, overrides, the run, tables and `ans`. `undo` brings the first two back.
  void reset(const std::string& what);
  // Takes back the last accepted change of declarations or overrides; says what. Empty if there is
  // none.
  std::string undo();
  // Makes again what was taken back last, if nothing has changed since; says what.
  std::string redo();
  // `:set` and `:unset` (text null). False if the world refuses it.
  bool set_override(const std::string& name, const std::string* text);

  // The whole session as a script that gives the same: declarations with their overrides, and the
  // actions since they changed last. `statements` counts them.
  std::string as_script(int& statements) const;

  const SessionHost& host() const { return host_; }
  const SessionWorld& world() const { return world_; }
  CompileOptions compile_options() const { return options_for(world_); }
  SourceMap& sources() { return host_.sources; }
  SessionOutput& out() { return host_.out; }
  bool stale() const { return run_ && run_->mechanism != mechanism_; }
  bool wants_to_quit() const { return quit_; }
  void quit() { quit_ = true; }
  bool timing() const { return timing_; }
  void set_timing(bool on) { timing_ = on; }

  // ---- for commands ----------------------------------------------------------------

  // A compiled piece of the session: the world, remembered tables, then the statements asked for.
  struct Prepared {
    std::shared_ptr<const ir::Scenario> scenario;
    std::size_t first = 0;  // the first action that was asked for
    std::function<ir::LatePasses(const LateValues&)> late_passes;  // see ExecuteOptions
  };
  enum class Report { nothing, errors, warnings_too };
  // Are the `let`s of the present entry checked although nothing uses them? Those of earlier ones
  // are not: they may look at tables and runs that are gone.
  enum class Lets { as_used, of_entry };
  // Empty if they do not fit.
  std::optional<Prepared> prepare(const SessionWorld& world,
                                  const std::vector<ast::StatementPtr>& actions, Report report,
                                  Lets lets = Lets::as_used);
  std::shared_ptr<const ir::Scenario> compile_world();
  // What would be wrong with an entry; nothing changes.
  Trial tried(const std::string& text) const;
  // Parses an expression of a command; null with the errors shown.
  ast::ExprPtr expression(const std::string& text, Report report);
  // What `print` of expressions gives over the current run, shown nowhere. Empty after errors.
  std::vector<PrintPart> values(const std::vector<std::string>& expressions, Report report);
  // A single statement of a text that is right; null otherwise.
  ast::StatementPtr statement_of(const std::string& name, const std::string& text);

  // The current run with the declarations it was made with.
  struct KeptRun {
    std::shared_ptr<const Run> run;
    SessionWorld world;
    std::string mechanism;  // what it was made of, as text
    std::optional<RunSummary> summary = {};
    std::vector<PlotOutput> plots = {};  // the last ones
    std::vector<Expectation> expectations = {};
  };
  const KeptRun* current_run() const { return run_ ? &*run_ : nullptr; }
  // The latest instant a run has reached, s.
  double last_end() const { return last_end_; }
  // Named tables and runs of earlier entries, as statements.
  std::vector<ast::StatementPtr> kept_statements() const;
  void keep_run(std::shared_ptr<const Run> run, const SessionWorld& world,
                const ir::Scenario& scenario);
  // The same, of a run that goes on: the plots made of it stay, but not what was expected of its
  // end.
  void extend_run(std::shared_ptr<const Run> run, const SessionWorld& world,
                  const ir::Scenario& scenario);
  std::shared_ptr<Stepper>& stepper() { return stepper_; }
  // Prints a named table that an earlier entry has made; false if there is none.
  bool show_kept_table(const std::string& name);

 private:
  ast::File whole(const SessionWorld& world, const std::vector<ast::StatementPtr>& actions,
                  std::size_t& first) const;
  bool show_table(const ast::Expr& expression);
  bool show_object(const std::string& name);
  // The fields of what has this name that have a value, a line each, those that change as they are
  // at the end of the current run: "  mass  1 kg". Empty if it has none.
  std::string field_values(const std::string& name);
  struct KeptTable {  // a named table of an earlier entry
    std::string name;
    std::string text;  // of a table of constants with the same columns
    ast::StatementPtr placeholder;
    TableRows rows;
    std::vector<Heading> columns;
  };
  struct NamedRun {  // `simulate … as name` of an earlier entry
    std::string name;
    ast::StatementPtr placeholder;
    std::string mechanism;  // what it was made of, as text
    std::shared_ptr<const Run> run;
  };
  struct Change {  // for undo
    SessionWorld world;
    std::string mechanism;
    std::vector<ast::StatementPtr> actions;
    std::string what;     // the change that followed
    bool afresh = false;  // nothing of before was left by it, no run either
  };

  struct Contents {  // all that a script which is loaded takes the place of
    SessionWorld world;
    std::string mechanism;
    std::vector<ast::StatementPtr> actions;
    std::optional<KeptRun> run;
    std::vector<KeptTable> tables;
    std::vector<NamedRun> named;
    std::string answer;
    double last_end;
    std::vector<Change> history, taken_back;
  };
  Contents contents() const;
  void put_back(Contents before);
  std::string exchange(std::vector<Change>& from, std::vector<Change>& to, const char* verb);
  void show(const Diagnostics& diagnostics, Report report);
  std::string with_answer(const std::string& text) const;
  bool accept(const std::vector<ast::StatementPtr>& statements, bool actions);
  bool show_value(const ast::ExprPtr& expression);
  void remember(const std::string& what, bool afresh = false);
  void forget_results();
  void commit(SessionWorld next, const ir::Scenario& scenario, const std::vector<Accepted>& old,
              const std::string& changed);
  void take_world_of_run();
  void note_replaced(const std::vector<Accepted>& old, bool made_stale);
  void keep_up_run_world(const std::vector<ast::StatementPtr>& declarations);
  // One action; `ready` if it has been prepared in the present world.
  bool act(const ast::StatementPtr& action, bool expression, std::optional<Prepared> ready);
  bool execute(const Prepared& prepared, const SessionWorld& world, SessionSink& sink);
  void keep_shown(const SessionSink& sink);
  void keep_expectation(const Expectation& told);
  void keep_tables(const ir::Scenario& scenario, const Tables& tables);
  void give_named(const std::shared_ptr<const ir::Scenario>& scenario, NamedRuns& named) const;
  void keep_named(const ir::Scenario& scenario, const NamedRuns& named);
  void warn_stale(Span span);
  CompileOptions options_for(const SessionWorld& world) const;

  SessionHost host_;
  SessionWorld world_;
  std::string mechanism_;  // of world_
  std::vector<Change> history_, taken_back_;
  std::vector<ast::StatementPtr> actions_;  // since the declarations changed last
  std::optional<KeptRun> run_;
  std::string stale_told_;  // what the last warning of a stale run has named: "contact `hit`"
  std::vector<KeptTable> tables_;
  std::vector<NamedRun> named_;
  std::string answer_;  // `ans` as text
  double last_end_ = 0;
  int entry_ = 0;
  int entry_source_ = -1;
  bool quit_ = false, timing_ = false;
  std::shared_ptr<Stepper> stepper_;  // known to commands alone
};

}  // namespace mbs
