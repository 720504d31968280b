// The frame: roads and names are kept as pictures, and drawn again when they no longer fit.

const canvas = $('map');
const screen = canvas.getContext('2d');
const base = document.createElement('canvas').getContext('2d');
const writing = document.createElement('canvas').getContext('2d');
let view = new View(.5, .5, 2, 1, 1);
let drawn = null, cost = 0, drawnAt = 0, asked = false, ratio = 1, settle = 0;
/** The tiles of the last drawing. */
let tilesShown = [];

function resize() {
  ratio = Math.min(3, window.devicePixelRatio || 1);
  const w = window.innerWidth, h = window.innerHeight;
  for (const g of [screen, base, writing]) {
    g.canvas.width = Math.round(w * ratio);
    g.canvas.height = Math.round(h * ratio);
  }
  view = new View(view.x, view.y, view.z, w, h);
  repaint();
}

/** Asks for a frame. */
function ask() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(frame);
}

/** Asks for a frame with new pictures: tiles, signs or names have changed. */
function repaint() {
  drawn = null;
  ask();
}

function drawBase() {
  const began = performance.now();
  tilesShown = store.visible(view);
  base.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawLand(base, view);
  drawRoads(base, view, tilesShown);
  writing.setTransform(ratio, 0, 0, ratio, 0, 0);
  writing.clearRect(0, 0, view.w, view.h);
  const occupied = new Occupied(view.w, view.h);
  for (const route of result.routes) reserveLine(route.line, view, occupied);
  for (const track of tracks) {
    for (const line of track.lines) reserveLine(line, view, occupied);
  }
  const signs = signsInView(view, tilesShown);
  for (const { p, whole } of signs) occupied.take(p.x, p.y, whole ? 12 : 3);
  const chains = chainsInView(view, tilesShown);
  drawShields(writing, view, chains, occupied);
  drawNames(writing, view, chains, occupied);
  drawArrows(writing, view, tilesShown, occupied);
  drawSigns(writing, view, signs);
  drawn = view;
  drawnSigns = signs;
  drawnAt = performance.now();
  // Canvases paint later than they are told to; the next frame shows what it really took.
  requestAnimationFrame(() => { cost = performance.now() - began; });
}
let drawnSigns = [];

/** Draws a kept picture where it belongs in the present view. */
function lay(g, picture, from) {
  const k = view.scale / from.scale, p = view.screen(from.x, from.y);
  g.drawImage(picture.canvas, p.x - from.w / 2 * k, p.y - from.h / 2 * k, from.w * k, from.h * k);
}

let pictured = null;
function frame() {
  asked = false;
  if (!about) return;
  if (!drawn || !drawn.same(view)) {
    // On a slow machine the old picture is moved meanwhile, three quarters of the time.
    const wait = 3 * cost - (performance.now() - drawnAt);
    if (!pictured || wait <= 0 || cost < 24) {
      drawBase();
      pictured = drawn;
    } else {
      clearTimeout(settle);
      settle = setTimeout(ask, wait);
    }
  }
  const g = screen;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = paint.beyond;
  g.fillRect(0, 0, view.w, view.h);
  lay(g, base, pictured);
  spots = [];
  drawTracks(g, view);
  drawRoutes(g, view);
  lay(g, writing, pictured);
  for (const { sign } of drawnSigns) {
    const p = view.screen(sign.x, sign.y);
    spots.push({ x: p.x, y: p.y, r: 9, tip: () => signTip(sign) });
  }
  drawSteps(g, view);
  drawRefusal(g, view);
  drawMarks(g, view);
  drawScale();
  placeTip();
  placeMenu();
}

function drawScale() {
  const latitude = lonLat({ x: view.x, y: view.y })[1];
  const perPixel = 40075016.7 * Math.cos(latitude * Math.PI / 180) / view.scale;
  const most = perPixel * (narrow.matches ? 90 : 110), ten = 10 ** Math.floor(Math.log10(most));
  const metres = ten * (most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1);
  $('scale').style.width = metres / perPixel + 'px';
  const text = metres >= 1000 ? metres / 1000 + ' km' : metres + ' m';
  if ($('scale').textContent !== text) $('scale').textContent = text;
}

// Flights from one view to another.

let flight = 0, fitted = 4;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const narrow = matchMedia('(max-width: 640px)');
const floor = () => Math.max(0, fitted - 5);

function look(x, y, z) {
  const safe = Math.max(0, Math.min(1, y));
  view = new View(x, safe, Math.max(floor(), Math.min(20, z)), view.w, view.h);
  saveHash();
  ask();
}
function zoomAbout(px, py, by) {
  const p = view.world(px, py);
  const z = Math.max(floor(), Math.min(20, view.z + by)), scale = 256 * 2 ** z;
  look(p.x - (px - view.w / 2) / scale, p.y - (py - view.h / 2) / scale, z);
}
function fly(x, y, z, time = 420) {
  const from = view, began = performance.now(), ticket = ++flight;
  if (calm.matches) return look(x, y, z);
  const away = Math.hypot(x - from.x, y - from.y) * 256 * 2 ** Math.min(from.z, z);
  const rise = Math.max(0, Math.log2(away / Math.min(view.w, view.h)));
  const step = (now) => {
    if (ticket !== flight) return;
    const t = Math.max(0, Math.min(1, (now - began) / (time + rise * 120)));
    const e = t < .5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    look(from.x + (x - from.x) * e, from.y + (y - from.y) * e,
      from.z + (z - from.z) * e - rise * 4 * e * (1 - e));
    if (t < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
function zoomBy(by) {
  // About the middle of the part that the panel leaves free.
  const { x: px, y: py } = freeMiddle(), p = view.world(px, py);
  const z = Math.max(floor(), Math.min(20, Math.round((view.z + by) * 2) / 2));
  const scale = 256 * 2 ** z;
  fly(p.x - (px - view.w / 2) / scale, p.y - (py - view.h / 2) / scale, z, 180);
}

/** How much of each side of the map the panel covers. */
function covered() {
  const r = $('panel').getBoundingClientRect();
  if (narrow.matches) return { left: 0, right: 40, top: 48, bottom: view.h - r.top };
  const open = !$('panel').classList.contains('folded');
  return { left: open && view.w > 700 ? r.right : 0, right: 0, top: 0, bottom: 0 };
}
function freeMiddle() {
  const pad = covered();
  return { x: (view.w + pad.left - pad.right) / 2, y: (view.h + pad.top - pad.bottom) / 2 };
}
function frameFor({ x0, y0, x1, y1 }, most) {
  const pad = covered(), room = narrow.matches ? 40 : 72;
  const w = Math.max(60, view.w - pad.left - pad.right - 2 * room);
  const h = Math.max(60, view.h - pad.top - pad.bottom - 2 * room);
  const z = Math.min(most, Math.log2(Math.min(w / Math.max(x1 - x0, 1e-9),
    h / Math.max(y1 - y0, 1e-9)) / 256));
  const scale = 256 * 2 ** z;
  return { x: (x0 + x1) / 2 - (pad.left - pad.right) / 2 / scale,
    y: (y0 + y1) / 2 - (pad.top - pad.bottom) / 2 / scale, z };
}
/** Brings a box of the world into the free part of the map. */
function show(box, most = 16.5, animated = true) {
  if (!(box.x0 <= box.x1)) return;
  const to = frameFor(box, most);
  if (animated) fly(to.x, to.y, to.z); else look(to.x, to.y, to.z);
}
/** Brings the trip, or the whole map, into view. */
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
  for (const blocker of result.error?.blockers || []) add(blocker.location);
  if (box.x0 === Infinity) {
    const [west, south, east, north] = about.bounds;
    if (east - west > 180 && about.sample_trip) about.sample_trip.forEach(add);
    else [[west, south], [east, north]].forEach(add);
    fitted = frameFor(box, 16).z;
  }
  show(box, 16.5, animated);
}
