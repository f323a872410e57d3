// How a run is made, as far as a script or a command line may say, and which of them decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/kinds/options.hpp"

namespace mbs::ir {

// Who takes the steps of a run; `automatic`: explicit ones where they are cheaper, else IDA.
enum class IntegratorKind : std::uint8_t { ida, explicit_steps, automatic };
// As scripts and the command line write it.
constexpr const char* word_of(IntegratorKind kind) {
  return kind == IntegratorKind::ida         ? "ida"
         : kind == IntegratorKind::automatic ? "auto"
                                             : "explicit";
}

struct RunSettings {
  std::optional<double> tol;        // as it was asked for; see tolerance()
  std::optional<double> max_step;   // s
  bool sequential_impacts = false;  // rigid contacts are struck one after another, fastest first
  std::optional<double> step;       // s: in steps of this length, through all blows
  // m: contacts by force begin at the end of a step in which they go no deeper, instead of where
  // they touch
  std::optional<double> first_penetration;
  bool islands = false;  // each set of touching bodies in steps of its own
  // What a script gets that does not ask is what option::integrator has for it.
  IntegratorKind integrator = IntegratorKind::ida;

  double tolerance() const { return tol.value_or(*option::tol.usual); }
};

// What the command line asks of all runs, in place of what the script says.
struct RunOverrides {
  std::optional<double> tol;
  std::optional<IntegratorKind> integrator;
  // Times the tolerance, whoever has asked for it, and the steps of fixed length, which decide
  // the accuracy where there are any.
  double refined = 1;
};

// What a run is made with: the one place that decides.
RunSettings decided(const RunSettings& of_script, const RunOverrides& asked);

// Option and value of what is asked for, exactly, as a script would write it.
std::vector<std::pair<std::string, std::string>> texts_of(const RunOverrides& asked);

}  // namespace mbs::ir
