// Where things are: the world is a square, 1 wide and 1 high, in Web Mercator.

const $ = (id) => document.getElementById(id);

/** The meridian in the middle of the map, about which longitudes are unwrapped. */
let middle = 0;

const worldX = (lon) => (lon - 360 * Math.round((lon - middle) / 360) + 180) / 360;
function worldY(lat) {
  const sine = Math.sin(Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI / 180);
  return .5 - Math.atanh(sine) / (2 * Math.PI);
}
const place = ([lon, lat]) => ({ x: worldX(lon), y: worldY(lat) });
function lonLat({ x, y }) {
  const lon = x * 360 - 180, lat = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  return [lon - 360 * Math.floor((lon + 180) / 360), lat];
}

/** The points of an encoded polyline of six digits, as longitudes and latitudes. */
function decodeLine(text) {
  const points = [];
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
    points.push([lon / 1e6, lat / 1e6]);
  }
  return points;
}

/** Distance of a point from a stretch of straight line. */
function awayFrom(px, py, ax, ay, bx, by) {
  const dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
  const t = square ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** A line on the map, which leaves out the points too fine for a scale (Douglas-Peucker). */
class Line {
  constructor(coordinates) {
    this.x = Float64Array.from(coordinates, (c) => worldX(c[0]));
    this.y = Float64Array.from(coordinates, (c) => worldY(c[1]));
    this.count = coordinates.length;
    this.keep = new Float64Array(this.count);
    this.box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
    for (let k = 0; k < this.count; k++) grow(this.box, this.x[k], this.y[k]);
    this.rank();
  }

  /** Ranks the points once for every tolerance: a point is drawn where `keep` exceeds it. */
  rank() {
    if (!this.count) return;
    const { x, y, keep } = this, last = this.count - 1;
    keep[0] = keep[last] = Infinity;
    const stack = [0, last, Infinity];
    while (stack.length) {
      const limit = stack.pop(), b = stack.pop(), a = stack.pop();
      if (b - a < 2) continue;
      let far = -1, at = a + 1;
      for (let k = a + 1; k < b; k++) {
        const d = awayFrom(x[k], y[k], x[a], y[a], x[b], y[b]);
        if (d > far) { far = d; at = k; }
      }
      keep[at] = Math.min(far, limit);
      stack.push(a, at, keep[at], at, b, keep[at]);
    }
  }

  /** Adds the line to the path of `g`. */
  trace(g, view) {
    const { x, y, keep, count } = this, { scale } = view, fine = .3 / scale;
    const ox = view.w / 2 - view.x * scale, oy = view.h / 2 - view.y * scale;
    if (count) g.moveTo(x[0] * scale + ox, y[0] * scale + oy);
    for (let k = 1; k < count; k++) {
      if (keep[k] > fine) g.lineTo(x[k] * scale + ox, y[k] * scale + oy);
    }
  }

  distance(px, py) {
    let best = Infinity;
    for (let k = 1; k < this.count; k++) {
      best = Math.min(best,
        awayFrom(px, py, this.x[k - 1], this.y[k - 1], this.x[k], this.y[k]));
    }
    return best;
  }
}

function grow(box, x, y) {
  box.x0 = Math.min(box.x0, x);
  box.x1 = Math.max(box.x1, x);
  box.y0 = Math.min(box.y0, y);
  box.y1 = Math.max(box.y1, y);
}

/** Whether two boxes have something in common. */
const meets = (a, b) => a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;

/** The part of the world on a screen of `w` by `h` pixels. */
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
  at(coordinates) {
    const p = place(coordinates);
    return this.screen(p.x, p.y);
  }
  holds(p, margin) {
    return p.x > -margin && p.y > -margin && p.x < this.w + margin && p.y < this.h + margin;
  }
  bounds(margin = 0) {
    const a = this.world(-margin, -margin), b = this.world(this.w + margin, this.h + margin);
    return { x0: a.x, y0: a.y, x1: b.x, y1: b.y };
  }
  same(v) { return ['x', 'y', 'z', 'w', 'h'].every((name) => v[name] === this[name]); }
}

/** The units of lengths: the small and the large one in metres, and from where on the large one is used. */
const systems = {
  metric: { small: 'm', metres: 1, large: 'km', many: 1000, from: 995 },
  imperial: { small: 'ft', metres: .3048, large: 'mi', many: 1609.344, from: 300 },
  british_imperial: { small: 'yd', metres: .9144, large: 'mi', many: 1609.344, from: 400 },
};
/** Those of the place where the reader lives, unless the page has its own. */
let lengthUnits = /-(US|LR|MM)$/.test(navigator.language) ? systems.imperial :
  navigator.language === 'en-GB' ? systems.british_imperial : systems.metric;

function lengthText(metres) {
  if (!(metres >= 0)) return '';
  const { small, large, many, from } = lengthUnits;
  if (metres < from) {
    const count = metres / lengthUnits.metres, step = count < 100 ? 1 : 10;
    return Math.round(count / step) * step + ' ' + small;
  }
  const count = metres / many;
  return count.toFixed(count < 99.95 ? 1 : 0) + ' ' + large;
}
function durationText(seconds) {
  if (!(seconds >= 0)) return '';
  if (seconds < 59.5) return Math.round(seconds) + ' s';
  const minutes = Math.round(seconds / 60), rest = String(minutes % 60).padStart(2, '0');
  return minutes < 60 ? minutes + ' min' : Math.floor(minutes / 60) + ' h ' + rest + ' min';
}
const placeText = ([lon, lat]) => lat.toFixed(5) + ', ' + lon.toFixed(5);

/** An element with attributes and children; text is never read as HTML. */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value != null && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child != null && child !== '' && child !== false));
  return made;
}
