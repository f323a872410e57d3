// 1, 2 and 5 times powers of ten: the last one that is not above `k`, and all of a range.
function stepBelow(k) {
  const power = Math.floor(Math.log10(k) + 1e-9), decade = Number(`1e${power}`);
  return [5, 2, 1].map(m => m * decade).find(step => step <= k * (1 + 1e-9)) || decade;
}
function pacesBetween(low, high) {
  const all = [];
  for (let power = Math.floor(Math.log10(low) + 1e-9); power <= Math.log10(high) + 1e-9; ++power)
    for (const m of [1, 2, 5]) all.push(Number(`${m}e${power}`));
  return all.filter(k => k >= low * (1 - 1e-9) && k <= high * (1 + 1e-9));
}
// "500 × slower"; of more than anybody can picture what a second shows: "1 s shows 10 ns".
function paceText(k) {
  if (k === 1) return 'as fast as it is';
  const days = 1 / k / 86400;
  if (Math.max(k, 1 / k) > 1e5) return `1\u202fs shows ${k > 1 ? quantity(1 / k, 's') : days >= 1 ? `${digits(days, 3)} days` : `${digits(24 * days, 3)}\u202fh`}`;
  return k > 1 ? `${grouped(k)} × slower` : `${grouped(Math.round(1 / k))} × faster`;
}

// The one clock. Whoever shows something listens; whoever is clicked sets it.
class Clock {
  constructor(run) {
    this.listeners = [];
    this.slowAtContact = true;
    this.playing = false;
    this.take(run);
  }
  take(run) {
    this.run = run;
    this.t = clamp(this.t ?? run.from, run.from, run.to);
    const length = run.to - run.from;
    // So that the run lasts 10 to 24 s; an hour is shown faster than it is. Impacts are short: much slower can be chosen.
    this.slow = length > 0 ? stepBelow(24 / length) : 1;
    this.choices = pacesBetween(Math.min(1, this.slow), Math.max(1e5, 1000 * this.slow)).filter(k => k === 1 || k <= 1e5 || k * 1e4 >= this.slow);
    // What the script asks to be shown first.
    this.rest = run.view?.to ?? run.to;
    if (run.view?.slow) this.choices = [...new Set([...this.choices, this.slow = run.view.slow])].sort((a, b) => a - b);
  }
  listen(call) { this.listeners.push(call); }
  set(t, from) {
    this.t = clamp(t, this.run.from, this.run.to);
    for (const call of this.listeners) call(this.t, from);
  }
  play(on = !this.playing) {
    if (on === this.playing) return;
    this.playing = on;
    if (on && this.t >= this.run.to) this.t = this.run.from;
    this.last = performance.now();
    if (on) requestAnimationFrame(now => this.tick(now));
    this.set(this.t, 'play');
  }
  tick(now) {
    if (!this.playing) return;
    let left = Math.min(0.1, Math.max(0, (now - this.last) / 1000)) / this.slow;
    this.last = now;
    let t = this.t;
    for (let i = 0; i < 8; ++i)  // an impact may be shorter than a frame
      t += left / 8 * (this.slowAtContact && this.run.closed(t) ? 0.25 : 1);
    if (this.t < this.rest && t >= this.rest) t = this.rest;
    if (t >= this.run.to || t === this.rest) this.playing = false;
    this.set(t, 'play');
    if (this.playing) requestAnimationFrame(next => this.tick(next));
  }
  impact(step) {
    const times = this.run.impactTimes, slack = 1e-9 * (this.run.to - this.run.from);
    const next = step > 0 ? times.find(t => t > this.t + slack) : times.findLast(t => t < this.t - slack);
    if (next !== undefined) this.set(next, 'impact');
  }
  nudge(parts) { this.set(this.t + parts * (this.run.to - this.run.from), 'nudge'); }
  // "0.2273", in the run's unit, with as many digits as the run needs.
  text(t = this.t) {
    const range = (this.run.to - this.run.from) / this.run.time.factor;
    const count = clamp(5 - Math.floor(Math.log10(range || 1)), 0, 9);
    return minus((t / this.run.time.factor).toFixed(count));
  }
  hash() { return `#t=${+(this.t / this.run.time.factor).toPrecision(10)}${this.run.time.unit}`; }
  readHash() {
    const found = /^#t=(-?[\d.e+-]+)(ns|µs|us|ms|s)?$/.exec(decodeURIComponent(location.hash));
    if (!found || !Number.isFinite(Number(found[1]))) return false;
    this.set(Number(found[1]) * ({ns: 1e-9, 'µs': 1e-6, us: 1e-6, ms: 1e-3, s: 1}[found[2] || 's']), 'hash');
    return true;
  }
}
