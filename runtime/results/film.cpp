#include "runtime/results/film.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "runtime/elements/energy.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/results/between.hpp"
#include "runtime/results/followed.hpp"
#include "runtime/results/group_film.hpp"
#include "runtime/results/scene_loads.hpp"
#include "runtime/results/scene_outlines.hpp"
#include "runtime/results/scene_places.hpp"
#include "runtime/results/step_values.hpp"
#include "runtime/results/thin.hpp"
#include "runtime/signals/contact_state.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

constexpr int places = step_places;
constexpr double load_error = 2e-3;
struct SeenContact {
  StepValues place, force;
};

struct Box {
  static constexpr double inf = std::numeric_limits<double>::infinity();
  ir::Vec3 low{inf, inf, inf}, high{-inf, -inf, -inf};

  void include(const ir::Vec3& p, double reach) {
    low = {std::min(low.x, p.x - reach), std::min(low.y, p.y - reach),
           std::min(low.z, p.z - reach)};
    high = {std::max(high.x, p.x + reach), std::max(high.y, p.y + reach),
            std::max(high.z, p.z + reach)};
  }
  double size() const { return std::max({high.x - low.x, high.y - low.y, high.z - low.z}); }
};

ir::Vec3 place_of(const ScenePose& pose) {
  return {pose.x, pose.y, pose.z};
}

class Filming {
 public:
  Filming(const Run& run, double error, int lens)
      : run_(run),
        model_(*run.model),
        scene_(still_scene(*model_.scenario, extent_at_start())),
        workspace_(model_),
        between_(model_, run.stretches),
        loads_of_(run),
        modes_(run.modes),
        closed_(run.impacts),
        seen_(scene_.contacts.size()) {
    const std::vector<bool> followed = followed_contacts(run, scene_.contacts.size(), lens);
    for (std::size_t c = 0; c < followed.size(); ++c) scene_.contacts[c].followed = followed[c];
    scene_.loads = loads_of_.still();
    scene_.error = error;
    scene_.from = run.t.front();
    scene_.to = run.t.back();
    scene_.whole = run.samples.whole();
    for (Sample* s : {&from_, &to_, &now_})
      s->y.resize(model_.layout.size), s->yp.resize(model_.layout.size);
  }

  Scene take() {
    find_extent();
    if (scene_.whole) film();
    for (std::size_t c = 0; c < scene_.contacts.size() && c < run_.impacts.size(); ++c) {
      scene_.contacts[c].impacts = run_.impacts[c];
      for (const Impact& impact : run_.impacts[c]) scene_.contacts[c].lost += impact.energy_lost;
    }
    return std::move(scene_);
  }

 private:
  // The mechanism's size as it is put together: of all frames that something is fixed to, or, if
  // they are all at one place, of the centres of mass, too.
  double extent_at_start() {
    Workspace w(*run_.model);
    place(*run_.model, run_.start.y.data(), w.impl().at);
    const ir::Scenario& s = *run_.model->scenario;
    Box box;
    for (const ir::Frame& f : s.frames)
      box.include(world(w.impl().at, f.body.index, f.position), 0);
    const double frames = box.size();
    for (std::size_t b = 1; b < s.bodies.size(); ++b)
      if (s.bodies[b].mass) box.include(world(w.impl().at, static_cast<int>(b), s.bodies[b].cm), 0);
    const double all = box.size(), size = frames > 1e-9 * all ? frames : all;
    return std::isfinite(size) && size > 0 ? size : run_.start.size;
  }

  ir::Vec3 world(const Placement& at, int body, const ir::Vec3& p) const {
    return world_point(*run_.model, at, body, p);
  }

  // The extent of all parts at some hundreds of instants: enough to see everything.
  void find_extent() {
    const std::size_t stride = scene_.whole ? 1 + run_.size() / 500 : run_.size();
    for (std::size_t i = run_.size(); i-- > 0;) {
      if (i % stride != 0 && i + 1 != run_.size()) continue;
      run_.samples.read(i, now_.y, now_.yp);
      place(model_, now_.y.data(), workspace_.impl().at);
      for (std::size_t b = 0; b < scene_.bodies.size(); ++b) include_body(static_cast<int>(b));
    }
    const bool found = std::isfinite(box_.high.x - box_.low.x);
    scene_.low = found ? box_.low : ir::Vec3(-1, -1);
    scene_.high = found ? box_.high : ir::Vec3(1, 1);
    if (!scene_.spatial) scene_.low.z = scene_.high.z = 0;
    scene_.size = std::max(Box{scene_.low, scene_.high}.size(), 1e-9);
  }

  void include_body(int b) {
    const Placement& at = workspace_.impl().at;
    const SceneBody& body = scene_.bodies[b];
    for (const ScenePart& part : body.parts) {
      if (const auto* hull = std::get_if<HullOutline>(&part.outline)) {
        for (const ir::Vec2& p : hull->points) box_.include(world(at, b, p), hull->radius);
      } else if (const auto* solid = std::get_if<SolidOutline>(&part.outline)) {
        for (const ir::Vec3& p : solid->points) box_.include(world(at, b, p), solid->radius);
      } else if (const auto* curve = std::get_if<CurveOutline>(&part.outline)) {
        include_curve(b, part.at, curve->points);
      } else {
        box_.include(world(at, b, place_of(part.at)), reach_of(part.outline));
      }
    }
    for (const SceneJoint& joint : scene_.joints)
      if (joint.first == b) box_.include(world(at, b, place_of(joint.at_first)), 0);
    for (const SceneSpring& spring : scene_.springs) {
      if (spring.first == b) box_.include(world(at, b, spring.at_first), 0);
      if (spring.second == b) box_.include(world(at, b, spring.at_second), 0);
    }
  }

  // Where it is: a hollow face has its middle far away. Of a fine curve some dozens of points will
  // do.
  void include_curve(int b, const ScenePose& at, const std::vector<ir::Vec2>& points) {
    const double c = std::cos(at.angle), s = std::sin(at.angle);
    const std::size_t stride = 1 + points.size() / 48;
    for (std::size_t i = 0; i < points.size(); i += stride) {
      const ir::Vec2& p = points[i];
      const ir::Vec3 on_body{at.x + c * p.x - s * p.y, at.y + s * p.x + c * p.y};
      box_.include(world(workspace_.impl().at, b, on_body), 0);
    }
  }

  Allowance of_size() const { return {scene_.error * scene_.size, 0}; }

  std::vector<Allowance> of_contact_place(const SceneContact& c) const {
    const double fine = 200 * scene_.error;
    const std::size_t parts = scene_.spatial ? 3 : 2;
    if (c.clearance > 0) return {parts, {fine * c.clearance, 0}};
    std::vector<Allowance> all(1 + 2 * parts, of_size());
    all[0] = {fine * deepest(c), scene_.error * 10};
    std::fill_n(all.begin() + 1, parts, Allowance{fine, 0});
    return all;
  }
  std::vector<Allowance> of_force(const SceneContact& c) const {
    double largest = 0;
    for (const Impact& i : c.impacts) largest = std::max(largest, i.F_max);
    const Allowance of_friction{10 * scene_.error * largest, 0};
    std::vector<Allowance> all(scene_.spatial ? 6 : 3, of_friction);
    all[0] = {scene_.error * deepest(c), 0};
    all[1] = {scene_.error * largest, 0};
    return all;
  }
  double deepest(const SceneContact& c) const {
    double largest = 1e-9 * scene_.size;
    for (const Impact& i : c.impacts) largest = std::max(largest, i.depth);
    return largest;
  }

  void begin() {
    for (std::size_t b = 1; b < scene_.bodies.size(); ++b)
      bodies_.emplace_back(pose_allowance(scene_, scene_.error));
    for (std::size_t c = 0; c < scene_.contacts.size(); ++c) {
      SceneContact known = scene_.contacts[c];
      if (c < run_.impacts.size()) known.impacts = run_.impacts[c];
      places_.emplace_back(of_contact_place(known));
      forces_.emplace_back(of_force(known));
    }
    for (std::size_t g = 0; g < scene_.groups.size(); ++g)
      groups_.emplace_back(std::vector<Allowance>{{0.01, 0}});
    begin_groups();
    begin_loads();
    energy_.emplace_back(std::vector<Allowance>(5, {2 * scene_.error * energy_scale(), 0}));
  }

  // Pairs that are contacts have impacts and forces of their own; steps of fixed length keep no
  // force of a pair.
  bool has_pairs(std::size_t group) const {
    return model_.scenario->groups[group].first_pair < 0 && !run_.stepping;
  }
  void begin_groups() {
    pairs_of_.resize(scene_.groups.size());
    for (std::size_t g = 0; g < scene_.groups.size(); ++g)
      if (has_pairs(g)) pairs_of_[g].emplace(model_, static_cast<int>(g), largest_in(g));
  }
  // The largest force of a group's pairs, N, at some thousands of instants.
  double largest_in(std::size_t group) {
    double largest = 0;
    const std::size_t stride = 1 + run_.size() / 5000;
    for (std::size_t i = 0; i < run_.size(); i += stride) {
      const Mode& mode = modes_.at(i);
      if (mode.groups[group].pairs.empty()) continue;
      run_.samples.read(i, now_.y, now_.yp);
      place(model_, now_.y.data(), workspace_.impl().at);
      const Instant now{run_.t[i], now_.y.data(), now_.yp.data(), &mode};
      for (const double force : pair_forces(model_, static_cast<int>(group), now, workspace_))
        largest = std::max(largest, force);
    }
    return largest;
  }

  // Arrows and arcs are drawn by them: a part of the largest one is seen, not a part of each.
  void begin_loads() {
    const std::size_t parts = scene_.spatial ? 3 : 2;
    std::vector<double> force(scene_.loads.size(), 0), torque(scene_.loads.size(), 0);
    const std::size_t stride = 1 + run_.size() / 200;
    for (std::size_t i = 0; i < run_.size() && !scene_.loads.empty(); i += stride) {
      run_.samples.read(i, now_.y, now_.yp);
      const auto all = loads_of_.at({run_.t[i], now_.y.data(), now_.yp.data(), &modes_.at(i)});
      for (std::size_t k = 0; k < all.size(); ++k)
        for (std::size_t c = 0; c < all[k].size(); ++c) {
          double& largest = (c < parts ? force : torque)[k];
          largest = std::max(largest, std::abs(all[k][c]));
        }
    }
    for (std::size_t k = 0; k < scene_.loads.size(); ++k) {
      std::vector<Allowance> allowed(parts, {load_error * force[k], 0});
      allowed.resize(scene_.spatial ? 6 : 3, {load_error * torque[k], 0});
      loads_.emplace_back(std::move(allowed));
    }
  }

  // Straight from one look to the next, as both ends of a step are looked at, and within explicit
  // steps, which are long, all of its places; at an event there are both sides of it.
  void look_at_loads(const Instant& now, bool begins) {
    if (loads_.empty()) return;
    auto all = loads_of_.at(now);
    if (!begins) add_loads(now.t, all);
    loads_from_ = now.t;
    loads_begin_ = std::move(all);
  }
  void add_loads(double to, const std::vector<std::vector<double>>& end) {
    for (std::size_t k = 0; k < loads_.size(); ++k) {
      std::vector<double> slope(end[k].size());
      for (std::size_t c = 0; c < slope.size(); ++c)
        slope[c] = (end[k][c] - loads_begin_[k][c]) / (to - loads_from_);
      loads_[k].add(loads_from_, loads_begin_[k], slope);
      loads_[k].add(to, end[k], slope);
      note_largest(scene_.loads[k], loads_begin_[k]);
      note_largest(scene_.loads[k], end[k]);
    }
  }
  void note_largest(SceneLoad& load, const std::vector<double>& effort) const {
    const std::size_t parts = scene_.spatial ? 3 : 2;
    const auto size = [&](std::size_t from, std::size_t to) {
      return std::sqrt(std::inner_product(effort.begin() + from, effort.begin() + to,
                                          effort.begin() + from, 0.0));
    };
    load.largest_force = std::max(load.largest_force, size(0, parts));
    load.largest_torque = std::max(load.largest_torque, size(parts, effort.size()));
  }

  double energy_scale() {
    double largest = 0;
    const std::size_t stride = 1 + run_.size() / 200;
    for (std::size_t i = 0; i < run_.size(); i += stride) {
      run_.samples.read(i, now_.y, now_.yp);
      place(model_, now_.y.data(), workspace_.impl().at);
      for (const double joules : energy_at(modes_.at(i)))
        largest = std::max(largest, std::abs(joules));
    }
    return largest;
  }

  void film() {
    begin();
    run_.samples.read(0, to_.y, to_.yp);
    to_.t = run_.t[0];
    for (std::size_t i = 0; i + 1 < run_.size(); ++i) {
      std::swap(from_, to_);
      to_.t = run_.t[i + 1];
      run_.samples.read(i + 1, to_.y, to_.yp);
      if (to_.t > from_.t) step(modes_.at(i));
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      scene_.bodies[b + 1].motion = bodies_[b].take();
    for (std::size_t c = 0; c < places_.size(); ++c) {
      scene_.contacts[c].place = places_[c].take();
      scene_.contacts[c].force = forces_[c].take();
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      scene_.groups[g].pairs = groups_[g].take();
      if (pairs_of_[g]) pairs_of_[g]->take(scene_.groups[g]);
    }
    for (std::size_t k = 0; k < loads_.size(); ++k) scene_.loads[k].effort = loads_[k].take();
    scene_.energy = energy_[0].take();
  }

  void step(const Mode& mode) {
    const double h = to_.t - from_.t;
    std::array<double, places> t{from_.t, from_.t + h / 3, to_.t - h / 3, to_.t};
    const bool tiny = !(t[1] > t[0] && t[2] > t[1] && t[3] > t[2]);
    if (tiny) {
      look_at_loads({from_.t, from_.y.data(), from_.yp.data(), &mode}, true);
      return look_at_loads({to_.t, to_.y.data(), to_.yp.data(), &mode}, false);
    }
    const bool long_step = exact_rates_from(run_.stretches, from_.t);
    std::vector<std::size_t> contacts;
    for (std::size_t c = 0; c < places_.size(); ++c)
      if (scene_.contacts[c].followed || closed_.within(c, from_.t, to_.t)) contacts.push_back(c);
    StepValues energies;
    for (int p = 0; p < places; ++p) {
      if (p == 0) now_.y = from_.y, now_.yp = from_.yp;
      if (p == places - 1) now_.y = to_.y, now_.yp = to_.yp;
      if (p > 0 && p < places - 1)
        between_.at(t[p], {from_, to_}, mode, {now_.y, now_.yp}, workspace_);
      const Instant now{t[p], now_.y.data(), now_.yp.data(), &mode};
      if (long_step || p == 0 || p == places - 1) look_at_loads(now, p == 0);
      place(model_, now_.y.data(), workspace_.impl().at);
      for (std::size_t b = 0; b < bodies_.size(); ++b) add_body(b, now);
      for (const std::size_t c : contacts)
        see_contact(c, now, seen_[c].place[p], seen_[c].force[p]);
      energies[p] = energy_at(mode);
      for (std::size_t g = 0; g < groups_.size(); ++g) add_group(g, now, p == places - 1);
      for (auto& pairs : pairs_of_)
        if (pairs) pairs->see(p, now, workspace_);
    }
    for (auto& pairs : pairs_of_)
      if (pairs) pairs->add(t);
    for (int p = 0; p < places; ++p) {
      for (const std::size_t c : contacts) {
        places_[c].add(t[p], seen_[c].place[p], slopes(seen_[c].place, p, h));
        forces_[c].add(t[p], seen_[c].force[p], slopes(seen_[c].force, p, h));
      }
      energy_[0].add(t[p], energies[p], slopes(energies, p, h));
    }
  }

  double coordinate(std::size_t body, int index, int order, const Instant& now) {
    const Slot slot{SlotKind::body_coordinate, static_cast<std::int32_t>(body), index, order};
    return slot_value_placed(model_, slot, now, workspace_);
  }

  void add_body(std::size_t b, const Instant& now) {
    const int channels = scene_.spatial ? 7 : 3;
    std::vector<double> value(channels), rate(channels);
    for (int k = 0; k < channels; ++k)
      value[k] = coordinate(b + 1, k, 0, now), rate[k] = coordinate(b + 1, k, 1, now);
    bodies_[b].add(now.t, value, rate);
  }

  void add_group(std::size_t g, const Instant& now, bool last) {
    if (last) return;  // how many are closed is known up to the end of the step
    const Slot slot{SlotKind::group_signal, static_cast<std::int32_t>(g),
                    static_cast<std::int32_t>(GroupSignal::count), 0};
    groups_[g].add(now.t, {slot_value_placed(model_, slot, now, workspace_)}, {0});
  }

  void see_contact(std::size_t c, const Instant& now, std::vector<double>& where,
                   std::vector<double>& force) {
    const SceneContact& contact = scene_.contacts[c];
    const ContactState s = placed_contact_state(model_, static_cast<int>(c), now, workspace_);
    force = {s.delta, s.FN, s.FT};
    if (scene_.spatial)
      for (const ContactSignal part :
           {ContactSignal::force_x, ContactSignal::force_y, ContactSignal::force_z})
        force.push_back(signal(c, part, now));
    if (contact.clearance > 0) {
      const Placement& at = workspace_.impl().at;
      const ir::Vec3 between = world(at, contact.first, place_of(contact.on_first.at)) -
                               world(at, contact.second, place_of(contact.on_second.at));
      where = parts_of((contact.first_is_bearing ? -1 : 1) * between);
    } else {
      where = parts_of({s.normal_x, s.normal_y, s.normal_z});
      where.insert(where.begin(), s.gap);
      for (const double p : parts_of({s.point_x, s.point_y, s.point_z})) where.push_back(p);
    }
  }
  // As many as the world has.
  std::vector<double> parts_of(const ir::Vec3& v) const {
    return scene_.spatial ? std::vector{v.x, v.y, v.z} : std::vector{v.x, v.y};
  }
  double signal(std::size_t c, ContactSignal part, const Instant& now) {
    const Slot slot{SlotKind::contact_signal, static_cast<std::int32_t>(c),
                    static_cast<std::int32_t>(part), 0};
    return slot_value_placed(model_, slot, now, workspace_);
  }

  std::vector<double> energy_at(const Mode& mode) {
    const Energies e = energies(model_, now_.y.data(), workspace_, &mode);
    return {e.kinetic, e.potential, e.contact, e.input, e.damping};
  }

  const Run& run_;
  const Model& model_;
  Scene scene_;
  Box box_;
  Workspace workspace_;
  Between between_;
  LoadReader loads_of_;
  double loads_from_ = 0;  // s, of the look before
  std::vector<std::vector<double>> loads_begin_;
  ModeReader modes_;
  ClosedTimes closed_;
  std::vector<SeenContact> seen_;
  Sample from_, to_, now_;
  std::vector<Thinner> bodies_, places_, forces_, groups_, energy_, loads_;
  std::vector<std::optional<GroupFilm>> pairs_of_;  // of groups
};

}  // namespace

std::vector<Allowance> pose_allowance(const Scene& scene, double error) {
  const Allowance place{error * scene.size, 0}, angle{error, 0}, half{error / 2, 0};
  if (scene.spatial) return {place, place, place, half, half, half, half};
  return {place, place, angle};
}

std::shared_ptr<const Scene> scene_of(const Run& run, const SceneWish& wish) {
  Scene scene = Filming(run, wish.error, wish.lens).take();
  scene.continues = wish.continues;
  return std::make_shared<const Scene>(std::move(scene));
}

}  // namespace mbs
