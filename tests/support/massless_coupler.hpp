// A bar that hangs on two arms and has no mass of its own: what IDA moves and explicit steps do
// not.
#pragma once

namespace mbs::test {

constexpr const char* massless_coupler = R"(mbs 1
body left  { mass = 1 kg, inertia = 1 g*m^2, point tip = (0, 100) mm }
body right { mass = 1 kg, inertia = 1 g*m^2, at = (200, 0) mm, point tip = (0, 100) mm }
body bar   { point far = (200, 0) mm }
point D = (200, 0) mm
revolute L: ground to left { angle = 20 deg, speed = 1 rad/s }
revolute R: D to right { angle ~ 20 deg }
revolute P: left.tip to bar
revolute Q: right.tip to bar.far
)";

}  // namespace mbs::test
