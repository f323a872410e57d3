// For tests: numbers with 50 digits.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

namespace mbs::test {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                           boost::multiprecision::et_off>;
// A function, as compilers differ in when they make a variable of this type.
inline Real real_epsilon() {
  return std::numeric_limits<Real>::epsilon();
}

}  // namespace mbs::test
