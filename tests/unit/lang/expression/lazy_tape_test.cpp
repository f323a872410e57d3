// Tapes that are compiled when they are asked for.
#include "lang/expression/lazy_tape.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

using namespace mbs;

TEST_CASE("a lazy tape is compiled once, whoever asks, and its copies share it") {
  std::atomic<int> made = 0;
  const LazyTape lazy([&] {
    ++made;
    Graph g;
    const NodeId node = g.mul(g.constant(2), g.slot({.kind = SlotKind::law_delta}));
    return Tape::compile(g, {&node, 1});
  });
  const LazyTape copy = lazy;
  CHECK(made == 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { CHECK(copy.get().output_count() == 1); });
  for (std::thread& thread : threads) thread.join();
  CHECK(made == 1);
  CHECK(&lazy.get() == &copy.get());
  TapeState state = lazy.get().state();
  double in = 3, out = 0;
  REQUIRE(lazy.get().evaluate({&in, 1}, {&out, 1}, state));
  CHECK(out == 6);
}
