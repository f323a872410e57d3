// What stands above a plot: which curve is which, and what can be done with it.
const mostEntries = 10;  // of a legend; of more the first ones, and those of the run on the stage

// A mark as the curve has it.
function sampleOf(plot, i) {
  const {points} = plot.spec.curves[i];
  const line = s('svg', {width: 18, height: 8, 'aria-hidden': 'true'}, points ? s('circle', {cx: 9, cy: 4, r: 2.5, 'stroke-width': 0}) : s('path', {d: 'M1 4H17', 'stroke-width': 2, 'stroke-dasharray': plot.dash(i)}));
  line.firstChild.style.fill = points ? plot.stroke(i) : 'none';
  line.firstChild.style.stroke = plot.stroke(i);
  return line;
}
// A name with its unit, if that does not stand at the whole.
const headOf = ({spec}, thing) => [labelWords(thing), thing.unit && (!spec.y || thing === spec.y) ? h('span', {class: 'u', text: ' ' + unitText(thing.unit)}) : null].flat();

function fillLegend(plot) {
  const {spec, legend} = plot, {curves} = spec, only = thing => h('span', {class: 'only'}, thing);
  if (spec.panel) return legend.replaceChildren(only(labelWords({label: spec.panel})));
  const parts = spec.y ? [only(headOf(plot, spec.y))] : curves.length === 1 ? [only(headOf(plot, curves[0]))] : [];
  if (curves.length > 1 && spec.legend !== false) parts.push(...entriesOf(plot));
  legend.replaceChildren(...parts);
}
// Curves that are the same but for their passes are called by these, behind their common name.
function entriesOf(plot) {
  const {curves} = plot.spec, runs = new Set(curves.map(c => c.label_of_pass === undefined ? 0 : c.run));
  const same = new Set(curves.map(c => c.name + '|' + c.unit)).size === 1 && runs.size > 1;
  const label = curve => {
    const ofPass = document.createTextNode(curve.label_of_pass);
    return same ? [ofPass] : runs.size > 1 ? [...headOf(plot, curve), document.createTextNode(', '), ofPass] : headOf(plot, curve);
  };
  const seen = plot.unfolded ? curves.map((_, i) => i) : shownEntries(plot), rest = curves.length - seen.length;
  const entries = seen.map(i => entryOf(plot, i, label(curves[i])));
  if (rest > 0 || plot.unfolded) entries.push(h('button', {class: 'chip rest', type: 'button', 'aria-expanded': String(!!plot.unfolded), text: rest > 0 ? `and ${rest} more` : 'fewer', onclick: () => {
    plot.unfolded = !plot.unfolded;
    plot.build();
    plot.legend.querySelector('.rest')?.focus();
  }}));
  return [same ? h('span', {class: 'only'}, headOf(plot, curves[0])) : null, ...entries].filter(Boolean);
}
function shownEntries(plot) {
  const {curves} = plot.spec, all = curves.map((_, i) => i), most = mostEntries - 2;
  if (all.length <= mostEntries) return all;
  const ofStage = all.filter(i => curves[i].run !== undefined && curves[i].run === plot.app.runIndex).slice(0, most);
  const first = all.filter(i => !ofStage.includes(i)).slice(0, most - ofStage.length);
  return [...first, ...ofStage].sort((a, b) => a - b);
}
const entryOf = (plot, i, label) => h('button', {class: 'entry', type: 'button', 'aria-pressed': String(!plot.off.has(i)), onclick: () => {
  if (plot.off.has(i)) plot.off.delete(i); else if (plot.off.size + 1 < plot.spec.curves.length) plot.off.add(i);
  plot.build();
}}, sampleOf(plot, i), h('span', {}, label));

// Axes and files. Where there is no room beside the legend they wait behind three dots.
function toolsOf(plot) {
  const button = (text, title, act) => h('button', {class: 'chip', type: 'button', title, onclick: act, text});
  const toggle = axis => button(`log ${axis}`, `logarithmic ${axis} axis`, event => {
    plot.log[axis] = !plot.log[axis];
    plot.view = null;
    event.target.setAttribute('aria-pressed', plot.log[axis]);
    plot.build();
  });
  plot.logButtons = {x: toggle('x'), y: toggle('y')};
  for (const axis of ['x', 'y']) plot.logButtons[axis].setAttribute('aria-pressed', String(plot.log[axis]));
  const tools = h('div', {class: 'tools'}, plot.spec.histogram ? [] : [plot.logButtons.x, plot.logButtons.y],
    button('SVG', 'save as SVG', () => download(`${fileNameOf(plot)}.svg`, 'image/svg+xml', savedPlot(plot))),
    button('CSV', 'save as CSV', () => download(`${fileNameOf(plot)}.csv`, 'text/csv', plotCsv(plot.spec))));
  return [dotsFor(tools, 'axes and files of this plot'), tools];
}
