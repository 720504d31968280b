// The data of the page, and the roads in it.

const data = JSON.parse($('data').textContent);
const { roads, routes, limits } = data;

/** West, south, east, north in degrees, east at or beyond west. */
const bounds = readBounds(data.bounds);

function readBounds([west, south, east, north]) {
  if (east < west) east += 360;
  const isWide = east - west > 180 && routes.length;
  middle = isWide ? routes[0].from[0] : (west + east) / 2;
  return [west, south, east, north];
}

const kindOf = Uint8Array.from(roads,
  (road) => kindIndex.get(road.c) ?? kindIndex.get('unknown'));

/** 0 below the ground, 1 on it, 2 above. */
const levelOf = Uint8Array.from(roads, ({ f }) =>
  f && f.includes('t') ? 0 : f && f.includes('b') ? 2 : 1);

/** A uniform grid over the boxes of lines: which of them may touch a rectangle. */
class Grid {
  constructor(lines) {
    this.lines = lines;
    this.box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
    for (const { count, box } of lines) {
      if (!count) continue;
      grow(this.box, box.x0, box.y0);
      grow(this.box, box.x1, box.y1);
    }
    const { x0, y0, x1, y1 } = this.box;
    this.side = Math.max(8, Math.min(160, Math.ceil(Math.sqrt(lines.length / 3))));
    this.cell = Math.max(x1 - x0, y1 - y0, 1e-9) / this.side * 1.000001;
    this.seen = new Uint32Array(lines.length);
    this.turn = 0;
    const first = new Uint32Array(this.side * this.side + 1);
    const each = (i, visit) => { if (lines[i].count) this.cells(lines[i].box, visit); };
    for (let i = 0; i < lines.length; i++) each(i, (c) => { first[c + 1]++; });
    for (let c = 0; c < first.length - 1; c++) first[c + 1] += first[c];
    const fill = first.slice();
    this.items = new Uint32Array(first[first.length - 1]);
    for (let i = 0; i < lines.length; i++) each(i, (c) => { this.items[fill[c]++] = i; });
    this.first = first;
  }

  cells({ x0, y0, x1, y1 }, visit) {
    const index = (v) => Math.max(0, Math.min(this.side - 1, Math.floor(v / this.cell)));
    const right = index(x1 - this.box.x0), bottom = index(y1 - this.box.y0);
    for (let row = index(y0 - this.box.y0); row <= bottom; row++) {
      for (let column = index(x0 - this.box.x0); column <= right; column++) {
        visit(row * this.side + column);
      }
    }
  }

  /** Calls `visit` once for each line whose box meets the rectangle. */
  query(r, visit) {
    if (!this.lines.length) return;
    const turn = ++this.turn;
    this.cells(r, (c) => {
      for (let k = this.first[c]; k < this.first[c + 1]; k++) {
        const i = this.items[k];
        if (this.seen[i] === turn) continue;
        this.seen[i] = turn;
        const b = this.lines[i].box;
        if (b.x0 > r.x1 || b.x1 < r.x0 || b.y0 > r.y1 || b.y1 < r.y0) continue;
        visit(i);
      }
    });
  }
}

const lines = roads.map((road) => new Line(decodeLine(road.p || '')));
const grid = new Grid(lines);

/** Finds how much earlier lesser roads are shown. */
function adaptToDensity(view) {
  const count = new Uint32Array(kinds.length);
  grid.query(view.bounds(), (i) => { count[kindOf[i]]++; });
  for (denser = 4; denser > 0; denser--) {
    let sum = 0;
    count.forEach((n, k) => { if (shown(k, view.z)) sum += n; });
    if (sum <= 5000) break;
  }
}

function strokeAll(g, ids, view) {
  // One path for all of a class would make self-crossings costly; a few hundred are cheap.
  for (let from = 0; from < ids.length; from += 300) {
    g.beginPath();
    const to = Math.min(ids.length, from + 300);
    for (let n = from; n < to; n++) lines[ids[n]].trace(g, view);
    g.stroke();
  }
}

function drawRoads(g, view) {
  const z = view.z;
  const sorted = Array.from({ length: 3 * kinds.length }, () => []);
  grid.query(view.bounds(24), (i) => {
    if (shown(kindOf[i], z)) sorted[levelOf[i] * kinds.length + kindOf[i]].push(i);
  });
  g.lineJoin = 'round';
  for (let level = 0; level < 3; level++) {
    g.globalAlpha = 1;
    const pass = (draw) => kinds.forEach((kind, k) => {
      const ids = sorted[level * kinds.length + k];
      if (ids.length) draw(ids, kind, k, widthAt(kind, z));
    });
    pass((ids, kind, k, w) => {
      if (thin.has(k) || afloat.has(k) || w < 2.2) return;
      g.lineCap = level === 1 ? 'round' : 'butt';
      g.setLineDash(level === 0 ? [4, 3] : []);
      g.strokeStyle = level === 2 ? paint.bridge : paint.casings[kind.name] || paint.casing;
      g.lineWidth = w + Math.min(2.4, 1 + w * .12);
      strokeAll(g, ids, view);
    });
    pass((ids, kind, k, w) => {
      const slim = w < 2.2, { color, dash, cap } = lookOf(k, level, slim, z);
      g.lineCap = 'round';
      g.setLineDash([]);
      g.lineWidth = Math.max(w, .5);
      if (level === 0) {
        // The ground over the dashes of the edge, so that only the edge is dashed.
        g.globalAlpha = 1;
        g.strokeStyle = paint.land;
        if (!slim) strokeAll(g, ids, view);
        g.globalAlpha = .5;
      }
      g.lineCap = cap;
      g.strokeStyle = color;
      g.setLineDash(dash);
      strokeAll(g, ids, view);
    });
  }
  g.globalAlpha = 1;
  g.setLineDash([]);
}
