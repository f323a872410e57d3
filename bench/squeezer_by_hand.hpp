// Andrews' squeezer in its seven angles, as the IVP test set states it, reduced to index 1: the
// accelerations follow from one 13 by 13 linear system. Schiehlen 1990; Hairer and Wanner 1991.
#pragma once

namespace bench {

inline constexpr int andrews_size =
    14;  // angles (beta, Theta, gamma, Phi, delta, Omega, epsilon), rates

void andrews_start(double* y);
void andrews_rates(const double* y, double* dy);
// Largest error of the angles at t = 0.03 s against the published reference.
double andrews_error(const double* y);

}  // namespace bench
