// Elements, numbers, units. All text of a script comes into the page through textContent alone.
const SVG = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'text') element.textContent = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}
const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

// A list of choices. Chosen from with the pointer it gives the keys back to the page, and by Escape in any case; who comes to it by Tab keeps it.
function listOf(name, choose, ...options) {
  let pointed = false;
  return h('select', {'aria-label': name, onpointerdown: () => { pointed = true; }, onblur: () => { pointed = false; }, onkeydown: e => { if (e.key === 'Escape') e.target.blur(); },
    onchange: e => {
      choose(e.target);
      if (pointed) e.target.blur();
    }}, ...options);
}
// Three dots that show and hide what there is no room for.
function dotsFor(element, title, extra = 'chip') {
  return h('button', {type: 'button', class: `dots ${extra}`, title, 'aria-label': title, 'aria-expanded': 'false', text: '⋯', onclick: e =>
    e.currentTarget.setAttribute('aria-expanded', String(element.classList.toggle('open')))});
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const minus = text => text.replace(/-/g, '\u2212');

// As the program writes numbers: six digits, no needless zeros; a true minus.
function digits(value, count = 6) {
  if (value === null || value === undefined) return '\u2013';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '\u2013' : value > 0 ? '∞' : '\u2212∞';
  if (value === 0) return '0';
  let [mantissa, exponent] = value.toExponential(count - 1).split('e');
  const power = Number(exponent);
  if (power < -5 || power >= count) {
    if (mantissa.includes('.')) mantissa = mantissa.replace(/\.?0+$/, '');
    return minus(mantissa + 'e' + power);
  }
  let text = value.toFixed(Math.max(0, count - 1 - power));
  if (text.includes('.')) text = text.replace(/\.?0+$/, '');
  return minus(text);
}

const unitText = unit => (unit || '').replace(/\*/g, '·')
  .replace(/\^(-?\d+(?:\.\d+)?)/g, (_, power) => [...power].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] || {'-': '⁻', '.': '·'}[c]).join(''))
  .replace(/\bum\b/g, 'µm').replace(/\bus\b/g, 'µs').replace(/\bdeg\b/g, '°');

const prefixes = [['n', 1e-9], ['µ', 1e-6], ['m', 1e-3], ['', 1], ['k', 1e3], ['M', 1e6], ['G', 1e9]];
// The prefix that leaves 1 to 1000 of the unit for a value of this size: {unit, factor}.
function scaled(size, unit) {
  const least = unit === 'm' || unit === 's' ? 1 : 1e12;
  let best = prefixes[3];
  if (size > 0 && Number.isFinite(size))
    for (const p of prefixes) if (p[1] <= least && size >= p[1] * 0.9995) best = p;
  if (size > 0 && size < 1e-9) best = prefixes[0];
  if (size > 0 && size < 1 && best === prefixes[3]) best = prefixes.findLast(p => size >= p[1] * 0.9995) || prefixes[0];
  return {unit: best[0] + unit, factor: best[1]};
}
function quantity(value, unit, count = 4) {
  const u = scaled(Math.abs(value), unit);
  return digits(value / u.factor, count) + '\u202f' + u.unit;
}

// The place of the largest number; 0 of none.
const placeOfLargest = values => values.reduce((best, v, i) => v > values[best] ? i : best, 0);
const grouped = n => String(n).replace(/(\d)(?=(\d{3})+$)/g, '$1\u202f');
// How many times larger something is drawn: three digits, 4 020.
const factorText = k => k < 1e3 || k >= 1e9 ? digits(k, k < 10 ? 2 : 3) : grouped(Number(k.toPrecision(3)));

const coarserText = 'curves are drawn coarser';  // where a page would be too large

// A label in its pieces, [text, level, slanted]: what the program sets in its pictures, too.
const piecesOf = thing => thing.label || [[thing.name, 0, 0]];
// Its end alone where it is longer than this many letters.
const shortened = (thing, most) => piecesOf(thing).reduce((sum, [text]) => sum + text.length, 0) <= most ? thing : {name: '…' + thing.name.slice(-Math.floor(most) + 1)};
const labelWords = thing => piecesOf(thing).map(([text, level, slanted]) =>
  h(level < 0 ? 'sub' : level > 0 ? 'sup' : 'span', {class: slanted ? 'sym' : null, text}));
function labelSpans(thing) {
  const below = level => level < 0 ? 0.25 : level > 0 ? -0.4 : 0;
  let was = 0;
  return piecesOf(thing).map(([text, level, slanted]) => {
    const dy = 12.5 * (below(level) - below(was));
    was = level;
    return s('tspan', {class: [slanted ? 'sym' : '', level ? 'small' : ''].join(' ').trim() || null, dy: dy || null, text});
  });
}

// Ticks: multiples of 1, 2 or 5 times a power of ten; degrees in steps of 15, 30, 45, 90 and so on.
function niceStep(least, degrees) {
  if (degrees && least > 10)
    for (const step of [15, 30, 45, 90, 180, 360, 720]) if (step >= least * (1 - 1e-9)) return step;
  const decade = Math.pow(10, Math.floor(Math.log10(least)));
  for (const factor of [1, 2, 5]) if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}
function niceTicks(low, high, most, unit) {
  const step = niceStep((high - low) / Math.max(1, most - 1), unit === 'deg');
  if (!(step > 0) || !Number.isFinite(step)) return [low, high];
  const ticks = [];
  const first = Math.ceil(low / step - 1e-9);
  for (let k = first; k <= high / step + 1e-9 && k < first + most; ++k) ticks.push(k === 0 ? 0 : k * step);
  return ticks;
}
function tickLabels(values) {
  for (let count = 6; count <= 17; ++count) {
    const labels = values.map(v => digits(v, count));
    if (new Set(labels).size === new Set(values).size) return labels;
  }
  return values.map(v => minus(String(v)));
}
function logTicks(low, high) {
  const ticks = [];
  for (let k = Math.ceil(Math.log10(low) - 1e-9); k <= Math.log10(high) + 1e-9; ++k) ticks.push(Math.pow(10, k));
  const stride = Math.ceil(ticks.length / 7);
  return ticks.filter((_, i) => i % stride === 0);
}

// Colours of the present theme, for what is drawn on canvases.
const colour = {};
function readColours(style = getComputedStyle(document.documentElement)) {
  for (const name of ['paper', 'card', 'sunk', 'ink', 'soft', 'faint', 'line', 'grid', 'touch', 'steel', 'edge', 'glass', 'c1', 'c3', 'c4'])
    colour[name] = style.getPropertyValue('--' + name).trim();
}
// Those of paper, whatever the theme: the first rule of the page's style.
const readPaperColours = () => readColours(document.styleSheets[0].cssRules[0].style);
const curveColour = (k, contact) => {
  const order = contact ? [1, 2, 3, 4, 5, 6, 7] : [1, 3, 4, 5, 6, 7];
  return `var(--c${order[k % order.length]})`;
};
const curveDash = k => k < 4 ? null : ['6 3', '2 3', '8 3 2 3'][Math.floor(k / 4 - 1) % 3];

function download(name, type, text) {
  const link = h('a', {download: name, href: URL.createObjectURL(new Blob([text], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
function copyOut(text) {
  const area = h('textarea', {});
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
