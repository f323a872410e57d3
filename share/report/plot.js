const nearby = 200;  // pixels from what is in view

// A plot: curves over any abscissa, tied to the clock by the time of each sample.
//   {name, x: {name, unit}, y, curves: [{name, unit, x, y, t, run, contact}], equal, episodes, small}
// `episodes`: a contact's. The whole of a loop is pale, and strong what belongs to the clock's instant: the episode of a contact,
// else what came of late. `y`: what all curves show. `shared`: the
// plot of all drawings of which it is one. `histogram`: x has the ends of the bins, one more than there are counts.
class Plot {
  constructor(app, spec) {
    this.app = app;
    this.spec = spec;
    this.off = new Set();
    this.log = {x: !!spec.log_x, y: !!spec.log_y};
    this.root = h('figure', {class: 'plot'});
    this.legend = h('div', {class: 'legend'});
    this.svg = s('svg', {role: 'img', 'aria-label': `${spec.curves.map(c => c.name).join(', ')} over ${spec.x.name}`});
    this.root.append(this.legend, ...toolsOf(this), this.svg);
    this.svg.addEventListener('pointerdown', e => this.press(e));
    this.svg.addEventListener('pointermove', e => this.move(e));
    this.svg.addEventListener('pointerup', e => this.release(e));
    this.svg.addEventListener('pointercancel', () => { this.from = null; this.zoomBox.setAttribute('visibility', 'hidden'); });
    this.svg.addEventListener('dblclick', () => { this.view = null; this.build(); });
    // What is not in view need not be drawn, nor drawn anew at each instant.
    this.inView = this.stale = false;
    new ResizeObserver(() => { if (this.inView || this.isNear()) this.build(); else this.outdate(); }).observe(this.root);
    new IntersectionObserver(seen => {
      this.inView = seen[seen.length - 1].isIntersecting;
      if (this.inView) this.bringUp();
    }, {rootMargin: `${nearby}px`}).observe(this.root);
  }
  isNear() {
    const {top, bottom} = this.root.getBoundingClientRect();
    return this.inView = top < innerHeight + nearby && bottom > -nearby;
  }
  // Has to be drawn before it is seen; keeps its place meanwhile.
  outdate() {
    this.stale = true;
    this.measure();
    fillLegend(this);
  }
  bringUp() {
    if (this.stale) this.build(); else if (this.late) this.update(this.app.clock.t, true);
  }
  measure() {
    this.width = this.root.clientWidth;
    this.height = this.spec.panel ? clamp(this.width * 0.66, 150, 200) : this.spec.equal ? Math.min(this.width, 300) : this.spec.small ? 230 : clamp(this.width * 0.42, 200, 290);
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute('height', this.height);
  }
  // What the hand has chosen, by names.
  key() { return [this.spec.x.name, ...this.spec.curves.map(c => c.name), this.spec.equal ? 'orbit' : '', this.spec.panel ? this.spec.panel.map(p => p[0]).join('') : ''].join('|'); }
  nameOf(i) { return `${i}|${this.spec.curves[i].name}|${this.spec.curves[i].label_of_pass || ''}`; }
  touched() { return !!this.view || this.off.size > 0 || this.log.x !== !!this.spec.log_x || this.log.y !== !!this.spec.log_y; }
  keep() { return {view: this.view, log: this.log, off: [...this.off].map(i => this.nameOf(i))}; }
  restore(kept) {
    if (!kept) return;
    this.view = kept.view;
    this.log = kept.log;
    this.spec.curves.forEach((_, i) => { if (kept.off.includes(this.nameOf(i))) this.off.add(i); });
    for (const axis of ['x', 'y']) this.logButtons[axis].setAttribute('aria-pressed', String(this.log[axis]));
  }
  shown() { return this.spec.curves.filter((c, i) => !this.off.has(i)); }

  // ---- ranges ----
  range(axis) {
    const asked = this.spec[axis + '_range'];
    if (asked && !(this.log[axis] && asked[0] <= 0)) return [...asked];
    if (!this.spec.shared) return this.ownRange(axis);
    this.spec.shared.log = this.log;
    return this.spec.shared.ownRange(axis);
  }
  ownRange(axis) {
    if (this.spec.histogram) return this.countRange(axis);
    let low = Infinity, high = -Infinity;
    for (const curve of this.shown()) {
      const [from, to] = this.extent(curve, axis);
      low = Math.min(low, from);
      high = Math.max(high, to);
    }
    if (low > high) return this.log[axis] ? [1, 10] : [0, 1];
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (this.log[axis]) return high > low ? [low, high] : [low / 2, high * 2];
    if (high - low <= 2e-7 * size || high === low) {
      const pad = size > 1e-300 ? 0.1 * size : 1;
      return [low - pad, high + pad];
    }
    const pad = axis === 'y' ? 0.05 * (high - low) : 0;
    return [low - pad, high + pad];
  }
  // The least value of a curve that has a place: of a logarithm above what rounding leaves of nothing.
  least(curve, axis) {
    if (!this.log[axis]) return -Infinity;
    return Math.max(Number.MIN_VALUE, 1e-13 * curve[axis].reduce((most, v) => v > most && v < Infinity ? v : most, 0));
  }
  // Of one curve, where both of its coordinates have a place: looked for once.
  extent(curve, axis) {
    const other = axis === 'x' ? 'y' : 'x', key = axis + this.log[axis] + this.log[other], known = (curve.extents ||= {});
    if (known[key]) return known[key];
    const values = curve[axis], others = curve[other], least = this.least(curve, axis), leastOther = this.least(curve, other);
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < values.length; ++i) {
      const v = values[i];
      if (!(v >= least) || v === Infinity || v === -Infinity || !(others[i] >= leastOther) || !Number.isFinite(others[i])) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
    return known[key] = [low, high];
  }
  // Whether no curve that is switched on has a point with a place, or no bin a count.
  isEmpty() {
    if (this.spec.histogram) return !this.shown().some(c => c.x.length > 1 && c.y.some(count => count > 0));
    return this.shown().every(c => { const [low, high] = this.extent(c, 'x'); return low > high; });
  }
  countRange(axis) {
    const {x} = this.spec.curves[0];
    if (axis === 'x') return x.length > 1 ? [x[0], x[x.length - 1]] : [0, 1];
    return [0, 1.05 * Math.max(1, ...this.shown().map(c => c.y.reduce((most, v) => Math.max(most, v), 0)))];
  }
  fit() {
    const r = this.view || {x: this.range('x'), y: this.range('y')};
    this.rx = [...r.x];
    this.ry = [...r.y];
    if (!this.spec.equal || this.log.x || this.log.y) return;
    const w = this.width - this.left - this.right, tall = this.height - this.top - this.bottom;
    const scale = Math.max((this.rx[1] - this.rx[0]) / w, (this.ry[1] - this.ry[0]) / tall);
    const widen = (range, size) => { const m = (range[0] + range[1]) / 2; range[0] = m - scale * size / 2; range[1] = m + scale * size / 2; };
    widen(this.rx, w);
    widen(this.ry, tall);
  }
  part(v, range, log) { return log ? Math.log(v / range[0]) / Math.log(range[1] / range[0]) : (v - range[0]) / (range[1] - range[0]); }
  whole(p, range, log) { return log ? range[0] * Math.pow(range[1] / range[0], p) : range[0] + p * (range[1] - range[0]); }
  px(v) { return this.left + this.part(v, this.rx, this.log.x) * (this.width - this.left - this.right); }
  py(v) { return this.height - this.bottom - this.part(v, this.ry, this.log.y) * (this.height - this.top - this.bottom); }

  // ---- drawing ----
  build() {
    if (!this.root.clientWidth) return;
    this.measure();
    this.stale = false;
    const {width} = this;
    Object.assign(this, {top: 10, right: 16, bottom: 44, left: 30});
    for (let round = 0; round < 2; ++round) {
      this.fit();
      this.ticksY = ticksOf(this.log.y, this.ry, Math.max(3, Math.floor((this.height - 50) / 26)), this.commonUnit());
      if (this.spec.histogram) this.ticksY = this.ticksY.filter(Number.isInteger);
      this.labelsY = labelsOf(this.log.y, this.ticksY);
      this.left = 12 + 6.6 * Math.max(2, ...this.labelsY.map(l => l.length));
    }
    this.fit();
    this.svg.replaceChildren();
    fillLegend(this);
    this.axes();
    const id = 'clip' + (Plot.count = (Plot.count || 0) + 1);
    this.svg.append(s('clipPath', {id}, s('rect', {x: this.left, y: this.top, width: Math.max(0, width - this.left - this.right), height: this.height - this.top - this.bottom})));
    const inside = s('g', {'clip-path': `url(#${id})`}), curves = s('g', {class: 'curves'});
    const paths = this.spec.curves.map((curve, i) => this.off.has(i) ? null : curves.appendChild(this.spec.histogram ? this.bars(curve, i) : this.path(curve, i)));
    inside.append(curves);
    if (this.isEmpty()) inside.append(s('text', {class: 'nothing', x: (this.left + width - this.right) / 2, y: (this.top + this.height - this.bottom) / 2, 'text-anchor': 'middle', text: 'nothing to plot'}));
    this.strong = this.spec.curves.map((curve, i) => this.isLoop(curve) && !this.off.has(i) && this.ofStage(curve) ? this.strongPath(i) : null);
    this.pale = paths.map((path, i) => this.strong[i] ? path : null);
    this.hand = s('line', {class: 'now', y1: this.top, y2: this.height - this.bottom});
    inside.append(...this.strong.filter(Boolean), this.hand);
    this.dots = s('g', {});
    this.pairs = [];
    this.zoomBox = s('rect', {class: 'zoom', visibility: 'hidden'});
    this.svg.append(inside, this.dots, this.zoomBox);
    this.update(this.app.clock.t, true);
  }
  commonUnit() {
    const units = new Set(this.spec.curves.map(c => c.unit));
    return units.size === 1 ? [...units][0] : '';
  }
  look(i) { return this.spec.curves[i].look ?? i; }
  stroke(i) { return this.spec.contact ? 'var(--c2)' : curveColour(this.look(i), false); }
  dash(i) { return curveDash(this.look(i)); }
  axes() {
    const {left, right, top, bottom, width, height} = this, floor = height - bottom;
    const ticksX = ticksOf(this.log.x, this.rx, Math.max(3, Math.floor((width - left - right) / 48)), this.spec.x.unit), labelsX = labelsOf(this.log.x, ticksX);
    const grid = s('g', {class: 'grid'}), texts = s('g', {class: 'axis'});
    this.ticksY.forEach((v, i) => {
      grid.append(s('line', {x1: left, x2: width - right, y1: this.py(v), y2: this.py(v), class: v === 0 && !this.log.y ? 'zero' : null}));
      texts.append(s('text', {x: left - 8, y: this.py(v) + 4, 'text-anchor': 'end', class: 'ty', text: this.labelsY[i]}));
    });
    ticksX.forEach((v, i) => {
      grid.append(s('line', {x1: this.px(v), x2: this.px(v), y1: top, y2: floor}));
      texts.append(s('text', {x: this.px(v), y: floor + 17, 'text-anchor': 'middle', class: 'tx', text: labelsX[i]}));
    });
    const x = shortened(this.spec.x, (width - left - right) / 7), level = piecesOf(x).reduce((_, piece) => piece[1], 0);  // that of the last piece
    const name = s('text', {class: 'xl', x: width - right, y: height - 6, 'text-anchor': 'end'}, labelSpans(x),
      level ? s('tspan', {dy: -12.5 * (level < 0 ? 0.25 : -0.4), text: '\u200b'}) : null,
      this.spec.x.unit ? s('tspan', {class: 'u', text: ' ' + unitText(this.spec.x.unit)}) : null);
    this.svg.append(grid, texts, name);
  }
  // A curve over time, or over what grows with it, is none.
  isLoop(curve) { return !!this.spec.episodes || !!this.app.stage && !!curve.t && !this.spec.histogram && !this.spec.points && !curve.points && comesBack(curve.x); }
  ofStage(curve) { return curve.run === undefined || curve.run === this.app.runIndex; }
  strongPath(i) {
    const path = s('path', {class: 'curve strong', 'stroke-dasharray': this.dash(i)});
    path.style.stroke = this.stroke(i);
    return path;
  }
  path(curve, i) {
    // Other runs are pale beside that of the stage; if none of these curves is of it, there is nothing that they stand behind.
    const shown = this.app.runIndex, besides = this.spec.curves.some(c => c.run === shown);
    const ghost = this.isLoop(curve) || !this.spec.panel && besides && curve.run !== null && curve.run !== undefined && curve.run !== shown;
    const last = curve.x.length - 1, dots = this.spec.points || curve.points;
    const drawn = !dots && this.isCrowded(curve, 0, last) ? this.few(curve, 0, last) : curve, band = !dots && this.isBand(drawn);
    const d = this.line(drawn, 0, drawn.x.length - 1, drawn !== curve);
    const path = s('path', {class: 'curve' + (ghost ? ' ghost' : '') + (dots ? ' points' : band ? ' band' : ''), d, 'stroke-dasharray': band ? null : this.dash(i)});
    path.style.stroke = this.stroke(i);
    return path;
  }
  // What was counted, and how many, is told by each bar.
  bars(curve, i) {
    const group = s('g', {class: 'tallies'}), several = this.spec.curves.length > 1, floor = this.py(0);
    let outline = '';
    curve.y.forEach((count, k) => {
      const left = this.px(curve.x[k]), right = this.px(curve.x[k + 1]), top = this.py(count);
      outline += `${k ? 'L' : `M${left.toFixed(1)} ${floor.toFixed(1)}L`}${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}`;
      if (!(count > 0)) return;
      const bar = s('rect', {class: several ? 'tally over' : 'tally', x: left, y: top, width: Math.max(0.5, right - left - (several ? 0 : 1)), height: Math.max(0, floor - top)},
        s('title', {text: `${count} in ${digits(curve.x[k], 4)} to ${digits(curve.x[k + 1], 4)}${this.spec.x.unit ? '\u202f' + unitText(this.spec.x.unit) : ''}`}));
      bar.style.fill = this.stroke(i);
      group.append(bar);
    });
    if (several && outline) {
      const line = s('path', {class: 'outline', d: `${outline}V${floor.toFixed(1)}`, 'stroke-dasharray': this.dash(i)});
      line.style.stroke = this.stroke(i);
      group.append(line);
    }
    return group;
  }
  line(curve, from, to, few = false) {
    let d = '', x0 = 0, y0 = 0, open = false, alone = false;
    // What has no neighbour is a dot: a line of no length would not be seen.
    const end = () => { if (alone) d += 'm-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0'; open = alone = false; };
    if (this.spec.points || curve.points) return this.dotted(curve);
    if (!few && this.isCrowded(curve, from, to)) {
      const fewer = this.few(curve, from, to);
      return this.line(fewer, 0, fewer.x.length - 1, true);
    }
    for (let i = from; i <= to; ++i) {
      const x = this.px(curve.x[i]), y = this.py(curve.y[i]);
      if (!Number.isFinite(x) || !Number.isFinite(y)) { end(); continue; }
      if (open && i < to && Math.abs(x - x0) < 0.4 && Math.abs(y - y0) < 0.4) continue;
      d += `${open ? 'L' : 'M'}${clamp(x, -1e5, 1e5).toFixed(1)} ${clamp(y, -1e5, 1e5).toFixed(1)}`;
      alone = !open;
      open = true;
      x0 = x;
      y0 = y;
    }
    end();
    return d;
  }

  isCrowded(curve, from, to) { return to - from > 8 * this.width && goesOn(curve.x); }
  // Does a curve go up and down so often that it fills what it goes through? Dashes are not seen in it, and take long to paint.
  isBand({y}) {
    let length = 0;
    for (let i = 1; i < y.length; ++i) { const way = Math.abs(this.py(y[i]) - this.py(y[i - 1])); if (way > 0) length += Math.min(way, this.height); }
    return length > 30 * this.width;
  }
  // Of more points than the eye can tell apart, in each half of a pixel the first, the least, the largest and the last. Looked at
  // are all of them, so each takes a few operations and no more.
  few({x, y}, from, to) {
    const {log} = this, few = {x: [], y: []}, [low, high] = this.rx, k = 2 * (this.width - this.left - this.right) / (high - low);
    const column = log.x ? i => Math.floor(2 * this.px(x[i])) : i => Math.floor(k * (x[i] - low));
    const missing = i => !Number.isFinite(x[i] + y[i]) || log.x && !(x[i] > 0) || log.y && !(y[i] > 0);
    const push = i => { few.x.push(x[i]); few.y.push(y[i]); };
    for (let i = from; i <= to;) {
      if (missing(i)) { push(i); while (i <= to && missing(i)) ++i; continue; }
      const at = column(i), first = i, edge = low + (at + 1) / k;
      let least = i, most = i, smallest = y[i], largest = smallest;
      const look = () => { if (y[i] < smallest) smallest = y[least = i]; else if (y[i] > largest) largest = y[most = i]; };
      if (log.x || log.y) for (++i; i <= to && !missing(i) && column(i) === at; ++i) look();
      else for (++i; i <= to && x[i] < edge && y[i] - y[i] === 0; ++i) look();
      const [b, c] = least < most ? [least, most] : [most, least];
      push(first);
      if (b !== first) push(b);
      if (c !== b) push(c);
      if (i - 1 !== c) push(i - 1);
    }
    return few;
  }

  // Marks that are not joined: round ends of lines of no length.
  dotted(curve) {
    let d = '';
    for (let i = 0; i < curve.x.length; ++i) {
      const x = this.px(curve.x[i]), y = this.py(curve.y[i]);
      if (Number.isFinite(x) && Number.isFinite(y)) d += `M${clamp(x, -1e5, 1e5).toFixed(1)} ${clamp(y, -1e5, 1e5).toFixed(1)}h0`;
    }
    return d;
  }

  // ---- the clock ----
  // The curve's point at an instant, and how far its ordinate may be off: what the page knows as cubics as the lens has it, other
  // curves between samples on the line that is drawn.
  pointAt(curve, t) {
    if (curve.at) return [...curve.at(t), 0];
    if (!curve.t || !curve.t.length) return null;
    const i = clamp(placeOf(curve.t, t), 0, curve.t.length - 1), j = Math.min(i + 1, curve.t.length - 1);
    const step = curve.t[j] - curve.t[i], u = step > 0 ? clamp((t - curve.t[i]) / step, 0, 1) : 0;
    return [curve.x[i] + u * (curve.x[j] - curve.x[i]), curve.y[i] + u * (curve.y[j] - curve.y[i]), u > 0 && u < 1 ? this.bend(curve, i, j) : 0];
  }
  // What a line between two samples may be off by: an eighth of the larger second difference beside it.
  bend({t, y}, i, j) {
    const slope = k => (y[k + 1] - y[k]) / (t[k + 1] - t[k]), step = t[j] - t[i];
    const turns = [i - 1, j].filter(k => k >= 0 && k + 1 < y.length && t[k + 1] > t[k]).map(k => Math.abs(slope(k) - slope(i)) * step);
    return Math.max(0, ...turns.filter(Number.isFinite)) / 8;
  }
  update(t, seen = this.inView) {
    this.late = !seen || !this.hand;
    if (this.late) return;
    this.marks = [];
    this.markOf = [];
    this.spec.curves.forEach((curve, i) => {
      if (this.off.has(i) || curve.run !== undefined && curve.run !== this.app.runIndex) return;
      const at = this.pointAt(curve, t);
      if (!at || !Number.isFinite(at[0]) || !Number.isFinite(at[1])) return;
      this.marks.push({name: curve.name, x: at[0], y: at[1], off: at[2]});
      this.markOf.push(i);
    });
    this.show(t);
  }
  // Dots, read-outs and hand, where the marks are.
  show(t) {
    const tags = [], smallest = 1e-9 * Math.max(Math.abs(this.ry[0]), Math.abs(this.ry[1]));
    let handX = null;
    this.marks.forEach((mark, n) => {
      const i = this.markOf[n], unit = this.spec.curves[i].unit, x = this.px(mark.x), y = this.py(mark.y);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return;  // not on a logarithmic axis
      handX = x;
      if (x < this.left - 1 || x > this.width - this.right + 1 || y < this.top - 1 || y > this.height - this.bottom + 1) return;
      const value = !this.log.y && Math.abs(mark.y) < smallest ? 0 : mark.y;
      tags.push({x, y, i, text: `${sureDigits(value, mark.off)}${unit ? '\u202f' + unitText(unit) : ''}`});
    });
    this.tags(tags);
    const plain = !this.spec.equal && !this.strong.some(Boolean) && handX !== null;
    this.hand.setAttribute('visibility', plain ? 'visible' : 'hidden');
    if (plain) for (const name of ['x1', 'x2']) this.hand.setAttribute(name, handX);
    this.strong.forEach((path, i) => { if (path) this.strongPart(path, this.spec.curves[i], t); });
    // Where no impact is the present one, none is before the others: all can be read.
    const atRest = this.strong.some(Boolean) && this.strong.every(path => !path || path.episode === -1);
    this.pale.forEach(path => path?.classList.toggle('at-rest', atRest));
  }
  // A dot and its read-out for each mark: the elements stay.
  pair(n) {
    while (this.pairs.length <= n) {
      const dot = s('circle', {class: 'dot', r: 4.2}), text = s('text', {class: 'tag'});
      this.dots.append(dot, text);
      this.pairs.push([dot, text]);
    }
    return this.pairs[n];
  }
  // Read-outs beside their dots, pushed apart.
  tags(tags) {
    tags.sort((a, b) => a.y - b.y);
    const rows = [], lowest = this.height - this.bottom - 2;
    for (const tag of tags) rows.push(Math.max(tag.y - 9, this.top + 10, (rows[rows.length - 1] ?? -Infinity) + 15));
    rows.forEach((_, n, all) => { const k = all.length - 1 - n; all[k] = Math.min(all[k], k === all.length - 1 ? lowest : all[k + 1] - 15); });
    tags.forEach((tag, n) => {
      const left = tag.x > this.width - this.right - 8 - 7 * tag.text.length, [dot, text] = this.pair(n);
      dot.setAttribute('cx', tag.x);
      dot.setAttribute('cy', tag.y);
      text.setAttribute('x', tag.x + (left ? -9 : 9));
      text.setAttribute('y', rows[n]);
      text.setAttribute('text-anchor', left ? 'end' : 'start');
      text.textContent = tag.text;
      dot.style.fill = text.style.fill = this.stroke(tag.i);
    });
    this.pairs.forEach(([dot, text], n) => { dot.style.display = text.style.display = n < tags.length ? '' : 'none'; });
  }
  strongPart(path, curve, t) {
    const contact = this.spec.episodes || this.contactOf(curve);
    if (!contact || this.spec.equal) {  // of late
      const span = (this.app.run.to - this.app.run.from) / 24;
      path.setAttribute('d', this.line(curve, Math.max(0, placeOf(curve.t, t - span)), Math.max(0, placeOf(curve.t, t))));
      return;
    }
    const k = contact.episode(t);
    if (k === path.episode) return;  // drawn already
    path.episode = k;
    const impact = contact.impacts[k], end = !impact || impact.t_end === null ? Infinity : impact.t_end;
    path.setAttribute('d', impact ? this.line(curve, Math.max(0, placeOf(curve.t, impact.t)), Math.max(0, placeOf(curve.t, end))) : '');
  }
  // The contact whose loops a curve of the script draws: `B.FN` over `B.delta`.
  contactOf(curve) {
    const [, name] = /^(.+)\.d?delta$/.exec(this.spec.x.name) || [];
    return name && curve.name.startsWith(name + '.') ? this.app.run.contacts?.find(c => c.name === name) : undefined;
  }

  // ---- the pointer ----
  where(event) {
    const box = this.svg.getBoundingClientRect(), k = this.width / box.width;
    return [(event.clientX - box.left) * k, (event.clientY - box.top) * k];
  }
  press(event) {
    if (event.button) return;
    this.svg.setPointerCapture(event.pointerId);
    this.from = this.where(event);
    this.dragged = false;
  }
  move(event) {
    const [x, y] = this.where(event);
    if (!this.from) { if (event.pointerType !== 'touch') this.read(x, y); return; }
    const dx = Math.abs(x - this.from[0]), dy = Math.abs(y - this.from[1]);
    if (dx < 6 && dy < 6) return;
    this.dragged = true;
    const flat = dy < 14;
    const box = {x: Math.min(x, this.from[0]), width: dx, y: flat ? this.top : Math.min(y, this.from[1]), height: flat ? this.height - this.top - this.bottom : dy};
    for (const key of Object.keys(box)) this.zoomBox.setAttribute(key, box[key]);
    this.zoomBox.setAttribute('visibility', 'visible');
    this.box = {...box, flat};
  }
  release(event) {
    const [x, y] = this.where(event), was = this.from;
    this.from = null;
    this.zoomBox.setAttribute('visibility', 'hidden');
    if (!was) return;
    if (!this.dragged) return this.read(x, y, true);
    const w = this.width - this.left - this.right, tall = this.height - this.top - this.bottom, b = this.box;
    if (!b || b.width < 4) return;
    const toX = v => this.whole((v - this.left) / w, this.rx, this.log.x), toY = v => this.whole((this.height - this.bottom - v) / tall, this.ry, this.log.y);
    this.view = {x: [toX(b.x), toX(b.x + b.width)], y: b.flat ? [...this.ry] : [toY(b.y + b.height), toY(b.y)]};
    this.build();
  }
  // The nearest sample sets the clock. Among equally near ones of a curve that comes back the one nearest in time.
  read(x, y, far = false) {
    const over = x >= this.left - 4 && x <= this.width - this.right + 4 && y >= this.top - 4 && y <= this.height - this.bottom + 4;
    if (!over || this.app.clock.playing && !far) return;
    let best = null;
    const range = this.app.run.to - this.app.run.from || 1;
    this.spec.curves.forEach((curve, k) => {
      if (this.off.has(k) || !curve.t) return;
      const ghost = !this.ofStage(curve), loops = this.spec.equal || this.isLoop(curve);
      for (let i = 0; i < curve.x.length; ++i) {
        const dx = this.px(curve.x[i]) - x, dy = this.py(curve.y[i]) - y;
        let d = Math.hypot(dx, loops ? dy : dy * 0.12) + (loops ? 3 * Math.abs(curve.t[i] - this.app.clock.t) / range : 0);
        if (ghost) d += far && Math.hypot(dx, dy) < 12 ? -1 : 1e4;  // another run only by a click upon it
        if (!best || d < best.d) best = {d, t: curve.t[i], run: curve.run, loops};
      }
    });
    if (!best || !Number.isFinite(best.d) || best.loops && best.d > 40) return;
    if (best.run !== undefined && best.run !== this.app.runIndex && best.run >= 0) this.app.choose(best.run);
    this.app.clock.set(best.t, 'plot');
  }
}
