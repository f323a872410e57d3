// How far a long run is, on one line of a terminal that is taken back at the end.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

namespace mbs {

class Progress {
 public:
  // Silent unless `on` (a terminal is there to show it) and for the first second.
  Progress(std::ostream& err, bool on);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(double t, double t_end);
  void film(const std::string& name, int done, int frames);
  void clear();  // before anything else is written

 private:
  bool due() const;
  void show(const std::string& text);
  using Clock = std::chrono::steady_clock;
  std::ostream& err_;
  bool on_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace mbs
