// Pointer, touch and keys; the menu of a place; the start of the page.

let moved = 0, dragging = null, press = 0, lastTap = null;

canvas.addEventListener('pointerdown', (event) => {
  if (event.button) return;
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  flight++;
  pinch = null;
  clearTimeout(press);
  if (fingers.size > 1) { dragging = null; return; }
  moved = 0;
  const spot = spotAt(event.clientX, event.clientY, event.pointerType === 'mouse' ? 4 : 14);
  dragging = spot?.drag ?? null;
  if (source.plans && event.pointerType !== 'mouse') {
    press = setTimeout(() => {
      moved = 100;
      openMenu(event.clientX, event.clientY);
    }, 550);
  }
});

canvas.addEventListener('pointermove', (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) {
    if (event.pointerType === 'mouse' && !isPinned) hover(event.clientX, event.clientY, 6);
    return;
  }
  const dx = event.clientX - finger.x, dy = event.clientY - finger.y;
  moved += Math.abs(dx) + Math.abs(dy);
  if (moved < 4 && fingers.size === 1) return;
  clearTimeout(press);
  finger.x = event.clientX;
  finger.y = event.clientY;
  canvas.classList.add('drag');
  if (!isPinned) hideTip();
  if (fingers.size === 1) move(dx, dy, event);
  else if (fingers.size === 2) stretchView();
});

function move(dx, dy, event) {
  if (dragging === null) {
    look(view.x - dx / view.scale, view.y - dy / view.scale, view.z);
    return;
  }
  const top = dragging > 0 && dragging < trip.stops.length - 1 ? 0 : 10;
  trip.stops[dragging] = { at: lonLat(view.world(event.clientX, event.clientY + top)) };
  ask();
}

function lift(event) {
  if (!fingers.delete(event.pointerId)) return;
  clearTimeout(press);
  pinch = null;
  canvas.classList.remove('drag');
  if (fingers.size) return;
  const drag = dragging;
  dragging = null;
  if (event.type === 'pointercancel') return;
  if (moved >= 4) {
    if (drag !== null) {
      showStops();
      plan();
    }
    return;
  }
  hideTip();
  const isMouse = event.pointerType === 'mouse';
  if (source.plans) tap(event.clientX, event.clientY, isMouse ? 6 : 14);
  else pin(event, isMouse ? 7 : 16);
}
canvas.addEventListener('pointerup', lift);
canvas.addEventListener('pointercancel', lift);
canvas.addEventListener('pointerleave', () => { if (!isPinned && !fingers.size) hideTip(); });

/** A click sets the first stop that is missing; when there is none, a menu asks what it means. */
function tap(x, y, slack) {
  if (!$('menu').hidden) return closeMenu();
  const spot = spotAt(x, y, slack);
  if (spot && spot.drag === undefined) return showTip(spot.tip(), view.world(spot.x, spot.y));
  const other = routeAt(x, y, slack);
  if (other >= 0) {
    result.chosen = other;
    showAnswer();
    return repaint();
  }
  const missing = trip.stops.findIndex((stop) => !stop.at);
  if (missing < 0 || spot) return openMenu(x, y);
  setStop(missing, lonLat(view.world(x, y)));
}

/** The route under a point that is not the chosen one. */
function routeAt(x, y, slack) {
  if (result.routes.length < 2) return -1;
  const p = view.world(x, y);
  const far = result.routes.map(({ line }) => line.distance(p.x, p.y) * view.scale);
  if (far[result.chosen] < slack) return -1;
  return far.findIndex((d) => d < slack);
}

/** A click tells what is there until the next; two in quick succession zoom in. */
function pin({ timeStamp: now, clientX: x, clientY: y }, slack) {
  const isDouble = lastTap && now - lastTap.now < 320 && Math.hypot(x - lastTap.x, y - lastTap.y) < 24;
  lastTap = isDouble ? null : { now, x, y };
  if (!isDouble) return hover(x, y, slack, true);
  const p = view.world(x, y), z = Math.min(20, view.z + 1), half = 1 - 2 ** (view.z - z);
  fly(view.x + (p.x - view.x) * half, view.y + (p.y - view.y) * half, z, 200);
}

/** Tells what is under the pointer. */
function hover(x, y, slack, pins = false) {
  const spot = spotAt(x, y, slack), isNear = view.z >= source.leastHover;
  const found = spot || !isNear ? null : roadAt(x, y, slack, view, tilesShown);
  canvas.classList.toggle('grab', spot?.drag !== undefined);
  canvas.classList.toggle('point', !source.plans && Boolean(spot || found));
  const at = spot ? view.world(spot.x, spot.y) : view.world(x, y);
  if (spot) showTip(spot.tip(), at, pins);
  else if (found) showTip(roadTip(found, at), at, pins, found);
  else hideTip();
}

canvas.addEventListener('wheel', (event) => {
  if (!isPinned) hideTip();
  zoomByWheel(event);
}, { passive: false });

// The menu of a place.

let menuAt = null;

function openMenu(x, y) {
  hideTip();
  const at = lonLat(view.world(x, y)), found = roadAt(x, y, 12, view, tilesShown);
  const [name, kind, way] = found ? roadParts(found.road) : ['', '', ''];
  const item = (text, mark, act) => make('button', { type: 'button', onclick: () => {
    closeMenu();
    act();
  } }, make('i', { class: mark }), text);
  const last = trip.stops.length - 1;
  const both = trip.stops[0].at && trip.stops[last].at;
  $('menu').replaceChildren(
    make('p', {}, make('b', {}, name || 'This place'), [kind, way].filter(Boolean).join(' · '),
      kind ? make('br') : '', placeText(at)),
    item('Start here', '', () => setStop(0, at)),
    both ? item('Stop here', 'via', () => addVia(at)) : '',
    item('Destination here', 'end', () => setStop(last, at)));
  menuAt = view.world(x, y);
  $('menu').hidden = false;
  placeMenu();
  $('menu').querySelector('button').focus({ preventScroll: true });
}
function closeMenu() {
  if ($('menu').hidden) return;
  const had = $('menu').contains(document.activeElement);
  $('menu').hidden = true;
  menuAt = null;
  if (had) canvas.focus({ preventScroll: true });
}
function placeMenu() {
  if (!menuAt) return;
  const menu = $('menu'), p = view.screen(menuAt.x, menuAt.y);
  const left = Math.max(8, Math.min(view.w - menu.offsetWidth - 8, p.x + 6));
  const top = Math.max(8, Math.min(view.h - menu.offsetHeight - 8, p.y + 6));
  menu.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
}

// Keys.

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') { if (source.plans) closeMenu(); hideTip(); return; }
  if (event.target.closest('input, select, textarea')) return;
  const onMap = event.target === canvas || event.target === document.body;
  const step = 120 / view.scale;
  const pan = (dx, dy) => () => fly(view.x + dx * step, view.y + dy * step, view.z, 120);
  const always = { '+': () => zoomBy(1), '=': () => zoomBy(1), '-': () => zoomBy(-1),
    _: () => zoomBy(-1), 0: () => fit() };
  const { x, y } = freeMiddle();
  const arrows = { ArrowLeft: pan(-1, 0), ArrowRight: pan(1, 0), ArrowUp: pan(0, -1),
    ArrowDown: pan(0, 1) };
  if (source.plans) arrows.Enter = () => openMenu(x, y);
  const act = always[event.key] || (onMap && arrows[event.key]);
  if (!act) return;
  event.preventDefault();
  act();
});

/** Shows or hides the panel; what was in the middle of the free part stays there. */
function fold() {
  const before = freeMiddle();
  const folded = $('panel').classList.toggle('folded');
  const after = freeMiddle(), at = view.world(before.x, before.y);
  look(at.x - (after.x - view.w / 2) / view.scale, at.y - (after.y - view.h / 2) / view.scale,
    view.z);
  $('fold').setAttribute('aria-expanded', String(!folded));
  $('fold').setAttribute('aria-label', folded ? 'Show the panel' : 'Hide the panel');
}

// The start.

function describe() {
  const title = about.name || 'Map';
  lengthUnits = systems[about.units] || lengthUnits;
  document.title = title;
  $('title').textContent = title;
  const day = about.snapshot ? new Date(about.snapshot * 1000).toISOString().slice(0, 10) : '';
  $('source').textContent = [about.file, day && 'as of ' + day,
    about.edges.toLocaleString('en') + ' edges'].filter(Boolean).join(' · ');
  $('credit').textContent = about.attribution;
}

function wire() {
  $('in').addEventListener('click', () => zoomBy(1));
  $('out').addEventListener('click', () => zoomBy(-1));
  $('fit').addEventListener('click', () => fit());
  $('fold').addEventListener('click', fold);
  window.addEventListener('resize', resize);
  narrow.addEventListener('change', () => { showAnswer(); ask(); });
  darkMode.addEventListener('change', () => {
    paint = darkMode.matches ? palettes.dark : palettes.light;
    showAnswer();
    repaint();
  });
}

/** Puts the middle of the map into the middle of the world, or where a trip begins on a wide map. */
function setMiddle() {
  const { bounds } = about, trip = about.trip || about.sample_trip;
  // Across the antimeridian west is greater than east.
  if (bounds[2] < bounds[0]) bounds[2] += 360;
  middle = isWide() && trip ? trip[0][0] : (bounds[0] + bounds[2]) / 2;
}

async function begin() {
  document.body.dataset.plans = source.plans;
  if (!source.plans) for (const part of document.querySelectorAll('.planning')) part.remove();
  about = await source.open();
  setMiddle();
  describe();
  resize();
  wire();
  await (source.plans ? beginPlanning() : tellTrip());
}

/** Begins with the trip of the address. */
function beginPlanning() {
  denser = source.denser();
  fit(false);
  const looks = readHash();
  fillForm();
  wireForm();
  wireTracks();
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    openMenu(event.clientX, event.clientY);
  });
  window.addEventListener('hashchange', () => {
    if (location.hash === ownHash) return;
    source.forget();
    const looks = readHash();
    fillForm();
    plan(!looks);
  });
  plan(!looks);
}

/** Shows the trip that the source has. */
async function tellTrip() {
  trip.stops = about.trip.map((at) => ({ at }));
  await calculate(false);
  if (narrow.matches) fold();
  fit(false);
  denser = source.denser();
  readView();
  window.addEventListener('hashchange', readView);
}

begin().catch((error) => {
  console.error(error);
  $('answer').replaceChildren(make('p', { class: 'hint', role: 'alert' }, source.plans ?
    'The service does not answer. Load the page again when it runs.' :
    'The data of this page can’t be read.'));
});
