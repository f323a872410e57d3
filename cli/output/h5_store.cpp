#include "cli/output/h5_store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>

#include "cli/environment/plug_in.hpp"
#include "cli/environment/version.hpp"
#include "runtime/results/signal_stream.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t room_for_column = 512;  // numbers, beside its values

std::string units_of(const Unit& unit) {
  return unit.text.empty() ? "1" : unit.text;
}

// Slashes part groups, in names they cannot stand.
std::string name_in_path(std::string name) {
  std::ranges::replace(name, '/', '_');
  return name == "." || name.empty() ? "_" : name;
}

// "/pass0001/run1".
std::string path_of(const StorePlace& place) {
  std::string path;
  for (const std::size_t pass : place.passes) path += fmt::format("/pass{:04}", pass);
  return path;
}

// A point stands in its body: "/run1/bodies/rod/pin/x". Parts of vectors stay together in order.
std::string path_of(const ir::RecordedSignal& signal, const std::string& run) {
  std::string field = signal.field;
  std::ranges::replace(field, '.', '_');
  std::string path = run + "/" + signal.kind;
  if (!signal.of.empty()) path += "/" + name_in_path(signal.of);
  return field.empty() ? path : path + "/" + name_in_path(field);
}

std::string words_of(const ir::RecordedSignal& signal) {
  return signal.words.empty() ? signal.name() : signal.name() + ": " + signal.words;
}

double number_of(const Cell& cell, const Unit& unit) {
  if (cell.kind == Cell::Kind::missing) return std::numeric_limits<double>::quiet_NaN();
  return cell.value / (cell.kind == Cell::Kind::number ? unit.factor : 1);
}

std::string settings_of(const Options& options) {
  std::string text;
  for (const Override& set : options.overrides)
    text += (text.empty() ? "" : ", ") + set.name + " = " + set.text;
  return text;
}

Hdf5File* create(const std::string& path, std::string& problem) {
  const auto make = reinterpret_cast<decltype(&mbs_hdf5_create)>(
      plug_in_function(load_plug_in("mbs_hdf5.so"), "mbs_hdf5_create"));
  return make ? make(path.c_str(), &problem) : nullptr;
}

// Why a file cannot stand there; empty if it can. Links are followed, folders are made.
std::string prepare(fs::path& target, const Environment& environment) {
  std::error_code error;
  if (fs::is_directory(target, error)) return "it is a directory";
  if (fs::exists(target, error) && !fs::is_regular_file(target, error))
    return "HDF5 is read and written at any place, which needs an ordinary file";
  if (environment.taken.contains(true_path(target)))
    return "this command has read or written it before; give another name";
  if (fs::exists(target, error)) target = fs::canonical(target, error);
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), error);
  return error ? error.message() : "";
}

}  // namespace

// ---- runs ---------------------------------------------------------------------------

class H5Keeper : public RunKeeper {
 public:
  H5Keeper(H5Store& store, std::string group, const ir::Recorded& signals)
      : store_(store), group_(std::move(group)) {
    const std::size_t chunk = SignalStream::block_of(signals.signals.size());
    const std::string t = group_ + "/t";
    columns_.push_back(file().column({t, "s", "time", ""}, chunk));
    std::set<std::string> paths;
    for (const ir::RecordedSignal& signal : signals.signals) {
      std::string path = path_of(signal, group_);
      while (!paths.insert(path).second) path += "_";  // `s.x` beside `s_x`
      columns_.push_back(file().column({path, units_of(signal.unit), words_of(signal), t}, chunk));
    }
    file().flush();
  }

  void rows(std::span<const double> t, std::span<const std::vector<double>> columns) override {
    const std::lock_guard lock(store_.mutex_);
    if (!store_.make_room(t.size() * (columns.size() + 1))) return;
    file().append(columns_[0], t);
    for (std::size_t k = 0; k < columns.size(); ++k) file().append(columns_[k + 1], columns[k]);
    file().flush();
    if (file().problem().empty()) store_.samples_ += t.size();
  }

  void end(const RunSummary& summary, const std::vector<TableOutput>& impacts,
           const TableOutput& events) override {
    const std::lock_guard lock(store_.mutex_);
    for (const std::size_t column : columns_) file().release(column);
    file().attribute(group_, "termination", summary.termination);
    file().attribute(group_, "method", summary.method);
    file().attribute(group_, "energy_error", fmt::format("{}", summary.energy_error));
    for (const TableOutput& table : impacts)
      store_.write_table(group_ + "/contacts/" + name_in_path(table.name) + "/impacts", table);
    store_.write_table(group_ + "/events", events);
    file().flush();
  }

 private:
  Hdf5File& file() { return *store_.file_; }
  H5Store& store_;
  std::string group_;
  std::vector<std::size_t> columns_;
};

std::unique_ptr<RunKeeper> H5Store::begin(const StoredRun& run, const ir::Recorded& signals) {
  const std::lock_guard lock(mutex_);
  const std::string place = path_of(run.place);
  if (!place.empty() && passes_.insert(place).second)
    file_->attribute(place, "params", run.place.values);
  const std::string group = fmt::format("{}/run{}", place, run.number);
  make_room(signals.signals.size() * room_for_column);
  if (!run.name.empty()) file_->attribute(group, "name", run.name);
  return std::make_unique<H5Keeper>(*this, group, signals);
}

// ---- tables -------------------------------------------------------------------------

// Its first column is what the others are over.
void H5Store::write_table(const std::string& group, const TableOutput& table) {
  if (!make_room(table.rows.size() * table.columns.size() + table.columns.size() * room_for_column))
    return;
  std::set<std::string> names;
  std::string along;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const Heading& heading = table.columns[k];
    std::string name = name_in_path(heading.label == "#" ? "number" : heading.label);
    while (!names.insert(name).second) name += "_";
    const auto cell = [&](std::size_t i) -> const Cell& { return table.rows[i][k]; };
    const bool texts = !table.rows.empty() && std::ranges::any_of(table.rows, [&](const auto& row) {
      return row[k].kind == Cell::Kind::text;
    });
    const Hdf5Column column{group + "/" + name, texts ? "" : units_of(heading.unit), heading.label,
                            along};
    if (texts) {
      std::vector<std::string> values;
      for (std::size_t i = 0; i < table.rows.size(); ++i) values.push_back(cell(i).text);
      file_->write(column, values);
    } else {
      std::vector<double> values;
      for (std::size_t i = 0; i < table.rows.size(); ++i)
        values.push_back(number_of(cell(i), heading.unit));
      file_->write(column, values);
    }
    if (along.empty()) along = column.path;
  }
}

void H5Store::add(const TableOutput& table) {
  const std::lock_guard lock(mutex_);
  const std::string base = name_in_path(table.name.empty() ? "table" : table.name);
  std::string name = table.name.empty() ? base + "1" : base;
  for (int n = 2; !tables_.insert(name).second; ++n) name = base + std::to_string(n);
  TableOutput numbered = table;
  numbered.columns.insert(numbered.columns.begin(), {"row", {}});
  for (std::size_t i = 0; i < numbered.rows.size(); ++i)
    numbered.rows[i].insert(numbered.rows[i].begin(), Cell::number(static_cast<double>(i + 1)));
  write_table("/tables/" + name, numbered);
  file_->flush();
}

std::string H5Sink::give(Output output) {
  take(
      output, [&](const TableOutput& table) { store_.add(table); },
      [&](const TableFile& file) { store_.add(file.table); });
  return RelaySink::give(std::move(output));
}

// ---- the file -----------------------------------------------------------------------

H5Store::H5Store(Environment& environment, std::string asked, fs::path target)
    : environment_(environment), asked_(std::move(asked)), target_(std::move(target)) {}

H5Store::~H5Store() = default;

std::shared_ptr<H5Store> H5Store::open(const Script& script, const Options& options,
                                       Environment& environment, int& exit_code) {
  fs::path target = options.h5;
  std::string problem = prepare(target, environment);
  std::shared_ptr<H5Store> store(new H5Store(environment, options.h5, target));
  if (problem.empty()) store->file_.reset(create(store->beside(), problem));
  if (!store->file_ && problem.empty()) {
    environment.err << "mbs: this program was built without its part for HDF5\n"
                       "install libhdf5-dev and build it again, or use `--csv` for tables\n";
    exit_code = 2;
    return nullptr;
  }
  if (!store->file_) {
    exit_code = report_unwritten(environment, options.h5, problem);
    return nullptr;
  }
  const auto say = [&](const char* name, const std::string& value) {
    store->file_->attribute("/", name, value);
  };
  say("mbs", std::string(program_version));
  say("script", fs::path(script.name).filename().string());
  say("set", settings_of(options));
  for (const auto& [name, text] : texts_of(options.runs)) say(name.c_str(), text);
  store->file_->flush();
  return store;
}

// With what it takes to describe them, and to close the file in good order.
bool H5Store::make_room(std::size_t values) {
  constexpr std::size_t reserve = 1 << 20;
  return file_->room_for(values * (sizeof(double) + 1) + reserve);
}

int H5Store::finish() {
  const bool whole = file_->close();
  std::error_code error;
  if (whole) {
    struct stat old;
    if (stat(target_.c_str(), &old) == 0) chmod(beside().c_str(), old.st_mode & 07777);
    fs::rename(beside(), target_, error);
    if (!error) environment_.taken.insert(true_path(target_));
  }
  if (whole && !error) return 0;
  const std::string why = whole ? error.message() : file_->problem();
  return report_unwritten(environment_, asked_,
                          fmt::format("{}; `{}` holds what was written before that: {} samples",
                                      why, fs::path(beside()).filename().string(), samples_));
}

}  // namespace mbs
