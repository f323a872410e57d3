const neverClose = (count, brief) => `${count}${brief ? '' : ' more'} never close${count === 1 ? 's' : ''}`;
// The lanes below: the force of each contact over the whole run, and the clock's hand.
class Lanes {
  constructor(app) {
    this.app = app;
    this.root = s('svg', {class: 'lane', role: 'slider', tabindex: '0', 'aria-label': 'time', 'aria-valuemin': '0'});
    this.root.addEventListener('pointerdown', event => {
      const name = event.target.closest('[data-contact]');
      if (name) return this.app.focus(Number(name.getAttribute('data-contact')));
      this.root.setPointerCapture(event.pointerId);
      this.dragging = true;
      this.seek(event);
    });
    this.root.addEventListener('pointermove', event => { if (this.dragging) this.seek(event); });
    this.open = false;
    this.common = false;  // each lane has its own scale, or all have that of the hardest contact
    this.more = h('button', {class: 'chip more-lanes', type: 'button', hidden: true, onclick: () => { this.open = !this.open; this.build(); }});
    this.scaleChip = h('button', {class: 'chip one-scale', type: 'button', hidden: true, onclick: () => { this.common = !this.common; this.build(); }});
    this.box = h('div', {class: 'lanes'}, h('div', {class: 'rows'}, this.root, this.scale = s('svg', {class: 'lane-scale', 'aria-hidden': 'true'})), this.more, this.scaleChip);
    for (const end of ['pointerup', 'pointercancel']) this.root.addEventListener(end, () => { this.dragging = false; });
    this.observer = new ResizeObserver(() => this.build());
    this.observer.observe(this.root);
  }
  seek(event) {
    const box = this.root.getBoundingClientRect(), run = this.app.run;
    const part = clamp((event.clientX - box.left - this.left) / (this.width - this.left - this.right), 0, 1);
    this.app.clock.set(run.from + part * (run.to - run.from), 'lane');
  }
  x(t) {
    const run = this.app.run;
    return this.left + (t - run.from) / ((run.to - run.from) || 1) * (this.width - this.left - this.right);
  }
  build(width = this.root.clientWidth) {
    if (!width) return;
    const run = this.app.run, phone = innerWidth < 620;
    // Of many contacts those that ever close; as many as leave the picture its room.
    const most = phone ? 3 : clamp(Math.floor(0.16 * innerHeight / 17), 4, 12), closing = run.chief.filter(c => c.impacts.length);
    const shown = run.chief.length > Math.min(4, most) && closing.length ? closing : run.chief;
    const all = [...shown.map(c => ({contact: c})), ...run.groups.map(g => ({group: g}))];
    const whole = [...run.chief.map(c => ({contact: c})), ...run.groups.map(g => ({group: g})), ...run.rest.map(c => ({contact: c}))];
    const few = this.withTop(all.slice(0, most), most), rests = r => r.contact && !r.contact.impacts.length && !few.some(f => f.contact === r.contact);
    // Of those that are left out some never close: they are counted.
    const opened = whole.filter(r => !rests(r)), hidden = opened.length - few.length, rows = this.open && hidden > 0 ? opened : few;
    const resting = whole.length - opened.length;
    const tall = rows.length > 8 ? 14 : rows.length > 3 ? 18 : rows.length > 1 ? 26 : 44;
    this.width = width;
    const names = rows.map(r => (r.contact || r.group).name);
    this.left = rows.length ? Math.min(14 + 7 * Math.max(...names.map(n => Math.min(n.length, 14))), 120) : 6;
    const more = hidden > 0 ? this.open ? 'fewer' : `+ ${hidden} more` : resting > 0 ? neverClose(resting, phone) : '';
    if (more) this.left = Math.max(this.left, 44 + 6.8 * more.length);
    const several = rows.filter(r => r.contact && r.contact.impacts.length).length > 1;
    // Of rigid parts two things have a scale each: blows, and what presses while they stay together.
    this.twice = rows.some(r => r.contact?.strikes && r.contact.hardest > 0) && tall < 26;
    this.right = this.twice ? 128 : several ? 88 : rows.length ? 80 : 10;
    const lines = rows !== few && resting > 0 ? 1 : 0, bottom = Math.max(12, (rows.length + lines) * (tall + 3));
    this.root.replaceChildren();
    this.root.style.height = bottom + 20 + 'px';
    rows.forEach((row, i) => this.row(row, i * (tall + 3), tall));
    if (lines) this.root.append(s('text', {class: 'resting', x: this.left, y: bottom - 6, text: neverClose(resting)}));
    this.root.append(s('line', {class: 'base', x1: this.left, x2: width - this.right, y1: bottom, y2: bottom}));
    this.axis(this.root, bottom);
    // Where the rows are scrolled, the time stays in sight.
    this.scale.replaceChildren();
    if (rows !== few) this.axis(this.scale, 0);
    this.more.hidden = !more;
    this.more.textContent = more;
    this.more.disabled = hidden <= 0;
    this.more.title = resting > 0 ? neverClose(resting) : '';
    this.more.setAttribute('aria-expanded', String(this.open));
    this.box.classList.toggle('open', rows !== few);
    this.scaleChip.hidden = !several;
    this.scaleChip.textContent = this.common ? 'one scale' : 'own scales';
    this.scaleChip.title = this.common ? 'heights of all lanes can be compared; a click gives each its own scale' : 'each lane is as high as its own largest force, which stands beside it; a click gives all the same scale';
    this.scaleChip.setAttribute('aria-pressed', String(this.common));
    this.done = s('line', {class: 'done', x1: this.left, y1: bottom, y2: bottom});
    // Behind the lanes, and pale before them: the clock opens on the highest peak, which it must not hide.
    this.hand = s('line', {class: 'hand', y1: 0, y2: bottom});
    this.veil = s('line', {class: 'hand veil', y1: 0, y2: bottom});
    this.knob = s('circle', {class: 'knob', r: phone ? 9 : 5, cy: bottom});
    // The whole of it can be hit, names aside.
    const ground = s('rect', {class: 'ground', x: this.left - 8, y: -10, width: Math.max(0, width - this.left), height: bottom + 32});
    this.root.prepend(ground, this.hand);
    this.root.append(this.done, this.veil, this.knob);
    this.root.setAttribute('aria-valuemin', digits(run.from / run.time.factor));
    this.root.setAttribute('aria-valuemax', digits(run.to / run.time.factor));
    this.update(this.app.clock.t);
  }
  // The hardest contact of the run has a lane whatever else is left out.
  withTop(rows, most) {
    const {top} = this.app.run;
    return !top || rows.some(r => r.contact === top) ? rows : [{contact: top}, ...rows.slice(0, most - 1)];
  }
  row({contact, group}, top, tall) {
    const name = (contact || group).name, label = name.length > 14 ? name.slice(0, 13) + '…' : name;
    const text = s('text', {class: 'name', x: this.left - 9, y: top + tall - 3, 'text-anchor': 'end', text: label});
    if (contact) text.setAttribute('data-contact', contact.index);
    const profile = contact ? this.profile(contact.force, 1, contact.followed ? null : contact) : this.profile(group.track, 0);
    const known = contact && !this.app.run.whole ? contact.hardest : 0;  // a run without motion keeps its impacts
    const most = Math.max(...profile, known), largest = contact ? Math.max(contact.hardest, 0) || most : 0;
    const lane = s('path', {class: 'force', d: this.area(profile, this.common && contact ? Math.max(this.app.run.hardest, most) : most, top, tall)});
    const scale = s('text', {class: contact && contact === this.app.run.top ? 'top' : null, x: this.width - this.right + 8, y: top + Math.min(tall - 3, 11),
      text: contact && contact.strikes ? quantity(contact.struck, 'N·s', 3) : most > 0 ? contact ? quantity(largest, 'N', 3) : `${digits(most, 3)} pairs` : 'never'});
    this.root.append(s('line', {class: 'rule', x1: this.left, x2: this.width - this.right, y1: top + tall, y2: top + tall}), lane, text, scale);
    if (contact && contact.strikes) this.blows(contact, top, tall);
    if (contact && contact.strikes && largest > 0) this.pressing(scale, largest, top, tall);
    if (contact && contact.impacts.length) this.hardest(contact, top, tall);
    if (most > 0) this.root.append(s('line', {class: 'rule', x1: this.width - this.right, x2: this.width - this.right + 5, y1: top + 1, y2: top + 1}));
  }
  // Where the largest force is: said beside the lane if there is room, and marked above it.
  hardest(contact, top, tall) {
    const [at, force] = contact.peak(), x = this.x(at), when = instantText(this.app, at);
    const unit = strengthUnit(contact), what = contact.strikes ? 'hardest blow' : 'largest force';
    const mark = s('path', {class: 'hardest', d: `M${x - 3.5} ${top - 2}h7l-3.5 5z`}, s('title', {text: `${what}: ${quantity(force, unit, 4)} at ${when}`}));
    this.root.append(mark);
    if (tall >= 26 && innerWidth >= 620 && !(contact.strikes && contact.hardest > 0)) this.root.append(s('text', {x: this.width - this.right + 8, y: top + 23, text: `at ${when}`}));
  }
  // What the area of a rigid contact is as high as, below what its strokes are, or behind that where there is no room.
  pressing(scale, force, top, tall) {
    const text = quantity(force, 'N', 3);
    scale.append(s('title', {text: `strokes: blows, up to this; area: force while the parts stay together, up to ${text}`}));
    if (tall < 26) return scale.append(s('tspan', {class: 'pressing', text: `, ${text}`}));
    this.root.append(s('text', {class: 'pressing', x: this.width - this.right + 8, y: top + 23, text}));
  }
  // Blows of rigid parts take no time: strokes, as high as their impulses.
  blows(contact, top, tall) {
    const most = this.common ? this.app.run.struck : contact.struck;
    let d = '';
    for (const i of contact.impacts) if (i.blow > 0) d += `M${this.x(i.t).toFixed(1)} ${top + tall}v${(-(tall - 1) * i.blow / most).toFixed(1)}`;
    this.root.append(s('path', {class: 'blows', d}));
  }
  // The largest value behind each pixel; of a contact that is not followed, between its impacts nothing is known.
  profile(track, k, only = null) {
    const columns = Math.max(2, Math.round(this.width - this.left - this.right)), run = this.app.run;
    if (track.profile?.length === columns) return track.profile;
    const most = new Float64Array(columns), step = (run.to - run.from) / columns, known = t => !only || only.episode(t) >= 0;
    for (let i = 0; i < track.t.length; ++i) {
      const at = clamp(Math.floor((track.t[i] - run.from) / step), 0, columns - 1);
      if (known(track.t[i])) most[at] = Math.max(most[at], track.value[k][i]);
    }
    for (let i = 0; i < columns; ++i) {
      const middle = run.from + (i + 0.5) * step;
      if (track.t.length && known(middle)) most[i] = Math.max(most[i], track.at(middle, k) || 0);
    }
    return track.profile = most;
  }
  area(profile, most, top, tall) {
    const y = v => (top + tall - (most > 0 ? v / most : 0) * (tall - 1)).toFixed(1);
    let d = `M${this.left} ${top + tall}`;
    profile.forEach((v, i) => { if (v > 0 || profile[i - 1] > 0 || profile[i + 1] > 0) d += `L${this.left + i} ${y(v)}`; else d += `M${this.left + i} ${top + tall}`; });
    return d + `L${this.left + profile.length} ${top + tall}Z`;
  }
  axis(root, bottom) {
    const run = this.app.run, f = run.time.factor;
    const ticks = niceTicks(run.from / f, run.to / f, Math.max(3, Math.round((this.width - this.left - this.right) / 56)));
    tickLabels(ticks).forEach((label, i) => {
      const x = this.x(ticks[i] * f);
      root.append(s('line', {class: 'rule', x1: x, x2: x, y1: bottom, y2: bottom + 4}),
        s('text', {x, y: bottom + 16, 'text-anchor': 'middle', text: i ? label : `${label} ${run.time.unit}`}));
    });
  }
  update(t) {
    if (!this.hand) return;
    const x = this.x(t);
    for (const [element, name] of [[this.hand, 'x1'], [this.hand, 'x2'], [this.veil, 'x1'], [this.veil, 'x2'], [this.knob, 'cx'], [this.done, 'x2']]) element.setAttribute(name, x);
    this.root.setAttribute('aria-valuenow', digits(t / this.app.run.time.factor));
    this.root.setAttribute('aria-valuetext', `${this.app.clock.text()} ${this.app.run.time.unit}`);
  }
}
