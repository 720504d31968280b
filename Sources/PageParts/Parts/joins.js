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
const pointAt = ({ x, y }, k) => ({ x: x[k], y: y[k] });

function pointsOf({ line }, forward = true) {
  const points = Array.from(line.x, (x, k) => ({ x, y: line.y[k] }));
  return forward ? points : points.reverse();
}

/** The chains of some pieces, each as a measured line with its maximum kind. */
function joinAll(pieces) {
  const ends = new Map(), free = new Set(pieces), chains = [];
  for (const road of pieces) {
    for (const k of [0, road.line.count - 1]) {
      const name = node(pointAt(road.line, k));
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
  const tip = chain[chain.length - 1], before = chain[chain.length - 2], name = node(tip);
  let found = null, straight = 0.3;
  for (const road of ends.get(name)) {
    if (!free.has(road)) continue;
    const { line } = road, forward = node(pointAt(line, 0)) === name;
    const next = pointAt(line, forward ? 1 : line.count - 2);
    const ux = tip.x - before.x, uy = tip.y - before.y;
    const vx = next.x - tip.x, vy = next.y - tip.y;
    const cos = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
    if (cos > straight) { straight = cos; found = { road, forward }; }
  }
  return found && { road: found.road, points: pointsOf(found.road, found.forward) };
}
