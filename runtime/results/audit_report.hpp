// What is said of the audits of a run, for -v and JSON and as warnings.
#pragma once

#include <string>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "runtime/record/findings.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

struct AuditLine {
  Code code = Code::W0705;
  std::string subject;  // "energy", "joint `O`", "drive `d`", "contact `c`"
  Finding finding;
  Span origin;                       // of the subject; none for the energy
  std::string note = {}, hint = {};  // where they depend on the subject
};
std::vector<AuditLine> audit_lines(const Run& run);
// The worst of each kind, against what would pass.
std::vector<RunSummary::Audit> audit_summary(const Run& run);
// A warning for each kind that did not pass, with the worst of it; what has no place of its own is
// shown at `run_at`.
std::vector<Diagnostic> audit_warnings(const Run& run, Span run_at);

}  // namespace mbs
