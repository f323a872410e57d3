#include "runtime/forward/forward_by_joints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

// Beyond that many speeds rows of the bodies, each of which touches two of them, cost less.
constexpr int most_speeds = 40;
constexpr int few_speeds = 6;  // gaps in matrices so small are not worth looking for

}  // namespace

bool ForwardByJoints::suits(const Model& m) {
  return m.layout.spatial() && m.tree.used() && m.tree.speeds <= most_speeds;
}

ForwardByJoints::ForwardByJoints(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(model.layout),
      tree_(model.tree),
      motion_(model),
      now_(motion_.instant()),
      elsewhere_(now_),
      poses_elsewhere_(model.masses.size()),
      lack_(tree_.speeds),
      reduced_(tree_.size),
      rates_(tree_.size),
      reduced_elsewhere_(tree_.size),
      y_(l_.size),
      yp_(l_.size),
      residual_(l_.size),
      gravity_(vector_of(model.scenario->gravity)),
      flat_gravity_(motion_.flat().in_plane(gravity_)),
      contacts_(model, numbered(), motion_.flat(), mode, workspace),
      seen_(l_.contacts) {
  find_products();
  find_angles();
  by_residual_ = contacts_.left_to_the_residual(plan_);
  forces_look_ = std::ranges::any_of(
      m_.forces, [](const ForceProgram& force) { return !force.value.inputs().empty(); });
  for (auto* of_speeds : {&accelerations_, &shift_, &turn_}) of_speeds->resize(free_);
  choose();
}

// ---- numbers ---------------------------------------------------------------------

const StepUnknowns& ForwardByJoints::numbered() {
  order_speeds();
  number_unknowns();
  return plan_;
}

void ForwardByJoints::order_speeds() {
  const auto& given = tree_.prescribed.given;
  given_ = static_cast<int>(given.size());
  order_.assign(tree_.speeds, -1);
  free_ = tree_.speeds - given_;
  for (int i = 0; i < given_; ++i) order_[given[i].speed - tree_.coordinates] = free_ + i;
  int next = 0, place = 0;
  for (std::size_t k = 0; k < tree_.space.moves.size(); ++k) {
    const TreeMove& move = tree_.space.moves[k];
    if (order_[move.speed] >= 0) continue;
    moves_.push_back({static_cast<int>(k), place, next});
    for (int i = 0; i < move.speeds(); ++i) order_[move.speed + i] = next++;
    place += move.places();
  }
}

void ForwardByJoints::number_unknowns() {
  plan_.size = tree_.size;
  plan_.place_of.assign(l_.size, -1);
  const auto add = [&](int reduced, int own) {
    if (own >= 0) plan_.place_of[own] = plan_.count();
    plan_.unknowns.push_back(reduced);
    plan_.own.push_back(own);
  };
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    for (int i = 0; i < move.places(); ++i) add(move.place + i, -1);
  }
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    for (int i = 0; i < move.speeds(); ++i) {
      add(tree_.coordinates + move.speed + i, -1);
      plan_.moved.push_back({free.place, move.ball() ? 0.5 : 1});  // a quaternion by half a turn
    }
  }
  plan_.motion = plan_.count();
  const auto add_others = [&](auto&& wanted) {
    for (std::size_t i = 0; i < tree_.others.size(); ++i)
      if (wanted(tree_.others[i])) add(tree_.motion() + static_cast<int>(i), tree_.others[i]);
  };
  const auto state = [&](int i) {
    return (i >= l_.z && i < l_.z + l_.states) || (i >= l_.angle && i < l_.angle + l_.angles);
  };
  const auto gap = [&](int i) { return i >= l_.s && i < l_.s + l_.contacts; };
  add_others(state);
  plan_.gaps = plan_.count();
  add_others(gap);
  plan_.integrals = plan_.count();
  add_others([&](int i) { return !state(i) && !gap(i); });
  // Kept so that steps follow what drives do.
  for (const GivenCoordinate& g : tree_.prescribed.given)
    if (!g.uniform) add(g.coordinate, -1);
}

// The pairs of columns of each body, as assemble() goes through them.
void ForwardByJoints::find_products() {
  for (int c = 0; c < motion_.end(l_.bodies); ++c)
    in_order_.push_back(order_[motion_.column(c).speed]);
  first_.resize(free_);
  for (int i = 0; i < free_; ++i) first_[i] = i;
  for (int body = 1; body <= l_.bodies; ++body)
    for (int i = motion_.first(body); i < motion_.end(body); ++i)
      for (int k = motion_.first(body); k <= i; ++k) {
        const int a = in_order_[i], b = in_order_[k];
        const int row = std::max(a, b), column = std::min(a, b);
        if (column >= free_) continue;
        if (row < free_) first_[row] = std::min(first_[row], column);
        const bool turns = motion_.turns_by(i) && motion_.turns_by(k);
        products_.push_back({i, k, row * free_ + column, turns});
      }
  products_.push_back({-1});  // the end
  if (free_ <= few_speeds) first_.clear();
  inertia_.resize(static_cast<std::size_t>(tree_.speeds) * free_);
}

// A counted angle is a coordinate of the tree, or is integrated.
void ForwardByJoints::find_angles() {
  angles_.assign(l_.angles, 0);
  for (int i = 0; i < l_.angles; ++i)
    if (const int kept = tree_.kept[l_.angle + i]; kept >= 0)
      angles_[i] = kept, counting_.push_back(i);
  for (const TreeMove& move : tree_.space.moves)
    if (move.counted >= 0) angles_[move.counted] = move.place;
}

// ---- what is looked at -------------------------------------------------------------

// By point: does something need its lever? Its body is to be there then.
struct ForwardByJoints::Needs {
  TreeMotion& motion;
  std::vector<char> points;
  bool twists = false;

  void ends(int a, int b, int point_a, int point_b) {
    points[point_a] = points[point_b] = 1;
    motion.see(a), motion.see(b);
  }
  void of(const PairFunction& f) {
    ends(f.a, f.b, f.pa, f.pb);
    twists |= f.kind == FunctionKind::space_twist;
  }
};

// What forces may look at, or pull by.
void ForwardByJoints::find_levers() {
  motion_.see_none();
  Needs needs{motion_, std::vector<char>(m_.points.size(), forces_look_), forces_look_};
  for (const int row : acting_)
    for (int k = 0; k < m_.rows[row].term_count; ++k) needs.of(m_.rows[row].terms[k].function);
  add_contacts(needs);
  add_forces(needs);
  for (const int i : counting_)
    if (const PairFunction& f = m_.counted_angles[i]; !turns_flat(f)) needs.of(f);
  twists_ = needs.twists;
  levers_.clear();
  for (std::size_t i = 0; i < m_.points.size(); ++i)
    if (const BodyPoint& p = m_.points[i];
        needs.points[i] && p.body != 0 && !place_in_body(p).isZero(0))
      levers_.push_back({static_cast<int>(i), p.body, place_in_body(p)});
}

void ForwardByJoints::add_contacts(Needs& needs) const {
  for (std::size_t i = 0; i < m_.contacts.size(); ++i) {
    const ContactModel& c = m_.contacts[i];
    if (!contacts_.lies_flat(static_cast<int>(i))) needs.ends(c.a, c.b, c.pa, c.pb);
  }
}

void ForwardByJoints::add_forces(Needs& needs) const {
  for (const SpringElement& spring : m_.springs) {
    needs.of(spring.function);
    if (spring.square) needs.of(*spring.square);
  }
  for (const ForceProgram& force : m_.forces)
    for (const ForceElement& element : force.elements) needs.of(element.function);
}

void ForwardByJoints::choose() {
  contacts_.choose();
  alone_ = m_.forces.empty() && m_.springs.empty() && m_.groups.empty() && contacts_.all();
  flat_pulled_ = !alone_ || contacts_.any_in_space();
  all_seen_ = forces_look_ || !m_.groups.empty();
  for (int c = 0; c < l_.contacts; ++c) all_seen_ |= contacts_.lies_flat(c) && !contacts_.own()[c];
  next_.clear();
  for (std::size_t k = 0; k < m_.rows.size(); ++k)
    if (!m_.rows[k].tree && row_acts(&mode_, k)) next_.push_back(static_cast<int>(k));
  if (std::exchange(chosen_, true) && next_ == acting_) return;
  acting_ = next_;
  const std::size_t n = acting_.size();
  g_.resize(n * tree_.speeds);
  square_.resize(n * n);
  most_.assign(n, 0.0);
  for (auto* of_rows : {&gamma_, &lambda_, &missed_}) of_rows->resize(n);
  find_points();
  find_levers();
}

// ---- accelerations ---------------------------------------------------------------

bool ForwardByJoints::evaluate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (!take(t, unknowns) || !find_forces(t, unknowns, rates))
    return fail(ForwardTrouble::undefined);
  assemble();
  fill_rows();
  if (!factor_inertia()) return fail(ForwardTrouble::inertia);
  if (!factor_rows()) return fail(ForwardTrouble::loops);
  solve();
  give(rates);
  return std::ranges::all_of(accelerations_, [](double a) { return std::isfinite(a); }) ||
         fail(ForwardTrouble::loops);
}

// Places the bodies; their accelerations are those that free coordinates without any leave.
bool ForwardByJoints::take(double t, const double* unknowns) {
  for (int i = 0; i < plan_.integrals; ++i) reduced_[plan_.unknowns[i]] = unknowns[i];
  const PrescribedCoordinates& prescribed = tree_.prescribed;
  if (prescribed.follows_drives && !evaluate_drives(m_, t, &mode_, DriveOrder::acceleration, w_))
    return false;
  prescribe(m_, t, w_, reduced_.data(), rates_.data());
  const double *p = reduced_.data(), *a = rates_.data() + tree_.coordinates;
  Placement& at = w_.impl().at;
  motion_.place({p, p + tree_.coordinates, a}, at.bodies.data(), now_);
  for (std::size_t i = 0; i < angles_.size(); ++i) at.angles[i] = p[angles_[i]];
  place_levers();
  if (twists_ || all_seen_) complete();
  return true;
}

inline void ForwardByJoints::place_levers() {
  Placement& at = w_.impl().at;
  for (const Lever& of : levers_) at.levers[of.point] = at.bodies[of.body].R * of.place;
}

// What is known of the placement where only others ask.
void ForwardByJoints::complete() const {
  Placement& at = w_.impl().at;
  motion_.complete(reduced_.data(), at.bodies.data(), now_);
  mbs::place_levers(m_, at);
}

// m (a - g), J omega' + omega x J omega; in the plane only what others take off it.
void ForwardByJoints::find_momenta() {
  if (motion_.flat_alone()) {
    if (flat_pulled_) std::fill_n(residual_.begin() + l_.v, l_.motions, 0.0);
    return;
  }
  const Placement& at = w_.impl().at;
  for (int body = 1; body <= l_.bodies; ++body) {
    const MassEntry& mass = m_.masses[body];
    double* of = residual_.data() + l_.v + l_.motion_of(body);
    Vector3::Map(of) = mass.mass * (now_.rates[body].acceleration - gravity_);
    Vector3::Map(of + 3).setZero();
    if (!motion_.turns(body)) continue;
    const SpatialPose& pose = at.bodies[body];
    const Vector3 J = Vector3::Map(mass.principal.data());
    Vector3 torque = pose.omega.cross(J.cwiseProduct(pose.omega));
    if (motion_.turns_faster(body))
      torque += J.cwiseProduct(pose.R.transpose() * now_.rates[body].turning);
    Vector3::Map(of + 3) = torque;
  }
}

bool ForwardByJoints::find_forces(double t, const double* unknowns, double* rates) {
  find_momenta();
  std::fill(rates + plan_.motion, rates + plan_.count(), 0.0);
  count_angles(rates);
  if (!alone_ && !find_other_forces(t, rates)) return false;
  return contacts_.take_forces(t, unknowns, now_.rates, now_.flat, residual_.data() + l_.v, rates);
}

// By the residual, whose rows hold what rates lack.
bool ForwardByJoints::find_other_forces(double t, double* rates) {
  for (int i = plan_.motion; i < plan_.integrals; ++i)
    y_[plan_.own[i]] = reduced_[plan_.unknowns[i]];
  if (forces_look_) note_places(w_.impl().at.bodies, reduced_.data(), y_.data());
  const Instant now{t, y_.data(), yp_.data(), &mode_};
  if (!add_forces_placed(m_, now, residual_.data(), w_, seen_, contacts_.own())) return false;
  for (const int i : by_residual_) rates[i] = -residual_[plan_.own[i]];
  return true;
}

void ForwardByJoints::count_angles(double* rates) const {
  for (const int i : counting_)
    rates[plan_.place_of[l_.angle + i]] = turning_of(m_.counted_angles[i]);
}

// Is it an angle about an axis of the first of two bodies that move in the plane?
bool ForwardByJoints::turns_flat(const PairFunction& angle) const {
  return motion_.flat_alone() && angle.kind == FunctionKind::space_turn &&
         angle.axes->of == SpatialAxes::Of::first && !angle.axes->axis.isZero(0);
}

// The rate of an angle of two bodies.
double ForwardByJoints::turning_of(const PairFunction& angle) const {
  if (!turns_flat(angle)) return rate(angle, w_.impl().at);
  const FlatMotion& flat = motion_.flat();
  const FlatBody &a = flat.bodies[angle.a], &b = flat.bodies[angle.b];
  const double speed = flat.turned(now_.flat, b).speed - flat.turned(now_.flat, a).speed;
  return a.normal.dot(angle.axes->axis) * speed;
}

bool ForwardByJoints::factor_inertia() {
  const int loose = first_.empty() ? factor_until_loose(inertia_.data(), free_, least_pivot_)
                                   : factor_until_loose(inertia_.data(), first_, least_pivot_);
  if (loose == free_) return true;
  for (int speed = 0; speed < tree_.speeds; ++speed)
    if (order_[speed] == loose)
      loose_ = l_.body_of(tree_.absolute[tree_.coordinates + speed] - l_.v);
  return false;
}

void ForwardByJoints::solve() {
  for (int i = 0; i < free_; ++i) accelerations_[i] = -lack_[i];
  for (std::size_t i = 0; i < acting_.size(); ++i) lambda_[i] = -gamma_[i];
  solve_held(held(), accelerations_.data(), lambda_.data());
}

// What a drive pulls its coordinate by.
double ForwardByJoints::pull_on(int given) const {
  const int row = free_ + given;
  const double* inertia = inertia_.data() + static_cast<std::ptrdiff_t>(row) * free_;
  double pull = lack_[row];
  for (int k = 0; k < free_; ++k) pull += inertia[k] * accelerations_[k];
  for (std::size_t i = 0; i < acting_.size(); ++i) pull += g_[i * tree_.speeds + row] * lambda_[i];
  return pull;
}

void ForwardByJoints::show_multipliers(double* lambda) const {
  for (std::size_t i = 0; i < acting_.size(); ++i) lambda[acting_[i]] = lambda_[i];
  for (int i = 0; i < given_; ++i) {
    const GivenCoordinate& g = tree_.prescribed.given[i];
    lambda[g.row] = -g.sign * pull_on(i);
  }
}

double ForwardByJoints::drive_power() const {
  double power = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    if (row.drive >= 0) power -= lambda_[i] * drive_value(m_, row, w_.impl(), 1);
  }
  for (int i = 0; i < given_; ++i) power += reduced_[tree_.prescribed.given[i].speed] * pull_on(i);
  return power;
}

void ForwardByJoints::give(double* rates) const {
  const double* u = reduced_.data() + tree_.coordinates;
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    if (move.ball())
      Eigen::Vector4d::Map(rates + free.place) =
          quaternion_rates(reduced_.data() + move.place, Vector3::Map(u + move.speed));
    else
      rates[free.place] = u[move.speed];
  }
  std::ranges::copy(accelerations_, rates + plan_.positions());
  for (int i = plan_.integrals; i < plan_.count(); ++i)
    if (plan_.own[i] < 0) rates[i] = rates_[plan_.unknowns[i]];
  for (std::size_t i = 0; i < acting_.size(); ++i)
    if (const int place = plan_.place_of[l_.lam + acting_[i]]; place >= 0)
      rates[place] = lambda_[i];
  rates[plan_.place_of[l_.input]] += drive_power();
}

// ---- what others see ---------------------------------------------------------------

bool ForwardByJoints::contact(int contact, ContactState& out) const {
  return tell(contacts_.own()[contact] ? contacts_.state(contact) : seen_[contact], out);
}

void ForwardByJoints::note_places(const std::vector<SpatialPose>& poses, const double* reduced,
                                  double* y) const {
  for (int body = 1; body <= l_.bodies; ++body) {
    const SpatialPose& pose = poses[body];
    double *q = y + l_.q + l_.place_of(body), *v = y + l_.v + l_.motion_of(body);
    std::copy_n(pose.r.data(), 3, q);
    std::copy_n(pose.p.data(), 4, q + 3);
    std::copy_n(pose.v.data(), 3, v);
    std::copy_n(pose.omega.data(), 3, v + 3);
  }
  for (std::size_t i = 0; i < angles_.size(); ++i) y[l_.angle + i] = reduced[angles_[i]];
}

bool ForwardByJoints::motion(double t, const double* unknowns, double* y) {
  if (tree_.prescribed.follows_drives) return false;
  double* p = reduced_elsewhere_.data();
  for (int i = 0; i < plan_.integrals; ++i) p[plan_.unknowns[i]] = unknowns[i];
  for (const GivenCoordinate& g : tree_.prescribed.given) {
    const GivenMotion motion = given_motion(m_, g, t, w_.impl());
    p[g.coordinate] = motion.place, p[g.speed] = motion.speed;
  }
  motion_.place_moving({p, p + tree_.coordinates}, poses_elsewhere_.data(), elsewhere_);
  motion_.complete(p, poses_elsewhere_.data(), elsewhere_);
  note_places(poses_elsewhere_, p, y);
  for (int i = plan_.motion; i < plan_.integrals; ++i)
    if (plan_.own[i] >= 0) y[plan_.own[i]] = unknowns[i];
  return true;
}

// The bodies are where they were evaluated last.
void ForwardByJoints::show(const double* unknowns, const double* rates, double* y,
                           double* yp) const {
  complete();
  motion_.lift_columns(now_);
  const std::vector<SpatialPose>& poses = w_.impl().at.bodies;
  note_places(poses, reduced_.data(), y);
  const double* a = rates + plan_.positions();
  for (int body = 1; body <= l_.bodies; ++body) {
    const SpatialPose& pose = poses[body];
    double *speed = yp + l_.q + l_.place_of(body), *of = yp + l_.v + l_.motion_of(body);
    Vector3::Map(speed) = pose.v;
    Eigen::Vector4d::Map(speed + 3) = quaternion_rates(pose.p.data(), pose.omega);
    Vector3 shift = now_.rates[body].acceleration;
    Vector3 turn = pose.R.transpose() * now_.rates[body].turning;
    for (int c = motion_.first(body); c < motion_.end(body); ++c) {
      if (in_order_[c] >= free_) continue;
      shift += a[in_order_[c]] * now_.moved[c].shift;
      turn += a[in_order_[c]] * now_.moved[c].turn;
    }
    Vector3::Map(of) = shift, Vector3::Map(of + 3) = turn;
  }
  for (const TreeMove& move : tree_.space.moves)
    if (move.counted >= 0) yp[l_.angle + move.counted] = reduced_[tree_.coordinates + move.speed];
  for (int i = plan_.motion; i < plan_.count(); ++i)
    if (plan_.own[i] >= 0) y[plan_.own[i]] = unknowns[i], yp[plan_.own[i]] = rates[i];
}

}  // namespace mbs
