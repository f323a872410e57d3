// When contacts of two are many.
#pragma once

namespace mbs {

// From so many on, that of which most must be apart, it pays to leave those alone that are.
inline constexpr int many_contacts = 24;

}  // namespace mbs
