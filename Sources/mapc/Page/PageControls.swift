/// Runs the panel and turns pointer, touch and keys into movement.
enum PageControls {
  /// The panel, the tooltips, the movements of the view, and the start of the page.
  static let controls = #"""
    // The panel, the tooltip, and the hands of the user.

    const panel = $('panel');
    const narrow = matchMedia('(max-width: 640px)');
    const calm = matchMedia('(prefers-reduced-motion: reduce)');

    function lengthText(metres) {
      if (!(metres >= 0)) return '';
      if (metres < 995) return Math.round(metres / (metres < 100 ? 1 : 10)) *
        (metres < 100 ? 1 : 10) + ' m';
      const km = metres / 1000;
      return km.toFixed(km < 99.95 ? 1 : 0) + ' km';
    }
    function durationText(seconds) {
      if (!(seconds >= 0)) return '';
      if (seconds < 59.5) return Math.round(seconds) + ' s';
      const minutes = Math.round(seconds / 60), rest = String(minutes % 60).padStart(2, '0');
      return minutes < 60 ? minutes + ' min' : Math.floor(minutes / 60) + ' h ' + rest + ' min';
    }
    function signed(value, text) {
      return (value < 0 ? '−' : '+') + text(Math.abs(value));
    }

    /** An element with attributes and children; text is never read as HTML. */
    function make(tag, attributes = {}, ...children) {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else if (value != null) made.setAttribute(name, value);
      }
      made.append(...children.filter((child) => child != null && child !== ''));
      return made;
    }

    function swatch(k) {
      const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg');
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
        return make('button', { class: 'route', type: 'button', 'aria-pressed': k === chosen,
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
      const sign = make('canvas', { width: 78, height: 78, 'aria-hidden': 'true' });
      const g = sign.getContext('2d');
      g.scale(3, 3);
      drawSign(g, 13, 13, 11, limit, !limit.avoided);
      return make('li', {}, make('button', { class: 'row', type: 'button',
        onclick: () => visit(limit.at, 16, () => limitTip(limit)) },
      sign, make('span', { class: 'what' }, limit.road || 'unnamed road',
        make('small', {}, limit.tag)), make('span', { class: 'far' }, 'way ' + limit.w)));
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
        parts.push(...(route.notices || []).map((text) => make('p', { class: 'notice' }, text)));
        parts.push(title(routes.length > 1 ? 'Steps · ' + route.label : 'Steps'));
        parts.push(make('ol', {}, ...(route.steps || []).map((step, n) => make('li', {},
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

    function nameParts(name, ref) {
      const parts = [];
      if (name) parts.push(name);
      const refs = ref ? ref.replace(/;\s*/g, ' · ') : '';
      if (refs) parts.push(name ? ' ' : '', make('span', { class: 'ref' }, refs));
      if (!parts.length) parts.push(make('span', { class: 'none' }, 'unnamed road'));
      return parts;
    }

    // Tooltips.

    const tip = $('tip');
    let tipAt = null, pinned = false;

    function tipOf(heading, ...rows) {
      const line = (row) => typeof row === 'string' ? make('span', {}, row) : row;
      return [make('b', {}, ...[].concat(heading)), ...rows.filter(Boolean).map(line)];
    }
    function stepTip(route, n) {
      const step = route.steps[n];
      return tipOf(nameParts(step.name, step.ref), `Step ${n + 1} of ${route.steps.length}`,
        lengthText(step.length_m) + ' · ' + durationText(step.duration_s));
    }
    function limitTip(limit) {
      return tipOf(limit.road || 'unnamed road', limit.tag, 'way ' + limit.w, limit.avoided &&
        make('span', { class: 'bad' }, 'The vehicle may not pass.'));
    }
    function markTip(mark) {
      return tipOf(mark.what, mark.of.join(', '), mark.at.map((v) => v.toFixed(5)).join(', '));
    }
    function roadTip(i, on) {
      const road = roads[i], flags = road.f || '';
      const words = [['b', 'bridge'], ['t', 'tunnel'], ['o', 'toll'], ['F', 'ferry']]
        .filter(([letter, word]) => flags.includes(letter) && word !== road.c)
        .map(([, word]) => word);
      return tipOf(nameParts(road.n, road.r), [road.c.replace('_', ' '), ...words].join(' · '),
        'way ' + road.w, on.length && 'on the route: ' + on.map((k) => routes[k].label).join(', '));
    }

    function showTip(content, world, pin) {
      tipAt = world;
      pinned = pin;
      tip.replaceChildren(...content);
      tip.hidden = false;
      placeTip();
    }
    function hideTip() {
      if (tip.hidden && lit < 0) return;
      tip.hidden = true;
      tipAt = null;
      pinned = false;
      lit = -1;
      ask();
    }
    function placeTip() {
      if (!tipAt) return;
      const p = view.screen(tipAt.x, tipAt.y), w = tip.offsetWidth, h = tip.offsetHeight;
      if (!view.holds(p, 4)) { tip.style.visibility = 'hidden'; return; }
      const above = p.y - h - 22 > 4;
      const left = Math.max(8, Math.min(view.w - w - 8, p.x - w / 2));
      tip.style.visibility = '';
      tip.style.transform = `translate(${Math.round(left)}px,` +
        `${Math.round(above ? p.y - h - 20 : p.y + 20)}px)`;
    }

    /** What lies under a point of the screen: a spot, or the nearest road. */
    function under(px, py, slack) {
      for (let k = spots.length - 1; k >= 0; k--) {
        const s = spots[k];
        if (Math.hypot(s.x - px, s.y - py) <= s.r + slack * .4) {
          return { tip: s.tip(), at: view.world(s.x, s.y - s.r * .4), road: -1 };
        }
      }
      const p = view.world(px, py), reach = slack + 10;
      const a = view.world(px - reach, py - reach), b = view.world(px + reach, py + reach);
      let best = slack, road = -1;
      grid.query(a.x, a.y, b.x, b.y, (i) => {
        if (!shown(kindOf[i], view.z)) return;
        const half = widthAt(kinds[kindOf[i]], view.z) / 2;
        const far = lines.distance(i, p.x, p.y) * view.scale - half;
        const d = Math.max(far, 0) - kindOf[i] * .02;
        if (d < best) { best = d; road = i; }
      });
      if (road < 0) return null;
      const on = routes.map((_, k) => k).filter((k) =>
        routeLines.distance(k, p.x, p.y) * view.scale < slack && follows(k, road));
      return { tip: roadTip(road, on), at: p, road };
    }

    /** Whether a route runs along a road: the middle of the road lies on it. */
    function follows(k, road) {
      const a = lines.first[road], b = lines.first[road + 1] - 1, m = (a + b) >> 1;
      const x = (lines.x[m] + lines.x[m + 1]) / 2, y = (lines.y[m] + lines.y[m + 1]) / 2;
      return routeLines.distance(k, x, y) < 5e-8;
    }

    // Moving about.

    let flight = 0;
    const floor = () => Math.max(0, fitted - 4);
    let fitted = 4;

    function look(x, y, z) {
      view = new View(x, y, Math.max(floor(), Math.min(20, z)), view.w, view.h);
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
      // About the middle of the part the panel leaves free.
      const pad = covered(), px = (view.w + pad.left - pad.right) / 2;
      const py = (view.h + pad.top - pad.bottom) / 2, p = view.world(px, py);
      const z = Math.max(floor(), Math.min(20, Math.round((view.z + by) * 2) / 2));
      const scale = 256 * 2 ** z;
      fly(p.x - (px - view.w / 2) / scale, p.y - (py - view.h / 2) / scale, z, 180);
    }

    /** How much of each side of the map the controls cover. */
    function covered() {
      const r = panel.getBoundingClientRect();
      if (narrow.matches) return { left: 0, right: 0, top: 0, bottom: view.h - r.top };
      const open = !panel.classList.contains('folded');
      return { left: open && view.w > 700 ? r.right : 0, right: 0, top: 0, bottom: 0 };
    }
    function frameFor(x0, y0, x1, y1, most) {
      const pad = covered(), room = narrow.matches ? 44 : 72;
      const w = Math.max(60, view.w - pad.left - pad.right - 2 * room);
      const h = Math.max(60, view.h - pad.top - pad.bottom - 2 * room);
      const z = Math.min(most, Math.log2(Math.min(w / Math.max(x1 - x0, 1e-9),
        h / Math.max(y1 - y0, 1e-9)) / 256));
      const scale = 256 * 2 ** z;
      return { x: (x0 + x1) / 2 - (pad.left - pad.right) / 2 / scale,
        y: (y0 + y1) / 2 - (pad.top - pad.bottom) / 2 / scale, z };
    }
    function fit(animated) {
      let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
      const add = ({ x, y }) => {
        x0 = Math.min(x0, x); y0 = Math.min(y0, y);
        x1 = Math.max(x1, x); y1 = Math.max(y1, y);
      };
      for (let k = 0; k < routeLines.x.length; k++) add({ x: routeLines.x[k], y: routeLines.y[k] });
      for (const mark of marks) add(place(mark.at));
      if (x0 === Infinity) {
        const b = grid.lines.box;
        for (let k = 0; k < b.length; k += 4) {
          if (b[k] > b[k + 2]) continue;
          add({ x: b[k], y: b[k + 1] });
          add({ x: b[k + 2], y: b[k + 3] });
        }
      }
      if (x0 === Infinity) { add(place([box.south, box.west])); add(place([box.north, box.east])); }
      const to = frameFor(x0, y0, x1, y1, 17);
      fitted = to.z;
      if (animated) fly(to.x, to.y, to.z); else look(to.x, to.y, to.z);
    }
    function visit(at, z, content) {
      if (narrow.matches && !panel.classList.contains('folded')) fold();
      const p = place(at), to = frameFor(p.x, p.y, p.x, p.y, Math.max(z, Math.min(view.z, 18)));
      lit = -1;
      showTip(content(), p, true);
      fly(to.x, to.y, to.z);
    }

    function drawScale() {
      const perPixel = 40075016.7 * Math.cos(latitudeAt(view.y) * Math.PI / 180) / view.scale;
      const most = perPixel * (narrow.matches ? 90 : 110), ten = 10 ** Math.floor(Math.log10(most));
      const metres = ten * (most >= 5 * ten ? 5 : most >= 2 * ten ? 2 : 1);
      $('scale').style.width = metres / perPixel + 'px';
      const text = metres >= 1000 ? metres / 1000 + ' km' : metres + ' m';
      if ($('scale').textContent !== text) $('scale').textContent = text;
    }

    function fold() {
      const folded = panel.classList.toggle('folded');
      $('fold').setAttribute('aria-expanded', !folded);
      $('fold').setAttribute('aria-label', folded ? 'Show the steps' : 'Hide the steps');
    }

    const fingers = new Map();
    let pinch = null, moved = 0, lastTap = null;

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
        const [a, b] = [...fingers.values()];
        const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.hypot(a.x - b.x, a.y - b.y) };
        if (pinch) {
          look(view.x - (now.x - pinch.x) / view.scale, view.y - (now.y - pinch.y) / view.scale,
            view.z);
          zoomAbout(now.x, now.y, Math.log2(Math.max(now.d, 1) / Math.max(pinch.d, 1)));
        }
        pinch = now;
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
      event.preventDefault();
      flight++;
      if (!pinned) hideTip();
      const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 300 : 1;
      const by = -event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0028);
      zoomAbout(event.clientX, event.clientY, Math.max(-1, Math.min(1, by)));
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
      drawn = null;
      fillRoutes();
      fillMore();
      ask();
    });

    /** A view in the address, such as `#15/43.7384/7.4246`, wins over the route. */
    function readAddress() {
      const part = location.hash.slice(1).split('/').map(Number);
      if (part.length !== 3 || part.some(Number.isNaN)) return;
      const p = place([part[1], part[2]]);
      flight++;
      look(p.x, p.y, part[0]);
    }
    window.addEventListener('hashchange', readAddress);

    $('source').textContent = data.map || '';
    $('credit').textContent = data.attribution || '';
    fillRoutes();
    fillMore();
    if (narrow.matches) fold();
    resize();
    fit(false);
    adaptToDensity(view);
    readAddress();
    """#
}
