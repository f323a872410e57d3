// Names of bodies, joints, journals: each beside its thing, where nothing else stands.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/film/stage.hpp"

namespace mbs::film {

// On which side of its thing each name stood in the frame before, from 0 above it, clockwise.
using Sides = std::map<std::string, int>;

// Names of one frame. Each stays on its side as long as there is room; one without room is left
// out.
class Labels {
 public:
  // `taken`: where something stands that no name may hide; names are added to it.
  Labels(Canvas& canvas, const Rect& frame, std::vector<Rect>& taken, Sides& sides)
      : canvas_(canvas), frame_(frame), taken_(taken), sides_(sides) {}
  // Beside the pixel p, `away` from it. `key`: unlike that of any other name.
  void add(const std::string& key, const std::string& text, Pixel p, std::string_view colour,
           double away);

 private:
  struct Place {
    Pixel middle;
    Rect box;
  };
  static Place place(int side, Pixel p, double wide, double away);
  bool free(const Rect& box) const;
  std::optional<Place> find(const std::string& key, Pixel p, double wide, double away);

  Canvas& canvas_;
  const Rect& frame_;
  std::vector<Rect>& taken_;
  Sides& sides_;
};
constexpr double label_size = 15;          // of the type, pixels
constexpr std::size_t most_labelled = 15;  // bodies; of more there are no names

void draw_names(Stage& stage, Sides& sides);

}  // namespace mbs::film
