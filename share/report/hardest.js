// Which impact was the hardest, when its force was largest, and why: in words, and how to see it.
const speedText = v => quantity(v, 'm/s', 4);
// An instant as the clock shows it, without needless zeros: one blow has one time wherever it is told.
const instantText = (app, t) => `${app.clock.text(t).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}\u202f${app.run.time.unit}`;
const strengthUnit = contact => contact.strikes ? 'N·s' : 'N';

// "45.87 kN at 0.2514 ms, begun at 0.2273 ms with 4.386 m/s". Blows of rigid parts take no time.
function impactText(contact, k, app) {
  const i = contact.impacts[k], [t] = contact.peak(k), head = quantity(contact.strength(i), strengthUnit(contact));
  const began = instantText(app, i.t), at = instantText(app, t), speed = speedText(i.v_in);
  if (contact.strikes) return `${head} at ${began} with ${speed}`;
  // Where both are the same instant for the clock, it is told how long one was before the other.
  const alone = began === at && t > i.t ? `${quantity(t - i.t, 's', 3)} before` : `at ${began}`;
  const begun = resting(contact, k, app) ? 'closed from the start' : `begun ${app.run.whole ? alone : `at ${began}`} with ${speed}`;
  return app.run.whole ? `${head} at ${at}, ${begun}` : `${head}, ${begun}`;
}
function hardestOf(contact, app) {
  if (!contact.impacts.length) return 'never closes';
  if (!(contact.hardest > 0 || contact.strikes)) return app.run.whole ? 'touches without a force' : 'touches';
  const k = contact.worst(), count = contact.impacts.length;
  if (count === 1 && resting(contact, k, app) && !contact.strikes) return `closed from the start: at most ${quantity(contact.hardest, 'N')}${app.run.whole ? ` at ${instantText(app, contact.peak(k)[0])}` : ''}`;
  return `${count === 1 ? 'one impact' : `${count} impacts, the hardest no. ${k + 1}`}: ${impactText(contact, k, app)}`;
}
const showButton = (show, text = 'Show it') => h('button', {class: 'chip go', type: 'button', text, onclick: show});

// ---- forces that a law is not made for ----

// W0601 as runs say it, "`a` and 2 more, most often `b`: … (9 times, first at t = 0.1 s), in the pass with …": {first, often, what, count, instants};
// null of what is said of a law before there is a run.
function lawTold(message) {
  const found = /^`([^`]+)`(?: and \d+ more, most often `([^`]+)`)?: (.*) \((once|\d+ times), ([^()]*)\)(?:, in the pass with .*)?$/s.exec(message);
  if (!found) return null;
  const [, first, often, what, times, when] = found;
  return {first, often, what, count: times === 'once' ? 1 : parseInt(times, 10), instants: [...when.matchAll(/t = (\S+) s/g)].map(one => one[1])};
}
// The number of the run that something was said of: that of the summary behind it, which is of the same pass.
function runToldOf(item, {items}) {
  const next = items.slice(items.indexOf(item)).find(i => i.type === 'run');
  return next && (next.pass || '') === (item.pass || '') ? next.run : null;
}
// The number of the impact that an instant, as it was written, lies in; -1 where it may be another one as well, or none.
function impactToldAt(contact, text) {
  const [, decimals = '', power = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) || [], t = Number(text);
  const off = t === 0 ? 0 : 0.5 * Math.pow(10, Number(power) - decimals.length);
  const near = contact.impacts.flatMap((i, k) => t >= i.t - off && t <= (i.t_end ?? Infinity) + off ? [k] : []);
  return near.length === 1 ? near[0] : -1;
}
// What is said of a contact in the run on the stage. That impacts are slow says nothing of hard ones; nor does what could not be judged.
function lawWarnings(contact, app) {
  const about = app.data.items.filter(i => i.type === 'diagnostic' && i.code === 'W0601').map(item => ({item, told: lawTold(item.message)}));
  return about.filter(({item, told}) => told && [told.first, told.often].includes(contact.name) && !/\bslow|cannot be judged/.test(told.what) && runToldOf(item, app.data) === app.runIndex);
}
// By an instant in it, which is that of the first contact named; or as all impacts of one contact are meant.
const isOfWorst = (contact, {first, often, count, instants}) =>
  first === contact.name && (instants.some(t => impactToldAt(contact, t) === contact.worst()) || !often && count === contact.impacts.length);
const lawLink = (item, text) => h('a', {class: 'src', href: `#${item.id}`, title: item.message.replace(/`/g, ''), text: `${text}: ${item.code}`});
// Where the hardest impact of a contact is one that its law is not made for: linked to what is said of it.
function beyondLaw(contact, app) {
  const found = lawWarnings(contact, app).find(({told}) => isOfWorst(contact, told));
  return found ? lawLink(found.item, 'beyond its law') : null;
}
// At the contact, too, where it is not known which of its impacts those are.
function beyondLawAtTimes(contact, app) {
  const [any] = lawWarnings(contact, app);
  return beyondLaw(contact, app) || (any ? lawLink(any.item, 'its law is not made for some of its impacts') : null);
}

// Of what it is the hardest: of one pass among others, which may have harder ones, of one run, of all contacts.
function ofWhat(app) {
  const {run, runIndex} = app, count = app.data.runs.length, name = app.label(runIndex);
  if (count > 1) return run.pass ? ` of this pass (${name}, ${runIndex + 1} of ${count})` : ` of ${name} (of ${count})`;
  return run.contacts.length > 1 ? ' of all' : '';
}
// Of several passes, or runs, the one of the largest force, by their impacts alone: {index, name of the contact, force}. Null where others
// may be harder: blows of rigid parts, and forces of contacts among many, are not known before a run is on the stage.
function hardestRun({runs}) {
  const [force, impulse] = ['F_max', 'impulse'].map(name => impactColumns.indexOf(name));
  const most = runs.map(({scene}) => scene.contacts.reduce((all, {name, impacts}) => impacts.reduce((best, row) => row[force] > best.force ? {name, force: row[force]} : best, all), {name: '', force: 0}));
  const unknown = ({scene}, i) => scene.groups.length > 0 || !(most[i].force > 0) && scene.contacts.some(c => c.impacts.some(row => row[impulse] > 0));
  if (runs.some(unknown)) return null;
  const index = most.reduce((best, one, i) => one.force > most[best].force ? i : best, 0);
  return most[index].force > 0 ? {index, ...most[index]} : null;
}
// Beside the hardest of the run on the stage: the way to what is harder.
function harderElsewhere(app, best) {
  if (!best || best.index === app.runIndex) return null;
  return showButton(() => {
    app.choose(best.index);
    if (app.run.whole) app.showPeak(app.run.top, app.run.top.worst());
  }, `Hardest of all: ${quantity(best.force, 'N')} at ${best.name}, ${app.label(best.index)}`);
}
// For the whole run, under the title: the hardest impact of all; of contacts among many how many touch at once.
function headline(app) {
  const {run} = app, lines = [], {top} = run, best = app.data.runs.length > 1 ? hardestRun(app.data) : null;
  if (top) {
    const k = top.worst(), of = ofWhat(app) + (best?.index === app.runIndex ? ', and of all' : '');
    lines.push([h('b', {text: `Hardest${of}: `}), h('span', {text: `${top.name}${top.impacts.length > 1 ? `, no. ${k + 1} of ${partOfMany(top, run) ? 'its own ' : ''}${top.impacts.length}` : ''}: ${impactText(top, k, app)}`}), beyondLaw(top, app),
      run.whole ? showButton(() => app.showPeak(top, k)) : null, harderElsewhere(app, best)]);
    const [why, ...further] = whyInShort(top, app);
    if (why) lines.push([run.chief.includes(top) ? h('a', {href: `#contact-${top.index}`, title: 'more of it, at the contact', text: 'Why:'}) : h('b', {text: 'Why:'}), ' ', h('span', {class: 'because'}, h('span', {text: why}), h('span', {class: 'further', text: further.map(sentence => ' ' + sentence).join('')}))]);
  }
  for (const group of run.whole ? run.groups : []) {
    const {name, track, peak} = group, [t, most] = mostOf(track);
    if (peak) lines.push([h('b', {text: `Hardest of ${name}: `}), h('span', {text: `${group.names(peak.slice(2))}: ${quantity(peak[1], 'N', 4)} at ${instantText(app, peak[0])}`}), showButton(() => app.clock.set(peak[0], 'hardest'))]);
    if (most > 0) lines.push([h('b', {text: `${name}: `}), h('span', {text: `at most ${most} ${most === 1 ? 'pair touches' : 'pairs touch'} at once, first at ${instantText(app, t)}${noPairForces(app)}`}), showButton(() => app.clock.set(t, 'hardest'), 'Show then')]);
  }
  // What can be pressed may begin a line of its own.
  const spaced = parts => parts.flatMap(part => part?.classList?.contains('go') ? [' ', part] : [part]);
  return lines.map(parts => h('p', {class: parts.some(part => part?.className === 'because') ? 'reason' : null}, spaced(parts)));
}
// Steps of one fixed length hand on impulses; how much of one is whose force, and for how long, they do not say.
const noPairForces = app => app.summary()?.method === 'stepping' ? '; with what force is not known: `stepping` passes on impulses, each of a whole step'.replace(/`/g, '') : '';
// Where the first channel is largest, and how large: [t, value].
function mostOf({t, value: [counts]}) {
  if (!t.length) return [0, 0];
  const best = placeOfLargest(counts);
  return [t[best], Math.round(counts[best])];
}
