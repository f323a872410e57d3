// Messages of the language server protocol: JSON behind a header that tells its length.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mbs::lsp {

using Json = nlohmann::json;

// The body of the next message. Empty at the end of input, also inside a message. Headers that say
// no usable length are passed over; a body beyond all use is, too, and `too_long` says so.
std::optional<std::string> read_message(std::istream& in, bool& too_long);
void write_message(std::ostream& out, const Json& message);

// Codes of failed requests.
enum Failure {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialized = -32002
};
Json result_message(const Json& id, Json result);
Json error_message(const Json& id, Failure code, const std::string& what);
Json notification(const std::string& method, Json params);

}  // namespace mbs::lsp
