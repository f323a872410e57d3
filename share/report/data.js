// The data of the page: arrays out of their block, motions, contacts.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const plain = atob(base64), bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; ++i) bytes[i] = plain.charCodeAt(i);
  return bytes;
}
async function inflate(text, size) {
  const packed = bytesOf(text), stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length !== size) throw new Error('the data of this page are cut short');
  return bytes;
}

// First bytes of all numbers come first, then second ones: put together again, four at a time.
function numbersOf(bytes, {f4, f8}) {
  const [offset, count] = f4 || f8, halves = f4 ? 1 : 2, words = new Uint32Array(count * halves);
  for (let half = 0; half < halves; ++half)
    for (let i = 0, a = offset + 4 * half * count, b = a + count, c = b + count, d = c + count; i < count; ++i)
      words[i * halves + half] = bytes[a + i] | bytes[b + i] << 8 | bytes[c + i] << 16 | bytes[d + i] << 24;
  return f4 ? new Float32Array(words.buffer) : new Float64Array(words.buffer);
}
const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
const isPacked = value => !!value && (!!value.f4 || !!value.f8);
// Arrays are opened when somebody looks at them: of a page with many passes few are seen.
function unpack(value, bytes) {
  for (const [key, inner] of Object.entries(value)) {
    if (isPacked(inner)) lazily(value, key, () => numbersOf(bytes, inner));
    else if (Array.isArray(inner) && isPacked(inner[0])) lazily(value, key, () => inner.map(one => numbersOf(bytes, one)));
    else if (isObject(Array.isArray(inner) ? inner[0] : inner)) unpack(inner, bytes);
  }
  return value;
}
function lazily(object, key, make) {
  Object.defineProperty(object, key, {configurable: true, enumerable: true, get() {
    const value = make();
    Object.defineProperty(object, key, {value, configurable: true, enumerable: true, writable: true});
    return value;
  }});
}

// The last place in an increasing array whose value is not above `t`; -1 if all are.
function placeOf(times, t) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1; else high = middle;
  }
  return low - 1;
}

// Cubics between knots.
class Track {
  constructor(data) {
    this.t = data.t;
    this.value = data.value;
    this.rate = data.rate;
    this.hint = 0;
  }
  find(t) {
    const i = this.hint;
    if (this.t[i] <= t && t < this.t[i + 1]) return i;
    return this.hint = clamp(placeOf(this.t, t), 0, Math.max(0, this.t.length - 1));
  }
  at(t, k) {
    if (!this.t.length) return NaN;
    const i = this.find(t), v = this.value[k], r = this.rate[k], step = this.t[i + 1] - this.t[i];
    if (!(step > 0) || t <= this.t[i]) return v[i] === undefined ? NaN : v[i];
    const u = (t - this.t[i]) / step;
    return v[i] * (1 + 2 * u) * (1 - u) * (1 - u) + r[i] * step * u * (1 - u) * (1 - u)
      + v[i + 1] * u * u * (3 - 2 * u) + r[i + 1] * step * u * u * (u - 1);
  }
  // Beside its largest knot a channel may go higher still: when, where its greatest value is closed in on.
  summit(k, best, from = -Infinity, to = Infinity) {
    const {t} = this;
    let low = Math.max(from, t[best - 1] ?? t[best]), high = Math.min(to, t[best + 1] ?? t[best]);
    for (let round = 0; round < 40; ++round) {
      const third = (high - low) / 3;
      if (this.at(low + third, k) < this.at(high - third, k)) low += third; else high -= third;
    }
    const at = (low + high) / 2;
    return this.at(at, k) > this.value[k][best] ? at : t[best];
  }
}

// What a track draws: its knots, and between those that stand far apart as many points of the cubic as the eye needs.
function drawn(track, from, to) {
  const t = [], values = track.value.map(() => []), apart = (to - from) / 300 || Infinity;
  for (let i = 0; i < track.t.length; ++i) {
    const step = i + 1 < track.t.length ? track.t[i + 1] - track.t[i] : 0, parts = clamp(Math.ceil(step / apart), 1, 60);
    for (let k = 0; k < parts; ++k) {
      const at = track.t[i] + step * k / parts;
      t.push(at);
      values.forEach((list, c) => list.push(k ? track.at(at, c) : track.value[c][i]));
    }
  }
  return {t, values};
}

const impactColumns = ['t', 't_end', 'v_in', 'v_out', 'restitution', 'F_max', 'delta_max', 'impulse', 'energy_lost'];

// How strongly a contact's arrow is drawn: a blow fades.
const faded = state => state.FN > 0 ? 1 : Math.max(0.15, state.left);

class Contact {
  constructor(data, spatial) {
    Object.assign(this, data);
    this.spatial = spatial;
    this.place = new Track(data.place);
    this.force = new Track(data.force);
    this.impacts = data.impacts.map(row => Object.fromEntries(impactColumns.map((name, i) => [name, row[i]])));
    this.begins = this.impacts.map(i => i.t);
    // Rigid parts strike without a force: what a blow is then is told by its impulse, and forces are those of lasting contact.
    this.rigid = this.impacts.some(i => i.impulse > 0) && !this.impacts.some(i => i.F_max > 0);
    if (this.rigid) for (const impact of this.impacts) impact.blow = this.blowOf(impact);
    this.struck = this.rigid ? this.impacts.reduce((most, i) => Math.max(most, i.blow), 0) : 0;
    // Where no blow is among them, they are told by their forces, as those of parts that give way.
    this.strikes = this.struck > 0;
    if (this.rigid && !this.strikes) for (const impact of this.impacts) impact.F_max = this.pressedIn(impact)[1];
    this.hardest = this.rigid ? this.force.value[1].reduce((most, f) => Math.max(most, f), 0)
      : this.impacts.reduce((most, i) => Math.max(most, i.F_max || 0), 0);
    this.deepest = this.impacts.reduce((most, i) => Math.max(most, i.delta_max || 0), 0);
  }
  // Of an impact between rigid parts what its blow gave, N·s: all but what the force gave while they stayed together.
  blowOf({t, t_end, impulse}) {
    if (t_end === t) return impulse;
    const {t: times, value, rate} = this.force;
    let pressed = 0;
    for (let i = Math.max(0, placeOf(times, t) - 1); i + 1 < times.length && (t_end === null || times[i] < t_end); ++i) {
      const step = times[i + 1] - times[i];
      if (times[i] >= t && step > 0) pressed += step * (value[1][i] + value[1][i + 1]) / 2 + step * step * (rate[1][i] - rate[1][i + 1]) / 12;
    }
    return impulse - pressed > 0.01 * impulse ? impulse - pressed : 0;
  }
  // How hard an impact was: N, or N·s of rigid parts that strike.
  strength(impact) { return (this.strikes ? impact.blow : impact.F_max) || 0; }
  // The number of the hardest impact, from 0.
  worst() { return this.impacts.reduce((best, impact, i) => this.strength(impact) > this.strength(this.impacts[best]) ? i : best, 0); }
  // When the force of an impact was largest, in s, and how large in N. Without motion its begin is all that is known.
  peak(k = this.worst()) {
    const impact = this.impacts[k];
    return this.strikes ? [impact.t, impact.blow] : [this.pressedIn(impact)[0], impact.F_max || 0];
  }
  // When what is known of an impact's force is largest, s, and how large, N.
  pressedIn(impact) {
    const {t, value} = this.force;
    let best = -1;
    for (let i = Math.max(0, placeOf(t, impact.t)); i < t.length && (impact.t_end === null || t[i] <= impact.t_end); ++i)
      if (t[i] >= impact.t && (best < 0 || value[1][i] > value[1][best])) best = i;
    return best < 0 ? [impact.t, 0] : [this.force.summit(1, best, impact.t, impact.t_end ?? Infinity), value[1][best]];
  }
  // The number of the impact at `t`, from 0; -1 while it is open.
  episode(t) {
    const i = placeOf(this.begins, t);
    if (i < 0) return -1;
    const end = this.impacts[i].t_end;
    return end === null || t < end ? i : -1;
  }
  state(t) {
    const episode = this.episode(t), closed = episode >= 0;
    const delta = closed ? Math.max(0, this.force.at(t, 0)) : 0;
    const state = {episode, delta, FN: closed ? this.force.at(t, 1) : 0, FT: closed ? this.force.at(t, 2) : 0};
    if (this.spatial) this.placeInSpace(state, t);
    else if (this.clearance > 0) {
      state.ex = this.place.at(t, 0);
      state.ey = this.place.at(t, 1);
      const e = Math.hypot(state.ex, state.ey) || 1e-300;
      state.gap = this.clearance - e;
      const sign = this.bearing === 0 ? -1 : 1;
      state.nx = sign * state.ex / e;
      state.ny = sign * state.ey / e;
    } else {
      [state.gap, state.nx, state.ny, state.px, state.py] = [0, 1, 2, 3, 4].map(k => this.place.at(t, k));
      const n = Math.hypot(state.nx, state.ny) || 1;
      state.nx /= n;
      state.ny /= n;
    }
    if (closed && delta > 0) state.gap = -delta;  // at rest the law's own account of the gap counts
    if (this.rigid) this.lastBlow(state, t);
    // Of a contact that is not followed nothing is known while it is open.
    if (!this.followed && !closed && !state.blow) state.gap = NaN;
    return state;
  }
  // A blow takes no time; so that the eye sees it, it fades over a moment: `blow`, N·s, and how much of its colour is left.
  lastBlow(state, t) {
    const i = placeOf(this.begins, t + 1e-9 * this.moment), part = i < 0 ? 1 : (t - this.begins[i]) / this.moment;
    if (!(part < 1) || !(this.impacts[i].blow > 0)) return;
    Object.assign(state, {blow: this.impacts[i].blow, left: 1 - Math.max(0, part), number: i});
  }
  // The number of the impact that is shown at `t`: the present one, or a blow as long as it is seen; -1 without either.
  present(t) {
    const shown = {number: this.episode(t)};
    if (this.rigid && shown.number < 0) this.lastBlow(shown, t);
    return shown.number;
  }
  // How long the contact is from being closed at `t`, s: 0 while it is.
  away(t) {
    const i = placeOf(this.begins, t), end = i < 0 ? -Infinity : this.impacts[i].t_end ?? Infinity;
    return Math.max(0, Math.min(t - end, i + 1 < this.begins.length ? this.begins[i + 1] - t : Infinity));
  }
  // Normal `n`, place `p` or eccentricity `e`, force on the first body `f`: vectors of the world.
  placeInSpace(state, t) {
    const vector = (track, first) => [0, 1, 2].map(k => track.at(t, first + k));
    const unit = v => { const length = Math.hypot(...v) || 1e-300; return v.map(x => x / length); };
    state.f = state.episode < 0 ? [0, 0, 0] : vector(this.force, 3);
    if (this.clearance > 0) {
      state.e = vector(this.place, 0);
      state.gap = this.clearance - Math.hypot(...state.e);
      state.n = unit(state.e).map(x => this.bearing === 0 ? -x : x);
    } else {
      state.gap = this.place.at(t, 0);
      state.n = unit(vector(this.place, 1));
      state.p = vector(this.place, 4);
    }
  }
  // Of a journal, as a lens draws it.
  eccentricity(t, stage) {
    if (!this.spatial) return [this.place.at(t, 0), this.place.at(t, 1)];
    return stage.seenFlat([0, 1, 2].map(k => this.place.at(t, k)));
  }
}

// One run of the script: what moves, what touches.
class Run {
  // `view`: what of it the script asks to be shown first.
  constructor(scene, pass, view) {
    Object.assign(this, scene);
    this.pass = pass;
    this.view = view;
    this.spatial = !!scene.up;
    this.size = Math.max(...this.high.map((high, k) => high - this.low[k])) || 1;
    this.bodies.forEach(body => { if (body.motion && body.motion.t.length) body.track = new Track(body.motion); });
    this.contacts = scene.contacts.map((data, index) => Object.assign(new Contact(data, this.spatial), {index}));
    this.loads = (scene.loads || []).map(data => new Load(data, this.spatial));
    this.strongest = strongestOf(this);
    this.groups = scene.groups.map(group => new Group(group));
    this.bodies.forEach((body, b) => { body.fixed = b === 0 || !!body.track && body.track.value.every(list => list.every(v => v === list[0])); });
    this.energyTrack = new Track(scene.energy);
    this.contacts.forEach(c => { c.moment = (this.to - this.from) / 250; });
    this.hardest = this.contacts.reduce((most, c) => Math.max(most, c.hardest), 0);
    this.struck = this.contacts.reduce((most, c) => Math.max(most, c.struck), 0);
    // The contact of the largest force, or of the largest blow where there are no forces but those; rigid parts that only press come last.
    const hit = this.contacts.filter(c => c.impacts.length), soft = hit.filter(c => !c.rigid && c.hardest > 0), struck = hit.filter(c => c.strikes);
    const those = [soft, struck, hit.filter(c => c.hardest > 0)].find(list => list.length) || [], hardness = c => those === struck ? c.struck : c.hardest;
    this.top = those.reduce((best, c) => !best || hardness(c) > hardness(best) ? c : best, null);
    this.chief = this.contacts.filter(c => c.followed);
    this.rest = this.contacts.filter(c => !this.chief.includes(c));
    this.time = scaled(Math.max(Math.abs(this.to), Math.abs(this.from)), 's');
    const times = this.contacts.flatMap(c => c.begins);
    this.impactTimes = [...new Set(times)].sort((a, b) => a - b);
  }
  pose(body, t) {
    const track = this.bodies[body].track;
    if (!this.spatial) return track ? [track.at(t, 0), track.at(t, 1), track.at(t, 2)] : [0, 0, 0];
    if (!track) return [0, 0, 0, 1, 0, 0, 0];
    const pose = track.value.map((_, k) => track.at(t, k)), length = Math.hypot(...pose.slice(3));
    return pose.map((x, k) => k < 3 ? x : x / length);
  }
  // How long an arrow of a contact is, of the longest: by the square root of what it stands for.
  part(state) { return Math.sqrt(state.FN > 0 ? Math.hypot(state.FN, state.FT) / this.hardest : state.blow / this.struck); }
  // How strongly each body glows, 0 to 1.
  glows(t) {
    const glows = [];
    for (const group of this.groups) group.glow(t, glows);
    return glows;
  }
  // A point of a body at an instant, in the world.
  place(body, point, t) { return worldPoint(this.pose(body, t), point); }
  closed(t) {
    return this.contacts.some(c => c.episode(t) >= 0) || this.groups.some(g => g.track.t.length && g.track.at(t, 0) > 0.5);
  }
}

// A point of a body in the world. Of a pose in space, the last four are a unit quaternion.
function worldPoint(pose, point) {
  if (pose.length === 7) {
    const [x, y, z, w, i, j, k] = pose, [a, b, c] = point;
    const [u, v, q] = [2 * (j * c - k * b), 2 * (k * a - i * c), 2 * (i * b - j * a)];
    return [x + a + w * u + j * q - k * v, y + b + w * v + k * u - i * q, z + c + w * q + i * v - j * u];
  }
  const [x, y, angle] = pose, [px, py] = point;
  const c = Math.cos(angle), q = Math.sin(angle);
  return [x + c * px - q * py, y + q * px + c * py];
}

// JSON has no infinities: they come as words.
const infinities = {'∞': Infinity, '-∞': -Infinity};
const numberOr = value => typeof value === 'string' ? infinities[value] ?? value : value;
function withInfinities(item) {
  if (item.type === 'table') item.rows = item.rows.map(row => row.map(numberOr));
  if (item.type === 'expect') for (const part of [item, ...(item.parts || [])]) for (const key of ['value', 'wanted', 'tolerance', 'margin']) part[key] = numberOr(part[key]);
}

// What stands in the page, or comes from a server: {items, runs, …}; of `runs` each has a `pass` and its `run`.
async function openData(text) {
  const all = JSON.parse(text);
  const bytes = await inflate(all.block, all.bytes);
  all.items = unpack(all.items, bytes);
  all.items.forEach(withInfinities);
  // Passes as they are: what is in them is looked at when one comes on the stage.
  all.runs = all.items.filter(item => item.type === 'scene').map((item, i) => {
    const own = {pass: item.pass || '', from: item.scene.from, to: item.scene.to, scene: item.scene, view: all.items.findLast(o => o.type === 'view' && o.run === i)};
    lazily(own, 'run', () => new Run(item.scene, own.pass, own.view));
    return own;
  });
  return all;
}
