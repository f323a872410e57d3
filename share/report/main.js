// The page begins: with its own data, or with those of the server that it comes from. It says when its first picture stands
// (`shown`) and when all parts are there (`ready`).
function publish(app) {
  window.mbsReport = {app, worldPoint, at: t => ({t: app.clock.t, contacts: app.run ? app.run.contacts.map(c => ({name: c.name, ...c.state(t ?? app.clock.t)})) : [], marks: app.plots.map(p => p.marks)})};
  document.documentElement.dataset.shown = 'true';
  app.whenReady(() => { document.documentElement.dataset.ready = 'true'; });
}

const ownData = document.getElementById('data').textContent;
if (ownData === '{"live":true}') window.mbsLive = new Live();
else openData(ownData).then(data => publish(new App(data))).catch(error => {
  document.body.append(h('p', {class: 'broken', text: `This report cannot be shown: ${error.message}`}));
  throw error;
});
