#include "runtime/study/passes.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "runtime/run/guard.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mbs {

void Outcome::merge(const Outcome& other) {
  expectation_failed |= other.expectation_failed;
  script_error |= other.script_error;
  simulation_failed |= other.simulation_failed;
  file_error |= other.file_error;
  interrupted |= other.interrupted;
  cut |= other.cut;
}

namespace {

int thread_count(std::size_t passes, int jobs) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = jobs > 0 ? static_cast<std::size_t>(jobs) : cores;
  return static_cast<int>(std::min(wanted, passes));
}

// Each pass frees a record that the next one allocates again. Pages given back to the system in
// between come back one fault at a time, and threads of one process wait for each other there.
void keep_freed_pages() {
#ifdef __GLIBC__
  constexpr int kept = 64 << 20;  // bytes per arena, at most
  mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

// Fewer than asked for where the system has no more, such as in a container.
std::vector<std::jthread> start_threads(int count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  try {
    for (int k = 0; k < count; ++k) threads.emplace_back(work);
  } catch (const std::system_error&) {
  }
  return threads;
}

}  // namespace

PassResult guarded_pass(const std::function<PassResult(std::size_t)>& execute, std::size_t pass) {
  PassResult result;
  auto problem = guarded([&] { result = execute(pass); });
  if (!problem) return result;
  result = {};
  result.outcome.simulation_failed = true;
  result.outcome.cut = problem->code == Code::E0704;
  // Where even this finds no memory, the exit code has to do.
  guarded([&] { result.output.give(std::move(*problem)); });
  return result;
}

void run_passes(std::size_t passes, int jobs, const std::function<PassResult(std::size_t)>& execute,
                const std::function<void(std::size_t, PassResult&)>& done) {
  keep_freed_pages();
  const int threads = thread_count(passes, jobs);
  if (threads <= 1) {
    for (std::size_t i = 0; i < passes; ++i) {
      PassResult result = guarded_pass(execute, i);
      done(i, result);
    }
    return;
  }
  std::vector<std::unique_ptr<PassResult>> finished(passes);
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < passes; i = next++) {
      auto result = std::make_unique<PassResult>(guarded_pass(execute, i));
      const std::lock_guard lock(mutex);
      finished[i] = std::move(result);
      changed.notify_one();
    }
  };
  const std::vector<std::jthread> workers = start_threads(threads, work);
  if (workers.empty()) return run_passes(passes, 1, execute, done);
  for (std::size_t i = 0; i < passes; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return finished[i] != nullptr; });
    lock.unlock();
    try {
      done(i, *finished[i]);
    } catch (...) {
      next = passes;  // nobody waits for the others any more
      throw;
    }
    *finished[i] = {};
  }
}

}  // namespace mbs
