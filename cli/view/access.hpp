// Who may ask a server on this machine: nobody but pages that were opened with its own address.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// 128 bits that nobody can guess, as hexadecimal digits.
std::string new_token();
// In a time that does not tell how much of it is right.
bool same_token(std::string_view given, std::string_view token);

// Whether a request's Host names this machine by one of its own names: that of another page's
// server, made to lead here, does not. Any port: a tunnel may have another.
bool is_own_host(std::string_view host);
// Whether a page that asks was served under this Host. Requests without Origin are no page's.
bool is_own_origin(std::string_view origin, std::string_view host);

}  // namespace mbs
