// A plot by itself, as notebooks show it. Its clock is where the pointer was last.
class Alone {
  constructor(data) {
    this.data = data;
    this.plots = [];
    const times = data.items[0].t || [];
    this.run = times.reduce((span, t) => ({from: Math.min(span.from, t), to: Math.max(span.to, t)}), {from: Infinity, to: -Infinity});
    this.clock = {t: NaN, playing: false, set: t => { this.clock.t = t; for (const plot of this.plots) plot.update(t); }};
    document.body.className = 'alone';
    document.body.append(...[drawingsOf(this, data.items), this.thinned()].flat().filter(Boolean));
  }
  choose() {}  // there is no stage for another run
  thinned() {
    const {coarser, error} = this.data;
    return coarser > 1 ? h('p', {class: 'hint', text: `${coarserText}, to ${digits(error, 2)} of their range, so that this plot stays small`}) : null;
  }
}

openData(document.getElementById('data').textContent).then(data => {
  window.mbsPlot = new Alone(data);
  document.documentElement.dataset.ready = 'true';
}).catch(error => {
  document.body.append(h('p', {class: 'broken', text: `This plot cannot be shown: ${error.message}`}));
  throw error;
});
