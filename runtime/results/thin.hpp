// Curves known at many instants, kept as few knots of cubics.
#pragma once

#include <vector>

#include "runtime/results/track.hpp"

namespace mbs {

// What a channel may be off: an amount, and a part of its value.
struct Allowance {
  double absolute = 0, relative = 0;
};

// Takes instants in order, and keeps those that the cubics through the kept ones do not give within
// the allowance. An instant of the same time as the last one is the other side of a jump or a kink,
// if there is one. Remembers no more than what lies behind the last knot.
class Thinner {
 public:
  explicit Thinner(std::vector<Allowance> allowed);
  void add(double t, const std::vector<double>& value, const std::vector<double>& rate);
  // All knots so far; nothing can be added any more.
  Track take();

 private:
  struct TrackPoint {
    double t = 0;
    std::vector<double> value, rate;
  };
  bool spans(std::size_t end) const;
  std::size_t reach() const;
  void close_up();
  void end_piece();
  bool continues(const std::vector<double>& value, const std::vector<double>& rate) const;
  bool meets(const TrackPoint& at, const TrackPoint& end) const;
  void keep(const TrackPoint& knot);

  std::vector<Allowance> allowed_;
  std::vector<TrackPoint> waiting_;  // the first one is the last knot
  Track track_;
};

// The same curves with fewer knots.
Track thinned(const Track& track, const std::vector<Allowance>& allowed);

}  // namespace mbs
