// The friction laws of the library whose state is a bend, with numbers for millimetres.
#pragma once

#include <string>
#include <vector>

namespace mbs::test {

inline const std::vector<std::string> laws_with_bends = {
    "dahl(mu = 0.2, s0 = 1e4 1/m)",
    "dahl(mu = 0.2, s0 = 1e4 1/m, alpha = 1.5)",
    "lugre(mu_s = 0.3, mu_d = 0.2, vs = 10 mm/s, s0 = 1e4 1/m, s1 = 10 s/m, s2 = 0.1 s/m)",
    "elasto_plastic(mu_s = 0.3, mu_d = 0.2, vs = 10 mm/s, s0 = 1e4 1/m, s1 = 10 s/m)",
    "gonthier_friction(mu_s = 0.3, mu_d = 0.2, vs = 10 mm/s, s0 = 1e4 1/m, s1 = 10 s/m, tau_dw = "
    "1 s, tau_br = 1 ms)",
    "reset_integrator(mu = 0.2, p0 = 20 um, beta = 5 s/m)",
    "modified_karnopp(mu_s = 0.3, mu_d = 0.2, dv = 5 mm/s, k = 1e4 1/m, beta = 5 s/m)",
};

}  // namespace mbs::test
