#include "cli/view/runner.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <filesystem>
#include <system_error>
#include <thread>

#include "cli/environment/script.hpp"
#include "cli/view/job.hpp"

namespace mbs {

namespace {

constexpr std::chrono::milliseconds glance{100};  // between looks at the files

// Editors empty a file before they write it: what is empty for longer is meant to be.
void await_text(const std::filesystem::path& script) {
  constexpr int looks = 3;
  std::error_code unknown;
  for (int i = 0; i < looks && std::filesystem::file_size(script, unknown) == 0 && !unknown; ++i)
    std::this_thread::sleep_for(glance);
}

// What the script says itself, since it was written there, need not be set.
void forget_if_own(BoardState& state, const nlohmann::ordered_json& control) {
  const auto set = state.settings.find(control.value("name", ""));
  if (set != state.settings.end() && set->second == control.value("text", ""))
    state.settings.erase(set);
}

}  // namespace

Runner::Runner(Board& board, std::filesystem::path script, std::vector<std::string> arguments)
    : board_(board), script_(std::move(script)), arguments_(std::move(arguments)) {
  watch_.add({script_}, file_clock());
}

void Runner::run(const std::function<bool()>& interrupted) {
  start();
  auto next_look = Clock::now() + glance;
  while (!interrupted()) {
    wait();
    const Board::Wishes wishes = board_.take_wishes();
    bool again = wishes.run;
    if (Clock::now() >= next_look) {
      again = watch_.look() || again;
      next_look = Clock::now() + glance;
    }
    if (again)
      start();
    else if (wishes.stop)
      ask_to_stop();
    if (child_) read();
  }
  child_.reset();
}

bool Runner::run_once(const std::function<bool()>& interrupted) {
  start();
  while (!interrupted() && !board_.is_delivered()) {
    wait();
    if (board_.take_wishes().stop) ask_to_stop();
    if (child_) read();
  }
  child_.reset();
  return board_.is_delivered();
}

void Runner::wait() {
  pollfd awaited[] = {{board_.wake(), POLLIN, 0}, {child_ ? child_->output() : -1, POLLIN, 0}};
  ::poll(awaited, 2, static_cast<int>(glance.count()) / 2);
}

void Runner::start() {
  child_.reset();
  await_text(script_);
  asked_to_stop_ = false;
  has_result_ = false;
  begun_ = file_clock();
  watch_.reading();
  std::vector<std::string> arguments = arguments_;
  board_.change([&](BoardState& state) {
    state.run = ++number_;
    state.running = true;
    state.stopping = false;
    state.part = state.t = 0;
    state.problem.clear();
    for (const auto& [name, value] : state.settings)
      arguments.insert(arguments.end(), {"--try", name + "=" + value});
  });
  std::string problem;
  if (!read_text_file(script_, problem)) return fail("the script cannot be read: " + problem);
  child_ = std::make_unique<Child>(arguments, problem);
  if (!problem.empty()) fail("the run could not be started: " + problem);
}

void Runner::read() {
  for (const std::string& line : child_->lines())
    if (!line.empty()) take(line);
  if (child_->output() < 0) end();
}

void Runner::take(const std::string& line) {
  const std::string text = line.substr(1);
  if (line[0] == job_line::result || line[0] == job_line::part) {
    has_result_ = line[0] == job_line::result;
    return board_.put_result(number_, text);
  }
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (line[0] == job_line::files && json.is_array()) {
    std::vector<std::filesystem::path> files;
    for (const auto& name : json) files.emplace_back(name.get<std::string>());
    watch_.add(files, begun_);
  } else if (line[0] == job_line::controls && json.is_array()) {
    board_.change([&](BoardState& state) {
      state.controls = json;
      for (const auto& control : json) forget_if_own(state, control);
    });
  } else if (line[0] == job_line::some_controls && json.is_array()) {
    // What cannot be read while a script is being written is not gone.
    board_.change([&](BoardState& state) {
      if (state.controls.empty()) state.controls = json;
    });
  } else if (line[0] == job_line::progress && json.is_object()) {
    board_.change([&](BoardState& state) {
      state.part = json.value("part", 0.0);
      state.t = json.value("t", 0.0);
    });
  }
}

void Runner::end() {
  const std::string why = child_->end();
  if (!has_result_) return fail(why.empty() ? "the run ended without a result" : why);
  child_.reset();
  board_.change([](BoardState& state) { state.running = state.stopping = false; });
}

void Runner::fail(const std::string& why) {
  child_.reset();
  board_.change([&](BoardState& state) {
    state.running = state.stopping = false;
    state.problem = why;
  });
}

// First as Ctrl-C, so that it shows what it has; that may take long, so a second time at once.
void Runner::ask_to_stop() {
  if (!child_) return;
  if (asked_to_stop_) return fail("the run was ended before it had a result");
  child_->interrupt();
  asked_to_stop_ = true;
  board_.change([](BoardState& state) { state.stopping = true; });
}

}  // namespace mbs
