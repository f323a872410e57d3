#include "cli/output/mechanism_in_space.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "cli/output/mechanism_units.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/text/number.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

using namespace shown_in;

// What is left of rounding when a zero is computed, against the size of its kind.
double without_noise(double value, double size) {
  return std::abs(value) < 1e-12 * size ? 0 : value;
}

// Signals at t = 0 of a mechanism whose bodies are placed once.
class Signals {
 public:
  Signals(const Model& model, const Assembly& assembly)
      : model_(model), assembly_(assembly), workspace_(model) {
    slot_value(model_, {SlotKind::body_coordinate, 0, 0, 0}, now(), workspace_);
  }
  double operator()(SlotKind kind, int entity, int index, int order = 0) {
    return slot_value_placed(model_, {kind, entity, index, order}, now(), workspace_);
  }

 private:
  Instant now() const { return {0, assembly_.y.data(), assembly_.yp.data(), &assembly_.mode}; }

  const Model& model_;
  const Assembly& assembly_;
  Workspace workspace_;
};

// "turn((0, 0, 1), 30 deg)"; "-" if there is none.
std::string rotation_text(const std::array<double, 4>& q) {
  const double s = std::hypot(q[1], q[2], q[3]);
  if (s < 1e-12) return "-";
  const double sign = q[0] < 0 ? -1 : 1;
  const double angle = 2 * std::atan2(s, sign * q[0]) / degree.factor;
  const auto part = [&](int i) {
    return format_number(without_noise(sign * q[i] / s, 1) + 0.0, 4);
  };
  return fmt::format("turn(({}, {}, {}), {} deg)", part(1), part(2), part(3),
                     format_number(angle, 6));
}

std::string quantity(double value, const Unit& unit) {
  return format_number(value / unit.factor, 6) + " " + unit.text;
}

}  // namespace

TableOutput body_table_in_space(const Model& model, const Assembly& assembly) {
  TableOutput table{"bodies", false, {{"body", {}}}, {}};
  for (const char* name : {"x", "y", "z"}) table.columns.push_back({name, metre});
  table.columns.push_back({"rotation", {}});
  for (const char* name : {"vx", "vy", "vz"}) table.columns.push_back({name, metre_per_second});
  for (const char* name : {"spin.x", "spin.y", "spin.z"})
    table.columns.push_back({name, radian_per_second});
  Signals signal(model, assembly);
  const ir::Scenario& s = scenario(model);
  for (int body = 1; body < static_cast<int>(s.bodies.size()); ++body) {
    const auto vector = [&](SlotKind kind, int order, double size, std::vector<Cell>& row) {
      for (int i = 0; i < 3; ++i)
        row.push_back(Cell::number(without_noise(signal(kind, body, i, order), size)));
    };
    std::array<double, 4> rotation{};
    for (int i = 0; i < 4; ++i) rotation[i] = signal(SlotKind::body_coordinate, body, 3 + i);
    std::vector<Cell> row{Cell::of_text(s.bodies[body].name)};
    vector(SlotKind::body_coordinate, 0, assembly.size, row);
    row.push_back(Cell::of_text(rotation_text(rotation)));
    vector(SlotKind::body_coordinate, 1, assembly.size, row);
    vector(SlotKind::body_spin, 0, 1, row);
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableOutput joint_table_in_space(const Model& model, const Assembly& assembly) {
  TableOutput table{"joints",
                    false,
                    {{"joint", {}}, {"kind", {}}, {"coordinate", {}}, {"value", {}}, {"rate", {}}},
                    {}};
  Signals signal(model, assembly);
  const ir::Scenario& s = scenario(model);
  for (int joint = 0; joint < static_cast<int>(s.joints.size()); ++joint) {
    const KindInfo& kind = info(s.joints[joint].kind);
    const auto rows = coordinates_of(*kind.joint);
    const auto add = [&](std::string name, std::string value, std::string rate) {
      table.rows.push_back({Cell::of_text(s.joints[joint].name),
                            Cell::of_text(std::string(kind.name)), Cell::of_text(std::move(name)),
                            Cell::of_text(std::move(value)), Cell::of_text(std::move(rate))});
    };
    if (rows.empty()) add("-", "-", "-");
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
      const auto read = [&](int order) {
        return without_noise(signal(SlotKind::joint_coordinate, joint, i, order),
                             rows[i].turns ? 1 : assembly.size);
      };
      add(std::string(rows[i].name), quantity(read(0), rows[i].turns ? degree : millimetre),
          quantity(read(1), rows[i].turns ? radian_per_second : metre_per_second));
    }
  }
  return table;
}

}  // namespace mbs
