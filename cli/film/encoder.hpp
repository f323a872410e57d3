// Frames as one film: a program of its own, `ffmpeg`, takes them one by one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace mbs::film {

class Encoder {
 public:
  Encoder() = default;
  ~Encoder();  // without `finish` the program is ended
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  enum class Start { begun, missing, failed };
  // Begins a film of PNG pictures in a file, in the format of the ending of `name`.
  Start start(const std::filesystem::path& file, const std::string& name, double fps);
  bool add(const std::string& png);  // false if the program takes no more
  // True if the program says that the film is whole.
  bool finish();
  // What the program said last, in one line; empty if nothing.
  std::string words() const;

 private:
  bool wait();
  pid_t program_ = -1;
  int pipe_ = -1, said_ = -1;
};

}  // namespace mbs::film
