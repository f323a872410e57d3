#include "cli/film/encoder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

#include "lang/text/number.hpp"

extern char** environ;

namespace mbs::film {

namespace {

// What the formats need. A palette for each picture: one for all would keep all in memory. Widths
// and heights of MP4 and WebM must be even: a line is added.
std::vector<std::string> format_arguments(const std::string& name) {
  const std::string even = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white";
  if (name.ends_with(".gif"))
    return {
        "-filter_complex",
        "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none",
        "-f", "gif"};
  if (name.ends_with(".webm"))
    return {"-vf",  even, "-c:v",     "libvpx-vp9", "-crf", "28",
            "-b:v", "0",  "-pix_fmt", "yuv420p",    "-f",   "webm"};
  return {"-vf", even,       "-c:v",    "libx264",   "-preset",    "medium", "-crf",
          "18",  "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",     "mp4"};
}

// Without words of the day and of the program: the same film for the same run.
std::vector<std::string> command(const std::string& file, const std::string& name, double fps) {
  std::vector<std::string> all = {"ffmpeg", "-nostdin", "-hide_banner", "-loglevel",
                                  "error",  "-y",       "-f",           "image2pipe",
                                  "-c:v",   "png",      "-framerate",   format_number(fps, 12),
                                  "-i",     "pipe:0",   "-an"};
  for (std::string& word : format_arguments(name)) all.push_back(std::move(word));
  for (const char* word : {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"})
    all.insert(all.end() - 2, word);
  all.push_back(file);
  return all;
}

}  // namespace

Encoder::~Encoder() {
  if (program_ > 0) ::kill(program_, SIGKILL);
  wait();
  if (said_ >= 0) ::close(said_);
}

Encoder::Start Encoder::start(const std::filesystem::path& file, const std::string& name,
                              double fps) {
  // A name that begins with a dash or holds a colon means something else without `file:`.
  std::vector<std::string> words = command("file:" + file.string(), name, fps);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // Closed on exec: another film that begins meanwhile must not hold the end of this one open.
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Start::failed;
  said_ = ::memfd_create("mbs-film", MFD_CLOEXEC);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (said_ >= 0) posix_spawn_file_actions_adddup2(&files, said_, STDERR_FILENO);
  // Ctrl-C is for this program, which ends the other one.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error =
      posix_spawnp(&program_, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error == 0) return Start::begun;
  program_ = -1;
  ::close(pipe_);
  pipe_ = -1;
  errno = error;
  return error == ENOENT ? Start::missing : Start::failed;
}

// A program that has ended breaks the pipe; that is an error here, no end of this program.
bool Encoder::add(const std::string& png) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  std::size_t done = 0;
  bool good = pipe_ >= 0;
  while (good && done < png.size()) {
    const ssize_t count = ::write(pipe_, png.data() + done, png.size() - done);
    if (count >= 0) done += static_cast<std::size_t>(count);
    good = count >= 0 || errno == EINTR;
  }
  sigpending(&pending);
  const timespec now{0, 0};
  if (!good && sigismember(&pending, SIGPIPE) == 1) sigtimedwait(&broken, nullptr, &now);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return good;
}

bool Encoder::wait() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
  if (program_ <= 0) return false;
  int status = 0;
  while (::waitpid(program_, &status, 0) < 0 && errno == EINTR) {
  }
  program_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// On a full disk the program complains and ends as if all were well.
bool Encoder::finish() {
  return wait() && words().empty();
}

std::string Encoder::words() const {
  char text[2048];
  if (said_ < 0) return {};
  const off_t size = ::lseek(said_, 0, SEEK_END);
  const off_t from = size > off_t(sizeof text) ? size - off_t(sizeof text) : 0;
  const ssize_t count = ::pread(said_, text, sizeof text, from);
  std::string all(text, count > 0 ? static_cast<std::size_t>(count) : 0);
  while (!all.empty() && (all.back() == '\n' || all.back() == '\r')) all.pop_back();
  return all.substr(all.find_last_of('\n') + 1);
}

}  // namespace mbs::film
