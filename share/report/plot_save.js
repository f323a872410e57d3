// A plot as a picture and as numbers, for whoever takes it elsewhere.
// By its name and, of several drawings, its own label; else by its place in the page. Letters, digits and what no system minds.
function fileNameOf({spec, root}) {
  const parts = [spec.name, spec.panel && piecesOf({label: spec.panel}).map(piece => piece[0]).join('')].filter(Boolean);
  const safe = parts.join(' ').replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60).replace(/^[._-]+|[._-]+$/g, '');
  return safe || `plot_${[...document.querySelectorAll('figure.plot')].indexOf(root) + 1}`;
}
function savedPlot(plot) {
  const copy = plot.svg.cloneNode(true), from = plot.svg.querySelectorAll('*'), to = copy.querySelectorAll('*');
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of ['fill', 'stroke', 'stroke-width', 'fill-opacity', 'opacity', 'font-size', 'font-family', 'font-weight', 'font-style', 'visibility']) to[i].setAttribute(name, style.getPropertyValue(name));
    to[i].removeAttribute('class');
  });
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', plot.width);
  const legend = plot.spec.curves.map(c => c.name + (c.unit ? ` [${unitText(c.unit)}]` : '')).join(', ');
  copy.prepend(s('title', {text: legend}));
  return new XMLSerializer().serializeToString(copy);
}
const quotedCell = text => '"' + text.replace(/"/g, '""') + '"';
// A table for all curves of one abscissa.
function plotCsv(spec) {
  if (spec.histogram) return countsCsv(spec);
  const head = c => quotedCell(c.name + (c.unit ? ` [${c.unit}]` : '') + (c.label_of_pass ? `, ${c.label_of_pass}` : '')), rows = [];
  for (const group of new Set(spec.curves.map(c => c.x))) {
    const curves = spec.curves.filter(c => c.x === group), [{t}] = curves;
    rows.push([t ? quotedCell('t [s]') : null, quotedCell(spec.x.name + (spec.x.unit ? ` [${spec.x.unit}]` : '')), ...curves.map(head)].filter(v => v !== null).join(','));
    for (let i = 0; i < group.length; ++i) rows.push([...(t ? [t[i]] : []), group[i], ...curves.map(c => c.y[i])].join(','));
  }
  return rows.join('\r\n') + '\r\n';
}
function countsCsv({x, curves}) {
  const unit = x.unit ? ` [${x.unit}]` : '', rows = [[quotedCell('from' + unit), quotedCell('to' + unit), ...curves.map(c => quotedCell(c.name))].join(',')];
  for (let k = 0; k + 1 < curves[0].x.length; ++k) rows.push([curves[0].x[k], curves[0].x[k + 1], ...curves.map(c => c.y[k])].join(','));
  return rows.join('\r\n') + '\r\n';
}
