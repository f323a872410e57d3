// What begins to slide at an instant, and what goes with it.
#include <cmath>

#include "runtime/run/rigid_modes.hpp"

namespace mbs {

namespace {

using impact::State;

constexpr double rounding = 1e-9;  // of the largest force or acceleration: what events leave of 0
// The same where several hold together, and their bounds are known as well as all of their forces.
constexpr double located = 1e-6;

double sign(double x) {
  return x < 0 ? -1 : 1;
}

}  // namespace

// With what the event says: a contact whose force has fallen to 0 opens, one whose bound is reached
// slides as it is pushed.
std::optional<impact::Solution> RigidModes::with_cause(const RigidEvent& cause, int part) {
  if (cause.kind == RigidEventKind::opens) return opening(part);
  if (cause.kind != RigidEventKind::slips) return std::nullopt;
  return problem_.spatial() ? slipping_in_space(part) : slipping(cause.contact);
}

// Those that slip with this one, in the plane: all that stick along the same line. Others that have
// begun to slide at this instant, and so stand still, go on as they have begun.
std::vector<RigidModes::Slipping> RigidModes::slipping_with(int contact) const {
  const double held = shared_hold(now_.model, contact, now_.here(), now_.workspace);
  std::vector<Slipping> slipping;
  for (int i = 0; i < problem_.size(); ++i) {
    const int c = touch_.touching()[i].rows.contact;
    const ContactMemory& old = touch_.before(c);
    const bool stands = problem_.friction[i].kind == impact::Friction::Kind::coulomb;
    if (c == contact || old.patch == contact)  // what held resists the sliding to come
      slipping.push_back(
          {i, sign(held) * orientation(now_.model, c, contact, now_.mode, now_.workspace), true});
    else if (stands && old.pressed && !old.sticking && old.direction != 0)
      slipping.push_back({i, static_cast<double>(old.direction), false});
  }
  return slipping;
}

std::optional<impact::Solution> RigidModes::slipping(int contact) {
  const std::vector<Slipping> slipping = slipping_with(contact);
  impact::Problem p = problem_;
  for (const Slipping& one : slipping)
    p.friction[one.part] = {.ratio = -one.direction * problem_.friction[one.part].sliding};
  auto solution = impact::solve(p);
  if (!solution) return std::nullopt;
  const double back = -rounding * problem_.free.cwiseAbs().maxCoeff();
  double pressing = 0;
  for (const auto& [part, direction, now] : slipping) {
    if (now) pressing += solution->P[2 * part];
    if (solution->states[part] == State::open) continue;
    if (direction * solution->w[2 * part + 1] < back) return std::nullopt;
    solution->states[part] = direction > 0 ? State::slides_forward : State::slides_backward;
  }
  return pressing > 0 ? solution : std::nullopt;
}

// In space: those of the same bodies whose bounds are reached, too. What holds several is shared in
// proportion to what each can hold: where nothing turns all come to their bounds at once, and those
// left alone could not hold what this one lets go.
std::vector<int> RigidModes::slipping_with_in_space(
    int part, const std::optional<impact::Solution>& held) const {
  constexpr double reached = 1 - 1e-6;  // of the bound
  std::vector<int> slipping{part};
  const auto contact = [&](int i) -> const ContactModel& {
    return now_.model.contacts[touch_.touching()[i].rows.contact];
  };
  for (int i = 0; held && i < problem_.size(); ++i) {
    if (i == part || held->states[i] != State::sticks) continue;
    const double bound = problem_.friction[i].sticking * held->P[3 * i];
    if (bound > 0 && held->P.segment<2>(3 * i + 1).norm() >= reached * bound &&
        between_same_bodies(contact(i), contact(part)))
      slipping.push_back(i);
  }
  return slipping;
}

// Which way one that sticks is pulled: against what holds it, along both tangents.
Eigen::Vector2d RigidModes::pulled(int part, const std::optional<impact::Solution>& held) const {
  if (held && held->P.segment<2>(3 * part + 1).norm() > 0)
    return -held->P.segment<2>(3 * part + 1).normalized();
  const int c = touch_.touching()[part].rows.contact;
  const double* force = &now_.yp[now_.layout.hold + now_.model.contacts[c].own.hold];
  return Eigen::Vector2d(force[0], force[1]).normalized();
}

// In space: those that have begun to slide at this instant, and so stand still. They go on as they
// have begun.
std::vector<int> RigidModes::begun() const {
  std::vector<int> begun;
  for (int i = 0; i < problem_.size(); ++i) {
    const RigidRows& rows = touch_.touching()[i].rows;
    const ContactMemory& old = touch_.before(rows.contact);
    const bool stands = problem_.friction[i].kind == impact::Friction::Kind::coulomb;
    if (stands && old.pressed && !old.sticking && old.direction != 0 && rows.e.norm() > 0)
      begun.push_back(i);
  }
  return begun;
}

// What does not slip stays as it is, if it can: which of others that hold the same are closed is
// left open, and they must not take turns.
std::optional<impact::Solution> RigidModes::others_as_before(
    int part, const std::vector<Sideways>& slipping) const {
  const double nothing = located * problem_.free.cwiseAbs().maxCoeff();
  impact::Problem p = problem_;
  for (const auto& [i, along, now] : slipping) {
    const Eigen::Vector2d ratio = -problem_.friction[i].sliding * along;
    p.friction[i] = {.ratio = ratio[0], .ratio_2 = ratio[1]};
  }
  auto solution = impact::solution_of(p, old_states());
  if (!solution || !impact::holds(p, *solution)) solution = impact::solve(p);
  if (!solution || !(solution->P[3 * part] > 0)) return std::nullopt;
  for (const auto& [i, along, now] : slipping) {
    if (solution->states[i] == State::open) continue;
    const Eigen::Vector2d w_T = solution->w.segment<2>(3 * i + 1);
    solution->states[i] = State::slides_forward;
    if (now ? w_T.norm() > nothing : along.dot(w_T) < -nothing) return std::nullopt;
  }
  return solution;
}

// Begins to slide as it is pulled; where friction falls at once, as it is accelerated then. Others
// of its bodies may hold it still.
std::optional<impact::Solution> RigidModes::slipping_in_space(int part) {
  const auto held = impact::solution_of(problem_, old_states());
  const std::vector<int> together = slipping_with_in_space(part, held);
  std::vector<Sideways> slipping;
  for (const int i : together) slipping.push_back({i, pulled(i, held), true});
  const std::size_t now = slipping.size();
  for (const int i : begun()) slipping.push_back({i, touch_.touching()[i].rows.e, false});
  if (auto solution = others_as_before(part, slipping)) return solution;
  slipping.resize(now);
  if (auto solution = others_as_before(part, slipping)) return solution;
  impact::Problem p = problem_;
  for (const int i : together) p.friction[i].grips = false;
  auto solution = impact::solve(p);
  if (!solution || solution->P[3 * part] <= 0) return std::nullopt;
  return solution;
}

// In space: one that has come to all of its friction and still is held, as others have all of
// theirs, too, begins to slide as it is pulled. It would come to its bound at this instant again,
// for ever.
void RigidModes::slide_at_bound(int contact, impact::Solution& solution) const {
  constexpr double reached = 1 - 1e-4;  // of the bound
  for (int i = 0; problem_.spatial() && i < problem_.size(); ++i) {
    if (touch_.touching()[i].rows.contact != contact || solution.states[i] != State::sticks)
      continue;
    const double bound = problem_.friction[i].sticking * solution.P[3 * i];
    if (bound > 0 && solution.P.segment<2>(3 * i + 1).norm() >= reached * bound)
      solution.states[i] = State::slides_forward;
  }
}

}  // namespace mbs
