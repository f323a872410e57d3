#include "lang/elaborate/declare/turning.hpp"

#include <fmt/format.h>

#include <string>

#include "lang/elaborate/declare/space_limits.hpp"
#include "lang/elaborate/objects/attributes.hpp"

namespace mbs::elaborate {

void set_turning(World& world, Object& object, const ir::LawProgram& law, ir::Contact& contact) {
  contact.rolling = attribute_number(world, object, "rolling").value_or(0);
  contact.spinning = attribute_number(world, object, "spinning").value_or(0);
  for (const char* name : {"rolling", "spinning"}) {
    const BoundAttribute* bound = find_bound(object, name);
    if (!bound) continue;
    if (law.rigid()) {
      report(world, Code::E0408, bound->attribute->name.span,
             fmt::format("a rigid contact cannot resist `{}` yet", name))
          .hint =
          "a law of force does, with a friction that is smooth at rest: "
          "`coulomb_tanh(mu = 0.1, vr = 1 mm/s)`";
      continue;
    }
    const bool resists = (name == std::string("rolling") ? contact.rolling : contact.spinning) > 0;
    if (resists && !check_turning_in_space(world, object, law, name)) return;
  }
}

}  // namespace mbs::elaborate
