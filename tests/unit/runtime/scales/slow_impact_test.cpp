// Laws that divide by the impact speed take v_min for a slower one, and say so.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "runtime/record/run.hpp"
#include "tests/support/law_probe.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// All laws of the library with v_min; @ stands for the restitution asked for.
const char* const tried_laws[] = {
    "hunt_crossley(@)",
    "herbert_mcwhannell(@)",
    "lee_wang(@)",
    "lankarani_nikravesh(@)",
    "gonthier(@)",
    "zhiying_qishao(@)",
    "flores(@)",
    "hu_guo(@)",
    "carvalho_martins(@)",
    "safaeifar(@)",
    "pant_wijeyewickrema(@, 1e9 N/m)",
    "exact(@)",
    "zhang_sharf(@)",
    "pereira(@)",
    "damped(esdu_78035, h_flores(@))",
    "restoring(johnson, @)",
};

std::string with_restitution(std::string law, const std::string& ce) {
  return law.replace(law.find('@'), 1, ce);
}

// A pin a micrometre from the wall of its hole, and the law it meets there.
std::string pin(const std::string& name, const std::string& speed, const std::string& law) {
  return "body " + name +
         " { mass = 1 kg, inertia = 1e-4 kg*m^2, at = (0.499, 0) mm, velocity = (" + speed +
         ", 0) }\nclearance at_" + name + ": " + name +
         " in ground { journal = 9.5 mm, bearing = 10 mm, length = 15 mm, material = steel, "
         "start = free, law = " +
         law + " }\n";
}

long said(const Run& run, const std::string& contact) {
  long count = 0;
  for (const RunWarning& w : run.warnings)
    if (w.subject == contact && w.message.find("v_min") != std::string::npos) count += w.count;
  return count;
}

Run run_for(double duration, const std::string& script) {
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration;
  const ModelPtr model =
      build(std::make_shared<const ir::Scenario>(compile_text(script).scenario()));
  return simulate(model, what, {}, nullptr, diagnostics);
}

}  // namespace

TEST_CASE("every law with v_min says when an impact was slower") {
  for (const char* law : tried_laws) {
    INFO(std::string(law));
    const std::string lossy = with_restitution(law, "0.9"), elastic = with_restitution(law, "1");
    const Run run = run_for(0.01, pin("slow", "0.5 mm/s", lossy) + pin("fast", "2 mm/s", lossy) +
                                      pin("elastic", "0.5 mm/s", elastic));
    for (const auto& impacts : run.impacts) CHECK(impacts.size() == 1);
    CHECK(said(run, "at_slow") == 1);
    CHECK(said(run, "at_fast") == 0);
    CHECK(said(run, "at_elastic") == 0);  // nothing is divided by v_min without damping
  }
}
