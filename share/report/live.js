// A page that follows its script: `mbs view` tells it of runs, and it shows their data as they come.
class Live {
  constructor() {
    this.shown = 0;        // number of the run on the page
    this.seen = 0;         // number of the newest data that were looked at
    this.app = null;
    this.params = new Params((settings, now) => this.want(settings, now), () => this.post('write', {}));
    this.main = h('main', {}, this.params.root);
    this.bar = h('div', {class: 'run-bar', 'aria-hidden': 'true'}, h('i', {}));
    this.status = h('span', {class: 'state', role: 'status'});
    this.stop = h('button', {class: 'chip', type: 'button', text: 'Stop', title: 'ends the run; what it has by then is shown', hidden: true, onclick: () => this.post('stop', {})});
    this.told = h('div', {class: 'broken-run', role: 'alert', hidden: true});
    this.head = h('div', {class: 'live'}, h('div', {class: 'line'}, h('span', {class: 'lamp'}), this.status, this.stop), this.told);
    this.wrap = h('div', {class: 'wrap still'}, this.head, this.main);
    document.body.append(this.bar, this.wrap);
    document.documentElement.style.overflowAnchor = 'none';  // a page made anew keeps its place by itself
    new ResizeObserver(() => document.documentElement.style.setProperty('--live', this.head.offsetHeight + 'px')).observe(this.head);
    this.listen();
  }
  listen() {
    const source = this.source = new EventSource('events');
    source.onmessage = event => { this.gone = false; this.take(JSON.parse(event.data)); };
    source.onerror = () => {
      // The server of a page that is shown once ends as soon as that has its data, which may be before its last word.
      this.gone = !(this.state?.once && this.app && this.app.data.exit !== null);
      if (!this.gone) {
        source.close();
        this.state.running = false;
      }
      this.tell();
    };
  }
  async post(name, body) {
    try {
      const answer = await fetch(name, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
      if (!answer.ok) this.refusal = (await answer.text()).trim();
      else this.refusal = '';
    } catch { this.gone = true; }
    this.tell();
  }

  // ---- params ----
  // While a slider moves, runs that are quick come one after the other; only one that takes long is overtaken.
  want(settings, now) {
    this.wanted = settings;
    clearTimeout(this.later);
    const busy = this.sending || this.state?.running && performance.now() - this.began < 800;
    if (busy && !now) this.later = setTimeout(() => this.want(this.wanted, false), 60);
    else this.sendWanted();
  }
  async sendWanted() {
    if (this.sending) { this.again = true; return; }
    const settings = this.wanted;
    this.sending = true;
    this.began = performance.now();
    await this.post('set', settings);
    this.sending = false;
    if (this.again) { this.again = false; return this.sendWanted(); }
    if (this.wanted === settings) this.wanted = null;
  }

  // ---- news ----
  take(state) {
    if (state.run !== this.state?.run) this.began = performance.now();
    this.state = state;
    if (!state.once) this.params.take(state.controls, state.settings, !this.wanted);
    if (state.result > this.seen || state.result === this.seen && state.edition > this.edition) this.load(state.result, state.edition);
    if (state.once && !state.running) this.source.close();  // the server ends
    this.tell();
  }
  async load(number, edition) {
    this.seen = number;
    this.edition = edition;
    try {
      const answer = await fetch('data/' + number);
      if (!answer.ok) return;  // a newer run has come
      const data = await openData(await answer.text());
      if (number === this.seen && edition === this.edition) this.show(data, number);
    } catch (error) {
      this.refusal = `the data of this run cannot be shown: ${error.message}`;
    }
    this.tell();
  }
  show(data, number) {
    // A run under way leaves the picture until it has come to what that shows.
    if (data.exit === null && this.app?.run && !data.runs.some((_, i) => this.app.label(i, data) === this.app.label(this.app.runIndex))) return;
    const errors = data.items.filter(i => i.type === 'diagnostic' && i.severity === 'error' && i.code !== 'E0801');
    const broken = errors.length > 0 && !data.runs.length;
    this.errors = broken ? {data, errors} : null;
    this.hollow = hollowText(data);
    this.shown = number;
    if ((broken || this.hollow) && this.good) return;  // the last good picture stays
    this.good = !broken && !this.hollow;
    this.replace(data);
  }
  replace(data) {
    const kept = this.app ? this.app.keep() : null, y = scrollY;
    // What a run under way has not shown again yet is not forgotten.
    if (kept) this.zoomed = kept.plots = new Map([...[...this.zoomed || []].filter(([key]) => !kept.present.includes(key)), ...kept.plots]);
    document.body.style.minHeight = document.body.scrollHeight + 'px';  // nothing jumps while parts are missing
    if (this.app) this.app.remove();
    this.app = new App(data, {wrap: this.wrap, main: this.main}, kept);
    document.title = data.title;
    publish(this.app);
    scrollTo(0, y);
    requestAnimationFrame(() => requestAnimationFrame(() => { document.body.style.minHeight = ''; }));
  }

  // ---- what is said above ----
  tell() {
    const {state} = this;
    if (!state) return;
    const problem = this.gone ? 'mbs view has ended; this page follows nothing any more' : !state.running && state.problem || this.refusal || this.good && this.hollow || '';
    const late = state.running && performance.now() - this.began > 300, old = this.good && (!!this.errors || !!problem);
    const words = this.gone ? 'not connected' : state.running ? state.stopping ? 'stopping …' : late || !this.app ? `running${state.t > 0 ? ` ${Math.floor(100 * state.part)} %, t = ${quantity(state.t, 's', 3)}` : ' …'}` : 'running'
      : old ? 'the picture is an old one' : problem || this.errors ? 'nothing to show yet' : state.once ? 'shown once' : 'up to date';
    this.status.textContent = `${state.file} · ${words}`;
    this.stop.hidden = !late || this.gone;
    this.stop.textContent = state.stopping ? 'Stop without a result' : 'Stop';
    this.head.dataset.state = this.gone || problem || this.errors ? 'bad' : state.running ? 'running' : 'good';
    this.wrap.classList.toggle('old', old);
    this.bar.classList.toggle('on', state.running && !this.gone);
    this.bar.firstChild.style.width = (state.running ? Math.max(2, 100 * state.part) : 100) + '%';
    this.said = h('p', {class: 'problem', text: problem, hidden: !problem});
    this.told.replaceChildren(this.said, ...this.errorBlocks());
    this.told.hidden = this.told.childElementCount === 1 && !problem;
    clearTimeout(this.soon);
    if (state.running && !late) this.soon = setTimeout(() => this.tell(), 320);
  }
  // Made once for each result, so that what is folded out stays so. The first mistake often makes the others.
  errorBlocks() {
    if (!this.errors || !this.good) return [];
    if (this.errors.blocks) return this.errors.blocks;
    const blocks = this.errors.errors.map(d => errorBlock(this.errors.data, d)), more = blocks.splice(2);
    if (more.length) blocks.push(h('details', {}, h('summary', {text: `${more.length} more ${more.length === 1 ? 'error' : 'errors'}`}), more));
    return this.errors.blocks = blocks;
  }
}

// What is said of a script that shows nothing, empty else: many editors leave a file without a text for a moment, and then it has one.
function hollowText({exit, items, sources}) {
  if (exit === null || items.some(i => i.type !== 'note' && !(i.type === 'diagnostic' && i.severity !== 'error'))) return '';
  return sources[0]?.text.trim() ? 'the script asks for nothing to be shown' : 'the script is empty';
}

// One error with its place, as the terminal shows it.
function errorBlock(data, d) {
  const file = data.sources[d.source], lines = (file?.text || '').split(/\r?\n/), label = (d.labels || [])[0];
  const place = file ? `${file.name}${d.line ? `, line ${d.line}` : ''}` : '', set = settingOf(data, file);
  const text = file && d.line ? lines[d.line - 1] : undefined;
  const excerpt = set ? h('pre', {class: 'excerpt'}, set) : !text ? null : h('pre', {class: 'excerpt'}, markedLine(text, label || d));
  return h('div', {class: 'told error'}, h('b', {text: d.code}), h('div', {}, h('p', {}, h('span', {}, coded(d.message)), h('span', {class: 'soft', text: set ? ` (${file.name})` : place ? ` (${place})` : ''})), excerpt,
    (d.labels || []).filter(l => l.text).map(l => h('p', {class: 'soft'}, coded(l.text))), (d.notes || []).map(n => h('p', {class: 'soft'}, coded(n))), d.hint ? h('p', {class: 'soft'}, coded(d.hint)) : null));
}
// Of a param that was set: "c = banana", its value marked. The page does not have the text of what stands for a file then.
function settingOf(data, file) {
  const name = /^--set (.+)$/.exec(file?.name || '')?.[1], set = name && data.settings.find(text => text.startsWith(`${name} = `));
  return set ? [document.createTextNode(`${name} = `), h('mark', {text: set.slice(name.length + 3) || ' '})] : null;
}
// The part of a line that a label is about, underlined. Columns count characters.
function markedLine(text, {line, col, end_line, end_col}) {
  const all = [...text], from = clamp((col || 1) - 1, 0, all.length), to = end_line === line ? clamp((end_col || col) - 1, from, all.length) : all.length;
  return [document.createTextNode(all.slice(0, from).join('')), h('mark', {text: all.slice(from, Math.max(to, from + 1)).join('') || ' '}), document.createTextNode(all.slice(Math.max(to, from + 1)).join(''))];
}
