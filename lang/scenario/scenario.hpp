// The resolved scenario: SI numbers, typed indices, expression graphs, requested outputs.
// It is a value; nothing in it refers back to the syntax tree. Spans only say where to point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/expression/graph.hpp"
#include "lang/scenario/action.hpp"
#include "lang/scenario/contact.hpp"
#include "lang/scenario/mechanism.hpp"

namespace mbs::ir {

// An attribute's effective value and where it came from, for `mbs check -v`.
struct Effective {
  std::string object;  // "clearance B"
  std::string attribute;
  std::string value;
  std::string origin;  // "line 12", "default clearance, line 9", "default", "--set"
};

struct ParamValue {
  std::string name;
  std::string value;
  bool overridden = false;
};

struct Recorded;  // lang/scenario/recorded.hpp

struct Scenario {
  // Their bodies are in scenario.cpp: what goes through all members would be compiled in a hundred
  // files.
  Scenario();
  Scenario(const Scenario&);
  Scenario(Scenario&&) noexcept;
  Scenario& operator=(const Scenario&);
  Scenario& operator=(Scenario&&) noexcept;
  ~Scenario();

  bool spatial = false;  // else planar
  Vec3 gravity;
  std::vector<Body> bodies;  // [0] is ground
  std::vector<Frame> frames;
  std::vector<Solid> solids;
  std::vector<Joint> joints;
  std::vector<Drive> drives;
  std::vector<Force> forces;
  std::vector<Spring> springs;
  std::vector<State> states;
  std::vector<LawProgram> laws;
  std::vector<Contact> contacts;
  std::vector<SharedClearance> clearances;
  std::vector<ContactGroup> groups;
  std::vector<Event> events;

  Graph graph;
  std::vector<Reduction> reductions;
  std::vector<ListSource> lists;
  int loop_items = 0;  // how many
  std::vector<TableInfo> tables;
  std::vector<std::string> runs;  // names of those that are kept
  std::vector<Action> actions;

  std::vector<Effective> effective;
  std::vector<ParamValue> params;
  std::shared_ptr<const Recorded> recorded;  // null if nobody has asked for it
};

// The passes of a sweep for the values that a run has given; none, with the reason, if they do not
// fit.
struct LatePasses {
  std::vector<Pass> passes;
  Diagnostics diagnostics;
};

// Calls `use` with a part that can be switched.
template <class Scenario, class Use>
decltype(auto) with_part(Scenario& s, Part part, const Use& use) {
  switch (part.sort) {
    case Sort::joint:
      return use(s.joints[part.index]);
    case Sort::drive:
      return use(s.drives[part.index]);
    case Sort::force:
      return use(s.forces[part.index]);
    case Sort::spring:
      return use(s.springs[part.index]);
    default:
      return use(s.contacts[part.index]);
  }
}
inline const std::string& name_of(const Scenario& s, Part part) {
  return with_part(s, part, [](const auto& thing) -> const std::string& { return thing.name; });
}

// Stable text of the whole scenario, for people and for golden tests. No paths, no source places.
std::string dump(const Scenario& scenario);

}  // namespace mbs::ir
