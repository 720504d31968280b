/// Turns pointer, touch and keys into movement.
enum PageMovement {
  /// The movements of the view, the controls, and the start of the page.
  static let movement = #"""
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
