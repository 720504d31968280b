// The panel and the tips.

const panel = $('panel');

function signed(value, text) {
  return (value < 0 ? '−' : '+') + text(Math.abs(value));
}

function swatch(k) {
  // The name space is taken from a drawing of the page, which thus holds no address at all.
  const ns = $('fold').firstElementChild.namespaceURI;
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('width', 40);
  svg.setAttribute('height', 14);
  svg.setAttribute('viewBox', '0 0 40 14');
  svg.setAttribute('aria-hidden', 'true');
  const stroke = (color, width, dash, cap) => {
    const line = document.createElementNS(ns, 'path');
    line.setAttribute('d', 'M6 7H34');
    line.setAttribute('fill', 'none');
    line.setAttribute('stroke', color);
    line.setAttribute('stroke-width', width);
    line.setAttribute('stroke-linecap', cap);
    if (dash.length) line.setAttribute('stroke-dasharray', dash.join(' '));
    svg.append(line);
  };
  stroke(paint.ring, 11, [], 'round');
  stroke(paint.white, 9, [], 'round');
  stroke(paint.pale[k % 3], 6, [], 'round');
  if (k % 3 === 1) stroke(paint.routes[1], 4, [7, 4], 'butt');
  if (k % 3 === 2) stroke(paint.routes[2], 4.5, [.01, 7], 'round');
  return svg;
}

function fillRoutes() {
  $('routes').replaceChildren(...routes.map((route, k) => {
    const first = routes[0], dt = route.duration_s - first.duration_s;
    const less = k && (Math.abs(dt) >= 1 || Math.abs(route.length_m - first.length_m) >= 1);
    const compared = less ? signed(dt, durationText) : '';
    return make('button', { class: 'route', type: 'button', 'aria-pressed': String(k === chosen),
      onclick: () => choose(k) },
    swatch(k), make('b', {}, route.label || 'Route ' + (k + 1)),
    make('span', { class: 'time' }, durationText(route.duration_s)),
    make('small', {}, lengthText(route.length_m)),
    narrow.matches ? null : make('small', {}, compared));
  }));
}

function choose(k) {
  const again = k === chosen;
  chosen = k;
  [...$('routes').children].forEach((b, n) => b.setAttribute('aria-pressed', n === k));
  fillMore();
  $('more').scrollTop = 0;
  if (again) fit(true); else ask();
}

function limitRow(limit) {
  const sign = make('canvas', { width: 90, height: 90, 'aria-hidden': 'true' });
  const g = sign.getContext('2d');
  g.scale(3, 3);
  drawSign(g, 15, 15, 13.4, limit, !limit.binds);
  return make('li', {}, make('button', { class: 'row', type: 'button',
    onclick: () => visit(limit.at, 16, () => limitTip(limit)) },
  sign, make('span', { class: 'what' }, limit.road || 'unnamed road',
    make('small', {}, limit.text)), make('span', { class: 'far' }, 'way ' + limit.w)));
}

function limitList(list) {
  const ul = make('ul'), few = 8;
  ul.append(...list.slice(0, few).map(limitRow));
  if (list.length <= few) return [ul];
  const more = make('button', { class: 'all', type: 'button', onclick: () => {
    ul.append(...list.slice(few).map(limitRow));
    more.remove();
  } }, 'Show all ' + list.length);
  return [ul, more];
}

function fillMore() {
  const parts = [], route = routes[chosen];
  const title = (text) => make('h2', {}, text);
  if (route) {
    parts.push(...route.notices.map((text) => make('p', { class: 'notice' }, text)));
    parts.push(title(routes.length > 1 ? 'Steps · ' + route.label : 'Steps'));
    parts.push(make('ol', {}, ...route.steps.map((step, n) => make('li', {},
      make('button', { class: 'row', type: 'button',
        onclick: () => visit(step.at, 16.5, () => stepTip(route, n)) },
      make('span', { class: 'num' }, String(n + 1)),
      make('span', { class: 'what' }, ...nameParts(step.name, step.ref)),
      make('span', { class: 'far' }, lengthText(step.length_m)))))));
  } else {
    parts.push(make('p', { class: 'text' }, 'There is no route on this page.'));
  }
  const avoided = limits.filter((limit) => limit.avoided);
  const others = limits.filter((limit) => !limit.avoided);
  if (avoided.length) parts.push(title('Limits avoided'), ...limitList(avoided));
  if (others.length) {
    parts.push(make('details', {}, make('summary', {}, 'Other limits (' + others.length + ')'),
      ...limitList(others)));
  }
  $('more').replaceChildren(...parts);
}

// Tips.

let pinned = false;

function stepTip(route, n) {
  const step = route.steps[n];
  return tipOf(nameParts(step.name, step.ref), `Step ${n + 1} of ${route.steps.length}`,
    lengthText(step.length_m) + ' · ' + durationText(step.duration_s));
}
function limitTip(limit) {
  return tipOf(limit.road || 'unnamed road', limit.text, 'way ' + limit.w, limit.binds &&
    make('span', { class: 'bad' }, 'The vehicle may not pass.'));
}
function markTip(mark) {
  return tipOf(mark.what, mark.of.join(', '), placeText(mark.at));
}
function roadTip(i, on) {
  const road = roads[i], flags = road.f || '', names = nameParts(road.n, road.r);
  const words = [['b', 'bridge'], ['t', 'tunnel'], ['o', 'toll'], ['F', 'ferry']]
    .filter(([letter, word]) => flags.includes(letter) && word !== road.c)
    .map(([, word]) => word);
  return tipOf(names.length ? names : make('span', { class: 'none' }, 'unnamed road'),
    [road.c.replaceAll('_', ' '), ...words].join(' · '), 'way ' + road.w,
    on.length && 'on the route: ' + on.map((k) => routes[k].label).join(', '));
}

function showTip(content, world, pin) {
  tipAt = world;
  pinned = pin;
  $('tip').replaceChildren(...content);
  $('tip').hidden = false;
  placeTip();
}
function hideTip() {
  if (!tipAt && lit < 0) return;
  tipAt = null;
  $('tip').hidden = true;
  pinned = false;
  lit = -1;
  ask();
}

/** What lies under a point of the screen: a spot, or the nearest road. */
function under(px, py, slack) {
  const spot = spotAt(px, py, slack);
  if (spot) return { tip: spot.tip(), at: view.world(spot.x, spot.y - spot.r * .4), road: -1 };
  const p = view.world(px, py), reach = slack + 10;
  const a = view.world(px - reach, py - reach), b = view.world(px + reach, py + reach);
  let best = slack, road = -1;
  grid.query({ x0: a.x, y0: a.y, x1: b.x, y1: b.y }, (i) => {
    if (!shown(kindOf[i], view.z)) return;
    const half = widthAt(kinds[kindOf[i]], view.z) / 2;
    const far = lines[i].distance(p.x, p.y) * view.scale - half;
    const d = Math.max(far, 0) - kindOf[i] * .02;
    if (d < best) { best = d; road = i; }
  });
  if (road < 0) return null;
  const on = routes.map((_, k) => k).filter((k) =>
    routeLines[k].distance(p.x, p.y) * view.scale < slack && follows(k, road));
  return { tip: roadTip(road, on), at: p, road };
}

/** Whether a route runs along a road: the middle of the road lies on it. */
function follows(k, road) {
  const { x, y, count } = lines[road], m = (count - 1) >> 1;
  return routeLines[k].distance((x[m] + x[m + 1]) / 2, (y[m] + y[m + 1]) / 2) < 5e-8;
}
