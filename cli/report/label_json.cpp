#include "cli/report/label_json.hpp"

#include "cli/output/typeset.hpp"

namespace mbs {

nlohmann::ordered_json pieces_json(const std::string& label, bool quoted) {
  auto pieces = nlohmann::ordered_json::array();
  for (const LabelPiece& piece : label_pieces(label, quoted))
    pieces.push_back(
        nlohmann::ordered_json::array({piece.text, piece.level, piece.symbol ? 1 : 0}));
  return pieces;
}

}  // namespace mbs
