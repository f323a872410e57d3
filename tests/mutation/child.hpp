// A program run to its end, or to a limit.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mbs::mutation {

struct Limits {
  double processor_seconds = 60;  // of the processor, so that a busy machine changes nothing
  double wall_seconds = 600;      // for what waits without working
  std::optional<std::size_t> memory, file_size, open_files;
  std::vector<int> closed;  // file descriptors that the program starts without
  std::string out_to;       // a file or device in place of the collected output
  int signal = 0;           // sent after `signal_seconds`
  double signal_seconds = 0;
};

struct Outcome {
  int code = 0;    // if it ended by itself
  int signal = 0;  // that ended it
  bool hung = false;
  bool sent = false;  // the signal asked for was sent before the end
  std::string out, err;
};

// Keeps what the program writes in the files `out` and `err` of `scratch`. `input` may be empty.
Outcome run_child(const std::vector<std::string>& command, const std::filesystem::path& directory,
                  const std::filesystem::path& scratch, const std::string& input,
                  const Limits& limits);

}  // namespace mbs::mutation
