#include "runtime/results/scene_loads.hpp"

#include <algorithm>
#include <cmath>

#include "lang/kinds/kinds.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/results/scene_places.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

LoadReader::LoadReader(const Run& run)
    : run_(run),
      model_(*run.model),
      scenario_(*run.model->scenario),
      workspace_(*run.model),
      rates_(*run.model) {
  for (std::size_t i = 0; i < scenario_.forces.size(); ++i)
    add_force(scenario_.forces[i], static_cast<int>(i));
  for (std::size_t i = 0; i < scenario_.drives.size(); ++i)
    add_drive(scenario_.drives[i], static_cast<int>(i));
}

std::vector<SceneLoad> LoadReader::still() const {
  std::vector<SceneLoad> loads;
  for (const Source& source : sources_) loads.push_back(source.load);
  return loads;
}

void LoadReader::add_force(const ir::Force& force, int index) {
  Source source;
  source.load.name = force.name;
  source.part = {ir::Sort::force, index};
  const auto on = [&](ir::FrameId id) {
    const ir::Frame& frame = scenario_.frames[id.index];
    source.load.body = frame.body.index;
    source.load.at = frame.position;
  };
  switch (force.kind) {
    case ir::ForceKind::at_point:
      on(force.first);
      break;
    case ir::ForceKind::along_line:
      source.acts = Source::Acts::towards;
      on(force.first), source.other = force.second;
      sources_.push_back(source);
      on(force.second), source.other = force.first;
      break;
    case ir::ForceKind::on_body:
      source.acts = Source::Acts::torque;
      source.load.body = force.body.index;
      source.load.at = scenario_.bodies[force.body.index].cm;
      break;
    case ir::ForceKind::on_joint:
      return add_in_joint(source, force.joint, force.coordinate);
  }
  sources_.push_back(source);
}

void LoadReader::add_drive(const ir::Drive& drive, int index) {
  Source source;
  source.load.name = drive.name;
  source.load.drive = true;
  source.part = {ir::Sort::drive, index};
  switch (drive.kind) {
    case ir::DriveKind::coordinate:
    case ir::DriveKind::speed:
      return add_in_joint(source, drive.joint, drive.coordinate);
    case ir::DriveKind::position:
      source.load.body = scenario_.frames[drive.frame.index].body.index;
      source.load.at = scenario_.frames[drive.frame.index].position;
      break;
    case ir::DriveKind::pose:
      source.acts = Source::Acts::pose;
      source.load.body = drive.body.index;
      break;
    case ir::DriveKind::rotation:
      if (drive.joint.valid()) return add_in_joint(source, drive.joint, 0);
      [[fallthrough]];
    case ir::DriveKind::angle:
      source.acts = Source::Acts::torque;
      source.load.body = drive.body.index;
      break;
  }
  sources_.push_back(source);
}

// Angles are about z, of a universal joint's second one about the second end's; travels along the
// axis of their name, and else along x of what only slides and z of what turns as well.
void LoadReader::add_in_joint(const Source& like, ir::JointId id, int coordinate) {
  const ir::Joint& joint = scenario_.joints[id.index];
  if (!joint.first.valid() || !joint.second.valid()) return;
  const JointInfo& kind = *info(joint.kind).joint;
  const auto rows = coordinates_of(kind);
  const bool listed = static_cast<std::size_t>(coordinate) < rows.size();
  const bool turns = !listed || rows[coordinate].turns;
  const ir::Frame &first = scenario_.frames[joint.first.index],
                  &second = scenario_.frames[joint.second.index];
  Source source = like;
  source.acts = turns ? Source::Acts::turning : Source::Acts::sliding;
  if (scenario_.spatial && kind.by_rotation) source.acts = Source::Acts::torque;
  const bool of_second = kind.has_pins && coordinate == 1;
  const ir::Frame& carrier = of_second ? second : first;
  ir::Vec3 axis{0, 0, 1};
  const bool slides = kind.coordinate && !kind.coordinate->turns;
  if (!turns && (slides || rows[coordinate].name == "x")) axis = {1, 0, 0};
  if (!turns && rows[coordinate].name == "y") axis = {0, 1, 0};
  source.carrier = carrier.body.index;
  source.axis = scenario_.spatial ? carrier.rotation * axis
                                  : ir::Vec3{std::cos(carrier.angle), std::sin(carrier.angle)};
  const bool on_ground = second.body.index == 0;
  const ir::Frame& end = on_ground ? first : second;
  source.sign = on_ground ? -1 : 1;
  source.load.body = end.body.index;
  source.load.at = end.position;
  sources_.push_back(source);
}

ir::Vec3 LoadReader::world_place(int body, const ir::Vec3& point) {
  return world_point(model_, workspace_.impl().at, body, point);
}

ir::Vec3 LoadReader::world_axis(int body, const ir::Vec3& axis) {
  return world_place(body, axis) - world_place(body, {});
}

std::vector<double> LoadReader::values(const Source& source, const Instant& now) {
  const int index = source.part.index;
  if (source.part.sort == ir::Sort::force) {
    if (!force_acts(model_, index, now.mode)) return {};
    if (!evaluate_force(model_, index, now, workspace_)) {
      workspace_.failure.reset();  // which the run has told of
      return {};
    }
    return workspace_.impl().forces[index].outputs;
  }
  if (!part_acts(now.mode, source.part)) return {};
  std::vector<double> efforts;
  for (int k = 0; k < (scenario_.spatial ? 6 : 3); ++k)
    efforts.push_back(
        slot_value_placed(model_, {SlotKind::drive_effort, index, k, 0}, now, workspace_));
  return efforts;
}

// Forces first, then torques.
std::vector<double> LoadReader::effort(const Source& source, const std::vector<double>& values) {
  const bool spatial = scenario_.spatial, drive = source.part.sort == ir::Sort::drive;
  std::vector<double> all(spatial ? 6 : 3, 0.0);
  const std::size_t parts = spatial ? 3 : 2;
  const auto put = [&](std::size_t from, const ir::Vec3& v) {
    all[from] = v.x, all[from + 1] = v.y;
    if (spatial) all[from + 2] = v.z;
  };
  if (values.empty()) return all;
  const double value = source.sign * values[0];
  switch (source.acts) {
    case Source::Acts::vector:
      std::copy_n(values.begin(), std::min(parts, values.size()), all.begin());
      break;
    case Source::Acts::towards: {
      const ir::Frame& other = scenario_.frames[source.other.index];
      const ir::Vec3 way = world_place(other.body.index, other.position) -
                           world_place(source.load.body, source.load.at);
      if (norm(way) > 0) put(0, (value / norm(way)) * way);
      break;
    }
    case Source::Acts::torque:
      if (!spatial)
        all[2] = drive ? values[2] : value;
      else
        for (std::size_t k = 0; k < 3; ++k)
          all[3 + k] = source.sign * values[drive ? 3 + k : std::min(k, values.size() - 1)];
      break;
    case Source::Acts::pose:
      std::copy_n(values.begin(), all.size(), all.begin());
      break;
    case Source::Acts::sliding:
      put(0, value * world_axis(source.carrier, source.axis));
      break;
    case Source::Acts::turning:
      if (spatial)
        put(3, value * world_axis(source.carrier, source.axis));
      else
        all[2] = value;
      break;
  }
  for (double& part : all)
    if (!std::isfinite(part)) part = 0;  // an acceleration that is not determined
  return all;
}

std::vector<std::vector<double>> LoadReader::at(const Instant& now) {
  Instant seen = now;
  if (!run_.stepping) seen.yp = rates_.rates(now, workspace_);
  place(model_, now.y, workspace_.impl().at);
  std::vector<std::vector<double>> all;
  for (const Source& source : sources_) all.push_back(effort(source, values(source, seen)));
  return all;
}

}  // namespace mbs
