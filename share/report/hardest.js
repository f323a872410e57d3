// Which impact was the hardest, when its force was largest, and why: in words, and how to see it.
const speedText = v => quantity(v, 'm/s', 4);
// An instant as the clock shows it, without needless zeros: one blow has one time wherever it is told.
const instantText = (app, t) => `${app.clock.text(t).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}\u202f${app.run.time.unit}`;
const strengthUnit = contact => contact.rigid ? 'N·s' : 'N';

// "45.87 kN at 0.2514 ms, begun at 0.2273 ms with 4.386 m/s". Blows of rigid parts take no time.
function impactText(contact, k, app) {
  const i = contact.impacts[k], [t] = contact.peak(k), head = quantity(contact.strength(i), strengthUnit(contact));
  const began = instantText(app, i.t), at = instantText(app, t), speed = speedText(i.v_in);
  if (contact.rigid) return `${head} at ${began} with ${speed}`;
  // What rounding has left of the speed of parts that touch from the start is no speed.
  const resting = i.t === app.run.from && Math.abs(i.v_in) * (app.run.to - app.run.from) < 1e-9 * app.run.size;
  const begun = resting ? 'closed from the start' : `begun at ${began} with ${speed}`;
  return app.run.whole ? `${head} at ${at}, ${begun}` : `${head}, ${begun}`;
}
function hardestOf(contact, app) {
  if (!contact.impacts.length) return 'never closes';
  const k = contact.worst(), count = contact.impacts.length;
  return `${count === 1 ? 'one contact' : `${count} contacts, the hardest no. ${k + 1}`}: ${impactText(contact, k, app)}`;
}
const showButton = show => h('button', {class: 'chip go', type: 'button', text: 'Show it', onclick: show});

// For the whole run, under the title: the hardest impact of all; of contacts among many how many touch at once.
function headline(app) {
  const {run} = app, lines = [], {top} = run;
  if (top) {
    const k = top.worst(), among = run.contacts.length > 1 ? ' of all' : '', of = app.data.runs.length > 1 ? ` in ${app.label(app.runIndex)}` : '';
    lines.push([h('b', {text: `Hardest${among}${of}: `}), h('span', {text: `${top.name}${top.impacts.length > 1 ? `, no. ${k + 1} of ${top.impacts.length}` : ''}: ${impactText(top, k, app)}`}),
      run.whole ? showButton(() => app.showPeak(top, k)) : null, run.chief.includes(top) ? h('a', {class: 'chip', href: `#contact-${top.index}`, text: 'Why'}) : null]);
  }
  for (const group of run.whole ? run.groups : []) {
    const {name, track, peak} = group, [t, most] = mostOf(track);
    if (peak) lines.push([h('b', {text: `Hardest of ${name}: `}), h('span', {text: `${group.names(peak.slice(2))}: ${quantity(peak[1], 'N', 4)} at ${instantText(app, peak[0])}`}), showButton(() => app.clock.set(peak[0], 'hardest'))]);
    if (most > 0) lines.push([h('b', {text: `${name}: `}), h('span', {text: `at most ${most} ${most === 1 ? 'pair touches' : 'pairs touch'} at once, first at ${instantText(app, t)}`}), showButton(() => app.clock.set(t, 'hardest'))]);
  }
  return lines.map(parts => h('p', {}, parts));
}
// Where the first channel is largest, and how large: [t, value].
function mostOf({t, value: [counts]}) {
  if (!t.length) return [0, 0];
  const best = placeOfLargest(counts);
  return [t[best], Math.round(counts[best])];
}

// ---- why ----

// Its time within the contact, its speed among the others', what was closed before, and the runner-up.
function whyHardest(contact, app) {
  const k = contact.worst();
  if (!(contact.strength(contact.impacts[k]) > 0)) return null;
  const parts = [...withinContact(contact, k, app), ...amongOthers(contact, k, app)];
  return parts.length ? h('p', {class: 'why', text: parts.join(' ')}) : null;
}
// A blow at the start of a contact peaks in its first half. Where the peak comes later, or others strike meanwhile, the speed of
// its begin explains little.
const isLate = (contact, k) => {
  const {t, t_end} = contact.impacts[k];
  return !contact.rigid && t_end !== null && contact.peak(k)[0] - t > 0.55 * (t_end - t);
};
function withinContact(contact, k, app) {
  const {run} = app, i = contact.impacts[k];
  if (contact.rigid || !run.whole) return [];
  const [t] = contact.peak(k), part = seconds => quantity(Number(seconds.toPrecision(2)), 's'), other = strikesMeanwhile(contact, k, run);
  const into = `Its peak comes ${part(t - i.t)} into a contact ${i.t_end === null ? 'that lasts to the end' : `of ${part(i.t_end - i.t)}`}`;
  const struck = other ? `${other.contact.name} strikes with ${quantity(other.force, 'N')} at ${instantText(app, other.t)}` : '';
  if (isLate(contact, k)) return [into + (other ? `, while ${struck}.` : '.')];
  return other ? [`${into}; meanwhile ${struck}.`] : [];
}
// The largest peak of another contact between the begin of this one and as long after its own peak, if it is large enough to
// matter: {contact, t, force}.
function strikesMeanwhile(contact, k, run) {
  const {t, t_end} = contact.impacts[k], end = Math.min(t_end ?? run.to, 2 * contact.peak(k)[0] - t);
  let best = null;
  for (const other of run.contacts) {
    if (other === contact || other.rigid) continue;
    other.impacts.forEach((impact, n) => {
      if (!(impact.F_max > (best?.force ?? 0.1 * contact.hardest)) || impact.t > end || (impact.t_end ?? run.to) < t) return;
      const [at, force] = other.peak(n);
      if (at >= t && at <= end) best = {contact: other, t: at, force};
    });
  }
  return best;
}
function amongOthers(contact, k, app) {
  const {impacts} = contact, i = impacts[k], strength = n => contact.strength(impacts[n]), parts = [];
  if (impacts.length < 2) return parts;
  const others = impacts.map((_, n) => n).filter(n => n !== k), faster = others.filter(n => impacts[n].v_in > i.v_in).length;
  const fastest = others.reduce((a, b) => impacts[b].v_in > impacts[a].v_in ? b : a), second = others.reduce((a, b) => strength(b) > strength(a) ? b : a);
  const unit = strengthUnit(contact), time = app.run.time;
  parts.push(faster === 0 ? `It is also the one that begins fastest; the next, no. ${fastest + 1}, does at ${speedText(impacts[fastest].v_in)}.`
    : `By speed it is no. ${faster + 1} of ${impacts.length}; no. ${fastest + 1} begins fastest, at ${speedText(impacts[fastest].v_in)}, and reaches ${quantity(strength(fastest), unit)}.`);
  const since = k > 0 ? impacts[k - 1].t_end : null;
  const flight = k > 0 && since === null ? null : i.t - (k > 0 ? since : app.run.from);
  if (flight > 0) parts.push(`Before it the parts are apart for ${digits(flight / time.factor, 4)}\u202f${time.unit}${k === 0 ? ', since the start of the run' : longestFlight(contact, app) === k ? ', longer than ever' : ''}.`);
  if (second !== fastest) parts.push(`The second hardest, no. ${second + 1}, reaches ${quantity(strength(second), unit)}.`);
  return parts;
}
// The number of the impact before which the parts are apart for the longest time.
function longestFlight({impacts}, app) {
  const flight = n => impacts[n].t - (n ? impacts[n - 1].t_end ?? Infinity : app.run.from);
  return impacts.reduce((best, _, n) => flight(n) > flight(best) ? n : best, 0);
}
