#include "runtime/forward/forward_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace mbs {

namespace {

constexpr double square = 1e-14;  // directions whose product is below this are square to each other

// A part of a column: what a segment turns or slides.
struct Part {
  int segment = 0;
  bool slides = false;
};

// A free coordinate, of the block that has this mark.
struct Member {
  int block = 0, coordinate = 0;
  auto operator<=>(const Member&) const = default;
};

class Maker {
 public:
  Maker(const Model& model, ForwardPlan& plan) : m_(model), plan_(plan) {}
  void make();

 private:
  void make_room();
  void take_tree();
  void take_bodies();
  void add_body(int body, const TreeBody& way, const std::vector<TreeSegment>& segments);
  int column_of_body(ForwardBody& body, int coordinate);
  bool coupled(const ForwardBody& body, int first, int second) const;
  bool fixed(int column) const;
  ir::Vec2 fixed_direction(int column) const;
  void find_directions();
  double fixed_square(int column) const;
  void number_places();
  void number_unknowns();
  void find_driven();
  void part_columns(ForwardBody& body);
  void add_block(std::span<const Member> members);
  void add_inertia(const ForwardBody& body);
  void add_product(const ForwardBody& body, int first, int second);
  int entry(int first, int second) const;
  ForwardBlock& block_of(const ForwardProduct& product) {
    return plan_.blocks[plan_.block_of[plan_.column_place[product.first]]];
  }
  void find_points();
  void add_points(const PairFunction& f);
  bool moves(int point) const;
  std::span<const GivenCoordinate> given() const {
    return m_.tree.used() ? std::span(m_.tree.prescribed.given)
                          : std::span<const GivenCoordinate>();
  }

  const Model& m_;
  ForwardPlan& plan_;
  std::vector<std::vector<Part>> parts_;  // by column
  std::vector<int> points_;
  std::vector<char> given_;  // by coordinate
  std::vector<int> others_;  // unknowns of the model behind p and p'
};

void Maker::take_tree() {
  const Tree& tree = m_.tree;
  plan_.coordinates = tree.coordinates;
  plan_.size = tree.size;
  make_room();
  others_ = tree.others;
  given_.assign(tree.coordinates, 0);
  for (const GivenCoordinate& g : tree.prescribed.given) given_[g.coordinate] = 1;
  for (int i = 0; i < tree.coordinates; ++i)
    if (tree.turns(i)) plan_.angles.push_back(i);
  for (int body = 1; body <= m_.layout.bodies; ++body)
    add_body(body, tree.bodies[body], tree.segments);
}

// Each body by itself: its coordinates are those of the model.
void Maker::take_bodies() {
  const Layout& l = m_.layout;
  plan_.coordinates = l.motions;
  plan_.size = l.size;
  make_room();
  for (int i = l.lam; i < l.size; ++i) others_.push_back(i);
  given_.assign(l.motions, 0);
  for (int body = 1; body <= l.bodies; ++body) {
    const int column = column_of(body);
    plan_.angles.push_back(column + 2);
    const std::vector<TreeSegment> way = {{-1, column, 0, 0, 1, 0}, {-1, column + 1, 0, 0, 0, 1}};
    TreeBody self;
    self.count = 2;
    self.node = column + 2;
    add_body(body, self, way);
  }
}

int Maker::column_of_body(ForwardBody& body, int coordinate) {
  if (coordinate < 0) return -1;
  for (int c = body.first_column; c < body.first_column + body.columns; ++c)
    if (plan_.columns[c] == coordinate) return c;
  ++body.columns;
  body.driven |= given_[coordinate] != 0;
  plan_.columns.push_back(coordinate);
  parts_.emplace_back();
  return static_cast<int>(plan_.columns.size()) - 1;
}

void Maker::add_body(int index, const TreeBody& way, const std::vector<TreeSegment>& segments) {
  const MassEntry& mass = m_.masses[index];
  ForwardBody body;
  body.body = index;
  body.mass = mass.mass, body.inertia = mass.inertia;
  body.first_segment = static_cast<int>(plan_.segments.size());
  body.node = way.node;
  body.offset = way.offset;
  body.axis = {way.cosine, way.sine}, body.axis_across = across(body.axis);
  body.first_column = static_cast<int>(plan_.columns.size());
  for (int i = way.first; i < way.first + way.count; ++i) {
    const TreeSegment& own = segments[i];
    ForwardSegment s;
    s.node = own.node, s.slide = own.slide;
    s.centre = own.node < 0 ? Pair::Zero() : Pair(own.cx, own.cy);
    s.centre_across = across(s.centre);
    s.along = {own.ux, own.uy}, s.along_across = across(s.along);
    if (s.node < 0) body.start += Pair(own.cx, own.cy);
    if (s.node < 0 && s.slide < 0) continue;
    const int at = static_cast<int>(plan_.segments.size());
    s.node_column = column_of_body(body, s.node);
    s.slide_column = column_of_body(body, s.slide);
    s.node_begins = s.node_column < 0 || parts_[s.node_column].empty();
    s.slide_begins = s.slide_column < 0 || parts_[s.slide_column].empty();
    if (s.node_column >= 0) parts_[s.node_column].push_back({at, false});
    if (s.slide_column >= 0) parts_[s.slide_column].push_back({at, true});
    plan_.segments.push_back(s);
    ++body.segments;
  }
  column_of_body(body, way.node);
  plan_.bodies.push_back(body);
}

// Does it have the same direction at all times?
bool Maker::fixed(int column) const {
  return std::ranges::all_of(parts_[column], [&](const Part& part) {
    return part.slides && plan_.segments[part.segment].node < 0;
  });
}

bool Maker::coupled(const ForwardBody& body, int first, int second) const {
  if (first == second) return true;
  if (body.mass == 0 || parts_[first].empty() || parts_[second].empty()) return false;
  if (!fixed(first) || !fixed(second)) return true;
  const ir::Vec2 a = fixed_direction(first), b = fixed_direction(second);
  return std::abs(a.x * b.x + a.y * b.y) > square;
}

ir::Vec2 Maker::fixed_direction(int column) const {
  ir::Vec2 sum;
  for (const Part& part : parts_[column]) {
    sum.x += plan_.segments[part.segment].along[0];
    sum.y += plan_.segments[part.segment].along[1];
  }
  return sum;
}

void Maker::find_directions() {
  for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
    const int column = static_cast<int>(c);
    const ir::Vec2 u = fixed(column) ? fixed_direction(column) : ir::Vec2{1, 1};
    plan_.along.push_back(static_cast<char>((u.x != 0 ? 1 : 0) | (u.y != 0 ? 2 : 0)));
  }
}

// The squared length of a column, if it never changes; else negative.
double Maker::fixed_square(int column) const {
  if (parts_[column].empty()) return 0;
  if (parts_[column].size() > 1) return -1;
  const Part& part = parts_[column].front();
  const ForwardSegment& s = plan_.segments[part.segment];
  const Pair& way = part.slides ? s.along : s.centre;
  return part.slides || s.slide < 0 ? way[0] * way[0] + way[1] * way[1] : -1;
}

// Blocks are sets of free coordinates that are coupled by bodies.
void Maker::number_places() {
  std::vector<int> parent(plan_.coordinates);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const ForwardBody& body : plan_.bodies)
    for (int i = body.first_column; i < body.first_column + body.columns; ++i)
      for (int k = body.first_column; k < i; ++k) {
        const int a = plan_.columns[i], b = plan_.columns[k];
        if (!given_[a] && !given_[b] && coupled(body, i, k)) parent[root(a)] = root(b);
      }
  std::vector<Member> members;
  members.reserve(plan_.coordinates);
  for (int i = 0; i < plan_.coordinates; ++i)
    if (!given_[i]) members.push_back({root(i), i});
  std::ranges::sort(members);
  plan_.place.assign(plan_.coordinates, -1);
  const auto apart = [](const Member& a, const Member& b) { return a.block != b.block; };
  for (auto first = members.begin(); first != members.end();) {
    const auto next = std::adjacent_find(first, members.end(), apart);
    const auto end = next == members.end() ? next : std::next(next);
    add_block({first, end});
    first = end;
  }
}

// Places are known.
void Maker::find_driven() {
  std::vector<char> accelerated(plan_.coordinates, 0);
  for (const GivenCoordinate& g : given()) accelerated[g.coordinate] = !g.uniform;
  for (const int coordinate : plan_.columns) plan_.column_place.push_back(plan_.place[coordinate]);
  for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
    ForwardBody& body = plan_.bodies[i];
    if (body.node >= 0) body.node_place = plan_.place[body.node];
    if (body.driven) plan_.driven.push_back(static_cast<int>(i));
    part_columns(body);
    for (int c = body.first_column; c < body.first_column + body.columns; ++c)
      if (accelerated[plan_.columns[c]] && !parts_[c].empty())
        plan_.pulls.push_back({plan_.columns[c], body.body, c});
    if (body.node >= 0 && accelerated[body.node]) plan_.pulls.push_back({body.node, body.body, -1});
  }
}

// Into those of free coordinates and those of given ones.
void Maker::part_columns(ForwardBody& body) {
  body.first_free = static_cast<int>(plan_.free_columns.size());
  body.first_given = static_cast<int>(plan_.given_columns.size());
  for (int c = body.first_column; c < body.first_column + body.columns; ++c) {
    const int place = plan_.column_place[c];
    (place < 0 ? plan_.given_columns : plan_.free_columns).push_back({c, plan_.columns[c], place});
    ++(place < 0 ? body.givens : body.frees);
  }
}

void Maker::number_unknowns() {
  const Layout& l = m_.layout;
  const int d = plan_.coordinates;
  plan_.place_of.assign(l.size, -1);
  const auto add = [&](int reduced, int absolute) {
    if (absolute >= 0) plan_.place_of[absolute] = plan_.count();
    plan_.unknowns.push_back(reduced);
    plan_.own.push_back(absolute);
  };
  for (const int i : plan_.free) add(i, -1);
  for (const int i : plan_.free) add(d + i, -1);
  plan_.motion = plan_.count();
  for (int i = 0; i < plan_.places(); ++i) plan_.moved.push_back({i, 1});
  const auto add_others = [&](auto&& wanted) {
    for (std::size_t i = 0; i < others_.size(); ++i)
      if (wanted(others_[i])) add(2 * d + static_cast<int>(i), others_[i]);
  };
  const auto state = [&](int i) { return i >= l.z && i < l.z + l.states; };
  const auto gap = [&](int i) { return i >= l.s && i < l.s + l.contacts; };
  add_others(state);
  plan_.gaps = plan_.count();
  add_others(gap);
  plan_.integrals = plan_.count();
  add_others([&](int i) { return !state(i) && !gap(i); });
  // Kept so that steps follow what drives do.
  for (const GivenCoordinate& g : given())
    if (!g.uniform) add(g.coordinate, -1);
}

void Maker::add_block(std::span<const Member> members) {
  const int size = static_cast<int>(members.size());
  for (const auto& [block, i] : members) {
    plan_.place[i] = static_cast<int>(plan_.free.size());
    plan_.free.push_back(i);
    plan_.block_of.push_back(static_cast<int>(plan_.blocks.size()));
  }
  plan_.blocks.push_back(
      {static_cast<int>(plan_.free.size()) - size, size, static_cast<int>(plan_.inertia.size())});
  plan_.inertia.resize(plan_.inertia.size() + static_cast<std::size_t>(size) * size);
}

// The entry of two columns of one block, in its lower triangle.
int Maker::entry(int first, int second) const {
  const int a = plan_.place[plan_.columns[first]], b = plan_.place[plan_.columns[second]];
  const ForwardBlock& block = plan_.blocks[plan_.block_of[a]];
  const int row = std::max(a, b) - block.first, column = std::min(a, b) - block.first;
  return block.entries + row * block.size + column;
}

void Maker::add_product(const ForwardBody& body, int first, int second) {
  if (given_[plan_.columns[first]] || given_[plan_.columns[second]]) return;
  if (body.mass == 0 || !coupled(body, first, second)) return;
  const int to = entry(first, second);
  const double constant = first == second ? fixed_square(first) : -1;
  if (constant >= 0)
    plan_.inertia[to] += body.mass * constant;
  else
    plan_.products.push_back({first, second, to, body.mass});
}

void Maker::add_inertia(const ForwardBody& body) {
  for (int i = body.first_column; i < body.first_column + body.columns; ++i) {
    for (int k = body.first_column; k <= i; ++k) add_product(body, i, k);
    if (plan_.columns[i] == body.node && !given_[body.node])
      plan_.inertia[entry(i, i)] += body.inertia;
  }
}

void Maker::add_points(const PairFunction& f) {
  for (const int point : {f.pa, f.pb}) points_.push_back(point);
}

// Where nothing turns them, or they are the centre of mass, arms are what they are at first.
bool Maker::moves(int point) const {
  const BodyPoint& p = m_.points[point];
  return p.body != 0 && (p.x != 0 || p.y != 0);
}

// Signals that forces see may ask for any.
void Maker::find_points() {
  if (!m_.forces.empty()) {
    points_.resize(m_.points.size());
    std::iota(points_.begin(), points_.end(), 0);
  }
  for (const ConstraintRow& row : m_.rows)
    for (int i = 0; !row.tree && i < row.term_count; ++i) add_points(row.terms[i].function);
  for (const SpringElement& spring : m_.springs) {
    add_points(spring.function);
    if (spring.square) add_points(*spring.square);
  }
  for (const ContactModel& c : m_.contacts)
    for (const int point : {c.pa, c.pb}) points_.push_back(point);
  std::ranges::sort(points_);
  points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
  std::erase_if(points_, [this](int point) { return !moves(point); });
  for (const int point : points_) {
    const BodyPoint& p = m_.points[point];
    plan_.points.push_back({point, p.body, {p.x, p.y}, across({p.x, p.y})});
  }
}

// For what is pushed back one by one.
void Maker::make_room() {
  const auto bodies = static_cast<std::size_t>(m_.layout.bodies);
  const auto coordinates = static_cast<std::size_t>(plan_.coordinates);
  for (auto* by_body : {&plan_.angles, &plan_.columns, &plan_.driven})
    by_body->reserve(coordinates);
  for (auto* by_place : {&plan_.free, &plan_.block_of, &plan_.column_place})
    by_place->reserve(coordinates);
  for (auto* all : {&plan_.unknowns, &plan_.own}) all->reserve(plan_.size);
  for (auto* all : {&plan_.free_columns, &plan_.given_columns}) all->reserve(coordinates);
  plan_.bodies.reserve(bodies);
  plan_.segments.reserve(2 * bodies);
  plan_.moved.reserve(coordinates);
  plan_.blocks.reserve(coordinates);
  parts_.reserve(coordinates);
}

void Maker::make() {
  m_.tree.used() ? take_tree() : take_bodies();
  find_directions();
  number_places();
  find_driven();
  number_unknowns();
  for (const ForwardBody& body : plan_.bodies) add_inertia(body);
  for (const ForwardProduct& product : plan_.products) block_of(product).constant = false;
  find_points();
}

}  // namespace

ForwardPlan::ForwardPlan(const Model& model) {
  Maker(model, *this).make();
}

}  // namespace mbs
