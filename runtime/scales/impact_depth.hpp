// How deep an impact goes, from the force of its law alone.
#pragma once

#include <functional>
#include <optional>

namespace mbs {

// N at a penetration, m; not finite where the law has no value, and not counted below 0.
using ForceAt = std::function<double(double depth)>;

// Work of the force up to `depth`, J; infinite where it has no value. Exact enough for any power.
double work_until(const ForceAt& force_at, double depth);

// m, at which the force has taken up `energy`, J: between 1e-15 `size` and `size`, m. Nothing if it
// has not by then, or has from the first.
std::optional<double> impact_depth(const ForceAt& force_at, double energy, double size);

}  // namespace mbs
