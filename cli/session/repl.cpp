#include "cli/session/repl.hpp"
#include "cli/environment/execute_options.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <istream>
#include <ostream>

#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/environment/version.hpp"
#include "cli/session/enter.hpp"
#include "cli/session/entries.hpp"
#include "cli/session/history.hpp"
#include "cli/session/line_editor.hpp"
#include "cli/session/repl_commands_names.hpp"
#include "cli/session/repl_json.hpp"
#include "cli/session/session.hpp"
#include "cli/session/text.hpp"

namespace mbs {

namespace {

std::atomic<bool> run_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void stop_run(int) {
  run_interrupted = true;
}

// Ctrl-C ends what is running, never the session.
class InterruptHandler {
 public:
  InterruptHandler() {
    struct sigaction action = {};
    action.sa_handler = stop_run;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before_);
  }
  ~InterruptHandler() { sigaction(SIGINT, &before_, nullptr); }
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;

 private:
  struct sigaction before_;
};

// The program at the other end of standard output has gone: what it asked for is of no use now.
bool nobody_reads() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

LineRead plain_line(std::istream& in) {
  std::string line;
  if (!std::getline(in, line)) return {};
  return {LineRead::Kind::line, line};
}

// A dumb terminal cannot move its cursor.
bool can_edit() {
  const char* terminal = std::getenv("TERM");
  return terminal && *terminal && std::string_view(terminal) != "dumb";
}

// Reads, does, shows, until the end. True if every entry was good.
bool loop(Session& session, EntryReader& reader, Environment& environment,
          const std::function<void(const std::string&)>& remember) {
  using Clock = std::chrono::steady_clock;
  bool good = true;
  while (!session.wants_to_quit()) {
    const auto entry = reader.next();
    if (!entry) break;
    remember(*entry);
    run_interrupted = false;
    const auto begin = Clock::now();
    good &= enter(session, *entry);
    const std::chrono::duration<double> spent = Clock::now() - begin;
    if (session.timing()) environment.err << fmt::format("{:.3f} s\n", spent.count());
    environment.out.flush();
  }
  return good;
}

bool on_terminal(Session& session, Environment& environment) {
  environment.out << "mbs " << program_version << "   :help for help, Ctrl-D to leave\n";
  environment.out.flush();
  History history(history_file());
  // Names are gathered anew when an entry has been read.
  std::optional<Vocabulary> own;
  LineEditor editor(history, [&](const std::string& text, std::size_t cursor) {
    if (!own) own = visible_names(session);
    return complete_entry(session, *own, text, cursor);
  });
  EntryReader reader([&](const std::string& prompt, const std::string& pending) {
    environment.out.flush();
    return editor.read(prompt, pending);
  });
  loop(session, reader, environment, [&](const std::string& entry) {
    own.reset();
    if (history.add(entry)) editor.refresh_history();
  });
  if (!session.wants_to_quit()) environment.out << "\n";
  return true;
}

bool on_pipe(Session& session, Environment& environment) {
  EntryReader reader([&](const std::string&, const std::string&) {
    environment.out.flush();
    return plain_line(environment.in);
  });
  return loop(session, reader, environment, [](const std::string&) {});
}

// The declarations of a script, before the first entry.
std::optional<int> load_first(Session& session, const std::string& file, Environment& environment) {
  std::string problem;
  const auto text = read_text_file(file, problem);
  if (!text) {
    environment.err << fmt::format("mbs: cannot read `{}`: {}\n", file, problem);
    return 4;
  }
  environment.taken.insert(true_path(file));
  if (!session.load(file, *text, false)) return 2;
  return {};
}

}  // namespace

int run_repl(const ReplOptions& options, Environment& environment) {
  const InterruptHandler handler;
  Environment inner = environment;
  inner.interrupted = [&environment] { return run_interrupted || environment.interrupted(); };
  SourceMap sources;
  if (options.json) {
    inner.interrupted = [before = inner.interrupted] { return before() || nobody_reads(); };
    return serve_json(inner, {options.digits, options.jobs, options.file, options.memory},
                      [] { run_interrupted = false; });
  }
  const std::filesystem::path directory = std::filesystem::path(options.file).parent_path();
  SessionText output(sources, inner, directory, options.digits);
  SessionHost host{
      sources,          output,       directory,     session_limits(inner, options.memory),
      inner.write_file, options.jobs, options.digits};
  host.unicode = inner.utf8_terminal;
  host.limits.progress = [&output](double t, double t_end) { output.progress().update(t, t_end); };
  Session session(host);
  if (!options.file.empty()) {
    if (const auto code = load_first(session, options.file, inner)) return *code;
  }
  const bool terminal = inner.in_terminal && inner.out_terminal && can_edit();
  const bool good = terminal ? on_terminal(session, inner) : on_pipe(session, inner);
  inner.out.flush();
  return good ? 0 : 2;
}

}  // namespace mbs
