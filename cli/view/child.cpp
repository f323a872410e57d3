#include "cli/view/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace mbs {

namespace {

// Files and attributes of a process to be started, given back at the end.
struct Preparation {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  explicit Preparation(int output) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);  // connections, too
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  ~Preparation() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;
};

int started(pid_t& pid, const std::vector<std::string>& arguments, int output) {
  std::vector<std::string> copy = arguments;
  copy.insert(copy.begin(), "mbs");
  std::vector<char*> pointers;
  for (std::string& argument : copy) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const Preparation with(output);
  return posix_spawn(&pid, "/proc/self/exe", &with.files, &with.attributes, pointers.data(),
                     environ);
}

int waited(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, std::string& problem) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    problem = std::strerror(errno);
    return;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  output_ = ends[0];
  const int error = started(pid_, arguments, ends[1]);
  ::close(ends[1]);
  if (error == 0) return;
  problem = std::strerror(error);
  pid_ = -1;
  close_output();
}

Child::~Child() {
  close_output();
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waited(pid_);
}

void Child::close_output() {
  if (output_ >= 0) ::close(output_);
  output_ = -1;
}

void Child::take_lines(std::vector<std::string>& whole) {
  std::size_t begin = 0;
  for (std::size_t end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n', begin)) {
    whole.push_back(rest_.substr(begin, end - begin));
    begin = end + 1;
  }
  rest_.erase(0, begin);
}

std::vector<std::string> Child::lines() {
  std::vector<std::string> whole;
  std::array<char, 1 << 16> part;
  while (output_ >= 0) {
    const ssize_t count = ::read(output_, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (count <= 0) {
      close_output();
      break;
    }
    rest_.append(part.data(), static_cast<std::size_t>(count));
    const bool ends_line =
        std::memchr(part.data(), '\n', static_cast<std::size_t>(count)) != nullptr;
    if (ends_line) take_lines(whole);
  }
  return whole;
}

void Child::interrupt() {
  if (pid_ >= 0) kill(pid_, SIGINT);
}

std::string Child::end() {
  const int status = waited(pid_);
  pid_ = -1;
  if (!WIFSIGNALED(status)) return {};
  return fmt::format("the run was ended by signal {} ({})", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
}

}  // namespace mbs
