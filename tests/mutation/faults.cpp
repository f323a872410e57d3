#include "tests/mutation/faults.hpp"

#include <cmath>
#include <csignal>

#include "tests/mutation/files.hpp"
#include "tests/mutation/random.hpp"
#include "tests/support/sanitizers.hpp"

namespace mbs::mutation {

namespace fs = std::filesystem;

namespace {

using Maybe = std::optional<Finding>;

// Some passes, a table that is gathered, files and a plot: a tenth of a second.
const char* const study = R"(param v = 1 m/s
body ball { shape = sphere(10 mm), material = steel, at = (0, 10.1) mm, velocity = (0 m/s, -v) }
point floor = (0, 0) { shape = plane, material = steel }
contact c: ball to floor { law = flores(0.8) }
sweep v in [0.2, 0.3, 0.5, 1, 2, 3, 5, 10] m/s {
  simulate 5 ms
  table { v, e = c.impacts[1].restitution, y = final(ball.y) in mm }
}
simulate 20 ms
table course every 0.1 ms to "course.csv" { t in ms, ball.y in mm }
plot ball.y vs t
print max(c.FN)
)";

// What follows it fills the memory: some 40 MB of record.
const char* const hungry = R"(
simulate 200 ms { max_step = 1 us }
print final(ball.x), final(ball.y), max(c.FN)
)";

class Injection {
 public:
  Injection(const Corpus& corpus, const Bench& bench, std::uint64_t seed, std::uint64_t number,
            bool sanitized)
      : bench_(bench), random_(Random(seed ^ 0xfa17).next() ^ (number * 0x2545f4914f6cdd1d)) {
    script_ = random_.one_in(2) ? study : corpus.pick(random_.next()).text;
    constexpr std::size_t kinds = 8;
    const std::size_t kind = random_.below(sanitized ? kinds - 1 : kinds);
    using Kind = Maybe (Injection::*)();
    static const Kind table[kinds] = {
        &Injection::full_disk, &Injection::closed, &Injection::no_place,  &Injection::signalled,
        &Injection::resumed,   &Injection::format, &Injection::few_files, &Injection::no_memory};
    fs::remove_all(files());
    fs::create_directories(files());
    write_text(script(), script_);
    result_.finding = (this->*table[kind])();
    fs::remove(script());
  }
  FaultResult result() { return result_; }

 private:
  fs::path files() const { return bench_.scratch / "fault"; }
  fs::path script() const { return bench_.scratch / "fault.mbs"; }
  std::vector<std::string> words(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = {bench_.program, "run",           "--color", "never",
                                    "--max-time",   "20s",           "--out",   files().string(),
                                    "--csv",        files().string()};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back(script().string());
    return all;
  }
  Outcome run(const std::vector<std::string>& command, const Limits& limits) const {
    return run_child(command, bench_.scratch, bench_.scratch, "", limits);
  }
  std::string number_text(double x) const { return std::to_string(x); }

  // A fault is told by the exit code and a message, or it changes nothing.
  Maybe judge(const std::vector<std::string>& command, const Limits& limits) {
    const Outcome calm = run(command, bench_.limits);
    if (calm.err.find("E0702") != std::string::npos) return {};
    const Outcome hit = run(command, limits);
    const bool loader = hit.err.find("error while loading shared") != std::string::npos;
    if (loader || (hit.signal != 0 && hit.signal == limits.signal)) return {};
    const bool ended_by_it = hit.code == 130 || (limits.signal && hit.code == 128 + limits.signal);
    if (!ended_by_it)
      if (Maybe found = broken(hit)) return found;
    const bool hears = limits.out_to.empty() && limits.closed.empty();
    if (hit.code == calm.code && hears && hit.out != calm.out)
      return Finding{"loss", "other output, the same exit code", hit.out + hit.err};
    if (hit.code > 1 && !ended_by_it && hit.err.empty() && limits.closed.empty())
      return Finding{"silent", "exit " + std::to_string(hit.code) + " without a word", hit.out};
    return {};
  }

  Maybe full_disk() {
    Limits limits = bench_.limits;
    if (random_.one_in(4)) {
      result_.what = "output to a full device";
      limits.out_to = "/dev/full";
    } else {
      limits.file_size = random_.below(random_.one_in(2) ? 400 : 20000);
      result_.what = "files of " + std::to_string(*limits.file_size) + " bytes at most";
    }
    return judge(words(), limits);
  }
  Maybe closed() {
    static const std::vector<int> streams[] = {{0}, {1}, {2}, {1, 2}, {0, 1}, {0, 1, 2}};
    Limits limits = bench_.limits;
    limits.closed = random_.of(streams);
    result_.what = "streams closed:";
    for (const int stream : limits.closed) result_.what += " " + std::to_string(stream);
    return judge(words(), limits);
  }
  Maybe no_place() {
    static const char* const options[] = {"--csv", "--svg", "--out", "--resume"};
    static const char* const places[] = {"/dev/null/x", "/dev/full", "/proc/nowhere", ""};
    const std::string option = random_.of(options), place = random_.of(places);
    result_.what = option + " '" + place + "'";
    const Outcome hit = run(words({option, place}), bench_.limits);
    if (Maybe found = broken(hit)) return found;
    if (hit.code > 1 && hit.err.empty())
      return Finding{"silent", "exit " + std::to_string(hit.code) + " without a word", hit.out};
    return {};
  }
  Maybe signalled() {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGPIPE, SIGUSR1};
    Limits limits = bench_.limits;
    limits.signal = random_.of(signals);
    limits.signal_seconds = 0.4 * random_.unit() * random_.unit();
    result_.what = "signal " + std::to_string(limits.signal) + " after " +
                   std::to_string(limits.signal_seconds) + " s";
    return judge(words(), limits);
  }
  // The sanitizer needs descriptors of its own to look at objects, and takes them for broken
  // without.
  static constexpr int of_sanitizer = MBS_UNDER_ADDRESS_SANITIZER ? 10 : 0;
  Maybe few_files() {
    Limits limits = bench_.limits;
    limits.open_files = 3 + of_sanitizer + random_.below(8);
    result_.what = std::to_string(*limits.open_files) + " open files at most";
    return judge(words(), limits);
  }
  Maybe no_memory() {
    Limits limits = bench_.limits;
    limits.memory = static_cast<std::size_t>(20e6 * std::pow(4, random_.unit()));
    write_text(script(), study + std::string(hungry));
    result_.what = std::to_string(*limits.memory) + " bytes of memory at most";
    return judge(words({"--memory", "0"}), limits);
  }

  // Cuts the file of passes, or changes a byte of it.
  void spoil(const fs::path& kept) {
    std::string text = read_text(kept);
    if (text.empty()) return;
    if (random_.one_in(2))
      text.resize(random_.below(text.size()));
    else
      text[random_.below(text.size())] = static_cast<char>(random_.below(256));
    write_text(kept, text);
  }
  // A sweep that was stopped goes on as if nothing had been.
  Maybe resumed() {
    write_text(script(), study);
    const fs::path kept = files() / "kept";
    const auto command = words({"--resume", kept.string()});
    const Outcome calm = run(words(), bench_.limits);
    Limits limits = bench_.limits;
    limits.signal = random_.one_in(2) ? SIGKILL : SIGINT;
    limits.signal_seconds = 0.3 * random_.unit() * random_.unit();
    result_.what = "signal " + std::to_string(limits.signal) + " during a sweep that is resumed";
    if (random_.one_in(2)) {
      run(command, bench_.limits);
      spoil(kept);
      result_.what = "a file of passes cut or changed";
    } else {
      run(command, limits);
    }
    const std::string before = fs::exists(kept) ? read_text(kept) : "";
    const Outcome again = run(command, bench_.limits);
    if (Maybe found = broken(again)) return found;
    if (again.code == calm.code && again.out == calm.out) return {};
    if (again.code == 4 && !again.err.empty() && read_text(kept) == before) return {};
    return Finding{"resume", "resumed passes differ", again.out + again.err + "\n--\n" + before};
  }
  // A file that is formatted is the old one or the new one, never a part of it.
  Maybe format() {
    const Outcome whole = run({bench_.program, "fmt", script().string()}, bench_.limits);
    const std::string after = read_text(script());
    write_text(script(), script_);
    Limits limits = bench_.limits;
    if (random_.one_in(2)) {
      limits.file_size = random_.below(script_.size() + 1);
    } else {
      limits.signal = SIGKILL;
      limits.signal_seconds = 0.02 * random_.unit();
    }
    result_.what = limits.signal ? "fmt killed" : "fmt on a full disk";
    const Outcome hit = run({bench_.program, "fmt", script().string()}, limits);
    const std::string found = read_text(script());
    if (found != script_ && found != after)
      return Finding{"loss", "fmt left a part of the file", hit.err + whole.err};
    return limits.signal ? Maybe() : broken(hit);
  }

  const Bench& bench_;
  Random random_;
  std::string script_;
  FaultResult result_;
};

}  // namespace

FaultResult inject(const Corpus& corpus, const Bench& bench, std::uint64_t seed,
                   std::uint64_t number, bool sanitized) {
  return Injection(corpus, bench, seed, number, sanitized).result();
}

}  // namespace mbs::mutation
