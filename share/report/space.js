// The stage in space: the same drawing, seen along a direction that the hand turns. Bodies are convex, so their
// outlines are hulls of what the eye sees of their points; they are drawn from far to near.
const dot3 = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross3 = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const sum3 = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const scaled3 = (a, k) => a.map(x => k * x);
const mean3 = points => scaled3(points.reduce((a, b) => sum3(a, b), [0, 0, 0]), 1 / points.length);

// Two unit vectors square to a unit vector and to each other.
function across3(n) {
  const least = n.map(Math.abs).indexOf(Math.min(...n.map(Math.abs))), axis = [0, 0, 0];
  axis[least] = 1;
  const u = cross3(n, axis), unit = scaled3(u, 1 / Math.hypot(...u));
  return [unit, cross3(n, unit)];
}

// The unit normal of a face, a list of points counter-clockwise from outside.
function outwards(points, face) {
  const corners = face.map(i => points[i]), middle = mean3(corners);
  const normal = corners.map((p, i) => cross3(sum3(p, middle, -1), sum3(corners[(i + 1) % corners.length], middle, -1))).reduce((p, q) => sum3(p, q));
  return scaled3(normal, 1 / (Math.hypot(...normal) || 1));
}

class SpaceCamera extends Camera {
  constructor(up) {
    super();
    this.upright = up;
    this.reset();
  }
  reset() {
    super.reset();
    this.azimuth = 0.45;
    this.elevation = 0.3;
  }
  kept() { return {...super.kept(), azimuth: this.azimuth, elevation: this.elevation}; }
  drag(dx, dy, move) {
    if (move) return this.move(dx, dy);
    this.azimuth -= dx * 0.008;
    this.elevation = clamp(this.elevation + dy * 0.008, -Math.PI / 2, Math.PI / 2);
  }
  // Right and up on the screen, and away from the eye.
  aim() {
    const up = this.upright, side = Math.abs(up[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0], ahead = cross3(up, side);
    const [c, s, ce, se] = [Math.cos(this.azimuth), Math.sin(this.azimuth), Math.cos(this.elevation), Math.sin(this.elevation)];
    const away = sum3(scaled3(ahead, c), side, -s);
    this.right = sum3(scaled3(side, c), ahead, s);
    this.away = sum3(scaled3(away, ce), up, -se);
    this.over = sum3(scaled3(up, ce), away, se);
  }
  flat(p) { return [dot3(p, this.right), dot3(p, this.over)]; }
  depth(p) { return dot3(p, this.away); }
  at(p) { return super.at(this.flat(p)); }
}

class SpaceStage extends Stage {
  constructor(run) {
    super(run);
    this.camera = new SpaceCamera(run.up);
    this.aim();
    this.following = new Follow(run, point => this.camera.flat(point));
  }
  take(run) {
    this.run = run;
    this.labelling.take(run);
    this.guides = [];
    this.reaches = new Map(run.joints.filter(j => onRail(j.symbol)).map(j => [j, this.reach(j)]));
    this.travels = new Map(run.joints.filter(j => onRail(j.symbol)).map(j => [j, this.travel(j)]));
    this.trails = run.view?.trails.length ? run.view.trails.map(({body, at}) => this.way(body, at)) : run.bodies.length > 13 ? [] : run.bodies.map((body, b) => this.trail(body, b)).filter(Boolean);
    this.middle = scaled3(sum3(run.low, run.high), 0.5);
    if (!(this.camera instanceof SpaceCamera)) return;
    this.aim();
    this.following = new Follow(run, point => this.camera.flat(point));
  }
  // How far the second point comes along the axis of a joint that slides, from the first one: [least, most], m.
  travel({bodies: [a, b], at, axis}) {
    const {run} = this, range = [Infinity, -Infinity];
    for (const t of this.instants(80)) {
      const pose = run.pose(a, t), from = worldPoint(pose, at[0]);
      const along = sum3(worldPoint(pose, axis), worldPoint(pose, [0, 0, 0]), -1), s = dot3(sum3(worldPoint(run.pose(b, t), at[1]), from, -1), along);
      range[0] = Math.min(range[0], s);
      range[1] = Math.max(range[1], s);
    }
    return range;
  }
  // How far the second body reaches along that axis, from its point.
  reach({bodies: [a, b], at, axis}) {
    const {run} = this, pose = run.pose(b, run.from), from = worldPoint(pose, at[1]), first = run.pose(a, run.from);
    const along = sum3(worldPoint(first, axis), worldPoint(first, [0, 0, 0]), -1), ends = [0, 0];
    run.bodies[b].parts.filter(part => part.kind !== 'plane').flatMap(samplesOf).forEach(([p, r]) => {
      const d = dot3(sum3(worldPoint(pose, p), from, -1), along);
      ends[0] = Math.min(ends[0], d - r);
      ends[1] = Math.max(ends[1], d + r);
    });
    return ends;
  }
  // The picture has the size of what moves as it is seen first, so that turning it does not make it breathe.
  aim() {
    const {run} = this, first = new SpaceCamera(run.up), half = [0, 0];
    first.aim();
    for (let i = 0; i < 8; ++i) {
      const corner = run.low.map((low, k) => (i >> k & 1 ? run.high[k] : low) - this.middle[k]);
      first.flat(corner).forEach((x, k) => { half[k] = Math.max(half[k], Math.abs(x)); });
    }
    this.camera.aim();
    const at = this.camera.flat(this.middle);
    this.low = at.map((x, k) => x - half[k]);
    this.high = at.map((x, k) => x + half[k]);
  }

  draw(ctx, frame, t) {
    const {run, camera} = this;
    this.aim();
    camera.fit(...this.view(t), frame);
    Object.assign(this, {ctx, frame, t, taken: [], labels: []});
    this.poses = run.bodies.map((_, b) => run.pose(b, t));
    this.glows = this.show.forces ? run.glows(t) : [];
    ctx.save();
    ctx.lineJoin = ctx.lineCap = 'round';
    for (const [part, b] of this.parts(part => part.kind === 'plane')) this.plane(part, b);
    this.behind(ctx);
    if (this.show.trails) this.trailLines();
    const solid = this.parts(part => part.kind !== 'plane').flatMap(([part, b]) => this.pieces(part, b));
    const joints = run.joints.map(joint => ({far: this.jointDepth(joint), show: () => this.joint(joint)}));
    for (const item of [...solid, ...joints].sort((a, b) => b.far - a.far)) item.show();
    run.springs.forEach(spring => this.spring(spring));
    if (this.show.loads) drawLoads(this, t, force => camera.flat(force));
    if (this.show.forces) this.forces(t);
    if (this.show.names) this.labelling.draw();
    this.scaleBar();
    this.axes();
    ctx.restore();
  }
  parts(wanted) {
    return this.run.bodies.flatMap((body, b) => body.parts.filter(wanted).map(part => [part, b]));
  }
  worldOf(b, point) { return worldPoint(this.poses[b], point); }
  directionOf(b, v) { return sum3(this.worldOf(b, v), this.worldOf(b, [0, 0, 0]), -1); }
  // What is drawn of a part, and how far away it counts as. A bore is half before what it holds, half behind.
  pieces(part, b) {
    if (part.kind !== 'bearing' || !part.axis) return [{far: this.farness(part, b), show: () => this.part(part, b)}];
    const middle = this.camera.depth(this.worldOf(b, part.at));
    return [1, -1].map(side => ({far: middle + side * part.radius, show: () => this.bore(part, b, -side)}));
  }
  farness(part, b) {
    if (part.kind === 'solid') return this.camera.depth(this.worldOf(b, mean3(part.points)));
    return this.camera.depth(this.worldOf(b, part.at)) + (part.kind === 'bearing' ? part.radius : 0);
  }

  // Rails lie behind what slides on them, pins before what they hold.
  jointDepth({symbol, bodies, at}) {
    const depth = this.camera.depth(this.worldOf(bodies[1], at[1]));
    return depth + (onRail(symbol) ? 0.05 : -0.03) * this.run.size;
  }

  part(part, b) {
    if (part.kind === 'bearing') return this.bearing(part, b);
    if (part.kind === 'disc') return this.ball(part.at, part.radius, b);
    if (part.points.length === 1) return this.ball(part.points[0], part.radius, b);
    const {ctx} = this, seen = this.trace(part, b);
    ctx.fillStyle = this.fillOf(b);
    ctx.fill();
    fillGlow(ctx, this.glows[b]);
    ctx.lineWidth = 1.3;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    part.faces.forEach((_, face) => this.face(part, face, seen, b));
  }
  // The outline of a part; of what has points, these in pixels.
  trace(part, b) {
    const {ctx} = this, r = part.radius * this.camera.scale;
    ctx.beginPath();
    if (part.kind === 'solid') {
      const seen = part.points.map(p => this.pixel(b, p));
      this.hull(seen, part.assumed ? Math.max(1.5, r) : Math.max(0.01, r));
      return seen;
    }
    if (part.axis) [1, -1].forEach(side => this.halfRing(part, b, side).forEach(arc => arc.forEach((p, i) => { if (i) ctx.lineTo(...p); else ctx.moveTo(...p); })));
    else ctx.arc(...this.pixel(b, part.at), Math.max(0.5, r), 0, 2 * Math.PI);
    return [];
  }
  // Lit from above on the left, behind the eye.
  face(part, face, seen, b) {
    const around = part.faces[face];
    const {camera, ctx} = this, normal = this.directionOf(b, (part.normals ||= part.faces.map(f => outwards(part.points, f)))[face]);
    if (camera.depth(normal) >= 0) return;
    const light = 0.75 * dot3(normal, camera.over) - 0.35 * dot3(normal, camera.right) - 0.55 * camera.depth(normal);
    ctx.beginPath();
    around.forEach((i, k) => { if (k) ctx.lineTo(...seen[i]); else ctx.moveTo(...seen[i]); });
    ctx.closePath();
    const alpha = ctx.globalAlpha;
    ctx.fillStyle = light > 0.4 ? '#fff' : '#000';
    ctx.globalAlpha = alpha * Math.abs(light - 0.4) * 0.22;
    ctx.fill();
    ctx.globalAlpha = alpha;
    if (part.faces.length > 24 || part.radius > 0) return;
    ctx.lineWidth = 0.9;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
  }
  ball(at, radius, b) {
    const {ctx} = this, [x, y] = this.pixel(b, at), r = Math.max(0.5, radius * this.camera.scale);
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.fillStyle = this.fillOf(b);
    ctx.fill();
    fillGlow(ctx, this.glows[b]);
    if (r > 4 && Number.isFinite(x + y)) {
      const shade = ctx.createRadialGradient(x - 0.35 * r, y - 0.4 * r, 0.1 * r, x, y, r);
      shade.addColorStop(0, 'rgba(255,255,255,0.35)');
      shade.addColorStop(1, 'rgba(0,0,0,0.14)');
      ctx.fillStyle = shade;
      ctx.fill();
    }
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    if (r > 7 && !this.run.bodies[b].fixed) this.meridians(at, radius, b);
  }
  // Circles on a ball show how it turns: what the eye sees of them.
  meridians(at, radius, b) {
    const {ctx} = this;
    ctx.lineWidth = 0.8;
    ctx.strokeStyle = colour.edge;
    for (const [u, v] of [[0, 1], [2, 0]]) {
      ctx.beginPath();
      let on = false;
      for (let i = 0; i <= 48; ++i) {
        const arm = [0, 0, 0];
        arm[u] = radius * Math.cos(Math.PI * i / 24);
        arm[v] = radius * Math.sin(Math.PI * i / 24);
        const near = this.camera.depth(this.directionOf(b, arm)) < 0, p = this.pixel(b, sum3(at, arm));
        if (near && on) ctx.lineTo(...p); else ctx.moveTo(...p);
        on = near;
      }
      ctx.stroke();
    }
  }
  bearing(part, b) {
    const {ctx, camera} = this, [x, y] = this.pixel(b, part.at), r = part.radius * camera.scale;
    drawRing(ctx, x, y, Math.max(r * 1.3, r + 3), r, this.fillOf(b), 1.2);
  }
  // Half a ring about its axis, outside and inside: `side` 1 is nearer to the eye, -1 behind.
  halfRing(part, b, side) {
    const {camera} = this, a = this.directionOf(b, part.axis), middle = this.worldOf(b, part.at);
    const nearest = cross3(a, cross3(a, camera.away)), length = Math.hypot(...nearest);
    const u = scaled3(length > 1e-9 ? scaled3(nearest, 1 / length) : across3(a)[0], side), v = cross3(a, u);
    const arc = r => Array.from({length: 37}, (_, i) => {
      const angle = Math.PI * (i / 36 - 0.5);
      return camera.at(sum3(sum3(middle, u, r * Math.cos(angle)), v, r * Math.sin(angle)));
    });
    return [arc(1.3 * part.radius), arc(part.radius)];
  }
  bore(part, b, side) {
    const {ctx} = this, arcs = this.halfRing(part, b, side), trace = points => points.forEach((p, i) => { if (i) ctx.lineTo(...p); else ctx.moveTo(...p); });
    ctx.beginPath();
    trace([...arcs[0], ...[...arcs[1]].reverse()]);
    ctx.fillStyle = this.fillOf(b);
    ctx.fill();
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = colour.edge;
    ctx.beginPath();
    arcs.forEach(trace);
    ctx.stroke();
  }
  // A square of it below the middle of the picture, with a grid.
  plane(part, b) {
    const {ctx, camera, run} = this, origin = this.worldOf(b, part.at), n = this.directionOf(b, part.normal);
    const foot = sum3(this.middle, n, -dot3(sum3(this.middle, origin, -1), n)), reach = 0.75 * Math.hypot(...sum3(run.high, run.low, -1));
    const [u, v] = across3(n), step = niceStep(46 / camera.scale);
    const to = (x, y) => camera.at(sum3(sum3(origin, u, x), v, y)), from = sum3(foot, origin, -1);
    const [x0, y0] = [dot3(from, u), dot3(from, v)];
    ctx.save();
    ctx.beginPath();
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].forEach(([x, y], i) => { const p = to(x0 + x * reach, y0 + y * reach); if (i) ctx.lineTo(...p); else ctx.moveTo(...p); });
    ctx.closePath();
    ctx.fillStyle = this.fillOf(b);
    ctx.globalAlpha *= camera.depth(n) < 0 ? 0.75 : 0.3;
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = colour.edge;
    ctx.globalAlpha *= 0.7;
    ctx.stroke();
    ctx.clip();
    ctx.strokeStyle = colour.faint;
    ctx.globalAlpha *= 0.45;
    ctx.beginPath();
    for (let x = Math.ceil((x0 - reach) / step) * step; x < x0 + reach; x += step) { ctx.moveTo(...to(x, y0 - reach)); ctx.lineTo(...to(x, y0 + reach)); }
    for (let y = Math.ceil((y0 - reach) / step) * step; y < y0 + reach; y += step) { ctx.moveTo(...to(x0 - reach, y)); ctx.lineTo(...to(x0 + reach, y)); }
    ctx.stroke();
    ctx.restore();
  }
  joint(joint) {
    const {symbol, bodies, at, axis} = joint, {ctx, camera} = this, p = this.pixel(bodies[1], at[1]), r = clamp(0.011 * this.run.size * camera.scale, 3, 7);
    if (symbol === 'bar') this.line(this.pixel(bodies[0], at[0]), p, 2);
    if (symbol === 'none' || symbol === 'block') return;
    const held = bodies.findIndex(b => this.run.bodies[b].fixed);
    if (held >= 0 && !onRail(symbol)) this.support(held ? p : this.pixel(bodies[0], at[0]));
    if (symbol === 'ball' || symbol === 'bar') {
      this.dot(p, r, colour.card);
      ctx.lineWidth = 1.3;
      ctx.strokeStyle = colour.edge;
      ctx.stroke();
      return this.dot(p, 1.3, colour.edge);
    }
    // A pin along the axis; of what slides, a rail.
    const along = this.directionOf(bodies[0], axis), slides = this.travels.get(joint);
    const middle = this.worldOf(bodies[slides ? 0 : 1], at[slides ? 0 : 1]), room = (slides ? 0.06 : 0.045) * this.run.size;
    const [low, high] = slides ? slides.map((d, k) => d + this.reaches.get(joint)[k]) : [0, 0], ends = [low - room, high + room].map(d => camera.at(sum3(middle, along, d)));
    this.line(...ends, slides ? 4 : 2 * r, colour.edge);
    this.line(...ends, slides ? 2 : 2 * r - 2.2, colour.card);
  }
  // Where a contact is, in pixels.
  contactPixel(c, state) {
    if (!(c.clearance > 0)) return this.camera.at(state.p);
    const centre = this.worldOf(c.bodies[c.bearing], c.shapes[c.bearing].at);
    return this.camera.at(sum3(centre, state.n, (c.bearing === 0 ? -1 : 1) * c.shapes[c.bearing].radius));
  }
  forces(t) {
    for (const c of this.run.contacts) {
      const state = c.state(t);
      if (!(state.FN > 0 || state.blow)) continue;
      const pull = state.FN > 0 ? state.f : scaled3(state.n, -1), size = Math.hypot(...pull) || 1;
      const p = this.contactPixel(c, state), f = this.camera.flat(pull), alpha = this.ctx.globalAlpha;
      const length = clamp(0.2 * Math.min(this.frame.w, this.frame.h), 34, 90) * this.run.part(state) / size;
      this.ctx.globalAlpha = alpha * faded(state);
      this.arrow(p, [p[0] + length * f[0], p[1] - length * f[1]], this.hiddenPart(c, state, p, [length * f[0], -length * f[1]]));
      this.ctx.globalAlpha = alpha;
    }
  }
  // How much of an arrow lies behind a body whose far side it begins on, 0 to 1.
  hiddenPart({bodies, clearance}, {n, p: point}, [x, y], [dx, dy]) {
    if (clearance > 0) return 0;
    let most = 0;
    bodies.forEach((b, side) => this.run.bodies[b].parts.forEach(part => {
      if (!this.isBehind(part, b, point, side ? scaled3(n, -1) : n)) return;
      for (let i = 16; i > 16 * most; --i) if (this.covers(part, b, [x + dx * i / 16, y + dy * i / 16])) most = i / 16;
    }));
    return most;
  }
  // Whether a point of the surface of a part is turned away from the eye: of all flat faces that it lies on, or by the normal outwards there.
  isBehind(part, b, point, outside) {
    if (part.kind !== 'solid' && part.kind !== 'disc') return false;
    if (part.kind === 'disc' || part.radius > 0 || !part.faces.length) return this.camera.depth(outside) > 0;
    const slack = 1e-3 * Math.max(...part.points.map(p => Math.hypot(...sum3(p, part.points[0], -1))));
    part.normals ||= part.faces.map(f => outwards(part.points, f));
    return part.faces.every((face, i) => {
      const normal = this.directionOf(b, part.normals[i]), off = dot3(normal, sum3(point, this.worldOf(b, part.points[face[0]]), -1));
      return Math.abs(off) > slack || this.camera.depth(normal) > 0;
    });
  }
  // Whether a part is drawn at a pixel.
  covers(part, b, [x, y]) {
    const r = part.radius * this.camera.scale, balls = part.kind === 'disc' || part.points.length === 1;
    if (balls) return Math.hypot(...this.pixel(b, part.kind === 'disc' ? part.at : part.points[0]).map((p, k) => p - [x, y][k])) < r;
    return distanceToHull(part.points.map(p => this.pixel(b, p)), [x, y]) <= r;
  }
  // A vector of space in the lens: as long as it is, in the direction in which it is seen.
  seenFlat(v) {
    const [x, y] = this.camera.flat(v), seen = Math.hypot(x, y), length = Math.hypot(...v);
    return seen > 1e-9 * length ? [x / seen * length, y / seen * length] : [0, length];
  }
  stateOf(contact) { return this.seen(contact.state(this.t)); }
  seen(state) {
    const [nx, ny] = this.seenFlat(state.n), flat = {...state, nx, ny};
    if (state.e) [flat.ex, flat.ey] = this.seenFlat(state.e);
    const along = this.camera.flat(sum3(state.f, state.n, state.FN));
    flat.FT = Math.abs(state.FT) * Math.sign(along[1] * nx - along[0] * ny);
    return flat;
  }
  axes() {
    const {ctx, frame, camera} = this, x = frame.x + 34, y = frame.y + frame.h - 30, length = 20;
    ctx.font = '600 11px ' + fontSans();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ['x', 'y', 'z'].forEach((name, k) => {
      const axis = [0, 0, 0];
      axis[k] = 1;
      const [u, v] = camera.flat(axis);
      this.line([x, y], [x + length * u, y - length * v], 1.4, colour.soft);
      ctx.fillStyle = colour.soft;
      ctx.fillText(name, x + (length + 8) * u, y - (length + 8) * v);
    });
  }
}

const stageOf = run => run.spatial ? new SpaceStage(run) : new Stage(run);
