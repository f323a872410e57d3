#include "cli/lsp/transport.hpp"

#include <charconv>
#include <istream>
#include <ostream>

namespace mbs::lsp {

namespace {

constexpr std::size_t longest_body = std::size_t{1} << 26;

// The number behind "Content-Length:", whatever the case of its letters.
std::optional<std::size_t> length_in(const std::string& line) {
  constexpr std::string_view name = "content-length:";
  if (line.size() < name.size()) return {};
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(line[i])) != name[i]) return {};
  }
  const std::size_t begin = line.find_first_not_of(' ', name.size());
  if (begin == line.npos) return {};
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(line.data() + begin, line.data() + line.size(), length);
  if (error != std::errc()) return {};
  return length;
}

}  // namespace

std::optional<std::string> read_message(std::istream& in, bool& too_long) {
  too_long = false;
  std::optional<std::size_t> length;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) {
      if (const auto found = length_in(line)) length = found;
      continue;
    }
    if (!length) continue;
    if (*length > longest_body) {
      too_long = true;
      in.ignore(static_cast<std::streamsize>(*length));
      return std::string();
    }
    std::string body(*length, '\0');
    in.read(body.data(), static_cast<std::streamsize>(body.size()));
    if (static_cast<std::size_t>(in.gcount()) != body.size()) return {};
    return body;
  }
  return {};
}

void write_message(std::ostream& out, const Json& message) {
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  out << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
}

Json result_message(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_message(const Json& id, Failure code, const std::string& what) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", what}}}};
}

Json notification(const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace mbs::lsp
