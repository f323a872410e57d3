// The norm by which integrators judge a step: sqrt(sum (e_i w_i)^2 / unknowns_at_work) of the
// errors e_i, with weights w_i = 1/tolerance.
#pragma once

namespace mbs {

// The mean square that is usual would hide the error of one contact among many bodies, so the sum
// is divided by a fixed number of unknowns: about those of one mechanism at work.
inline constexpr double unknowns_at_work = 16;

}  // namespace mbs
