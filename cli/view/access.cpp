#include "cli/view/access.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace mbs {

std::string new_token() {
  static constexpr char digits[] = "0123456789abcdef";
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) {
    token += digits[byte >> 4];
    token += digits[byte & 15];
  }
  return token;
}

bool same_token(std::string_view given, std::string_view token) {
  if (given.size() != token.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < token.size(); ++i)
    different |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(token[i]);
  return different == 0;
}

bool is_own_host(std::string_view host) {
  const std::size_t colon = host.find(':');
  const std::string_view name = host.substr(0, colon);
  if (name != "127.0.0.1" && name != "localhost") return false;
  if (colon == host.npos) return true;
  const std::string_view port = host.substr(colon + 1);
  return !port.empty() && port.size() <= 5 &&
         std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  constexpr std::string_view scheme = "http://";
  return origin.empty() || (origin.starts_with(scheme) && origin.substr(scheme.size()) == host);
}

}  // namespace mbs
