// What one run of a script shows, put together.
const icons = {
  play: 'M5 3l11 7-11 7z', pause: 'M4 3h4v14H4zM12 3h4v14h-4z',
  before: 'M4 4v12M15 4l-8 6 8 6z', next: 'M16 4v12M5 4l8 6-8 6z',
};
const icon = name => s('svg', {viewBox: '0 0 20 20', width: 17, height: 17, 'aria-hidden': 'true'},
  s('path', {d: icons[name], fill: 'currentColor', stroke: 'currentColor', 'stroke-width': 1.6, 'stroke-linejoin': 'round'}));

// In a frame of a notebook there is no address to keep the instant in, and the wheel scrolls until the stage is clicked.
const inFrame = location.href === 'about:srcdoc';

const noMotion = run => run.left_out ? 'there is no motion to show: it was left out so that this page stays small; --report-size allows more'
  : 'there is no motion to show: the record of this run had no room for it; --memory gives more';

// The header's paragraphs stand beside the stage, or below it on a phone.
const leadOf = words => words.length ? h('div', {class: 'lead'}, words.map(prose)) : null;

// Keys that an element needs for itself: a text all of them, a list and a slider those that choose, what is pressed the space.
function ownKeys({tagName, type}) {
  if (tagName === 'TEXTAREA' || type === 'text') return /./;
  if (tagName === 'SELECT' || type === 'range') return /^( |\d|Arrow.*|Home|End)$/;
  return /^(BUTTON|A|SUMMARY|INPUT)$/.test(tagName) ? /^ $/ : null;
}

class App {
  // `host`: {wrap, main} of a page that shows one run after another; `kept`: what `keep` gave of the run before.
  constructor(data, host = null, kept = null) {
    this.data = data;
    this.kept = kept;
    this.live = !!host;
    this.life = new AbortController();
    this.observers = [];
    this.plots = [];
    this.runPlots = [];
    this.logs = [];
    this.later = new Later(() => this.ready());
    data.items.forEach((item, i) => { item.id = `o${i}`; });
    this.runIndex = data.runs.length ? Math.max(0, kept ? data.runs.findIndex((_, i) => this.label(i) === kept.pass) : data.runs.findLastIndex(one => one.view)) : -1;
    this.run = data.runs[this.runIndex]?.run || null;
    readColours();
    this.header();
    this.main = host ? host.main : h('main', {});
    this.wrap = host ? host.wrap : h('div', {class: 'wrap'}, this.main);
    this.main.before(this.head);
    if (this.run) this.moving();
    this.wrap.classList.toggle('still', !this.run);
    if (!host) document.body.append(this.wrap);
    if (this.run) document.body.append(this.deck);
    this.fillMain();
    if (this.run) this.start();
  }
  // A run by its name, the same in the next version of the script, and as it is written: beside its time, if it is of no pass.
  label(i, {runs} = this.data) {
    const {pass} = runs[i], same = pass ? runs.filter(r => r.pass === pass) : [];
    return !pass ? `run ${i + 1}` : same.length > 1 ? `${pass}, run ${same.indexOf(runs[i]) + 1}` : pass;
  }
  title(i) {
    const run = this.data.runs[i];
    if (run.pass) return this.label(i);
    const u = scaled(Math.max(Math.abs(run.from), Math.abs(run.to)), 's');
    return `${this.label(i)}: ${digits(run.from / u.factor, 4)} … ${digits(run.to / u.factor, 4)}\u202f${u.unit}`;
  }
  // What the hand has chosen, by names: for the same page of another run.
  keep() {
    if (!this.run) return this.kept;
    const {clock, stage} = this, ghost = this.ghost ?? -1;
    const plots = new Map(), all = [...this.plots, ...this.runPlots];
    for (const plot of all) if (plot.touched()) plots.set(plot.key(), plot.keep());
    return {
      t: clock.t === this.clamped ? this.wished : clock.t, playing: clock.playing, slow: this.slowChosen ? clock.slow : null, slowAtContact: clock.slowAtContact, camera: stage.camera.kept(), show: stage.show,
      common: this.lanes.common, pass: this.label(this.runIndex), ghost: ghost < 0 ? null : this.label(ghost), lensed: this.chosen ? this.lensed.map(i => this.run.contacts[i].name) : [], plots, present: all.map(plot => plot.key()),
      sorted: new Map(this.logs.map(({contact, table}) => [contact.name, [table.by, table.up]])),
      open: new Map([...this.main.querySelectorAll('#script details')].map(d => [d.firstChild.textContent, d.open])),
    };
  }
  // Calls when all parts are there.
  whenReady(call) {
    this.ready = call;
    if (!this.later.waiting.size) call();
  }
  ready() {}
  // Gives its place to the next one.
  remove() {
    this.life.abort();
    this.later.drop();
    this.observers.forEach(o => o.disconnect());
    clearTimeout(this.address);
    if (this.clock) this.clock.playing = false;
    document.body.style.paddingBottom = '';
    for (const part of [this.head, this.side, this.deck, ...this.parts]) if (part) part.remove();
  }
  observe(element, call) {
    const observer = new ResizeObserver(call);
    observer.observe(element);
    this.observers.push(observer);
  }
  // Of the run on the stage: the last one, where a run was continued. Without a stage, of the last that tried.
  summary() {
    const all = this.data.items.filter(i => i.type === 'run');
    return this.run ? all.findLast(i => i.run === this.runIndex) : all[all.length - 1];
  }

  header() {
    const {data} = this, verdict = verdictOf(data);
    this.head = h('header', {}, h('div', {class: 'name'}, h('h1', {text: data.title}), h('span', {class: 'meta'}, data.sources[0].name === data.title ? null : h('code', {text: data.sources[0].name}),
      data.settings.length ? h('span', {text: (data.sources[0].name === data.title ? '' : ' · ') + data.settings.join(', ')}) : null)),
    verdict ? h('a', {class: 'verdict ' + (verdict.ok ? 'ok' : 'bad'), href: verdict.to}, checkMark(verdict.ok), h('span', {text: verdict.text})) : null,
    this.crown = h('div', {class: 'crown'}));
  }

  moving() {
    this.clock = new Clock(this.run);
    this.stage = stageOf(this.run);
    if (this.kept) {
      Object.assign(this.stage.camera, this.kept.camera);
      this.stage.show = this.kept.show;
      this.clock.slowAtContact = this.kept.slowAtContact;
      if (this.kept.slow) { this.clock.slow = this.kept.slow; this.slowChosen = true; }
      const ghost = this.data.runs.findIndex((_, i) => this.label(i) === this.kept.ghost);
      if (ghost >= 0) this.ghost = ghost;
    }
    this.canvas = h('canvas', {class: 'scene', role: 'img', tabindex: '0', 'aria-label': 'the mechanism in motion; plus and minus zoom, 0 restores'});
    const chip = (key, text, title) => h('button', {class: 'chip', type: 'button', title, 'aria-pressed': String(this.stage.show[key]), text, onclick: e => {
      this.stage.show[key] = !this.stage.show[key];
      e.currentTarget.setAttribute('aria-pressed', String(this.stage.show[key]));
      this.draw();
    }});
    this.followChip = h('button', {class: 'chip', type: 'button', text: 'Follow', title: 'the picture goes with the bodies, which are small beside their way', onclick: () => {
      this.stage.show.follow = !this.stage.goes();
      this.followChip.setAttribute('aria-pressed', String(this.stage.goes()));
      this.draw();
    }});
    this.loadChip = chip('loads', 'Loads', 'the script’s forces and torques, and what drives exert');
    this.passes = h('div', {class: 'passes'});
    this.legend = h('div', {class: 'arrows'});
    this.groupLines = h('div', {class: 'groups'});
    this.readouts = h('div', {class: 'readouts'});
    this.box = h('div', {class: 'stage'}, this.bar = h('div', {class: 'bar'}, this.passes, h('span', {class: 'chips'}, chip('names', 'Names'), chip('trails', 'Trails'), this.forceChip = chip('forces', 'Forces', 'forces of contacts'), this.loadChip, this.followChip)),
      this.groupLines, this.canvas, this.readouts, this.legend);
    this.strobe = h('div', {class: 'strobe', 'aria-hidden': 'true'});
    this.side = h('div', {class: 'side'}, this.box, this.strobe);
    this.main.before(this.side);
    this.buildDeck();
    this.stageEvents();
  }
  buildDeck() {
    const button = (name, title, act, extra = '') => h('button', {type: 'button', class: 'key ' + extra, title, 'aria-label': title, onclick: act}, icon(name));
    this.playButton = button('play', 'Play (space)', () => this.clock.play(), 'play');
    this.slowChip = h('button', {class: 'chip opt', type: 'button', text: 'Slow at contact', title: 'time runs at a quarter while parts touch', 'aria-pressed': String(this.clock.slowAtContact), onclick: () => {
      this.clock.slowAtContact = !this.clock.slowAtContact;
      this.slowChip.setAttribute('aria-pressed', String(this.clock.slowAtContact));
    }});
    this.lanes = new Lanes(this);
    this.lanes.common = !!this.kept?.common;
    this.timeText = h('span', {class: 't'});
    this.unitText = h('small', {});
    this.angleText = h('span', {class: 'angle'});
    this.slowSelect = listOf('slow motion', list => { this.clock.slow = Number(list.value); this.slowChosen = true; });
    this.further = h('div', {class: 'further-keys'}, this.slowChip, this.arrowWords = h('div', {class: 'arrow-words'}));
    this.dots = dotsFor(this.further, 'more about the clock and the arrows', 'key');
    this.deck = h('div', {class: 'deck', role: 'region', 'aria-label': 'clock'}, h('div', {class: 'in'},
      h('div', {class: 'keys'}, this.beforeButton = button('before', 'Impact before (p)', () => this.clock.impact(-1)), this.playButton, this.nextButton = button('next', 'Next impact (n)', () => this.clock.impact(1)), this.dots, this.further),
      this.lanes.box, h('div', {class: 'clock'}, h('div', {}, this.timeText, this.unitText), h('div', {class: 'sub'}, this.angleText, this.slowSelect))));
  }

  fillMain() {
    const {data} = this;
    this.runBox = h('div', {class: 'of-run'});
    const shown = new Map();
    for (const item of data.items) if (item.line && !item.kept && ['print', 'plot', 'table', 'expect', 'file'].includes(item.type)) {
      const key = lineId(item.source, item.line);
      if (!shown.has(key)) shown.set(key, item.id);
    }
    this.footer = h('footer', {});
    this.parts = [leadOf(subtitle(data)), ...outputs(this), keptSection(this), this.run ? this.runBox : null, diagnosticsSection(this), scriptSection(data, shown), this.footer].filter(Boolean);
    this.main.append(...this.parts);
    for (const plot of this.plots) plot.restore(this.kept?.plots.get(plot.key()));
    for (const details of this.main.querySelectorAll('#script details')) details.open = this.kept?.open.get(details.firstChild.textContent) ?? details.open;
    this.footer.replaceChildren(footerOf(this));
  }

  start() {
    this.clock.listen((t, from) => this.update(t, from));
    this.prepareRun();
    const signal = {signal: this.life.signal};
    this.observe(this.canvas, () => this.draw());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColours(); this.draw(); }, signal);
    document.addEventListener('keydown', e => this.key(e), signal);
    addEventListener('hashchange', () => this.clock.readHash(), signal);
    addEventListener('beforeprint', () => {
      this.later.all();
      this.strobe.replaceChildren(...paperFigures(this));
      for (const plot of [...this.plots, ...this.runPlots]) plot.bringUp();
    }, signal);
    this.observe(this.head, () => document.documentElement.style.setProperty('--head', this.head.offsetHeight + 'px'));
    this.observe(this.deck, () => { document.body.style.paddingBottom = this.deck.offsetHeight + 26 + 'px'; document.documentElement.style.setProperty('--deck', this.deck.offsetHeight + 'px'); });
    if (this.kept) {
      this.resume(this.kept);
    } else if (!this.clock.readHash()) this.clock.set(this.firstInstant(), 'start');
    this.kept = null;  // it has been taken over; what is chosen from now on counts
  }
  // At the same instant. A run that has become too short for it stands at its end, and knows where it was to be, for it may become longer again.
  resume({t, playing}) {
    this.clock.set(t, 'kept');
    if (this.clock.t !== t) [this.wished, this.clamped] = [t, this.clock.t];
    else this.clock.play(playing);
  }
  // What the script asks for; else what the head of the page names first: the largest force of the hardest impact, of contacts among many that of the hardest
  // pair; without either the start.
  firstInstant() {
    const {run} = this, pairs = run.whole ? run.groups.map(g => g.peak).filter(Boolean) : [];
    if (typeof run.view?.from === 'number') return run.view.from;
    if (run.top) return run.top.peak()[0];
    return pairs.length ? pairs.reduce((a, b) => b[1] > a[1] ? b : a)[0] : run.from;
  }
  showPeak(contact, k) {
    this.focus(contact.index);
    this.clock.set(contact.peak(k)[0], 'hardest');
  }
  choose(index) {
    if (index === this.runIndex || !this.data.runs[index]) return;
    this.runIndex = index;
    this.run = this.data.runs[index].run;
    this.clock.take(this.run);
    this.stage.take(this.run);
    this.prepareRun();
    this.plots.forEach(p => { if (p.inView) p.build(); else p.outdate(); });
    this.clock.set(this.clock.t, 'choose');
  }
  // Takes a plot, or the log of a contact, of the run on the stage, as the hand left it before.
  adopt(plot) {
    this.runPlots.push(plot);
    plot.restore(this.keptPlots?.get(plot.key()));
    return plot.root;
  }
  adoptLog(contact, table) {
    this.logs.push({contact, table});
    table.restore(this.sorted?.get(contact.name));
    table.mark(contact.present(this.clock.t));
    return table.root;
  }
  prepareRun() {
    const {run} = this;
    const score = c => c.lost + 1e-12 * (c.hardest + c.struck);
    this.ranked = run.whole ? [...run.contacts].filter(c => c.clearance > 0 || c.impacts.length).sort((a, b) => score(b) - score(a)) : [];
    const chosen = run.contacts.filter(c => this.kept ? this.kept.lensed.includes(c.name) : c.index === run.view?.lens);
    this.chosen = run.whole && chosen.length > 0;
    // The hardest contact is among them, and is the one where there is room for one.
    const first = this.chosen ? chosen : [...new Set([...this.ranked.filter(c => c === run.top), ...this.ranked])];
    this.lensed = first.slice(0, 2).map(c => c.index);
    if (this.lensPlaces() > 1) this.lensed.sort((a, b) => a - b);
    this.makeLenses();
    this.runPlots = [];
    this.readings = [];
    this.logs = [];
    this.sorted = this.kept?.sorted;
    this.keptPlots = this.kept?.plots;
    this.later.drop();
    this.runBox.replaceChildren(...[run.whole ? null : h('p', {class: 'hint', id: 'no-motion', text: noMotion(run)}), ...run.chief.map(c => contactSection(this, c)), restSection(this), energySection(this)].filter(Boolean));
    this.crown.replaceChildren(...headline(this));
    this.beforeButton.hidden = this.nextButton.hidden = !run.impactTimes.length;
    this.slowChip.hidden = !run.impactTimes.length && !run.groups.length;
    this.passList();
    if (!this.clock.choices.includes(this.clock.slow)) this.clock.slow = 1;
    this.slowSelect.replaceChildren(...this.clock.choices.map(k => h('option', {value: k, text: paceText(k)})));
    this.slowSelect.value = this.clock.slow;
    this.lanes.build();
    this.groupTexts = run.whole ? run.groups.map(() => h('span', {})) : [];
    this.groupLines.replaceChildren(...this.groupTexts.map((text, g) => h('p', {}, h('b', {text: `${run.groups[g].name}: `}), text)));
    for (const place of [this.legend, this.arrowWords]) place.replaceChildren(...(run.whole ? loadLegend(run) : []));
    this.dots.hidden = this.slowChip.hidden && !this.arrowWords.childElementCount;
    this.followChip.hidden = !this.stage.following.offered;
    this.followChip.setAttribute('aria-pressed', String(this.stage.goes()));
    this.forceChip.hidden = !run.contacts.length && !run.groups.length;
    this.loadChip.hidden = !run.loads.some(load => load.force > 0 || load.torque > 0);
    this.footer.replaceChildren(footerOf(this));
  }
  passList() {
    const {runs} = this.data;
    if (runs.length < 2) return this.passes.replaceChildren(h('b', {text: `t = ${this.clock.text(this.run.from)} … ${this.clock.text(this.run.to)} ${this.run.time.unit}`.replace(/(\.\d*?)0+(?=[ …])/g, '$1').replace(/\.(?=[ …])/g, '')}));
    this.passSelect = listOf('which run is shown', list => this.choose(Number(list.value)), runs.map((_, i) => h('option', {value: i, text: this.title(i)})));
    this.passSelect.value = this.runIndex;
    const ghost = listOf('a second run, as outlines', list => { this.ghost = Number(list.value); this.draw(); },
      h('option', {value: -1, text: 'alone'}), runs.map((_, i) => h('option', {value: i, text: 'with ' + this.title(i)})));
    ghost.value = this.ghost ?? -1;
    this.passes.replaceChildren(this.passSelect, ghost);
  }
  makeLenses() {
    this.lenses = this.lensed.map(i => new Lens(this.run.contacts[i], this.run));
    this.readouts.replaceChildren(...this.lenses.map(lens => {
      lens.cells = Object.fromEntries(['gap', lens.contact.strikes ? 'impulse' : lens.contact.rigid ? null : 'depth', 'force', 'impact'].filter(Boolean).map(k => [k, h('dd', {})]));
      lens.scaleText = h('span', {class: 'x'});
      lens.read = h('div', {class: 'read'}, h('div', {class: 'name'}, h('b', {text: lens.contact.name}), lens.scaleText),
        h('dl', {}, Object.entries(lens.cells).map(([k, dd]) => h('div', {}, h('dt', {text: k}), dd))));
      return lens.read;
    }));
  }
  lensPlaces() { return this.canvas.clientWidth < 480 || this.canvas.clientHeight < 330 ? 1 : 2; }
  // Where more contacts are than lenses, these show what touches, or is next to, or did last. What the hand chose stays.
  follow(t) {
    const places = this.lensPlaces();
    if (this.chosen || this.ranked.length <= places) return;
    const shown = index => this.lensed.slice(0, places).includes(index) ? 0 : 1;
    const near = this.ranked.map(c => [c.away(t), c.index]).sort((a, b) => a[0] - b[0] || shown(a[1]) - shown(b[1])).slice(0, places).map(([, index]) => index);
    if (near.every(index => this.lensed.slice(0, places).includes(index))) return;
    const fresh = near.filter(index => !this.lensed.slice(0, places).includes(index));
    this.lensed = places === 1 ? near : this.lensed.map(index => near.includes(index) ? index : fresh.shift());
    this.makeLenses();
  }
  focus(index) {
    const before = this.chosen && this.lensed.includes(this.focused) ? [this.focused] : this.lensed.slice(-1);
    this.chosen = this.run.whole;
    this.focused = index;
    if (this.run.whole && !this.lensed.includes(index)) {
      this.lensed = [...before, index].sort((a, b) => a - b);
      this.makeLenses();
    }
    this.draw();
  }

  // ---- drawing ----
  // The canvas is shared: the mechanism, and the lenses below or beside it, whichever leaves it larger.
  layout(w, tall) {
    const count = Math.min(this.lenses.length, w < 480 || tall < 330 ? 1 : 2), top = this.topOfScene(), bottom = Math.max(20, this.legend.offsetHeight + 8);
    if (!count) return {scene: {x: 0, y: top, w, h: tall - top - bottom}, lenses: []};
    const [low, high] = this.stage.goes() ? [[0, 0], [1, 1]] : [this.stage.low, this.stage.high];
    const bw = Math.max(high[0] - low[0], 1e-12), bh = Math.max(high[1] - low[1], 1e-12);
    const glass = Math.min((tall - top) * 0.53, count > 1 ? 400 : 440);
    const under = {scene: {x: 0, y: top, w, h: tall - top - glass}}, beside = {scene: {x: 0, y: top, w: w * 0.52, h: tall - top - bottom}};
    const scale = o => Math.min((o.scene.w - 60) / bw, (o.scene.h - 60) / bh);
    const side = scale(beside) > 1.15 * scale(under);
    const free = side ? {x: w * 0.52, y: top, w: w * 0.48, h: tall - top - bottom - 4} : {x: 0, y: tall - glass, w, h: glass - bottom - 4};
    const lenses = [];
    for (let i = 0; i < count; ++i) {
      const cell = side ? {x: free.x, y: free.y + free.h * i / count, w: free.w, h: free.h / count} : {x: free.x + free.w * i / count, y: free.y, w: free.w / count, h: free.h};
      const besideR = Math.min(cell.h / 2 - 8, (cell.w - 200) / 2, 215), belowR = Math.min(cell.w / 2 - 18, (cell.h - 116) / 2, 215);
      const textBeside = besideR > belowR, R = Math.max(besideR, belowR), wide = Math.min(176, cell.w - 16);
      const x = textBeside ? cell.x + cell.w - R - 22 : cell.x + cell.w / 2, y = textBeside ? cell.y + cell.h / 2 : cell.y + R + 8;
      lenses.push({x, y, R: clamp(R, 24, 215), text: textBeside ? {x: Math.max(cell.x + 14, x - R - 168), y: y - 48, w: 158} : {x: cell.x + cell.w / 2 - wide / 2, y: y + R + 8, w: wide}});
    }
    return {...(side ? beside : under), lenses};
  }
  // Below the switches and what is said of contacts among many.
  topOfScene() {
    const top = Math.max(34, this.bar.offsetTop + this.bar.offsetHeight);
    if (!this.groupTexts.length) return top;
    this.groupLines.style.top = top + 'px';
    return top + this.groupLines.offsetHeight;
  }
  draw() {
    const {canvas} = this, w = canvas.clientWidth, tall = canvas.clientHeight, ratio = Math.min(devicePixelRatio || 1, 2);
    if (!w || !tall) return;
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(tall * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(tall * ratio);
    }
    const ctx = canvas.getContext('2d'), t = this.clock.t;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, w, tall);
    this.follow(t);
    this.placed = this.layout(w, tall);
    this.stage.full = {x: 0, y: 0, w, h: tall};
    if (!this.run.whole) return this.drawAbsence(ctx, w, tall);
    let lenses = this.inOrder();
    this.stage.behind = () => { lenses = this.ordered = paintCones(ctx, lenses, this.stage, this.placed.lenses); };
    this.stage.draw(ctx, {...this.placed.scene}, t);
    this.over = stageOver(this.stage, this.data.runs[this.ghost ?? -1]?.run);
    if (this.over) drawOutlines(this.over);
    lenses.forEach((lens, i) => this.drawLens(ctx, lens, this.placed.lenses[i]));
  }
  // Where there is room for one lens, it is that of the contact that was chosen last.
  inOrder() {
    const first = this.lenses.find(lens => this.chosen && lens.contact.index === this.focused);
    if (first && this.placed.lenses.length < this.lenses.length) return [first, ...this.lenses.filter(lens => lens !== first)];
    const {ordered = []} = this;
    return ordered.length === this.lenses.length && this.lenses.every(lens => ordered.includes(lens)) ? ordered : this.lenses;
  }
  drawAbsence(ctx, w, tall) {
    ctx.font = '14px ' + fontSans();
    ctx.fillStyle = colour.soft;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    noMotion(this.run).split('; ').forEach((line, i) => ctx.fillText(line, w / 2, tall / 2 + 22 * i - 11, w - 20));
  }
  drawLens(ctx, lens, place) {
    lens.read.hidden = !place || !this.run.whole;
    if (lens.read.hidden) return;
    const state = paintLens(ctx, lens, this.stage, place, this.over), far = lens.isFar(state);
    const {cells} = lens, closed = state.episode >= 0, total = lens.contact.impacts.length;
    cells.gap.textContent = !Number.isFinite(state.gap) ? 'not known' : state.gap > 1e-10 * this.run.size ? quantity(state.gap, 'm', 4) : '0';
    // Where a contact begins both are nothing but what its instant is known by.
    const more = (value, most) => value > 1e-9 * most;
    if (cells.depth) cells.depth.textContent = more(state.delta, lens.contact.deepest) ? quantity(state.delta, 'm', 4) : '0';
    cells.force.textContent = more(state.FN, lens.contact.hardest) ? quantity(state.FN, 'N', 4) : '0';
    if (cells.impulse) cells.impulse.textContent = state.blow ? quantity(state.blow, 'N·s', 4) : '0';
    cells.impact.textContent = closed || state.blow ? `${(closed ? state.episode : state.number) + 1} of ${total}` : 'none';
    lens.read.classList.toggle('touching', state.FN > 0 || !!state.blow);
    lens.read.classList.toggle('far', far);
    lens.scaleText.textContent = far ? '' : `gap × ${factorText(lens.factor())}`;
    lens.scaleText.title = far ? 'the surfaces are farther apart than this circle can show' : 'how much larger than on the stage the distance of the surfaces is drawn';
    lens.read.style.left = place.text.x + 'px';
    lens.read.style.width = place.text.w + 'px';
    lens.read.style.top = place.text.y + 'px';
  }
  update(t, from) {
    this.draw();
    this.lanes.update(t);
    for (const plot of this.plots) plot.update(t);
    for (const plot of this.runPlots) plot.update(t);
    for (const read of this.readings) read(t);
    for (const {contact, table} of this.logs) table.mark(contact.present(t));
    this.groupTexts.forEach((text, g) => { text.textContent = groupText(this.run.groups[g], t); });
    this.timeText.textContent = this.clock.text();
    this.unitText.textContent = '\u202f' + this.run.time.unit;
    this.angleText.textContent = this.driven(t);
    if (this.shownPlaying !== this.clock.playing) {
      this.shownPlaying = this.clock.playing;
      this.playButton.replaceChildren(icon(this.clock.playing ? 'pause' : 'play'));
      this.playButton.setAttribute('aria-label', this.clock.playing ? 'Pause (space)' : 'Play (space)');
    }
    if (from !== 'hash' && !this.clock.playing && !inFrame) {
      clearTimeout(this.address);
      this.address = setTimeout(() => history.replaceState(null, '', this.clock.hash()), 200);
    }
  }
  // The angle of the first joint that turns against the ground.
  driven(t) {
    if (!this.run.whole || this.run.spatial) return '';
    const joint = this.run.joints.find(j => j.symbol === 'pin' && !this.run.bodies[j.bodies[0]].track);
    if (!joint) return '';
    const angle = this.run.pose(joint.bodies[1], t)[2] + joint.at[1][2] - joint.at[0][2];
    return `${joint.name.length > 9 ? joint.name.slice(0, 8) + '…' : joint.name} ${minus((angle * 180 / Math.PI + 1e-9).toFixed(1))}°  `;
  }
  // ---- the hand ----
  stageEvents() {
    const {canvas} = this, camera = () => this.stage.camera;
    const zoom = (factor, x, y) => { camera().zoomAt(factor, x, y); this.draw(); };
    canvas.addEventListener('wheel', e => { if (inFrame && document.activeElement !== canvas) return; e.preventDefault(); zoom(Math.exp(-e.deltaY * 0.0016), e.offsetX, e.offsetY); }, {passive: false});
    canvas.addEventListener('pointerdown', e => { canvas.setPointerCapture(e.pointerId); this.grip = [e.clientX, e.clientY]; });
    canvas.addEventListener('pointermove', e => {
      if (!this.grip) return;
      camera().drag(e.clientX - this.grip[0], e.clientY - this.grip[1], e.shiftKey);
      this.grip = [e.clientX, e.clientY];
      this.draw();
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => { this.grip = null; });
    canvas.addEventListener('dblclick', () => { camera().reset(); this.draw(); });
    this.zoomKeys = {'+': 1.25, '=': 1.25, '-': 0.8};
    this.zoomBy = factor => zoom(factor, this.placed.scene.x + this.placed.scene.w / 2, this.placed.scene.y + this.placed.scene.h / 2);
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || ownKeys(event.target)?.test(event.key)) return;
    const step = event.shiftKey ? 0.02 : 0.001, clock = this.clock;
    const act = {' ': () => clock.play(), ArrowRight: () => clock.nudge(step), ArrowLeft: () => clock.nudge(-step), n: () => clock.impact(1), p: () => clock.impact(-1),
      Home: () => clock.set(this.run.from, 'key'), End: () => clock.set(this.run.to, 'key'), '0': () => { this.stage.camera.reset(); this.draw(); }}[event.key]
      || (this.zoomKeys[event.key] && (() => this.zoomBy(this.zoomKeys[event.key])));
    if (!act) return;
    event.preventDefault();
    act();
  }
}
