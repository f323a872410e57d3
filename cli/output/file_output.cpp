#include "cli/output/file_output.hpp"

#include <fmt/format.h>

#include "cli/output/kept_signals.hpp"
#include "cli/output/picture_format.hpp"
#include "cli/output/svg_plot.hpp"
#include "cli/output/values_text.hpp"

namespace mbs {

namespace fs = std::filesystem;

std::string picture_svg(const PlotOutput& plot) {
  return render_svg(plot_data(plot), {.printed = true});
}

FileOutput::FileOutput(const Script& script, const Options& options, Environment& environment)
    : script_(script), options_(options), environment_(environment) {}

std::string FileOutput::write(const TableOutput& table, const std::string& name) {
  return write_text(table_csv(table), name);
}

std::string picture_file(const PlotOutput& plot, const std::string& name, std::string& problem) {
  std::string picture = picture_svg(plot);
  const std::string format = picture_format(name);
  return format == "svg" ? picture : converted_picture(picture, format, problem);
}

std::string FileOutput::write(const PlotOutput& plot, const std::string& name) {
  std::string problem;
  const std::string picture = picture_file(plot, name, problem);
  return problem.empty() ? write_text(picture, name) : problem;
}

FilmWritten FileOutput::write(const FilmOutput& film, const std::string& name,
                              const std::function<void(int, int)>& progress) {
  std::string problem;
  const fs::path path = place(name, problem);
  if (!problem.empty()) return {problem, {}, {}};
  FilmWritten written = write_film_unless_taken(path, film, environment_, progress);
  if (!written.problem.empty()) return written;
  // A folder of frames counts under both names.
  environment_.taken.insert(true_path(path));
  environment_.taken.insert(true_path(written.path));
  return written;
}

fs::path FileOutput::place(const std::string& name, std::string& problem) const {
  if (options_.out_directory.empty()) return script_.directory / name;
  const fs::path inside = fs::path(name).lexically_normal();
  if (!inside.is_absolute() && *inside.begin() != "..")
    return fs::path(options_.out_directory) / inside;
  problem = fmt::format("it is not inside `--out {}`", options_.out_directory);
  return {};
}

std::string FileOutput::write_text(const std::string& text, const std::string& name) {
  std::string problem;
  const fs::path path = place(name, problem);
  return problem.empty() ? store(path, text) : problem;
}

FilmWritten write_film_unless_taken(const fs::path& path, const FilmOutput& film,
                                    const Environment& environment,
                                    const std::function<void(int, int)>& progress) {
  if (environment.taken.contains(true_path(path)))
    return {"this command has read or written it before; give another name", {}, {}};
  if (!environment.write_film) return {{}, {}, path};
  FilmWatch watch{.interrupted = environment.interrupted};
  if (progress) watch.progress = progress;
  return environment.write_film(film, path, watch);
}

// Devices and pipes take all.
std::string write_unless_taken(const fs::path& path, const std::string& text,
                               const Environment& environment) {
  std::error_code error;
  const bool device = fs::exists(path, error) && !fs::is_regular_file(path, error);
  if (!device && environment.taken.contains(true_path(path)))
    return "this command has read or written it before; give another name";
  return environment.write_file(path, text);
}

std::string write_unless_taken(const fs::path& directory, const TableFile& file,
                               const Environment& environment) {
  return write_unless_taken(directory / file.name, table_csv(file.table), environment);
}

std::string write_unless_taken(const fs::path& directory, const PictureFile& file,
                               const Environment& environment) {
  std::string problem;
  const std::string picture = picture_file(file.plot, file.name, problem);
  return problem.empty() ? write_unless_taken(directory / file.name, picture, environment)
                         : problem;
}

std::string FileOutput::store(const fs::path& path, const std::string& text) {
  std::string problem = write_unless_taken(path, text, environment_);
  std::error_code error;
  if (problem.empty() && (!fs::exists(path, error) || fs::is_regular_file(path, error)))
    environment_.taken.insert(true_path(path));
  return problem;
}

// "slider_crank-table1.csv"; a name that was used before gets a number.
fs::path FileOutput::name_in(const std::string& directory, const std::string& name,
                             const char* extension) {
  std::string full = script_.stem + "-" + name;
  const int before = used_[full + extension]++;
  if (before > 0) full += fmt::format("-{}", before + 1);
  return fs::path(directory) / (full + extension);
}

void FileOutput::keep(const fs::path& path, const std::string& text) {
  const std::string problem = store(path, text);
  if (!problem.empty()) problems_.push_back({path.string(), problem});
}

void FileOutput::table(const TableOutput& table) {
  ++tables_;
  if (options_.csv_directory.empty()) return;
  const std::string name = table.name.empty() ? fmt::format("table{}", tables_) : table.name;
  keep(name_in(options_.csv_directory, name, ".csv"), table_csv(table));
}

void FileOutput::signals(const KeptSignals& kept) {
  if (options_.csv_directory.empty()) return;
  keep_part(kept, "", signals_csv(kept));
  for (const TableOutput& impacts : kept.impacts)
    keep_part(kept, "-" + impacts.name + ".impacts", table_csv(impacts));
}

void FileOutput::keep_part(const KeptSignals& of, const std::string& what,
                           const std::string& text) {
  const std::string name = run_name(of) + what;
  if (!of.continues || !kept_.contains(name))
    kept_[name] = name_in(options_.csv_directory, name, ".csv");
  else
    environment_.taken.erase(true_path(kept_[name]));
  keep(kept_[name], text);
}

void FileOutput::plot(const PlotOutput& plot) {
  ++plots_;
  if (options_.svg_directory.empty()) return;
  const std::string name = plot.name.empty() ? fmt::format("plot{}", plots_) : plot.name;
  keep(name_in(options_.svg_directory, name, ".svg"), render_svg(plot_data(plot)));
}

}  // namespace mbs
