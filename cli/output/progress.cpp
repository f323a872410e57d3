#include "cli/output/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace mbs {

namespace {

constexpr std::chrono::seconds patience{1};
constexpr std::chrono::milliseconds period{200};

}  // namespace

Progress::Progress(std::ostream& err, bool on)
    : err_(err), on_(on), next_(Clock::now() + patience) {}

void Progress::update(double t, double t_end) {
  if (!due()) return;
  const double part = t_end > 0 ? std::clamp(t / t_end, 0.0, 1.0) : 0;
  show(fmt::format("{:3.0f} %  t = {:.6g} s", 100 * part, t));
}

void Progress::film(const std::string& name, int done, int frames) {
  if (!due()) return;
  show(fmt::format("{:3.0f} %  {}: frame {} of {}", 100.0 * done / std::max(frames, 1), name, done,
                   frames));
}

bool Progress::due() const {
  return on_ && Clock::now() >= next_;
}

void Progress::show(const std::string& text) {
  next_ = Clock::now() + period;
  err_ << "\r\033[K" << text << std::flush;
  shown_ = true;
}

void Progress::clear() {
  if (shown_) err_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace mbs
