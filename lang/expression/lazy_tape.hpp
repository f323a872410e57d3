// A tape that is compiled when it is first asked for: most runs never ask for some of them.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "lang/expression/tape.hpp"

namespace mbs {

// Copies share it, threads too.
class LazyTape {
 public:
  LazyTape() = default;  // none
  explicit LazyTape(std::function<Tape()> make) : made_(std::make_shared<Made>(std::move(make))) {}
  const Tape& get() const {
    std::call_once(made_->once, [this] { made_->tape = made_->make(); });
    return made_->tape;
  }

 private:
  struct Made {
    explicit Made(std::function<Tape()> of) : make(std::move(of)) {}
    std::function<Tape()> make;
    std::once_flag once;
    Tape tape;
  };
  std::shared_ptr<Made> made_;
};

}  // namespace mbs
