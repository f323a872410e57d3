// Each row of the tables of kinds is all that the resolver needs: whatever stands there is known.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lang/elaborate/objects/objects.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"
#include "lang/kinds/options.hpp"
#include "lang/units/units.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// "1 rad/s"
std::string one(Dimension dimension) {
  const std::string unit = si_unit(dimension);
  return unit.empty() ? "1" : "1 " + unit;
}

std::string some(const AttributeInfo& attribute) {
  if (attribute.want == Want::boolean) return "true";
  return attribute.want == Want::friction ? "viscous(1 N*s/m)" : one(attribute.dimension);
}

std::string all_attributes(const KindInfo& kind) {
  std::string text;
  for (const AttributeInfo& attribute : kind.attributes)
    if (!attribute.spatial)
      text += std::string(text.empty() ? "" : ", ") + std::string(attribute.name) + " = " +
              some(attribute);
  return "{ " + text + " }";
}

const std::string two_bodies = R"(
body a { mass = 1 kg, inertia = 1 kg*m^2, point tip = (1, 0) m }
body b { mass = 1 kg, inertia = 1 kg*m^2 }
revolute O: ground to a
revolute P: a to b
)";

// A joint of this kind with all attributes 1 in SI units, the last of the scenario.
Compiled joint_of(const KindInfo& kind) {
  const std::string ends = kind.joint->ties_joints ? "O to P" : "a.tip to b";
  return compile_text(two_bodies + std::string(kind.name) + " j: " + ends + " " +
                      all_attributes(kind));
}

std::vector<const KindInfo*> joint_rows() {
  std::vector<const KindInfo*> rows;
  for (const KindInfo& kind : all_kinds()) {
    if (kind.joint && !kind.spatial) rows.push_back(&kind);
  }
  return rows;
}

// A force that uses an input of a law.
std::string used(const LawInput& input) {
  const std::string name = input_name(input);
  if (input.boolean) return "if " + name + " then 1 N else 2 N";
  if (!input.slot && input.dimension == dim::pure) return "1 N * (" + name + ".m1 / 1 kg)";
  return "1 N * (1 + " + name + " / (" + one(input.dimension) + "))";
}

Compiled law_with(LawRole role, const LawInput& input) {
  const char* word = role == LawRole::friction ? "friction" : "law";
  return compile_text(std::string(word) + " probe() = " + used(input));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Files of the language and its service, besides the tables, in which the text stands.
std::string files_with(const std::string& text) {
  std::string files;
  for (const char* library : {"lang", "service"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(library)) {
      const std::string path = entry.path().string();
      const bool source = path.ends_with(".cpp") || path.ends_with(".hpp");
      // What joints of space have beside coordinates stands in files of that name, and ends.
      const bool in_space = path.find("space") != path.npos || path.ends_with("/ends.cpp") ||
                            path.ends_with("/dump.cpp");
      if (source && !in_space && !path.starts_with("lang/kinds/") &&
          text_of(path).find(text) != text.npos)
        files += path + "\n";
    }
  }
  return files;
}

}  // namespace

TEST_CASE("rows of kinds stand in the order of their names") {
  int index = 0;
  for (const KindInfo& kind : all_kinds()) {
    CHECK_MESSAGE(static_cast<int>(kind.kind) == index++, kind.name);
    CHECK(&info(kind.kind) == &kind);
  }
}

TEST_CASE("a joint is declared from its row") {
  for (const KindInfo* kind : joint_rows()) {
    CAPTURE(kind->name);
    CHECK(info(kind->joint->kind).kind == kind->kind);
    const Compiled c = joint_of(*kind);
    const ir::Joint& joint = c.scenario().joints.back();
    CHECK(joint.kind == kind->joint->kind);
    CHECK((joint.coordinate.kind == ir::Initial::Kind::hold) ==
          (kind->joint->coordinate != nullptr));
    CHECK(joint.coordinate.value == (kind->joint->coordinate ? 1 : 0));
    CHECK(joint.speed.value == (kind->joint->coordinate ? 1 : 0));
    CHECK(ir::dump(c.scenario()).find("\n" + std::string(kind->name) + " j: ") !=
          std::string::npos);
  }
}

TEST_CASE("the coordinate of a joint's row is an attribute and a field, and can be driven") {
  for (const KindInfo* kind : joint_rows()) {
    const CoordinateInfo* coordinate = kind->joint->coordinate;
    if (!coordinate) continue;
    CAPTURE(kind->name);
    for (const auto& [name, dimension] : {std::pair(coordinate->name, coordinate->dimension),
                                          std::pair(coordinate_rate, coordinate->rate)}) {
      const AttributeInfo* attribute = find_attribute(*kind, name);
      REQUIRE(attribute);
      CHECK(attribute->dimension == dimension);
      const std::string path = "j." + std::string(name);
      const Compiled c = compile_text(
          two_bodies + std::string(kind->name) + " j: a.tip to b\ndrive d: " + path + " = " +
          one(dimension) + "\nsimulate 1 s\nprint final(" + path + ") / (" + one(dimension) + ")");
      CHECK_MESSAGE(c.codes() == "", c.reports());
    }
  }
}

TEST_CASE("what a row says of a kind is all that is asked of it") {
  const KindInfo made_up{
      .kind = ObjectKind::weld,
      .name = "telescope",
      .entity = Entity::joint,
      .joint = JointInfo{.kind = ir::JointKind::weld, .coordinate = &joint_travel}};
  elaborate::Object object;
  object.kind = &made_up;
  CHECK(elaborate::is_joint(object));
  CHECK(elaborate::slides(object));
  CHECK(!elaborate::turns(object));
  CHECK(elaborate::coordinate_of(object) == &joint_travel);
}

TEST_CASE("no kind of joint is named outside the tables") {
  for (const KindInfo* kind : joint_rows()) {
    const std::string name(kind->name);
    CHECK(files_with("ObjectKind::" + name) == "");
    // What a joint is before it is filled.
    const std::string first = name == "revolute" ? "lang/scenario/mechanism.hpp\n" : "";
    CHECK(files_with("JointKind::" + name) == first);
  }
}

TEST_CASE("laws see what their row says, and no more") {
  for (const LawInput& input : law_inputs()) {
    for (const LawRole role : {LawRole::normal, LawRole::friction}) {
      CAPTURE(input_name(input));
      if (!input.slot && !sees(role, input)) continue;  // FN is what a normal law makes
      const Compiled c = law_with(role, input);
      CHECK_MESSAGE(c.codes() == (sees(role, input) ? "" : "E0602"), c.reports());
      if (!sees(role, input)) CHECK(c.reports().find(what_is_seen(role)) != std::string::npos);
    }
  }
}

TEST_CASE("hints list what laws see") {
  CHECK(what_is_seen(LawRole::normal) ==
        "a normal law sees delta, ddelta, v_impact, delta_max, loading, pair, t and its own "
        "parameters");
  CHECK(what_is_seen(LawRole::friction) ==
        "a friction law sees vt, FN, delta, ddelta, v_impact, pair, t and its own parameters");
}

namespace {

std::string value_for(const OptionInfo& option) {
  switch (option.kind) {
    case OptionKind::number:
      return std::to_string(option.usual.value_or(1)) + one(option.dimension).substr(1);
    case OptionKind::boolean:
      return "false";
    case OptionKind::word:
      return std::string(option.default_text);
    case OptionKind::interval:
      return option.name == "range" ? "0 .. 1" : "0 s .. 1 s";
    case OptionKind::size:
      return option.dimension == dim::length ? "(84, 60) mm" : "(640, 360)";
    case OptionKind::text:
      return "\"words\"";
    case OptionKind::param:
      return "p";
    case OptionKind::body:
      return "ball";
    case OptionKind::points:
      return "[ball, ball.cm]";
    case OptionKind::contact:
      return "hit";
  }
  return "";
}

// What options of films name, and a contact by force.
constexpr const char* things =
    "body ball { shape = sphere(10 mm), material = steel, at = (0, 20) mm }\n"
    "point floor = (0, 0) mm { shape = plane, material = steel }\n"
    "contact hit: ball to floor { law = flores(0.8) }\n";

// An action without its options, inside of a sweep.
std::string head_of(std::string_view statement) {
  if (statement == "plot") return "simulate 1 s\nplot all: t vs t";
  if (statement == "animate") return "simulate 1 s\nanimate to \"film.mp4\"";
  if (statement == "histogram") return "histogram all: [1, 2, p]";
  return statement == "continue" ? "simulate 1 s\ncontinue 1 s" : "simulate 1 s";
}

}  // namespace

TEST_CASE("an option is taken by each action whose row has it") {
  for (const StatementOptions& row : all_options()) {
    if (row.statement == "data") continue;  // what is none of its options is a column
    for (const OptionInfo& option : row.options) {
      const std::string name(option.name);
      const bool asks = row.statement == "animate" || name == "first_penetration";
      const std::string named = asks ? things : "";
      const std::string head =
          named + "param p = 1\nsweep p in [1] {\nprint p\n" + head_of(row.statement);
      // Its own method; what goes on does so with the method that it began with.
      const std::string with = name == "step" ? "method = stepping, " : "";
      if (row.statement == "continue" && (name == "step" || name == "method")) continue;
      const Compiled good =
          compile_text(head + " { " + with + name + " = " + value_for(option) + " }\n}");
      CHECK_MESSAGE(good.codes() == "", good.reports());
      const Compiled wrong = compile_text(head + " { nothing_such = 1 }\n}");
      CHECK(wrong.codes() == "E0402");
      CHECK_MESSAGE(wrong.reports().find(name) != std::string::npos, wrong.reports());
    }
  }
}

TEST_CASE("a table takes each word of its options, and no other") {
  for (const OptionInfo& option : options_of("data")) {
    const std::string begin =
        "data d { t in s = [0, 1, 2], y in m = [0, 1, 0], " + std::string(option.name) + " = ";
    for (const std::string& word : words_of(option)) {
      const Compiled good = compile_text(begin + word + " }");
      CHECK_MESSAGE(good.codes() == "", good.reports());
    }
    CHECK(compile_text(begin + "nothing_such }").codes() == "E0308");
    CHECK(words_of(option).front() == option.default_text);
  }
}

TEST_CASE("what holds without an option is written as it is") {
  for (const StatementOptions& row : all_options()) {
    for (const OptionInfo& option : row.options) {
      if (option.usual) CHECK(std::stod(std::string(option.default_text)) == *option.usual);
      if (option.usual) CHECK(option.allows(*option.usual));
    }
  }
  CHECK(ir::PlotStyle{}.width == *option::width.usual);
  CHECK(ir::RunSettings{}.tolerance() == *option::tol.usual);
}
