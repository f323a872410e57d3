// The planar stage: the mechanism at the clock's instant, on a canvas.
class Stage {
  constructor(run) {
    this.camera = new Camera();
    this.show = {names: true, trails: true, forces: true, loads: true, follow: null};  // null: as the run wants it
    this.labelling = new Names(this);
    this.behind = () => {};  // what is drawn behind all bodies
    this.take(run);
  }
  take(run) {
    this.run = run;
    this.labelling.take(run);
    this.guides = run.joints.filter(j => onRail(j.symbol)).map(j => new Guide(j, this));
    this.trails = run.view?.trails.length ? run.view.trails.map(({body, at}) => this.way(body, at)) : run.bodies.length > 13 ? [] : run.bodies.map((body, b) => this.trail(body, b)).filter(Boolean);
    this.low = [...run.low];
    this.high = [...run.high];
    this.roomForRings();
    for (const g of this.guides) if (!g.moving)
      for (const [x, y] of g.box) {
        this.low = [Math.min(this.low[0], x), Math.min(this.low[1], y)];
        this.high = [Math.max(this.high[0], x), Math.max(this.high[1], y)];
      }
    this.following = new Follow(run, point => point);
  }
  // What is seen at an instant, before the hand zooms: [low, high].
  view(t) { return this.goes() ? this.following.view(t) : [this.low, this.high]; }
  goes() { return this.following.offered && (this.show.follow ?? this.following.wanted); }
  // Bearings are drawn with a ring around their hole.
  roomForRings() {
    const {run} = this;
    run.bodies.forEach((body, b) => body.parts.filter(p => p.kind === 'bearing').forEach(part => {
      for (const t of body.track ? this.instants(40) : [run.from]) worldPoint(run.pose(b, t), part.at).forEach((x, k) => {
        this.low[k] = Math.min(this.low[k], x - 1.34 * part.radius);
        this.high[k] = Math.max(this.high[k], x + 1.34 * part.radius);
      });
    }));
  }
  instants(count) {
    const {from, to} = this.run;
    return Array.from({length: count}, (_, i) => from + (to - from) * i / (count - 1));
  }
  trail(body, b) {
    if (!body.track || body.parts.every(p => p.kind === 'plane')) return null;
    // Of the points that are drawn the farthest: some lie far outside, as the middles of hollow faces do.
    const reach = Math.max(0, ...body.parts.filter(p => p.kind !== 'plane').flatMap(samplesOf).map(([at, r]) => Math.hypot(...at.slice(0, this.run.spatial ? 3 : 2)) + r));
    // A rod without a shape is drawn to all its points, named or not.
    const shown = [...body.points, ...body.parts.filter(p => p.assumed && p.points).flatMap(p => p.points.map(at => ({at})))].filter(p => Math.hypot(...p.at) <= 1.001 * reach);
    const far = shown.reduce((best, p) => !best || Math.hypot(...p.at) > Math.hypot(...best) ? p.at : best, null);
    return this.way(b, far || [0, 0]);
  }
  // Where a point of a body comes.
  way(b, at) {
    const count = clamp((this.run.bodies[b].track?.t.length ?? 0) * 2, 100, 1600);
    return this.instants(count).map(t => worldPoint(this.run.pose(b, t), at));
  }

  draw(ctx, frame, t) {
    const run = this.run;
    this.camera.fit(...this.view(t), frame);
    this.ctx = ctx;
    this.frame = frame;
    this.t = t;
    this.poses = run.bodies.map((_, b) => run.pose(b, t));
    this.glows = this.show.forces ? run.glows(t) : [];
    this.taken = [];
    this.labels = [];
    ctx.save();
    ctx.lineJoin = ctx.lineCap = 'round';
    this.grid();
    if (this.show.trails) this.trailLines();
    this.guides.forEach(g => g.draw());
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'plane'));
    this.behind(ctx);
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'block'));
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'hull'));
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'curve' || part.kind === 'disc' && !this.isJournal(b, part)));
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'bearing'));
    run.bodies.forEach((body, b) => this.body(body, b, part => part.kind === 'disc' && this.isJournal(b, part)));
    run.springs.forEach(spring => this.spring(spring));
    run.joints.forEach(joint => this.joint(joint));
    this.guides.forEach(g => g.drawSleeve());
    run.bodies.forEach((body, b) => this.centre(body, b));
    if (this.show.loads) drawLoads(this, t, force => force);
    if (this.show.forces) this.forces(t);
    if (this.show.names) this.labelling.draw();
    this.scaleBar();
    ctx.restore();
  }
  pixel(b, point) { return this.camera.at(worldPoint(this.poses[b], point)); }
  isJournal(b, part) {
    return this.run.contacts.some(c => c.clearance > 0 && c.bodies[1 - c.bearing] === b
      && c.shapes[1 - c.bearing].at[0] === part.at[0] && c.shapes[1 - c.bearing].at[1] === part.at[1]);
  }

  grid() {
    const {ctx, camera} = this, frame = this.full || this.frame, step = niceStep(46 / camera.scale);
    ctx.strokeStyle = colour.grid;
    ctx.lineWidth = 1;
    ctx.beginPath();
    const [x0, y1] = camera.back(frame.x, frame.y), [x1, y0] = camera.back(frame.x + frame.w, frame.y + frame.h);
    for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) {
      const p = Math.round(camera.at([x, 0])[0]) + 0.5;
      ctx.moveTo(p, frame.y);
      ctx.lineTo(p, frame.y + frame.h);
    }
    for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) {
      const p = Math.round(camera.at([0, y])[1]) + 0.5;
      ctx.moveTo(frame.x, p);
      ctx.lineTo(frame.x + frame.w, p);
    }
    ctx.stroke();
  }
  trailLines() {
    const {ctx} = this;
    ctx.strokeStyle = colour.c1;
    ctx.globalAlpha = 0.38;
    ctx.lineWidth = 1;
    ctx.setLineDash([1.5, 4]);
    for (const trail of this.trails) {
      ctx.beginPath();
      trail.forEach((p, i) => { const [x, y] = this.camera.at(p); if (i) ctx.lineTo(x, y); else ctx.moveTo(x, y); });
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }
  // Short strokes on the side of a line where the ground is, to the right of its direction.
  hatch([ax, ay], [bx, by], depth = 7) {
    const {ctx} = this, length = Math.hypot(bx - ax, by - ay);
    if (!(length > 1) || length > 1e5) return;
    const ux = (bx - ax) / length, uy = (by - ay) / length;
    ctx.lineWidth = 1;
    ctx.strokeStyle = colour.faint;
    ctx.beginPath();
    for (let d = 3; d < length; d += 7) {
      const x = ax + ux * d, y = ay + uy * d;
      ctx.moveTo(x, y);
      ctx.lineTo(x - uy * depth - ux * depth * 0.7, y + ux * depth - uy * depth * 0.7);
    }
    ctx.stroke();
  }
  line(a, b, width = 1.3, stroke = colour.edge) {
    const {ctx} = this;
    ctx.lineWidth = width;
    ctx.strokeStyle = stroke;
    ctx.beginPath();
    ctx.moveTo(...a);
    ctx.lineTo(...b);
    ctx.stroke();
  }
  // Names keep off a line.
  takeLine([ax, ay], [bx, by]) {
    const count = Math.ceil(Math.hypot(bx - ax, by - ay) / 12);
    if (count > 400) return;
    for (let i = 0; i <= count; ++i) this.taken.push({x: ax + (bx - ax) * i / count - 5, y: ay + (by - ay) * i / count - 5, w: 10, h: 10, line: true});
  }

  trace(part, b) {
    const {ctx, camera} = this;
    const to = point => this.pixel(b, worldPoint(part.at, point));
    ctx.beginPath();
    if (part.kind === 'disc' || part.kind === 'bearing') {
      ctx.arc(...to([0, 0]), Math.max(0.5, part.radius * camera.scale), 0, 2 * Math.PI);
    } else if (part.kind === 'curve') {
      part.points.forEach((p, i) => { if (i) ctx.lineTo(...to(p)); else ctx.moveTo(...to(p)); });
      ctx.closePath();
    } else if (part.kind === 'block') {
      const [x, y] = to([0, 0]), w = part.length * camera.scale, tall = part.width * camera.scale;
      ctx.translate(x, y);
      ctx.rotate(-(this.poses[b][2] + part.at[2]));
      ctx.roundRect(-w / 2, -tall / 2, w, tall, Math.min(7, tall / 6));
      ctx.rotate(this.poses[b][2] + part.at[2]);
      ctx.translate(-x, -y);
    } else if (part.kind === 'hull') {
      this.hull(part.points.map(to), Math.max(1.5, part.radius * camera.scale));
    }
  }
  // The outline of all within r of the hull of some pixels.
  hull(points, r) {
    const {ctx} = this, around = convexHull(points);
    if (around.length === 1) return ctx.arc(...around[0], r, 0, 2 * Math.PI);
    if (r < 0.3) {  // nothing to round
      around.forEach((p, i) => { if (i) ctx.lineTo(...p); else ctx.moveTo(...p); });
      return ctx.closePath();
    }
    around.forEach((p, i) => {
      const before = around[(i + around.length - 1) % around.length], after = around[(i + 1) % around.length];
      const from = Math.atan2(p[1] - before[1], p[0] - before[0]) - Math.PI / 2;
      const to = Math.atan2(after[1] - p[1], after[0] - p[0]) - Math.PI / 2;
      ctx.arc(p[0], p[1], r, from, to);
    });
    ctx.closePath();
  }
  body(body, b, wanted) {
    const {ctx} = this;
    for (const part of body.parts) {
      if (!wanted(part)) continue;
      if (part.kind === 'plane') { this.plane(part, b); continue; }
      if (part.kind === 'bearing') { this.bearing(part, b); continue; }
      this.trace(part, b);
      const thin = part.kind === 'hull' && part.points.length < 3 && part.radius * this.camera.scale < 2.2;  // nothing of a shade would be seen
      ctx.fillStyle = thin ? colour.edge : this.fillOf(b);
      ctx.fill();
      fillGlow(ctx, this.glows[b]);
      ctx.lineWidth = thin ? 0.5 : 1.3;
      ctx.strokeStyle = colour.edge;
      ctx.stroke();
      if (part.kind === 'disc' && !this.isJournal(b, part)) this.spoke(part, b);
      if (part.kind === 'hull' && part.points.length === 1 && !body.parts.some(p => p.kind === 'disc')) this.spoke({...part, at: [...worldPoint(part.at, part.points[0]), part.at[2]]}, b);
    }
  }
  // Two shades tell neighbours apart, here and in a lens.
  fillOf(b) {
    const {tone} = this.run.bodies[b];
    return tone === 'pale' ? colour.glass : tone === 'dark' ? colour.steel : colour.sunk;
  }
  // Shows how a disc turns.
  spoke(part, b) {
    const r = part.radius * this.camera.scale;
    if (r < 5 || !this.run.bodies[b].track) return;
    const q = part.radius;
    this.line(this.pixel(b, worldPoint(part.at, [0.72 * q, 0])), this.pixel(b, worldPoint(part.at, [0.96 * q, 0])), 1.3);
  }
  bearing(part, b) {
    const {ctx, camera} = this, [x, y] = this.pixel(b, part.at), r = part.radius * camera.scale;
    drawRing(ctx, x, y, Math.max(r * 1.34, r + 3), r, this.fillOf(b), 1.2);
  }
  plane(part, b) {
    const {ctx} = this, frame = this.full || this.frame, reach = 2 * (frame.w + frame.h) / this.camera.scale;
    const foot = this.camera.back(frame.x + frame.w / 2, frame.y + frame.h / 2);
    const angle = this.poses[b][2] + part.at[2], [ox, oy] = worldPoint(this.poses[b], part.at);
    const along = (foot[0] - ox) * Math.cos(angle) + (foot[1] - oy) * Math.sin(angle);
    const to = (x, y) => this.camera.at(worldPoint([ox, oy, angle], [along + x, y]));
    const own = !this.run.bodies[b].fixed;
    const a = to(-reach, 0), c = to(reach, 0), thick = own ? 26 / this.camera.scale : reach;
    ctx.save();
    ctx.beginPath();
    ctx.rect(frame.x, frame.y, frame.w, frame.h);
    ctx.clip();
    ctx.beginPath();
    [a, c, to(reach, -thick), to(-reach, -thick)].forEach((p, i) => { if (i) ctx.lineTo(...p); else ctx.moveTo(...p); });
    ctx.fillStyle = own ? this.fillOf(b) : colour.sunk;
    ctx.fill();
    this.line(a, c, 1.5);
    const seen = withinFrame(a, c, frame);
    if (seen) this.takeLine(...seen);
    if (!own) this.hatch(a, c, 8);
    ctx.restore();
  }

  spring({bodies, at}) {
    const {ctx} = this, a = this.pixel(bodies[0], at[0]), b = this.pixel(bodies[1], at[1]);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length < 2) return;
    const ux = (b[0] - a[0]) / length, uy = (b[1] - a[1]) / length, coils = 9, end = Math.min(10, length / 5);
    const wide = clamp(length / 14, 3, 8);
    ctx.beginPath();
    ctx.moveTo(...a);
    for (let i = 0; i <= 2 * coils; ++i) {
      const d = end + (length - 2 * end) * i / (2 * coils), side = i === 0 || i === 2 * coils ? 0 : i % 2 ? wide : -wide;
      ctx.lineTo(a[0] + ux * d - uy * side, a[1] + uy * d + ux * side);
    }
    ctx.lineTo(...b);
    ctx.lineWidth = 1.4;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    for (const p of [a, b]) this.dot(p, 2.6, colour.edge);
    [[a, b], [b, a]].forEach(([p, q], i) => { if (this.run.bodies[bodies[i]].fixed) this.anchor(p, [q[0] - p[0], q[1] - p[1]]); });
  }
  // What holds on the ground: a hatched stroke across, behind the end.
  anchor([x, y], [dx, dy]) {
    const d = Math.hypot(dx, dy), ux = dx / d, uy = dy / d;
    const ends = [[x - 9 * uy, y + 9 * ux], [x + 9 * uy, y - 9 * ux]];
    this.line(...ends);
    this.hatch(ends[0], ends[1], 5);
  }
  dot([x, y], r, fillStyle) {
    const {ctx} = this;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.fillStyle = fillStyle;
    ctx.fill();
  }
  joint({symbol, bodies, at}) {
    const {ctx} = this, p = this.pixel(bodies[1], at[1]), q = this.pixel(bodies[0], at[0]);
    if (symbol === 'bar') this.line(q, p, 2);
    if (symbol === 'pin' || symbol === 'pin_on_rail' || symbol === 'bar') {
      const fixed = bodies.findIndex(b => !this.run.bodies[b].track);
      if (fixed >= 0 && !onRail(symbol)) this.support(fixed ? p : q);
      const r = clamp(0.011 * this.run.size * this.camera.scale, 3, 7);
      ctx.beginPath();
      ctx.arc(...p, r, 0, 2 * Math.PI);
      ctx.fillStyle = colour.card;
      ctx.fill();
      ctx.lineWidth = 1.3;
      ctx.strokeStyle = colour.edge;
      ctx.stroke();
      this.dot(p, 1.3, colour.edge);
      this.taken.push({x: p[0] - 6, y: p[1] - 6, w: 12, h: 12});
    }
    if (symbol === 'block') {
      ctx.fillStyle = colour.edge;
      ctx.fillRect(p[0] - 3, p[1] - 3, 6, 6);
    }
  }
  // A bearing on the ground: a hatched triangle, below; above where gravity would let it hang.
  support([x, y]) {
    const {ctx} = this, r = clamp(0.03 * this.run.size * this.camera.scale, 8, 17);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - r * 0.7, y + r * 1.35);
    ctx.lineTo(x + r * 0.7, y + r * 1.35);
    ctx.closePath();
    ctx.fillStyle = colour.card;
    ctx.fill();
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    this.line([x - r * 1.15, y + r * 1.35], [x + r * 1.15, y + r * 1.35]);
    this.hatch([x - r * 1.15, y + r * 1.35], [x + r * 1.15, y + r * 1.35], 5);
  }
  centre(body, b) {
    if (!body.cm || !body.track || !body.parts.some(p => p.assumed && p.kind === 'hull' && p.radius * this.camera.scale > 7)) return;
    const {ctx} = this, [x, y] = this.pixel(b, body.cm), r = 4.4, turn = -this.poses[b][2], bar = body.parts.find(p => p.assumed && p.kind === 'hull');
    const away = awayFromHull(bar.points, body.cm);  // a mass beside its body hangs on a thread
    if (Math.hypot(...away) > bar.radius) this.line([x, y], this.pixel(b, [body.cm[0] - away[0], body.cm[1] - away[1]]), 1, colour.faint);
    this.dot([x, y], r, colour.card);
    for (const k of [0, 2]) {
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.arc(x, y, r, turn + k * Math.PI / 2, turn + (k + 1) * Math.PI / 2);
      ctx.closePath();
      ctx.fillStyle = colour.edge;
      ctx.fill();
    }
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.lineWidth = 1;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    this.taken.push({x: x - 7, y: y - 7, w: 14, h: 14});
  }

  // A contact at the instant of the stage, as a lens shows it.
  stateOf(contact) { return contact.state(this.t); }
  // Where a contact is, in pixels.
  contactPixel(c, state) {
    if (!(c.clearance > 0)) return this.camera.at([state.px, state.py]);
    const b = c.bearing, sign = c.bearing === 0 ? -1 : 1;
    const centre = this.pixel(c.bodies[b], c.shapes[b].at), r = c.shapes[b].radius * this.camera.scale;
    return [centre[0] + sign * state.nx * r, centre[1] - sign * state.ny * r];
  }
  forces(t) {
    for (const c of this.run.contacts) {
      const state = c.state(t);
      if (!(state.FN > 0 || state.blow)) continue;
      const p = this.contactPixel(c, state), [x, y] = this.pull(state), f = Math.hypot(x, y) || 1;
      const length = clamp(0.2 * Math.min(this.frame.w, this.frame.h), 34, 90) * this.run.part(state) / f;
      const alpha = this.ctx.globalAlpha;
      this.ctx.globalAlpha = alpha * faded(state);
      this.arrow(...this.within(p, [length * x, -length * y]));
      this.ctx.globalAlpha = alpha;
    }
  }
  // What acts on the first body, as it is seen: of a blow its direction alone.
  pull({FN, FT, nx, ny}) { return FN > 0 ? [-FN * nx - FT * ny, -FN * ny + FT * nx] : [-nx, -ny]; }
  // `hidden`: how much of it, 0 to 1, lies behind a body: dashed.
  arrow(a, b, hidden = 0) {
    const on = part => a.map((x, k) => x + part * (b[k] - x)), {ctx} = this, length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (hidden > 0) {
      ctx.save();
      ctx.setLineDash([1, 5]);
      this.line(a, on(hidden), 2.6, colour.touch);
      ctx.restore();
    }
    drawArrow(ctx, on(clamp(1 - 15 / length, 0, hidden)), b);  // its head is seen in any case
  }
  // An arrow begins where it acts; one that would leave the picture so ends there.
  within([x, y], [dx, dy]) {
    const {x: left, y: top, w, h: tall} = this.full || this.frame, inside = (px, py) => px > left + 4 && px < left + w - 4 && py > top + 4 && py < top + tall - 4;
    return inside(x + dx, y + dy) || !inside(x - dx, y - dy) ? [[x, y], [x + dx, y + dy]] : [[x - dx, y - dy], [x, y]];
  }

  scaleBar() {
    const {ctx, frame, camera} = this, length = niceStep(46 / camera.scale), w = length * camera.scale;
    const x = frame.x + frame.w - 16, y = frame.y + frame.h - 13;
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = colour.card;
    ctx.beginPath();
    ctx.roundRect(x - w - 8, y - 21, w + 16, 29, 5);
    ctx.fill();
    ctx.globalAlpha = 1;
    this.line([x - w, y], [x, y], 1.2, colour.soft);
    this.line([x - w, y - 3], [x - w, y + 3], 1.2, colour.soft);
    this.line([x, y - 3], [x, y + 3], 1.2, colour.soft);
    ctx.font = '11px ' + fontSans();
    ctx.fillStyle = colour.soft;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = 4;
    ctx.strokeStyle = colour.card;
    ctx.strokeText(quantity(length, 'm', 3), x - w / 2, y - 4);
    ctx.fillText(quantity(length, 'm', 3), x - w / 2, y - 4);
  }
}

// What slides along the axis of its joint.
const onRail = symbol => symbol === 'rail' || symbol === 'pin_on_rail';

// What of a line lies in a frame: its ends; null if nothing does.
function withinFrame([ax, ay], [bx, by], {x, y, w, h}) {
  let from = 0, to = 1;
  for (const [p, d, low, high] of [[ax, bx - ax, x, x + w], [ay, by - ay, y, y + h]]) {
    const [u, v] = d === 0 ? (p < low || p > high ? [1, 0] : [0, 1]) : [(low - p) / d, (high - p) / d].sort((a, b) => a - b);
    from = Math.max(from, u);
    to = Math.min(to, v);
  }
  return from < to ? [from, to].map(u => [ax + u * (bx - ax), ay + u * (by - ay)]) : null;
}

let sans = '';
const fontSans = () => sans || (sans = getComputedStyle(document.body).fontFamily);

function convexHull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = list => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const a = chain[chain.length - 2], b = chain[chain.length - 1];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  const all = [...half(sorted), ...half(sorted.reverse())];
  return all.length ? all : [points[0]];
}

// A bearing: what is around its hole.
function drawRing(ctx, x, y, outer, inner, fill, width) {
  ctx.lineWidth = width;
  ctx.strokeStyle = colour.edge;
  for (const [radius, style] of [[outer, fill], [inner, colour.card]]) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = style;
    ctx.fill();
    ctx.stroke();
  }
}

function drawArrow(ctx, [ax, ay], [bx, by], width = 2.6, stroke = colour.touch) {
  const length = Math.hypot(bx - ax, by - ay);
  if (!(length > 0.5)) return;
  const ux = (bx - ax) / length, uy = (by - ay) / length, head = Math.min(9, length * 0.6);
  ctx.strokeStyle = ctx.fillStyle = stroke;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx - ux * head * 0.7, by - uy * head * 0.7);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(bx, by);
  ctx.lineTo(bx - ux * head - uy * head * 0.42, by - uy * head + ux * head * 0.42);
  ctx.lineTo(bx - ux * head + uy * head * 0.42, by - uy * head - ux * head * 0.42);
  ctx.closePath();
  ctx.fill();
}
