#include "cli/view/watch.hpp"

#include <sys/stat.h>

namespace mbs {

bool Watch::Stamp::operator==(const Stamp& other) const {
  return there == other.there && changed.tv_sec == other.changed.tv_sec &&
         changed.tv_nsec == other.changed.tv_nsec && size == other.size && file == other.file;
}

Watch::Stamp Watch::stamp_of(const std::filesystem::path& path) {
  struct stat found;
  if (::stat(path.c_str(), &found) != 0) return {};
  return {true, found.st_ctim, found.st_size, found.st_ino};
}

void Watch::add(const std::vector<std::filesystem::path>& files, std::timespec since) {
  for (const auto& path : files) {
    if (files_.contains(path)) continue;
    const Stamp now = stamp_of(path);
    const bool later =
        now.there && (now.changed.tv_sec > since.tv_sec ||
                      (now.changed.tv_sec == since.tv_sec && now.changed.tv_nsec > since.tv_nsec));
    files_[path] = {later ? Stamp{} : now, now};
  }
}

bool Watch::look() {
  bool changed = false, still = true;
  for (auto& [path, watched] : files_) {
    const Stamp now = stamp_of(path);
    still = still && now == watched.last;
    changed = changed || !(now == watched.read);
    watched.last = now;
  }
  return changed && still;
}

void Watch::reading() {
  for (auto& [path, watched] : files_) watched.read = watched.last = stamp_of(path);
}

std::timespec file_clock() {
  std::timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return now;
}

}  // namespace mbs
