#include "cli/view/board.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cli/output/json_values.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

bool is_control(const Json& controls, const std::string& name) {
  return std::any_of(controls.begin(), controls.end(),
                     [&](const Json& control) { return control["name"] == name; });
}

// What stands for the problem where a run has no data.
const auto no_data = std::make_shared<const std::string>();

// Values go into expressions, which have one line.
std::string problem_with(const std::string& value) {
  constexpr std::size_t most = 1000;
  if (value.size() > most) return fmt::format("a value has {} characters at most", most);
  const bool plain = std::none_of(value.begin(), value.end(),
                                  [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return plain ? "" : "a value is one line of text";
}

}  // namespace

Board::Board() {
  if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe to be had");
}

Board::~Board() {
  ::close(wake_[0]);
  ::close(wake_[1]);
}

void Board::change(const std::function<void(BoardState&)>& edit) {
  const std::lock_guard lock(mutex_);
  edit(state_);
  ++version_;
  changed_.notify_all();
}

void Board::put_result(long run, std::string data) {
  auto shared = std::make_shared<const std::string>(std::move(data));
  const std::lock_guard lock(mutex_);
  data_ = std::move(shared);
  state_.result = run;
  ++state_.edition;
  ++version_;
  changed_.notify_all();
}

Board::Wishes Board::take_wishes() {
  const std::lock_guard lock(mutex_);
  char unread[16];
  while (::read(wake_[0], unread, sizeof unread) > 0) {
  }
  return std::exchange(wishes_, {});
}

void Board::ring() {
  // A full pipe wakes as well.
  if (::write(wake_[1], "w", 1) < 0) return;
}

void Board::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::shared_ptr<const std::string> Board::result(long run) const {
  const std::lock_guard lock(mutex_);
  return run == state_.result ? data_ : nullptr;
}

bool Board::is_delivered() const {
  const std::lock_guard lock(mutex_);
  const auto& last = state_.problem.empty() ? data_ : no_data;
  return state_.once && !state_.running && last && delivered_ == last;
}

void Board::deliver(std::shared_ptr<const std::string> data) {
  const std::lock_guard lock(mutex_);
  if (!data && state_.problem.empty()) return;
  delivered_ = data ? std::move(data) : no_data;
  ring();
}

std::string Board::set(const nlohmann::json& values) {
  if (!values.is_object()) return "an object of names and texts is wanted";
  std::map<std::string, std::string> settings;
  const std::lock_guard lock(mutex_);
  if (state_.once) return "this page is shown once, and follows nothing";
  for (const auto& [name, value] : values.items()) {
    if (!value.is_string()) return "a value is a text";
    if (!is_control(state_.controls, name)) return "there is no such param";
    settings[name] = value.get<std::string>();
    if (const std::string problem = problem_with(settings[name]); !problem.empty()) return problem;
  }
  if (settings == state_.settings) return {};
  state_.settings = std::move(settings);
  state_.running = true;  // as good as: nobody is to take the last result for that of these values
  ++version_;
  changed_.notify_all();
  wishes_.run = true;
  ring();
  return {};
}

std::vector<Replacement> Board::replacements(std::string& problem) const {
  const std::lock_guard lock(mutex_);
  std::vector<Replacement> all;
  if (state_.once) {
    problem = "this page is shown once, and writes nothing";
    return {};
  }
  for (const Json& control : state_.controls) {
    const std::string name = control["name"];
    const auto set = state_.settings.find(name);
    if (set == state_.settings.end()) continue;
    if (!control.contains("at")) {
      problem = fmt::format(
          "`{}` cannot be written: another file says it, or the command line by `--set`", name);
      return {};
    }
    all.push_back({name, control["text"], set->second});
  }
  if (all.empty()) problem = "nothing is set that could be written";
  return all;
}

void Board::stop() {
  const std::lock_guard lock(mutex_);
  wishes_.stop = true;
  ring();
}

std::string Board::text() const {
  Json settings = Json::object();
  for (const auto& [name, value] : state_.settings) settings[name] = value;
  const Json json = {
      {"file", state_.file},         {"run", state_.run},           {"running", state_.running},
      {"stopping", state_.stopping}, {"part", number(state_.part)}, {"t", number(state_.t)},
      {"once", state_.once},         {"result", state_.result},     {"edition", state_.edition},
      {"problem", state_.problem},   {"controls", state_.controls}, {"settings", settings}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> Board::news(long& seen) {
  constexpr std::chrono::seconds patience{1};
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || version_ != seen; });
  if (closed_) return {};
  if (version_ == seen) return std::string();
  seen = version_;
  return text();
}

}  // namespace mbs
