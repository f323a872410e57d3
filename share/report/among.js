// Contacts among many bodies: how many are closed, which pair presses hardest, and how strongly each body glows.
class Group {
  constructor(data) {
    Object.assign(this, {name: data.name, members: data.members || []});
    this.track = new Track(data.pairs);
    this.hardest = data.hardest ? new Track(data.hardest) : null;
    for (const member of this.members) lazily(member, 'track', () => new Track(member.force));
  }
  // The largest force of the run: [t, force, first, second]; null where none is known.
  get peak() {
    if (!this.hardest?.t.length) return null;
    if (this.top === undefined) {
      const [forces] = this.hardest.value, best = placeOfLargest(forces);
      const t = this.hardest.summit(0, best);
      this.top = forces[best] > 0 ? [t, Math.max(forces[best], this.hardest.at(t, 0)), ...this.pairAt(best)] : null;
    }
    return this.top;
  }
  pairAt(knot) { return [1, 2].map(k => Math.round(this.hardest.value[k][knot])); }
  // The pair that presses hardest at an instant: [force, first, second]; null if none does.
  at(t) {
    if (!this.hardest?.t.length) return null;
    const pair = this.pairAt(Math.max(0, this.hardest.find(t))), force = this.hardest.at(t, 0);
    return pair[0] >= 0 && force > 0 ? [force, ...pair] : null;
  }
  names([first, second]) { return [first, second].map(m => this.members[m]?.name ?? '?').join(' and '); }
  // Of each body the part of its colour that the largest force on it gives, 0 to 1, by the square root as arrows.
  glow(t, glows) {
    const most = this.peak?.[1];
    if (!most) return;
    for (const {body, track} of this.members) {
      const force = track.t.length ? track.at(t, 0) : 0;
      if (force > 0.01 * most) glows[body] = Math.max(glows[body] || 0, Math.sqrt(Math.min(1, force / most)));
    }
  }
}
// Over what has just been filled: the warm colour of contact.
function fillGlow(ctx, part) {
  if (!(part > 0)) return;
  const alpha = ctx.globalAlpha;
  ctx.globalAlpha = alpha * 0.8 * part;
  ctx.fillStyle = colour.touch;
  ctx.fill();
  ctx.globalAlpha = alpha;
}
// "heap: 12 pairs touch, hardest ball[3] and ball[7] with 4.2 N"
function groupText(group, t) {
  const count = group.track.t.length ? Math.round(group.track.at(t, 0)) : 0, hardest = group.at(t);
  const head = count === 0 ? 'nothing touches' : count === 1 ? 'one pair touches' : `${count} pairs touch`;
  if (!hardest) return head;
  const [force, ...pair] = hardest;
  return `${head}, ${count === 1 ? '' : 'hardest '}${group.names(pair)} with ${quantity(force, 'N', 3)}`;
}
