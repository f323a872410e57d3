// Names on the stage, beside what they name, where nothing else stands.
class Names {
  constructor(stage) {
    this.stage = stage;
    this.places = new Map();  // where each name stood last
  }
  take(run) {
    this.run = run;
    this.short = ofInstances(run);
  }
  draw() {
    const {stage, run} = this, {ctx} = stage;
    ctx.font = '600 12px ' + fontSans();
    const discs = run.spatial ? [] : this.discs();
    if (run.bodies.length > 14) return this.pressed(discs);
    const flat = body => body.parts.length && body.parts.every(p => p.kind === 'plane');
    run.bodies.forEach((body, b) => {
      if (b === 0 || !body.parts.length || flat(body)) return;
      this.body(b, this.short.get(body.name) || body.name, discs);
    });
    if (!run.spatial) run.bodies.forEach((body, b) => { if (b > 0 && flat(body)) this.plane(body, b); });
    for (const joint of run.joints) {
      if (joint.symbol === 'rail' || joint.symbol === 'block' || this.short.has(joint.name)) continue;
      this.put(joint.name, stage.pixel(joint.bodies[1], joint.at[1]), colour.soft, 12);
    }
    for (const c of run.contacts) {
      const hole = c.shapes[c.bearing];
      if (c.clearance > 0) this.put(c.name, stage.pixel(c.bodies[c.bearing], hole.at), colour.touch, hole.radius * stage.camera.scale * 1.34 + 9);
    }
  }
  // Among so many bodies those alone that press each other hardest at the instant: of each group a pair, and of other contacts.
  pressed(discs) {
    const {stage, run} = this, {t} = stage, closed = run.contacts.filter(c => c.episode(t) >= 0);
    const force = c => c.state(t).FN, hardest = closed.reduce((best, c) => !best || force(c) > force(best) ? c : best, null);
    const own = b => [b, this.short.get(run.bodies[b].name) || run.bodies[b].name];
    const pairs = run.groups.flatMap(g => (g.at(t) || []).slice(1).map(m => [g.members[m]?.body, g.members[m]?.name]));
    for (const [b, text] of [...pairs, ...(hardest?.bodies || []).map(own)]) {
      if (b > 0 && run.bodies[b].parts.some(p => p.kind !== 'plane')) this.body(b, text, discs);
    }
  }
  // Beside the body, or on it where it has room, and off all other round ones.
  body(b, text, discs) {
    const {stage} = this, body = this.run.bodies[b];
    this.put(text, stage.pixel(b, middleOf(body)), colour.ink, this.away(body, stage.ctx.measureText(text).width), discs.filter(disc => disc.body !== b));
  }
  // Near the end of what is seen of a plane, where it lies in the frame.
  plane(body, b) {
    const {stage} = this, {frame} = stage, part = body.parts[0], angle = stage.poses[b][2] + part.at[2], o = stage.pixel(b, part.at);
    const reach = 2 * (frame.w + frame.h), foot = (frame.x + frame.w / 2 - o[0]) * Math.cos(angle) - (frame.y + frame.h / 2 - o[1]) * Math.sin(angle);
    for (let d = reach; d > -reach; d -= 12) {
      const x = o[0] + (foot + d) * Math.cos(angle), y = o[1] - (foot + d) * Math.sin(angle);
      if (x > frame.x + 40 && x < frame.x + frame.w - 40 && y > frame.y + 16 && y < frame.y + frame.h - 16) return this.put(body.name, [x, y], colour.ink, 9);
    }
  }
  // How far from its middle a body's name stands, so that it does not lie on the body, or 0 where it has room on it.
  away(body, wide) {
    const part = bulkOf(body), k = this.stage.camera.scale;
    if (!part) return 0;
    if (this.run.spatial) return Math.min((part.radius || 0) * k + 9, 30);
    if (part.kind === 'disc' && part.radius * k * 1.8 > wide + 8) return 0;
    if (part.kind === 'block') return part.width * k / 2 + 10;
    if (part.kind === 'curve') return Math.min(...part.points.map(p => Math.hypot(...p))) * k > 22 ? 0 : 14;
    return Math.min(part.radius * k + 9, 30);
  }
  // Round bodies as they are seen: on or close beside another one a name would be taken for that one's.
  discs() {
    const {stage, run} = this;
    return run.bodies.flatMap((body, b) => {
      const part = b > 0 ? bulkOf(body) : null;
      if (part?.kind !== 'disc' || part.hollow) return [];
      const [x, y] = stage.pixel(b, part.at);
      return [{body: b, x, y, r: part.radius * stage.camera.scale}];
    });
  }
  // Where it stood before, if it still can.
  put(text, [x, y], fill, away, others = []) {
    const {stage} = this, {ctx, frame} = stage, w = ctx.measureText(text).width, last = this.places.get(text);
    // A line behind a body does not cross the name on it.
    const free = box => !stage.taken.some(o => !(o.line && away === 0) && box.x < o.x + o.w && o.x < box.x + box.w && box.y < o.y + o.h && o.y < box.y + box.h)
      && box.x > frame.x && box.x + box.w < frame.x + frame.w && box.y > frame.y && box.y + box.h < frame.y + frame.h
      && !others.some(o => Math.hypot(clamp(o.x, box.x, box.x + box.w) - o.x, clamp(o.y, box.y, box.y + box.h) - o.y) < o.r);
    const boxAt = k => {
      const angle = -Math.PI / 2 + k * Math.PI / 4, d = away + (k % 2 ? 3 : 0) + [0, 12, 30][k >> 3];
      const cx = x + Math.cos(angle) * (d + w / 2 * Math.abs(Math.cos(angle))), cy = y + Math.sin(angle) * (d + 5);
      return {x: cx - w / 2 - 2, y: cy - 8, w: w + 4, h: 16, cx, cy};
    };
    const order = [0, 1, 7, 2, 6, 3, 5, 4, 8, 12, 9, 15, 10, 14, 11, 13, 17, 23, 19, 21, 16, 20, 18, 22];  // the nearer ones first
    const k = [...(last === undefined ? [] : [last]), ...order].find(i => free(boxAt(i)));
    if (k === undefined) return;
    this.places.set(text, k);
    const box = boxAt(k);
    stage.taken.push(box);
    stage.labels.push({text, ...box});
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 4;
    ctx.strokeStyle = colour.card;
    ctx.strokeText(text, box.cx, box.cy);
    ctx.fillStyle = fill;
    ctx.fillText(text, box.cx, box.cy);
  }
}

// Three or more bodies p[1].ball, p[2].ball, …, one of each instance, are called as their instances: name → what is written.
// Joints of such an instance need no name beside it.
function ofInstances(run) {
  const short = new Map(), split = name => { const dot = name.lastIndexOf('.'); return dot < 0 ? ['', name] : [name.slice(0, dot), name.slice(dot + 1)]; };
  const bodies = run.bodies.slice(1).map(body => split(body.name)), count = (k, word) => bodies.filter(pair => pair[k] === word).length;
  for (const [instance, own] of bodies) if (instance && count(1, own) > 2 && count(0, instance) === 1) short.set(`${instance}.${own}`, instance);
  const called = new Set(short.values());
  for (const {name} of run.joints) if (called.has(split(name)[0])) short.set(name, '');
  return short;
}
// The part that a body is known by: the disc about its centre of mass, if it has one; else the first that is more than a corner.
function bulkOf(body) {
  const parts = body.parts.filter(p => p.kind !== 'plane'), near = p => p.kind === 'disc' && body.cm && p.at.every((x, k) => k > 1 || Math.abs(x - body.cm[k]) < 0.1 * p.radius);
  return parts.find(near) || parts.find(p => !(p.kind === 'hull' && body.parts.some(q => q.kind === 'disc' && !q.hollow && !p.assumed)));
}
// A mass beside what is drawn of its body is no place for the name.
function middleOf(body) {
  if (!body.cm || !body.track) return [0, 0, 0];
  const hull = body.parts.length === 1 && body.parts[0].assumed && body.parts[0].kind === 'hull' ? body.parts[0] : null;
  if (!hull || distanceToHull(hull.points, body.cm) <= hull.radius) return body.cm;
  return [0, 1].map(k => hull.points.reduce((sum, p) => sum + p[k], 0) / hull.points.length);
}
// From a point to the hull of some; 0 within it.
function distanceToHull(points, p) { return Math.hypot(...awayFromHull(points, p)); }
// The way from the nearest point of the hull.
function awayFromHull(points, [x, y]) {
  const around = convexHull(points);
  let best = null, inside = around.length > 2;
  around.forEach(([ax, ay], i) => {
    const [bx, by] = around[(i + 1) % around.length], ux = bx - ax, uy = by - ay, part = clamp(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy || 1), 0, 1);
    const way = [x - ax - part * ux, y - ay - part * uy];
    if (ux * (y - ay) - uy * (x - ax) < 0) inside = false;
    if (!best || Math.hypot(...way) < Math.hypot(...best)) best = way;
  });
  return inside ? [0, 0] : best;
}
