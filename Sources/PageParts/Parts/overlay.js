// What lies over the roads: routes, tracks, signs and marks.

/** Whether the routes are those of different vehicles: each has its label, and is drawn in its own way. */
const areLabelled = () => Boolean(result.routes[0]?.label);

function drawRoutes(g, view) {
  g.lineJoin = g.lineCap = 'round';
  if (areLabelled()) drawLabelled(g, view); else drawChosen(g, view);
}

/** The chosen route over the others. */
function drawChosen(g, view) {
  const w = routeWidth(view), { routes, chosen } = result;
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

/** How routes are told apart without their colours: solid, dashed, dotted. */
const routeDash = (k, unit) => [[], [unit * 2.2, unit * 1.6], [0.01, unit * 1.7]][k % 3];

/** All routes over each other: where they agree the stripes of the others lie on the first. */
function drawLabelled(g, view) {
  const w = routeWidth(view), order = result.routes.map((_, k) => k).reverse();
  const stroke = (k, width, color, dash) =>
    strokeLine(g, result.routes[k].line, view, width, color, dash);
  for (const k of order) stroke(k, w + 4.6, paint.ring);
  for (const k of order) stroke(k, w + 3, paint.white);
  for (const k of order) stroke(k, w, paint.pale[k % 3]);
  for (const k of order.reverse()) {
    if (k === 0) continue;
    g.lineCap = k % 3 === 2 ? 'round' : 'butt';
    stroke(k, w * (k % 3 === 2 ? .8 : .62), paint.routes[k % 3], routeDash(k, w));
  }
  g.lineCap = 'round';
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
    spots.push({ x: p.x, y: p.y, r: 18, tip: () => ruleTip(blocker) });
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
  route.steps.forEach((step, n) => {
    if (!n || step.maneuver.type === 'arrive') return;
    drawStep(g, view, step.maneuver.location, () => stepTip(route, n));
  });
}

/** The signs that stand in view; of many at one place one, the others as dots. */
function signsInView(view, tiles) {
  const all = source.signs(tiles), isNear = view.z >= 13 - denser / 2;
  const isCrowded = all.filter(({ avoided }) => avoided).length > 24;
  const signs = [], seen = new Set();
  for (const sign of all) {
    if (!isNear && !sign.avoided) continue;
    const key = sign.tag + sign.way + (sign.way ? '' : sign.x);
    const p = view.screen(sign.x, sign.y);
    if (seen.has(key) || isBlank(sign) || !view.holds(p, 20)) continue;
    seen.add(key);
    const binds = bindsVehicle(sign);
    const size = sign.avoided ? avoidedSize(view) : binds ? 13 : 10.5;
    const room = sign.avoided ? size * 1.5 : 25;
    const near = signs.some((q) => q.whole && Math.hypot(p.x - q.p.x, p.y - q.p.y) < room);
    const counts = sign.avoided ? !isCrowded || isBesideRoute(sign, view) : view.z >= 14;
    signs.push({ sign, p, size, binds, whole: counts && !near });
  }
  return signs;
}

/** Limits that a route keeps clear of are seen from afar. */
const avoidedSize = ({ z }) => (z < 12 ? 11 : z < 14.5 ? 14 : 17);

/** Of many limits that are avoided those near a route are worth a sign, and all of them from close by. */
function isBesideRoute(sign, view) {
  sign.aside ??= Math.min(...result.routes.map(({ line }) => line.distance(sign.x, sign.y)));
  return view.z >= 14.5 || sign.aside * view.scale < 120;
}

/** Signs that the chosen vehicle may not pass are red, the others pale. */
function bindsVehicle(sign) {
  if (sign.binds !== undefined) return sign.binds;
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
  const order = signs.slice().sort((a, b) => a.binds - b.binds || a.whole - b.whole);
  for (const { sign, p, size, whole, binds } of order) {
    if (whole) {
      drawSign(g, p.x, p.y, size, sign, !binds);
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

/** Start, stops and destination; they can be dragged where the trip can be changed. */
function drawMarks(g, view) {
  const last = trip.stops.length - 1;
  for (let n = last; n >= 0; n--) {
    const stop = trip.stops[n];
    if (!stop.at) continue;
    const p = view.at(stop.at);
    if (!view.holds(p, 40)) continue;
    const end = n === last, via = n > 0 && !end;
    const top = drawPin(g, p, markLetter(n), end, via);
    spots.push({ x: p.x, y: p.y - top, r: via ? 12 : 14, drag: source.plans ? n : undefined,
      tip: () => stopTip(n) });
  }
}

const markLetter = (n) =>
  n === 0 ? 'A' : n === trip.stops.length - 1 ? 'B' : String(n);
