// Functions that are compiled twice, for the processor that every machine has and for those with
// wider instructions: which of both is taken is decided once, where the program starts.
#pragma once

#include <cstdlib>  // says whose library it is

// Instructions that multiply and add in one rounding are not among those of `avx2`, so both give
// the same bits. Sanitizers are not ready where the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MBS_COMPILED_TWICE [[gnu::target_clones("avx2", "default")]]
#else
#define MBS_COMPILED_TWICE
#endif
