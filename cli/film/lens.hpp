// The looking glass: one contact, magnified so that the picture touches exactly when the simulation
// does.
//
// Of a journal the bearing has radius R on the screen, the gap is 0.3 R, and the journal's
// eccentricity is magnified as its gap: by 0.3 R over the clearance. Of other contacts distances
// along the normal are magnified so that the deepest penetration of the run is 0.3 of the lens's
// radius, and less where the surfaces are apart, so that both are seen; along the surfaces so far
// that their curvature is.
#pragma once

#include <array>
#include <functional>

#include "cli/film/stage.hpp"

namespace mbs::film {

// What is seen of a contact at an instant, in the plane of the picture, y upwards.
struct SeenContact {
  double t = 0;
  double scale = 1;  // of the mechanism beside it, pixels per m
  Pixel place;       // on the mechanism
  ContactAt state;
  double part = 0;                               // of its arrow, of the longest
  std::array<ScenePose, 2> poses;                // of the two bodies
  std::array<std::string_view, 2> fills;         // as on the mechanism
  std::function<ir::Vec2(double)> eccentricity;  // of a journal, at any time
};
SeenContact seen_contact(const Stage& stage, const SceneContact& contact);

class Lens {
 public:
  // A lens on a scene of that size, m, at the pixel `middle`, with this radius and `room` pixels
  // for words below it; the way of a journal's centre is that since `from`.
  struct Place {
    Pixel middle;
    double radius = 0, room = 0;
  };
  Lens(const SceneContact& contact, double size, Place place, double from, double to);
  void draw(Canvas& canvas, const SeenContact& seen) const;
  // Two soft lines from the contact to its lens, for behind the bodies.
  void cone(Canvas& canvas, const SeenContact& seen) const;
  double magnification(const SeenContact& seen) const;  // pixels per metre of the gap
  const SceneContact& contact() const { return contact_; }

 private:
  void journal(Canvas& canvas, const SeenContact& seen) const;
  void orbit(Canvas& canvas, const SeenContact& seen) const;
  void surfaces(Canvas& canvas, const SeenContact& seen) const;
  void force(Canvas& canvas, Pixel p, const SeenContact& seen) const;
  void words(Canvas& canvas, const SeenContact& seen) const;
  double ring() const { return 0.8 * radius_; }  // the bearing's radius on the screen
  // How far the surfaces have parted at a distance along them from where they meet, m.
  double parted(const SeenContact& seen, double along) const;
  double span(const SeenContact& seen) const;  // m along the surfaces that half the lens shows

  const SceneContact& contact_;
  double size_;
  Pixel middle_;
  double radius_, room_, from_, to_;
};

// How far the surface of a part falls back at a distance x along it from where it reaches farthest
// in the direction (ux, uy), all m; `pose`: of its body. A flat side reaches as far in many places:
// then it is that of `touch`, in world axes.
double fall_back(const ScenePart& part, const ScenePose& pose, double ux, double uy, double x,
                 ir::Vec2 touch);

}  // namespace mbs::film
