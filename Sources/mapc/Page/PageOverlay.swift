/// Draws the routes, their ends and the limits over the roads.
enum PageOverlay {
  /// Routes, signs and marks, and the frame that puts all the layers together.
  static let overlay = #"""
    // What lies over the roads: the routes, their ends, and the limits.

    const routeLines = new Lines(routes.map((route) => route.p));
    let chosen = 0;

    /** How each route is told apart without its colour: solid, dashed, dotted. */
    const routeDash = (k, unit) => [[], [unit * 2.2, unit * 1.6], [0.01, unit * 1.7]][k % 3];

    function strokeRoute(g, k, width, color, dash, view) {
      g.lineWidth = width;
      g.strokeStyle = color;
      g.setLineDash(dash);
      g.beginPath();
      trace(g, routeLines, k, view);
      g.stroke();
    }

    const routeWidth = (view) => Math.max(4.5, Math.min(9, 4.5 + (view.z - 11) * .6));

    /** Reserves the cells under the routes, so that names stand beside them. */
    function reserveRoutes(view, occupied) {
      const { x, y, first, keep } = routeLines, fine = 1 / view.scale, r = view.bounds(20);
      const half = routeWidth(view) / 2 + 2;
      for (let k = 0; k < routes.length; k++) {
        let last = first[k];
        for (let n = last + 1; n < first[k + 1]; n++) {
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
    }

    function drawRoutes(g, view) {
      const w = routeWidth(view);
      const order = routes.map((_, k) => k).reverse();
      g.lineJoin = 'round';
      g.lineCap = 'round';
      for (const k of order) strokeRoute(g, k, w + 4.6, paint.ring, [], view);
      for (const k of order) strokeRoute(g, k, w + 3, paint.white, [], view);
      for (const k of order) strokeRoute(g, k, w, paint.pale[k % 3], [], view);
      for (const k of order.slice().reverse()) {
        if (k === 0) continue;
        g.lineCap = k % 3 === 2 ? 'round' : 'butt';
        strokeRoute(g, k, w * (k % 3 === 2 ? .8 : .62), paint.routes[k % 3], routeDash(k, w), view);
      }
      g.setLineDash([]);
    }

    /** The places that can be pointed at, of the last frame: `{ x, y, r, tip }`, topmost last. */
    let spots = [];

    function drawSteps(g, view) {
      const route = routes[chosen];
      if (!route || view.z < 12.5) return;
      (route.steps || []).forEach((step, n) => {
        const p = view.at(step.at);
        if (!n || !view.holds(p, 10)) return;
        g.beginPath();
        g.arc(p.x, p.y, view.z < 14.5 ? 2.6 : 3.6, 0, 7);
        g.fillStyle = paint.white;
        g.strokeStyle = paint.ring;
        g.lineWidth = 1.4;
        g.fill();
        g.stroke();
        spots.push({ x: p.x, y: p.y, r: 7, tip: () => stepTip(route, n) });
      });
    }

    /** The number and unit of a limit such as `maxheight=3.8`, and the drawing it takes. */
    function readLimit(tag) {
      const cut = tag.indexOf('=');
      const key = cut < 0 ? tag : tag.slice(0, cut);
      const value = cut < 0 ? '' : tag.slice(cut + 1).trim();
      const what = key.replace(/^max/, '').split(':')[0];
      const unit = { height: 'm', width: 'm', length: 'm', weight: 't', weightrating: 't',
        axleload: 't', bogieweight: 't' }[what];
      const plain = /^[0-9]+([.,][0-9]+)?$/.test(value);
      let text = plain && unit ? value.replace(',', '.') + ' ' + unit : value;
      const lorry = /hgv|goods|truck|trailer|hazmat|bus|coach/.test(key) && !unit;
      const fits = text.length <= 7 && /[0-9]/.test(text);
      const [, figure, small] = /^([0-9.]+)\s*(m|t)$/.exec(text) || [text, text, ''];
      return { what, figure: fits ? figure : '', small: fits ? small : '', lorry };
    }

    /** A round sign with a red rim about a point; `r` is its radius. */
    function drawSign(g, x, y, r, limit, muted) {
      const { what, figure, small, lorry } = readLimit(limit.tag || '');
      g.save();
      g.translate(x, y);
      g.setLineDash([]);
      const disc = (radius, color) => {
        g.beginPath();
        g.arc(0, 0, radius, 0, 7);
        g.fillStyle = color;
        g.fill();
      };
      if (!muted) disc(r + 1.6, paint.white);
      disc(r, muted ? '#d9959f' : paint.sign);
      disc(r * .8, muted ? '#f7f5f2' : '#ffffff');
      g.fillStyle = g.strokeStyle = muted ? '#6c7076' : '#17191c';
      const wedge = (px, py, dx, dy) => {
        g.beginPath();
        g.moveTo(px, py);
        g.lineTo(px + dx + dy, py + dy + dx);
        g.lineTo(px + dx - dy, py + dy - dx);
        g.fill();
      };
      const k = r * .2;
      if (what === 'height') { wedge(0, -r * .42, 0, -k); wedge(0, r * .42, 0, k); }
      if (what === 'width') { wedge(-r * .58, 0, -k * .7, 0); wedge(r * .58, 0, k * .7, 0); }
      if (what === 'length') {
        g.lineWidth = r * .09;
        g.beginPath();
        g.moveTo(-r * .36, r * .42);
        g.lineTo(r * .36, r * .42);
        g.stroke();
        wedge(-r * .52, r * .42, k * .8, 0);
        wedge(r * .52, r * .42, -k * .8, 0);
      }
      if (what === 'axleload' || what === 'bogieweight') {
        g.fillRect(-r * .36, r * .4, r * .72, r * .08);
        g.fillRect(-r * .4, r * .3, r * .12, r * .28);
        g.fillRect(r * .28, r * .3, r * .12, r * .28);
      }
      if (lorry) {
        g.fillRect(-r * .5, -r * .3, r * .58, r * .42);
        g.fillRect(r * .13, -r * .14, r * .34, r * .26);
        for (const wheel of [-.3, .28]) {
          g.beginPath();
          g.arc(r * wheel, r * .19, r * .12, 0, 7);
          g.fill();
        }
      } else if (figure) {
        // The unit is set smaller and close, which leaves the figures as large as the sign allows.
        const under = /length|axleload|bogie/.test(what), base = under ? r * .16 : 0;
        const room = r * (what === 'width' ? 1.12 : 1.4);
        const measure = (size) => {
          g.font = fontOf(size, 700);
          const wide = g.measureText(figure).width;
          g.font = fontOf(size * .78, 700);
          return { wide, all: wide + (small ? g.measureText(small).width + size * .06 : 0) };
        };
        const size = Math.min(r * (under ? .72 : .86), r * room / measure(r).all);
        const { wide, all } = measure(size), down = size * .36 - base;
        g.textAlign = 'left';
        g.textBaseline = 'alphabetic';
        if (small) g.fillText(small, wide - all / 2 + size * .06, down);
        g.font = fontOf(size, 700);
        g.fillText(figure, -all / 2, down);
      }
      g.restore();
    }

    /** How far each limit lies from the nearest route: of many, the near ones get whole signs. */
    const aside = limits.map((limit) => {
      const p = place(limit.at);
      return Math.min(...routes.map((_, k) => routeLines.distance(k, p.x, p.y)));
    });
    const sparse = limits.filter((limit) => limit.avoided).length <= 24;

    function drawLimits(g, view, occupied) {
      const places = [];
      const each = (wanted, draw) => limits.forEach((limit, n) => {
        if (!limit.avoided === wanted) return;
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
        signs.push({ limit, p, r: whole ? 10.5 : 3, whole, muted: true });
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
      (route.via || []).forEach((at, n) => add(at, String(n + 1), 'Via ' + (n + 1)));
      add(route.to, 'B', 'Destination');
    });
    marks.reverse();

    function drawMarks(g, view) {
      for (const mark of marks) {
        const p = view.at(mark.at);
        if (!view.holds(p, 40)) continue;
        const via = /[0-9]/.test(mark.letter), r = via ? 9 : 12, top = via ? 0 : 19;
        g.beginPath();
        if (via) {
          g.arc(p.x, p.y, r, 0, 7);
        } else {
          g.moveTo(p.x, p.y);
          g.bezierCurveTo(p.x - 3, p.y - 7, p.x - r, p.y - 11, p.x - r, p.y - top);
          g.arc(p.x, p.y - top, r, Math.PI, 0);
          g.bezierCurveTo(p.x + r, p.y - 11, p.x + 3, p.y - 7, p.x, p.y);
        }
        const end = mark.letter === 'B';
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
        g.fillText(mark.letter, p.x, p.y - top + .5);
        spots.push({ x: p.x, y: p.y - top, r: r + 2, tip: () => markTip(mark) });
      }
    }

    // The frame: roads and names are kept as pictures and drawn again when they no longer fit.

    class View {
      constructor(x, y, z, w, h) { Object.assign(this, { x, y, z, w, h, scale: 256 * 2 ** z }); }
      screen(x, y) {
        const { scale, w, h } = this;
        return { x: (x - this.x) * scale + w / 2, y: (y - this.y) * scale + h / 2 };
      }
      world(px, py) {
        const { scale, w, h } = this;
        return { x: this.x + (px - w / 2) / scale, y: this.y + (py - h / 2) / scale };
      }
      at(latLon) {
        const p = place(latLon);
        return this.screen(p.x, p.y);
      }
      holds(p, margin) {
        return p.x > -margin && p.y > -margin && p.x < this.w + margin && p.y < this.h + margin;
      }
      bounds(margin = 0) {
        const a = this.world(-margin, -margin), b = this.world(this.w + margin, this.h + margin);
        return { x0: a.x, y0: a.y, x1: b.x, y1: b.y };
      }
      same(v) {
        return ['x', 'y', 'z', 'w', 'h'].every((name) => v[name] === this[name]);
      }
    }

    const canvas = $('map');
    const screen = canvas.getContext('2d');
    const base = document.createElement('canvas').getContext('2d');
    const writing = document.createElement('canvas').getContext('2d');
    let view = new View(0, 0, 2, 1, 1);
    let drawn = null, cost = 0, drawnAt = 0, asked = false, ratio = 1, lit = -1, settle = 0;

    function resize() {
      ratio = Math.min(3, window.devicePixelRatio || 1);
      const w = window.innerWidth, h = window.innerHeight;
      for (const g of [screen, base, writing]) {
        g.canvas.width = Math.round(w * ratio);
        g.canvas.height = Math.round(h * ratio);
      }
      view = new View(view.x, view.y, view.z, w, h);
      drawn = null;
      ask();
    }

    function ask() {
      if (asked) return;
      asked = true;
      requestAnimationFrame(frame);
    }

    function drawBase() {
      const began = performance.now();
      base.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawLand(base, view);
      drawRoads(base, view);
      writing.setTransform(ratio, 0, 0, ratio, 0, 0);
      writing.clearRect(0, 0, view.w, view.h);
      const occupied = new Occupied(view.w, view.h);
      reserveRoutes(view, occupied);
      for (const mark of marks) {
        const p = view.at(mark.at);
        occupied.take(p.x, p.y - 16, 14, 18);
      }
      drawLimits(writing, view, occupied);
      drawShields(writing, view, occupied);
      drawNames(writing, view, occupied);
      drawn = view;
      drawnAt = performance.now();
      // Canvases paint later than they are told to; the next frame shows what it really took.
      requestAnimationFrame(() => { cost = performance.now() - began; });
    }

    /** Draws a kept picture where it belongs in the present view. */
    function lay(g, picture) {
      const k = view.scale / drawn.scale, p = view.screen(drawn.x, drawn.y);
      g.drawImage(picture.canvas, p.x - drawn.w / 2 * k, p.y - drawn.h / 2 * k, drawn.w * k,
        drawn.h * k);
    }

    function frame() {
      asked = false;
      if (!drawn || !drawn.same(view)) {
        // On a slow machine the old picture is moved meanwhile, three quarters of the time.
        if (!drawn || performance.now() - drawnAt >= 3 * cost || cost < 24) {
          drawBase();
        } else {
          clearTimeout(settle);
          settle = setTimeout(ask, 3 * cost);
        }
      }
      const g = screen;
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      g.fillStyle = box.wide ? paint.land : paint.beyond;
      g.fillRect(0, 0, view.w, view.h);
      lay(g, base);
      if (lit >= 0) {
        g.beginPath();
        g.lineCap = g.lineJoin = 'round';
        g.lineWidth = Math.max(5, widthAt(kinds[kindOf[lit]], view.z) + 3);
        g.strokeStyle = paint.hover;
        g.globalAlpha = .45;
        trace(g, lines, lit, view);
        g.stroke();
        g.globalAlpha = 1;
      }
      spots = [];
      drawRoutes(g, view);
      lay(g, writing);
      drawSteps(g, view);
      drawLimits(g, view);
      drawMarks(g, view);
      drawScale();
      placeTip();
    }
    """#
}
