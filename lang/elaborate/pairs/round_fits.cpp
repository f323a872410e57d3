#include "lang/elaborate/pairs/round_fits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"

namespace mbs::elaborate {

namespace {

// Flat on flat a stop needs a law of its own.
bool check_stops(World& world, Object& journal) {
  const double axial = axial_play(world, journal);
  if (axial > 0 && std::isfinite(axial))
    return require_attribute(
        world, journal, "axial_law",
        "of its end faces, flat on flat, a stiffness: `axial_law = hooke(1e8 N/m)`");
  const BoundAttribute* law = find_bound(journal, "axial_law");
  if (!law || !law->own) return true;
  report(world, Code::E0428, law->attribute->name.span,
         fmt::format("`{}` has no play along its axis, and so no stops", journal.name))
      .hint = "give it some at each end face: `axial = 0.1 mm`";
  return false;
}

bool check_journal(World& world, Object& contact) {
  for (const std::string_view name : {"ball", "socket"}) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (!bound || !bound->own) continue;
    report(world, Code::E0404, bound->attribute->name.span,
           fmt::format("`{}` is either a journal in its bearing or a ball in its socket",
                       contact.name))
        .hint = "two of `journal`, `bearing`, `clearance`, or two of `ball`, `socket`, `clearance`";
    return false;
  }
  if (!check_stops(world, contact)) return false;
  return require_attribute(world, contact, "length", "of the journal: `length = 20 mm`");
}

}  // namespace

bool check_round_fit_in_space(World& world, Object& contact) {
  if (is_journal(world, contact)) return check_journal(world, contact);
  for (const std::string_view name : {"length", "axis", "axial", "axial_law"}) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (!bound || !bound->own) continue;
    report(world, Code::E0408, bound->attribute->name.span,
           fmt::format("a ball in its socket has no {}", name))
        .hint = "a journal in its bearing has: two of `journal`, `bearing`, `clearance`";
    return false;
  }
  const BoundAttribute* angle = find_bound(contact, "angle");
  if (!angle) return true;
  report(world, Code::E0408, angle->attribute->name.span, "a ball in its socket has no one angle")
      .hint = "give the body's `rotation`";
  return false;
}

}  // namespace mbs::elaborate
