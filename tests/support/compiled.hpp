// Scripts compiled inside tests, and questions about what came out.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "lang/compile.hpp"
#include "lang/diagnostics/render.hpp"
#include "lang/expression/tape.hpp"
#include "lang/scenario/compile_options.hpp"

namespace mbs::test {

struct Compiled {
  SourceMap sources;
  Compilation result;
  const ir::Scenario& scenario() const {
    REQUIRE_MESSAGE(result.scenario, reports());
    return *result.scenario;
  }
  std::string codes() const {
    std::string text;
    for (const Diagnostic& d : result.diagnostics.sorted())
      text += (text.empty() ? "" : " ") + std::string(info(d.code).name);
    return text;
  }
  // All reports, each after a blank line: as raw strings look.
  std::string reports() const {
    std::string text;
    for (const Diagnostic& d : result.diagnostics.sorted()) text += "\n" + render(d, sources);
    return text;
  }
};

inline Compiled compile_text(const std::string& text, CompileOptions options = {}) {
  Compiled c;
  const int source = c.sources.add("test.mbs", text);
  c.result = compile(c.sources, source, options);
  return c;
}

// With other files at hand.
inline Compiled compile_files(const std::string& text,
                              const std::map<std::string, std::string>& files) {
  CompileOptions options;
  options.read_file = [&files](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return std::nullopt;
    return found->second;
  };
  return compile_text(text, options);
}

inline Compiled compile_set(const std::string& text, std::vector<Override> overrides) {
  CompileOptions options;
  options.overrides = std::move(overrides);
  return compile_text(text, options);
}

// The SI value of the first part of the n-th action, which must be a `print` of a constant.
inline double printed(const ir::Scenario& scenario, std::size_t action = 0, std::size_t part = 0) {
  const auto& print = std::get<ir::Print>(scenario.actions.at(action));
  return evaluate_once(scenario.graph, print.parts.at(part).node);
}

}  // namespace mbs::test
