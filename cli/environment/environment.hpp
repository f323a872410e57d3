// What the program touches of the world outside, so that it can also be run inside a test.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace mbs {

// Writes a text file, making its directory if need be: an empty string, or why it failed. Then what
// was there before is still there: the text is written beside it, and takes its place as a whole.
// Links and rights stay; devices and pipes are written to as they are.
std::string write_text_file(const std::filesystem::path& path, const std::string& text);

struct FilmOutput;  // runtime/results/output.hpp

// What became of a film: why it could not be written, or where it is, and what is to be said of it.
struct FilmWritten {
  std::string problem, note;
  std::filesystem::path path;
};
// Who looks on while it is made: asks for its end, and hears how many of all frames there are.
struct FilmWatch {
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(int done, int frames)> progress = [](int, int) {};
};
using FilmWriter =
    std::function<FilmWritten(const FilmOutput&, const std::filesystem::path&, const FilmWatch&)>;

using Arguments = std::vector<std::string>;  // of a command, without its name

struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_terminal = false, out_terminal = false, err_terminal = false;
  bool utf8_terminal = false;  // standard output is a terminal that shows UTF-8
  bool color_allowed = false;  // NO_COLOR is unset and TERM is not `dumb`
  std::function<bool()> interrupted = [] { return false; };
  // Called when scripts have been read and are about to run.
  std::function<void()> begin_runs = [] {};
  std::function<std::string(const std::filesystem::path&, const std::string&)> write_file =
      write_text_file;
  FilmWriter write_film = {};  // none: films are told of, but not written
  // What a command must not overwrite: the texts it read, and the files it has written.
  std::set<std::filesystem::path> taken = {};
  // Names of the commands: what is no file may have been meant as one.
  std::vector<std::string> commands = {};
  // Plots are named by one line instead of drawn, for comparing output with a recorded one.
  bool outline_plots = false;
  // Show scripts by their file name alone, so that reports do not depend on the place.
  bool short_names = false;
};

// Says that a file could not be written, and why. The exit code for that: 4.
int report_unwritten(Environment& environment, const std::string& file, const std::string& why);

}  // namespace mbs
