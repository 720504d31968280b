// Roads that come in pieces, joined so that each name runs along as much of its road as possible.

/** Joins the pieces that share a name (or number) and an end; straight on at a fork. */
function joinPieces(roads, key) {
  const groups = new Map();
  for (const road of roads) {
    const text = key(road);
    if (!text || road.line.count < 2) continue;
    if (!groups.has(text)) groups.set(text, []);
    groups.get(text).push(road);
  }
  return [...groups].flatMap(([text, pieces]) =>
    joinAll(pieces).map((chain) => ({ text, ...chain })));
}

const node = (p) => p.x.toFixed(11) + ' ' + p.y.toFixed(11);

function pointsOf({ line }, forward = true) {
  const points = Array.from(line.x, (x, k) => ({ x, y: line.y[k] }));
  return forward ? points : points.reverse();
}

/** The chains of some pieces, each as a measured line with its greatest kind. */
function joinAll(pieces) {
  const ends = new Map(), free = new Set(pieces), chains = [];
  for (const road of pieces) {
    const points = pointsOf(road);
    for (const name of [node(points[0]), node(points[points.length - 1])]) {
      if (!ends.has(name)) ends.set(name, []);
      ends.get(name).push(road);
    }
  }
  for (const start of pieces) {
    if (!free.delete(start)) continue;
    let chain = pointsOf(start), { kind } = start;
    for (let side = 0; side < 2; side++) {
      for (let next; (next = following(chain, ends, free));) {
        free.delete(next.road);
        kind = Math.max(kind, next.road.kind);
        chain = chain.concat(next.points.slice(1));
      }
      chain.reverse();
    }
    const x = Float64Array.from(chain, (p) => p.x), y = Float64Array.from(chain, (p) => p.y);
    chains.push({ kind, ...measured(x, y) });
  }
  return chains;
}

/** The free piece that goes on straightest from the end of a chain; nothing where all turn away. */
function following(chain, ends, free) {
  const tip = chain[chain.length - 1], before = chain[chain.length - 2];
  let found = null, straight = 0.3;
  for (const road of ends.get(node(tip))) {
    if (!free.has(road)) continue;
    const { x, y } = road.line, points = pointsOf(road, node({ x: x[0], y: y[0] }) === node(tip));
    const ux = tip.x - before.x, uy = tip.y - before.y;
    const vx = points[1].x - tip.x, vy = points[1].y - tip.y;
    const cos = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
    if (cos > straight) { straight = cos; found = { road, points }; }
  }
  return found;
}
