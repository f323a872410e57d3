// The looking glass: one contact, magnified so that the picture touches exactly when the simulation does.
class Lens {
  constructor(contact, run) {
    this.contact = contact;
    this.run = run;
    const c = contact;
    // Of rigid parts nothing gives way: there the lens shows how they come near each other.
    this.reach = c.deepest > 0 ? c.deepest : c.clearance > 0 ? c.clearance : 2e-4 * run.size;
    this.scaleOfStage = 0;
    this.other = null;
  }
  // Half the width of the picture along the surfaces, m: where they have parted by some times as much as they go deep, `reach`; beside
  // an edge that ends at once half of that on the other side. Never enlarged more than across; of what is flat a part of the mechanism.
  tangentialWindow(reach) {
    const least = 0.95 / 0.3 * reach, most = 1.9 * Math.sqrt(2 * this.run.size * reach), parted = x => Math.min(this.sides[0].at(x) + this.sides[1].at(x), 5.4 * reach);
    let low = Math.min(least, most), high = most;
    for (let i = 0; i < 24 && high > 1.01 * low; ++i) {
      const middle = Math.sqrt(low * high);
      if (parted(middle) + parted(-middle) < 7.2 * reach) low = middle; else high = middle;
    }
    return high;
  }
  // The same contact of a run that is laid over this one on the stage `over`, if there is one.
  lay(over) {
    const contact = over?.run.contacts.find(c => c.name === this.contact.name && c.clearance > 0 === this.contact.clearance > 0);
    this.other = contact ? {contact, poses: over.poses, state: over.stateOf(contact)} : null;
  }
  // Pixels for each metre of the gap. So many that the bearing has the radius R on the screen, the gap 0.3 R, the journal R less the gap; of
  // other surfaces that they go 0.3 R deep, and fewer where they are apart, so that both of them are seen.
  enlarge(state) {
    const {contact: c, other} = this;
    if (c.clearance > 0) {
      this.k = 0.3 * this.inner() / Math.max(c.clearance, other?.contact.clearance || 0);
      return;
    }
    const most = 0.3 * this.R / Math.max(this.reach, other?.contact.deepest || 0), least = Math.min(most, 2 * this.scaleOfStage);
    this.k = state.gap > 0 ? clamp(0.9 * this.R / state.gap, least, most) : most;
    this.sides = profilesOf(c, this.stage.poses, state);
    this.window = this.tangentialWindow(0.3 * this.R / this.k);
  }
  // The picture in the square around (x, y) of half width R; the state at the clock.
  draw(ctx, x, y, state, t) {
    ctx.save();
    ctx.lineJoin = ctx.lineCap = 'round';
    if (this.contact.clearance > 0) this.journal(ctx, x, y, state, t);
    else if (this.isFar(state)) this.apart(ctx, x, y, state);
    else this.surfaces(ctx, x, y, state);
    ctx.restore();
  }
  factor() { return this.k / this.scaleOfStage; }
  inner() { return this.R * 0.8; }
  // What its width is, along the normal of the surfaces, m.
  across() { return 2 * this.R / this.k; }
  fill(side) { return this.stage.fillOf(this.contact.bodies[side]); }

  journal(ctx, x, y, state, t) {
    const c = this.contact, ring = this.inner(), {k} = this, gap = k * c.clearance;
    const jx = x + k * state.ex, jy = y - k * state.ey;
    drawRing(ctx, x, y, this.R, ring, this.fill(c.bearing), 1.5);
    ctx.beginPath();
    ctx.arc(jx, jy, ring - gap, 0, 2 * Math.PI);
    ctx.fillStyle = this.fill(1 - c.bearing);
    ctx.fill();
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, y, gap, 0, 2 * Math.PI);
    ctx.setLineDash([3, 3]);
    ctx.lineWidth = 1;
    ctx.strokeStyle = colour.faint;
    ctx.stroke();
    ctx.setLineDash([]);
    this.orbit(ctx, x, y, k, t);
    if (this.other) this.otherJournal(ctx, x, y, ring);
    const touching = state.FN > 0 || state.blow;
    if (touching) {
      const angle = Math.atan2(-state.ey, state.ex), e = Math.hypot(state.ex, state.ey);
      // Where the two circles of the picture cross; a little more, so that a light touch is seen.
      const half = Math.max(0.07, this.overlapAngle(ring, ring - gap, k * e));
      ctx.beginPath();
      ctx.arc(x, y, ring + 2.5, angle - half, angle + half);
      ctx.lineWidth = 7;
      ctx.lineCap = 'butt';
      ctx.strokeStyle = colour.touch;
      ctx.globalAlpha = faded(state);
      ctx.stroke();
      ctx.globalAlpha = 1;
      const p = [x + (ring - 3) * Math.cos(angle), y + (ring - 3) * Math.sin(angle)];
      this.force(ctx, p, state);
    }
    ctx.beginPath();
    ctx.arc(jx, jy, 3, 0, 2 * Math.PI);
    ctx.fillStyle = touching ? colour.touch : colour.c1;
    ctx.fill();
  }
  // The journal of the run that is laid over this one.
  otherJournal(ctx, x, y, ring) {
    const {k, other: {contact, state}} = this, r = ring - k * contact.clearance;
    if (![state.ex, state.ey].every(Number.isFinite) || !(r > 0)) return;
    layOver(ctx);
    ctx.beginPath();
    ctx.arc(x + k * state.ex, y - k * state.ey, r, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.restore();
  }
  overlapAngle(R, r, d) {
    if (d <= R - r || d === 0) return 0;
    const a = (R * R + d * d - r * r) / (2 * R * d);
    return Math.acos(clamp(a, -1, 1));
  }
  // The way of the journal's centre of late, fading.
  orbit(ctx, x, y, k, t) {
    const c = this.contact, span = (this.run.to - this.run.from) / 24, begin = Math.max(this.run.from, t - span);
    const count = 140;
    ctx.strokeStyle = colour.c1;
    ctx.lineWidth = 1.4;
    let last = null;
    for (let i = 0; i <= count; ++i) {
      const at = begin + (t - begin) * i / count;
      const [ex, ey] = c.eccentricity(at, this.stage), p = [x + k * ex, y - k * ey];
      if (last) {
        ctx.globalAlpha = 0.75 * i / count;
        ctx.beginPath();
        ctx.moveTo(...last);
        ctx.lineTo(...p);
        ctx.stroke();
      }
      last = p;
    }
    ctx.globalAlpha = 1;
  }
  force(ctx, p, state) {
    const [x, y] = this.stage.pull(state), f = Math.hypot(x, y) || 1, length = this.R * 0.78 * this.run.part(state) / f;
    ctx.globalAlpha = faded(state);
    drawArrow(ctx, p, [p[0] + length * x, p[1] - length * y], 3);
    ctx.globalAlpha = 1;
  }

  // Even at the least magnification the surfaces are farther apart than can be seen in it together, or a tip is too small to be known.
  isFar(state) {
    if (this.contact.clearance > 0) return false;
    const tip = Math.min(...this.contact.shapes.map(part => part.kind === 'disc' && part.radius > 0 ? part.radius : Infinity));
    return !(state.gap * this.k <= 0.95 * this.R) || state.gap > 7 * tip;
  }
  // In place of surfaces how far they are apart.
  apart(ctx, x, y, {gap}) {
    const {R} = this, small = R < 44;
    ctx.beginPath();
    ctx.arc(x, y, R, 0, 2 * Math.PI);
    ctx.fillStyle = colour.card;
    ctx.fill();
    ctx.setLineDash([3, 4]);
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = colour.faint;
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = colour.soft;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.font = `${small ? 11 : 13}px ${fontSans()}`;
    const words = Number.isFinite(gap) ? [quantity(gap, 'm', 3), 'apart'] : ['apart'];
    words.forEach((text, i) => ctx.fillText(text, x, y + 17 * (i - (words.length - 1) / 2), 1.8 * R));
  }

  // Both surfaces near the point of contact; the normal is up on the screen turned as in the world.
  surfaces(ctx, x, y, state) {
    const {R, k: kn} = this, kt = 0.95 * R / this.window, {sides} = this;
    const gap = Math.max(state.gap * kn, -1.2 * R);
    ctx.beginPath();
    ctx.arc(x, y, R, 0, 2 * Math.PI);
    ctx.fillStyle = colour.card;
    ctx.fill();
    ctx.save();
    ctx.clip();
    this.turn(ctx, x, y, state);
    for (const side of [0, 1]) {
      this.edge(ctx, sides[side], side, gap, kt);
      ctx.lineTo(side ? 2 * R : -2 * R, 1.05 * R);
      ctx.lineTo(side ? 2 * R : -2 * R, -1.05 * R);
      ctx.closePath();
      ctx.globalAlpha = side ? 0.82 : 1;
      ctx.fillStyle = this.fill(side);
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = colour.edge;
      ctx.stroke();
      if (!this.run.bodies[this.contact.bodies[side]].tone) this.hatch(ctx, sides[side], side, gap, kt);
    }
    if (state.FN > 0 || state.blow) {
      const edge = (side, along) => (side ? 1 : -1) * (gap / 2 + sides[side].at(along / kt) * kn), both = [];
      for (let i = -160; i <= 160; ++i) if (edge(0, R * i / 160) >= edge(1, R * i / 160)) both.push(R * i / 160);
      if (both.length < 2) both.splice(0, 1, -4, 4);  // a light touch is seen, too
      ctx.beginPath();
      for (const along of both) ctx.lineTo(edge(0, along), along);
      for (const along of both.reverse()) ctx.lineTo(edge(1, along), along);
      ctx.closePath();
      ctx.fillStyle = ctx.strokeStyle = colour.touch;
      ctx.globalAlpha = faded(state);
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    ctx.restore();
    this.otherSurfaces(ctx, x, y, kt);
    if (state.FN > 0 || state.blow) this.force(ctx, [x, y], state);
    ctx.beginPath();
    ctx.arc(x, y, R, 0, 2 * Math.PI);
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
  }
  // To axes in which the first body is on the left, the second on the right; y runs along the surfaces.
  turn(ctx, x, y, state) {
    ctx.translate(x, y);
    ctx.rotate(Math.atan2(-state.ny, state.nx));  // of the normal, on the screen
  }
  edge(ctx, profile, side, gap, kt) {
    const {R, k} = this;
    ctx.beginPath();
    for (let i = -40; i <= 40; ++i) {
      // What lies far out of the picture may be at no pixel at all.
      const along = i / 40 * R * 1.05, deep = Math.min(profile.at(along / kt) * k, 4 * R), across = side ? gap / 2 + deep : -gap / 2 - deep;
      if (i === -40) ctx.moveTo(across, along); else ctx.lineTo(across, along);
    }
  }
  // The ground is hatched, as on the stage.
  hatch(ctx, profile, side, gap, kt) {
    const {R, k} = this, sign = side ? 1 : -1;
    ctx.lineWidth = 1;
    ctx.strokeStyle = colour.faint;
    ctx.beginPath();
    for (let along = -R; along < R; along += 8) {
      const across = sign * (gap / 2 + profile.at(along / kt) * k);
      if (!(Math.abs(across) < R)) continue;
      ctx.moveTo(across, along);
      ctx.lineTo(across + 7 * sign, along + 5 * sign);
    }
    ctx.stroke();
  }
  // The edges of the run that is laid over this one, with the gap that they have there.
  otherSurfaces(ctx, x, y, kt) {
    if (!this.other || !Number.isFinite(this.other.state.gap)) return;
    const {contact, state, poses} = this.other, sides = profilesOf(contact, poses, state);
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, y, this.R, 0, 2 * Math.PI);
    ctx.clip();
    layOver(ctx);
    this.turn(ctx, x, y, state);
    for (const side of [0, 1]) {
      this.edge(ctx, sides[side], side, Math.max(state.gap * this.k, -1.2 * this.R), kt);
      ctx.stroke();
    }
    ctx.restore();
    ctx.restore();
  }
}

// How far each surface falls back at a distance along it, m, from where it reaches farthest.
function profilesOf(contact, poses, state) {
  return [0, 1].map(side => {
    const part = contact.shapes[side], r = part.radius;
    if (part.kind === 'disc' && !(r > 0)) return {at: x => Math.abs(x)};  // a corner, drawn as a right one
    if (part.kind === 'disc') return {at: x => Math.abs(x) < r ? x * x / (r + Math.sqrt(r * r - x * x)) : Infinity};
    if (part.kind !== 'curve') return {at: () => 0};
    return outlineProfile(part, poses[contact.bodies[side]], state, side);
  });
}

// The same of an outline of points: between them where it has corners, round where there are many and they are near.
function outlineProfile(part, pose, state, side) {
  const sign = side ? -1 : 1, c = Math.cos(pose[2] + part.at[2]), q = Math.sin(pose[2] + part.at[2]);
  // Along the surface as the lens draws it, and towards the other body.
  const points = part.points.map(([x, y]) => {
    const wx = c * x - q * y, wy = q * x + c * y;
    return [wx * state.ny - wy * state.nx, sign * (wx * state.nx + wy * state.ny)];
  });
  const n = points.length, top = points.reduce((best, p, i) => p[1] > points[best][1] ? i : best, 0), y0 = points[top][1];
  let [x0] = points[top];
  const between = x => {
    let best = Infinity;
    for (let i = 0; i < n; ++i) {
      const a = points[i], b = points[(i + 1) % n], u = (x + x0 - a[0]) / (b[0] - a[0]);
      if (u >= 0 && u <= 1) best = Math.min(best, y0 - a[1] - u * (b[1] - a[1]));
    }
    return Number.isFinite(best) ? best : 1e9;
  };
  if (isBand(part)) return bandProfile(part, points, pose, state) || {at: between};
  if (n > 60) {
    const [a, b] = [points[(top + n - 2) % n], points[(top + 2) % n]], near = Math.min(Math.abs(a[0] - x0), Math.abs(b[0] - x0));
    const fall = p => (y0 - p[1]) / Math.max((p[0] - x0) ** 2, 1e-300);
    const curvature = Math.max(0, fall(a) + fall(b));
    return {at: x => Math.abs(x) < near ? curvature * x * x / 2 : between(x)};
  }
  // A flat side touches wherever the other one is, not at its corner.
  if (Number.isFinite(state.px)) {
    const [ox, oy] = worldPoint(pose, part.at);
    x0 = clamp((state.px - ox) * state.ny - (state.py - oy) * state.nx, ...[Math.min, Math.max].map(of => of(...points.map(p => p[0]))));
  }
  return {at: between};
}

// A part of a ring about its own origin: its outline turns to both sides.
function isBand(part) {
  if (part.band === undefined) {
    const turns = part.points.map(([x, y], i, all) => { const [ax, ay] = all.at(i - 1), [bx, by] = all[(i + 1) % all.length]; return (x - ax) * (by - y) - (y - ay) * (bx - x); });
    part.band = Math.min(...turns) < -1e-3 * Math.max(...turns);
  }
  return part.band;
}
// How it falls back, whose points are along the surface and towards the other body: hollow within, round outside; null where it ends.
function bandProfile(part, points, pose, state) {
  const [ox, oy] = worldPoint(pose, part.at), dx = state.px - ox, dy = state.py - oy, d = Math.hypot(dx, dy), radii = part.points.map(p => Math.hypot(...p));
  const [within, outside] = [Math.min(...radii), Math.max(...radii)], hollow = Math.abs(d - within) < Math.abs(d - outside), r = hollow ? within : outside;
  const [least, most] = points.filter((_, i) => Math.abs(radii[i] - r) < 1e-6 * r).reduce(([low, high], [x]) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
  const x0 = dx * state.ny - dy * state.nx;
  if (Math.abs(x0) > 0.02 * r) return null;  // it is met at its end
  return {at: x => {
    const along = x0 + x;
    if (!(along >= least && along <= most) || Math.abs(along) >= r) return 1e9;
    return (hollow ? -1 : 1) * (Math.sqrt(Math.max(0, r * r - x0 * x0)) - Math.sqrt(r * r - along * along));
  }};
}

// Two soft lines from the contact on the stage to its lens.
function drawCone(ctx, [px, py], r, [x, y], R) {
  const d = Math.hypot(x - px, y - py);
  if (d < R + r) return;
  const angle = Math.atan2(y - py, x - px), lean = Math.acos(clamp((r - R) / d, -1, 1));
  ctx.beginPath();
  ctx.moveTo(px + r * Math.cos(angle + lean), py + r * Math.sin(angle + lean));
  ctx.lineTo(x + R * Math.cos(angle + lean), y + R * Math.sin(angle + lean));
  ctx.lineTo(x + R * Math.cos(angle - lean), y + R * Math.sin(angle - lean));
  ctx.lineTo(px + r * Math.cos(angle - lean), py + r * Math.sin(angle - lean));
  ctx.closePath();
  ctx.globalAlpha = 0.09;
  ctx.fillStyle = colour.ink;
  ctx.fill();
  ctx.globalAlpha = 1;
}

// Makes a lens ready for what a stage shows at an instant; the state that it shows. `over`: a stage whose run is laid over it.
function aimLens(lens, stage, place, over = null) {
  const state = stage.stateOf(lens.contact);
  Object.assign(lens, {stage, scaleOfStage: stage.camera.scale, R: place.R});
  lens.lay(over);
  lens.enlarge(state);
  return state;
}
// Cones from contacts on a stage to their lenses, behind all bodies. They do not cross where they need not: the lenses, in the order of
// their places, which is that of before, `lenses`, unless it crosses now.
function paintCones(ctx, lenses, stage, places) {
  const ends = lenses.map(({contact}) => stage.contactPixel(contact, contact.state(stage.t)));
  const cross = order => order.length === 2 && places.length === 2 && segmentsCross(ends[order[0]], places[0], ends[order[1]], places[1]);
  const order = cross([0, 1]) && !cross([1, 0]) ? [1, 0] : lenses.map((_, i) => i);
  places.forEach((place, i) => {
    const lens = lenses[order[i]], {contact} = lens, from = ends[order[i]], state = aimLens(lens, stage, place);
    const small = contact.clearance > 0 ? Math.max(4, contact.shapes[contact.bearing].radius * stage.camera.scale) : 5;
    if (from.every(Number.isFinite) && !lens.isFar(state)) drawCone(ctx, from, Math.min(small, 30), [place.x, place.y], place.R);
  });
  return order.map(i => lenses[i]);
}
// From a pixel to a place, and from another to another.
function segmentsCross([ax, ay], p, [bx, by], q) {
  const side = (x0, y0, x1, y1, x, y) => Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
  return side(ax, ay, p.x, p.y, bx, by) * side(ax, ay, p.x, p.y, q.x, q.y) < 0 && side(bx, by, q.x, q.y, ax, ay) * side(bx, by, q.x, q.y, p.x, p.y) < 0;
}
function paintLens(ctx, lens, stage, place, over = null) {
  const state = aimLens(lens, stage, place, over);
  lens.draw(ctx, place.x, place.y, state, stage.t);
  return state;
}
