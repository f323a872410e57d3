// What forces, torques and drives of the script do to bodies: arrows, and arcs for torques. Contacts keep the warm colour to
// themselves.
const loadColour = load => load.drive ? colour.c3 : colour.c4;

class Load {
  constructor(data, spatial) {
    Object.assign(this, {name: data.name, drive: data.drive, body: data.body, place: data.at});
    this.track = new Track(data.effort);
    this.parts = spatial ? 3 : 2;
    [this.force, this.torque] = data.largest;
  }
  // Force and torque at an instant, in world axes; of the plane the torque is one number.
  at(t) {
    const effort = this.track.t.length ? this.track.value.map((_, k) => this.track.at(t, k)) : [];
    return {force: effort.slice(0, this.parts), torque: effort.slice(this.parts)};
  }
}

// The longest arrows and widest arcs of a run: of all its loads together.
const strongestOf = run => ({
  force: run.loads.reduce((most, load) => Math.max(most, load.force), 0),
  torque: run.loads.reduce((most, load) => Math.max(most, load.torque), 0),
});

// `flat`: how a vector of the world is seen, y upwards.
function drawLoads(stage, t, flat) {
  const {ctx, run, frame} = stage, longest = clamp(0.2 * Math.min(frame.w, frame.h), 34, 90);
  for (const load of run.loads) {
    const {force, torque} = load.at(t), stroke = loadColour(load), [x, y] = stage.pixel(load.body, load.place);
    const size = Math.hypot(...force), moment = Math.hypot(...torque);
    if (![x, y].every(Number.isFinite)) continue;
    if (size > 1e-9 * run.strongest.force) {
      const length = longest * Math.sqrt(size / run.strongest.force) / size, [u, v] = flat(force);
      drawArrow(ctx, ...stage.within([x, y], [length * u, -length * v]), 2.2, stroke);
    }
    if (!(moment > 1e-9 * run.strongest.torque)) continue;
    const part = Math.sqrt(moment / run.strongest.torque);
    if (run.spatial) {  // along its axis, with two heads
      const length = longest * part / moment, [u, v] = flat(torque), end = k => [x + k * length * u, y - k * length * v];
      drawArrow(ctx, [x, y], end(0.84), 2.2, stroke);
      drawArrow(ctx, [x, y], end(1), 2.2, stroke);
    } else {
      const r = 8 + 0.34 * longest * part;
      drawTurn(ctx, [x, y], r, torque[0] > 0, stroke);
      // Names keep off the arc, and can stand where it is open.
      for (let k = 0; k < 16; ++k) if (Math.cos(k * Math.PI / 8) * (torque[0] > 0 ? 1 : -1) < 0.75) stage.taken.push({x: x + r * Math.cos(k * Math.PI / 8) - 5, y: y + r * Math.sin(k * Math.PI / 8) - 5, w: 10, h: 10});
    }
  }
}

// Three quarters of a circle with a head; counter-clockwise is positive.
function drawTurn(ctx, [x, y], r, positive, stroke) {
  const from = positive ? -Math.PI / 4 : -3 * Math.PI / 4, to = from + (positive ? -1 : 1) * 1.5 * Math.PI;
  ctx.strokeStyle = ctx.fillStyle = stroke;
  ctx.lineWidth = 2.2;
  ctx.beginPath();
  ctx.arc(x, y, r, from, to, positive);
  ctx.stroke();
  const along = to + (positive ? -1 : 1) * Math.PI / 2, [px, py] = [x + r * Math.cos(to), y + r * Math.sin(to)];
  ctx.beginPath();
  ctx.moveTo(px + 8 * Math.cos(along), py + 8 * Math.sin(along));
  for (const side of [1, -1]) ctx.lineTo(px + side * 4 * Math.cos(to), py + side * 4 * Math.sin(to));
  ctx.closePath();
  ctx.fill();
}

// What the arrows of a run are, for the line below the stage.
function loadLegend(run) {
  const mark = (fillColour, text) => h('span', {class: 'arrow-of'}, s('svg', {width: 14, height: 8, 'aria-hidden': 'true'}, s('path', {d: 'M0 4h8m0-3.5 5 3.5-5 3.5z', fill: fillColour, stroke: fillColour})), h('span', {text}));
  const most = (loads, what) => Math.max(0, ...loads.map(load => load[what]));
  const sizes = loads => [[most(loads, 'force'), 'N'], [most(loads, 'torque'), 'N·m']].filter(([size]) => size > 0).map(([size, unit]) => quantity(size, unit, 3)).join(', ');
  const entries = [];
  if (run.hardest > 0) entries.push(mark('var(--touch)', `contacts, up to ${quantity(run.hardest, 'N', 3)}`));
  if (run.struck > 0) entries.push(mark('var(--touch)', `blows, up to ${quantity(run.struck, 'N·s', 3)}`));
  for (const [drive, text, fillColour] of [[false, 'forces and torques', 'var(--c4)'], [true, 'drives', 'var(--c3)']]) {
    const loads = run.loads.filter(load => load.drive === drive), size = sizes(loads);
    if (size) entries.push(mark(fillColour, `${text}, up to ${size}`));
  }
  return entries.length ? [h('span', {text: 'arrow lengths go by the square root of the size:'}), ...entries] : [];
}
