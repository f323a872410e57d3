// The looking glass: one contact, magnified so that the picture touches exactly when the simulation
// does.
//
// Of a journal the bearing has radius R on the screen, the gap is 0.3 R, and the journal's
// eccentricity is magnified as its gap: by 0.3 R over the clearance. Of other contacts distances
// along the normal are magnified so that the deepest penetration of the run is 0.3 of the lens's
// radius; along the surfaces so far that their curvature is seen.
#pragma once

#include "cli/film/stage.hpp"

namespace mbs::film {

class Lens {
 public:
  // At the pixel `middle`, with this radius; the way of a journal's centre is that since `from`.
  Lens(const Cast& cast, const SceneContact& contact, Pixel middle, double radius, double from,
       double to);
  void draw(const Stage& stage) const;
  double magnification() const;  // pixels per metre of the gap
  const SceneContact& contact() const { return contact_; }

 private:
  void cone(const Stage& stage, const ContactAt& state) const;
  void journal(const Stage& stage, const ContactAt& state) const;
  void orbit(Canvas& canvas, double t) const;
  void surfaces(const Stage& stage, const ContactAt& state) const;
  void force(Canvas& canvas, Pixel p, const ContactAt& state) const;
  void words(const Stage& stage, const ContactAt& state) const;
  double ring() const { return 0.8 * radius_; }  // the bearing's radius on the screen
  double span() const;                           // m along the surfaces that half the lens shows

  const Cast& cast_;
  const SceneContact& contact_;
  Pixel middle_;
  double radius_, from_, to_;
};

// How far the surface of a part falls back at a distance x along it from where it reaches farthest
// in the direction (ux, uy), all m; `pose`: of its body.
double fall_back(const ScenePart& part, const ScenePose& pose, double ux, double uy, double x);

}  // namespace mbs::film
