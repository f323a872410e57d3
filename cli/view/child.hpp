// A run of this program in a process of its own, whose standard output is read line by line.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace mbs {

class Child {
 public:
  // Starts this program with these arguments, apart from the terminal's Ctrl-C. Not running, with
  // the reason in `problem`, if that fails.
  Child(const std::vector<std::string>& arguments, std::string& problem);
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int output() const { return output_; }  // to be polled; -1 when it has been read to its end
  // Reads what there is, without waiting, and returns the whole lines.
  std::vector<std::string> lines();
  // As Ctrl-C: it ends as soon as it can, and shows what it has.
  void interrupt();
  // When the output has ended: empty if it ended by itself, with whatever exit code; else in words
  // what ended it.
  std::string end();

 private:
  void close_output();
  void take_lines(std::vector<std::string>& whole);
  pid_t pid_ = -1;
  int output_ = -1;
  std::string rest_;  // a line that is not whole yet
};

}  // namespace mbs
