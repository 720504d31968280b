// The roads, drawn from the tiles.

/** Draws the paths of a level and a kind in all tiles; widths and dashes are in pixels. */
function strokeKind(g, tiles, view, key, width, dash = []) {
  for (const tile of tiles) {
    const paths = tile.paths.get(key);
    if (!paths) continue;
    const k = view.scale * tile.size / extent;
    const p = view.screen(tile.x * tile.size, tile.y * tile.size);
    g.save();
    g.translate(p.x, p.y);
    g.scale(k, k);
    g.lineWidth = width / k;
    g.setLineDash(dash.map((d) => d / k));
    for (const path of paths.list) g.stroke(path);
    g.restore();
  }
}

function drawRoads(g, view, tiles) {
  g.lineJoin = 'round';
  for (let level = 0; level < 3; level++) {
    kinds.forEach((kind, k) => drawCasing(g, view, tiles, level, kind, k));
    kinds.forEach((kind, k) => {
      for (const [open, link] of looks) drawFill(g, view, tiles, level, kind, k, open, link);
    });
  }
}

/** Whether roads are open, and whether they are ramps, in the order of drawing. */
const looks = [[false, true], [false, false], [true, true], [true, false]];
/** Ramps are narrower. */
const ramp = .6;

/** Lesser roads that the vehicle may not use are but hinted at. */
const minorKind = kindIndex.get('residential');
const isFaint = (k, open) => !open && k < minorKind;

/** The dark edge of a road, which tunnels have dashed and bridges darker. */
function drawCasing(g, view, tiles, level, kind, k) {
  const w = widthAt(kind, view.z);
  if (!shown(k, view.z) || thin.has(k) || afloat.has(k) || w < 2.2) return;
  g.lineCap = level === 1 ? 'round' : 'butt';
  g.strokeStyle = level === 2 ? paint.bridge : paint.casings[kind.name] || paint.casing;
  for (const [open, link] of looks) {
    const width = w * (link ? ramp : 1);
    if (isFaint(k, open) || width < 2.2) continue;
    strokeKind(g, tiles, view, pathKey(level, k, open, link),
      width + Math.min(2.4, 1 + width * .12), level === 0 ? [4, 3] : []);
  }
}

/** The road itself; where the vehicle may not be it is grey. */
function drawFill(g, view, tiles, level, kind, k, open, link) {
  if (!shown(k, view.z)) return;
  const w = widthAt(kind, view.z) * (isFaint(k, open) ? .4 : link ? ramp : 1), slim = w < 2.2;
  const key = pathKey(level, k, open, link);
  const { color, dash, cap } = lookOf(k, level, slim, view.z);
  g.lineCap = 'round';
  if (level === 0 && !slim) {
    // The ground over the dashes of the edge, so that only the edge is dashed.
    g.strokeStyle = paint.land;
    strokeKind(g, tiles, view, key, w);
    g.globalAlpha = .5;
  }
  const isGrey = !thin.has(k) && !afloat.has(k) && (slim ? isFaint(k, open) : !open);
  g.lineCap = cap;
  g.strokeStyle = isGrey ? paint.shut : color;
  strokeKind(g, tiles, view, key, Math.max(w, .5), dash);
  g.globalAlpha = 1;
}

/** Arrows on one-way streets, from close by. */
function drawArrows(g, view, tiles, occupied) {
  if (view.z < 16) return;
  g.fillStyle = paint.ink;
  g.globalAlpha = .55;
  for (const tile of tiles) {
    for (const road of tile.roads) {
      if (!road.oneway || thin.has(road.kind)) continue;
      for (const line of road.lines) arrowsAlong(g, view, tile, line, occupied);
    }
  }
  g.globalAlpha = 1;
}

function arrowsAlong(g, view, tile, line, occupied) {
  let due = 40;
  for (let k = 2; k < line.length; k += 2) {
    const a = view.screen(tile.worldX(line[k - 2]), tile.worldY(line[k - 1]));
    const b = view.screen(tile.worldX(line[k]), tile.worldY(line[k + 1]));
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    for (; due < far; due += 110) {
      const t = due / far, x = a.x + (b.x - a.x) * t, y = a.y + (b.y - a.y) * t;
      if (!view.holds({ x, y }, 6) || occupied.taken(x, y, 6)) continue;
      const ux = (b.x - a.x) / far, uy = (b.y - a.y) / far;
      g.beginPath();
      g.moveTo(x + ux * 5, y + uy * 5);
      g.lineTo(x - ux * 3 - uy * 3, y - uy * 3 + ux * 3);
      g.lineTo(x - ux * 3 + uy * 3, y - uy * 3 - ux * 3);
      g.fill();
    }
    due -= far;
  }
}

/** The road nearest to a point of the screen, within so many pixels; with its tile, and the middle of its stretch. */
function roadAt(px, py, slack, view, tiles) {
  const p = view.world(px, py);
  let best = slack, found = null;
  for (const tile of tiles) {
    const x = (p.x / tile.size - tile.x) * extent, y = (p.y / tile.size - tile.y) * extent;
    const k = view.scale * tile.size / extent, most = (slack + 12) / k;
    for (const road of tile.roads) {
      if (!shown(road.kind, view.z)) continue;
      const half = widthAt(kinds[road.kind], view.z) / 2;
      for (const line of road.lines) {
        for (let n = 2; n < line.length; n += 2) {
          if (Math.min(line[n], line[n - 2]) > x + most) continue;
          if (Math.max(line[n], line[n - 2]) < x - most) continue;
          const d = awayFrom(x, y, line[n - 2], line[n - 1], line[n], line[n + 1]) * k - half;
          if (Math.max(d, 0) - road.kind * .02 < best) {
            best = Math.max(d, 0) - road.kind * .02;
            found = { road, tile, x: tile.worldX((line[n] + line[n - 2]) / 2),
              y: tile.worldY((line[n + 1] + line[n - 1]) / 2) };
          }
        }
      }
    }
  }
  return found;
}

/** A road under the pointer. */
function drawLit(g, view, { road, tile }) {
  const k = view.scale * tile.size / extent;
  const p = view.screen(tile.x * tile.size, tile.y * tile.size);
  g.save();
  g.translate(p.x, p.y);
  g.scale(k, k);
  g.lineCap = g.lineJoin = 'round';
  g.lineWidth = Math.max(5, widthAt(kinds[road.kind], view.z) + 3) / k;
  g.strokeStyle = paint.hover;
  g.globalAlpha = .45;
  g.beginPath();
  for (const line of road.lines) traceSteps(g, line);
  g.stroke();
  g.restore();
}
