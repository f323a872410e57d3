// Labels as they stand in a report's page; docs/report.md has the format.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace mbs {

// Each piece of a label (label_pieces) as [text, level, 1 if it is slanted].
nlohmann::ordered_json pieces_json(const std::string& label, bool quoted = false);

}  // namespace mbs
