// One visitor of a variant from one function per alternative.
#pragma once

namespace mbs {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace mbs
