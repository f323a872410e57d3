#include "cli/passes/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "cli/environment/plug_in.hpp"
#include "cli/passes/pass_json.hpp"
#include "mpi/mbs_mpi.h"
#include "runtime/study/pass_runner.hpp"

namespace mbs {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr auto pause = std::chrono::microseconds(300);  // between looks for messages
constexpr auto sign_of_life = std::chrono::seconds(1);  // how often a busy rank sends one
constexpr auto patience = std::chrono::seconds(30);     // then a rank counts as lost

// mpirun ends all ranks by this signal when it loses one.
volatile std::sig_atomic_t ended_by_mpirun = 0;
void on_termination(int) {
  ended_by_mpirun = 1;
}

bool ready(const std::future<PassResult>& result) {
  return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

struct Ranks::Impl {
  mbs_mpi mpi{};
  std::vector<std::string> losses;
  bool lost = false;
  std::set<std::size_t> silent;  // ranks that do not answer any more
  bool closed = false;

  struct Message {
    int from = 0;
    Json content;
  };
  bool send(int to, const Json& json) {
    const std::string text = json.dump();
    return mpi.send(to, text.data(), text.size()) == 0;
  }
  std::optional<Message> next() {
    int from = 0;
    const long count = mpi.arrived(&from);
    if (count < 0) return {};
    std::string text(static_cast<std::size_t>(count), '\0');
    if (mpi.receive(from, text.data(), text.size()) != 0) return {};
    return Message{from, Json::parse(text, nullptr, false)};
  }
};

bool Ranks::ended() {
  return ended_by_mpirun != 0;
}

bool Ranks::several() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* size = std::getenv(name);
    if (size) return std::atoi(size) > 1;
  }
  return false;
}

std::unique_ptr<Ranks> Ranks::open(std::string& problem) {
  // global: MPI loads parts of its own, which look for its symbols
  void* library = load_plug_in("mbs_mpi.so", true);
  const auto open_mpi =
      reinterpret_cast<decltype(&mbs_mpi_open)>(plug_in_function(library, "mbs_mpi_open"));
  auto impl = std::make_unique<Impl>();
  if (!open_mpi) {
    problem =
        "mpirun started several of this program, but it was built without its part for MPI\n"
        "install libopenmpi-dev and build it again, or start it without mpirun";
  } else if (open_mpi(&impl->mpi) != 0) {
    problem = "MPI cannot be started";
  } else {
    std::signal(SIGTERM, on_termination);
    return std::unique_ptr<Ranks>(new Ranks(std::move(impl)));
  }
  return nullptr;
}

Ranks::Ranks(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Ranks::~Ranks() {
  close(0);
}

bool Ranks::first() const {
  return impl_->mpi.rank == 0;
}

int Ranks::size() const {
  return impl_->mpi.size;
}

std::vector<std::string> Ranks::take_losses() {
  return std::exchange(impl_->losses, {});
}

void Ranks::close(int exit_code) {
  if (impl_->closed) return;
  impl_->closed = true;
  impl_->mpi.close(impl_->lost, exit_code);
}

// ---- rank 0 -------------------------------------------------------------------------

namespace {

struct Worker {
  bool lost = false;
  bool has_tables = false;
  std::optional<std::size_t> pass;
  Clock::time_point heard = Clock::now();
};

// What is left to do, and who does it. Index 0 is this process.
struct Sharing {
  const Ranks::Work& work;
  std::deque<std::size_t> open;
  std::vector<Worker> workers;
  std::future<PassResult> here;

  bool stopped() const { return ended_by_mpirun || work.interrupted(); }
  bool busy() const {
    return std::any_of(workers.begin(), workers.end(),
                       [](const Worker& w) { return w.pass && !w.lost; });
  }
  std::size_t take() {
    const std::size_t pass = open.front();
    open.pop_front();
    return pass;
  }
};

void run_here(Sharing& s) {
  Worker& self = s.workers[0];
  if (self.pass && ready(s.here)) {
    const std::size_t pass = *std::exchange(self.pass, {});
    s.work.arrived(pass, s.here.get());
  }
  if (self.pass || s.open.empty() || s.stopped()) return;
  self.pass = s.take();
  s.here = std::async(std::launch::async, run_pass, std::cref(s.work.study), *self.pass);
}

std::string lost_text(std::size_t rank, const Worker& worker) {
  std::string text = fmt::format("rank {} was lost", rank);
  if (worker.pass) text += fmt::format(" with pass {}", *worker.pass + 1);
  return text;
}

}  // namespace

void Ranks::share(const Work& work) {
  Impl& my = *impl_;
  Sharing s{work, {work.passes.begin(), work.passes.end()}, {}, {}};
  s.workers.resize(static_cast<std::size_t>(size()));
  for (const std::size_t rank : my.silent) s.workers[rank].lost = true;
  const auto lose = [&](std::size_t rank) {
    my.losses.push_back(lost_text(rank, s.workers[rank]));
    s.workers[rank].lost = my.lost = true;
    my.silent.insert(rank);
  };
  const auto hear = [&](const Impl::Message& message) {
    Worker& worker = s.workers[static_cast<std::size_t>(message.from)];
    worker.heard = Clock::now();
    if (!message.content.contains("result") || !worker.pass) return;
    const std::size_t pass = *std::exchange(worker.pass, {});
    auto result = read_pass(message.content["result"].get<std::string>());
    if (result) work.arrived(pass, std::move(*result));
  };
  const auto order = [&](std::size_t rank) {
    Worker& worker = s.workers[rank];
    if (worker.pass || worker.lost || s.open.empty() || s.stopped()) return;
    worker.pass = s.take();
    worker.heard = Clock::now();
    Json text = {{"action", work.study.action}, {"pass", *worker.pass}};
    if (!std::exchange(worker.has_tables, true)) text["tables"] = write_tables(work.study.tables);
    if (!my.send(static_cast<int>(rank), text)) lose(rank);
  };
  while (!ended_by_mpirun && (s.busy() || (!s.open.empty() && !s.stopped()))) {
    while (const auto message = my.next()) hear(*message);
    run_here(s);
    for (std::size_t rank = 1; rank < s.workers.size(); ++rank) {
      order(rank);
      Worker& worker = s.workers[rank];
      if (worker.pass && !worker.lost && Clock::now() - worker.heard > patience) lose(rank);
    }
    std::this_thread::sleep_for(pause);
  }
  if (!ended_by_mpirun) return;
  // Which rank is gone mpirun says itself; here only what they had can be told.
  my.lost = true;
  for (std::size_t rank = 1; rank < s.workers.size(); ++rank)
    if (s.workers[rank].pass)
      my.losses.push_back(
          fmt::format("rank {} was ended with pass {}", rank, *s.workers[rank].pass + 1));
  if (s.workers[0].pass && s.here.valid()) {
    my.losses.push_back(fmt::format("rank 0 gave up pass {}", *s.workers[0].pass + 1));
    s.here.wait();  // it polls for the same signal
  }
}

void Ranks::finish_script() {
  for (int rank = 1; rank < size(); ++rank)
    if (!impl_->silent.contains(static_cast<std::size_t>(rank))) impl_->send(rank, {{"end", true}});
}

// ---- the others ---------------------------------------------------------------------

namespace {

PassResult run_known(const std::optional<Study>& study, std::size_t pass) {
  return study && pass < study->passes ? run_pass(*study, pass) : PassResult{};
}

}  // namespace

void Ranks::serve(const std::function<std::optional<Study>(std::size_t action)>& study_of) {
  Impl& my = *impl_;
  Tables tables;
  std::future<PassResult> running;
  auto spoke = Clock::now();
  while (!ended_by_mpirun) {
    while (const auto message = my.next()) {
      if (message->content.contains("end")) return;
      std::optional<Study> study = study_of(message->content.value("action", std::size_t{0}));
      if (message->content.contains("tables"))
        tables = read_tables(message->content["tables"].get<std::string>()).value_or(Tables{});
      if (study) study->tables = tables;
      running = std::async(std::launch::async, run_known, std::move(study),
                           message->content.value("pass", std::size_t{0}));
    }
    if (running.valid() && ready(running)) {
      my.send(0, {{"result", write_pass(running.get())}});
      spoke = Clock::now();
    } else if (running.valid() && Clock::now() - spoke > sign_of_life) {
      my.send(0, {{"alive", true}});
      spoke = Clock::now();
    }
    std::this_thread::sleep_for(pause);
  }
}

// ---- commands -----------------------------------------------------------------------

int with_ranks(Environment& environment,
               const std::function<int(Environment& environment, Ranks* ranks)>& command) {
  if (!Ranks::several()) return command(environment, nullptr);
  std::string problem;
  const std::unique_ptr<Ranks> ranks = Ranks::open(problem);
  if (!ranks) {
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (!rank || std::atoi(rank) == 0) environment.err << "mbs: " << problem << "\n";
    return 2;
  }
  std::ostringstream unread;
  Environment own{environment.in, ranks->first() ? environment.out : unread,
                  ranks->first() ? environment.err : unread};
  if (ranks->first()) {
    own.out_terminal = environment.out_terminal, own.err_terminal = environment.err_terminal;
    own.utf8_terminal = environment.utf8_terminal, own.color_allowed = environment.color_allowed;
  }
  own.outline_plots = environment.outline_plots, own.short_names = environment.short_names;
  own.write_file = environment.write_file, own.write_film = environment.write_film,
  own.begin_runs = environment.begin_runs;
  own.interrupted = [&environment] { return environment.interrupted() || Ranks::ended(); };
  const int code = command(own, ranks.get());
  environment.out.flush();
  ranks->close(code);
  return ranks->first() ? code : 0;
}

}  // namespace mbs
