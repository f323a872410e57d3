// Effective masses of contacts: how hard their bodies are to push apart along the normal.
#pragma once

#include <optional>
#include <vector>

#include "runtime/equations/kkt.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// The masses that all contacts move at one configuration. Bodies without constraints need their own
// masses only; the matrix of constrained ones is factored once, when it is asked for. Nothing else
// may place bodies in the workspace meanwhile.
class EffectiveMasses {
 public:
  EffectiveMasses(const Model& model, const double* y, const Mode* mode, Workspace& workspace);
  // d gap/dq . M^-1 . (d gap/dq)^T with the constraints held, 1/kg; 0 where it is not determined
  // and where constraints and drives alone decide about the gap.
  double inverse(int contact);

 private:
  bool free(int body, const double* row) const;
  double constrained(const ContactModel& contact, const double* row);

  const Model& model_;
  const Mode* mode_;
  Workspace& workspace_;
  double total_ = 0;        // kg
  std::vector<char> held_;  // by column of v: is part of a constraint
  std::optional<Kkt> kkt_;
  std::vector<double> n_, x_, p_;  // scratch
};

}  // namespace mbs
