#include "runtime/study/passes.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

using namespace mbs;

namespace {

std::vector<std::size_t> order_of(int jobs, std::size_t passes) {
  std::vector<std::size_t> order;
  run_passes(
      passes, jobs,
      [](std::size_t i) {
        // Later passes are done sooner.
        std::this_thread::sleep_for(std::chrono::milliseconds(5 - static_cast<int>(i % 5)));
        PassResult result;
        result.outcome.expectation_failed = i == 2;
        return result;
      },
      [&](std::size_t i, PassResult& result) {
        CHECK(result.outcome.expectation_failed == (i == 2));
        order.push_back(i);
      });
  return order;
}

}  // namespace

TEST_CASE("passes are handed over in order, whatever the number of threads") {
  const std::vector<std::size_t> expected = {0, 1, 2, 3, 4, 5, 6};
  for (const int jobs : {1, 2, 4, 16}) CHECK(order_of(jobs, 7) == expected);
  CHECK(order_of(4, 0).empty());
}

namespace {

// What the passes 0 to 3 say where pass 2 throws.
template <class Thrown>
std::vector<std::string> codes_with(int jobs, const Thrown& thrown) {
  std::vector<std::string> codes;
  run_passes(
      4, jobs,
      [&](std::size_t i) {
        if (i == 2) throw thrown;
        return PassResult{};
      },
      [&](std::size_t i, PassResult& result) {
        CHECK(result.outcome.simulation_failed == (i == 2));
        for (const Diagnostic& d : diagnostics_of(result.output.outputs()))
          codes.emplace_back(info(d.code).name);
      });
  return codes;
}

}  // namespace

TEST_CASE("what a pass throws is a diagnostic of that pass") {
  for (const int jobs : {1, 3}) {
    CHECK(codes_with(jobs, std::bad_alloc()) == std::vector<std::string>{"E0704"});
    CHECK(codes_with(jobs, std::logic_error("never")) == std::vector<std::string>{"E0901"});
    CHECK(codes_with(jobs, 7) == std::vector<std::string>{"E0901"});
  }
}

TEST_CASE("what showing a pass throws comes through, and no further pass begins") {
  std::atomic<int> begun = 0;
  const auto run = [&] {
    run_passes(
        1000, 2,
        [&](std::size_t) {
          ++begun;
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return PassResult{};
        },
        [](std::size_t, PassResult&) { throw std::runtime_error("no"); });
  };
  CHECK_THROWS_AS(run(), std::runtime_error);
  CHECK(begun < 1000);
}

TEST_CASE("warnings that repeat others, up to their numbers, are counted instead of shown") {
  struct Texts : Sink {
    std::vector<std::string> all;
    std::string give(Output output) override {
      return take(
          output, [&](const Diagnostic& d) { all.push_back(d.message); },
          [&](const Note& note) { all.push_back(note.text); });
    }
  } texts;
  UnrepeatedSink sink;
  sink.aim(texts);
  const auto say = [&](Code code, const std::string& message) {
    sink.give(Diagnostic{code, message, {}, {}, {}, {}, {}});
  };
  say(Code::W0601, "`c[1]`: too fast (once, at t = 1e-3 s), in the pass with k = 1");
  say(Code::W0601, "`c[2]`: too fast (12 times, first at t = 0.5 s), in the pass with k = 2");
  say(Code::W0601, "`c[2]`: too slow (once, at t = 0.5 s), in the pass with k = 2");
  say(Code::E0701, "stopped, in the pass with k = 1");
  say(Code::E0701, "stopped, in the pass with k = 2");
  sink.tell_repeated(texts);
  REQUIRE(texts.all.size() == 5);
  CHECK(texts.all[1].starts_with("`c[2]`: too slow"));
  CHECK(texts.all[4] == "other passes warn once more like this: [W0601]: `c[1]`: too fast");
}
