// Rigid laws: those that say with which speed, impulse or work a contact departs from a blow.
#pragma once

#include <string_view>

#include "lang/elaborate/world/reports.hpp"
#include "lang/scenario/contact.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs::elaborate {

// What the first result of that kind in the law's block says; none of other laws.
ir::Departure departure_of(const ast::Law& law);
// What such a law sets: "v_out", m/s; of none: "FN", N.
struct LawResult {
  std::string_view name;
  Dimension dimension;
};
LawResult result_of(ir::Departure departure);
// What a friction law may set of blows, too.
inline constexpr LawResult restored_sliding{"vt_out", dim::speed};
// Reports what cannot stand beside the result of a rigid law: another result, a state, an equation
// to be solved. False then.
bool check_rigid(Reports& reports, const ast::Law& law, ir::Departure departure);
// Is this such another result?
bool told_beside(const ast::Assign& assign, ir::Departure departure);

}  // namespace mbs::elaborate
