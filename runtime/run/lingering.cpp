#include "runtime/run/lingering.hpp"

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

constexpr int most_crawled = 20;  // steps: one that turns about passes in one or two

bool jumps(const Model& m, const ContactModel& c) {
  return !c.rigid() && jumps_at_rest(m.laws[c.own.law]);
}

}  // namespace

Lingering::Lingering(Present& now, Restart& restart) : now_(now), restart_(restart) {
  for (int c = 0; c < now.layout.contacts && now.layout.spatial(); ++c)
    if (jumps(now.model, now.model.contacts[c]) && slides_any_way(now.model, now.model.contacts[c]))
      sliders_.push_back({c});
}

bool Lingering::lingers(Slider& slider, Instant end) {
  ContactMode& mode = now_.mode.contacts[slider.contact];
  if (!mode.armed) {
    slider.crawled = 0;
    mode.lose_way();
    return false;
  }
  if (mode.slow > 0) return false;  // it has been seen
  const double speed = sliding_velocity(now_.model, slider.contact, end.y, now_.workspace).norm();
  slider.crawled = speed < now_.scales.slow_sliding() ? slider.crawled + 1 : 0;
  return slider.crawled >= most_crawled;
}

void Lingering::follow(Instant end) {
  bool any = false;
  for (Slider& slider : sliders_) {
    if (!lingers(slider, end)) continue;
    any = true;
    now_.mode.contacts[slider.contact].aim({}, now_.scales.slow_sliding());
    const ContactSite site = site_of(now_.model, slider.contact);
    warn_lingering(site, now_.scales.slow_sliding(), end.t, now_.run, now_.recorder);
  }
  if (!any) return;
  now_.take(end);
  now_.workspace.failure.reset();
  now_.mode_changed();
  restart_.restart_here(0);
}

}  // namespace mbs
