// The loop that runs a tape. What comes after an operation is jumped to from the operation itself:
// half of the instructions that a loop around a `switch` takes.
#include <cmath>

#include "lang/expression/scalar.hpp"
#include "lang/expression/tape.hpp"

// Labels are values here, which both compilers know.
#pragma GCC diagnostic ignored "-Wpedantic"

// In the order of Op. Laid out by hand: the tool finds no end to it.
// clang-format off
#define MBS_PURE_OPERATIONS(X)                                                                   \
  X(add) X(subtract) X(multiply) X(divide) X(negate) X(power) X(sqrt) X(cbrt) X(abs) X(exp)      \
  X(log) X(log10) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh)           \
  X(floor) X(atan2) X(minimum) X(maximum) X(lambertw) X(less) X(less_equal) X(equal)             \
  X(logical_and) X(logical_or) X(logical_not)
// clang-format on

namespace mbs {

namespace {

#define MBS_VALUE(op) Op::op,
constexpr Op pure[] = {MBS_PURE_OPERATIONS(MBS_VALUE)};
#undef MBS_VALUE

constexpr bool in_order() {
  int expected = static_cast<int>(Op::add);
  for (const Op op : pure)
    if (static_cast<int>(op) != expected++) return false;
  return expected == static_cast<int>(Op::select);
}
static_assert(in_order(), "an operation has no label");

}  // namespace

void Tape::run(TapeState& state) const {
#define MBS_LABEL(op) &&label_##op,
  static const void* const labels[] = {
      nullptr,      nullptr,       MBS_PURE_OPERATIONS(MBS_LABEL) && label_select, &&label_watch,
      &&label_end,  // for `bound`, which no tape has
      &&label_root, &&label_lookup};
#undef MBS_LABEL
  if (code_.empty()) return;
  double* const r = state.registers.data();
  const Instruction* i = code_.data();
#define MBS_NEXT goto* labels[static_cast<unsigned>(i->op)]
  MBS_NEXT;
#define MBS_STEP(op)                                        \
  label_##op : r[i->out] = apply(Op::op, r[i->a], r[i->b]); \
  ++i;                                                      \
  MBS_NEXT;
  MBS_PURE_OPERATIONS(MBS_STEP)
#undef MBS_STEP
label_select:
  r[i->out] = choose(r[i->a], r[i->b], r[i->c]);
  ++i;
  MBS_NEXT;
label_watch:
  r[i->out] = watch(*i, state);
  ++i;
  MBS_NEXT;
label_lookup:
  r[i->out] = tables_[i->b]->at(r[i->a], {static_cast<TableBranch>(i->c / 4), i->c % 4});
  ++i;
  MBS_NEXT;
label_root:
  r[i->out] = root(*i, state);
  ++i;
  MBS_NEXT;
label_end:
  return;
#undef MBS_NEXT
}

}  // namespace mbs
