#include "cli/main_program.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "cli/film/file.hpp"
#include "cli/passes/ranks.hpp"

namespace mbs {

namespace {

std::atomic<int> interrupted_by{0};  // the signal
static_assert(std::atomic<int>::is_always_lock_free);

// The first Ctrl-C asks the run to end and print what it has; a second one does not wait.
void on_interrupt(int signal) {
  if (interrupted_by.exchange(signal) != 0) _exit(128 + signal);
}

// Writes to a file descriptor and remembers why a write failed.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }
  ~DescriptorBuffer() override { sync(); }
  int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  int sync() override {
    const char* begin = pbase();
    while (begin < pptr() && error_ == 0) {
      const ssize_t written = ::write(descriptor_, begin, static_cast<std::size_t>(pptr() - begin));
      if (written >= 0) {
        begin += written;
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  int descriptor_;
  int error_ = 0;
  std::array<char, 16384> buffer_;
};

bool shows_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || *value == '\0') continue;
    const std::string_view text(value);
    return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos;
  }
  return false;
}

bool color_allowed() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return !(no_color && *no_color) && !(terminal && std::string_view(terminal) == "dumb");
}

void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows as a failed write
  std::signal(SIGXFSZ, SIG_IGN);  // and so does a limit on the size of files
}

// A batch system's end of time, or of the terminal: what there is by then is to be shown. Only
// while scripts run: who waits for input is to be ended at once.
void catch_termination() {
  for (const int signal : {SIGTERM, SIGHUP}) {
    struct sigaction before = {}, action = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_DFL) continue;  // `nohup` is to be left in force, MPI has its own
    action.sa_handler = on_interrupt;
    sigaction(signal, &action, nullptr);
  }
}

int exit_code_of(int code) {
  const int signal = interrupted_by;
  return code == 130 && signal != 0 ? 128 + signal : code;
}

// A reader that has gone away is no error; a full disk is.
int with_output_errors(int code, const DescriptorBuffer& out, std::ostream& err) {
  if (out.error() == 0) return code;
  if (out.error() == EPIPE) return interrupted_by != 0 ? exit_code_of(130) : 0;
  err << "mbs: cannot write standard output: " << std::strerror(out.error()) << "\n";
  return 4;
}

}  // namespace

int main_program(int argc, char** argv) {
  handle_signals();
  DescriptorBuffer out_buffer(STDOUT_FILENO);
  std::ostream out(&out_buffer);
  Environment environment{std::cin, out, std::cerr};
  environment.write_film = film::write_film;
  environment.in_terminal = isatty(STDIN_FILENO) != 0;
  // mpirun reads its ranks through terminals of its own making.
  environment.out_terminal = isatty(STDOUT_FILENO) != 0 && !Ranks::several();
  environment.err_terminal = isatty(STDERR_FILENO) != 0 && !Ranks::several();
  environment.utf8_terminal = environment.out_terminal && shows_utf8();
  environment.color_allowed = color_allowed();
  environment.interrupted = [] { return interrupted_by != 0; };
  environment.begin_runs = catch_termination;
  try {
    const int code = run_program({argv + 1, argv + argc}, environment);
    out.flush();
    return with_output_errors(exit_code_of(code), out_buffer, std::cerr);
  } catch (...) {  // not even enough memory to say so as it should be said
    static constexpr std::string_view text = "mbs: memory was used up\n";
    return ::write(STDERR_FILENO, text.data(), text.size()) < 0 ? 4 : 3;
  }
}

}  // namespace mbs
