#include "lang/scenario/run_settings.hpp"

#include <fmt/format.h>

namespace mbs::ir {

RunSettings decided(const RunSettings& of_script, const RunOverrides& asked) {
  RunSettings settings = of_script;
  if (asked.tol) settings.tol = asked.tol;
  if (asked.integrator) settings.integrator = *asked.integrator;
  settings.tol = settings.tolerance() * asked.refined;
  if (settings.step) settings.step = *settings.step * asked.refined;
  return settings;
}

std::vector<std::pair<std::string, std::string>> texts_of(const RunOverrides& asked) {
  std::vector<std::pair<std::string, std::string>> texts;
  if (asked.tol) texts.emplace_back(option::tol.name, fmt::format("{}", *asked.tol));
  if (asked.integrator) texts.emplace_back(option::integrator.name, word_of(*asked.integrator));
  return texts;
}

}  // namespace mbs::ir
