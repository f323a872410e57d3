#include "lang/elaborate/declare/turning.hpp"

#include <fmt/format.h>

#include "lang/elaborate/declare/space_limits.hpp"
#include "lang/elaborate/objects/attributes.hpp"

namespace mbs::elaborate {

void set_turning(World& world, Object& object, const ir::LawProgram& law, ir::Contact& contact) {
  contact.rolling = attribute_number(world, object, "rolling").value_or(0);
  contact.spinning = attribute_number(world, object, "spinning").value_or(0);
  struct Lever {
    const char* name;
    double length;
  };
  for (const auto& [name, length] :
       {Lever{"rolling", contact.rolling}, Lever{"spinning", contact.spinning}}) {
    const BoundAttribute* bound = find_bound(object, name);
    if (!bound || !(length > 0)) continue;
    if (law.rigid() && law.departure != ir::Departure::speed) {
      report(world, Code::E0408, bound->attribute->name.span,
             fmt::format("`{}` has no part in a blow whose law speaks of impulses or work", name))
          .hint = "a law of speed does: `law = newton(0.5)`, or `unilateral`";
      continue;
    }
    if (!check_turning_in_space(world, object, law, name)) return;
  }
}

}  // namespace mbs::elaborate
