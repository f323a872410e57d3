#include "runtime/scales/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/equations/effective_mass.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/scales/impact_depth.hpp"
#include "runtime/scales/speed_scale.hpp"

namespace mbs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double free_depth = 1e-3;  // of the model's size, where nothing touches
// Coordinates of a resting body are not followed closer than this, of the model's size: differences
// of what is stored for them would be noise.
constexpr double resolved = 5e-12;
// Parts of V, of the depth and of m V^2, where there are contacts. The norm lets a single unknown
// err by four tolerances, and positions that are followed closer make impacts better at no cost in
// steps.
constexpr double speed_share = 0.25, depth_share = 0.1, work_share = 0.25;
// A contact at rest is followed to so many of its sags, which are far less deep than an impact:
// else steps that are long beside its swings let them grow to what an impact may err by, which is
// per cents of its load. Tolerances finer than `fine` need no more of it: a load is then known to a
// thousandth, and to what impacts allow.
constexpr double sags = 5, least_sag = 1e-2, fine = 1e-6;
// The reference speed: the usual one for motions of a third of it to a hundred times as much.
constexpr double leeway = 3, very_fast = 0.01;
// A part of the usual speed: what is slower goes a way that is short beside the model, by which
// positions are measured then.
constexpr double slow = 0.01;
constexpr double joint_depth = 0.01;    // of s.depth: the bristles of a joint's friction
constexpr double growth = 1.5;          // at which the reference follows, so that it does so seldom
constexpr double least_weight = 1e-20;  // of what is not controlled, in 1/SI

// The depth of an impact at this speed, m; where the law is too soft everywhere, or has no force at
// this speed, it says nothing about the scale.
double depth_of(const Model& model, const LawUser& law, double energy, double size, double speed,
                Workspace& w) {
  const auto force_at = [&](double depth) {
    w.failure.reset();
    const double force = law_force(model, law, {depth, 0, speed}, w);
    return w.failure ? std::numeric_limits<double>::quiet_NaN() : force;
  };
  const auto depth = impact_depth(force_at, energy, size);
  w.failure.reset();  // trying the law beyond its domain is no failure of the run
  return depth.value_or(free_depth * size);
}

double reduced_mass(const ir::Contact& contact) {
  const double inverse = 1 / contact.m1 + 1 / contact.m2;
  return inverse > 0 && std::isfinite(inverse) ? 1 / inverse : 0;
}

// Depths at one speed: contacts of one law, mass and radii share theirs.
class Depths {
 public:
  Depths(const Model& model, double size, double speed, Workspace& workspace)
      : m_(model), size_(size), speed_(speed), w_(workspace) {}
  double of(const LawUser& law, double mass) {
    const auto [place, fresh] = known_.try_emplace({law.law, mass, law.usual_1, law.usual_2}, 0.0);
    if (fresh) place->second = depth_of(m_, law, 0.5 * mass * speed_ * speed_, size_, speed_, w_);
    return place->second;
  }

 private:
  const Model& m_;
  double size_, speed_;
  Workspace& w_;
  std::map<std::tuple<int, double, double, double>, double> known_;
};

double duration_of(double depth, double speed) {
  return 3 * depth / speed;  // Hertz: 2.94, Hooke: 3.14
}

// The mass that two members push apart, kg: 0 if both stand still whatever happens.
double reduced_mass(const Model& model, const GroupMember& a, const GroupMember& b) {
  const double ma = model.masses[a.body].mass, mb = model.masses[b.body].mass;
  const double inverse =
      (a.body != 0 && ma > 0 ? 1 / ma : 0) + (b.body != 0 && mb > 0 ? 1 / mb : 0);
  return inverse > 0 ? 1 / inverse : 0;
}

// Members of one twin class are alike, so one pair stands for all.
ContactScale group_scale(const Model& model, int index, double size, double speed, Depths& depths,
                         Workspace& w) {
  const GroupModel& group = model.groups[index];
  ContactScale least{0, infinity, 0};
  std::vector<const GroupMember*> one(group.twin_classes, nullptr);
  for (const GroupMember& m : group.members) one[m.twin_class] = &m;
  for (int a = 0; a < group.twin_classes; ++a)
    for (int b = a; b < group.twin_classes; ++b) {
      const int law = group.laws[a * group.twin_classes + b];
      const double mass = law < 0 ? 0 : reduced_mass(model, *one[a], *one[b]);
      if (!(mass > 0)) continue;
      const double depth = depths.of(group_law_user(index, law, w), mass);
      if (depth < least.depth) least = {mass, depth, duration_of(depth, speed)};
    }
  if (!std::isfinite(least.depth)) least.depth = free_depth * size;
  return least;
}

// Distance from the centre of mass of each body to the farthest of its frames, by which its angle
// becomes a length; the radius of gyration or the model's size where that is 0.
std::vector<double> arms_of(const Model& model, double size) {
  std::vector<double> arms(model.masses.size(), 0);
  for (std::size_t f = 0; f < model.frame_point.size(); ++f) {
    const BodyPoint& point = model.points[model.frame_point[f]];
    const double arm =
        point.z == 0 ? std::hypot(point.x, point.y) : std::hypot(point.x, point.y, point.z);
    arms[point.body] = std::max(arms[point.body], arm);
  }
  for (std::size_t b = 0; b < arms.size(); ++b) {
    const MassEntry& m = model.masses[b];
    const double inertia =
        model.layout.spatial() ? *std::ranges::max_element(m.principal) : m.inertia;
    if (arms[b] < 1e-6 * size) arms[b] = m.mass > 0 ? std::sqrt(inertia / m.mass) : 0;
    if (!(arms[b] > 1e-6 * size)) arms[b] = size;
  }
  return arms;
}

double total_mass(const Model& model) {
  double sum = 0;
  for (const MassEntry& m : model.masses) sum += m.mass;
  return sum;
}

double energy_of_tolerances(const Model& model, const std::vector<double>& tolerance) {
  double sum = 0;
  for (int b = 1; b <= model.layout.bodies; ++b) {
    const double* v = tolerance.data() + model.layout.v + model.layout.motion_of(b);
    sum += model.masses[b].mass * v[0] * v[0];
    if (model.layout.spatial())
      for (int k = 0; k < 3; ++k) sum += model.masses[b].principal[k] * v[3 + k] * v[3 + k];
    else
      sum += model.masses[b].inertia * v[2] * v[2];
  }
  return sum / 2;
}

double smallest_mass(const Model& model, const Scales& scales) {
  double smallest = infinity;
  for (const auto* list : {&scales.contacts, &scales.groups})
    for (const ContactScale& c : *list)
      if (c.mass > 0) smallest = std::min(smallest, c.mass);
  if (smallest == infinity)
    for (const MassEntry& m : model.masses)
      if (m.mass > 0) smallest = std::min(smallest, m.mass);
  return std::isfinite(smallest) ? smallest : 1;
}

// Smallest depth of the contacts of each body; of all contacts for a body without any.
std::vector<double> depth_of_bodies(const Model& model, const Scales& scales) {
  std::vector<double> depth(model.masses.size(), infinity);
  for (int c = 0; c < model.layout.touching; ++c)
    for (int body : {model.contacts[c].a, model.contacts[c].b})
      depth[body] = std::min(depth[body], scales.contacts[c].depth);
  for (std::size_t g = 0; g < model.groups.size(); ++g)
    for (const GroupMember& m : model.groups[g].members)
      depth[m.body] = std::min(depth[m.body], scales.groups[g].depth);
  for (double& d : depth) d = std::isfinite(d) ? depth_share * d : scales.depth;
  return depth;
}

void set_motion(const Model& model, double size, Scales& s) {
  const std::vector<double>& arms = s.arms;
  const std::vector<double> depths = depth_of_bodies(model, s);
  const Layout& at = model.layout;
  s.relaxed.assign(at.places, 0);
  for (int b = 1; b <= at.bodies; ++b) {
    const double relaxed =
        std::max(s.accuracy * depths[b], std::min(resolved * size, 1e-3 * depths[b]));
    const int shifts = at.spatial() ? 3 : 2;
    for (int k = 0; k < at.per_place; ++k) {
      const int column = at.place_of(b) + k;
      // rad against m; a quaternion counts half an angle
      const double per = k < shifts ? 1 : at.spatial() ? 2 * arms[b] : arms[b];
      s.tolerance[at.q + column] = s.accuracy * depths[b] / per;
      s.relaxed[column] = relaxed / per;
    }
    for (int k = 0; k < at.per_motion; ++k)
      s.tolerance[at.v + at.motion_of(b) + k] =
          s.accuracy * s.speed_tolerance / (k < shifts ? 1 : arms[b]);
  }
  s.asked.assign(s.tolerance.begin() + at.q, s.tolerance.begin() + at.q + at.places);
}

bool turns_alone(const ConstraintRow& row) {
  for (int i = 0; i < row.term_count; ++i)
    if (!row.terms[i].function.angular()) return false;
  return true;
}

// Mu is left out of the error test: its rate is what keeps the discretised coordinates on their
// constraints, so it jumps with the step size, and where the constraints are badly scaled (short
// links) it would hold steps down a hundredfold without making any coordinate better.
void set_multipliers(const Model& model, double size, Scales& s) {
  const Layout& at = model.layout;
  for (int i = 0; i < at.constraints; ++i) {
    const double arm = turns_alone(model.rows[i]) ? size : 1;  // N m s against N s
    s.tolerance[at.lam + i] = s.accuracy * s.mass * s.speed * arm;
  }
}

// A law's state is measured in the contact's own mass, length and time.
double state_scale(const Dimension& d, const ContactScale& c, double speed) {
  return std::pow(c.mass, d.kg) * std::pow(c.depth, d.m) * std::pow(c.depth / speed, d.s);
}

void set_contacts(const Model& model, Scales& s) {
  const Layout& at = model.layout;
  const ContactScale of_joints{s.mass, joint_depth * s.depth, 0};
  for (int c = 0; c < at.contacts; ++c) {
    const Turning* turning = model.contacts[c].turning();
    const int touching = turning ? turning->of : c;
    const ContactScale& scale = touching < at.touching ? s.contacts[touching] : of_joints;
    s.tolerance[at.s + c] = s.accuracy * scale.depth;
    s.tolerance[at.work + c] = work_share * s.accuracy * scale.mass * s.speed * s.speed;
    s.tolerance[at.impulse + c] = s.accuracy * scale.mass * s.speed;
    const LawUse& contact = model.contacts[c].own;
    for (int k = 0; contact.hold >= 0 && k < hold_parts(model, model.contacts[c]); ++k)
      s.tolerance[at.hold + contact.hold + k] = s.tolerance[at.impulse + c];
    const auto& states = model.scenario->laws[contact.law].states;
    for (int k = 0; k < contact.states; ++k)
      s.tolerance[at.z + contact.first_state + k] =
          s.accuracy * state_scale(states[k].dimension, scale, s.speed);
  }
}

void set_states(const Model& model, Scales& s) {
  for (std::size_t i = 0; i < s.states.size.size(); ++i)
    s.tolerance[model.layout.script + i] =
        std::max(s.accuracy * s.states.size[i], s.states.floor[i]);
}

void set_tolerances(const Model& model, Scales& s) {
  s.tolerance.assign(model.layout.size, infinity);
  set_motion(model, s.size, s);
  set_multipliers(model, s.size, s);
  set_contacts(model, s);
  set_states(model, s);
  const double energy = std::max(total_mass(model), s.mass) * s.speed * s.speed;
  s.tolerance[model.layout.input] = s.tolerance[model.layout.damping] = s.accuracy * energy;
  for (int g = 0; g < model.layout.groups; ++g)
    s.tolerance[model.layout.group + g] = work_share * s.accuracy * energy;
  s.energy = energy_of_tolerances(model, s.tolerance);
}

// All that goes with the reference speed; contacts have their masses.
void set_speed(const Model& model, double speed, Scales& s, Workspace& workspace) {
  s.speed = s.speed_tolerance = speed;
  s.depth = infinity;
  Depths depths(model, s.size, speed, workspace);
  for (int c = 0; c < model.layout.touching; ++c) {
    ContactScale& scale = s.contacts[c];
    scale.depth = scale.prescribed ? free_depth * s.size
                                   : depths.of(law_user(model, c, workspace), scale.mass);
    scale.duration = duration_of(scale.depth, speed);
    s.depth = std::min(s.depth, scale.depth);
  }
  s.groups.clear();
  for (int g = 0; g < model.layout.groups; ++g) {
    s.groups.push_back(group_scale(model, g, s.size, speed, depths, workspace));
    s.depth = std::min(s.depth, s.groups.back().depth);
  }
  const bool touches = std::isfinite(s.depth);
  s.depth = touches ? depth_share * s.depth : free_depth * std::min(s.size, speed * s.time);
  if (touches) s.speed_tolerance *= speed_share;
  set_tolerances(model, s);
}

// What goes with a motion of this largest speed: at least what slow ones need, and no more digits
// of fast ones than anybody can use.
double reference(const Scales& s, double fastest) {
  if (!std::isfinite(fastest)) return s.usual;
  return std::max(std::min(s.usual, leeway * fastest), very_fast * fastest);
}

double first_reference(const Model& model, const Assembly& start, double duration, Scales& s,
                       Workspace& workspace) {
  const ExpectedMotion motion = expected_motion(model, start, s.arms, duration, s.usual, workspace);
  if (!(motion.speed > 0)) return s.usual;  // what pushes it is not known yet
  const double foreseen = std::max(motion.speed, motion.resolution / s.accuracy);
  if (foreseen < slow * s.usual) s.time = motion.time;
  return std::max(reference(s, motion.start), std::min(s.usual, leeway * foreseen));
}

}  // namespace

Scales make_scales(const Model& model, const Assembly& start, const SimulationOptions& options,
                   double known_speed, Workspace& workspace) {
  Scales s;
  s.accuracy = options.tolerance();
  s.usual = options.usual_speed;
  s.size = start.size;
  s.arms = arms_of(model, start.size);
  EffectiveMasses masses(model, start.y.data(), &start.mode, workspace);
  for (int c = 0; c < model.layout.touching; ++c) {
    const double inverse = masses.inverse(c);
    ContactScale& scale = s.contacts.emplace_back();
    scale.mass = inverse > 0 && std::isfinite(inverse) ? 1 / inverse
                                                       : reduced_mass(scenario(model).contacts[c]);
    scale.prescribed = !(scale.mass > 0);
  }
  Depths depths(model, s.size, s.usual, workspace);
  for (int g = 0; g < model.layout.groups; ++g)
    s.groups.push_back(group_scale(model, g, s.size, s.usual, depths, workspace));
  s.mass = smallest_mass(model, s);
  for (ContactScale& c : s.contacts)
    if (c.prescribed) c.mass = s.mass;
  const double first = first_reference(model, start, options.duration, s, workspace);
  set_speed(model, known_speed > 0 ? known_speed : first, s, workspace);
  s.states = expect_states(model, start, options.duration, s.tolerance, workspace);
  set_states(model, s);
  return s;
}

bool outgrown(const Scales& s, double fastest) {
  return reference(s, fastest) > s.speed;
}

bool follow_states(const Model& model, const double* y, Scales& s) {
  bool grown = false;
  for (std::size_t i = 0; i < s.states.size.size(); ++i) {
    const double now = std::abs(y[model.layout.script + i]);
    if (!(now > s.states.size[i])) continue;
    s.states.size[i] = growth * now;
    grown = true;
  }
  if (grown) set_states(model, s);
  return grown;
}

void keep_states(const Model& model, const std::vector<double>& known, Scales& s) {
  s.states.size = known;
  set_states(model, s);
}

void follow(const Model& model, double fastest, Scales& s, Workspace& workspace) {
  const auto failure = workspace.failure;
  set_speed(model, reference(s, growth * fastest), s, workspace);
  workspace.failure = failure;
}

void fill_weights(const Model& model, const Scales& scales, const Mode& mode, const double* y,
                  std::span<double> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = std::max(1 / scales.tolerance[i], least_weight);
  const Layout& at = model.layout;
  const auto relax = [&](int body, bool relaxed) {
    for (int k = 0; body > 0 && k < at.per_place; ++k) {
      const int column = at.place_of(body) + k;
      weights[at.q + column] =
          1 / (relaxed ? scales.relaxed[column] : scales.tolerance[at.q + column]);
    }
  };
  for (int c = at.touching; c < at.contacts; ++c) weights[at.s + c] = least_weight;
  for (int c = 0; c < at.touching; ++c) {
    if (!mode.contacts[c].resting) {
      weights[at.s + c] = least_weight;
      continue;
    }
    const double impact = scales.accuracy * scales.contacts[c].depth;
    const double sag = sags * std::max(scales.accuracy, fine) * y[at.s + c];
    weights[at.s + c] = 1 / std::clamp(sag, least_sag * impact, impact);
    for (int body : {model.contacts[c].a, model.contacts[c].b}) relax(body, true);
  }
  for (int c = 0; c < at.touching; ++c)  // the stricter wins
    if (mode.contacts[c].armed && !mode.contacts[c].resting)
      for (int body : {model.contacts[c].a, model.contacts[c].b}) relax(body, false);
  follow_hops(model, scales, mode, y, weights);
}

namespace {

constexpr double negligible = 1e-9;  // of the force half-way in, at the beginning of a contact

}  // namespace

std::vector<char> jumping_laws(const Model& model, const Scales& scales, Workspace& workspace) {
  std::vector<char> jumps(model.laws.size(), 0);
  for (std::size_t g = 0; g < model.groups.size(); ++g)
    for (const int law : model.groups[g].laws) {
      if (law < 0) continue;
      const double depth = scales.groups[g].depth, v = scales.speed;
      const LawUser user = group_law_user(static_cast<int>(g), law, workspace);
      const auto force = [&](const LawProbe& at) {
        return std::abs(law_force(model, user, at, workspace));
      };
      const double inside = force({depth / 2, v, v});
      const double jump = std::max(force({0, v, v}), force({0, -v, v}));
      jumps[law] = jump > negligible * inside;
    }
  workspace.failure.reset();
  return jumps;
}

}  // namespace mbs
