#pragma once

#include <functional>
#include <string>

namespace mbs::mutation {

// Drops lines for as long as `fails` still holds, asking it `tries` times at most.
std::string minimize(std::string text, const std::function<bool(const std::string&)>& fails,
                     int tries);

}  // namespace mbs::mutation
