// What lies over the roads: routes, tracks, signs and marks.

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
  strokeLine(g, route.line, view, w, result.isOld && !result.busy ? paint.old : paint.routes[0]);
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
    const p = view.at(rulePlace(blocker.position));
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
  if (!route) return;
  for (const step of route.steps.slice(1)) {
    if (step.maneuver.type === 'arrive') continue;
    drawStep(g, view, step.maneuver.location, () => stepTip(step));
  }
}

/** The signs that stand in view; of many at one place one, the others as dots. */
function signsInView(view, tiles) {
  if (view.z < 13 - denser / 2) return [];
  const signs = [], seen = new Set();
  for (const tile of tiles) {
    for (const sign of tile.signs) {
      const key = sign.tag + sign.way + (sign.way ? '' : sign.x);
      const p = view.screen(sign.x, sign.y);
      if (seen.has(key) || isBlank(sign) || !view.holds(p, 20)) continue;
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

const markLetter = (n) =>
  n === 0 ? 'A' : n === trip.stops.length - 1 ? 'B' : String(n);
