// What bodies slide on in the plane: hatched rails over all of their way, and some more.
class Guide {
  constructor(joint, stage) {
    this.joint = joint;
    this.stage = stage;
    const {run} = stage, [a, b] = joint.bodies;
    this.moving = !!run.bodies[a].track;
    const [least, most] = this.travel(), {along, across, sleeve} = this.room(run.bodies[b]);
    Object.assign(this, {low: least + along[0], high: most + along[1], across, sleeve});
    this.box = [[this.low, across[0]], [this.high, across[across.length - 1]]].map(p => worldPoint(joint.at[0], p));
  }
  // How far the second point travels on the first one's axis.
  travel() {
    const {stage: {run}, joint: {bodies: [a, b], at: [onA, onB]}} = this;
    let low = Infinity, high = -Infinity;
    for (const t of this.stage.instants(160)) {
      const pose = run.pose(a, t), p = worldPoint(pose, onA), q = worldPoint(run.pose(b, t), onB), angle = pose[2] + onA[2];
      const x = (q[0] - p[0]) * Math.cos(angle) + (q[1] - p[1]) * Math.sin(angle);
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return [low, high];
  }
  // What the body takes up about its point, with a margin: along the guide, and across, where rails lie.
  room(body) {
    const {size} = this.stage.run, block = body.parts.find(p => p.kind === 'block'), small = 0.05 * size;
    const even = (length, width) => ({along: [-0.62 * length, 0.62 * length], across: width ? [-0.53 * width, 0.53 * width] : [0]});
    if (block) return even(block.length, block.width);
    if (this.joint.symbol !== 'rail' || !body.parts.length) return even(small, 0);
    const [x, y] = this.extents(body), least = 0.02 * size, wide = y[1] - y[0];
    // Between rails so far apart nothing would be seen to be guided: a sleeve runs on them in its place.
    if (!(wide < 0.3 * size)) return {...even(1.25 * small, small), along: [Math.min(x[0], -small) - small, Math.max(x[1], small) + small], sleeve: small};
    const margin = Math.max(least, 0.06 * (x[1] - x[0]) + 0.06 * wide);
    return {along: [x[0] - margin, x[1] + margin], across: [y[0] - 0.03 * wide, y[1] + 0.03 * wide]};
  }
  // The bounds of what is drawn of the body in axes along the guide and across, from its point; planes have none.
  extents(body) {
    const [px, py, angle] = this.joint.at[1], c = Math.cos(angle), s = Math.sin(angle), low = [0, 0], high = [0, 0];
    if (body.parts.some(p => p.kind === 'plane')) return [[0, 0], [-Infinity, Infinity]];
    body.parts.flatMap(samplesOf).forEach(([[x, y], r]) => [c * (x - px) + s * (y - py), c * (y - py) - s * (x - px)].forEach((d, k) => {
      low[k] = Math.min(low[k], d - r);
      high[k] = Math.max(high[k], d + r);
    }));
    return [[low[0], high[0]], [low[1], high[1]]];
  }
  // The ends of each rail, in pixels, so that its ground is to the right.
  rails() {
    const {stage, joint: {bodies: [a], at: [at]}, across} = this;
    return across.map((y, i) => {
      const ends = [this.low, this.high].map(x => stage.camera.at(worldPoint(stage.poses[a], worldPoint(at, [x, y]))));
      return i ? ends.reverse() : ends;
    });
  }
  draw() {
    const {stage} = this;
    for (const ends of this.rails()) {
      stage.line(...ends);
      stage.takeLine(...ends);
      if (!this.moving) stage.hatch(...ends);
    }
  }
  // On a body that is too wide to run between rails.
  drawSleeve() {
    if (!this.sleeve) return;
    const {stage, joint} = this, {ctx} = stage, part = {kind: 'block', length: 1.25 * this.sleeve, width: this.sleeve, at: joint.at[1]};
    stage.trace(part, joint.bodies[1]);
    ctx.fillStyle = colour.card;
    ctx.fill();
    ctx.lineWidth = 1.3;
    ctx.strokeStyle = colour.edge;
    ctx.stroke();
    const [x, y] = stage.pixel(joint.bodies[1], joint.at[1]), half = 0.7 * this.sleeve * stage.camera.scale;
    stage.taken.push({x: x - half, y: y - half, w: 2 * half, h: 2 * half});
  }
}
