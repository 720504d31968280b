// Names and numbers: along the road where it is straight or gently bent, never over each other.

const fontOf = (size, weight = 500) =>
  `${weight} ${size}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", ` +
  '"Liberation Sans", Arial, sans-serif';

/** Measures texts in one font; asking the canvas each time would take longer than drawing. */
class Typeface {
  constructor(size, weight) {
    this.size = size;
    this.font = fontOf(size, weight);
    this.widths = new Map();
  }
  width(g, text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      g.font = this.font;
      width = g.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }
}
const faces = { shield: new Typeface(10.5, 650), big: new Typeface(12, 600),
  small: new Typeface(11, 500) };

/** Which parts of the screen already carry writing, in cells of four pixels. */
class Occupied {
  constructor(w, h) {
    this.columns = Math.ceil(w / 4) + 1;
    this.rows = Math.ceil(h / 4) + 1;
    this.cells = new Uint8Array(this.columns * this.rows);
  }
  /** Visits the cells around a point until `visit` returns true. */
  around(x, y, rx, ry, visit) {
    if (!(x + rx >= 0 && y + ry >= 0)) return 0;
    const right = Math.min(this.columns - 1, Math.floor((x + rx) / 4));
    const bottom = Math.min(this.rows - 1, Math.floor((y + ry) / 4));
    for (let row = Math.max(0, Math.floor((y - ry) / 4)); row <= bottom; row++) {
      for (let c = Math.max(0, Math.floor((x - rx) / 4)); c <= right; c++) {
        const found = visit(row * this.columns + c);
        if (found) return found;
      }
    }
    return 0;
  }
  /** 0 where there is room, else what is there first. */
  taken(x, y, rx, ry = rx) { return this.around(x, y, rx, ry, (c) => this.cells[c]); }
  take(x, y, rx, ry = rx, what = 1) {
    this.around(x, y, rx, ry, (c) => { this.cells[c] = this.cells[c] === 1 ? 1 : what; });
  }
}

/** The points of a chain between two distances from its start, on the screen. */
function stretch(chain, from, to, view) {
  const { sum, x, y } = chain, result = [];
  let low = 0, high = sum.length - 1;
  while (high - low > 1) {
    const between = (low + high) >> 1;
    if (sum[between] <= from) low = between; else high = between;
  }
  const at = (n, s) => {
    const t = (s - sum[n]) / (sum[n + 1] - sum[n] || 1);
    return view.screen(x[n] + (x[n + 1] - x[n]) * t, y[n] + (y[n + 1] - y[n]) * t);
  };
  result.push(at(low, from));
  let n = low + 1;
  for (; n < sum.length - 1 && sum[n] < to; n++) result.push(view.screen(x[n], y[n]));
  result.push(at(n - 1, to));
  return result;
}

/** Offers places for a label, which stay put while the map moves, until `visit` takes one. */
function anchors(chain, spacing, view, visit) {
  const count = Math.max(1, Math.min(400, Math.floor(
    chain.length * 256 * 2 ** Math.floor(view.z) / spacing)));
  for (let k = 0; k < count; k++) {
    // Where the best place is taken or too bent, a little before or after it may do.
    for (const aside of [0, -.14, .14, -.3, .3]) {
      if (visit((k + .5 + aside) * chain.length / count)) break;
    }
  }
}

/** Keeps labels of the same text apart. */
function tooNear(placed, text, x, y, gap) {
  const list = placed.get(text) || [];
  if (list.some((p) => Math.hypot(p.x - x, p.y - y) < gap)) return true;
  list.push({ x, y });
  placed.set(text, list);
  return false;
}

/** The points of a line for writing: with its box, and how far from its start each is. */
function measured(x, y) {
  const sum = new Float64Array(x.length);
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (let k = 0; k < x.length; k++) {
    if (k) sum[k] = sum[k - 1] + Math.hypot(x[k] - x[k - 1], y[k] - y[k - 1]);
    grow(box, x[k], y[k]);
  }
  return { x, y, sum, box, length: sum[x.length - 1] };
}

/** Those in view of measured lines with `name`, `ref`, `kind`: great ones first, then long ones. */
function chainsInView(chains, view) {
  const r = view.bounds();
  return chains.filter(({ box, kind }) => meets(box, r) && shown(kind, view.z))
    .sort((a, b) => b.kind - a.kind || b.length - a.length);
}

function drawShields(g, view, chains, occupied) {
  const placed = new Map();
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (const chain of chains) {
    if (!chain.ref || view.z < kinds[chain.kind].label - 2.4) continue;
    if (chain.length * view.scale < 50) continue;
    const w = faces.shield.width(g, chain.ref) + 9;
    anchors(chain, 420, view, (s) => {
      const [p] = stretch(chain, s, s, view);
      if (!view.holds(p, -8) || occupied.taken(p.x, p.y, w / 2 + 3, 11)) return false;
      if (tooNear(placed, chain.ref, p.x, p.y, 300)) return false;
      occupied.take(p.x, p.y, w / 2 + 3, 11);
      drawShield(g, chain, p, w);
      return true;
    });
  }
}

function drawShield(g, chain, p, w) {
  g.beginPath();
  g.roundRect(p.x - w / 2, p.y - 8, w, 16, 4);
  g.fillStyle = paint.shield;
  g.strokeStyle = paint.casings[kinds[chain.kind].name] || paint.ink;
  g.lineWidth = 1.2;
  g.fill();
  g.stroke();
  g.fillStyle = paint.strong;
  g.font = faces.shield.font;
  g.fillText(chain.ref, p.x, p.y + .5);
}

// Scripts whose letters neither join nor combine, which may be set one by one along a bend.
const separable = /^[\u0020-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u201f]+$/;

function drawNames(g, view, chains, occupied) {
  const placed = new Map();
  let left = 140;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.lineJoin = 'round';
  for (const chain of chains) {
    if (!chain.name || left <= 0) continue;
    if (view.z < kinds[chain.kind].label - Math.min(denser, 1) * .5) continue;
    const face = chain.kind >= bigKind ? faces.big : faces.small;
    if (chain.length * view.scale < 24) continue;
    const w = face.width(g, chain.name);
    if (w + 10 > chain.length * view.scale) continue;
    anchors(chain, Math.max(w * 1.5, 300), view, (s) => {
      const half = (w / 2 + 2) / view.scale;
      const from = Math.max(0, Math.min(s - half, chain.length - 2 * half));
      let path = stretch(chain, from, from + 2 * half, view);
      if (path[0].x > path[path.length - 1].x) path = path.reverse();
      const done = setAlong(g, chain.name, path, w, face, view, occupied, placed);
      if (done) left--;
      return done;
    });
  }
}

/** Sets a name on its road, or beside it where a route covers the road. */
function setAlong(g, text, path, w, face, view, occupied, placed) {
  const a = path[0], b = path[path.length - 1], tall = face.size * .62;
  const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
  if (mx < -w || my < -20 || mx > view.w + w || my > view.h + 20) return false;
  const samples = alongPath(path, Math.max(2, Math.ceil(w / 7)));
  const free = (line) => !line.some((p) => occupied.taken(p.x, p.y, tall));
  let line = samples;
  if (!free(samples)) {
    if (!samples.some((p) => occupied.taken(p.x, p.y, 1) === 2)) return false;
    const beside = tall + routeWidth(view) / 2 + 7;
    line = [-beside, beside].map((by) => besidePath(samples, by)).find(free);
    if (!line) return false;
  }
  const letters = lettersOn(g, text, line === samples ? path : line, w, face);
  if (!letters || tooNear(placed, text, mx, my, 220)) return false;
  for (const p of line) occupied.take(p.x, p.y, tall + 3);
  g.font = face.font;
  g.fillStyle = face === faces.big ? paint.strong : paint.ink;
  g.strokeStyle = paint.halo;
  g.lineWidth = 3.2;
  for (const draw of ['strokeText', 'fillText']) {
    for (const letter of letters) {
      g.save();
      g.translate(letter.x, letter.y);
      g.rotate(letter.angle);
      g[draw](letter.text, 0, .5);
      g.restore();
    }
  }
  return true;
}

/** A line at a distance from another, to its right where `by` is positive. */
function besidePath(samples, by) {
  return samples.map((p, n) => {
    const a = samples[Math.max(0, n - 2)], b = samples[Math.min(samples.length - 1, n + 2)];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    return { x: p.x - by * Math.sin(angle), y: p.y + by * Math.cos(angle) };
  });
}

/** A text on a line, letter by letter along a bend; nothing where it is too sharp to read. */
function lettersOn(g, text, path, w, face) {
  const a = path[0], b = path[path.length - 1], across = Math.hypot(b.x - a.x, b.y - a.y);
  let bend = 0;
  for (const p of path) bend = Math.max(bend, awayFrom(p.x, p.y, a.x, a.y, b.x, b.y));
  const { size } = face;
  if (bend < size * .3) return [{ text, ...pointAlong([a, b], across / 2) }];
  const slack = lengthOf(path) - w;
  if (slack < 0 || !separable.test(text)) return null;
  const letters = [];
  let offset = slack / 2, least = Infinity, most = -Infinity;
  for (const letter of text) {
    const wide = face.width(g, letter), middle = offset + wide / 2;
    const a = pointAlong(path, middle - size * .45), b = pointAlong(path, middle + size * .45);
    const angle = Math.atan2(b.y - a.y, b.x - a.x), before = letters[letters.length - 1];
    if (before && Math.abs(angle - before.angle) > .45) return null;
    least = Math.min(least, angle);
    most = Math.max(most, angle);
    const on = pointAlong(path, middle);
    letters.push({ text: letter, x: (a.x + b.x + 2 * on.x) / 4, y: (a.y + b.y + 2 * on.y) / 4,
      angle });
    offset += wide;
  }
  return most - least < 1.6 ? letters : null;
}

function pointAlong(path, s) {
  let rest = Math.max(0, s);
  for (let k = 1; k < path.length; k++) {
    const a = path[k - 1], b = path[k], d = Math.hypot(b.x - a.x, b.y - a.y);
    if (rest <= d || k === path.length - 1) {
      const t = d ? rest / d : 0;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t,
        angle: Math.atan2(b.y - a.y, b.x - a.x) };
    }
    rest -= d;
  }
  return { ...path[0], angle: 0 };
}

function lengthOf(path) {
  let length = 0;
  for (let k = 1; k < path.length; k++) {
    length += Math.hypot(path[k].x - path[k - 1].x, path[k].y - path[k - 1].y);
  }
  return length;
}

function alongPath(path, count) {
  const length = lengthOf(path);
  return Array.from({ length: count + 1 }, (_, k) => pointAlong(path, length * k / count));
}
