#include "lang/elaborate/declare/law_id.hpp"

namespace mbs::elaborate {

namespace {

bool same_program(const ir::LawProgram& a, const ir::LawProgram& b) {
  return a.text == b.text && a.friction_text == b.friction_text && a.FN == b.FN && a.FT == b.FT &&
         a.FT_vector == b.FT_vector && a.stick == b.stick && a.vt_out == b.vt_out &&
         a.departure == b.departure && a.out == b.out && a.graph == b.graph && a.given == b.given &&
         a.signals.size() == b.signals.size();
}

}  // namespace

ir::LawId law_id(Draft& draft, const ir::LawProgram& program) {
  auto& laws = draft.scenario->laws;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    if (same_program(laws[i], program)) return ir::LawId{static_cast<std::int32_t>(i)};
  }
  laws.push_back(program);
  return ir::LawId{static_cast<std::int32_t>(laws.size()) - 1};
}

}  // namespace mbs::elaborate
