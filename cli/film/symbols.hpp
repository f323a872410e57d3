// Marks of the field: joints, guides, springs, supports, centres of mass, arrows of forces.
#pragma once

#include <string_view>

#include "cli/film/stage.hpp"

namespace mbs::film {

void draw_joints(Stage& stage);  // with springs, guides below bodies
void draw_guides(const Stage& stage);
void draw_centres(Stage& stage);  // of mass
void draw_loads(const Stage& stage);
void draw_contacts(const Stage& stage);  // arrows of force
// A bearing on the ground: a hatched triangle below it.
void draw_support(Canvas& canvas, Pixel p, double r);
void draw_ends(Canvas& canvas, Pixel p, double r);  // of what turns freely
void draw_coils(Canvas& canvas, Pixel a, Pixel b);
double longest_arrow(const Rect& frame);  // pixels
void draw_arrow(Canvas& canvas, Pixel a, Pixel b, double width, std::string_view colour);
// Short strokes to the right of the way from a to b.
void draw_hatch(Canvas& canvas, Pixel a, Pixel b, double depth);
void draw_ring(Canvas& canvas, Pixel centre, double outer, double inner, std::string_view fill);

}  // namespace mbs::film
