#include "cli/report/scene_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/output/json_values.hpp"
#include "cli/report/label_json.hpp"
#include "lang/text/overloaded.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/scene_tones.hpp"
#include "runtime/results/thin.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

Json of(const ir::Vec2& p) {
  return {number(p.x), number(p.y)};
}
Json of(const ir::Vec3& p, bool spatial) {
  if (!spatial) return of(ir::Vec2(p));
  return {number(p.x), number(p.y), number(p.z)};
}
Json of(const ScenePose& p, bool spatial) {
  return {number(p.x), number(p.y), number(spatial ? p.z : p.angle)};
}
Json of(const std::vector<ir::Vec2>& points) {
  Json list = Json::array();
  for (const ir::Vec2& p : points) list.push_back(of(p));
  return list;
}

Json of(const SolidOutline& s) {
  Json points = Json::array();
  for (const ir::Vec3& p : s.points) points.push_back(of(p, true));
  return {{"kind", "solid"}, {"points", points}, {"faces", s.faces}, {"radius", number(s.radius)}};
}

Json of(const ScenePart& part, bool spatial) {
  Json object = std::visit(
      Overloaded{
          [](const DiscOutline& d) {
            Json disc{{"kind", d.hollow ? "bearing" : "disc"}, {"radius", number(d.radius)}};
            if (norm(d.axis) > 0) disc["axis"] = of(d.axis, true);
            return disc;
          },
          [&](const PlaneOutline& p) {
            Json plane{{"kind", "plane"}};
            if (spatial) plane["normal"] = of(p.normal, true);
            return plane;
          },
          [](const SolidOutline& s) { return of(s); },
          [](const CurveOutline& c) {
            return Json{{"kind", "curve"}, {"points", of(c.points)}};
          },
          [](const HullOutline& h) {
            return Json{{"kind", "hull"}, {"points", of(h.points)}, {"radius", number(h.radius)}};
          },
          [](const BlockOutline& b) {
            return Json{
                {"kind", "block"}, {"length", number(b.length)}, {"width", number(b.width)}};
          }},
      part.outline);
  object["at"] = of(part.at, spatial);
  if (part.assumed) object["assumed"] = true;
  return object;
}

// Channels that have no scale of their own may err by a part of their range.
std::vector<Allowance> of_ranges(const Track& track, double error) {
  std::vector<Allowance> allowed;
  for (const auto& channel : track.value) {
    if (channel.empty()) return {};
    const auto [low, high] = std::minmax_element(channel.begin(), channel.end());
    allowed.push_back({error * (*high - *low), 0});
  }
  return allowed;
}

// Numbers of 4 bytes round by 6e-8 of themselves: too much for an angle after many turns, or for a
// place far from where it began.
bool needs_eight(const std::vector<double>& channel, double allowed) {
  double largest = 0;
  for (const double v : channel) largest = std::max(largest, std::abs(v));
  return largest * std::numeric_limits<float>::epsilon() / 2 > 0.1 * allowed;
}

class Tracks {
 public:
  // `extra`: the part of the scene's error that leaving out knots may add.
  // `still`: none of them has any.
  Tracks(const Scene& scene, double extra, bool still, Block& block)
      : scene_(scene), extra_(extra), still_(still), block_(block) {}

  Json operator()(const Track& all) const {
    if (still_) return without_knots(all);
    const std::vector<Allowance> allowed = of_ranges(all, extra_);
    const Track track = extra_ > 0 && !allowed.empty() ? thinned(all, allowed) : all;
    return json(track, {});
  }
  Json motion(const Track& all) const {
    if (all.t.empty() || still_) return (*this)(all);
    return json(extra_ > 0 ? thinned(all, pose_allowance(scene_, extra_)) : all,
                pose_allowance(scene_, scene_.error));
  }

 private:
  Json without_knots(const Track& all) const {
    const std::vector<std::vector<double>> none(all.value.size());
    return json({{}, none, none}, {});
  }
  Json json(const Track& track, const std::vector<Allowance>& allowed) const {
    Json values = Json::array(), rates = Json::array();
    for (std::size_t k = 0; k < track.value.size(); ++k) {
      const bool eight = k < allowed.size() && needs_eight(track.value[k], allowed[k].absolute);
      const auto add = [&](const std::vector<double>& channel) {
        return eight ? block_.add8(channel) : block_.add4(channel);
      };
      values.push_back(add(track.value[k]));
      rates.push_back(add(track.rate[k]));
    }
    return {{"t", block_.add8(track.t)}, {"value", values}, {"rate", rates}};
  }

  const Scene& scene_;
  double extra_;
  bool still_;
  Block& block_;
};

Json impacts_of(const SceneContact& contact) {
  Json rows = Json::array();
  for (const Impact& i : contact.impacts) {
    const auto known = [&](double value) { return i.closed ? number(value) : Json(nullptr); };
    rows.push_back({number(i.t), known(i.t_end), number(i.v_in), known(i.v_out),
                    known(i.restitution()), number(i.F_max), number(i.depth), number(i.impulse),
                    number(i.energy_lost)});
  }
  return rows;
}

Json body_json(const SceneBody& body, Tone tone, const Tracks& tracks, bool moves, bool spatial) {
  Json parts = Json::array(), points = Json::array();
  for (const ScenePart& part : body.parts) parts.push_back(of(part, spatial));
  for (const auto& point : body.points)
    points.push_back({{"name", point.name}, {"at", of(point.at, spatial)}});
  Json object = {{"name", body.name}, {"parts", parts}, {"points", points}};
  object["cm"] = body.massive ? of(body.cm, spatial) : Json(nullptr);
  if (tone != Tone::ground) object["tone"] = tone == Tone::dark ? "dark" : "pale";
  if (moves) object["motion"] = tracks.motion(body.motion);
  return object;
}

Json joint_json(const SceneJoint& j, bool spatial) {
  Json object{{"name", j.name},
              {"symbol", symbol_name(j.symbol)},
              {"bodies", {j.first, j.second}},
              {"at", {of(j.at_first, spatial), of(j.at_second, spatial)}}};
  if (spatial) object["axis"] = of(j.axis, true);
  return object;
}

Json load_json(const SceneLoad& load, const Tracks& tracks, bool spatial) {
  return {{"name", load.name},
          {"drive", load.drive},
          {"body", load.body},
          {"at", of(load.at, spatial)},
          {"largest", {number(load.largest_force), number(load.largest_torque)}},
          {"effort", tracks(load.effort)}};
}

Json contact_json(const SceneContact& c, const Tracks& tracks, bool spatial) {
  return {{"name", c.name},
          {"source", c.origin.source},
          {"bodies", {c.first, c.second}},
          {"shapes", {of(c.on_first, spatial), of(c.on_second, spatial)}},
          {"clearance", number(c.clearance)},
          {"bearing", c.first_is_bearing ? 0 : 1},
          {"followed", c.followed},
          {"place", tracks(c.place)},
          {"force", tracks(c.force)},
          {"lost", number(c.lost)},
          {"impacts", impacts_of(c)},
          {"labels",
           {{"delta", pieces_json(c.name + ".delta")},
            {"FN", pieces_json(c.name + ".FN")},
            {"gap", pieces_json(c.name + ".gap")}}}};
}

Json group_json(const SceneGroup& group, const Tracks& tracks) {
  Json object{{"name", group.name}, {"pairs", tracks(group.pairs)}};
  if (group.members.empty()) return object;
  object["hardest"] = tracks(group.hardest);
  object["members"] = Json::array();
  for (const SceneGroup::Member& m : group.members)
    object["members"].push_back({{"name", m.name}, {"body", m.body}, {"force", tracks(m.force)}});
  return object;
}

}  // namespace

Json scene_json(const Scene& scene, double coarser, bool still, Block& block) {
  const Tracks tracks(scene, scene.error * (coarser - 1), still, block);
  const bool spatial = scene.spatial;
  Json bodies = Json::array(), joints = Json::array(), springs = Json::array();
  Json contacts = Json::array(), groups = Json::array(), loads = Json::array();
  const std::vector<Tone> tones = tones_of(scene);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    bodies.push_back(body_json(scene.bodies[b], tones[b], tracks, b > 0, spatial));
  for (const SceneJoint& j : scene.joints) joints.push_back(joint_json(j, spatial));
  for (const SceneSpring& s : scene.springs)
    springs.push_back({{"name", s.name},
                       {"bodies", {s.first, s.second}},
                       {"at", {of(s.at_first, spatial), of(s.at_second, spatial)}}});
  for (const SceneContact& c : scene.contacts) contacts.push_back(contact_json(c, tracks, spatial));
  for (const SceneLoad& l : scene.loads) loads.push_back(load_json(l, tracks, spatial));
  for (const SceneGroup& g : scene.groups) groups.push_back(group_json(g, tracks));
  Json all{{"from", number(scene.from)},
           {"to", number(scene.to)},
           {"low", of(scene.low, spatial)},
           {"high", of(scene.high, spatial)},
           {"whole", scene.whole && !still},
           {"error", number(scene.error * coarser)},
           {"bodies", bodies},
           {"joints", joints},
           {"springs", springs},
           {"contacts", contacts},
           {"loads", loads},
           {"groups", groups},
           {"energy", tracks(scene.energy)}};
  if (spatial) all["up"] = of(scene.up, true);
  if (still) all["left_out"] = true;
  return all;
}

}  // namespace mbs
