// What lies over the roads of every map: routes, and places that can be pointed at.

/** The places that can be pointed at, of the last frame: `{ x, y, r, tip, drag }`, topmost last. */
let spots = [];

const routeWidth = (view) => Math.max(4.5, Math.min(9, 4.5 + (view.z - 11) * .6));

function strokeLine(g, line, view, width, color, dash = []) {
  g.lineWidth = width;
  g.strokeStyle = color;
  g.setLineDash(dash);
  g.beginPath();
  line.trace(g, view);
  g.stroke();
  g.setLineDash([]);
}

/** Reserves the cells under a line, so that names stand beside it. */
function reserveLine(line, view, occupied) {
  const { x, y, keep } = line, fine = 1 / view.scale, r = view.bounds(20);
  const half = routeWidth(view) / 2 + 2;
  let last = 0;
  for (let n = 1; n < line.count; n++) {
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

/** A dot where something is to be done, from close by. */
function drawStep(g, view, at, tip) {
  const p = view.at(at);
  if (view.z < 12.5 || !view.holds(p, 10)) return;
  g.beginPath();
  g.arc(p.x, p.y, view.z < 14.5 ? 2.6 : 3.6, 0, 7);
  g.fillStyle = paint.white;
  g.strokeStyle = paint.ring;
  g.lineWidth = 1.4;
  g.fill();
  g.stroke();
  spots.push({ x: p.x, y: p.y, r: 7, tip });
}

/** The mark of a start, stop or destination; gives how far above its place its middle is. */
function drawPin(g, p, letter, end, via) {
  const r = via ? 9.5 : 12.5, top = via ? 0 : 20;
  g.beginPath();
  if (via) {
    g.arc(p.x, p.y, r, 0, 7);
  } else {
    g.moveTo(p.x, p.y);
    g.bezierCurveTo(p.x - 3, p.y - 7, p.x - r, p.y - 11, p.x - r, p.y - top);
    g.arc(p.x, p.y - top, r, Math.PI, 0);
    g.bezierCurveTo(p.x + r, p.y - 11, p.x + 3, p.y - 7, p.x, p.y);
  }
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
  g.fillText(letter, p.x, p.y - top + .5);
  return top;
}

/** The topmost of the places that lie under a point of the screen. */
function spotAt(x, y, slack) {
  for (let k = spots.length - 1; k >= 0; k--) {
    const s = spots[k];
    if (Math.hypot(s.x - x, s.y - y) <= s.r + slack * .4) return s;
  }
  return null;
}

// Names and tips.

/** The parts of a road's name and its numbers; none where it has neither. */
function nameParts(name, ref) {
  const parts = name ? [name] : [];
  const refs = ref && ref !== name ? ref.replace(/;\s*/g, ' · ') : '';
  if (refs) parts.push(name ? ' ' : '', make('span', { class: 'ref' }, refs));
  return parts;
}

/** Where the tip that is shown points to. */
let tipAt = null;

function tipOf(heading, ...rows) {
  return [make('b', {}, ...[].concat(heading)),
    ...rows.filter(Boolean).map((row) => make('span', {}, row))];
}
function placeTip() {
  if (!tipAt) return;
  const tip = $('tip'), p = view.screen(tipAt.x, tipAt.y);
  const above = p.y - tip.offsetHeight - 22 > 4;
  const left = Math.max(8, Math.min(view.w - tip.offsetWidth - 8, p.x - tip.offsetWidth / 2));
  tip.style.visibility = view.holds(p, 4) ? '' : 'hidden';
  tip.style.transform = `translate(${Math.round(left)}px,` +
    `${Math.round(above ? p.y - tip.offsetHeight - 20 : p.y + 20)}px)`;
}

// Drawings among the words.

/** The name space of drawings, taken from one of the page, which thus holds no address at all. */
const drawingSpace = $('fold').firstElementChild.namespaceURI;

function drawing(width, height) {
  const svg = document.createElementNS(drawingSpace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}
function addPath(svg, path) {
  const line = document.createElementNS(drawingSpace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return line;
}
function icon(path) {
  const svg = drawing(24, 24);
  svg.setAttribute('class', 'icon');
  addPath(svg, path);
  return svg;
}
