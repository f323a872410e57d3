// What evaluations of a model write to.
#pragma once

#include <memory>
#include <optional>

#include "runtime/model/instant.hpp"
#include "runtime/model/model.hpp"

namespace mbs {

// Everything an evaluation needs beside its arguments; one per run, no allocation after its making.
class Workspace {
 public:
  explicit Workspace(const Model& model);
  ~Workspace();
  Workspace(Workspace&&) noexcept;

  long law_evaluations = 0;
  // The first one since it was last cleared: a law without solution, …
  std::optional<Failure> failure;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
