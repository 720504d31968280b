// Vector tiles: read from the service, decoded, and made into paths.

/** The map as the service describes it; filled before anything is drawn. */
let about = null;

/** Reads Protocol Buffers: visits the fields of a message. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  varint() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  fields(visit) {
    while (this.at < this.bytes.length) {
      const tag = this.varint(), wire = tag & 7, field = tag >>> 3;
      if (wire === 0) visit(field, this.varint());
      else visit(field, this.take(wire === 2 ? this.varint() : wire === 1 ? 8 : 4));
    }
  }
}

const utf8 = new TextDecoder();
const signed = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);

function decodeValue(bytes) {
  let value = null;
  new Reader(bytes).fields((field, found) => {
    if (field === 1) value = utf8.decode(found);
    else if (field === 2 || field === 3) {
      const view = new DataView(found.buffer, found.byteOffset, found.byteLength);
      value = field === 2 ? view.getFloat32(0, true) : view.getFloat64(0, true);
    } else if (field === 6) value = signed(found);
    else value = field === 7 ? found === 1 : found;
  });
  return value;
}

/** The layers of a tile by their names: features with `tags` and `geometry`, still as written. */
function decodeTile(bytes) {
  const layers = {};
  new Reader(bytes).fields((_, body) => {
    let name = '';
    const keys = [], values = [], features = [];
    new Reader(body).fields((field, found) => {
      if (field === 1) name = utf8.decode(found);
      else if (field === 2) features.push(found);
      else if (field === 3) keys.push(utf8.decode(found));
      else if (field === 4) values.push(decodeValue(found));
    });
    layers[name] = features.map((feature) => decodeFeature(feature, keys, values));
  });
  return layers;
}

function decodeFeature(bytes, keys, values) {
  const made = { tags: {}, geometry: null };
  new Reader(bytes).fields((field, found) => {
    if (field === 2) {
      const reader = new Reader(found);
      while (reader.at < found.length) {
        const key = keys[reader.varint()];
        made.tags[key] = values[reader.varint()];
      }
    } else if (field === 4) made.geometry = found;
  });
  return made;
}

/** The lines of a geometry as arrays of x, y, x, y… in steps of the tile; points are short lines. */
function decodeGeometry(bytes) {
  const reader = new Reader(bytes), lines = [];
  let x = 0, y = 0;
  while (reader.at < bytes.length) {
    const command = reader.varint(), count = command >>> 3;
    if ((command & 7) === 7) continue;
    for (let n = 0; n < count; n++) {
      x += signed(reader.varint());
      y += signed(reader.varint());
      if ((command & 7) === 1) lines.push([]);
      lines[lines.length - 1].push(x, y);
    }
  }
  return lines;
}

const extent = 4096;

/** A tile with its roads as paths, sorted by how they are drawn, and its signs. */
class Tile {
  constructor(x, y, z, layers) {
    Object.assign(this, { x, y, z, size: 2 ** -z });
    this.roads = (layers.roads || []).map((feature) => this.road(feature));
    this.signs = (layers.limits || []).map((feature) => {
      const [point] = decodeGeometry(feature.geometry);
      return { ...feature.tags, x: this.worldX(point[0]), y: this.worldY(point[1]) };
    });
    this.paths = this.sorted();
    this.found = null;
  }

  worldX(step) { return (this.x + step / extent) * this.size; }
  worldY(step) { return (this.y + step / extent) * this.size; }

  road({ tags, geometry }) {
    const flags = tags.flags || '';
    const kind = kindIndex.get(tags.class) ?? kindIndex.get('unknown');
    const level = flags.includes('tunnel') ? 0 : flags.includes('bridge') ? 2 : 1;
    const look = pathKey(level, kind, tags.open, flags.includes('link'));
    return { ...tags, flags, kind, look, lines: decodeGeometry(geometry) };
  }

  /** Paths by how they are drawn; a few hundred lines each, since crossings make them slow. */
  sorted() {
    const paths = new Map();
    for (const road of this.roads) {
      if (!paths.has(road.look)) paths.set(road.look, { list: [], count: 0 });
      const entry = paths.get(road.look);
      for (const line of road.lines) {
        if (entry.count++ % 300 === 0) entry.list.push(new Path2D());
        const path = entry.list[entry.list.length - 1];
        path.moveTo(line[0], line[1]);
        for (let k = 2; k < line.length; k += 2) path.lineTo(line[k], line[k + 1]);
      }
    }
    return paths;
  }

  /** The lines with a name or a number, for labels; made when they are first wanted. */
  get chains() {
    this.found ??= this.roads.flatMap((road) => {
      const ref = road.kind >= bigKind && road.ref ? road.ref.split(';')[0].trim() : '';
      if (!road.name && !ref) return [];
      return road.lines.map((line) => this.chain(road, line, ref.length <= 10 ? ref : ''));
    });
    return this.found;
  }

  chain(road, line, ref) {
    const count = line.length / 2, x = new Float64Array(count), y = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      x[k] = this.worldX(line[2 * k]);
      y[k] = this.worldY(line[2 * k + 1]);
    }
    return { name: road.name || '', ref, kind: road.kind, ...measured(x, y) };
  }
}

/** What is drawn in one go: roads of a level and a kind, open or not, ramps apart. */
const pathKey = (level, kind, open, link) =>
  (level * 64 + kind) * 4 + (open ? 2 : 0) + (link ? 1 : 0);

/** The tiles that were loaded last. */
class TileStore {
  constructor() {
    this.tiles = new Map();
    this.most = 220;
    this.pending = 0;
  }

  /** The zoom of the tiles for a view: each is shown 512 to 1024 pixels wide. */
  static zoom(view) { return Math.max(0, Math.min(16, Math.floor(view.z + .25) - 1)); }

  /** Forgets all: for another profile, or another map. */
  clear() {
    for (const entry of this.tiles.values()) entry.abort?.abort();
    this.tiles.clear();
    this.pending = 0;
  }

  /** The tiles to draw for a view; what is missing is asked for, and its parts stand in. */
  visible(view) {
    const z = TileStore.zoom(view), n = 2 ** z, b = view.bounds(), shown = new Map();
    const top = Math.max(0, Math.floor(b.y0 * n)), bottom = Math.min(n - 1, Math.floor(b.y1 * n));
    const wanted = new Set();
    for (let x = Math.floor(b.x0 * n); x <= Math.floor(b.x1 * n); x++) {
      for (let y = top; y <= bottom; y++) {
        if (!this.touchesMap(x, y, z)) continue;
        wanted.add(z + '/' + x + '/' + y);
        const tile = this.get(x, y, z);
        for (const found of tile ? [tile] : this.standIns(x, y, z)) {
          shown.set(found.z + '/' + found.x + '/' + found.y, found);
        }
      }
    }
    this.dropUnwanted(wanted);
    return [...shown.values()];
  }

  /** Nothing is asked for where the map has nothing. */
  touchesMap(x, y, z) {
    const [west, south, east, north] = about.bounds, n = 2 ** z;
    if (y > worldY(south) * n || y + 1 < worldY(north) * n) return false;
    if (east - west > 180) return true;
    return x <= worldX(east) * n && x + 1 >= worldX(west) * n;
  }

  get(x, y, z) {
    const key = z + '/' + x + '/' + y, entry = this.tiles.get(key);
    if (!entry) {
      this.load(key, x, y, z);
      return null;
    }
    this.tiles.delete(key);
    this.tiles.set(key, entry);
    return entry.tile;
  }

  /** A loaded tile above, or those below. */
  standIns(x, y, z) {
    for (let up = 1; up <= 6 && z - up >= 0; up++) {
      const entry = this.tiles.get([z - up, x >> up, y >> up].join('/'));
      if (entry?.tile) return [entry.tile];
    }
    const below = [];
    for (let k = 0; k < 4; k++) {
      const entry = this.tiles.get([z + 1, 2 * x + (k & 1), 2 * y + (k >> 1)].join('/'));
      if (entry?.tile) below.push(entry.tile);
    }
    return below;
  }

  async load(key, x, y, z) {
    const entry = { tile: null, abort: new AbortController() }, n = 2 ** z;
    this.tiles.set(key, entry);
    this.pending++;
    try {
      const url = about.tiles.url.slice(1).replace('{profile}', trip.profile).replace('{z}', z)
        .replace('{x}', (x % n + n) % n).replace('{y}', y);
      const reply = await fetch(url, { signal: entry.abort.signal });
      if (!reply.ok) throw new Error(String(reply.status));
      const bytes = new Uint8Array(await reply.arrayBuffer());
      entry.tile = new Tile(x, y, z, decodeTile(bytes));
      this.forget();
      repaint();
    } catch (error) {
      if (this.tiles.get(key) === entry) this.tiles.delete(key);
      // The service may be busy; the next drawing asks again.
      if (error.name !== 'AbortError') setTimeout(repaint, 2000);
    } finally {
      entry.abort = null;
      if (this.pending) this.pending--;
      if (!this.pending) document.body.dataset.tiles = 'ready';
    }
  }

  /** Ends the loading of tiles that have gone out of sight. */
  dropUnwanted(wanted) {
    for (const [key, entry] of this.tiles) {
      if (!entry.tile && entry.abort && !wanted.has(key)) entry.abort.abort();
    }
  }

  forget() {
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= this.most) return;
      this.tiles.delete(key);
    }
  }
}

const store = new TileStore();
