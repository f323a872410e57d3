// Parts that are made when somebody comes near them, or, one after the other, once the first picture stands.
class Later {
  // `done`: called whenever nothing is left to be made.
  constructor(done) {
    this.done = done;
    this.waiting = new Map();
    this.near = new IntersectionObserver(seen => seen.filter(e => e.isIntersecting).forEach(e => this.make(e.target)), {rootMargin: '600px'});
  }
  add(element, make) {
    this.waiting.set(element, make);
    this.near.observe(element);
    this.goOn();
  }
  make(element) {
    const make = this.waiting.get(element);
    this.near.unobserve(element);
    if (!this.waiting.delete(element)) return;
    make();
    if (!this.waiting.size) this.done();
  }
  goOn() {
    clearTimeout(this.next);
    this.next = setTimeout(() => {
      const [first] = this.waiting.keys();
      if (!first) return;
      this.make(first);
      this.goOn();
    }, this.begun ? 0 : 50);
    this.begun = true;
  }
  all() { for (const element of [...this.waiting.keys()]) this.make(element); }
  // What waits is not wanted any more.
  drop() {
    clearTimeout(this.next);
    this.near.disconnect();
    this.waiting.clear();
  }
}
