// Why an impact was the hardest of its contact: by its speed among the others, by how it came by that speed, by when its force is largest.
function whyHardest(contact, app) {
  const k = contact.worst();
  if (!(contact.strength(contact.impacts[k]) > 0)) return null;
  const parts = [...speedAmong(contact, k, app), ...struckBefore(contact, k, app), ...wayBefore(contact, k, app), ...withinContact(contact, k, app), ...secondHardest(contact, k)];
  return parts.length ? h('p', {class: 'why', text: parts.join(' ')}) : null;
}
// The same in short, sentence by sentence, for the head of the page.
function whyInShort(contact, app) {
  const k = contact.worst();
  if (!(contact.strength(contact.impacts[k]) > 0)) return [];
  const late = isLate(contact, k) ? withinContact(contact, k, app) : [], speed = speedAmong(contact, k, app), cause = struckBefore(contact, k, app);
  return late.length ? [speed[0], ...cause, ...late] : [...speed, ...cause, ...wayBefore(contact, k, app)];
}

// Quantities of one sentence in one unit, which suits the largest of them; one that would be too small for it has its own.
function alike(unit, count, ...values) {
  const u = scaled(Math.max(...values.map(Math.abs)), unit);
  const rounded = v => digits(Number(v.toPrecision(count)), Math.max(count, 4));
  return values.map(v => v === 0 || Math.abs(v) / u.factor >= 1e-3 ? `${rounded(v / u.factor)}\u202f${u.unit}` : quantity(v, unit, count));
}

// ---- how fast it began ----

// What rounding has left of the speed of parts that touch from the start is no speed.
const resting = (contact, k, {run}) => contact.impacts[k].t === run.from && Math.abs(contact.impacts[k].v_in) * (run.to - run.from) < 1e-9 * run.size;
const fastestOf = (impacts, but) => impacts.reduce((best, i, n) => n !== but && (best < 0 || i.v_in > impacts[best].v_in) ? n : best, -1);

function speedAmong(contact, k, app) {
  const {impacts} = contact, i = impacts[k], others = othersOf(contact, app);
  if (resting(contact, k, app)) return ['Nothing strikes there: the parts touch from the start of the run, and are pressed.', ...nextPressed(contact, app)];
  if (!(i.v_in > 0)) return ['Nothing strikes there: the parts come together without speed, and are pressed.', ...nextPressed(contact, app)];
  if (impacts.length === 1) return [`The parts strike each other once, at ${speedText(i.v_in)}.`, ...others];
  const fastest = fastestOf(impacts, k), faster = impacts.filter(one => one.v_in > i.v_in).length;
  if (faster === 0) {
    const [own, next] = alike('m/s', 4, i.v_in, impacts[fastest].v_in);
    const all = impacts.length > 2 ? `all ${impacts.length}` : 'both';
    return [`It begins fastest of ${others.length ? `${all} of its contact` : all}, at ${own}; the next, no. ${fastest + 1}, does at ${next}.`, ...others];
  }
  const [own, most] = alike('m/s', 4, i.v_in, impacts[fastest].v_in), [reached] = alike(strengthUnit(contact), 4, contact.strength(impacts[fastest]));
  return [`By speed, ${own}, it is no. ${faster + 1} of ${impacts.length}; no. ${fastest + 1} begins fastest, at ${most}, and reaches ${reached}.`, ...heavier(contact, k, fastest), ...others];
}
// Where the hardest of the run is no blow: which presses next.
function nextPressed(contact, {run}) {
  const next = run.contacts.filter(c => c !== contact && c.hardest > 0).reduce((a, b) => !a || b.hardest > a.hardest ? b : a, null);
  return contact === run.top && next ? [`The next is ${next.name}, with ${quantity(next.hardest, 'N', 4)} at most.`] : [];
}
// Of the hardest of the run: whether other contacts strike faster.
function othersOf(contact, app) {
  const {run} = app, hit = run.contacts.filter(c => c !== contact && c.strikes === contact.strikes && c.impacts.length);
  if (contact !== run.top || !hit.length) return [];
  const v = contact.impacts[contact.worst()].v_in, count = run.contacts.reduce((sum, c) => sum + c.impacts.length, 0);
  const best = hit.reduce((a, b) => b.impacts[fastestOf(b.impacts)].v_in > a.impacts[fastestOf(a.impacts)].v_in ? b : a), n = fastestOf(best.impacts), i = best.impacts[n];
  const [own, most] = alike('m/s', 4, v, i.v_in), of = best.impacts.length > 1 ? `${best.name}, no. ${n + 1},` : best.name;
  if (v >= i.v_in && own !== most) return [`No other of the ${grouped(count)} impacts of the ${run.pass ? 'pass' : 'run'} is as fast: the next, ${of} begins at ${most}.`];
  if (own === most) return [`Others strike as fast: ${of} at ${most}, and reaches ${quantity(best.strength(i), strengthUnit(best), 4)}.`];
  return [`Other contacts strike faster: ${of} at ${most}, and reaches ${quantity(best.strength(i), strengthUnit(best), 4)}.`, ...heavier(contact, contact.worst(), n, best)];
}
// How much mass a blow stops and throws back, by its impulse and its change of speed, kg. Null of what is not over, and of what
// presses for long: there the impulse is that of other forces, too.
function stoppedMass({t, t_end, v_in, v_out, F_max, impulse, blow}) {
  const mass = (blow ?? impulse) / (v_in + v_out), brief = blow !== undefined || impulse > 0.4 * F_max * (t_end - t);
  return v_out !== null && brief && mass > 0 && Number.isFinite(mass) ? mass : null;
}
function heavier(contact, k, n, other = contact) {
  if (isLate(contact, k)) return [];
  const own = stoppedMass(contact.impacts[k]), its = stoppedMass(other.impacts[n]);
  if (!own || !its) return longerOrStiffer(contact.impacts[k], other.impacts[n]);
  if (!(own > 1.2 * its)) return [];
  const [a, b] = alike('g', 3, 1e3 * own, 1e3 * its);
  return [`It stops more: an effective mass, which is impulse by change of speed, of ${a}, the faster one of ${b}.`];
}
// Where parts press on and no mass is known: what their impulses are, or else how deep their forces go.
function longerOrStiffer(own, its) {
  const lasts = i => i.t_end === null ? null : i.t_end - i.t;
  if (own.impulse > 1.2 * its.impulse && lasts(own) > 0 && lasts(its) > 0) {
    const [a, b] = alike('N·s', 3, own.impulse, its.impulse);
    return [`It is pressed, not only struck: an impulse of ${a} in ${quantity(lasts(own), 's', 3)}, the faster one ${b} in ${quantity(lasts(its), 's', 3)}.`];
  }
  if (!(own.delta_max > 0 && its.delta_max > 0 && own.F_max / own.delta_max > 1.2 * its.F_max / its.delta_max)) return [];
  const [a, b] = alike('m', 3, own.delta_max, its.delta_max);
  return [`It gives way less: ${quantity(own.F_max, 'N', 3)} go ${a} deep, of the faster one ${quantity(its.F_max, 'N', 3)} go ${b} deep.`];
}

// ---- how it came by that speed ----

// A blow at another contact that goes on through this one: at the same instant, faster than what begins here, or just before it, on a
// body that both have; the hardest one.
function struckBefore(contact, k, app) {
  const {run} = app, i = contact.impacts[k], own = contact.strength(i), flight = flightBefore(contact, k, app)?.time ?? Infinity;
  const rounding = 1e-9 * (run.to - run.from), near = Math.max(rounding, Math.min(0.002 * (run.to - run.from), 0.1 * flight));
  let best = null;
  for (const other of run.contacts) {
    const body = other.bodies.find(b => !run.bodies[b].fixed && contact.bodies.includes(b));
    if (other === contact || body === undefined || other.strikes !== contact.strikes) continue;
    other.impacts.forEach((impact, n) => {
      const force = other.strength(impact), at = other.strikes ? impact.t : other.peak(n)[0], ago = i.t - at, together = Math.abs(ago) <= rounding;
      if (!(force > Math.max(best?.force ?? 0, 0.1 * own)) || ago > near || ago < -rounding || together && !(impact.v_in > 1.001 * i.v_in)) return;
      best = {other, body, force, ago, together, v_in: impact.v_in};
    });
  }
  if (!best) return [];
  return [`${best.together ? 'At the same instant' : `${quantity(best.ago, 's', 3)} before it`} ${best.other.name} strikes, with ${quantity(best.force, strengthUnit(contact), 4)} at ${speedText(best.v_in)}, on the same ${run.bodies[best.body].name}.`];
}

// The flight before an impact: {from, time, since, start}; null where the parts did not part.
function flightBefore({impacts}, k, {run}) {
  const since = k > 0 ? impacts[k - 1].t_end : run.from, time = since === null ? 0 : impacts[k].t - since;
  return time > 1e-9 * (run.to - run.from) ? {since, time, start: k === 0} : null;
}
const longestFlight = (contact, app) => contact.impacts.reduce((best, _, n) => (flightBefore(contact, n, app)?.time ?? 0) > (flightBefore(contact, best, app)?.time ?? 0) ? n : best, 0);

function wayBefore(contact, k, app) {
  const flight = flightBefore(contact, k, app);
  if (!flight) return [];
  const {time} = app.run, last = `${digits(flight.time / time.factor, 4)}\u202f${time.unit}`, since = flight.start ? 'the start of the run' : instantText(app, flight.since);
  const ever = !flight.start && contact.impacts.length > 2 && longestFlight(contact, app) === k ? ', longer than ever' : '';
  const known = app.run.whole && contact.followed && contact.place.t.length > 1 && contact.place.t[0] <= flight.since;
  const gained = speedsOf(contact, k, flight, known);
  if (known && contact.clearance > 0) {
    const [way, play] = alike('m', 4, wayOf(contact, flight.since, contact.impacts[k].t), 2 * contact.clearance);
    const head = flight.start ? 'This is the start-up: the journal crosses' : 'Before it the journal crosses';
    return [`${head} ${way} of its play of ${play} (twice the clearance) freely in ${last}${ever}, from ${since} on${gained}.`];
  }
  const far = known ? `, by ${quantity(widestGap(contact, flight.since, contact.impacts[k].t), 'm', 4)} at most` : '';
  return [`Before it the parts are apart for ${last}, since ${since}${ever}${far}${gained}.`];
}
// How far the journal's centre comes, from where it was at `from`, m.
function wayOf({place}, from, to) {
  return Math.hypot(...place.value.slice(0, 3).map((_, c) => place.at(to, c) - place.at(from, c)));
}
// Of surfaces that are apart, m.
function widestGap({place}, from, to) {
  return Array.from({length: 101}, (_, i) => place.at(from + (to - from) * i / 100, 0)).reduce((most, gap) => Math.max(most, gap), 0);
}
// With what speed they parted, if that is known, and meet.
function speedsOf(contact, k, {start}, known) {
  const {v_in} = contact.impacts[k], {place} = contact;
  const parted = !start ? contact.impacts[k - 1].v_out : !known || !place.rate?.length ? null : contact.clearance > 0 ? Math.hypot(...place.rate.slice(0, 3).map(rate => rate[0])) : null;
  if (parted === null || !Number.isFinite(parted)) return '';
  if (Math.abs(parted) < 1e-3 * v_in) return start ? ', and starts at rest in its bearing' : '; they part almost at rest';
  const [a, b] = alike('m/s', 4, parted, v_in);
  return start ? `; it begins that at ${a} and arrives at ${b}` : `; they part at ${a} and meet at ${b}`;
}

// ---- within the contact ----

// A blow at the start of a contact peaks in its first half. Where the peak comes later, or others strike meanwhile, the speed of
// its begin explains little.
const isLate = (contact, k) => {
  const {t, t_end} = contact.impacts[k];
  return !contact.rigid && t_end !== null && contact.peak(k)[0] - t > 0.55 * (t_end - t);
};
function withinContact(contact, k, app) {
  const {run} = app, i = contact.impacts[k];
  if (contact.rigid || !run.whole) return [];
  const [t] = contact.peak(k), other = strikesMeanwhile(contact, k, run), [into, whole] = alike('s', 2, t - i.t, (i.t_end ?? run.to) - i.t);
  const head = `Its peak comes ${into} into a contact ${i.t_end === null ? 'that lasts to the end' : `of ${whole}`}`;
  const struck = other ? `${other.contact.name} strikes with ${quantity(other.force, 'N')} at ${instantText(app, other.t)}` : '';
  if (isLate(contact, k) || resting(contact, k, app) && t > run.from) return [head + (other ? `, while ${struck}.` : '.')];
  return other ? [`${head}; meanwhile ${struck}.`] : [];
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
// Where it is not the fastest one, which has been told.
function secondHardest(contact, k) {
  const {impacts} = contact, strength = n => contact.strength(impacts[n]);
  const second = impacts.reduce((best, _, n) => n !== k && (best < 0 || strength(n) > strength(best)) ? n : best, -1);
  if (second < 0 || second === fastestOf(impacts, k) && impacts[second].v_in > impacts[k].v_in) return [];
  return [`The second hardest, no. ${second + 1}, begins at ${speedText(impacts[second].v_in)} and reaches ${alike(strengthUnit(contact), 4, strength(second))[0]}.`];
}
