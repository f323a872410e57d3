#include "runtime/forward/led_bends.hpp"

#include "runtime/model/evaluation.hpp"
#include "runtime/model/scalar_function.hpp"
#include "runtime/model/spatial_function.hpp"

namespace mbs {

namespace {

bool leads_bend(const RowTerm& term) {
  return term.function.spatial() && spatial::is_bend(term.function);
}

// About which it bends, in the axes of the second body.
Vector3 axis_of(const PairFunction& bend, const Placement& at) {
  Local g{};
  gradient(bend, at, g);
  return {g[9], g[10], g[11]};
}

}  // namespace

LedBends::LedBends(const Model& model) : model_(model) {
  for (std::size_t k = 0; k < model.rows.size(); ++k)
    for (int i = 0; i < model.rows[k].term_count; ++i)
      if (leads_bend(model.rows[k].terms[i])) rows_.push_back(static_cast<int>(k));
}

int LedBends::passed_over(const Placement& from, const Placement& to, const Mode& mode) const {
  for (const int k : rows_) {
    if (!row_acts(&mode, k)) continue;
    for (int i = 0; i < model_.rows[k].term_count; ++i) {
      const RowTerm& term = model_.rows[k].terms[i];
      if (leads_bend(term) && axis_of(term.function, from).dot(axis_of(term.function, to)) < 0)
        return k;
    }
  }
  return -1;
}

}  // namespace mbs
