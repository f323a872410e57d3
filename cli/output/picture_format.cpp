#include "cli/output/picture_format.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

extern char** environ;

namespace mbs {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;  // without a name: it goes when it is closed

// Without the time of day in what is written.
std::vector<char*> timeless_environment() {
  static char epoch[] = "SOURCE_DATE_EPOCH=0";
  std::vector<char*> all = {epoch};
  for (char** entry = environ; *entry; ++entry)
    if (!std::string_view(*entry).starts_with("SOURCE_DATE_EPOCH=")) all.push_back(*entry);
  all.push_back(nullptr);
  return all;
}

// 0, or the reason why not as errno has it; -1 if the program failed.
int run(std::vector<std::string> command, std::FILE* in, std::FILE* out) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, arguments[0], &files, nullptr, arguments.data(),
                                 timeless_environment().data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return error;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

std::string whole(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char part[1 << 14];
  while (const std::size_t count = std::fread(part, 1, sizeof part, file)) text.append(part, count);
  return text;
}

}  // namespace

std::string picture_format(const std::string& name) {
  return name.ends_with(".pdf") ? "pdf" : name.ends_with(".png") ? "png" : "svg";
}

std::string converted_picture(const std::string& svg, const std::string& format,
                              std::string& problem) {
  const File in(std::tmpfile()), out(std::tmpfile());
  if (!in || !out || std::fwrite(svg.data(), 1, svg.size(), in.get()) != svg.size() ||
      std::fflush(in.get()) != 0) {
    problem = std::strerror(errno);
    return {};
  }
  std::rewind(in.get());
  const int error = run({"rsvg-convert", "--format", format, "--dpi-x", "300", "--dpi-y", "300"},
                        in.get(), out.get());
  if (error == ENOENT)
    problem = fmt::format(
        "`rsvg-convert`, which makes a {} of the picture, is not installed "
        "(librsvg2-bin in Debian); `.svg` needs no other program",
        format == "pdf" ? "PDF" : "PNG");
  else if (error != 0)
    problem = error > 0 ? std::strerror(error) : "`rsvg-convert` failed";
  return error == 0 ? whole(out.get()) : std::string();
}

}  // namespace mbs
