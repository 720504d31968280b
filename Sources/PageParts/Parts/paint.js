// How roads look: the classes, and the colours of day and night.

/** Classes from the least to the maximum; later ones are drawn over earlier ones. */
const kinds = [
  // name, zoom it appears at, pixels wide at zoom 8, 12, 15 and 18, zoom its name appears at
  ['steps', 15, [.5, .6, 1.2, 3], 17], ['footway', 14.5, [.4, .5, 1, 2], 16.5],
  ['bridleway', 14.5, [.4, .5, 1, 2], 16.5], ['path', 14.2, [.4, .5, 1, 2], 16],
  ['cycleway', 14.2, [.4, .5, 1.1, 2.2], 16.5], ['track', 13.2, [.4, .6, 1.3, 2.6], 15.5],
  ['service', 13.5, [.2, .5, 2, 7], 16], ['unknown', 13, [.2, .6, 2.4, 8], 16],
  ['busway', 13, [.2, .6, 2.6, 8], 16], ['pedestrian', 13, [.2, .7, 3, 10], 15],
  ['living_street', 12.5, [.3, .8, 3.4, 11], 14.8], ['road', 12, [.3, .9, 3.6, 12], 14.8],
  ['residential', 12, [.3, .9, 4, 13], 14.5], ['unclassified', 11.5, [.3, 1, 4.2, 13], 14.3],
  ['ferry', 0, [1, 1.2, 1.6, 2.2], 11], ['car_train', 0, [1, 1.4, 2, 3], 11],
  ['tertiary', 10, [.6, 1.7, 5.6, 15], 13.6], ['secondary', 8.5, [.8, 2.3, 6.6, 17], 13],
  ['primary', 6, [1.1, 2.9, 7.4, 19], 12.6], ['trunk', 0, [1.4, 3.3, 8, 20], 12.4],
  ['motorway', 0, [1.7, 3.8, 8.6, 22], 12.2],
].map(([name, from, widths, label]) => ({ name, from, widths, label }));
const kindIndex = new Map(kinds.map((kind, i) => [kind.name, i]));
const thin = new Set(['steps', 'footway', 'bridleway', 'path', 'cycleway', 'track'].map(
  (name) => kindIndex.get(name)));
const afloat = new Set([kindIndex.get('ferry'), kindIndex.get('car_train')]);
const bigKind = kindIndex.get('tertiary');

const palettes = {
  light: {
    land: '#f3f1eb', beyond: '#e9e6de', edge: '#d8d3c8', ink: '#4a4d52', strong: '#2b2e33',
    halo: 'rgba(248,246,241,.92)', casing: '#d5cfc2', fill: '#ffffff', foot: '#cbc1b0',
    slim: '#dfdacf', shut: '#e3e0da',
    cycle: '#a9c0b1', ferry: '#7ba3c4', rail: '#8d8a96', bridge: '#a9a294', hover: '#0b66b2',
    fills: { motorway: '#f3bd85', trunk: '#f6cf9d', primary: '#fae2b0', secondary: '#fcf0cd',
      pedestrian: '#ece8f0', living_street: '#f8f7f5' },
    casings: { motorway: '#cf9355', trunk: '#d3a669', primary: '#d6b97c',
      secondary: '#d3c59a' },
    white: '#ffffff', black: '#1c1f23', sign: '#c8102e', ring: '#46525e', pin: '#23282e',
    shield: '#fffdf8',
    routes: ['#0a6fc2', '#d1570b', '#9a3f86'], pale: ['#0a6fc2', '#ffc899', '#eec3e3'],
    other: '#7fa6c9', old: '#8c9196', lit: '#ff8a1f', track: '#8a3fb5', fix: '#5b2a78',
  },
  dark: {
    land: '#171a1e', beyond: '#121417', edge: '#2a2f35', ink: '#b3bac4', strong: '#e4e7ea',
    halo: 'rgba(20,23,27,.9)', casing: '#0e1013', fill: '#363c44', foot: '#4a4d50',
    cycle: '#40574a', ferry: '#4d7592', rail: '#6b6878', bridge: '#07080a', hover: '#8fc8ff',
    fills: { motorway: '#8c6a42', trunk: '#7d6543', primary: '#6a5c43', secondary: '#545044',
      tertiary: '#444950', service: '#2c3138', pedestrian: '#35323d',
      living_street: '#31363d' },
    casings: {}, shut: '#25292e', white: '#f4f5f6', black: '#101214', sign: '#e5344c',
    ring: '#0c0e10',
    pin: '#101317', shield: '#262b31',
    routes: ['#4aa8ff', '#ff9440', '#e08fd0'], pale: ['#4aa8ff', '#6b3c16', '#5a3352'],
    other: '#4d6f8f', old: '#7d838a', lit: '#ffb066', track: '#c487ec', fix: '#e6c8f7',
  },
};
const darkMode = matchMedia('(prefers-color-scheme: dark)');
let paint = darkMode.matches ? palettes.dark : palettes.light;

function widthAt(kind, z) {
  const stops = [8, 12, 15, 18], w = kind.widths;
  if (z <= 8) return w[0] * 2 ** ((z - 8) / 4);
  for (let k = 1; k < 4; k++) {
    if (z <= stops[k]) {
      const t = (z - stops[k - 1]) / (stops[k] - stops[k - 1]);
      return w[k - 1] * (w[k] / w[k - 1]) ** t;
    }
  }
  return w[3] * 2 ** ((z - 18) * .6);
}

/** How a road is drawn over its edge: colour, dashes and their ends; `slim` ones have no edge. */
function lookOf(k, level, slim, z) {
  const { name } = kinds[k], fill = paint.fills[name] || paint.fill;
  if (afloat.has(k)) {
    return { color: name === 'ferry' ? paint.ferry : paint.rail, dash: [7, 5], cap: 'butt' };
  }
  if (thin.has(k)) {
    return { color: name === 'cycleway' ? paint.cycle : paint.foot, cap: 'butt',
      dash: name === 'steps' ? [1.5, 1.5] : name === 'track' ? [6, 2.5] :
        z < 14.5 ? [] : [3.5, 2.5] };
  }
  if (!slim) return { color: fill, dash: [], cap: 'round' };
  return { color: paint === palettes.dark ? fill : paint.casings[name] || paint.slim,
    dash: level === 0 ? [4, 3] : [], cap: 'round' };
}

/** Where a map has few roads, lesser ones appear so many zooms earlier: no first view is empty. */
let denser = 0;
const shown = (kind, z) => z >= kinds[kind].from - denser;

/** The ground within the bounds of the map. */
function drawLand(g, view, [west, south, east, north]) {
  const wide = east - west > 180;
  g.fillStyle = wide ? paint.land : paint.beyond;
  g.fillRect(0, 0, view.w, view.h);
  if (wide) return;
  const a = view.at([west, north]), b = view.at([east, south]);
  g.fillStyle = paint.land;
  g.strokeStyle = paint.edge;
  g.lineWidth = 1;
  g.beginPath();
  g.rect(a.x - 6, a.y - 6, b.x - a.x + 12, b.y - a.y + 12);
  g.fill();
  g.stroke();
}
