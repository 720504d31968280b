// The view: pictures that are kept and drawn anew when they no longer fit; flights to other views.

const canvas = $('map');
const screen = canvas.getContext('2d');
const base = document.createElement('canvas').getContext('2d');
const writing = document.createElement('canvas').getContext('2d');
let view = new View(.5, .5, 2, 1, 1);
let drawn = null, cost = 0, drawnAt = 0, asked = false, ratio = 1, settle = 0;
/** The view of the pictures that are kept. */
let pictured = null;

function resize() {
  ratio = Math.min(3, window.devicePixelRatio || 1);
  const w = window.innerWidth, h = window.innerHeight;
  for (const g of [screen, base, writing]) {
    g.canvas.width = Math.round(w * ratio);
    g.canvas.height = Math.round(h * ratio);
  }
  view = new View(view.x, view.y, view.z, w, h);
  pictured = null;
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

/** Draws the pictures again where they no longer fit; the page says what is on them. */
function refresh(draw) {
  if (drawn && drawn.same(view)) return;
  // On a slow machine the old pictures are moved meanwhile, three quarters of the time.
  const wait = 3 * cost - (performance.now() - drawnAt);
  if (pictured && wait > 0 && cost >= 24) {
    clearTimeout(settle);
    settle = setTimeout(ask, wait);
    return;
  }
  const began = performance.now();
  base.setTransform(ratio, 0, 0, ratio, 0, 0);
  writing.setTransform(ratio, 0, 0, ratio, 0, 0);
  writing.clearRect(0, 0, view.w, view.h);
  draw();
  drawn = pictured = view;
  drawnAt = performance.now();
  // Canvases paint later than they are told to; the next frame shows what it really took.
  requestAnimationFrame(() => { cost = performance.now() - began; });
}

/** Draws a kept picture where it belongs in the present view. */
function lay(g, picture) {
  const { x, y, w, h, scale } = pictured, k = view.scale / scale, p = view.screen(x, y);
  g.drawImage(picture.canvas, p.x - w / 2 * k, p.y - h / 2 * k, w * k, h * k);
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

/** How much of each side of the map the panel and the card of a drive cover; on a phone only one of them is there. */
function covered() {
  const panel = $('panel').getBoundingClientRect();
  const drive = document.body.dataset.drive ? $('drive').getBoundingClientRect() : null;
  if (narrow.matches) return { left: 0, right: 40, top: 48, bottom: view.h - (drive || panel).top };
  const open = !$('panel').classList.contains('folded');
  // In a window of usual height the middle is above the card, and stays put when that grows.
  const isLow = drive && drive.top < view.h * .6;
  return { left: open && view.w > 700 ? panel.right : 0, right: 0, top: 0,
    bottom: isLow ? view.h - drive.top : 0 };
}
function freeMiddle() {
  const pad = covered();
  return { x: (view.w + pad.left - pad.right) / 2, y: (view.h + pad.top - pad.bottom) / 2 };
}
/** The view of a box in the part of the map that nothing covers. */
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

// Fingers and wheel.

/** The pointers that are down, by their ids. */
const fingers = new Map();
let pinch = null;

/** Follows two fingers. */
function stretchView() {
  const [a, b] = [...fingers.values()];
  const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.hypot(a.x - b.x, a.y - b.y) };
  if (pinch) {
    look(view.x - (now.x - pinch.x) / view.scale, view.y - (now.y - pinch.y) / view.scale, view.z);
    zoomAbout(now.x, now.y, Math.log2(Math.max(now.d, 1) / Math.max(pinch.d, 1)));
  }
  pinch = now;
}

function zoomByWheel(event) {
  event.preventDefault();
  flight++;
  const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 300 : 1;
  const by = -event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0028);
  zoomAbout(event.clientX, event.clientY, Math.max(-1, Math.min(1, by)));
}
