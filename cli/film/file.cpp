#include "cli/film/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <future>
#include <memory>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/film/encoder.hpp"
#include "cli/film/space_drawing.hpp"
#include "cli/output/picture_format.hpp"
#include "lang/text/number.hpp"

namespace mbs::film {

namespace fs = std::filesystem;

namespace {

bool is_installed(const char* program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((fs::path(folder.empty() ? "." : folder) / program).c_str(), X_OK) == 0)
      return true;
  return false;
}

// What goes if it is not kept: a file or a folder beside the one it is to become.
class Beside {
 public:
  explicit Beside(const fs::path& target, bool folder)
      : path_((target.parent_path() / ".mbs-film-XXXXXX").string()) {
    const mode_t mask = umask(0);
    umask(mask);
    if (folder) {
      made_ = ::mkdtemp(path_.data()) && ::chmod(path_.c_str(), 0777 & ~mask) == 0;
    } else {
      const int file = ::mkostemp(path_.data(), O_CLOEXEC);
      made_ = file >= 0 && ::fchmod(file, 0666 & ~mask) == 0;
      if (file >= 0) ::close(file);
    }
    if (!made_) problem_ = std::strerror(errno);
  }
  ~Beside() {
    std::error_code error;
    if (made_) fs::remove_all(path_, error);
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  const std::string& path() const { return path_; }
  const std::string& problem() const { return problem_; }
  // Empty, or why it could not take its place.
  std::string become(const fs::path& target) {
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    const bool safe = file >= 0 && ::fsync(file) == 0;
    const int reason = errno;
    if (file >= 0) ::close(file);
    if (!safe) return std::strerror(reason);
    if (::rename(path_.c_str(), target.c_str()) != 0) return std::strerror(errno);
    made_ = false;
    return {};
  }

 private:
  std::string path_, problem_;
  bool made_ = false;
};

std::unique_ptr<Drawing> drawing_of(const FilmOutput& film) {
  if (film.scene->spatial) return std::make_unique<SpaceDrawing>(film);
  return std::make_unique<PlaneDrawing>(film);
}

// The frames as they are to be written, in order; some are made at a time.
class Frames {
 public:
  Frames(const FilmOutput& film, bool pictures, const FilmWatch& watch)
      : drawing_(drawing_of(film)), pictures_(pictures), watch_(watch) {}

  // `take` returns why it takes no more; empty if it does.
  std::string each(const std::function<std::string(int, const std::string&)>& take) {
    const int at_a_time = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (int first = 0; first < drawing_->frames(); first += at_a_time) {
      if (watch_.interrupted()) return "interrupted";
      watch_.progress(first, drawing_->frames());
      const int end = std::min(drawing_->frames(), first + at_a_time);
      std::vector<std::future<Picture>> coming;
      for (int k = first; k < end; ++k) coming.push_back(picture(drawing_->frame(k)));
      for (int k = first; k < end; ++k) {
        const Picture made = coming[static_cast<std::size_t>(k - first)].get();
        const std::string problem = made.problem.empty() ? take(k, made.bytes) : made.problem;
        if (!problem.empty()) return problem;
      }
    }
    return {};
  }

 private:
  struct Picture {
    std::string bytes, problem;
  };
  std::future<Picture> picture(std::string svg) const {
    const auto how = pictures_ ? std::launch::async : std::launch::deferred;
    return std::async(how, [this, svg = std::move(svg)] {
      Picture made;
      made.bytes = pictures_ ? converted_picture(svg, "png", made.problem) : svg;
      return made;
    });
  }

  std::unique_ptr<Drawing> drawing_;
  bool pictures_;
  const FilmWatch& watch_;
};

std::string encoded(Frames& frames, const FilmOutput& film, const fs::path& path) {
  Beside beside(path, false);
  if (!beside.problem().empty()) return beside.problem();
  Encoder encoder;
  if (encoder.start(beside.path(), path.filename().string(), film.asked.fps) !=
      Encoder::Start::begun)
    return fmt::format("`ffmpeg` cannot be started: {}", std::strerror(errno));
  const std::string problem = frames.each([&](int, const std::string& png) -> std::string {
    return encoder.add(png) ? "" : "`ffmpeg` takes no more";
  });
  if (problem == "interrupted") return problem;
  const bool whole = encoder.finish();
  if (whole && problem.empty()) return beside.become(path);
  if (!problem.empty() && whole) return problem;
  const std::string words = encoder.words();
  return words.empty() ? "`ffmpeg` failed" : "`ffmpeg` failed: " + words;
}

std::string frame_name(int frame, const char* format) {
  return fmt::format("{:05}.{}", frame + 1, format);
}

bool is_frame(const fs::path& path) {
  const std::string stem = path.stem().string(), ending = path.extension().string();
  return stem.size() == 5 &&
         std::ranges::all_of(stem, [](char c) { return c >= '0' && c <= '9'; }) &&
         (ending == ".png" || ending == ".svg");
}

// Empty, or why the folder cannot make room for a new one.
std::string not_replaceable(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return {};
  const std::string name = folder.filename().string();
  if (!fs::is_directory(fs::symlink_status(folder, error)))
    return fmt::format("its frames would be in `{}`, which is no folder", name);
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (!is_frame(entry.path()))
      return fmt::format("its frames would be in `{}`, which holds something else", name);
  return error ? error.message() : "";
}

std::string replace_folder(Beside& made, const fs::path& folder) {
  std::error_code error;
  std::string old;
  if (fs::exists(folder, error)) {
    old = made.path() + "-old";
    if (::rename(folder.c_str(), old.c_str()) != 0) return std::strerror(errno);
  }
  const std::string problem = made.become(folder);
  if (!old.empty() && !problem.empty()) ::rename(old.c_str(), folder.c_str());
  if (!old.empty() && problem.empty()) fs::remove_all(old, error);
  return problem;
}

std::string as_folder(Frames& frames, const fs::path& folder, const char* format) {
  if (std::string why = not_replaceable(folder); !why.empty()) return why;
  Beside beside(folder, true);
  if (!beside.problem().empty()) return beside.problem();
  const std::string problem = frames.each([&](int k, const std::string& bytes) {
    return write_text_file(fs::path(beside.path()) / frame_name(k, format), bytes);
  });
  return problem.empty() ? replace_folder(beside, folder) : problem;
}

// What is missing where there is only a folder of frames, and how they become a film.
std::string how_to_join(const FilmOutput& film, const fs::path& path, const fs::path& folder,
                        bool pictures) {
  const std::string name = folder.filename().string();
  if (!pictures)
    return fmt::format(
        "the {} frames of `{}` are SVG files in `{}`: `rsvg-convert`, which makes pictures of "
        "them, "
        "is not installed (librsvg2-bin in Debian)",
        film.frames, path.filename().string(), name);
  return fmt::format(
      "the {} frames of `{}` are PNG files in `{}`, as `ffmpeg` is not installed; where it is, "
      "`ffmpeg -framerate {} -i {}/%05d.png {}` joins them",
      film.frames, path.filename().string(), name, format_number(film.asked.fps), name,
      path.filename().string());
}

fs::path without_links(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  return error ? path : real;
}

}  // namespace

FilmWritten write_film(const FilmOutput& film, const fs::path& path, const FilmWatch& watch) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    return {fs::is_directory(path, error) ? "it is a directory" : "it is no file", {}, {}};
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return {error.message(), {}, {}};
  const bool pictures = is_installed("rsvg-convert");
  Frames frames(film, pictures, watch);
  if (pictures && is_installed("ffmpeg"))
    return {encoded(frames, film, without_links(path)), {}, path};
  fs::path folder = path;
  folder.replace_filename(path.stem().string() + "_frames");
  std::string problem = as_folder(frames, folder, pictures ? "png" : "svg");
  if (!problem.empty()) return {problem, {}, {}};
  return {{}, how_to_join(film, path, folder, pictures), folder};
}

}  // namespace mbs::film
