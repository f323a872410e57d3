#include "tests/mutation/child.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "tests/mutation/files.hpp"

namespace mbs::mutation {

namespace {

using Clock = std::chrono::steady_clock;

// Whatever the child needs, made before the fork: behind it nothing may be allocated.
struct Plan {
  std::vector<char*> arguments;
  std::string directory, in, out, err;
  const Limits* limits;
};

void limit(int what, std::size_t value) {
  const rlimit both{value, value};
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

void direct(const std::string& file, int flags, int descriptor) {
  const int opened = open(file.c_str(), flags | O_CLOEXEC, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
}

[[noreturn]] void become(const Plan& plan) {
  if (chdir(plan.directory.c_str()) != 0) _exit(126);
  direct(plan.in, O_RDONLY, STDIN_FILENO);
  direct(plan.out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  direct(plan.err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  for (const int descriptor : plan.limits->closed) close(descriptor);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<std::size_t>(std::ceil(plan.limits->processor_seconds)));
  if (plan.limits->memory) limit(RLIMIT_AS, *plan.limits->memory);
  if (plan.limits->file_size) limit(RLIMIT_FSIZE, *plan.limits->file_size);
  if (plan.limits->open_files) limit(RLIMIT_NOFILE, *plan.limits->open_files);
  execv(plan.arguments[0], plan.arguments.data());
  _exit(126);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void wait_for(pid_t child, const Limits& limits, Outcome& outcome) {
  const Clock::time_point start = Clock::now();
  int status = 0;
  double pause = 2e-4;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const double passed = seconds_since(start);
    if (limits.signal && !outcome.sent && passed >= limits.signal_seconds) {
      kill(child, limits.signal);
      outcome.sent = true;
    }
    if (passed > limits.wall_seconds && !outcome.hung) {
      outcome.hung = true;
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
    pause = std::min(1.2 * pause, limits.signal && !outcome.sent ? 5e-4 : 1e-2);
  }
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.hung = outcome.hung || outcome.signal == SIGXCPU ||
                 (outcome.signal == SIGKILL && limits.signal != SIGKILL);
}

}  // namespace

Outcome run_child(const std::vector<std::string>& command, const std::filesystem::path& directory,
                  const std::filesystem::path& scratch, const std::string& input,
                  const Limits& limits) {
  Plan plan{{}, directory, "/dev/null", scratch / "out", scratch / "err", &limits};
  for (const std::string& argument : command)
    plan.arguments.push_back(const_cast<char*>(argument.c_str()));
  plan.arguments.push_back(nullptr);
  if (!input.empty()) write_text(plan.in = scratch / "in", input);
  if (!limits.out_to.empty()) plan.out = limits.out_to;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process can be made");
  if (child == 0) become(plan);
  Outcome outcome;
  wait_for(child, limits, outcome);
  if (outcome.code == 126) throw std::runtime_error("cannot run " + command[0]);
  if (limits.out_to.empty()) outcome.out = read_text(plan.out);
  outcome.err = read_text(plan.err);
  return outcome;
}

}  // namespace mbs::mutation
