#include "cli/report/block.hpp"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace mbs {

// First bytes of all numbers, then second ones, and so on: neighbours are alike, which deflates
// well.
template <class Number>
nlohmann::ordered_json Block::add(std::span<const double> values, const char* kind) {
  using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  const std::size_t offset = bytes_.size(), count = values.size();
  bytes_.resize(offset + count * sizeof(Number));
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<Bits>(static_cast<Number>(values[i]));
    for (std::size_t k = 0; k < sizeof(Number); ++k)
      bytes_[offset + k * count + i] = static_cast<unsigned char>(bits >> (8 * k));
  }
  return {{kind, {offset, count}}};
}

nlohmann::ordered_json Block::add4(std::span<const double> values) {
  return add<float>(values, "f4");
}

nlohmann::ordered_json Block::add8(std::span<const double> values) {
  return add<double>(values, "f8");
}

std::string Block::packed() const {
  uLongf size = compressBound(bytes_.size());
  std::vector<unsigned char> out(size);
  if (compress2(out.data(), &size, bytes_.data(), bytes_.size(), 9) != Z_OK) return {};
  return base64(std::span(out).first(size));
}

std::string base64(std::span<const unsigned char> bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const unsigned group =
        bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    text += digits[group >> 18];
    text += digits[group >> 12 & 63];
    text += left > 1 ? digits[group >> 6 & 63] : '=';
    text += left > 2 ? digits[group & 63] : '=';
  }
  return text;
}

}  // namespace mbs
