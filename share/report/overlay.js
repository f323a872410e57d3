// A second run over the one on the stage: the outlines of its bodies, dashed, so that they are seen on what they lie on.
function layOver(ctx) {
  ctx.save();
  ctx.setLineDash([5, 3.5]);
  ctx.lineWidth = 1.3;
  ctx.strokeStyle = colour.ink;
  ctx.globalAlpha = 0.62;
}

// The stage of the other run, which looks from where `stage` does and at the same instant; null without such a run.
function stageOver(stage, other) {
  const {run, t} = stage;
  if (!other || other === run || !other.whole || !run.whole || other.spatial !== run.spatial) return null;
  const over = other.outlineStage ||= stageOf(other);
  Object.assign(over, {camera: stage.camera, frame: stage.frame, full: stage.full, ctx: stage.ctx, t: clamp(t, other.from, other.to)});
  over.poses = other.bodies.map((_, b) => other.pose(b, over.t));
  return over;
}

function drawOutlines(stage) {
  const {ctx, run} = stage;
  layOver(ctx);
  run.bodies.forEach((body, b) => {
    if (b > 0) for (const part of body.parts) if (part.kind !== 'plane') {
      stage.trace(part, b);
      ctx.stroke();
    }
  });
  ctx.restore();
}
