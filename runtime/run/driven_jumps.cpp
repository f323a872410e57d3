#include "runtime/run/driven_jumps.hpp"

#include <fmt/format.h>

#include "runtime/run/warnings.hpp"

namespace mbs {

bool is_jump(const Present& now, double change) {
  constexpr double jumps = 10;  // tolerances: less is what steps err by
  return change > jumps * now.scales.tolerance[now.layout.v];
}

bool tell_driven_jumps(Present& now, std::span<const DriveImpulse> impulses) {
  bool any = false;
  for (const DriveImpulse& blow : impulses) {
    if (!is_jump(now, blow.change)) continue;
    const ir::Drive& drive = now.scenario.drives[blow.drive];
    now.recorder.log(now.t, "blow", drive.name, blow.impulse,
                     fmt::format("the driven speed jumps: {:.6g} {}", blow.impulse,
                                 impulse_unit(now.model, drive)));
    warn_frictionless_blow(drive, now.t, now.model, now.run);
    any = true;
  }
  return any;
}

}  // namespace mbs
