// A run as a scene: outlines, and the motion that is read from its record.
#pragma once

#include <memory>
#include <vector>

#include "runtime/results/scene.hpp"
#include "runtime/results/thin.hpp"

namespace mbs {

constexpr double film_error = 1e-5;

struct SceneWish {
  double error = film_error;  // of poses, of the scene's size
  bool continues = false;     // see Scene
  int lens = -1;              // a contact to follow in any case
};

std::shared_ptr<const Scene> scene_of(const Run& run, const SceneWish& wish = {});
// What the knots of a body's motion may be off, by channel; an angle in rad.
std::vector<Allowance> pose_allowance(const Scene& scene, double error);

}  // namespace mbs
