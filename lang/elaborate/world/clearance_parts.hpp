// What a clearance of several contacts is made of.
#pragma once

#include <string>
#include <vector>

#include "lang/elaborate/world/object.hpp"

namespace mbs::elaborate {

// Its places in the tables of the scenario.
struct ClearanceParts {
  std::string name;               // of each part: "rim", "wall", "corner"
  std::vector<Object*> contacts;  // rim[1] at -z, rim[2] at +z; wall[k] as a box's corner[k]; of
                                  // polygons those of the first end, then those of the second
  std::vector<Object*> stops;     // of a journal with play along its axis: stop[1] at -z, stop[2]
  ir::JointId joint;
  int clearance = -1;  // into Scenario::clearances

  // Contacts and stops.
  std::vector<Object*> all() const {
    std::vector<Object*> all = contacts;
    all.insert(all.end(), stops.begin(), stops.end());
    return all;
  }
};

}  // namespace mbs::elaborate
