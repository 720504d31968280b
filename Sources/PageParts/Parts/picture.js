// What the view shows: the pictures, what lies over them, and which part of the world fits.

/** Whether the map is wider than half the world: what lies beyond its bounds can't be told then. */
const isWide = () => about.bounds[2] - about.bounds[0] > 180;

/** The tiles and the signs of the last drawing. */
let tilesShown = [], drawnSigns = [];

function drawBase() {
  tilesShown = source.tiles(view);
  drawLand(base, view, about.bounds);
  drawRoads(base, view, tilesShown);
  const occupied = new Occupied(view.w, view.h);
  for (const route of result.routes) reserveLine(route.line, view, occupied);
  for (const track of tracks) {
    for (const line of track.lines) reserveLine(line, view, occupied);
  }
  for (const { at } of trip.stops) {
    if (!at) continue;
    const p = view.at(at);
    occupied.take(p.x, p.y - 16, 14, 18);
  }
  const signs = signsInView(view, tilesShown);
  for (const { p, size, whole } of signs) occupied.take(p.x, p.y, whole ? size + 1 : 3);
  const chains = chainsInView(source.chains(tilesShown), view);
  drawShields(writing, view, chains, occupied);
  drawNames(writing, view, chains, occupied);
  drawArrows(writing, view, tilesShown, occupied);
  drawSigns(writing, view, signs);
  drawnSigns = signs;
}

function frame() {
  asked = false;
  if (!about) return;
  refresh(drawBase);
  const g = screen;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = isWide() ? paint.land : paint.beyond;
  g.fillRect(0, 0, view.w, view.h);
  lay(g, base);
  if (litRoad) drawLit(g, view, litRoad);
  spots = [];
  drawTracks(g, view);
  drawRoutes(g, view);
  lay(g, writing);
  for (const { sign, size, whole } of drawnSigns) {
    const p = view.screen(sign.x, sign.y);
    spots.push({ x: p.x, y: p.y, r: whole ? size : 8, tip: () => signTip(sign) });
  }
  drawSteps(g, view);
  drawRefusal(g, view);
  drawMarks(g, view);
  drawVehicle(g, view);
  drawScale();
  placeTip();
  if (source.plans) placeMenu();
}

function look(x, y, z) {
  const safe = Math.max(0, Math.min(1, y));
  view = new View(x, safe, Math.max(floor(), Math.min(20, z)), view.w, view.h);
  if (source.plans) saveHash();
  ask();
}

/** Brings a box of the world into the free part of the map. */
function show(box, most = 16.5, animated = true) {
  if (!(box.x0 <= box.x1)) return;
  const to = frameFor(box, most);
  if (animated) fly(to.x, to.y, to.z); else look(to.x, to.y, to.z);
}
/** Brings the trip, or the whole map, into view; from there one can go back by so many zooms (`floor`). */
function fit(animated = true) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  const add = (at) => grow(box, worldX(at[0]), worldY(at[1]));
  for (const line of [...result.routes.map((r) => r.line), ...tracks.flatMap((t) => t.lines),
    ...(result.detour ? [result.detour] : [])]) {
    if (!line.count) continue;
    grow(box, line.box.x0, line.box.y0);
    grow(box, line.box.x1, line.box.y1);
  }
  for (const stop of trip.stops) if (stop.at) add(stop.at);
  for (const blocker of result.error?.blockers || []) add(rulePlace(blocker.position));
  if (box.x0 === Infinity) {
    const [west, south, east, north] = about.bounds;
    if (isWide() && about.sample_trip) about.sample_trip.forEach(add);
    else [[west, south], [east, north]].forEach(add);
    fitted = frameFor(box, 16).z;
  } else if (!source.plans) {
    fitted = frameFor(box, 16).z;
  }
  show(box, 16.5, animated);
}
