// Files that are watched for changes, by looking at them again and again: that works on every file
// system, for editors that put a new file in the place of the old one, and for files that are not
// there yet.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <map>
#include <vector>

namespace mbs {

class Watch {
 public:
  // Those that are watched already keep what is known of them. `since`: when the others were read,
  // or earlier; one that was changed later counts as changed.
  void add(const std::vector<std::filesystem::path>& files, std::timespec since);
  // Looks at all of them. True if some have changed since they were read, and all have stood still
  // since the last look: an editor may not be done.
  bool look();
  // They are about to be read: from now on only later changes count.
  void reading();

 private:
  struct Stamp {
    bool there = false;
    std::timespec changed = {};
    off_t size = 0;
    ino_t file = 0;
    bool operator==(const Stamp& other) const;
  };
  static Stamp stamp_of(const std::filesystem::path& path);
  struct Watched {
    Stamp read, last;
  };
  std::map<std::filesystem::path, Watched> files_;
};

// The clock that files are stamped by.
std::timespec file_clock();

}  // namespace mbs
