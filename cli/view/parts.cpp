#include "cli/view/parts.hpp"

#include <utility>

namespace mbs {

namespace {

constexpr std::chrono::seconds patience{1};
constexpr int rarely = 4;  // times as long as it took

// What only says where others belong shows nothing.
bool is_seen(const Output& output) {
  return !std::holds_alternative<Origin>(output) && !std::holds_alternative<PassStart>(output) &&
         !std::holds_alternative<GainedCurves>(output);
}

}  // namespace

PartSink::PartSink(Sink& next, std::function<void()> make, std::function<Clock::time_point()> now)
    : RelaySink(&next), make_(std::move(make)), now_(std::move(now)), next_(now_() + patience) {}

std::string PartSink::give(Output output) {
  const bool seen = is_seen(output);
  std::string problem = RelaySink::give(std::move(output));
  const Clock::time_point before = now_();
  if (!seen || before < next_) return problem;
  make_();
  const Clock::time_point after = now_();
  next_ = after + patience + rarely * (after - before);
  return problem;
}

}  // namespace mbs
