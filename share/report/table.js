// A name that may go on in the next line behind a dot, a bracket, a comma, of long ones behind a low line, too.
const foldable = name => name.split(name.length > 14 ? /(?<=[.(,_])/ : /(?<=[.(,])/).flatMap((part, i) => i ? [h('wbr', {}), document.createTextNode(part)] : [document.createTextNode(part)]);

const isForce = unit => /^([nµumkMG]?N)(·s|\*s)?$/.test(unit || '');  // and what blows give

// Tables that sort by a click on a head, and copy as text.
//   {columns: [{name, unit, text, title}], rows: [[…]], pick: row => …, number: true}; forces have a bar beside them.
class Table {
  constructor({columns, rows, pick = null, numbered = false}) {
    Object.assign(this, {columns, rows, pick, numbered});
    this.order = rows.map((_, i) => i);
    this.by = -1;
    this.up = true;
    this.sizes = columns.map((_, k) => rows.reduce((most, r) => typeof r[k] === 'number' && Number.isFinite(r[k]) ? Math.max(most, Math.abs(r[k])) : most, 0));
    // A column has one way of writing what is small: by powers of ten, once one of its values needs that.
    this.powers = columns.map((_, k) => rows.some(r => typeof r[k] === 'number' && r[k] !== 0 && Math.abs(r[k]) < 1e-5 && !this.isDust(r[k], k)));
    this.bars = columns.map((c, k) => isForce(c.unit) && rows.length > 1 && this.sizes[k] > 0);
    this.lines = [];
    this.body = h('tbody', {});
    this.grow(60);
    this.heads = [];
    const head = h('tr', {}, numbered ? this.head({name: '#'}, -1) : null, columns.map((c, k) => this.head(c, k)));
    const table = h('table', {}, h('thead', {}, head), this.body);
    this.scroll = h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': columns.map(c => c.name).join(', ')}, table);
    this.copy = h('button', {class: 'chip copy', type: 'button', text: 'Copy', title: 'copy as tab-separated text', onclick: () => this.copyText()});
    this.root = h('div', {class: numbered ? 'table log' : columns.length > 5 ? 'table dense' : 'table'}, this.copy, this.scroll, columns.some(c => c.spare) ? this.columnsChip() : null);
  }
  // Where there is no room for all columns, some wait for a click.
  columnsChip() {
    const text = () => this.root?.classList.contains('all') ? 'fewer columns' : `all ${this.columns.length} columns`;
    const chip = h('button', {class: 'chip columns', type: 'button', 'aria-pressed': 'false', text: text(), onclick: () => {
      chip.setAttribute('aria-pressed', String(this.root.classList.toggle('all')));
      chip.textContent = text();
    }});
    return chip;
  }
  // Lines up to this many; of long tables those that are seen at once are made first.
  grow(count = this.rows.length) {
    for (let i = this.lines.length; i < Math.min(count, this.rows.length); ++i) {
      this.lines.push(this.line(this.rows[i], i));
      this.body.append(this.lines[i]);
    }
  }
  head(column, k) {
    const cell = h('th', {scope: 'col', title: column.title, class: column.text ? 'left' : column.spare ? 'spare' : null, 'aria-sort': 'none'},
      h('button', {type: 'button', onclick: () => this.sort(k)}, h('span', {}, foldable(column.name)), column.unit ? h('span', {class: 'u', text: unitText(column.unit)}) : null));
    this.heads.push([k, cell]);
    return cell;
  }
  // What rounding has left beside the column's other values.
  isDust(value, k) { return typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-9 * this.sizes[k]; }
  text(value, k) {
    if (value === null || value === undefined) return '\u2013';
    if (typeof value === 'number') return this.number(value, k);
    return value === true ? 'true' : value === false ? 'false' : String(value);
  }
  number(value, k) {
    const count = this.isDust(value, k) ? 2 : 4, small = value !== 0 && Math.abs(value) < 1e-3;
    return small && this.powers[k] ? shortPower(value, count) : digits(value, count);
  }
  line(row, i) {
    const cells = row.map((value, k) => {
      const dust = this.isDust(value, k);
      const cell = h('td', {class: this.columns[k].text ? 'left' : [dust ? 'dust' : '', this.columns[k].spare ? 'spare' : ''].join(' ').trim() || null}, h('span', {text: this.text(value, k), title: typeof value === 'number' ? digits(value, 10) : null}));
      if (this.bars[k]) cell.append(this.barOf(value, k));
      return cell;
    });
    const line = h('tr', {class: this.pick ? 'pick' : null, tabindex: this.pick ? '0' : null}, this.numbered ? h('td', {class: 'number', text: String(i + 1)}) : null, cells);
    if (this.pick) {
      line.addEventListener('click', () => this.pick(i));
      line.addEventListener('keydown', e => { if (e.key === 'Enter') this.pick(i); });
    }
    return line;
  }
  barOf(value, k) {
    const bar = h('span', {class: 'bar', 'aria-hidden': 'true', title: 'beside the largest of its column'}, h('i', {}));
    bar.firstChild.style.width = Number.isFinite(value) ? 95 * Math.abs(value) / this.sizes[k] + '%' : 0;
    return bar;
  }
  sort(k) {
    this.grow();
    const number = k < 0 ? this.up : this.columns[k].text;
    this.up = this.by === k ? !this.up : k < 0 || !!number;  // numbers begin with the largest
    this.by = k;
    const value = i => k < 0 ? i : this.rows[i][k];
    const below = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === y) return a - b;
      if (x === null || x === undefined) return 1;
      if (y === null || y === undefined) return -1;
      return (x < y ? -1 : 1) * (this.up ? 1 : -1);
    };
    this.order.sort(below);
    this.body.replaceChildren(...this.order.map(i => this.lines[i]));
    for (const [column, cell] of this.heads) cell.setAttribute('aria-sort', column !== k ? 'none' : this.up ? 'ascending' : 'descending');
  }
  // Sorts as another table was: [column, upwards].
  restore(sorted) {
    if (!sorted || sorted[0] === -1 && sorted[1]) return;
    this.by = sorted[0];
    this.up = !sorted[1];
    this.sort(sorted[0]);
  }
  mark(i) {
    if (this.marked === i) return;
    if (i >= this.lines.length) this.grow();
    this.lines[this.marked]?.classList.remove('here');
    this.marked = i;
    const line = this.lines[i];
    if (!line) return;
    line.classList.add('here');
    const top = line.offsetTop - 40, box = this.scroll;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 70) box.scrollTop = top - box.clientHeight / 3;
  }
  copyText() {
    const head = this.columns.map(c => (c.code || c.name) + (c.unit ? ` [${c.unit}]` : ''));
    const text = [head, ...this.order.map(i => this.rows[i].map(v => v === Infinity ? 'inf' : v === -Infinity ? '-inf' : v ?? ''))].map(r => r.join('\t')).join('\n') + '\n';
    copyOut(text);
    this.copy.textContent = 'Copied';
    setTimeout(() => { this.copy.textContent = 'Copy'; }, 1200);
  }
}
