/// Draws the roads.
enum PageRoads {
  /// The classes, the two palettes, and the order of drawing.
  static let roads = #"""
    // Roads: how each class looks at each zoom, and the drawing of those in view.

    /** Classes from the least to the greatest; later ones are drawn over earlier ones. */
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
    const kindOf = Uint8Array.from(roads,
      (road) => kindIndex.get(road.c) ?? kindIndex.get('unknown'));
    const thin = new Set(['steps', 'footway', 'bridleway', 'path', 'cycleway', 'track'].map(
      (name) => kindIndex.get(name)));
    const afloat = new Set([kindIndex.get('ferry'), kindIndex.get('car_train')]);
    const bigKind = kindIndex.get('tertiary');

    /** 0 below the ground, 1 on it, 2 above. */
    const levelOf = Uint8Array.from(roads, ({ f }) =>
      f && f.includes('t') ? 0 : f && f.includes('b') ? 2 : 1);

    const lines = new Lines(roads.map((road) => road.p));
    const grid = new Grid(lines);
    let denser = 0;

    const palettes = {
      light: {
        land: '#f3f1eb', beyond: '#e9e6de', edge: '#d8d3c8', ink: '#4a4d52', strong: '#2b2e33',
        halo: 'rgba(248,246,241,.92)', casing: '#d5cfc2', fill: '#ffffff', foot: '#cbc1b0',
        slim: '#dfdacf',
        cycle: '#a9c0b1', ferry: '#7ba3c4', rail: '#8d8a96', bridge: '#a9a294', hover: '#0b66b2',
        fills: { motorway: '#f3bd85', trunk: '#f6cf9d', primary: '#fae2b0', secondary: '#fcf0cd',
          pedestrian: '#ece8f0', living_street: '#f8f7f5' },
        casings: { motorway: '#cf9355', trunk: '#d3a669', primary: '#d6b97c',
          secondary: '#d3c59a' },
        white: '#ffffff', black: '#1c1f23', sign: '#c8102e', ring: '#46525e', pin: '#23282e',
        shield: '#fffdf8',
        routes: ['#0a6fc2', '#d1570b', '#9a3f86'], pale: ['#0a6fc2', '#ffc899', '#eec3e3'],
      },
      dark: {
        land: '#171a1e', beyond: '#121417', edge: '#2a2f35', ink: '#b3bac4', strong: '#e4e7ea',
        halo: 'rgba(20,23,27,.9)', casing: '#0e1013', fill: '#363c44', foot: '#4a4d50',
        cycle: '#40574a', ferry: '#4d7592', rail: '#6b6878', bridge: '#07080a', hover: '#8fc8ff',
        fills: { motorway: '#8c6a42', trunk: '#7d6543', primary: '#6a5c43', secondary: '#545044',
          tertiary: '#444950', service: '#2c3138', pedestrian: '#35323d',
          living_street: '#31363d' },
        casings: {}, white: '#f4f5f6', black: '#101214', sign: '#e5344c', ring: '#0c0e10',
        pin: '#101317', shield: '#262b31',
        routes: ['#4aa8ff', '#ff9440', '#e08fd0'], pale: ['#4aa8ff', '#6b3c16', '#5a3352'],
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
    const shown = (kind, z) => z >= kinds[kind].from - denser;

    /** Shows lesser roads earlier on a map that has few, so that no first view is empty. */
    function adaptToDensity(view) {
      const r = view.bounds(), count = new Uint32Array(kinds.length);
      grid.query(r.x0, r.y0, r.x1, r.y1, (i) => { count[kindOf[i]]++; });
      for (denser = 4; denser > 0; denser--) {
        let sum = 0;
        count.forEach((n, k) => { if (shown(k, view.z)) sum += n; });
        if (sum <= 5000) break;
      }
    }

    /** Adds line `i` to the path of `g`, leaving out the points too fine for the scale. */
    function trace(g, set, i, view) {
      const { scale } = view, fine = .3 / scale;
      const ox = view.w / 2 - view.x * scale, oy = view.h / 2 - view.y * scale;
      let k = set.first[i];
      const end = set.first[i + 1];
      if (k >= end) return;
      g.moveTo(set.x[k] * scale + ox, set.y[k] * scale + oy);
      for (k++; k < end; k++) {
        if (set.keep[k] > fine) g.lineTo(set.x[k] * scale + ox, set.y[k] * scale + oy);
      }
    }

    function strokeAll(g, ids, view) {
      // One path for all of a class would make self-crossings costly; a few hundred are cheap.
      for (let from = 0; from < ids.length; from += 300) {
        g.beginPath();
        const to = Math.min(ids.length, from + 300);
        for (let n = from; n < to; n++) trace(g, lines, ids[n], view);
        g.stroke();
      }
    }

    function drawLand(g, view) {
      g.fillStyle = box.wide ? paint.land : paint.beyond;
      g.fillRect(0, 0, view.w, view.h);
      if (box.wide) return;
      const a = view.screen(worldX(box.west), worldY(box.north));
      const b = view.screen(worldX(box.east), worldY(box.south));
      g.fillStyle = paint.land;
      g.strokeStyle = paint.edge;
      g.lineWidth = 1;
      g.beginPath();
      g.rect(a.x - 6, a.y - 6, b.x - a.x + 12, b.y - a.y + 12);
      g.fill();
      g.stroke();
    }

    function drawRoads(g, view) {
      const r = view.bounds(24), z = view.z;
      const sorted = Array.from({ length: 3 * kinds.length }, () => []);
      grid.query(r.x0, r.y0, r.x1, r.y1, (i) => {
        if (shown(kindOf[i], z)) sorted[levelOf[i] * kinds.length + kindOf[i]].push(i);
      });
      g.lineJoin = 'round';
      for (let level = 0; level < 3; level++) {
        g.globalAlpha = 1;
        const pass = (draw) => kinds.forEach((kind, k) => {
          const ids = sorted[level * kinds.length + k];
          if (ids.length) draw(ids, kind, k, widthAt(kind, z));
        });
        pass((ids, kind, k, w) => {
          if (thin.has(k) || afloat.has(k) || w < 2.2) return;
          g.lineCap = level === 1 ? 'round' : 'butt';
          g.setLineDash(level === 0 ? [4, 3] : []);
          g.strokeStyle = level === 2 ? paint.bridge : paint.casings[kind.name] || paint.casing;
          g.lineWidth = w + Math.min(2.4, 1 + w * .12);
          strokeAll(g, ids, view);
        });
        pass((ids, kind, k, w) => {
          const slim = w < 2.2;
          g.lineCap = 'round';
          g.setLineDash([]);
          g.lineWidth = Math.max(w, .5);
          if (level === 0) {
            // The ground over the dashes of the edge, so that only the edge is dashed.
            g.globalAlpha = 1;
            g.strokeStyle = paint.land;
            if (!slim) strokeAll(g, ids, view);
            g.globalAlpha = .5;
          }
          if (afloat.has(k)) {
            g.lineCap = 'butt';
            g.strokeStyle = kind.name === 'ferry' ? paint.ferry : paint.rail;
            g.setLineDash([7, 5]);
          } else if (thin.has(k)) {
            g.lineCap = 'butt';
            g.strokeStyle = kind.name === 'cycleway' ? paint.cycle : paint.foot;
            g.setLineDash(kind.name === 'steps' ? [1.5, 1.5] : kind.name === 'track' ? [6, 2.5] :
              z < 14.5 ? [] : [3.5, 2.5]);
          } else if (slim) {
            g.strokeStyle = paint === palettes.dark ? paint.fills[kind.name] || paint.fill :
              paint.casings[kind.name] || paint.slim;
            if (level === 0) g.setLineDash([4, 3]);
          } else {
            g.strokeStyle = paint.fills[kind.name] || paint.fill;
          }
          strokeAll(g, ids, view);
        });
      }
      g.globalAlpha = 1;
      g.setLineDash([]);
    }
    """#
}
