// The looking glass: one contact, magnified so that the picture touches exactly when the simulation does.
class Lens {
  constructor(contact, run) {
    this.contact = contact;
    this.run = run;
    const c = contact;
    // Of rigid parts nothing gives way: there the lens shows how they come near each other.
    this.reach = c.deepest > 0 ? c.deepest : c.clearance > 0 ? c.clearance : 2e-4 * run.size;
    if (!(c.clearance > 0)) this.window = this.tangentialWindow();
  }
  // Half the width of the picture along the surfaces, m: where they part by as much as they go deep.
  tangentialWindow() {
    const radii = this.contact.shapes.map(p => p.kind === 'disc' ? p.radius : p.kind === 'curve' && p.points.length > 60 ? Math.max(...p.points.map(q => Math.hypot(...q))) : Infinity);
    const r = 1 / (1 / radii[0] + 1 / radii[1]);
    if (!(r > 0)) return 0.95 / 0.3 * this.reach;  // a corner: as large along the surfaces as across
    return 1.9 * Math.sqrt(2 * (Number.isFinite(r) ? r : this.run.size / 10) * this.reach);
  }
  // The picture in the square around (x, y) of half width R; the state at the clock.
  draw(ctx, x, y, R, state, t) {
    this.R = R;
    ctx.save();
    ctx.lineJoin = ctx.lineCap = 'round';
    if (this.contact.clearance > 0) this.journal(ctx, x, y, state, t);
    else if (this.isFar(state)) this.apart(ctx, x, y, state);
    else {
      this.sides = this.profiles(state, t);
      this.surfaces(ctx, x, y, state);
    }
    ctx.restore();
  }
  // Bearing R on the screen, gap 0.3 R, journal R less the gap; eccentricity by gap / clearance.
  factor() {
    const c = this.contact;
    if (c.clearance > 0) return 0.3 * this.inner() / c.clearance / this.scaleOfStage;
    return this.scaleN() / this.scaleOfStage;
  }
  inner() { return this.R * 0.8; }
  scaleN() { return 0.3 * this.R / this.reach; }
  // What its width is, along the normal of the surfaces, m.
  across() { return this.contact.clearance > 0 ? 2 * this.R * this.contact.clearance / (0.3 * this.inner()) : 2 * this.reach / 0.3; }

  journal(ctx, x, y, state, t) {
    const c = this.contact, ring = this.inner(), gap = 0.3 * ring, k = gap / c.clearance;
    const jx = x + k * state.ex, jy = y - k * state.ey;
    drawRing(ctx, x, y, this.R, ring, colour.steel, 1.5);
    ctx.beginPath();
    ctx.arc(jx, jy, ring - gap, 0, 2 * Math.PI);
    ctx.fillStyle = colour.glass;
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

  // The surfaces are farther apart than the picture is wide: nothing of them is in it.
  isFar(state) { return !(this.contact.clearance > 0) && !(state.gap * this.scaleN() < 2 * this.R); }
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
    const R = this.R, kn = this.scaleN(), kt = 0.95 * R / this.window;
    const angle = Math.atan2(-state.ny, state.nx);  // of the normal, on the screen
    ctx.beginPath();
    ctx.arc(x, y, R, 0, 2 * Math.PI);
    ctx.fillStyle = colour.card;
    ctx.fill();
    ctx.save();
    ctx.clip();
    ctx.translate(x, y);
    ctx.rotate(angle);
    // In these axes the first body is on the left, the second on the right; y runs along the surfaces.
    const gap = Math.max(state.gap * kn, -1.2 * R);
    for (const side of [0, 1]) {
      ctx.beginPath();
      for (let i = -40; i <= 40; ++i) {
        // What lies far out of the picture may be at no pixel at all.
        const along = i / 40 * R * 1.05, deep = Math.min(this.sides[side].at(along / kt) * kn, 4 * R);
        const across = side ? gap / 2 + deep : -gap / 2 - deep;
        if (i === -40) ctx.moveTo(across, along); else ctx.lineTo(across, along);
      }
      ctx.lineTo(side ? 2 * R : -2 * R, 1.05 * R);
      ctx.lineTo(side ? 2 * R : -2 * R, -1.05 * R);
      ctx.closePath();
      ctx.globalAlpha = side ? 0.82 : 1;
      ctx.fillStyle = side ? colour.glass : colour.steel;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = colour.edge;
      ctx.stroke();
    }
    if (state.FN > 0 || state.blow) {
      const edge = (side, along) => (side ? 1 : -1) * (gap / 2 + this.sides[side].at(along / kt) * kn), both = [];
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
    if (state.FN > 0 || state.blow) this.force(ctx, [x, y], state);
    ctx.beginPath();
    ctx.arc(x, y, R, 0, 2 * Math.PI);
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
  }
  // How far each surface falls back at a distance along it, m, from where it reaches farthest.
  profiles(state, t) {
    return [0, 1].map(side => {
      const part = this.contact.shapes[side];
      if (part.kind === 'disc' && !(part.radius > 0)) return {curvature: Infinity, at: x => Math.abs(x)};  // a corner, drawn as a right one
      if (part.kind === 'disc') return {curvature: 1 / part.radius, at: x => x * x / 2 / part.radius};
      if (part.kind !== 'curve') return {curvature: 0, at: () => 0};
      return outlineProfile(part, this.run.pose(this.contact.bodies[side], t), state, side);
    });
  }
}

// The same of an outline of points: between them where it has corners, round where there are many.
function outlineProfile(part, pose, state, side) {
  const sign = side ? -1 : 1, c = Math.cos(pose[2] + part.at[2]), q = Math.sin(pose[2] + part.at[2]);
  // Along the surface as the lens draws it, and towards the other body.
  const points = part.points.map(([x, y]) => {
    const wx = c * x - q * y, wy = q * x + c * y;
    return [wx * state.ny - wy * state.nx, sign * (wx * state.nx + wy * state.ny)];
  });
  const n = points.length, top = points.reduce((best, p, i) => p[1] > points[best][1] ? i : best, 0), y0 = points[top][1];
  let [x0] = points[top];
  if (n > 60) {
    const [a, b] = [points[(top + n - 2) % n], points[(top + 2) % n]];
    const fall = p => (y0 - p[1]) / Math.max((p[0] - x0) ** 2, 1e-300);
    const curvature = Math.max(0, fall(a) + fall(b));
    return {curvature, at: x => curvature * x * x / 2};
  }
  // A flat side touches wherever the other one is, not at its corner.
  if (Number.isFinite(state.px)) {
    const [ox, oy] = worldPoint(pose, part.at);
    x0 = clamp((state.px - ox) * state.ny - (state.py - oy) * state.nx, ...[Math.min, Math.max].map(of => of(...points.map(p => p[0]))));
  }
  const at = x => {
    let best = Infinity;
    for (let i = 0; i < n; ++i) {
      const a = points[i], b = points[(i + 1) % n], u = (x + x0 - a[0]) / (b[0] - a[0]);
      if (u >= 0 && u <= 1) best = Math.min(best, y0 - a[1] - u * (b[1] - a[1]));
    }
    return Number.isFinite(best) ? best : 1e9;
  };
  return {curvature: 0, at};
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

// A lens with its cone from the contact on a stage; the state that it shows.
function paintLens(ctx, lens, stage, place, t) {
  const {contact, run} = lens, inSpace = contact.state(t), from = stage.contactPixel(contact, inSpace), state = run.spatial ? stage.seen(inSpace) : inSpace;
  lens.stage = stage;
  lens.scaleOfStage = stage.camera.scale;
  lens.R = place.R;
  const small = contact.clearance > 0 ? Math.max(4, contact.shapes[contact.bearing].radius * stage.camera.scale) : 5;
  if (from.every(Number.isFinite) && !lens.isFar(state)) drawCone(ctx, from, Math.min(small, 30), [place.x, place.y], place.R);
  lens.draw(ctx, place.x, place.y, place.R, state, t);
  return state;
}
