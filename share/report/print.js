// What stands on paper in place of the stage: the hardest impact with its looking glass, the lanes, and the run in five pictures.
const paper = {w: 620, h: 270, frame: {w: 300, h: 210}};

function paperCanvas(w, h0, paint) {
  const canvas = h('canvas', {width: 2 * w, height: 2 * h0}), ctx = canvas.getContext('2d');
  ctx.scale(2, 2);
  paint(ctx);
  return canvas;
}
// A stage of its own, which looks from where the reader does.
function paperStage(app) {
  const stage = stageOf(app.run);
  Object.assign(stage.camera, app.stage.camera.kept(), {zoom: 1, dx: 0, dy: 0});
  stage.show = app.stage.show;
  return stage;
}
function strobeFigures(app) {
  const {run} = app, {w, h: tall} = paper.frame, stage = paperStage(app);
  return [0, 1, 2, 3, 4].map(i => {
    const t = run.from + (run.to - run.from) * i / 4;
    return h('figure', {}, paperCanvas(w, tall, ctx => stage.draw(ctx, {x: 0, y: 0, w, h: tall}, t)), h('figcaption', {text: instantText(app, t)}));
  });
}
// The mechanism and, beside it, the contact of the hardest impact at the instant of its largest force.
function hardestFigure(app) {
  const {top} = app.run;
  if (!top) return null;
  const k = top.worst(), [t] = top.peak(k), lens = new Lens(top, app.run), stage = paperStage(app), R = 112;
  const place = {x: paper.w - R - 16, y: paper.h / 2, R};
  const why = whyHardest(top, app)?.textContent;
  let state;
  const canvas = paperCanvas(paper.w, paper.h, ctx => {
    stage.behind = () => paintCones(ctx, [lens], stage, [place]);
    stage.draw(ctx, {x: 0, y: 0, w: place.x - R - 20, h: paper.h}, t);
    state = paintLens(ctx, lens, stage, place);
  });
  const seen = [state.gap > 0 ? `gap ${quantity(state.gap, 'm', 4)}` : `penetration ${quantity(state.delta, 'm', 4)}`,
    state.blow ? `blow ${quantity(state.blow, 'N·s', 4)}` : `force ${quantity(state.FN, 'N', 4)}`];
  return h('figure', {}, canvas, h('figcaption', {},
    h('b', {text: `Hardest impact: ${top.name}${top.impacts.length > 1 ? `, no. ${k + 1} of ${top.impacts.length}` : ''}`}),
    `, at ${instantText(app, t)}: ${seen.join(', ')}. The circle magnifies how far the surfaces are apart: its width is ${quantity(Number(lens.across().toPrecision(2)), 'm', 3)}.`, why ? h('span', {text: ` Why: ${why}`}) : null));
}
// The lanes as they are below the page, as wide as paper, without the clock's hand.
function lanesFigure(app) {
  const lanes = new Lanes(app), {root} = lanes;
  lanes.observer.disconnect();
  lanes.common = app.lanes.common;
  lanes.build(paper.w);
  if (!root.querySelector('.force')) return null;
  root.querySelectorAll('.hand, .knob, .done, .ground').forEach(e => e.remove());
  root.setAttribute('viewBox', `0 0 ${paper.w + 16} ${parseFloat(root.style.height)}`);
  for (const name of root.getAttributeNames()) if (name !== 'class' && name !== 'viewBox') root.removeAttribute(name);
  return h('figure', {}, root, h('figcaption', {text: app.run.chief.length ? lanes.common ? 'normal force of each contact over the run, all to one scale; a triangle marks when each is largest' : 'normal force of each contact over the run, each to the scale of its own largest, which stands beside it; a triangle marks when it is so large' : 'how many pairs touch'}));
}
function paperFigures(app) {
  if (!app.run.whole) return [];
  readPaperColours();
  const figures = [hardestFigure(app), lanesFigure(app), h('div', {class: 'frames'}, strobeFigures(app))].filter(Boolean);
  readColours();
  return figures;
}
