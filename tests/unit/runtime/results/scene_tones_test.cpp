#include "runtime/results/scene_tones.hpp"

#include <doctest/doctest.h>

using namespace mbs;

namespace {

Scene of_bodies(std::size_t count) {
  Scene scene;
  scene.bodies.resize(count + 1);
  return scene;
}
void touch(Scene& scene, int a, int b) {
  SceneContact contact;
  contact.first = a, contact.second = b;
  scene.contacts.push_back(contact);
}
void hold(Scene& scene, int a, int b) {
  SceneJoint joint;
  joint.first = a, joint.second = b;
  scene.joints.push_back(joint);
}

}  // namespace

TEST_CASE("bodies of a chain take turns, and the ground is of its own") {
  Scene scene = of_bodies(3);
  hold(scene, 0, 1), hold(scene, 1, 2), hold(scene, 2, 3);
  CHECK(tones_of(scene) == std::vector{Tone::ground, Tone::dark, Tone::pale, Tone::dark});
}

// A wheel, an arm, a pawl on the arm that meets the wheel, and a catch that does.
TEST_CASE("what touches differs, whatever a joint asks for") {
  Scene scene = of_bodies(4);
  hold(scene, 2, 3);
  touch(scene, 3, 1), touch(scene, 4, 1);
  const auto tones = tones_of(scene);
  CHECK(tones[3] != tones[1]);
  CHECK(tones[4] != tones[1]);
}

TEST_CASE("what lies on the ground alone takes no heed of it") {
  Scene scene = of_bodies(2);
  touch(scene, 0, 1), touch(scene, 2, 0);
  CHECK(tones_of(scene) == std::vector{Tone::ground, Tone::dark, Tone::pale});
}

TEST_CASE("a plane that stays is ground, one that is shaken is not") {
  Scene scene = of_bodies(2);
  scene.bodies[1].parts = {{PlaneOutline{{}}, {}, false}};
  scene.bodies[1].motion.t = {0, 1};
  scene.bodies[1].motion.value = {{0, 0}, {0.5, 0.5}, {0, 0}};
  touch(scene, 1, 2);
  CHECK(tones_of(scene) == std::vector{Tone::ground, Tone::ground, Tone::pale});
  scene.bodies[1].motion.value[1][1] = 0.6;
  CHECK(tones_of(scene) == std::vector{Tone::ground, Tone::dark, Tone::pale});
}

TEST_CASE("the bodies of a group are all dark; of a group without members all are") {
  Scene scene = of_bodies(3);
  SceneGroup group;
  group.members = {{"a", 1, {}}, {"b", 2, {}}};
  scene.groups = {group};
  hold(scene, 2, 3);
  CHECK(tones_of(scene) == std::vector{Tone::ground, Tone::dark, Tone::dark, Tone::pale});
  scene.groups[0].members.clear();
  CHECK(tones_of(scene)[3] == Tone::dark);
}
