#include "runtime/coordinates/tree_in_space.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "runtime/joints/kinds.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

// Every body on a long chain would depend on every other; beyond this a joint stays a constraint.
constexpr int deepest = 4;

struct Candidate {
  int joint = 0;
  JointMoves moves;
  int speeds = 0;
  bool turns = false;
  int a = 0, b = 0;  // bodies
};

int speeds_of(const JointMoves& moves) {
  return std::accumulate(moves.begin(), moves.end(), 0, [](int sum, const JointMove& move) {
    return sum + (move.kind == TreeMove::Kind::ball ? 3 : 1);
  });
}

// Joints that can be coordinates; for a model with rows those all of whose rows are integrated: one
// that shares in a redundancy is left alone.
std::vector<Candidate> candidates(const Model& m, bool has_rows) {
  const auto& joints = m.scenario->joints;
  std::vector<int> rows(joints.size(), 0);
  const Mode* mode = m.assembly ? &m.assembly->mode : nullptr;
  for (std::size_t k = 0; k < m.rows.size(); ++k)
    if (m.rows[k].joint >= 0 && !m.rows[k].switched && row_acts(mode, k)) ++rows[m.rows[k].joint];
  std::vector<Candidate> out;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointKind& kind = kind_of(joints[j]);
    if (!kind.moves_in_space || joints[j].friction || joints[j].activity.varies) continue;
    Candidate c;
    c.joint = static_cast<int>(j);
    c.moves = kind.moves_in_space(joints[j]);
    c.speeds = speeds_of(c.moves);
    c.turns = std::ranges::any_of(
        c.moves, [](const JointMove& move) { return move.kind != TreeMove::Kind::slide; });
    c.a = m.scenario->frames[joints[j].first.index].body.index;
    c.b = m.scenario->frames[joints[j].second.index].body.index;
    if (!has_rows || rows[j] == 6 - c.speeds) out.push_back(std::move(c));
  }
  return out;
}

// Which joint hangs the next body, from the ground on.
class Spreading {
 public:
  explicit Spreading(std::size_t bodies) : reached_(bodies, false), depth_(bodies, 0) {
    reached_[0] = true;
  }
  bool reached(int body) const { return reached_[body]; }
  void plant(int body) { reached_[body] = true; }
  bool from_first(const Candidate& c) const { return reached_[c.a]; }
  // The joint, of those that hang a body on what is reached, that leaves least free, so that loops
  // are cut where little is held; then the shallowest.
  const Candidate* best(const std::vector<Candidate>& joints) const {
    const Candidate* found = nullptr;
    for (const Candidate& c : joints) {
      if (reached_[c.a] == reached_[c.b] || depth_after(c) > deepest) continue;
      if (!found || rank(c) < rank(*found)) found = &c;
    }
    return found;
  }
  void hang(const Candidate& c) {
    const int depth = depth_after(c), body = from_first(c) ? c.b : c.a;
    depth_[body] = depth;
    reached_[body] = true;
  }

 private:
  int depth_after(const Candidate& c) const {
    return depth_[from_first(c) ? c.a : c.b] + (c.turns ? 1 : 0);
  }
  std::pair<int, int> rank(const Candidate& c) const { return {c.speeds, depth_after(c)}; }
  std::vector<bool> reached_;
  std::vector<int> depth_;
};

ir::Quaternion in_principal_axes(const Model& m, const ir::Frame& frame) {
  return inverse(m.principal[frame.body.index]) * frame.rotation;
}

class Grower {
 public:
  Grower(Model& model, Tree& tree) : m_(model), tree_(tree), spreading_(model.masses.size()) {}

  bool grow(const std::vector<Candidate>& joints) {
    bool any = false;
    for (int body = 0; body < static_cast<int>(m_.masses.size()); ++body) {
      if (!spreading_.reached(body)) plant(body);
      while (const Candidate* next = spreading_.best(joints)) {
        hang(*next);
        any = true;
      }
    }
    return any;
  }

 private:
  TreeMove& add_move(TreeHinge& hinge, TreeMove::Kind kind) {
    TreeMove move;
    move.kind = kind;
    move.place = tree_.coordinates;
    move.speed = tree_.speeds;
    tree_.coordinates += move.places();
    tree_.speeds += move.speeds();
    hinge.apart = move.slides();
    ++hinge.count;
    tree_.space.moves.push_back(move);
    return tree_.space.moves.back();
  }
  TreeHinge new_hinge(int body, int parent) {
    TreeHinge hinge;
    hinge.body = body;
    hinge.parent = parent;
    hinge.first = static_cast<int>(tree_.space.moves.size());
    return hinge;
  }

  // A body that hangs on nothing, or whose joints stay constraints.
  void plant(int body) {
    spreading_.plant(body);
    TreeHinge hinge = new_hinge(body, 0);
    for (const int k : {0, 1, 2}) add_move(hinge, TreeMove::Kind::slide).axis = Vector3::Unit(k);
    add_move(hinge, TreeMove::Kind::ball);
    tree_.space.hinges.push_back(hinge);
  }

  void hang(const Candidate& c) {
    const ir::Joint& joint = m_.scenario->joints[c.joint];
    const bool forth = spreading_.from_first(c);
    spreading_.hang(c);
    const ir::FrameId above = forth ? joint.first : joint.second;
    const ir::FrameId below = forth ? joint.second : joint.first;
    const ir::Frame &up = m_.scenario->frames[above.index],
                    &down = m_.scenario->frames[below.index];
    TreeHinge hinge = new_hinge(down.body.index, up.body.index);
    hinge.start = place_in_body(m_.points[m_.frame_point[above.index]]);
    hinge.end = -place_in_body(m_.points[m_.frame_point[below.index]]);
    const ir::Quaternion from_joint = in_principal_axes(m_, up);
    hinge.fixed = from_joint * inverse(in_principal_axes(m_, down));
    add_moves(hinge, c, from_joint, forth);
    tree_.space.hinges.push_back(hinge);
    tree_.links.push_back({c.joint, hinge.body});
    for (ConstraintRow& row : m_.rows) row.tree |= row.joint == c.joint;
  }

  // Seen from the second end the moves come in reverse, the other way.
  void add_moves(TreeHinge& hinge, const Candidate& c, const ir::Quaternion& from_joint,
                 bool forth) {
    const auto count = static_cast<int>(c.moves.size());
    for (int n = 0; n < count; ++n) {
      const JointMove& of = c.moves[forth ? n : count - 1 - n];
      TreeMove& move = add_move(hinge, of.kind);
      if (move.ball()) continue;
      const Vector3 axis = vector_of(from_joint * of.axis).normalized();
      move.axis = forth ? axis : Vector3(-axis);
      move.pitch = of.pitch;
      move.joint = c.joint;
      move.coordinate = of.coordinate;
      if (!move.turns()) continue;
      move.counted = m_.all_coordinates[c.joint][of.coordinate].counted;
      move.turned = {0, move.axis[0], move.axis[1], move.axis[2]};
      if (n + 1 < count) continue;
      move.still = hinge.fixed;
      move.turned = move.turned * hinge.fixed;
    }
  }

  Model& m_;
  Tree& tree_;
  Spreading spreading_;
};

// ---- paths -----------------------------------------------------------------------------

class Paths {
 public:
  explicit Paths(const Model& m, Tree& tree)
      : s_(tree.space), ways_(m.masses.size()), own_(m.masses.size()) {
    for (const TreeHinge& hinge : s_.hinges) add(hinge);
    for (const std::vector<int>& way : ways_) {
      s_.way_start.push_back(static_cast<int>(s_.ways.size()));
      s_.ways.insert(s_.ways.end(), way.begin(), way.end());
    }
    s_.way_start.push_back(static_cast<int>(s_.ways.size()));
  }

 private:
  void add(const TreeHinge& hinge) {
    std::vector<int> carriers = own_[hinge.parent], before;
    std::vector<int>& way = ways_[hinge.body];
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
      if (s_.moves[k].ball()) {
        before = carriers;
        carriers.clear();
      }
      carriers.push_back(k);
    }
    way.push_back(add_path(hinge.body, false, carriers));
    if (!before.empty()) way.push_back(add_path(hinge.body, true, before));
    const std::vector<int>& up = ways_[hinge.parent];
    if (up.size() > 1) way.insert(way.end(), up.begin() + 1, up.end());
    own_[hinge.body] = std::move(carriers);
  }

  int add_path(int body, bool anchor, const std::vector<int>& carriers) {
    TreePath path;
    path.body = body;
    path.anchor = anchor;
    path.first = static_cast<int>(s_.carriers.size());
    path.count = static_cast<int>(carriers.size());
    path.base = s_.coefficients;
    for (const int k : carriers) {
      path.speeds += s_.moves[k].speeds();
      path.places += s_.moves[k].places();
    }
    s_.coefficients += SpeedColumn::size * path.speeds + PlaceColumn::size * path.places;
    s_.carriers.insert(s_.carriers.end(), carriers.begin(), carriers.end());
    s_.paths.push_back(path);
    return static_cast<int>(s_.paths.size()) - 1;
  }

  SpatialTree& s_;
  std::vector<std::vector<int>> ways_, own_;  // paths; moves since the last ball
};

// ---- maps from absolute to reduced equations ---------------------------------------------

struct Mapper {
  const Model& m;
  Tree& tree;
  const Layout& l = m.layout;

  // Does this move act on this motion at all?
  static bool acts(const TreePath& path, const TreeMove& move, int motion) {
    return motion < 3 || (!path.anchor && !move.slides());
  }
  // Calls back with each speed, or place, of what carries the body, and its coefficients.
  template <class Visit>
  void for_each(int body, int motion, bool places, Visit visit) const {
    const SpatialTree& s = tree.space;
    for (int n = s.way_start[body]; n < s.way_start[body + 1]; ++n) {
      const TreePath& path = s.paths[s.ways[n]];
      int at = path.base + (places ? SpeedColumn::size * path.speeds : 0);
      for (int c = path.first; c < path.first + path.count; ++c) {
        const TreeMove& move = s.moves[s.carriers[c]];
        const int count = places ? move.places() : move.speeds();
        for (int i = 0; i < count; ++i) {
          if (acts(path, move, motion)) visit((places ? move.place : move.speed) + i, at + motion);
          at += places ? PlaceColumn::size : SpeedColumn::size;
        }
      }
    }
  }
  void spread(SpreadMap& map, int body, int motion, bool places, int part, int first) const {
    for_each(body, motion, places, [&](int i, int coefficient) {
      map.spreads.push_back({first + i, coefficient + part});
    });
  }
  void equation(int i) {
    if (i < l.motions) {  // corrections; by places
      const int body = l.body_of(i), motion = i % l.per_motion;
      spread(tree.rows, body, motion, true, PlaceColumn::K, 0);
      spread(tree.columns, body, motion, true, PlaceColumn::B, 0);
    } else if (i >= l.v && i < l.lam) {
      const int body = l.body_of(i - l.v), motion = (i - l.v) % l.per_motion;
      spread(tree.rows, body, motion, false, SpeedColumn::B, tree.coordinates);
      spread(tree.columns, body, motion, false, SpeedColumn::B, tree.coordinates);
      spread(tree.columns, body, motion, true, PlaceColumn::D, 0);
    } else if (i >= l.lam && tree.kept[i] >= 0) {
      tree.rows.spreads.push_back({tree.kept[i], 0});
      tree.columns.spreads.push_back({tree.kept[i], 0});
    }
  }
  void run() {
    const auto begin = [](SpreadMap& map) {
      map.start.push_back(static_cast<int>(map.spreads.size()));
    };
    for (int i = 0; i < l.size; ++i) {
      begin(tree.rows), begin(tree.columns);
      equation(i);
    }
    begin(tree.rows), begin(tree.columns);
  }
};

}  // namespace

std::vector<int> joints_of_tree(const Model& m) {
  const std::vector<Candidate> joints = candidates(m, false);
  Spreading spreading(m.masses.size());
  std::vector<int> chosen;
  for (int body = 0; body < static_cast<int>(m.masses.size()); ++body) {
    spreading.plant(body);
    while (const Candidate* next = spreading.best(joints)) {
      spreading.hang(*next);
      chosen.push_back(next->joint);
    }
  }
  return chosen;
}

bool grow_in_space(Model& m, Tree& tree) {
  const bool any = Grower(m, tree).grow(candidates(m, true));
  const Layout& l = m.layout;
  std::vector<int> places, speeds;
  for (const TreeHinge& hinge : tree.space.hinges)
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
      const TreeMove& move = tree.space.moves[k];
      const int local = move.slides() ? 0 : 3;
      for (int i = 0; i < move.places(); ++i)
        places.push_back(l.q + l.place_of(hinge.body) + local + i);
      for (int i = 0; i < move.speeds(); ++i)
        speeds.push_back(l.v + l.motion_of(hinge.body) + local + i);
    }
  tree.absolute = std::move(places);
  tree.absolute.insert(tree.absolute.end(), speeds.begin(), speeds.end());
  return any;
}

void map_in_space(const Model& m, Tree& tree) {
  tree.space.corrects =
      std::ranges::any_of(m.rows, [](const ConstraintRow& r) { return r.position && !r.tree; });
  Paths(m, tree);
  Mapper{m, tree}.run();
}

}  // namespace mbs
