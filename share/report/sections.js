// What stands to the right of the stage, in the order of the script.
const checkMark = ok => s('svg', {class: ok ? 'ok' : 'bad', viewBox: '0 0 14 14', width: 13, height: 13, role: 'img', 'aria-label': ok ? 'holds' : 'fails'},
  s('path', {d: ok ? 'M2 7.5l3.4 3.4L12 3.4' : 'M3 3l8 8M11 3l-8 8', fill: 'none', stroke: 'currentColor', 'stroke-width': 2.2, 'stroke-linecap': 'round'}));

function heading(text, item, note, own) {
  const link = item && item.line ? h('a', {class: 'src', href: '#' + lineId(item.source, item.line), text: `line ${item.line}`}) : null;
  return h('h2', {}, h('span', {text}), own ? h('span', {class: 'own', text: own}) : null, note ? h('span', {class: 'note', text: note}) : null, link);
}

// Text of `##` lines: *word* and `code` are the only marks.
function prose(text) {
  return h('p', {class: 'prose'}, text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map(part =>
    part.startsWith('`') && part.length > 2 ? h('code', {text: part.slice(1, -1)})
      : /^\*.+\*$/.test(part) ? h('em', {text: part.slice(1, -1)}) : document.createTextNode(part)));
}
// Of a message: `code` alone.
const coded = text => text.split(/(`[^`]+`)/).map(part => part.startsWith('`') && part.length > 2 ? h('code', {text: part.slice(1, -1)}) : document.createTextNode(part));
// The paragraphs in the `##` lines that end above a line of the script.
function paragraphsAbove(lines, line) {
  let begin = line - 1;
  while (begin > 0 && lines[begin - 1].startsWith('##')) --begin;
  return paragraphs(lines.slice(begin, line - 1));
}
const paragraphs = lines => lines.map(l => l.replace(/^##\s?/, '')).join('\n').split(/\n\s*\n/).map(p => p.replace(/\n/g, ' ').trim()).filter(Boolean);

// ---- expectations ----

// Where the value lies within what is allowed: -1 to 1.
function marginOf({value, wanted, tolerance}) {
  const part = tolerance > 0 && value !== null && wanted !== null ? (value - wanted) / tolerance : NaN;
  return Number.isNaN(part) ? null : part;
}

const scaleWords = 'the dot is in the middle where the value is as wanted, at an end where it is as far off as allowed';
function marginScale(part) {
  const at = clamp(part, -1.15, 1.15) * 27;
  return s('svg', {class: 'margin', viewBox: '-34 -7 68 14', role: 'img', 'aria-label': `${digits(100 * Math.abs(part), 2)} % of what is allowed`},
    s('title', {text: `${scaleWords}: ${digits(100 * part, 2)} % of what is allowed`}), s('path', {d: 'M-27 0H27M-27-4V4M27-4V4M0-2V2'}), s('circle', {cx: at, r: 3.3, class: Math.abs(part) <= 1 ? 'ok' : 'bad'}));
}
// In its unit; a small value of one that takes prefixes with the one that suits it: 24.235 µm, and 0.52 nm where the script has um.
// `beside`: a value whose prefix suits this one, too, unless it is far smaller.
const measured = (value, unit, count = 5, beside = value) => {
  const size = Math.abs(value), other = Math.abs(beside), u = scaled(other, unitText(unit));
  const [, prefix, base] = /^([numkMG]?)(m|s|g|N|J|W|Pa|m\/s|N\*m|N\*s)$/.exec(unit) || [];
  if (base && prefix && size > 0 && (size < 1e-3 || size >= 1e5)) return measured(value * ofPrefix[prefix], base, count);
  if (base && !prefix && size >= 1e-12 && (other < 0.1 || other >= 1e6 || size < 1e-2))
    return size / u.factor >= 1e-3 && size / u.factor < 1e4 && (other < 0.1 || other >= 1e6) ? `${digits(value / u.factor, count)}\u202f${u.unit}` : quantity(value, unitText(unit), count);
  const text = size > 0 && size < 1e-3 ? shortPower(value, count) : digits(value, count);
  return text + (unit ? '\u202f' + unitText(unit) : '');
};
const ofPrefix = {n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9};
// 9.99e−5 instead of 0.0000999.
const shortPower = (value, count) => minus(value.toExponential(count - 1).replace(/\.?0*e/, 'e'));
// What an expectation compares: itself, or each of the parts that `and`, `or`, `a < b < c` make of it.
const partsOf = e => e.parts || [e];
// What is 0 but for rounding, as far as its tolerance or the number beside it can tell, is told as that.
function isNought({value, wanted, tolerance}) {
  const least = tolerance > 0 ? wanted === 0 ? 1e-4 * tolerance : 0 : tolerance === null && Number.isFinite(wanted) ? 1e-6 * Math.abs(wanted) : 0;
  return typeof value === 'number' && value !== 0 && Math.abs(value) < least;
}
const foundText = p => typeof p.value === 'boolean' ? String(p.value) : p.value === null ? 'no value'
  : isNought(p) ? `≈ 0${p.unit ? '\u202f' + unitText(p.unit) : ''}` : measured(p.value, p.unit);
// The contact of a run whose results a text names: by its whole name, so that `l` is none of `ball.x`, and `B` none of `left.B.FN`.
function contactIn(run, text) {
  const named = name => new RegExp(`(?<![\\w.\\]])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\.`).test(text);
  return [...run.contacts].sort((a, b) => b.name.length - a.name.length).find(c => named(c.name));
}
// When it was so, as a way there; and the impact that is then, of a contact of the run on the stage that the expectation is about.
// Runs with names are not known by these here.
function instantOf(app, e, part) {
  const at = quantity(part.t, 's', 5), text = part.text ?? e.text, about = () => contactIn(app.run, text);
  if (!app.data.runs[e.run] || /\bduring\s+[A-Za-z_]\w*\s*(\)|$)/.test(text)) return [`at ${at}`];
  const k = e.run === app.runIndex ? about()?.episode(part.t) ?? -1 : -1;
  const show = () => {
    app.choose(e.run);
    if (about()) app.focus(about().index);
    app.clock.set(part.t, 'expect');
  };
  return ['at ', h('button', {class: 'chip when', type: 'button', title: 'sets the clock to it', text: at, onclick: show}), k < 0 ? '' : `, impact no. ${k + 1}`];
}
// Which item of a list, or instant of a history, it is that was found; and how much a bound leaves.
function whereWords(app, e, part) {
  const words = [];
  if (part.items) words.push(`item ${part.item} of ${part.items}${part.good < part.items ? `, ${part.good} hold` : ''}`);
  if (part.t !== undefined && part.t !== null) words.push(instantOf(app, e, part));
  if (typeof part.margin === 'number' && part.tolerance === null && part.margin !== 0)
    words.push(`${part.margin > 0 ? 'holds by' : 'fails by'} ${measured(Math.abs(part.margin), part.unit, 3, Math.abs(part.value) > 1e-3 * Math.abs(part.margin) ? part.value : part.margin)}`);
  return words.flatMap((word, i) => [i ? ', ' : '', word].flat());
}
// Its value, what is to be said of that, and where it lies within its tolerance: cells of two columns.
function foundCells(app, e, part) {
  const place = marginOf(part), where = whereWords(app, e, part);
  return [h('span', {class: part.holds ? 'got held' : 'got'}, h('span', {text: foundText(part), title: isNought(part) ? measured(part.value, part.unit) : null}), where.length ? h('small', {class: 'where'}, where) : null),
    place === null ? h('span', {class: 'unscaled'}) : marginScale(place)];
}
const nearness = e => Math.max(...partsOf(e).map(p => Math.abs(marginOf(p) ?? 0)));
function expectLine(app, group) {
  const worst = group.reduce((a, b) => !a.holds ? a : !b.holds ? b : nearness(b) > nearness(a) ? b : a);
  const ok = group.every(e => e.holds), parts = partsOf(worst);
  const count = group.length > 1 ? h('span', {class: 'times', text: ` ${group.filter(e => e.holds).length} of ${group.length}`}) : null;
  return h('li', {id: worst.id, class: ok ? null : 'failed'}, checkMark(ok),
    h(worst.line ? 'a' : 'span', {class: parts.length > 1 ? 'cond whole' : 'cond', href: worst.line && '#' + lineId(worst.source, worst.line), title: worst.text}, h('code', {text: worst.text.replace(/\s+/g, ' ')}), count,
      worst.message ? h('span', {class: 'message', text: worst.message}) : null),
    parts.length === 1 ? foundCells(app, worst, parts[0]) : parts.flatMap(p => [h('span', {class: 'sign', text: p.holds ? '' : '✗', title: p.holds ? null : 'does not hold'}),
      h('code', {class: p.holds ? 'part' : 'part fails', text: p.text.replace(/\s+/g, ' ')}), ...foundCells(app, worst, p)]));
}

// Runs that did not get to where the script wanted them.
const cutShort = {interrupted: 'interrupted', 'time limit': 'stopped by the limit of time', 'memory limit': 'stopped by the limit of memory', failed: 'failed'};

function verdictOf({items, exit}) {
  const all = items.filter(i => i.type === 'expect'), good = all.filter(e => e.holds).length;
  const errors = items.filter(i => i.type === 'diagnostic' && i.severity === 'error' && i.code !== 'E0801').length, broken = items.find(i => i.type === 'run' && cutShort[i.termination]);
  const bad = all.length - good, failing = !bad ? '' : all.length === 1 ? ', the expectation fails' : `, ${bad} of ${all.length} expectations ${bad === 1 ? 'fails' : 'fail'}`;
  const wrong = errors ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : broken ? `a run was ${cutShort[broken.termination]}` : exit === 130 ? 'the script was interrupted' : null;
  if (wrong) return {ok: false, text: wrong + failing, to: '#diagnostics'};
  if (exit && good === all.length) return {ok: false, text: `warnings count as errors (exit code ${exit})`, to: '#diagnostics'};
  if (!all.length) return null;
  const text = all.length === 1 ? `the expectation ${good ? 'holds' : 'fails'}` : `${good} of ${all.length} expectations hold`;
  return {ok: good === all.length, text: exit === null ? `${text} so far` : text, to: '#' + (all.find(e => !e.holds) || all[0]).id};
}

// ---- outputs, in order ----

const leftOut = count => count > 0 ? h('p', {class: 'hint left-out', text: `${count} more rows are not in this page`}) : null;
function tableOf(item) {
  const text = k => item.rows.some(r => typeof r[k] === 'string');
  const table = new Table({columns: item.columns.map((c, k) => ({...c, text: text(k)})), rows: item.rows});
  table.grow();
  return h('section', {id: item.id}, heading('Table', item, item.pass || null, item.name), table.root, leftOut(item.left_out));
}

function plotOf(app, items) {
  const [first] = items;
  return h('section', {id: first.id}, heading(first.histogram ? 'Histogram' : 'Plot', first, null, first.name), drawingsOf(app, items));
}

function outputs(app) {
  const {data} = app, sections = [], lines = (data.sources[0].text || '').split(/\r?\n/);
  const told = new Set(), plots = new Map();
  let said = null, expects = null, groups = null, explained = false;
  for (const item of data.items) if (item.type === 'plot' && !item.kept) {
    const key = `${item.source}:${item.line}:${item.curves.length}`;
    plots.set(key, [...(plots.get(key) || []), item]);
  }
  for (const item of data.items) {
    if (item.kept || !['print', 'expect', 'table', 'plot', 'file'].includes(item.type)) continue;
    if (item.source === 0 && item.line > data.header_lines && !told.has(item.line)) {
      told.add(item.line);
      const above = paragraphsAbove(lines, item.line);
      if (above.length) { sections.push(h('div', {class: 'words'}, above.map(prose))); said = expects = null; }
    }
    if (item.type !== 'expect') expects = null;
    if (item.type !== 'print' && item.type !== 'file') said = null;
    if (item.type === 'print' || item.type === 'file') {
      if (!said) sections.push(said = h('section', {class: 'prints'}));
      const text = item.type === 'file' ? `${item.name}${app.live ? ': written by mbs run, not by this view' : ' was written'}, ${item.rows} rows` : item.text;
      said.append(h('p', {class: item.type === 'file' ? 'hint' : 'said', id: item.id}, h('span', {text}), item.pass ? h('span', {class: 'note', text: ' ' + item.pass}) : null, item.line ? h('a', {class: 'src', href: '#' + lineId(item.source, item.line), text: `line ${item.line}`}) : null));
    } else if (item.type === 'expect') {
      if (!expects) { sections.push(h('section', {}, expects = h('ul', {class: 'expects'}))); groups = new Map(); }
      const key = `${item.source}:${item.line}:${item.text}`;
      const group = [...(groups.get(key)?.items || []), item], made = expectLine(app, group);
      if (groups.has(key)) groups.get(key).element.replaceWith(made); else expects.append(made);
      if (made.querySelector('.margin') && !explained) { explained = true; expects.after(h('p', {class: 'hint scale-words'}, h('span', {text: scaleWords})))}
      groups.set(key, {items: group, element: made});
    } else if (item.type === 'table') sections.push(tableOf(item));
    else {
      const key = `${item.source}:${item.line}:${item.curves.length}`, all = plots.get(key);
      if (all && all[0] === item) sections.push(plotOf(app, all));
    }
  }
  return sections;
}
// The header's paragraphs behind the title.
const subtitle = data => paragraphs((data.lead || '').split('\n'));

// ---- contacts ----

function loopOf(app, contact) {
  const f = contact.force, n = f.t.length, xs = scaled(contact.deepest, 'm'), ys = scaled(contact.hardest, 'N');
  const t = [], x = [], y = [];
  for (let i = 0; i < n; ++i) {
    const inside = contact.episode(f.t[i]) >= 0 || contact.episode(f.t[i] - 1e-12 * Math.abs(f.t[i])) >= 0;
    if (!inside) { if (x.length && !Number.isNaN(x[x.length - 1])) { t.push(f.t[i]); x.push(NaN); y.push(NaN); } continue; }
    const parts = i + 1 < n && f.t[i + 1] > f.t[i] && contact.episode(f.t[i]) >= 0 ? 4 : 1;
    for (let k = 0; k < parts; ++k) {
      const at = parts > 1 ? f.t[i] + (f.t[i + 1] - f.t[i]) * k / parts : f.t[i];
      t.push(at);
      x.push((k ? f.at(at, 0) : f.value[0][i]) / xs.factor);
      y.push((k ? f.at(at, 1) : f.value[1][i]) / ys.factor);
    }
  }
  return new Plot(app, {name: `${contact.name} loop`, contact: true, episodes: contact, small: true, x: {name: `${contact.name}.delta`, label: contact.labels.delta, unit: xs.unit.replace('µ', 'u')},
    curves: [{name: `${contact.name}.FN`, label: contact.labels.FN, unit: ys.unit, x, y, t, at: at => contact.episode(at) < 0 ? [NaN, NaN] : [Math.max(0, f.at(at, 0)) / xs.factor, f.at(at, 1) / ys.factor]}]});
}
function orbitOf(app, contact) {
  const p = contact.place, u = scaled(contact.clearance, 'm'), t = [], x = [], y = [];
  for (let i = 0; i < p.t.length; ++i) {
    const parts = i + 1 < p.t.length && p.t[i + 1] > p.t[i] ? 4 : 1;
    for (let k = 0; k < parts; ++k) {
      const at = parts > 1 ? p.t[i] + (p.t[i + 1] - p.t[i]) * k / parts : p.t[i];
      t.push(at);
      x.push((k ? p.at(at, 0) : p.value[0][i]) / u.factor);
      y.push((k ? p.at(at, 1) : p.value[1][i]) / u.factor);
    }
  }
  return new Plot(app, {name: `${contact.name} orbit`, equal: true, episodes: contact, x: {name: 'journal’s centre, x', unit: u.unit}, curves: [{name: 'y', unit: u.unit, x, y, t, at: at => [p.at(at, 0) / u.factor, p.at(at, 1) / u.factor]}]});
}
function gapOf(app, contact) {
  const {t, values: [gap]} = drawn(contact.place, app.run.from, app.run.to), u = scaled(gap.reduce((m, v) => Math.max(m, Math.abs(v)), 0), 'm'), ut = app.run.time;
  return new Plot(app, {name: `${contact.name} gap`, small: true, x: {name: 't', unit: ut.unit}, curves: [{name: `${contact.name}.gap`, label: contact.labels.gap, unit: u.unit, x: t.map(v => v / ut.factor), y: gap.map(v => v / u.factor), t, at: at => [at / ut.factor, contact.state(at).gap / u.factor]}]});
}
// Of rigid parts the force has no loop: what presses them while they stay together, over time.
function forceOf(app, contact) {
  const {t, values: [, force]} = drawn(contact.force, app.run.from, app.run.to), u = scaled(contact.hardest, 'N'), ut = app.run.time;
  return new Plot(app, {name: `${contact.name} force`, contact: true, small: true, x: {name: 't', unit: ut.unit}, curves: [{name: `${contact.name}.FN`, label: contact.labels.FN, unit: u.unit, x: t.map(v => v / ut.factor), y: force.map(v => v / u.factor), t, at: at => [at / ut.factor, contact.state(at).FN / u.factor]}]});
}
const mostRows = 2000;  // as of the script's own tables
const stays = ({v_in, v_out}) => v_out !== null && Math.abs(v_out) < 1e-12 * v_in;  // but for rounding
// By its definition: of parts that come together without speed and part with some it is infinite.
const restitutionOf = i => stays(i) ? 0 : i.restitution === null && i.v_out > 0 && !(i.v_in > 0) ? Infinity : i.restitution;
function impactLog(app, contact) {
  // `code`: how scripts call it, and what is copied.
  const plain = (name, code, unit, of) => ({name, code, title: code === name ? null : `${contact.name}.impacts.${code} in scripts`, unit, values: contact.impacts.map(of)});
  const pick = (name, code, unit, of) => {
    const column = plain(name, code, unit, of), u = scaled(column.values.reduce((m, v) => Math.max(m, Math.abs(v ?? 0)), 0), unit);
    return {...column, unit: u.unit, values: column.values.map(v => v === null ? null : v / u.factor)};
  };
  const columns = [{...plain('begins', 't', app.run.time.unit, i => i.t / app.run.time.factor)}, pick('lasts', 'duration', 's', i => i.t_end === null ? null : i.t_end - i.t),
    plain('speed before', 'v_in', 'm/s', i => i.v_in), {...plain('speed after', 'v_out', 'm/s', i => stays(i) ? 0 : i.v_out), spare: true}, {...plain('restitution', 'restitution', '', restitutionOf), spare: true},
    ...contact.strikes ? [pick('blow', 'blow', 'N·s', i => i.blow), ...contact.impacts.some(i => i.blow !== i.impulse) ? [{...pick('impulse', 'impulse', 'N·s', i => i.impulse), spare: true}] : []]
      : [pick('largest force', 'F_max', 'N', i => i.F_max), ...contact.rigid ? [] : [pick('deepest', 'delta_max', 'm', i => i.delta_max)]],
    {...pick('energy lost', 'energy_lost', 'J', i => i.energy_lost), spare: true}];
  const table = new Table({columns, rows: contact.impacts.slice(0, mostRows).map((_, i) => columns.map(c => c.values[i])), numbered: true, pick: i => {
    app.clock.set(contact.peak(i)[0], 'table');
    table.mark(i);  // of several blows at one instant that of the row
  }});
  return table;
}
// What needs a word below the log.
function logWords(app, contact) {
  const words = [], base = partOfMany(contact, app.run), above = contact.impacts.flatMap((i, k) => i.restitution > 1 + 1e-6 && !stays(i) ? [k + 1] : []), pushed = contact.impacts.flatMap((i, k) => restitutionOf(i) === Infinity ? [k + 1] : []);
  const numbers = list => `no. ${list.slice(0, 3).join(', ')}${list.length > 3 ? ' …' : ''}`;
  if (base) words.push(`Impacts of ${contact.name} are counted by themselves here; ${base}.impacts in a script counts those of all its parts together.`);
  if (above.length) words.push(`Restitution is the speed after by the speed before. It is above 1 where the rest of the mechanism pushes on while the parts touch, so that they part faster than they met (${numbers(above)}); what the contact itself took is its energy lost.`);
  if (pushed.length) words.push(`Restitution is ∞ where the parts come together without speed and are pushed apart (${numbers(pushed)}).`);
  return words.map(text => h('p', {class: 'hint', text}));
}
// Of one of several contacts of the same two parts, such as the rims of a journal, what they are called together.
function partOfMany(contact, run) {
  const [, base] = /^(.+)\.\w+\[\d+\]$/.exec(contact.name) || [];
  return base && run.contacts.some(c => c !== contact && c.name.startsWith(base + '.')) ? base : null;
}
function contactSection(app, contact) {
  const section = h('section', {class: contact === app.run.top ? 'contact of-top' : 'contact', id: `contact-${contact.index}`});
  const closes = contact.impacts.length > 0;
  section.append(heading(contact.clearance > 0 ? 'Clearance' : 'Contact', contact.line ? contact : null, null, contact.name),
    h('p', {class: 'gist'}, h('span', {text: hardestOf(contact, app)}), closes ? beyondLawAtTimes(contact, app) : null,
      closes && app.run.whole ? showButton(() => app.showPeak(contact, contact.worst()), contact.impacts.length > 1 ? `Show no. ${contact.worst() + 1}` : 'Show it') : null), (closes && whyHardest(contact, app)) || '');
  app.later.add(section, () => section.append(...contactDetails(app, contact, closes)));
  return section;
}
function contactDetails(app, contact, closes) {
  const parts = [];
  if (app.run.whole) {
    const left = !contact.rigid ? closes ? loopOf(app, contact) : null : contact.hardest > 0 ? forceOf(app, contact) : null, right = contact.clearance > 0 ? orbitOf(app, contact) : gapOf(app, contact);
    parts.push(h('div', {class: left ? 'pair' : null}, [left, right].filter(Boolean).map(p => app.adopt(p))));
  }
  if (!closes) return parts;
  const table = impactLog(app, contact);
  app.later.add(h('i', {}), () => table.grow());  // once the first picture stands, wherever it is
  return [...parts, app.adoptLog(contact, table), leftOut(contact.impacts.length - table.rows.length), ...logWords(app, contact)].filter(Boolean);
}
function restSection(app) {
  const {rest} = app.run;
  if (!rest.length) return null;
  const table = new Table({columns: [{name: 'contact', text: true}, {name: 'impacts'}, {name: 'largest force', unit: 'N'}, {name: 'energy lost', unit: 'J'}],
    rows: rest.map(c => [c.name, c.impacts.length, c.hardest, c.lost])});
  table.grow();
  return h('section', {class: 'others'}, heading('Other contacts', null, 'those that take up less work'), table.root);
}

// ---- energy ----

const energyNames = ['kinetic', 'potential', 'taken up by contacts', 'put in by drives and forces'];
// What neither contacts nor motion have: dampers take it up little by little, joints that catch a body all at once.
function dampingName({t, value}, of = value[4]) {
  let jumps = 0, rest = 0;
  for (let i = 1; i < t.length; ++i) if (t[i] === t[i - 1]) jumps += Math.abs(of[i] - of[i - 1]); else rest += Math.abs(of[i] - of[i - 1]);
  return jumps <= 1e-4 * rest ? 'taken up by dampers' : rest <= 1e-4 * jumps ? 'lost where joints catch' : 'taken up by dampers, or lost where joints catch';
}
function energySection(app) {
  const e = app.run.energyTrack;
  if (!e.t.length) return null;
  const range = e.value.map(v => v.reduce((m, x) => Math.max(m, Math.abs(x)), 0)), most = Math.max(...range);
  if (!(most > 0)) return null;
  const u = scaled(most, 'J'), ut = app.run.time, used = [0, 1, 2, 3, 4].filter(k => range[k] > 1e-9 * most);
  const order = [0, 3, 2, 1, 4].filter(k => used.includes(k)), {t, values} = drawn(e, app.run.from, app.run.to);
  const ys = order.map(c => values[c].map(v => v / u.factor));
  const x = t.map(v => v / ut.factor);
  const plot = new Plot(app, {name: 'energy', energy: false, x: {name: 't', unit: ut.unit}, curves: order.map((c, n) => ({name: energyNames[c] ?? dampingName(e), unit: u.unit, x, y: ys[n], t, at: at => [at / ut.factor, e.at(at, c) / u.factor]}))});
  const error = app.summary()?.energy_error;
  return h('section', {id: 'energy'}, heading('Energy', null, error === undefined || error === null ? '' : `largest imbalance ${digits(error, 2)} of what was exchanged`), app.adopt(plot), energyValues(app, plot, u, most));
}

// What each comes to at the clock's instant, in the unit of the plot.
function energyValues(app, {spec}, u, most) {
  const cells = spec.curves.map(() => h('dd', {}));
  app.readings.push(t => spec.curves.forEach((curve, i) => {
    const value = curve.at(t)[1] * u.factor;
    cells[i].textContent = Math.abs(value) < 1e-9 * most ? `0\u202f${u.unit}` : quantity(value, 'J', 4);
  }));
  return h('dl', {class: 'values'}, spec.curves.map((curve, i) => h('div', {}, h('dt', {text: curve.name}), cells[i])));
}

// ---- diagnostics ----

// A link to the line, if the page has its text; without a source nothing.
function toldAt(data, {source, line}) {
  const file = data.sources[source];
  if (!file || !line) return null;
  const text = source === 0 ? `line ${line}` : `${file.name}, line ${line}`;
  return file.text ? h('a', {class: 'src', href: '#' + lineId(source, line), text}) : h('span', {class: 'src', text});
}
// What is said of a run, with its times (not what is per second, or else made of seconds) as the clock has them; of the only run an instant is a way there.
function told(app, text) {
  const time = /((?:\bt = )?\b\d+(?:\.\d+)?(?:e[+-]\d+)? s\b(?![\^*/·⁻²³]))/, only = app.run && app.data.runs.length === 1;
  return coded(text).flatMap(node => node.nodeType !== 3 ? [node] : node.data.split(time).map((part, i) => {
    if (i % 2 === 0) return document.createTextNode(part);
    const t = Number(/[\d.]+(e[+-]\d+)?/.exec(part)[0]), shown = (part.startsWith('t') ? 't = ' : '') + quantity(t, 's', 6);
    return only && part.startsWith('t') ? h('button', {class: 'chip when', type: 'button', title: 'sets the clock to it', text: shown, onclick: () => app.clock.set(t, 'told')}) : document.createTextNode(shown);
  }));
}
function diagnosticsSection(app) {
  const {data} = app;
  const list = data.items.filter(i => i.type === 'diagnostic' || i.type === 'note');
  if (!list.length) return null;
  return h('section', {id: 'diagnostics'}, heading('Diagnostics'), list.map(d => h('div', {class: `told ${d.type === 'note' ? 'fact' : d.severity}`, id: d.id},
    h('b', {text: d.type === 'note' ? 'note' : d.code}), h('div', {}, h('p', {}, told(app, d.type === 'note' ? d.text : d.message)),
      (d.labels || []).filter(l => l.text).map(l => h('p', {class: 'soft'}, coded(l.text))), (d.notes || []).map(n => h('p', {class: 'soft'}, told(app, n))), d.hint ? h('p', {class: 'soft'}, coded(d.hint)) : null),
    toldAt(data, d))));
}
