#include "runtime/run/occurrences.hpp"

#include <algorithm>
#include <limits>

#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

}  // namespace

Occurrences::Occurrences(Present& now, const ContactChanges::Parts& parts, const Changes& changes)
    : now_(now),
      contacts_(parts.contacts),
      sticking_(parts.sticking),
      watch_(parts.watch),
      changes_(changes) {
  for (const ir::Event& event : now.scenario.events)
    conditions_.emplace_back(now.model, event.condition);
  now.run.event_times.resize(now.scenario.events.size());
}

void Occurrences::begin(bool anew) {
  for (Condition& condition : conditions_) condition.restart(now_.here(), context());
  if (!anew) return changes_.switches.go_on();
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (conditions_[i].value() && !now_.scenario.events[i].switches.empty())
      fire(static_cast<int>(i));
  settle();
}

void Occurrences::strike() {
  changes_.rigid.apply({});
  settle();
}

void Occurrences::watch_for(NodeId until) {
  halted_ = false;
  until_.reset();
  if (!until.valid()) return;
  until_.emplace(now_.model, until);
  until_->restart(now_.here(), context());
  if (until_->value()) fire(static_cast<int>(conditions_.size()));
}

std::vector<Occurrence>& Occurrences::first_of_each(double from) {
  using Source = Occurrence::Source;
  coming_.clear();
  if (const auto e = contacts_.earliest(now_.segment, from))
    coming_.push_back({e->t, Source::contact, e->contact, e->kind, {}, {}});
  if (const auto t = changes_.groups.next(any_conditions()))
    coming_.push_back({*t, Source::group, 0, {}, {}, {}});
  if (const auto e = sticking_.earliest(now_.segment, from))
    coming_.push_back({e->t, Source::stick, e->contact, {}, e->kind, {}});
  if (const auto e = changes_.pressed.earliest(now_.segment, from))
    coming_.push_back({e->t, Source::rigid, e->contact, {}, {}, e->kind});
  if (const auto e = watch_.earliest(now_.segment, from))
    coming_.push_back({e->t, Source::watch, e->watch, {}, {}, {}});
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (const auto t = conditions_[i].earliest(now_.segment, from, context()))
      coming_.push_back({*t, Source::condition, static_cast<int>(i), {}, {}, {}});
  if (until_)
    if (const auto t = until_->earliest(now_.segment, from, context()))
      coming_.push_back({*t, Source::condition, static_cast<int>(conditions_.size()), {}, {}, {}});
  return coming_;
}

// Instants are found to rounding, and rounding must not decide what has happened when a run stops:
// of the events at one instant the motion's own come first and conditions last, all of them at the
// latest of the times found.
std::optional<Occurrence> Occurrences::next(double from) {
  const std::vector<Occurrence>& events = first_of_each(from);
  if (events.empty()) return {};
  const auto earlier = [](const Occurrence& a, const Occurrence& b) { return a.t < b.t; };
  const double first = std::min_element(events.begin(), events.end(), earlier)->t;
  const double located =
      std::max(4 * eps * now_.segment.to(), exactly * (now_.segment.to() - now_.segment.from()));
  std::optional<Occurrence> next;
  for (const Occurrence& event : events) {
    const bool contact = event.source == Occurrence::Source::contact;
    const double apart = contact ? contacts_.one_instant(event.index, event.kind) : 0;
    if (event.t > first + std::max(located, apart)) continue;
    if (!next) next = event;
    next->t = std::max(next->t, event.t);
  }
  return next;
}

void Occurrences::deal_with(const Occurrence& event) {
  switch (event.source) {
    case Occurrence::Source::stick:
      return changes_.contacts.apply(StickEvent{event.t, event.index, event.stick});
    case Occurrence::Source::rigid:
      return changes_.rigid.apply(RigidEvent{event.t, event.index, event.rigid});
    case Occurrence::Source::group:
      return changes_.groups.apply(event.t);
    case Occurrence::Source::watch:
      return changes_.watches.flip(event.index);
    case Occurrence::Source::contact:
      return changes_.contacts.apply(event.index, event.kind);
    case Occurrence::Source::condition: {
      const bool until = event.index == static_cast<int>(conditions_.size());
      Condition& condition = until ? *until_ : conditions_[event.index];
      if (condition.advance(now_.here(), context())) fire(event.index);
    }
  }
}

void Occurrences::apply(const Occurrence& event) {
  deal_with(event);
  settle();
}

void Occurrences::apply_due() {
  const int watch = watch_.due(now_.t);
  if (watch < 0) return;
  changes_.watches.flip(watch);
  settle();
}

// What an event has made true happens with it, and a `stop` among that ends the run here.
// What they switch happens at once, too, and may make others true.
void Occurrences::settle() {
  if (!now_.over) fire_true();
  while (!now_.over && changes_.switches.due()) {
    changes_.switches.apply();
    if (!now_.over) fire_true();
  }
  if (stopped_ && !now_.over) now_.end(Termination::stopped);
}

void Occurrences::fire(int condition) {
  const bool until = condition == static_cast<int>(conditions_.size());
  if (!until && !changes_.switches.ask(condition)) return;
  if (now_.run.size() == 0 || now_.run.t.back() != now_.t) now_.record(now_.here());
  if (until) {
    now_.run.termination = Termination::until;
    halted_ = true;
    now_.running = false;
    return;
  }
  now_.run.event_times[condition].push_back(now_.t);
  now_.recorder.log(now_.t, "event", now_.scenario.events[condition].name);
  if (!now_.options.on_event) return;
  now_.count();
  stopped_ = now_.options.on_event(condition, now_.run) || stopped_;
}

// Whatever happens can make conditions true at once, and several may be due at one instant.
void Occurrences::fire_true() {
  for (std::size_t i = 0; i < conditions_.size() && !now_.over; ++i)
    if (conditions_[i].advance(now_.here(), context())) fire(static_cast<int>(i));
  if (until_ && !now_.over && until_->advance(now_.here(), context()))
    fire(static_cast<int>(conditions_.size()));
}

}  // namespace mbs
