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
  if (!on_ || Clock::now() < next_) return;
  next_ = Clock::now() + period;
  const double part = t_end > 0 ? std::clamp(t / t_end, 0.0, 1.0) : 0;
  err_ << fmt::format("\r\033[K{:3.0f} %  t = {:.6g} s", 100 * part, t) << std::flush;
  shown_ = true;
}

void Progress::clear() {
  if (shown_) err_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace mbs
