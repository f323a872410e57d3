// The result file of a sweep (`--resume`): a line for each finished pass, added when it is done. A
// pass whose key is there is not run again. The key covers all that the result depends on, so a
// file cannot give results of another script, other params or another tolerance.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "runtime/study/passes.hpp"

namespace mbs {

class PassFile {
 public:
  // Reads what is there. `problem`: why the file cannot be used, else empty. A last line that was
  // cut short by the end of a process is taken away; of files that are none of its own nothing is.
  PassFile(std::string path, std::string& problem);
  std::optional<PassResult> find(const std::string& key) const;
  // From any thread. Results of passes that were interrupted or ended by a limit are not kept.
  // False if the file cannot be written.
  bool add(const std::string& key, const PassResult& result);

 private:
  std::string read();  // an empty string, or why the file cannot be used

  std::string path_;
  std::map<std::string, std::string> lines_;
  std::mutex mutex_;
};

// 16 hexadecimal digits that stand for the text (FNV-1a, 64 bits).
std::string digest(const std::string& text);

}  // namespace mbs
