// What forces, torques and drives do to bodies: where, and how much at an instant.
#pragma once

#include <vector>

#include "runtime/forward/rate_solver.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

class LoadReader {
 public:
  explicit LoadReader(const Run& run);
  // Without their efforts. What pulls two points together is two of them; what acts in a joint is
  // shown on one end alone, which is not the ground.
  std::vector<SceneLoad> still() const;
  // The efforts of each, as SceneLoad has them; 0 while it is switched off. Places the bodies.
  std::vector<std::vector<double>> at(const Instant& now);

 private:
  struct Source {
    SceneLoad load;
    ir::Part part;  // the force or the drive
    enum class Acts { vector, towards, torque, pose, sliding, turning } acts = Acts::vector;
    ir::FrameId other;   // towards: where it is pulled to
    int carrier = 0;     // sliding, turning: whose axis it is,
    ir::Vec3 axis = {};  // in the axes of that body
    double sign = 1;
  };
  void add_force(const ir::Force& force, int index);
  void add_drive(const ir::Drive& drive, int index);
  void add_in_joint(const Source& like, ir::JointId joint, int coordinate);
  std::vector<double> values(const Source& source, const Instant& now);
  std::vector<double> effort(const Source& source, const std::vector<double>& values);
  ir::Vec3 world_axis(int body, const ir::Vec3& axis);
  ir::Vec3 world_place(int body, const ir::Vec3& point);

  const Run& run_;
  const Model& model_;
  const ir::Scenario& scenario_;
  Workspace workspace_;
  RateSolver rates_;
  std::vector<Source> sources_;
};

}  // namespace mbs
