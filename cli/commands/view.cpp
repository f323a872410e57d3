// `mbs view FILE`: the report of a script as a page that follows the script.
#include <fmt/format.h>
#include <spawn.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <thread>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/plug_in.hpp"
#include "cli/environment/script.hpp"
#include "cli/view/access.hpp"
#include "cli/view/job.hpp"
#include "cli/view/pages.hpp"
#include "cli/view/runner.hpp"

extern char** environ;

namespace mbs {

namespace {

struct ViewOptions {
  Options script;
  int port = 0;
  bool open = false, stay_closed = false, once = false;
  bool job = false;  // this process is one run, for the server that started it
  std::vector<Override> tried;
};

void add_options(CLI::App& app, ViewOptions& options) {
  app.add_option("FILE", options.script.files, "the script")->type_name("")->expected(1);
  app.add_option("--port", options.port, "instead of one that is free")
      ->check(CLI::Range(1, 65535))
      ->type_name("N");
  auto* open = app.add_flag("--open", options.open,
                            "open the page in the browser; by itself it does where it writes to a "
                            "terminal and there is a screen");
  app.add_flag("--no-open", options.stay_closed, "write the address only")->excludes(open);
  app.add_flag("--once", options.once,
               "write the address alone, run the script once, and end when a page has it all");
  add_set_option(app, "--set", "override a param: p=value (repeatable)", options.script.overrides);
  add_digits_option(app, options.script);
  add_limit_options(app, options.script);
  add_report_size_option(app, options.script);
  app.add_flag("--lint", options.script.lint, "also warn of what is not reproducible");
  app.add_flag("--job", options.job, "one run, for the server")->group("");
  add_set_option(app, "--try", "what a page sets", options.tried)->group("");
}

std::unique_ptr<HttpServer> make_server(const HttpHandlers& handlers) {
  const auto make = reinterpret_cast<decltype(&mbs_http_make)>(
      plug_in_function(load_plug_in("mbs_http.so"), "mbs_http_make"));
  return std::unique_ptr<HttpServer>(make ? make(&handlers) : nullptr);
}

// Somebody looks at this terminal, and has a screen that a browser could be on.
bool has_screen(const Environment& environment) {
  const auto named = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
  };
  return environment.out_terminal && (named("DISPLAY") || named("WAYLAND_DISPLAY"));
}

void open_browser(const std::string& address, Environment& environment) {
  std::string name = "xdg-open", copy = address;
  char* arguments[] = {name.data(), copy.data(), nullptr};
  pid_t pid = 0;
  if (posix_spawnp(&pid, "xdg-open", nullptr, nullptr, arguments, environ) != 0)
    environment.err << "mbs: there is no `xdg-open` to open the page with; open it by hand\n";
}

// Ends within a moment, whatever pages and connections do: what does not end with the server is
// left to the end of the process.
int serve(std::unique_ptr<HttpServer> server, Board& board, Runner& runner, bool once,
          Environment& environment) {
  std::thread thread([&server] { server->serve(); });
  int code = 130;
  if (!once)
    runner.run(environment.interrupted);
  else if (runner.run_once(environment.interrupted))
    code = 0;
  board.close();
  server->stop();
  thread.join();
  static auto& left = *new std::vector<std::unique_ptr<HttpServer>>;
  left.push_back(std::move(server));
  return code;
}

int view(const ViewOptions& options, const Arguments& arguments, Environment& environment) {
  const std::filesystem::path script = options.script.files.front();
  std::string problem;
  if (script == "-" || !read_text_file(script, problem)) {
    environment.err << fmt::format("mbs: cannot read `{}`: {}\n", script.string(),
                                   problem.empty() ? "a file is wanted, to be watched" : problem);
    return 4;
  }
  const auto board = std::make_shared<Board>();
  board->change([&](BoardState& state) {
    state.file = script.filename().string();
    state.once = options.once;
  });
  const std::string token = new_token();
  const auto pages = std::make_shared<Pages>(board, token, script);
  auto server = make_server(pages->handlers());
  if (!server) {
    environment.err << "mbs: this program was built without its part for `mbs view`\n"
                       "install libcpp-httplib-dev and build it again, or use `mbs run --report`\n";
    return 2;
  }
  const int port = server->bind(options.port, problem);
  if (port == 0) {
    environment.err << fmt::format("mbs: cannot listen on port {}: {}\n", options.port, problem);
    return 4;
  }
  const std::string address = fmt::format("http://127.0.0.1:{}/{}/", port, token);
  environment.begin_runs();
  const std::string told =
      fmt::format("{} is shown at {}\nCtrl-C ends this.\n", script.string(), address);
  environment.out << (options.once ? address + '\n' : told) << std::flush;
  if (options.open || (!options.stay_closed && has_screen(environment)))
    open_browser(address, environment);
  Arguments of_runs = arguments;
  of_runs.insert(of_runs.begin(), {"view", "--job"});
  Runner runner(*board, script, of_runs);
  return serve(std::move(server), *board, runner, options.once, environment);
}

}  // namespace

int view_command(const Arguments& arguments, Environment& environment) {
  ViewOptions options;
  CLI::App app("Shows a script in the browser, and again whenever it changes.", "mbs view");
  add_options(app, options);
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (options.script.files.empty()) {
    environment.err << "mbs: there is no script to show\nTry `mbs view --help`.\n";
    return 2;
  }
  if (!options.job) return view(options, arguments, environment);
  environment.begin_runs();
  return run_job(options.script, options.tried, environment);
}

}  // namespace mbs
