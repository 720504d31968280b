/// Fills the panel beside the map and the tooltip on it.
enum PagePanel {
  /// The routes, their steps, the lists of limits, and what a pointed-at thing says.
  static let panel = #"""
    // The panel and the tooltip.

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
      const sign = make('canvas', { width: 90, height: 90, 'aria-hidden': 'true' });
      const g = sign.getContext('2d');
      g.scale(3, 3);
      drawSign(g, 15, 15, 13.4, limit, !limit.avoided);
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
    """#
}
