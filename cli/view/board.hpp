// What the pages of `mbs view` see and ask for: between the threads that answer them and the one
// that runs the script.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/view/rewrite.hpp"

namespace mbs {

// All that pages are told at once; docs/report.md has the fields.
struct BoardState {
  std::string file;  // name of the script
  long run = 0;      // number of the newest run, from 1
  bool running = false, stopping = false;
  bool once = false;       // nothing follows the first run
  double part = 0, t = 0;  // of the simulation under way; t in s
  long result = 0;         // number of the run whose data are at hand; 0: of none
  long edition = 0;        // counts data: a run under way has others again and again
  std::string problem;     // why the newest run has no data; empty if it has, or is under way
  nlohmann::ordered_json controls = nlohmann::ordered_json::array();
  std::map<std::string, std::string> settings;  // what pages have set
};

class Board {
 public:
  Board();
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  // ---- for the thread that runs the script ----
  void change(const std::function<void(BoardState&)>& edit);
  void put_result(long run, std::string data);
  struct Wishes {
    bool run = false, stop = false;
  };
  Wishes take_wishes();
  int wake() const { return wake_[0]; }  // can be read when there are wishes
  void close();                          // ends all waiting
  // Whether a page has all that there will be of a script that is shown once.
  bool is_delivered() const;

  // ---- for threads that answer pages ----
  std::shared_ptr<const std::string> result(long run) const;  // null if it is another's, or none's
  // A page has these data, or the problem in the place of data.
  void deliver(std::shared_ptr<const std::string> data);
  // Puts these values in the place of those set before. Empty, or what is wrong with them.
  std::string set(const nlohmann::json& values);
  // What pages have set, to be written into the script; empty, with the problem, if something of it
  // cannot be.
  std::vector<Replacement> replacements(std::string& problem) const;
  void stop();
  // The state as JSON when it is another than number `seen`, which then becomes its number. Waits a
  // moment for that; an empty text if nothing came of it, nothing when the board is closed.
  std::optional<std::string> news(long& seen);

 private:
  void ring();
  std::string text() const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  BoardState state_;
  long version_ = 1;
  std::shared_ptr<const std::string> data_;
  Wishes wishes_;
  int wake_[2] = {-1, -1};
  bool closed_ = false;
  std::shared_ptr<const std::string> delivered_;
};

}  // namespace mbs
