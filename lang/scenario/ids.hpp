// Typed indices into the lists of a scenario.
#pragma once

#include <cstdint>

namespace mbs::ir {

template <class Tag>
struct Id {
  std::int32_t index = -1;
  bool valid() const { return index >= 0; }
  friend bool operator==(Id, Id) = default;
};
using BodyId = Id<struct BodyTag>;
using FrameId = Id<struct FrameTag>;
using JointId = Id<struct JointTag>;
using DriveId = Id<struct DriveTag>;
using SpringId = Id<struct SpringTag>;
using LawId = Id<struct LawTag>;
using ContactId = Id<struct ContactTag>;

}  // namespace mbs::ir
