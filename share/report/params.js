// The params of a script as controls of a live page. What they are set to is the server's: all its pages show the same.
class Params {
  // `send`: (settings, at once) => …; `write`: puts what is set into the script.
  constructor(send, write) {
    this.send = send;
    this.settings = {};
    this.rows = new Map();
    this.list = h('div', {class: 'controls'});
    this.resetAll = h('button', {class: 'chip', type: 'button', text: 'Reset all', onclick: () => this.change({}, true)});
    this.copy = h('button', {class: 'chip', type: 'button', text: 'Copy as --set', title: 'what the command line takes for these values', onclick: () => this.copyText()});
    this.write = h('button', {class: 'chip', type: 'button', text: 'Write into script', title: 'puts these values in place of those that the file has', onclick: write});
    this.root = h('section', {class: 'params', hidden: true}, h('h2', {}, h('span', {text: 'Params'}), h('span', {class: 'note push'}, this.copy, this.write, this.resetAll)), this.list);
  }
  take(controls, settings, settled) {
    const shape = JSON.stringify(controls.map(c => [c.name, c.kind, c.unit, c.words, c.choices]));
    if (shape !== this.shape) this.build(controls);
    this.shape = shape;
    this.controls = controls;
    const known = new Set(controls.map(c => c.name));  // the script may have lost some
    if (settled) this.settings = Object.fromEntries(Object.entries(settings).filter(([name]) => known.has(name)));
    for (const control of controls) this.rows.get(control.name).show(control, this.settings[control.name]);
    this.root.hidden = !controls.length;
    this.mark();
  }
  mark() {
    const any = Object.keys(this.settings).length > 0;
    this.resetAll.disabled = this.copy.disabled = this.write.disabled = !any;
    for (const [name, row] of this.rows) row.root.classList.toggle('set', name in this.settings);
  }
  build(controls) {
    this.rows = new Map(controls.map(c => [c.name, new ParamRow(c, (text, now) => {
      const settings = {...this.settings};
      if (text === null || text === this.controls.find(o => o.name === c.name).text) delete settings[c.name];
      else settings[c.name] = text;
      this.change(settings, now);
    })]));
    this.list.replaceChildren(...[...this.rows.values()].map(row => row.root));
  }
  change(settings, now) {
    this.settings = settings;
    for (const control of this.controls) this.rows.get(control.name).show(control, settings[control.name]);
    this.mark();
    this.send(settings, now);
  }
  copyText() {
    const quoted = text => /^[\w.+-]+=[\w.+-]*$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
    copyOut(Object.entries(this.settings).map(([name, text]) => '--set ' + quoted(`${name}=${text}`)).join(' '));
    this.copy.textContent = 'Copied';
    setTimeout(() => { this.copy.textContent = 'Copy as --set'; }, 1200);
  }
}

const sliderSteps = 400;

class ParamRow {
  constructor(control, change) {
    this.change = change;
    this.kind = control.kind;
    this.control = control;
    const id = 'param-' + control.name, label = `${control.name}${control.unit ? ', ' + unitText(control.unit) : ''}`;
    if (this.kind === 'logical') this.field = h('input', {type: 'checkbox', id, onchange: e => change(String(e.target.checked), true)});
    else this.field = h('input', {type: 'text', id, class: 'field', spellcheck: 'false', autocomplete: 'off', inputmode: this.kind === 'number' ? 'decimal' : null, maxlength: 1000, onchange: e => this.typed(e.target.value)});
    this.others = control.choices ? this.choicesOf(control) : null;
    this.slider = this.kind !== 'number' ? null : h('input', {type: 'range', min: 0, max: sliderSteps, step: 1, 'aria-label': label,
      oninput: () => this.slid(false), onchange: () => this.slid(true), onpointerdown: () => { this.held = true; }});
    if (this.slider) for (const end of ['pointerup', 'pointercancel', 'blur']) this.slider.addEventListener(end, () => { this.held = false; });
    this.reset = h('button', {class: 'chip back', type: 'button', title: 'the value of the script', 'aria-label': `reset ${control.name}`, text: '↺', onclick: () => change(null, true)});
    this.root = h('div', {class: 'control of-' + this.kind}, h('label', {for: id}, h('code', {text: control.name}), control.words ? h('span', {class: 'words-of', text: control.words}) : null),
      this.slider, h('span', {class: 'value'}, this.field, this.others, control.unit ? h('span', {class: 'u', text: unitText(control.unit)}) : null), this.reset, this.swept = h('span', {class: 'swept', id: id + '-swept', hidden: true}));
  }
  // Laws that may stand in place of this one, with its arguments as far as they have them.
  choicesOf(control) {
    const list = listOf(`another law for ${control.name}`, () => { this.change(list.value, true); list.selectedIndex = 0; },
      h('option', {text: 'laws', value: '', disabled: true, selected: true}), control.choices.map(text => h('option', {text, value: text})));
    list.className = 'others';
    return list;
  }
  // Where a slider stands for a value, and back. What spans decades goes by its logarithm.
  get log() { return this.control.low > 0 && this.control.high > 10 * this.control.low; }
  place(value) {
    const {low, high} = this.control;
    const part = this.log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
    return clamp(Math.round(part * sliderSteps), 0, sliderSteps);
  }
  valueAt(place) {
    const {low, high, whole} = this.control, part = place / sliderSteps;
    const value = this.log ? low * Math.pow(high / low, part) : low + part * (high - low);
    if (whole) return Math.round(value);
    if (place === 0 || place === sliderSteps) return Number(value.toPrecision(6));
    const step = this.log ? Math.abs(value) / 100 : (high - low) / sliderSteps;
    const round = Math.pow(10, Math.floor(Math.log10(step)));
    return clamp(Number((Math.round(value / round) * round).toPrecision(6)), low, high);
  }
  withUnit(text) { return this.control.unit ? `${text} ${this.control.unit}` : text; }
  // "0.3 mm" as a number of mm; NaN if it is anything else.
  numberOf(text) {
    const {unit} = this.control, t = text.trim();
    if (unit && !t.endsWith(unit)) return NaN;
    const n = unit ? t.slice(0, t.length - unit.length).trim() : t;
    return n === '' ? NaN : Number(n);
  }
  slid(done) {
    if (done) this.held = false;
    this.change(this.withUnit(String(this.valueAt(Number(this.slider.value)))), done);
  }
  typed(text) {
    const plain = text.trim().replace(/\u2212/g, '-');
    if (!plain) return this.change(null, true);
    this.change(this.kind === 'number' && Number.isFinite(Number(plain)) ? this.withUnit(plain) : plain, true);
  }
  show(control, set) {
    this.control = control;
    const swept = control.swept > 0;
    this.root.classList.toggle('off', swept);
    this.swept.hidden = !swept;
    this.swept.textContent = swept ? `swept at line ${control.swept}: its own value has no effect` : '';
    for (const input of [this.field, this.slider, this.others].filter(Boolean)) {
      input.disabled = swept;
      if (swept) input.setAttribute('aria-describedby', this.swept.id); else input.removeAttribute('aria-describedby');
    }
    const text = set ?? control.text;
    if (this.kind === 'logical') this.field.checked = text === 'true';
    else if (this.kind === 'text') { if (document.activeElement !== this.field) this.field.value = text; } else {
      const value = set === undefined ? control.value : this.numberOf(set), known = Number.isFinite(value);
      if (document.activeElement !== this.field || this.held) this.field.value = known ? String(Number(value.toPrecision(8))) : text;
      if (known && !this.held) this.slider.value = this.place(value);
      if (known) this.slider.setAttribute('aria-valuetext', this.withUnit(digits(value)));
    }
  }
}
