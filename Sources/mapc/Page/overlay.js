// What lies over the roads: the routes, their ends, and the limits; and the frame.

const routeLines = routes.map((route) => new Line(decodeLine(route.p || '')));
let chosen = 0, lit = -1;

/** How each route is told apart without its colour: solid, dashed, dotted. */
const routeDash = (k, unit) => [[], [unit * 2.2, unit * 1.6], [0.01, unit * 1.7]][k % 3];

function drawRoutes(g, view) {
  const w = routeWidth(view);
  const order = routes.map((_, k) => k).reverse();
  const stroke = (k, width, color, dash) => strokeLine(g, routeLines[k], view, width, color, dash);
  g.lineJoin = 'round';
  g.lineCap = 'round';
  for (const k of order) stroke(k, w + 4.6, paint.ring);
  for (const k of order) stroke(k, w + 3, paint.white);
  for (const k of order) stroke(k, w, paint.pale[k % 3]);
  for (const k of order.slice().reverse()) {
    if (k === 0) continue;
    g.lineCap = k % 3 === 2 ? 'round' : 'butt';
    stroke(k, w * (k % 3 === 2 ? .8 : .62), paint.routes[k % 3], routeDash(k, w));
  }
}

function drawSteps(g, view) {
  const route = routes[chosen];
  if (!route) return;
  route.steps.forEach((step, n) => {
    if (n) drawStep(g, view, step.at, () => stepTip(route, n));
  });
}

/** How far each limit lies from the nearest route: of many, the near ones get whole signs. */
const aside = limits.map((limit) => {
  const p = place(limit.at);
  return Math.min(...routeLines.map((line) => line.distance(p.x, p.y)));
});
const sparse = limits.filter((limit) => limit.avoided).length <= 24;

function drawLimits(g, view, occupied) {
  const places = [];
  const each = (wanted, draw) => limits.forEach((limit, n) => {
    if (!limit.avoided === wanted || isBlank(limit)) return;
    const p = view.at(limit.at);
    if (view.holds(p, 20)) draw(limit, p, n);
  });
  const near = (p, gap) => places.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < gap);
  const tip = (limit) => () => limitTip(limit);
  const signs = [];
  each(true, (limit, p, n) => {
    const r = view.z < 12 ? 11 : view.z < 14.5 ? 14 : 17;
    const worth = view.z >= 14.5 || sparse || aside[n] * view.scale < 120;
    const whole = worth && !near(p, r * 1.5);
    places.push(p);
    signs.push({ limit, p, r: whole ? r : 4, whole });
  });
  each(false, (limit, p) => {
    if (view.z < 13) return;
    const whole = view.z >= 14.5 && !near(p, 26);
    places.push(p);
    signs.push({ limit, p, r: whole ? 10.5 : 3, whole, muted: !limit.binds });
  });
  if (occupied) {
    for (const { p, r } of signs) occupied.take(p.x, p.y, r);
    return;
  }
  // Muted ones and dots first, so that the signs that matter lie on top.
  signs.sort((a, b) => (b.muted || 0) - (a.muted || 0) || a.whole - b.whole);
  for (const { limit, p, r, whole, muted } of signs) {
    if (whole) {
      drawSign(g, p.x, p.y, r, limit, muted);
    } else {
      g.beginPath();
      g.arc(p.x, p.y, r, 0, 7);
      g.fillStyle = muted ? '#d9959f' : paint.sign;
      g.strokeStyle = paint.white;
      g.lineWidth = 1.2;
      g.fill();
      g.stroke();
    }
    spots.push({ x: p.x, y: p.y, r: Math.max(r, 8), tip: tip(limit) });
  }
}

/** Where the routes begin, pause and end; one mark where several agree. */
const marks = [];
routes.forEach((route, k) => {
  const add = (at, letter, what) => {
    const same = marks.find((m) => m.letter === letter && Math.abs(m.at[0] - at[0]) < 1e-5 &&
      Math.abs(m.at[1] - at[1]) < 1e-5);
    if (same) same.of.push(route.label);
    else marks.push({ at, letter, what, of: [route.label] });
  };
  add(route.from, 'A', 'Start');
  route.via.forEach((at, n) => add(at, String(n + 1), 'Via ' + (n + 1)));
  add(route.to, 'B', 'Destination');
});
marks.reverse();

function drawMarks(g, view) {
  for (const mark of marks) {
    const p = view.at(mark.at);
    if (!view.holds(p, 40)) continue;
    const { letter } = mark, via = /[0-9]/.test(letter);
    const top = drawPin(g, p, letter, letter === 'B', via);
    spots.push({ x: p.x, y: p.y - top, r: via ? 12 : 14, tip: () => markTip(mark) });
  }
}

function drawBase() {
  drawLand(base, view, bounds);
  drawRoads(base, view);
  const occupied = new Occupied(view.w, view.h);
  for (const line of routeLines) reserveLine(line, view, occupied);
  for (const mark of marks) {
    const p = view.at(mark.at);
    occupied.take(p.x, p.y - 16, 14, 18);
  }
  drawLimits(writing, view, occupied);
  const inView = chainsInView(chains, view);
  drawShields(writing, view, inView, occupied);
  drawNames(writing, view, inView, occupied);
}

/** The road under the pointer. */
function drawLit(g, view) {
  if (lit < 0) return;
  g.beginPath();
  g.lineCap = g.lineJoin = 'round';
  g.lineWidth = Math.max(5, widthAt(kinds[kindOf[lit]], view.z) + 3);
  g.strokeStyle = paint.hover;
  g.globalAlpha = .45;
  lines[lit].trace(g, view);
  g.stroke();
  g.globalAlpha = 1;
}

function frame() {
  asked = false;
  refresh(drawBase);
  const g = screen;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = bounds[2] - bounds[0] > 180 ? paint.land : paint.beyond;
  g.fillRect(0, 0, view.w, view.h);
  lay(g, base);
  drawLit(g, view);
  spots = [];
  drawRoutes(g, view);
  lay(g, writing);
  drawSteps(g, view);
  drawLimits(g, view);
  drawMarks(g, view);
  drawScale();
  placeTip();
}
