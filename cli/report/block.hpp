// Long arrays of a report's page: one block of bytes that browsers can open by themselves.
// docs/report.md has the format.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace mbs {

class Block {
 public:
  // What stands for the array where it is used: {"f4": [offset, count]}, {"f8": [offset, count]}.
  // What is not finite stays so. Offsets count bytes of the block before it is packed.
  nlohmann::ordered_json add4(std::span<const double> values);
  nlohmann::ordered_json add8(std::span<const double> values);

  std::size_t bytes() const { return bytes_.size(); }
  // Deflated (RFC 1950) and in base64. Empty if it could not be packed.
  std::string packed() const;

 private:
  template <class Number>
  nlohmann::ordered_json add(std::span<const double> values, const char* kind);
  std::vector<unsigned char> bytes_;
};

std::string base64(std::span<const unsigned char> bytes);

}  // namespace mbs
