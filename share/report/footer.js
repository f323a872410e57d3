// How a run was made, at the end of the page.

// Who took the steps, in words that need no manual.
const methods = {
  IDA: 'implicit steps, whose length follows the error of each (IDA)',
  'Runge-Kutta 5(4)': 'explicit steps, whose length follows the error of each (Runge-Kutta 5(4))',
  islands: 'explicit steps, each group of touching bodies with its own, whose length follows the error of each',
  stepping: 'steps of one fixed length, contacts solved in each',
};
const methodText = method => method.split(' and ').map(one => methods[one] || one).join('; and ');
const endings = {finished: 'to its end', until: 'to where its until was met', stopped: 'to where the script stopped it', interrupted: 'interrupted', 'time limit': 'to the limit of time', 'memory limit': 'to the limit of memory', failed: 'to where it failed'};
// `tolerance r = 1e-06: speeds r*0.25 m/s, …` and a line for each contact: what an error may be, in units.
function tolerancePieces(text) {
  const [head, ...scales] = text.split('\n'), found = /^tolerance r = (\S+): (.*)$/.exec(head);
  if (!found) return [text];
  const r = Number(found[1]), allowed = found[2].split(', ').map(one => /^(.*) r\*(\S+) (.*)$/.exec(one)).filter(Boolean)
    .map(([, what, size, unit]) => `${what} to ${quantity(r * Number(size), unitText(unit), 3)}`);
  return [`relative ${digits(r, 3)}; in each step ${allowed.join(', ')}`, ...depthWords(scales)];
}
// "contact push[1] and 1 more: 0.000111 m deep at 1 m/s with 0.0124 kg", one for each of a few; more than that together, from the least to the most.
function depthWords(lines) {
  const read = lines.map(one => /^contacts? (.*?)(?: and (\d+) more)?: (\S+) m deep at (\S+) m\/s with (\S+) kg$/.exec(one)), speeds = new Set(read.map(one => one?.[4]));
  const words = (name, mass, speed, deep) => `as fine as contacts are shallow: at ${name} a blow of ${mass} with ${digits(Number(speed), 3)}\u202fm/s would go ${deep} deep`;
  if (read.some(one => !one)) return lines;
  const sizes = (k, show) => [Math.min, Math.max].map(most => show(most(...read.map(one => Number(one[k]))))).filter((text, i, all) => i === 0 || text !== all[0]).join(' to ');
  const kg = v => v < 0.1 ? quantity(1e3 * v, 'g', 3) : `${digits(v, 3)}\u202fkg`, m = v => quantity(v, 'm', 3);
  if (read.length <= 3 || speeds.size > 1) return read.map(([, name, more, deep, speed, mass]) => words(more ? `${name} and ${more} more` : name, kg(Number(mass)), speed, m(Number(deep))));
  const count = read.reduce((sum, one) => sum + 1 + Number(one[2] || 0), 0), least = read.reduce((a, b) => Number(b[3]) < Number(a[3]) ? b : a);
  return [`${words(`${read[0][1]} and ${count - 1} more`, sizes(5, kg), read[0][4], sizes(3, m))}, the least at ${least[1]}`];
}
function footerRows(app) {
  const {data} = app, run = app.summary(), rows = [];
  const add = (name, ...lines) => { if (lines.some(Boolean)) rows.push([name, lines.filter(Boolean)]); };
  add('Made by', `mbs ${data.version}, from ${data.sources[0].name}`);
  if (data.settings.length) add('Set for this run', data.settings.join(', '));
  if (!run) return rows;
  add('Run', `${quantity(run.from, 's', 5)} to ${quantity(run.to, 's', 5)}, ${endings[run.termination] || run.termination}`);
  const {counters: c} = run, failed = c['error test failures'] || 0, restarts = c.restarts || 0;
  add('Steps', `${grouped(c.steps ?? 0)} ${methodText(run.method)}`, failed + restarts > 0 ? `${grouped(failed)} were too long and taken again; it began anew ${restarts === 1 ? 'once' : `${grouped(restarts)} times`}, after a blow or a change` : '');
  if (run.tolerances) add('Tolerance', ...tolerancePieces(run.tolerances));
  const kept = [run.energy_error > 0 ? `energy to ${digits(run.energy_error, 2)} of what was exchanged` : '', run.drift > 0 ? `joints closed to ${quantity(run.drift, 'm', 2)}` : ''].filter(Boolean);
  add('Kept', kept.join(', '));
  const runs = data.runs.length, still = data.still > 0 ? `the motion of ${runs === 1 ? 'the run' : data.still === runs ? `all ${runs} runs` : `the first ${data.still} of ${runs} runs`} is left out for that, too` : '';
  if (data.coarser > 1) add('Size', `${coarserText}, to ${digits(data.error, 2)} of their range, and motion to as much of the mechanism’s size, so that this file stays small; --report-size allows more`, still);
  else add('Size', still.replace('for that, too', 'so that this file stays small; --report-size allows more'));
  return rows;
}
const footerOf = app => h('dl', {}, footerRows(app).map(([name, lines]) => h('div', {}, h('dt', {text: name}), h('dd', {}, lines.map(text => h('p', {text}))))));
