// What is fuzzed: a text through the whole front half of the program. Every promise that can be
// checked without knowing the text is checked here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mbs::fuzz {

// Aborts if a promise is broken; returns otherwise, whatever the text says.
void run_pipeline(const std::uint8_t* data, std::size_t size);

}  // namespace mbs::fuzz
