/// Reads the data and answers where things are.
enum PageGeometry {
  /// Decodes the lines, projects them, ranks their points for simplification (Douglas and
  /// Peucker 1973), indexes them in a grid, and joins pieces of road for their names.
  static let geometry = #"""
    // Data: the roads as flat arrays of Web-Mercator points relative to the middle of the map.
    const $ = (id) => document.getElementById(id);
    const data = JSON.parse($('data').textContent);
    const roads = data.roads || [];
    const routes = data.routes || [];
    const limits = data.limits || [];
    const box = readBox(data.box);

    /** Bounds in degrees, east at or beyond west, and the meridian everything is unwrapped to. */
    function readBox(given) {
      let [south, west, north, east] = given || [-85, -180, 85, 180];
      if (east < west) east += 360;
      const start = routes.length ? routes[0].from : null;
      const wide = east - west > 180;
      const middle = wide && start ? start[1] : (west + east) / 2;
      return { south, west, north, east, middle, wide };
    }

    /** World units: the equator is 1 long. y grows southwards, as on the screen. */
    function worldX(lon) {
      const off = lon - box.middle;
      return (off - 360 * Math.round(off / 360)) / 360;
    }
    function mercator(lat) {
      const safe = Math.max(-85.0511, Math.min(85.0511, lat));
      return -Math.log(Math.tan(Math.PI / 4 + safe * Math.PI / 360)) / (2 * Math.PI);
    }
    const originY = (mercator(box.south) + mercator(box.north)) / 2;
    const worldY = (lat) => mercator(lat) - originY;
    const latitudeAt = (y) =>
      Math.atan(Math.exp(-(y + originY) * 2 * Math.PI)) * 360 / Math.PI - 90;
    const place = ([lat, lon]) => ({ x: worldX(lon), y: worldY(lat) });

    /** Appends the points of an encoded polyline of six digits to `xs` and `ys`. */
    function decode(text, xs, ys) {
      let at = 0, lat = 0, lon = 0;
      const next = () => {
        let value = 0, shift = 0, byte;
        do {
          byte = text.charCodeAt(at++) - 63;
          value |= (byte & 31) << shift;
          shift += 5;
        } while (byte >= 32 && at < text.length);
        return value & 1 ? ~(value >> 1) : value >> 1;
      };
      while (at < text.length) {
        lat += next();
        lon += next();
        xs.push(worldX(lon / 1e6));
        ys.push(worldY(lat / 1e6));
      }
    }

    /** Many lines in one pair of arrays; line `i` is the points `first[i] ..< first[i + 1]`. */
    class Lines {
      constructor(polylines) {
        const xs = [], ys = [], count = polylines.length;
        this.count = count;
        this.first = new Uint32Array(count + 1);
        polylines.forEach((text, i) => {
          decode(text || '', xs, ys);
          this.first[i + 1] = xs.length;
        });
        this.x = Float64Array.from(xs);
        this.y = Float64Array.from(ys);
        this.box = new Float64Array(count * 4);
        this.keep = new Float64Array(xs.length);
        for (let i = 0; i < count; i++) {
          this.measure(i);
          this.rank(this.first[i], this.first[i + 1] - 1);
        }
      }

      measure(i) {
        let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
        for (let k = this.first[i]; k < this.first[i + 1]; k++) {
          x0 = Math.min(x0, this.x[k]); x1 = Math.max(x1, this.x[k]);
          y0 = Math.min(y0, this.y[k]); y1 = Math.max(y1, this.y[k]);
        }
        this.box.set([x0, y0, x1, y1], i * 4);
      }

      /** Douglas-Peucker once for every tolerance: a point is drawn where `keep` exceeds it. */
      rank(from, to) {
        if (to < from) return;
        this.keep[from] = this.keep[to] = Infinity;
        const stack = [from, to, Infinity];
        while (stack.length) {
          const limit = stack.pop(), b = stack.pop(), a = stack.pop();
          if (b - a < 2) continue;
          let far = -1, at = a + 1;
          for (let k = a + 1; k < b; k++) {
            const d = awayFrom(this.x[k], this.y[k], this.x[a], this.y[a], this.x[b], this.y[b]);
            if (d > far) { far = d; at = k; }
          }
          this.keep[at] = Math.min(far, limit);
          stack.push(a, at, this.keep[at], at, b, this.keep[at]);
        }
      }

      /** Distance from a place to line `i`, in world units. */
      distance(i, px, py) {
        let best = Infinity;
        for (let k = this.first[i] + 1; k < this.first[i + 1]; k++) {
          const d = awayFrom(px, py, this.x[k - 1], this.y[k - 1], this.x[k], this.y[k]);
          if (d < best) best = d;
        }
        return best;
      }
    }

    /** Distance of a point from a stretch of straight line. */
    function awayFrom(px, py, ax, ay, bx, by) {
      const dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
      const t = square ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
      return Math.hypot(px - ax - t * dx, py - ay - t * dy);
    }

    /** A uniform grid over the boxes of lines: which of them may touch a rectangle. */
    class Grid {
      constructor(lines) {
        this.lines = lines;
        const b = lines.box;
        let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
        for (let i = 0; i < b.length; i += 4) {
          if (b[i] > b[i + 2]) continue;
          x0 = Math.min(x0, b[i]); x1 = Math.max(x1, b[i + 2]);
          y0 = Math.min(y0, b[i + 1]); y1 = Math.max(y1, b[i + 3]);
        }
        this.x0 = x0; this.y0 = y0;
        this.side = Math.max(8, Math.min(160, Math.ceil(Math.sqrt(lines.count / 3))));
        this.cell = Math.max(x1 - x0, y1 - y0, 1e-9) / this.side * 1.000001;
        this.seen = new Uint32Array(lines.count);
        this.turn = 0;
        const first = new Uint32Array(this.side * this.side + 1);
        const each = (i, visit) => {
          if (b[i * 4] > b[i * 4 + 2]) return;
          this.cells(b[i * 4], b[i * 4 + 1], b[i * 4 + 2], b[i * 4 + 3], visit);
        };
        for (let i = 0; i < lines.count; i++) each(i, (c) => { first[c + 1]++; });
        for (let c = 0; c < first.length - 1; c++) first[c + 1] += first[c];
        const fill = first.slice();
        this.items = new Uint32Array(first[first.length - 1]);
        for (let i = 0; i < lines.count; i++) each(i, (c) => { this.items[fill[c]++] = i; });
        this.first = first;
      }

      cells(x0, y0, x1, y1, visit) {
        const index = (v) => Math.max(0, Math.min(this.side - 1, Math.floor(v / this.cell)));
        const right = index(x1 - this.x0), bottom = index(y1 - this.y0);
        for (let row = index(y0 - this.y0); row <= bottom; row++) {
          for (let column = index(x0 - this.x0); column <= right; column++) {
            visit(row * this.side + column);
          }
        }
      }

      /** Calls `visit` once for each line whose box meets the rectangle. */
      query(x0, y0, x1, y1, visit) {
        if (!this.lines.count) return;
        const b = this.lines.box, turn = ++this.turn;
        this.cells(x0, y0, x1, y1, (c) => {
          for (let k = this.first[c]; k < this.first[c + 1]; k++) {
            const i = this.items[k];
            if (this.seen[i] === turn) continue;
            this.seen[i] = turn;
            const q = i * 4;
            if (b[q] > x1 || b[q + 2] < x0 || b[q + 1] > y1 || b[q + 3] < y0) continue;
            visit(i);
          }
        });
      }
    }

    /** Joins the pieces that share a name (or number) and an end; straight on at a fork. */
    function joinPieces(key) {
      const groups = new Map();
      roads.forEach((road, i) => {
        const text = key(road);
        if (!text || lines.first[i + 1] - lines.first[i] < 2) return;
        if (!groups.has(text)) groups.set(text, []);
        groups.get(text).push(i);
      });
      const chains = [];
      for (const [text, pieces] of groups) {
        const ends = new Map(), free = new Set(pieces);
        const node = (k) => lines.x[k].toFixed(9) + ' ' + lines.y[k].toFixed(9);
        for (const i of pieces) {
          for (const k of [lines.first[i], lines.first[i + 1] - 1]) {
            const name = node(k);
            if (!ends.has(name)) ends.set(name, []);
            ends.get(name).push(i);
          }
        }
        for (const start of pieces) {
          if (!free.delete(start)) continue;
          let chain = [], best = kindOf[start];
          for (let k = lines.first[start]; k < lines.first[start + 1]; k++) chain.push(k);
          for (let side = 0; side < 2; side++) {
            for (;;) {
              const tip = chain[chain.length - 1], before = chain[chain.length - 2];
              let next = null, straight = 0.3;
              for (const i of ends.get(node(tip))) {
                if (!free.has(i)) continue;
                const a = lines.first[i], b = lines.first[i + 1] - 1;
                const forward = node(a) === node(tip);
                const to = forward ? a + 1 : b - 1;
                const ux = lines.x[tip] - lines.x[before], uy = lines.y[tip] - lines.y[before];
                const vx = lines.x[to] - lines.x[tip], vy = lines.y[to] - lines.y[tip];
                const cos = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
                if (cos > straight) { straight = cos; next = { i, a, b, forward }; }
              }
              if (!next) break;
              free.delete(next.i);
              best = Math.max(best, kindOf[next.i]);
              if (next.forward) for (let k = next.a + 1; k <= next.b; k++) chain.push(k);
              else for (let k = next.b - 1; k >= next.a; k--) chain.push(k);
            }
            chain.reverse();
          }
          chains.push(measureChain(text, chain, best));
        }
      }
      return chains.sort((a, b) => b.kind - a.kind || b.length - a.length);
    }

    function measureChain(text, chain, kind) {
      const sum = new Float64Array(chain.length), box = [Infinity, Infinity, -Infinity, -Infinity];
      chain.forEach((k, n) => {
        const x = lines.x[k], y = lines.y[k];
        const last = chain[n - 1];
        if (n) sum[n] = sum[n - 1] + Math.hypot(x - lines.x[last], y - lines.y[last]);
        box[0] = Math.min(box[0], x); box[2] = Math.max(box[2], x);
        box[1] = Math.min(box[1], y); box[3] = Math.max(box[3], y);
      });
      return { text, kind, points: Uint32Array.from(chain), sum, box, length: sum[sum.length - 1] };
    }
    """#
}
