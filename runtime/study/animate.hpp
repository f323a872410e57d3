// Films of passes.
#pragma once

#include "runtime/study/passes.hpp"

namespace mbs {

// W0211: the pass of this film was made where its motion has stayed.
Diagnostic unfilmed(const GainedFilm& film);

}  // namespace mbs
