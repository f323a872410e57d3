// Each row of the tables of kinds is completed and explained.
#include <doctest/doctest.h>

#include <algorithm>

#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"
#include "lang/kinds/options.hpp"
#include "lang/kinds/shapes.hpp"
#include "lang/syntax/parse.hpp"
#include "service/complete.hpp"
#include "service/doc.hpp"

using namespace mbs;

namespace {

// What the text declares.
Vocabulary declared(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  Vocabulary own;
  own.add(parse(sources, sources.add("test", text), diagnostics).statements, sources);
  return own;
}

// Whether `text` is offered at the end of `before`.
bool offers(const std::string& before, std::string_view text, const Vocabulary& own = {}) {
  const auto found = complete(before, before.size(), own, {}).candidates;
  return std::any_of(found.begin(), found.end(),
                     [&](const Candidate& candidate) { return candidate.text == text; });
}

bool explains(std::string_view name, std::string_view part) {
  return doc_text(name, Vocabulary()).value_or("").find(part) != std::string::npos;
}

bool documented(std::string_view name) {
  const auto names = documented_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("options are completed and explained where they are taken") {
  for (const StatementOptions& row : all_options()) {
    for (const OptionInfo& option : row.options) {
      CAPTURE(option.name);
      CHECK(offers(std::string(row.statement) + " x { ", option.name));
      CHECK(explains(row.statement, option.doc));
      CHECK(explains(option.name, option.doc));
      CHECK(documented(option.name));
    }
  }
  CHECK(explains("tol", "from 1e-14 to 0.1; default 1e-6"));
}

TEST_CASE("what laws see is completed inside of those that see it") {
  for (const LawInput& input : law_inputs()) {
    if (input.of_pair) continue;
    const std::string_view name = input.field.name;
    CAPTURE(name);
    const bool normal = sees(LawRole::normal, input), friction = sees(LawRole::friction, input);
    CHECK(offers("law f(K) = K * ", name) == normal);
    CHECK(offers("law f(K) {\n  let x = max(K, ", name) == normal);
    CHECK(offers("friction f(K) = K * ", name) == friction);
    if (name != "t") CHECK(!offers("let f = ", name));
  }
  CHECK(!offers("law f(K = ", "delta"));
}

TEST_CASE("what laws see is explained") {
  for (const LawInput& input : law_inputs()) {
    CHECK(explains(input_name(input), input.field.name));
    CHECK(documented(input.field.name));
  }
  CHECK(doc_text("pair", Vocabulary()) ==
        "pair: inside a law: what is known of the two surfaces in contact\n");
  CHECK(explains("vt", "vt: inside a friction law: sliding speed [m/s]\n"));
}

TEST_CASE("kinds are completed and explained with all that they have") {
  for (const KindInfo& kind : all_kinds()) {
    if (kind.kind == ObjectKind::event || kind.kind == ObjectKind::world) continue;
    CAPTURE(kind.name);
    CHECK(offers("", kind.name));
    CHECK(explains(kind.name, kind.doc));
    for (const AttributeInfo& attribute : kind.attributes) {
      CHECK(explains(kind.name, attribute.doc));
      if (!attribute.spatial) CHECK(offers(std::string(kind.name) + " x { ", attribute.name));
    }
    for (const FieldInfo& field : kind.fields) CHECK(explains(kind.name, field.doc));
  }
}

TEST_CASE("in space all attributes and results of a kind are completed, and all shapes") {
  const std::string space = "world spatial { }\n";
  for (const KindInfo& kind : all_kinds()) {
    if (kind.ends == Ends::none || kind.kind == ObjectKind::event) continue;
    CAPTURE(kind.name);
    const std::string thing = space + std::string(kind.name) + " thing: a to b\n";
    const Vocabulary own = declared(thing);
    for (const AttributeInfo& attribute : kind.attributes) {
      CAPTURE(attribute.name);
      CHECK(offers(space + std::string(kind.name) + " x { ", attribute.name, own));
    }
    for (const FieldInfo& field : kind.fields) {
      CAPTURE(field.name);
      CHECK(offers(thing + "print thing.", field.name, own));
    }
  }
  for (const ShapeInfo& shape : shapes()) {
    CAPTURE(shape.name);
    CHECK(offers(space + "body b { shape = ", shape.name, declared(space)));
    CHECK(explains(shape.name, shape.doc));
  }
}
