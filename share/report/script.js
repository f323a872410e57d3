// The scripts, coloured, each line linked to what it shows and back.
const scriptWords = new Set(('mbs param let world default material body point shape revolute prismatic weld rod slot gear clearance contact contacts '
  + 'drive force torque spring when simulate continue print table plot histogram expect sweep stop use template for law require warn solve state').split(' '));
const scriptSmall = new Set('in to vs if then else and or not within every until of among by true false planar as friction'.split(' '));

// Pieces of one line, each with its class; what is matched in the order of this expression.
function pieces(line) {
  const pattern = /(#.*$)|("(?:[^"\\]|\\.)*"?)|(\b\d[\d_]*(?:\.(?!\.)\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z_0-9]*)|([^A-Za-z_0-9#"]+)/g;
  const list = [];
  let first = true;
  for (const [text, comment, string, number, word] of line.matchAll(pattern)) {
    let kind = null;
    if (comment) kind = comment.startsWith('##') ? 'doc' : 'cm';
    else if (string) kind = 'st';
    else if (number) kind = 'nu';
    else if (word) kind = first && scriptWords.has(word) ? 'kw' : scriptSmall.has(word) ? 'sm' : null;
    if (text.trim()) first = false;
    if (text.includes('{') || text.includes(';')) first = true;
    list.push([text, kind]);
  }
  return list;
}

const lineId = (source, line) => `L${source ? source + '-' : ''}${line}`;

function scriptSection(data, shown) {
  const parts = [];
  data.sources.forEach((file, source) => {
    if (!file.text) return;
    const lines = file.text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
    const pre = h('pre', {class: 'script', tabindex: '0'});
    lines.forEach((line, i) => {
      const id = lineId(source, i + 1), target = shown.get(id);
      const number = target ? h('a', {class: 'no', href: '#' + target, text: String(i + 1), title: 'to what this line shows'}) : h('span', {class: 'no', text: String(i + 1)});
      pre.append(h('span', {class: 'l' + (target ? ' shows' : ''), id}, number,
        h('code', {}, pieces(line).map(([text, kind]) => kind ? h('span', {class: kind, text}) : document.createTextNode(text)), document.createTextNode('\n'))));
    });
    parts.push(h('details', {open: source === 0}, h('summary', {text: file.name}), pre));
  });
  return h('section', {id: 'script'}, h('h2', {}, h('span', {text: 'Script'})), parts);
}
