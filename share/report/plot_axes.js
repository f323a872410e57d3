// What plots find out about their curves and axes before they draw them.

// Whether an abscissa never goes back; looked for once.
const goingOn = new WeakMap();
function goesOn(x) {
  if (!goingOn.has(x)) goingOn.set(x, x.every((v, i) => i === 0 || !(v < x[i - 1])));
  return goingOn.get(x);
}
// Whether it goes forth and back, as in loops and phase portraits; looked for once.
const comingBack = new WeakMap();
function comesBack(x) {
  if (!comingBack.has(x)) comingBack.set(x, goesBothWays(x));
  return comingBack.get(x);
}
// By more than rounding makes of its range.
function goesBothWays(x) {
  let low = Infinity, high = -Infinity, fall = 0, rise = 0;
  for (let i = 0; i < x.length; ++i) {
    const v = x[i];
    if (!Number.isFinite(v)) continue;
    if (v < low) low = v;
    if (v > high) high = v;
    if (high - v > fall) fall = high - v;
    if (v - low > rise) rise = v - low;
  }
  return Math.min(fall, rise) > Math.max(0, 1e-6 * (high - low));
}
// As many of four digits as are sure, two at least, where a value may be off by that much.
function sureDigits(value, off) {
  const count = off > 0 && value ? clamp(Math.floor(Math.log10(Math.abs(value) / off)), 2, 4) : 4;
  return digits(Number(value.toPrecision(count)), 4);
}
// Of a logarithmic axis powers of ten, or their doubles and fivefolds; at least two of any axis, for one is no scale.
function ticksOf(log, range, most, unit) {
  if (log) {
    const powers = logTicks(...range), between = powers.length > 2 ? powers : [1, 2, 5].flatMap(factor => logTicks(range[0] / factor, range[1] / factor).map(v => factor * v)).sort((a, b) => a - b);
    if (between.length > 1) return between;
  }
  let ticks = niceTicks(...range, most, unit);
  for (let more = 1; ticks.length < 2 && more <= 6; ++more) ticks = niceTicks(...range, most + more, unit);
  return ticks;
}
// All in one notation: of a logarithmic axis powers of ten, unless all are short as they are.
function labelsOf(log, ticks) {
  if (!log || ticks.every(v => v > 9e-4 && v < 9999)) return tickLabels(ticks);
  return ticks.map(v => {
    const exponent = Math.floor(Math.log10(v) + 1e-9), factor = digits(v / Math.pow(10, exponent), 6);
    return `${factor === '1' ? '' : factor + '·'}10${[...String(exponent)].map(c => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]).join('')}`;
  });
}
