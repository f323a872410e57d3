// Plots of one name, which are drawn together.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Reports plots of one name that no pair of axes can show (E0426), and more panels than a picture
// has room for (E0427). Of the whole script: its actions, those of passes included.
void check_gathered_plots(World& world);

}  // namespace mbs::elaborate
