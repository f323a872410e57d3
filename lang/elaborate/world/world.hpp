// All that is known while one scenario is made, in parts: the names that have been entered
// (`Scopes`), what is declared (`Declarations`), the scenario that is filled (`Draft`), and how
// expressions are read just now (`Evaluation`). Who needs one part takes that; who evaluates takes
// the world, as an expression may ask for anything. A sweep makes a world per pass; what passes
// have in common, the names of the program among it, is the elaboration.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/elaborate/world/declarations.hpp"
#include "lang/elaborate/world/describe.hpp"
#include "lang/elaborate/world/draft.hpp"
#include "lang/elaborate/world/elaboration.hpp"
#include "lang/elaborate/world/evaluation.hpp"
#include "lang/elaborate/world/scopes.hpp"

namespace mbs::elaborate {

struct World : Scopes, Declarations, Draft {
  Elaboration& elaboration;
  Diagnostics* diagnostics;
  Diagnostics* aloud;  // the same, but while something is evaluated quietly
  std::vector<SweepBinding> bindings;
  Evaluation evaluation;
  long steps_left = 5'000'000;  // expressions, objects and actions; bounds what a script unfolds to

  World(Elaboration& shared, Diagnostics& sink);
};

// Adds a diagnostic with notes that name the uses that led here.
Diagnostic& report(World& world, Code code, Span span, std::string message, std::string label = {});

// Takes `steps` of what is left; false, with one E0310, once nothing is.
bool spend(World& world, Span span, long steps = 1);

Scope& new_scope(World& world, ScopeKind kind, Scope* parent);
// Enters the symbol; a second definition of a name is E0302 and is ignored.
bool define(World& world, Scope& scope, Symbol& symbol);

// What stands there, as it is written.
std::string source_text(const World& world, Span span);
// "crank.mbs:19"
std::string place_text(const World& world, Span span);
int line_of(const World& world, Span span);

// Sets a value for as long as it lives.
template <class T>
class Setting {
 public:
  Setting(T& place, T value) : place_(place), old_(std::move(place)) { place_ = std::move(value); }
  ~Setting() { place_ = std::move(old_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  T& place_;
  T old_;
};

// Drops reports for as long as it lives, as for the branch that an `if` does not take. A name, an
// attribute or an end that fails meanwhile is made again, and reported, by whoever asks next.
class Quiet {
 public:
  explicit Quiet(World& world)
      : sink_(world.diagnostics, &dropped_), quiet_(world.evaluation.quiet, true) {}

 private:
  Diagnostics dropped_;
  Setting<Diagnostics*> sink_;
  Setting<bool> quiet_;
};

// Notes, for messages, what is being evaluated and for whom.
class UseNote {
 public:
  UseNote(World& world, std::string text) : world_(world) {
    world_.evaluation.uses.push_back(std::move(text));
  }
  ~UseNote() { world_.evaluation.uses.pop_back(); }
  UseNote(const UseNote&) = delete;
  UseNote& operator=(const UseNote&) = delete;

 private:
  World& world_;
};

}  // namespace mbs::elaborate
