// Mechanisms in space beside programs written by hand for each of them.
#include <cmath>

#include "bench/bricard_by_hand.hpp"
#include "bench/by_hand.hpp"
#include "bench/loose_shaft_by_hand.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/problems.hpp"
#include "bench/problems_in_space.hpp"
#include "bench/references.hpp"
#include "bench/sections.hpp"
#include "bench/side_spin_by_hand.hpp"

namespace bench {
namespace {

double distance(const Vec<double>& a, const Vec<double>& b) {
  return norm(a - b);
}
// Of angles that may differ by turns, rad.
double apart(double a, double b) {
  return std::abs(std::remainder(a - b, 2 * std::numbers::pi));
}
double worst(std::initializer_list<double> errors) {
  double most = 0;
  for (const double error : errors)
    if (!(error <= most)) most = error;
  return std::isnan(most) ? INFINITY : most;
}

// What a script shows of a body.
struct Shown {
  const MbsWorkload& script;
  const mbs::Run& run;
  double part(const char* body, int index, int order = 0) const {
    return script.coordinate(run, body, index, order);
  }
  std::vector<double> quaternion(const char* body) const {
    return {part(body, 3), part(body, 4), part(body, 5), part(body, 6)};
  }
  // Of one that turns about x, y or z, the axes 0 to 2: its angle and the rate of that.
  double angle(const char* body, int axis = 0) const {
    return 2 * std::atan2(part(body, 4 + axis), part(body, 3));
  }
  double rate(const char* body, int axis = 0) const {
    const int p = 4 + axis;
    return 2 * (part(body, 3) * part(body, p, 1) - part(body, p) * part(body, 3, 1));
  }
};

std::string example(const Setup& setup, const std::string& name) {
  std::string script = read_text(setup.examples + "/" + name + ".mbs");
  script.resize(script.find("simulate"));  // what it asks of its own run
  return script;
}

void replace(std::string& script, const std::string& from, const std::string& to) {
  script.replace(script.find(from), from.size(), to);
}

void add_space(Comparison& c, const std::string& script, double end, const StateOf& state) {
  add_mbs(c.programs, std::make_shared<MbsWorkload>(script), end, state);
}

void heavy_top(const Setup& setup) {
  Comparison c;
  c.title = "Heavy top, 2 s (error of its axis at 1 s)";
  c.name = "heavy_top";
  c.wanted = 1e-5, c.check = top_check;
  c.error = [](const Result& result) {
    return worst({distance(axes_of(result.y.data()).z, axes_of(top_end.data()).z)});
  };
  const double angle = 1e-3 / 2, spin = 20;  // as mbs has them: 50 um, 1 m/s
  c.programs = by_hand(HeavyTop<double>(), 2, {angle, angle, angle, angle, spin, spin, spin});
  add_space(c, example(setup, "heavy_top"), 2, [](const MbsWorkload& script, const mbs::Run& run) {
    return Shown{script, run}.quaternion("top");
  });
  compare(setup, c);
}

void free_slider_crank(const Setup& setup) {
  Comparison c;
  c.title = "Slider-crank in space, let go, 1 s (error of the crank's angle and speed at 1 s)";
  c.name = "free_slider_crank";
  c.wanted = 1e-5, c.check = free_crank_check;
  c.error = [](const Result& result) {
    return worst({apart(result.y[0], free_crank_end[0]),
                  std::abs(result.y[1] - free_crank_end[1]) / (2 * std::numbers::pi)});
  };
  c.programs = by_hand(FreeSliderCrank<double>(), 1, {1e-3, 1 / 0.08});
  std::string script = example(setup, "spatial_slider_crank");
  replace(script, "drive motor: O.speed = speed", "");
  replace(script, "angle = 90 deg }", "angle = 90 deg, speed = speed }");
  add_space(c, script, 1, [](const MbsWorkload& of, const mbs::Run& run) {
    const Shown shown{of, run};
    return std::vector{shown.angle("crank"), shown.rate("crank")};
  });
  compare(setup, c);
}

// The same mechanism in the plane, so that like is compared with like.
void free_planar_crank(const Setup& setup) {
  Comparison c;
  c.title = "Slider-crank in the plane, let go, 1 s (error of the crank's angle and speed at 1 s)";
  c.name = "free_planar_crank";
  c.wanted = 1e-5, c.check = free_crank_check;
  c.error = [](const Result& result) {
    return worst({apart(result.y[0], planar_crank_end[0]),
                  std::abs(result.y[1] - planar_crank_end[1]) / (2 * std::numbers::pi)});
  };
  c.programs = by_hand(FreePlanarCrank<double>(), 1, {1e-3, 1 / 0.08});
  const char* script = R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body crank { mass = 0.12 kg, inertia = 1e-4 kg*m^2, point tip = (80, 0) mm }
body rod { mass = 0.50 kg, inertia = 4e-3 kg*m^2, cm = (150, 0) mm, point end = (300, 0) mm }
body slider { mass = 2.00 kg, inertia = 1e-3 kg*m^2 }
point guide = (0, 120) mm
revolute O: ground to crank { angle = 90 deg, speed = 1 rev/s }
revolute A: crank.tip to rod
revolute B: rod.end to slider
prismatic S: guide to slider { travel ~ 290 mm }
)";
  add_space(c, script, 1, [](const MbsWorkload& of, const mbs::Run& run) {
    const Shown shown{of, run};
    return std::vector{shown.part("crank", 2), shown.part("crank", 2, 1)};
  });
  compare(setup, c);
}

void four_bar_in_space(const Setup& setup) {
  Comparison c;
  c.title = "Four-bar with play in a ball joint, 0.1 s (error of the state at 4 ms)";
  c.name = "spatial_four_bar";
  c.wanted = 1e-5, c.check = spatial_four_bar_check;
  c.error = [](const Result& result) {
    return worst({distance(axes_of(result.y.data()).x, axes_of(spatial_four_bar_end.data()).x),
                  apart(result.y[7], spatial_four_bar_end[7]),
                  std::abs(result.y[8] - spatial_four_bar_end[8]) / (20 * std::numbers::pi)});
  };
  const double depth = 1.1e-5;  // m, penetration at 1 m/s: positions count as in mbs
  const double half = depth / 0.122 / 2, spin = 1 / 0.122;
  c.programs = by_hand(SpatialFourBar<double>(), 0.1,
                       {half, half, half, half, spin, spin, spin, depth / 0.074, 1 / 0.074});
  add_space(c, example(setup, "spatial_four_bar"), 0.1,
            [](const MbsWorkload& script, const mbs::Run& run) {
              const Shown shown{script, run};
              std::vector<double> y = shown.quaternion("coupler");
              y.insert(y.end(), {0, 0, 0, shown.angle("rocker"), shown.rate("rocker")});
              return y;
            });
  compare(setup, c);
}

void ball_joint(const Setup& setup) {
  Comparison c;
  c.title = "Arm on a ball joint with play, 50 ms (error of its place at 12 ms, arm lengths)";
  c.name = "ball_joint";
  c.wanted = 1e-5, c.check = ball_joint_check;
  c.error = [](const Result& result) {
    const auto place = [](const std::vector<double>& y) { return Vec<double>{y[0], y[1], y[2]}; };
    return worst({distance(place(result.y), place(ball_joint_end)) / 0.2,
                  distance(axes_of(result.y.data() + 6).z, axes_of(ball_joint_end.data() + 6).z)});
  };
  const double depth = 3e-5, half = depth / 0.2 / 2, spin = 1 / 0.2;
  c.programs = by_hand(BallJoint<double>(), 0.05,
                       {depth, depth, depth, 1, 1, 1, half, half, half, half, spin, spin, spin});
  std::string script = example(setup, "ball_joint");
  replace(script, "  friction  = coulomb(mu = 0.1)\n", "");
  add_space(c, script, 0.05, [](const MbsWorkload& of, const mbs::Run& run) {
    const Shown shown{of, run};
    const std::vector<double> p = shown.quaternion("arm");
    const Vec<double> ball{shown.part("arm", 0), shown.part("arm", 1), shown.part("arm", 2)};
    const Vec<double> cm = ball - 0.2 * axes_of(p.data()).z;
    std::vector<double> y{cm.x, cm.y, cm.z, 0, 0, 0};
    y.insert(y.end(), p.begin(), p.end());
    return y;
  });
  compare(setup, c);
}

void bricard(const Setup& setup) {
  Comparison c;
  c.title = "Bricard's linkage, 10 s (error of the first hinge's angle and speed at 1 s)";
  c.name = "bricard";
  c.wanted = 1e-5, c.check = bricard_check;
  c.error = [](const Result& result) {
    return worst({apart(result.y[0], bricard_end[0]), std::abs(result.y[1] - bricard_end[1])});
  };
  c.programs = by_hand(Bricard<double>(), 10, {1e-3, 1});
  add_space(c, example(setup, "bricard"), 10, [](const MbsWorkload& script, const mbs::Run& run) {
    const Shown shown{script, run};
    return std::vector{shown.angle("a", 1), shown.rate("a", 1)};
  });
  compare(setup, c);
}

void loose_shaft(const Setup& setup) {
  Comparison c;
  c.title = "Shaft in its bearing, 6 ms (error of its place at 4.2 ms, clearances)";
  c.name = "loose_shaft";
  c.wanted = 1e-5, c.check = loose_shaft_check;
  c.error = [](const Result& result) {
    const auto& y = result.y;
    const auto& to = loose_shaft_end;
    const Vec<double> lean = axes_of(y.data() + 4).x - axes_of(to.data() + 4).x;
    return worst({std::hypot(y[0] - to[0], y[1] - to[1]), 0.02 * norm(lean)}) / 50e-6;
  };
  const double depth = 1e-6, speed = 0.067, half = depth / 0.02 / 2, spin = speed / 0.02;
  c.programs = by_hand(LooseShaft<double>(), 6e-3,
                       {depth, depth, speed, speed, half, half, half, half, spin, spin, spin});
  add_space(
      c, example(setup, "loose_shaft"), 6e-3, [](const MbsWorkload& script, const mbs::Run& run) {
        const Shown shown{script, run};
        const std::vector<double> p = shown.quaternion("shaft");
        const Vec<double> cm = 0.05 * axes_of(p.data()).x;
        std::vector<double> y{shown.part("shaft", 1) + cm.y, shown.part("shaft", 2) + cm.z, 0, 0};
        y.insert(y.end(), p.begin(), p.end());
        return y;
      });
  compare(setup, c);
}

// Explicit steps leave what sticks to IDA.
void add_sliding(Comparison& c, const std::string& script, const StateOf& state) {
  const auto workload = std::make_shared<MbsWorkload>(script);
  for (const Engine engine : {Engine::ida, Engine::in_turns})
    c.programs.push_back(mbs_program(workload, 1, state, engine));
}

void side_spin(const Setup& setup) {
  Comparison c;
  c.title = "Ball with side spin, 1 s (error of its place at 0.6 s, m)";
  c.name = "side_spin";
  c.wanted = 1e-5, c.check = side_spin_check;
  c.error = [](const Result& result) {
    return std::hypot(result.y[0] - side_spin_end[0], result.y[1] - side_spin_end[1]);
  };
  const double depth = 1.3e-6, speed = 0.25, half = depth / 0.0286 / 2, spin = speed / 0.0286;
  c.programs =
      by_hand(SideSpin<double>(), 1,
              {depth, depth, depth, speed, speed, speed, half, half, half, half, spin, spin, spin});
  std::string script = example(setup, "side_spin");
  script.resize(script.find("when"));  // what watches it is no part of the motion
  add_sliding(c, script, [](const MbsWorkload& of, const mbs::Run& run) {
    const Shown shown{of, run};
    return std::vector{shown.part("ball", 0), shown.part("ball", 1)};
  });
  compare(setup, c);
}

// Its like in the plane.
void back_spin(const Setup& setup) {
  Comparison c;
  c.title = "Ball with spin in the plane, 1 s (error of its place at 0.6 s, m)";
  c.name = "back_spin";
  c.wanted = 1e-5, c.check = side_spin_check;
  c.error = [](const Result& result) { return std::abs(result.y[0] - back_spin_end[0]); };
  const double depth = 1.3e-6, speed = 0.25;
  c.programs = by_hand(BackSpin<double>(), 1, {depth, depth, speed, speed, speed / 0.0286});
  const char* script = R"(mbs 1
let g = 9.81 m/s^2
let R = 28.575 mm
let m = 0.17 kg
let K = 1e9 N/m
world planar { gravity = (0, -9.81) m/s^2 }
body ball {
  shape = sphere(R), mass = m, at = (0 m, R - m*g/K), velocity = (3, 0) m/s, spin = 20 rad/s
}
point table = (0, 0) { shape = plane }
contact cloth: ball to table { law = hooke(K), friction = coulomb(mu = 0.2) }
)";
  add_sliding(c, script, [](const MbsWorkload& of, const mbs::Run& run) {
    return std::vector{Shown{of, run}.part("ball", 0)};
  });
  compare(setup, c);
}

// The planar slider-crank with clearance, made spatial by one word. What is written by hand stays
// in the plane.
void crank_in_space(const Setup& setup) {
  const SliderCrank<double> problem;
  Comparison c;
  c.title = "Planar slider-crank with clearance in space, 24 ms (error of the state at 1.5 ms)";
  c.name = "crank_in_space";
  c.wanted = 1e-5, c.check = slider_crank_check;
  c.error = [problem](const Result& result) {
    const auto& to = slider_crank_end;
    const auto& y = result.y;
    return worst({apart(y[0], to[0]), std::abs(y[1] - to[1]) / problem.crank,
                  std::abs(y[2] - to[2]) / problem.omega,
                  std::abs(y[3] - to[3]) / (problem.omega * problem.crank)});
  };
  const double depth = 1.8e-5;
  c.programs = by_hand(problem, 24e-3, {depth / 0.12, depth, 1 / 0.12, 1});
  add_space(c, example(setup, "slider_crank") + "world spatial { }\n", 24e-3,
            [](const MbsWorkload& of, const mbs::Run& run) {
              const Shown shown{of, run};
              return std::vector{shown.angle("rod", 2), shown.part("slider", 0),
                                 shown.rate("rod", 2), shown.part("slider", 0, 1)};
            });
  compare(setup, c);
}

}  // namespace

void space(const Setup& setup) {
  heavy_top(setup);
  free_slider_crank(setup);
  free_planar_crank(setup);
  four_bar_in_space(setup);
  ball_joint(setup);
  bricard(setup);
  loose_shaft(setup);
  side_spin(setup);
  back_spin(setup);
  crank_in_space(setup);
}

}  // namespace bench
