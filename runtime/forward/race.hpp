// Who goes on with a run, explicit steps or IDA: decided by counted steps alone, so that runs
// repeat.
#pragma once

#include <array>

namespace mbs {

// What an accepted step got for its cost.
struct StepYield {
  double length = 0;  // s
  double cost = 0;    // in steps of IDA
  // It was not its error that made an explicit step so short: it stands at the edge of stability,
  // or somebody else bounds it far below.
  bool held_back = false;
};

// Explicit steps go on until most of them are held back, or for long without any event. Then IDA is
// tried for a while, and stays if it gets farther at the same cost. After a trial that it has lost
// explicit steps are left in peace for longer. What rests beside moving parts is no other case:
// IDA's steps are short there, too, as long as loads change.
class Race {
 public:
  bool implicit() const { return implicit_; }
  // IDA is tried once more on what rests: what still rings is to die out first.
  bool settles() const { return trial_ && settles_; }
  // A step of the present one. True: the next one is to begin anew, mostly by the other.
  bool took(const StepYield& step);
  // Explicit steps cannot go on.
  void gave_up();
  // Something has happened that makes the motion another one.
  void event();
  // Something is held, which is IDA's, until nothing is.
  void hold(bool held);
  // Some contact has come to rest, or none rests any more: what makes it ring may die out, so IDA
  // is tried for longer.
  void rest(bool rests);

 private:
  static constexpr int window = 30;  // steps, of whose yields the median is taken
  bool took_explicit(const StepYield& step);
  bool took_implicit(const StepYield& step);
  bool end_round();
  void win();
  void settle(bool better);
  void give_way();
  void begin_explicit();
  void begin_implicit();
  void begin_round();
  void begin_trial();
  void lose();
  double yield() const;

  bool implicit_ = false, held_ = false, rests_ = false;
  bool rings_ = false;  // it rests, and IDA has lost all the same
  bool settles_ = false;
  // The last explicit steps.
  std::array<StepYield, window> last_{};
  int filled_ = 0, next_ = 0;
  int held_back_ = 0, free_ = 0;  // steps held back, and those since that were not
  long since_start_ = 0;          // explicit steps
  long in_peace_ = 0;             // explicit steps before IDA may be tried
  long calm_ = 0,
       hearing_ = 0;  // explicit steps since the last event, and how many ask for a trial
  // The trial of IDA, and its rounds, which go on after it.
  bool trial_ = false;
  long trial_length_ = 0, tried_ = 0;  // steps; that the last trial was to have, that it had
  long round_ = 0;                     // steps
  StepYield round_yield_;              // of its last third
  double yield_before_ = 0;            // of the round before
  // Events through which IDA goes on, as explicit steps were soon held back after others.
  int patience_ = 0, events_ = 0;
  bool by_yield_ = false;  // IDA has won, or is tried, for what it gets
};

}  // namespace mbs
