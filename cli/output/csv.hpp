// Rows of comma-separated values.
#pragma once

#include <span>
#include <string>

namespace mbs {

// One record with its line end (CR LF). Fields with commas, quotes or line ends are quoted, quotes
// doubled. RFC 4180, section 2.
std::string csv_row(std::span<const std::string> fields);

}  // namespace mbs
