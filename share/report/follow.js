// A camera that goes with the bodies, where they are small beside all the room that they come through, or with the one body that the
// script asks for.
class Follow {
  // `flat`: where a point of the world is seen, y upwards.
  constructor(run, flat) {
    this.run = run;
    this.flat = flat;
    this.only = run.view?.follow ?? -1;  // 0, the ground: nothing is followed
    this.places = run.bodies.map((body, b) => body.track && (this.only < 1 || b === this.only) ? body.parts.filter(part => part.kind !== 'plane').flatMap(samplesOf) : []);
    const whole = this.sizeOf(run.spatial ? this.corners() : [run.low, run.high].map(flat));
    const boxes = run.whole ? Array.from({length: 60}, (_, i) => this.box(run.from + (run.to - run.from) * i / 59)) : [];
    const least = Math.min(...boxes.map(box => this.sizeOf(box)));
    this.room = (this.only > 0 ? 1.5 : 0.75) * least;
    this.offered = this.only > 0 ? Number.isFinite(this.room) && this.room > 0 : least > 0 && least < 0.16 * whole;
    // Where it starts with a contact far below, a ball above its floor, the whole says more.
    this.wanted = this.only > 0 ? this.offered : this.offered && this.only < 0 && this.sizeOf(this.box(run.from, true)) < 0.16 * whole;
  }
  sizeOf([low, high]) { return Math.max(high[0] - low[0], high[1] - low[1]); }
  corners() {
    const {low, high} = this.run, points = Array.from({length: 8}, (_, i) => this.flat(low.map((x, k) => i >> k & 1 ? high[k] : x)));
    return [0, 1].map(side => [0, 1].map(k => (side ? Math.max : Math.min)(...points.map(p => p[k]))));
  }
  // Around all that moves, its joints, and springs from end to end; `touching`: and where contacts are.
  box(t, touching = false) {
    const {run, flat} = this, low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    const include = (point, r) => flat(point).forEach((x, k) => { low[k] = Math.min(low[k], x - r); high[k] = Math.max(high[k], x + r); });
    const poses = run.bodies.map((body, b) => run.pose(b, t));
    this.places.forEach((places, b) => places.forEach(([at, r]) => include(worldPoint(poses[b], at), r)));
    if (this.only > 0) return [low, high];
    run.joints.forEach(({bodies, at}) => bodies.forEach((b, k) => { if (!run.bodies[b].fixed) include(worldPoint(poses[b], at[k]), 0); }));
    run.springs.forEach(({bodies, at}) => bodies.forEach((b, k) => include(worldPoint(poses[b], at[k]), 0)));
    if (touching) for (const c of run.contacts) {
      const {p, px, py} = c.clearance > 0 ? {} : c.state(t), point = run.spatial ? p : [px, py];
      if (point && point.every(Number.isFinite)) include(point, 0);
    }
    return [low, high];
  }
  // What is seen at an instant: [low, high].
  view(t) {
    const [low, high] = this.box(t);
    return [low.map(x => x - this.room), high.map(x => x + this.room)];
  }
}

// A part of a body as some balls: [centre, radius], in the axes of the body.
function samplesOf(part) {
  if (part.kind === 'disc' || part.kind === 'bearing') return [[part.at, part.radius]];
  if (part.kind === 'block') return [[part.at, Math.hypot(part.length, part.width) / 2]];
  const stride = 1 + Math.floor(part.points.length / 24), placed = part.kind === 'curve' ? p => worldPoint(part.at, p) : p => p;
  return part.points.filter((_, i) => i % stride === 0).map(p => [placed(p), part.radius || 0]);
}
