// Results as files: `to "file"`, --csv and --svg.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/shown_plot.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// As it is printed: of its own size.
std::string picture_svg(const PlotOutput& plot);

// The file of a picture, in the format that its name ends with. Empty, with the reason in
// `problem`, if it cannot be made.
std::string picture_file(const PlotOutput& plot, const std::string& name, std::string& problem);

// Writes a file unless that would overwrite a script that was read, or what was written before: an
// empty string, or why not.
std::string write_unless_taken(const std::filesystem::path& path, const std::string& text,
                               const Environment& environment);

// The same of what a script gives to a file beside others in a folder.
std::string write_unless_taken(const std::filesystem::path& directory, const TableFile& file,
                               const Environment& environment);
std::string write_unless_taken(const std::filesystem::path& directory, const PictureFile& file,
                               const Environment& environment);

// The same of a film. `progress` may be empty.
FilmWritten write_film_unless_taken(const std::filesystem::path& path, const FilmOutput& film,
                                    const Environment& environment,
                                    const std::function<void(int, int)>& progress = {});

class FileOutput {
 public:
  FileOutput(const Script& script, const Options& options, Environment& environment);
  // `to "name"`: beside the script or in --out; an empty string, or why it failed.
  std::string write(const TableOutput& table, const std::string& name);
  std::string write(const PlotOutput& plot, const std::string& name);
  FilmWritten write(const FilmOutput& film, const std::string& name,
                    const std::function<void(int done, int frames)>& progress = {});
  // Where --csv and --svg ask for it. Failures are kept for `problems`.
  void table(const TableOutput& table);
  void plot(const PlotOutput& plot);
  // With impacts in files of their own. One that continues a run takes the place of that.
  void signals(const KeptSignals& kept);

  struct Problem {
    std::string file, why;
  };
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::filesystem::path name_in(const std::string& directory, const std::string& name,
                                const char* extension);
  void keep(const std::filesystem::path& path, const std::string& text);
  void keep_part(const KeptSignals& of, const std::string& what, const std::string& text);
  // Where `to "name"` leads; empty, with the reason, if that is outside of --out.
  std::filesystem::path place(const std::string& name, std::string& problem) const;
  std::string write_text(const std::string& text, const std::string& name);
  std::string store(const std::filesystem::path& path, const std::string& text);

  const Script& script_;
  const Options& options_;
  Environment& environment_;
  int tables_ = 0, plots_ = 0;
  std::map<std::string, int> used_;
  std::map<std::string, std::filesystem::path> kept_;  // files of signals, by what they hold
  std::vector<Problem> problems_;
};

}  // namespace mbs
