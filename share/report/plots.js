// From the plots of a script to what draws them.
// The points of a curve: all of the plot's, or those behind the place where its own begin.
function curveOf(item, c, own) {
  const from = c.from || 0, part = list => list && (item.histogram || from === 0 && list.length === c.values.length ? list : list.subarray(from, from + c.values.length));
  const t = c.run === -1 || item.t && Number.isNaN(item.t[from]) ? null : part(item.t);
  return {name: c.name, unit: c.unit, label: c.label, look: c.look, panel: c.panel, points: c.points, y: c.values, x: part(item.x.values), t, ...own};
}
// Plots of one line in several passes are one plot: the pass on the stage strong, the others pale. Those with a name come
// with the curves of all passes.
function drawingsOf(app, items) {
  const first = items[0], several = app.data.runs.length > 1;
  const run = (item, c) => c.run !== undefined ? several && c.run >= 0 ? c.run : undefined : item.t && (items.length > 1 || several) ? item.run : undefined;
  const curves = items.flatMap(item => item.curves.map(c => curveOf(item, c, {run: run(item, c), label_of_pass: item.name === undefined ? item.pass || '' : undefined})));
  const style = Object.fromEntries(['histogram', 'log_x', 'log_y', 'points', 'equal', 'legend', 'x_range', 'y_range', 'y'].map(key => [key, first[key]]));
  const name = first.name || (first.title || []).map(piece => piece[0]).join('');
  const spec = {name, x: first.x, ...style, curves}, title = first.title ? h('p', {class: 'plot-title'}, labelWords({label: first.title})) : null;
  const drawn = curves.some(c => c.panel) ? panelsOf(app, spec) : [new Plot(app, spec)].map(plot => { app.plots.push(plot); return plot.root; });
  return [title, drawn].flat();
}
// A drawing for each value, all with the ranges of all; one legend for them.
function panelsOf(app, spec) {
  const key = c => c.panel ? c.panel.map(p => p[0]).join('') : '', whole = new Plot(app, spec);
  const plots = [...new Set(spec.curves.map(key))].filter(Boolean).map(of => {
    const curves = spec.curves.filter(c => !c.panel || key(c) === of);
    return new Plot(app, {...spec, curves, shared: whole, panel: curves.find(c => c.panel).panel});
  });
  app.plots.push(...plots);
  const looks = new Map(spec.curves.map((c, i) => [c.look, i]).reverse()), entries = [...looks].sort((a, b) => a[1] - b[1]);
  const head = spec.y || spec.curves[0], unit = head.unit ? h('span', {class: 'u', text: ' ' + unitText(head.unit)}) : null;
  return [h('p', {class: 'whole'}, h('span', {}, labelWords(head), unit),
    entries.length > 1 && spec.legend !== false ? entries.map(([, i]) => h('span', {class: 'entry'}, sampleOf(whole, i), h('span', {}, labelWords(spec.curves[i])))) : []),
    h('div', {class: 'panels'}, plots.map(p => p.root))];
}
// What `--keep` asks for, behind the script's own results: a thing's signals of one unit are a plot, in all runs and passes.
function keptSection(app) {
  const groups = new Map();
  for (const item of app.data.items) if (item.kept) {
    const key = item.curves.map(c => c.name).join('|'), pass = item.pass || (app.data.runs.length > 1 ? `run ${item.run + 1}` : '');
    groups.set(key, [...(groups.get(key) || []), {...item, pass}]);
  }
  if (!groups.size) return null;
  return h('section', {id: 'kept'}, heading('Kept signals'), [...groups.values()].flatMap(items => drawingsOf(app, items)));
}
