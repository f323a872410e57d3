// `mbs run --verify`: each printed number beside that of a second run at a tenth of the tolerance.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/results/output.hpp"

namespace mbs {

// Keeps the numbers that a script shows and the expectations that fail, and hands all on.
class Recital : public RelaySink {
 public:
  explicit Recital(Sink* next) : RelaySink(next) {}  // null: nothing is shown or written
  std::string give(Output output) override;

  // What is shown under one name, one list or column at a time.
  struct Numbers {
    Heading heading;
    std::vector<double> values;  // SI; missing ones are NaN
  };
  using Place = std::pair<std::string, int>;  // the name, and how often it was shown before
  struct Failed {
    std::string message;
    int times = 0;
  };

  std::vector<Place> order;
  std::map<Place, Numbers> numbers;
  std::map<std::pair<int, unsigned>, Failed> failed;  // expectations, by source and place
  std::vector<std::string> errors;                    // others: why a run broke off

 private:
  void keep(const TableOutput& table);
  void keep(const Diagnostic& diagnostic);
  void keep(const std::string& of, const Heading& heading, const std::vector<Cell>& cells);
  std::map<std::string, int> shown_;
  int tables_ = 0;
};

struct Verification {
  struct Value {
    Heading heading;
    std::size_t count = 1;  // a list or column: of how many values this is the worst
    double value = 0, again = 0;
    int digits = 0;  // that both share; 0 too if one of them is missing
  };
  struct Flip {
    std::string expectation;
    int failed = 0, failed_again = 0;  // times
  };
  std::vector<Value> values;
  std::vector<Flip> flips;
  std::vector<std::string> errors;  // of the second run
};

// `most`: digits of numbers that agree entirely.
Verification compare(const Recital& first, const Recital& again, int most);
std::string verification_text(const Verification& verification, int digits);
std::string verification_json(const Verification& verification);

}  // namespace mbs
