// Models of scripts in space.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>

#include "runtime/model/model_impl.hpp"
#include "tests/support/compiled.hpp"

namespace mbs::test {

// What stands between the head of a script and its run, put together.
struct Built {
  std::shared_ptr<const ir::Scenario> scenario;
  Diagnostics diagnostics;
  ModelPtr model;
  std::optional<Assembly> a;

  explicit Built(const std::string& text) {
    Compiled c = compile_text("mbs 1\nworld spatial { gravity = (1, -2, -9.81) m/s^2 }\n" + text +
                              "\nsimulate 1 s\n");
    scenario = std::make_shared<const ir::Scenario>(c.scenario());
    model = build(scenario);
    a = assemble(*model, diagnostics);
    for (const Diagnostic& d : diagnostics.list()) MESSAGE(d.message);
    REQUIRE(a);
  }
};

}  // namespace mbs::test
