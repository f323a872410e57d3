// The rows of the impact table: one per time a contact is closed.
#pragma once

#include <vector>

#include "runtime/events/blow.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/record/run.hpp"

namespace mbs {

class ImpactLog {
 public:
  // Takes up rows that an earlier part of the run left open.
  ImpactLog(const Model& model, Run& run);
  void begin(int contact, Instant now, double v_in);
  // One that closes without a blow slides with this, m/s.
  void slides(int contact, double vt) { row(contact).vt_in = row(contact).vt_out = vt; }
  // What a closed contact shows at an instant: keeps the largest values and what it took up so far.
  void sample(int contact, Instant now, const ContactState& state);
  // A row in which no force ever acted is dropped: the bodies only touched.
  void end(int contact, Instant now, double v_out);
  // A blow of a rigid contact, whose row is open; `together` contacts were in it.
  void strike(int contact, const BlowPart& blow, int together);
  // The end of such a row: the bodies part with this speed, or have not stayed together at all.
  void part(int contact, Instant now, double v_out);
  // How far the bodies of an open row overlap, m.
  void overlap(int contact, double depth);
  bool open(int contact) const { return open_[contact].open; }
  double since(int contact) const { return run_->impacts[contact].back().t; }  // of an open row
  // Impulse and work so far.
  void account(int contact, Instant now);
  // Largest so far in the present row; 0 without one.
  double F_max(int contact) const;
  double depth(int contact) const;

 private:
  struct Open {
    bool open = false;
    double work = 0, impulse = 0;  // J, N s, at the beginning
  };
  Impact& row(int contact) { return run_->impacts[contact].back(); }
  Run* run_;
  int work_, impulse_;
  std::vector<Open> open_;
  std::vector<bool> rigid_;
};

}  // namespace mbs
