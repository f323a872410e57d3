// Mass properties in space against closed forms, and axes of points and joints.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "lang/elaborate/objects/inertia.hpp"
#include "lang/elaborate/shapes/hull.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "tests/support/compiled.hpp"

namespace mbs::test {
namespace {

using std::numbers::pi;

ir::Body body_of(const std::string& shape) {
  const Compiled c =
      compile_text(fmt::format("world spatial {{ }}\nmaterial unit {{ rho = 1000 kg/m^3 }}\n"
                               "fn round(phi) = 2 m + 0 m * phi\n"
                               "body b {{ shape = {}, material = unit }}",
                               shape));
  REQUIRE(c.codes() == "");
  return c.scenario().bodies[1];
}

void check(const std::string& shape, double volume, double xx, double yy, double zz,
           double tolerance = 1e-12) {
  CAPTURE(shape);
  const ir::Body body = body_of(shape);
  const auto near = [&](double value) { return doctest::Approx(value).epsilon(tolerance); };
  CHECK(*body.mass / 1000 == near(volume));
  CHECK(body.inertia_matrix->xx / *body.mass == near(xx));
  CHECK(body.inertia_matrix->yy / *body.mass == near(yy));
  CHECK(body.inertia_matrix->zz / *body.mass == near(zz));
}

}  // namespace

TEST_CASE("mass and moments of solids are those of textbooks") {
  check("sphere(2 m)", 4.0 / 3 * pi * 8, 1.6, 1.6, 1.6);
  check("ellipsoid(1 m, 2 m, 3 m)", 8 * pi, 13.0 / 5, 10.0 / 5, 1);
  check("box(1 m, 2 m, 3 m)", 6, 13.0 / 12, 10.0 / 12, 5.0 / 12);
  check("cylinder(2 m, 3 m)", 12 * pi, 21.0 / 12, 21.0 / 12, 2);
  check("disc(2 m, 3 m)", 12 * pi, 21.0 / 12, 21.0 / 12, 2);
  check("cone(2 m, 3 m)", 4 * pi, 3.0 / 20 * 4 + 3.0 / 80 * 9, 3.0 / 20 * 4 + 3.0 / 80 * 9, 1.2);
  check("ellipse(1 m, 2 m, 3 m)", 6 * pi, 1 + 0.75, 0.25 + 0.75, 1.25);
  check("curve(round, 3 m)", 12 * pi, 21.0 / 12, 21.0 / 12, 2, 1e-9);
  check("polygon([(0, 0), (3, 0), (0, 6)] m, 0, 1 m)", 9, 36.0 / 18 + 1.0 / 12, 0.5 + 1.0 / 12,
        2.5);
}

TEST_CASE("roundings and caps have limits that are known") {
  // Rounded all the way a cube is a ball, a cylinder of its own width is one, and so is a capsule.
  check("box(2 m, 2 m, 2 m, 1 m)", 4.0 / 3 * pi, 0.4, 0.4, 0.4);
  check("cylinder(1 m, 2 m, 1 m)", 4.0 / 3 * pi, 0.4, 0.4, 0.4);
  check("capsule(1 m, 1e-9 m)", 4.0 / 3 * pi, 0.4, 0.4, 0.4, 1e-8);
  check("capsule(1 mm, 1 m)", pi * 1e-6, 1.0 / 12, 1.0 / 12, 5e-7, 5e-3);
  check("cone(2 m, 3 m, 2 m)", 12 * pi, 21.0 / 12, 21.0 / 12, 2);
  // A rounded box whose rounding is nearly nothing.
  check("box(1 m, 2 m, 3 m, 1e-7 m)", 6, 13.0 / 12, 10.0 / 12, 5.0 / 12, 1e-6);
  // A box rounded to a capsule.
  const ir::Body stick = body_of("capsule(1 m, 4 m)");
  CHECK(*stick.mass / 1000 == doctest::Approx(pi * 4 + 4.0 / 3 * pi).epsilon(1e-14));
}

TEST_CASE("a polyhedron is the hull of its points") {
  const std::string corners =
      "[(0, 0, 0), (1, 0, 0), (0, 2, 0), (1, 2, 0), (0, 0, 3), (1, 0, 3), (0, 2, 3), (1, 2, 3), "
      "(0.5, 1, 1), (0.5, 1, 0)] m";
  check("polyhedron(" + corners + ")", 6, 13.0 / 12, 10.0 / 12, 5.0 / 12);
  const ir::Body box = body_of("polyhedron(" + corners + ")");
  CHECK(norm(box.cm - ir::Vec3{0.5, 1, 1.5}) < 1e-14);
  CHECK(std::abs(box.inertia_matrix->xy) < 1e-10);
  // Of a regular tetrahedron with the edge a all moments are m a^2/20.
  check("polyhedron([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)] m)", 8.0 / 3, 0.4, 0.4, 0.4);
  const elaborate::Hull flat =
      elaborate::convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}});
  CHECK(flat.faces.empty());
}

TEST_CASE("a triangle's prism has products of inertia") {
  const ir::Body b = body_of("polygon([(0, 0), (3, 0), (0, 6)] m, 0, 1 m)");
  CHECK(norm(b.cm - ir::Vec3{1, 2, 0}) < 1e-14);
  // -integral of x y dm about the centre: m a b/36 with both legs a, b
  CHECK(b.inertia_matrix->xy / *b.mass == doctest::Approx(18.0 / 36).epsilon(1e-12));
}

TEST_CASE("principal moments of a matrix") {
  const auto moments = elaborate::principal_moments({2, 3, 5, 0, 0, 0});
  CHECK(moments[0] == doctest::Approx(2));
  CHECK(moments[2] == doctest::Approx(5));
  // Moments 1, 2, 4 turned by 45 deg about z and about x.
  const auto turned = elaborate::principal_moments({2.5, 1.5, 2, 1.5, 0, 0});
  CHECK(turned[0] == doctest::Approx(2 - std::sqrt(0.25 + 2.25)));
  CHECK(turned[1] == doctest::Approx(2));
  CHECK(turned[2] == doctest::Approx(2 + std::sqrt(0.25 + 2.25)));
}

TEST_CASE("corners of a box stand at -z first, and rounding draws them in") {
  const Compiled c = compile_text(
      "world spatial { }\nbody b { shape = box(20 mm, 40 mm, 60 mm, 5 mm), mass = 1 kg }\n"
      "point floor = (0, 0, 0) { shape = plane(z) }\n"
      "contact foot: b.corner to floor { law = hooke(1 N/m) }");
  REQUIRE(c.codes() == "");
  const ir::Scenario& s = c.scenario();
  REQUIRE(s.contacts.size() == 8);
  const ir::Vec3 wanted[] = {{-5, -15, -25}, {5, -15, -25}, {5, 15, -25}, {-5, 15, -25}};
  for (int i = 0; i < 4; ++i) {
    const ir::Vec3 p = s.frames[s.contacts[i].first.index].position;
    const ir::Vec3 q = s.frames[s.contacts[i + 4].first.index].position;
    CHECK(norm(1e3 * p - wanted[i]) < 1e-12);
    CHECK(norm(p - ir::Vec3{q.x, q.y, -q.z}) < 1e-15);
    CHECK(std::get<ir::Circle>(s.contacts[i].first_shape).radius == doctest::Approx(5e-3));
  }
}

TEST_CASE("axes of points, and of joints with an axis") {
  const Compiled c = compile_text(R"(
world spatial { }
body a {
  mass = 1 kg, inertia = 1 g*m^2
  point p = (1, 0, 0) m { z = (1, 1, 0) }
  point q = (0, 1, 0) m { z = (0, 0, -2) m, x = (1, 1, 1) }
  point r = (0, 0, 1) m { x = -y }
}
revolute J: ground to a { axis = (0, 1, 1) }
prismatic S: a.p to ground { axis = z }
weld W: a.q to ground
rod R: a.r to ground
)");
  REQUIRE(c.codes() == "");
  const ir::Scenario& s = c.scenario();
  const auto axis = [&](ir::FrameId frame, const ir::Vec3& e) {
    return s.frames[frame.index].rotation * e;
  };
  const ir::Vec3 x{1, 0, 0}, z{0, 0, 1};
  const double h = std::sqrt(0.5);
  CHECK(norm(axis(s.joints[0].first, z) - ir::Vec3{0, h, h}) < 1e-15);
  CHECK(s.frames[s.joints[0].first.index].rotation == s.frames[s.joints[0].second.index].rotation);
  CHECK(norm(axis(s.joints[1].first, x) - z) < 1e-15);
  CHECK(norm(axis(s.joints[1].second, x) - z) < 1e-15);
  CHECK(norm(axis(s.joints[2].first, z) - ir::Vec3{0, 0, -1}) < 1e-15);
  CHECK(norm(axis(s.joints[2].first, x) - ir::Vec3{h, h, 0}) < 1e-15);
  CHECK(norm(axis(s.joints[3].first, x) - ir::Vec3{0, -1, 0}) < 1e-15);
}

TEST_CASE("a planar file that is used in space lies in its plane") {
  const std::map<std::string, std::string> files = {
      {"flat.mbs",
       "world planar { gravity = (0, -9.81) m/s^2 }\n"
       "body b { mass = 1 kg, inertia = 2 g*m^2, at = (1, 2) m, velocity ~ (3, 4) m/s, angle = 30 "
       "deg, spin = 5 rad/s }"},
      {"deep.mbs", "world spatial { gravity = (1, 2, 3) m/s^2 }"}};
  const Compiled lent = compile_files("use \"flat.mbs\"\nworld spatial { }", files);
  REQUIRE(lent.codes() == "");
  const ir::Scenario& s = lent.scenario();
  CHECK(s.spatial);
  CHECK(s.gravity == ir::Vec3{0, -9.81, 0});
  const ir::Body& b = s.bodies[1];
  CHECK(b.z.kind == ir::Initial::Kind::hold);
  CHECK(b.vz.kind == ir::Initial::Kind::guess);
  CHECK(b.z.value == 0);
  CHECK(b.rotation.value == ir::turn({0, 0, 1}, pi / 6));
  CHECK(b.spin_z.value == 5);
  CHECK(b.inertia_matrix->xx == 0.002);
  CHECK(b.inertia_matrix->zz == 0.002);
  const Compiled own =
      compile_files("world spatial { gravity = (0, 0, -1) m/s^2 }\nuse \"flat.mbs\"", files);
  CHECK(own.scenario().gravity == ir::Vec3{0, 0, -1});
  CHECK(compile_files("use \"deep.mbs\"", files).scenario().gravity == ir::Vec3{1, 2, 3});
  CHECK(compile_files("use \"flat.mbs\"", files).scenario().spatial == false);
  CHECK(compile_files("use \"flat.mbs\"\nworld planar { }", files).codes() == "E0302");
}

}  // namespace mbs::test
