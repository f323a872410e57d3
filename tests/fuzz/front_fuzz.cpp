// Entry of libFuzzer; see pipeline.hpp.
#include "tests/fuzz/pipeline.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mbs::fuzz::run_pipeline(data, size);
  return 0;
}
