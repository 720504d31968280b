// A file as a source of the page: what it carries of the map, and the answer that it was written for.

/** What the letters of a road say. */
const flagWords = { b: 'bridge', t: 'tunnel', o: 'toll', F: 'ferry', l: 'link' };

/**
 * Gives what a file carries; the trip is as it is.
 *
 * The roads are cut into tiles here, when they come into view: a road belongs to the square in which its middle
 * lies, and is as fine as its zoom shows.
 */
class FileSource {
  /** So many zooms are kept as tiles: where one is and was. */
  static mostZooms = 3;

  constructor(data) {
    this.plans = false;
    this.data = data;
    this.leastHover = 0;
    this.limits = data.limits;
    this.zooms = new Map();
  }

  async open() { return this.data.about; }
  async route() { return this.data.answer; }

  /** The roads with their lines. */
  get roads() {
    this.made ??= this.data.roads.map(({ c, n, r, f = '', w, p }) => ({ class: c, name: n, ref: r,
      flags: [...f].map((letter) => flagWords[letter]).filter(Boolean).join(','),
      open: true, way: w, kind: kindIndex.get(c) ?? kindIndex.get('unknown'),
      line: new Line(decodeLine(p)) })).filter(({ line }) => line.count > 1);
    return this.made;
  }

  /** How many zooms earlier lesser roads appear: as many as keep the first view from being crowded. */
  denser() {
    const count = new Uint32Array(kinds.length), area = view.bounds();
    for (const { kind, line } of this.roads) if (meets(line.box, area)) count[kind]++;
    for (let more = 4; more > 0; more--) {
      const sum = count.reduce((sum, n, k) => sum + (view.z >= kinds[k].from - more ? n : 0), 0);
      if (sum <= 5000) return more;
    }
    return 0;
  }

  tiles(view) {
    const area = view.bounds(24);
    return this.squares(tileZoom(view)).filter(({ box }) => meets(box, area))
      .map((square) => square.tile ??= this.tile(square));
  }

  /** The squares of a zoom: each with its roads, and the box of these. */
  squares(z) {
    const known = this.zooms.get(z);
    if (known) return known;
    const squares = new Map(), n = 2 ** z;
    for (const road of this.roads) {
      // The nearest view that this zoom is for; the maximum zoom is for all that are nearer.
      if (z < 16 && !shown(road.kind, z + 1.75)) continue;
      const { x0, y0, x1, y1 } = road.line.box;
      const x = Math.floor((x0 + x1) / 2 * n), y = Math.floor((y0 + y1) / 2 * n);
      const key = x + '/' + y;
      if (!squares.has(key)) squares.set(key, { x, y, z, roads: [], box: { x0, y0, x1, y1 } });
      const square = squares.get(key);
      square.roads.push(road);
      grow(square.box, x0, y0);
      grow(square.box, x1, y1);
    }
    if (this.zooms.size === FileSource.mostZooms) this.zooms.delete(this.zooms.keys().next().value);
    this.zooms.set(z, [...squares.values()]);
    return this.zooms.get(z);
  }

  tile({ x, y, z, roads }) {
    const tile = new Tile(x, y, z), step = tile.size / extent;
    tile.take(roads.map((road) => ({ ...road, lines: [this.steps(road.line, tile, step)] })));
    return tile;
  }

  /** The points of a line that are apart by a step of a tile, in its steps. */
  steps({ x, y, keep, count }, tile, step) {
    const steps = [];
    for (let k = 0; k < count; k++) {
      if (keep[k] > step) steps.push(x[k] / step - tile.x * extent, y[k] / step - tile.y * extent);
    }
    return steps;
  }

  chains() {
    this.joined ??= [
      ...joinPieces(this.roads, ({ name }) => name).map(({ text, ...chain }) =>
        ({ ...chain, name: text, ref: '' })),
      ...joinPieces(this.roads, shieldText).map(({ text, ...chain }) =>
        ({ ...chain, name: '', ref: text })),
    ];
    return this.joined;
  }

  /** The limits as signs beside the road, those that were avoided first. */
  signs() {
    this.stood ??= this.limits.map((limit) => {
      const { x, y } = place(rulePlace(limit.position));
      return { ...limit, name: limit.road, way: limit.wayID, x, y };
    }).sort((a, b) => b.avoided - a.avoided);
    return this.stood;
  }
}
