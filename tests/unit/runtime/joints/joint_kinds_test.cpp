// Every kind of joint has a row that is true of what it adds: nothing else in the runtime asks for
// its name.
#include "runtime/joints/kinds.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "runtime/joints/joints.hpp"
#include "tests/support/mechanism.hpp"

using namespace mbs;

namespace {

// Those of scripts, and those that scenarios make of clearances.
constexpr ir::JointKind every_kind[] = {
#define MBS_JOINT_KIND(name) ir::JointKind::name,
#include "lang/kinds/joint_kinds.def"
#undef MBS_JOINT_KIND
    ir::JointKind::journal, ir::JointKind::guide};

}  // namespace

TEST_CASE("each kind finds its own row, under a name of its own") {
  std::set<std::string> names;
  for (const ir::JointKind kind : every_kind) {
    const JointKind* row = &joint_kind(kind);
    CHECK(row->kind == kind);
    CHECK(names.insert(row->name).second);
    const bool holds_nothing = row->kind == ir::JointKind::guide;  // its contacts do
    CHECK((row->add_rows || row->add_rows_in_space) != holds_nothing);
  }
}

TEST_CASE(
    "a row says what its joint holds: freedoms of the plane less rows, coordinates among them") {
  for (const ir::JointKind kind : every_kind) {
    const JointKind& row = joint_kind(kind);
    if (!row.connects || !row.add_rows) continue;  // in space alone
    const int held = (row.coincides ? 2 : 0) + (row.shifts ? 1 : 0) + (row.keeps_distance ? 1 : 0) +
                     (row.keeps_angle ? 1 : 0);
    mbs::test::Mechanism m;
    const ir::BodyId body = m.body("b", 1, 1e-3);
    const ir::JointId joint =
        m.joint(row.kind, "j", m.frame(mbs::test::ground, 0, 0), m.frame(body, 0.1, 0));
    const ModelPtr model = m.build();
    std::vector<ConstraintRow> rows;
    add_joint_rows(*model, joint.index, rows);
    INFO(row.name);
    CHECK(static_cast<int>(rows.size()) == held);
    CHECK(joint_coordinate(*model, joint.index).has_value() ==
          (row.coordinate != JointCoordinate::none));
    CHECK((row.tree_rows == 0 || row.tree_rows == held));
    for (const ConstraintRow& r : rows) CHECK(r.joint == joint.index);
  }
}
