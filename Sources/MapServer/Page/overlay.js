// What lies over the roads: routes, tracks, signs and marks.

/** The places that can be pointed at, of the last frame: `{ x, y, r, tip, drag }`, topmost last. */
let spots = [];

const routeWidth = (view) => Math.max(4.5, Math.min(9, 4.5 + (view.z - 11) * .6));

function strokeLine(g, line, view, width, color, dash = []) {
  g.lineWidth = width;
  g.strokeStyle = color;
  g.setLineDash(dash);
  g.beginPath();
  line.trace(g, view);
  g.stroke();
  g.setLineDash([]);
}

/** Reserves the cells under a line, so that names stand beside it. */
function reserveLine(line, view, occupied) {
  const { x, y, keep } = line, fine = 1 / view.scale, r = view.bounds(20);
  const half = routeWidth(view) / 2 + 2;
  let last = 0;
  for (let n = 1; n < line.count; n++) {
    if (keep[n] <= fine) continue;
    const out = Math.max(x[n], x[last]) < r.x0 || Math.min(x[n], x[last]) > r.x1 ||
      Math.max(y[n], y[last]) < r.y0 || Math.min(y[n], y[last]) > r.y1;
    if (!out) {
      const a = view.screen(x[last], y[last]), b = view.screen(x[n], y[n]);
      const count = Math.min(5000, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 6));
      for (let m = 0; m <= count; m++) {
        const t = count ? m / count : 0;
        occupied.take(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, half, half, 2);
      }
    }
    last = n;
  }
}

function drawRoutes(g, view) {
  const w = routeWidth(view), { routes, chosen } = result;
  g.lineJoin = g.lineCap = 'round';
  const order = routes.map((_, k) => k).filter((k) => k !== chosen);
  for (const k of order) {
    strokeLine(g, routes[k].line, view, w + 3, paint.white);
    strokeLine(g, routes[k].line, view, w, paint.other);
  }
  const route = routes[chosen];
  if (!route) return;
  strokeLine(g, route.line, view, w + 4.6, paint.ring);
  strokeLine(g, route.line, view, w + 3, paint.white);
  strokeLine(g, route.line, view, w, paint.routes[0]);
  if (result.lit) strokeLine(g, result.lit, view, w + 1, paint.lit);
}

/** Where a refused trip would go as the crow flies, and the way of a car for comparison. */
function drawRefusal(g, view) {
  if (!result.error) return;
  g.lineCap = 'round';
  if (result.detour) {
    strokeLine(g, result.detour, view, 6.5, paint.white);
    strokeLine(g, result.detour, view, 3.5, paint.ring, [1, 7]);
  }
  for (const [n, blocker] of (result.error.blockers || []).entries()) {
    const p = view.at(blocker.location);
    if (!view.holds(p, 40)) continue;
    g.beginPath();
    g.arc(p.x, p.y, 24, 0, 7);
    g.fillStyle = 'rgba(200,16,46,.16)';
    g.fill();
    drawSign(g, p.x, p.y, result.hovered === n ? 19 : 16, blocker, false);
    spots.push({ x: p.x, y: p.y, r: 18, tip: () => blockerTip(blocker) });
  }
}

function drawTracks(g, view) {
  for (const track of tracks) {
    g.lineJoin = g.lineCap = 'round';
    for (const line of track.lines) {
      strokeLine(g, line, view, 7, paint.white);
      strokeLine(g, line, view, 4.5, paint.track);
    }
    const seen = new Set();
    g.lineWidth = 1;
    for (const fix of track.fixes) {
      const p = view.at(fix.at);
      const cell = Math.round(p.x / 5) + ' ' + Math.round(p.y / 5);
      if (!view.holds(p, 4) || seen.has(cell)) continue;
      seen.add(cell);
      g.beginPath();
      g.arc(p.x, p.y, 2.4, 0, 7);
      g.fillStyle = fix.matched === false ? paint.sign : paint.fix;
      g.strokeStyle = paint.white;
      g.fill();
      g.stroke();
    }
  }
}

function drawSteps(g, view) {
  const route = result.routes[result.chosen];
  if (!route || view.z < 12.5) return;
  for (const [n, step] of route.steps.entries()) {
    const p = view.at(step.maneuver.location);
    if (!n || !view.holds(p, 10) || step.maneuver.type === 'arrive') continue;
    g.beginPath();
    g.arc(p.x, p.y, view.z < 14.5 ? 2.6 : 3.6, 0, 7);
    g.fillStyle = paint.white;
    g.strokeStyle = paint.ring;
    g.lineWidth = 1.4;
    g.fill();
    g.stroke();
    spots.push({ x: p.x, y: p.y, r: 7, tip: () => stepTip(step) });
  }
}

/** The signs that stand in view; of many at one place one, the others as dots. */
function signsInView(view, tiles) {
  if (view.z < 13 - about.tiles.denser / 2) return [];
  const signs = [], seen = new Set();
  for (const tile of tiles) {
    for (const sign of tile.signs) {
      const key = sign.tag + sign.way + (sign.way ? '' : sign.x);
      const p = view.screen(sign.x, sign.y);
      if (seen.has(key) || !view.holds(p, 20)) continue;
      seen.add(key);
      const near = signs.some((q) => q.whole && Math.hypot(p.x - q.p.x, p.y - q.p.y) < 25);
      signs.push({ sign, p, whole: view.z >= 14 && !near });
    }
  }
  return signs;
}

/** Signs that the chosen vehicle may not pass are red, the others pale. */
function bindsVehicle(sign) {
  if (trip.profile !== 'truck') return false;
  if (sign.kind === 'hgv') return true;
  const name = { maxheight: 'height', maxwidth: 'width', maxlength: 'length', maxweight: 'weight',
    maxweightrating: 'weight_rating', maxaxleload: 'axle_load', maxbogieweight: 'bogie_load',
    maxaxles: 'axle_count', trailer: 'trailers' }[sign.kind];
  const own = trip.vehicle[name] || (name === 'weight_rating' && trip.vehicle.weight);
  if (name) return Number(own) > sign.value;
  return sign.kind.startsWith('hazmat') && Boolean(trip.vehicle.hazmat) && sign.value === 0;
}

function drawSigns(g, view, signs) {
  const order = signs.map((s) => ({ ...s, binds: bindsVehicle(s.sign) }))
    .sort((a, b) => a.binds - b.binds || a.whole - b.whole);
  for (const { sign, p, whole, binds } of order) {
    if (whole) {
      drawSign(g, p.x, p.y, binds ? 13 : 10.5, sign, !binds);
      continue;
    }
    g.beginPath();
    g.arc(p.x, p.y, binds ? 3.6 : 2.6, 0, 7);
    g.fillStyle = binds ? paint.sign : '#d9959f';
    g.strokeStyle = paint.white;
    g.lineWidth = 1.2;
    g.fill();
    g.stroke();
  }
}

/** Start, stops and destination, which can be dragged. */
function drawMarks(g, view) {
  const last = trip.stops.length - 1;
  for (let n = last; n >= 0; n--) {
    const stop = trip.stops[n];
    if (!stop.at) continue;
    const p = view.at(stop.at);
    if (!view.holds(p, 40)) continue;
    const end = n === last, via = n > 0 && !end;
    const top = drawPin(g, p, markLetter(n), end, via);
    spots.push({ x: p.x, y: p.y - top, r: via ? 12 : 14, drag: n, tip: () => stopTip(n) });
  }
}

function drawPin(g, p, letter, end, via) {
  const r = via ? 9.5 : 12.5, top = via ? 0 : 20;
  g.beginPath();
  if (via) {
    g.arc(p.x, p.y, r, 0, 7);
  } else {
    g.moveTo(p.x, p.y);
    g.bezierCurveTo(p.x - 3, p.y - 7, p.x - r, p.y - 11, p.x - r, p.y - top);
    g.arc(p.x, p.y - top, r, Math.PI, 0);
    g.bezierCurveTo(p.x + r, p.y - 11, p.x + 3, p.y - 7, p.x, p.y);
  }
  g.fillStyle = end ? paint.pin : paint.white;
  g.strokeStyle = end ? paint.white : paint.pin;
  g.lineWidth = 2;
  g.lineJoin = 'round';
  g.fill();
  g.stroke();
  g.fillStyle = end ? '#ffffff' : '#1c1f23';
  g.font = fontOf(via ? 11 : 13, 700);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(letter, p.x, p.y - top + .5);
  return top;
}

const markLetter = (n) =>
  n === 0 ? 'A' : n === trip.stops.length - 1 ? 'B' : String(n);
