// Moving about, and the start of the page.

function look(x, y, z) {
  view = new View(x, y, Math.max(floor(), Math.min(20, z)), view.w, view.h);
  ask();
}

function fit(animated) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  const add = ({ x, y }) => grow(box, x, y);
  for (const { box: b } of routeLines) {
    add({ x: b.x0, y: b.y0 });
    add({ x: b.x1, y: b.y1 });
  }
  for (const mark of marks) add(place(mark.at));
  const to = frameFor(box, 17);
  fitted = to.z;
  if (animated) fly(to.x, to.y, to.z); else look(to.x, to.y, to.z);
}
function visit(at, z, content) {
  if (narrow.matches && !panel.classList.contains('folded')) fold();
  const p = place(at);
  const to = frameFor({ x0: p.x, y0: p.y, x1: p.x, y1: p.y },
    Math.max(z, Math.min(view.z, 18)));
  lit = -1;
  showTip(content(), p, true);
  fly(to.x, to.y, to.z);
}

function fold() {
  const folded = panel.classList.toggle('folded');
  $('fold').setAttribute('aria-expanded', !folded);
  $('fold').setAttribute('aria-label', folded ? 'Show the steps' : 'Hide the steps');
}

let moved = 0, lastTap = null;

canvas.addEventListener('pointerdown', (event) => {
  if (event.button) return;
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  flight++;
  if (fingers.size === 1) moved = 0;
  pinch = null;
});
canvas.addEventListener('pointermove', (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) {
    if (event.pointerType === 'mouse' && !pinned) hover(event.clientX, event.clientY, 6);
    return;
  }
  const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
  moved += Math.abs(dx) + Math.abs(dy);
  finger.x = event.clientX;
  finger.y = event.clientY;
  if (moved < 4 && fingers.size === 1) return;
  canvas.classList.add('drag');
  if (fingers.size === 1) {
    if (!pinned) hideTip();
    look(view.x - dx / view.scale, view.y - dy / view.scale, view.z);
  } else if (fingers.size === 2) {
    stretchView();
  }
});
function lift(event) {
  if (!fingers.delete(event.pointerId)) return;
  pinch = null;
  canvas.classList.remove('drag');
  if (fingers.size || moved >= 4 || event.type === 'pointercancel') return;
  const now = event.timeStamp, x = event.clientX, y = event.clientY;
  if (lastTap && now - lastTap.now < 320 && Math.hypot(x - lastTap.x, y - lastTap.y) < 24) {
    lastTap = null;
    hideTip();
    const p = view.world(x, y), z = Math.min(20, view.z + 1), half = 1 - 2 ** (view.z - z);
    fly(view.x + (p.x - view.x) * half, view.y + (p.y - view.y) * half, z, 200);
    return;
  }
  lastTap = { now, x, y };
  hideTip();
  hover(x, y, event.pointerType === 'mouse' ? 7 : 16, true);
}
canvas.addEventListener('pointerup', lift);
canvas.addEventListener('pointercancel', lift);
canvas.addEventListener('pointerleave', () => { if (!pinned && !fingers.size) hideTip(); });
canvas.addEventListener('wheel', (event) => {
  if (!pinned) hideTip();
  zoomByWheel(event);
}, { passive: false });

function hover(x, y, slack, pin = false) {
  const found = under(x, y, slack);
  canvas.classList.toggle('point', Boolean(found));
  if (!found) return hideTip();
  lit = found.road;
  showTip(found.tip, found.at, pin);
  ask();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onMap = event.target === canvas || event.target === document.body;
  const step = 120 / view.scale;
  const pan = (dx, dy) => () => fly(view.x + dx * step, view.y + dy * step, view.z, 120);
  const always = { '+': () => zoomBy(1), '=': () => zoomBy(1), '-': () => zoomBy(-1),
    _: () => zoomBy(-1), 0: () => fit(true), Escape: hideTip };
  const arrows = { ArrowLeft: pan(-1, 0), ArrowRight: pan(1, 0), ArrowUp: pan(0, -1),
    ArrowDown: pan(0, 1) };
  const act = always[event.key] || (onMap && arrows[event.key]);
  if (!act) return;
  event.preventDefault();
  act();
});

$('in').addEventListener('click', () => zoomBy(1));
$('out').addEventListener('click', () => zoomBy(-1));
$('fit').addEventListener('click', () => fit(true));
$('fold').addEventListener('click', fold);
window.addEventListener('resize', resize);
narrow.addEventListener('change', () => { fillRoutes(); ask(); });
darkMode.addEventListener('change', () => {
  paint = darkMode.matches ? palettes.dark : palettes.light;
  fillRoutes();
  fillMore();
  repaint();
});

/** A view in the address, such as `#15/43.7384/7.4246`, wins over the route. */
function readAddress() {
  const part = location.hash.slice(1).split('/').map(Number);
  if (part.length !== 3 || part.some(Number.isNaN)) return;
  const p = place([part[2], part[1]]);
  flight++;
  look(p.x, p.y, part[0]);
}
window.addEventListener('hashchange', readAddress);

$('source').textContent = data.map;
$('credit').textContent = data.attribution;
fillRoutes();
fillMore();
if (narrow.matches) fold();
resize();
fit(false);
adaptToDensity(view);
readAddress();
