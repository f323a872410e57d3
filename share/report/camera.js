// Where the stage looks: from metres to pixels, zoomed and moved by hand.
class Camera {
  constructor() { this.reset(); }
  reset() { this.zoom = 1; this.dx = 0; this.dy = 0; }
  // Fits the box `low`..`high` into the rectangle {x, y, w, h}.
  fit(low, high, frame, margin = 34) {
    const w = Math.max(high[0] - low[0], 1e-12), tall = Math.max(high[1] - low[1], 1e-12);
    const room = Math.min(margin, frame.w / 6, frame.h / 6);
    this.scale = Math.min((frame.w - 2 * room) / w, (frame.h - 2 * room) / tall) * this.zoom;
    this.cx = frame.x + frame.w / 2 - this.scale * (low[0] + high[0]) / 2 + this.dx;
    this.cy = frame.y + frame.h / 2 + this.scale * (low[1] + high[1]) / 2 + this.dy;
    this.frame = frame;
  }
  at([x, y]) { return [this.cx + this.scale * x, this.cy - this.scale * y]; }
  back(x, y) { return [(x - this.cx) / this.scale, (this.cy - y) / this.scale]; }
  // Zooms so that the pixel x, y stays where it is.
  zoomAt(factor, x, y) {
    const zoom = clamp(this.zoom * factor, 0.2, 400), f = zoom / this.zoom;
    const ox = this.frame.x + this.frame.w / 2, oy = this.frame.y + this.frame.h / 2;
    this.dx = (this.dx - (x - ox)) * f + (x - ox);
    this.dy = (this.dy - (y - oy)) * f + (y - oy);
    this.zoom = zoom;
  }
  // What the hand does on the picture; `move`: with the key for it.
  drag(dx, dy) { this.move(dx, dy); }
  kept() { return {zoom: this.zoom, dx: this.dx, dy: this.dy}; }
  move(dx, dy) { this.dx += dx; this.dy += dy; }
}
