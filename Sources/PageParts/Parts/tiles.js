// Tiles: the roads and signs of a square of the world, made into paths; vector tiles are decoded.

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
  constructor(x, y, z) {
    Object.assign(this, { x, y, z, size: 2 ** -z, roads: [], signs: [], found: null });
  }

  /** A tile from the layers of a vector tile. */
  static decoded(x, y, z, layers) {
    const tile = new Tile(x, y, z);
    tile.signs = (layers.limits || []).map(({ tags, geometry }) => {
      const [point] = decodeGeometry(geometry);
      return { ...tags, x: tile.worldX(point[0]), y: tile.worldY(point[1]) };
    });
    tile.take((layers.roads || []).map(({ tags, geometry }) =>
      ({ ...tags, flags: tags.flags || '', lines: decodeGeometry(geometry) })));
    return tile;
  }

  /** Takes roads: `{ class, name, ref, flags, open, oneway, way, lines }`, the lines in steps of the tile. */
  take(roads) {
    this.roads = roads.map((road) => {
      const { flags } = road, kind = kindIndex.get(road.class) ?? kindIndex.get('unknown');
      const level = flags.includes('tunnel') ? 0 : flags.includes('bridge') ? 2 : 1;
      return { ...road, kind, look: pathKey(level, kind, road.open, flags.includes('link')) };
    });
    this.paths = this.sorted();
  }

  worldX(step) { return (this.x + step / extent) * this.size; }
  worldY(step) { return (this.y + step / extent) * this.size; }

  /** Paths by how they are drawn; a few hundred lines each, since crossings make them slow. */
  sorted() {
    const paths = new Map();
    for (const road of this.roads) {
      if (!paths.has(road.look)) paths.set(road.look, { list: [], count: 0 });
      const entry = paths.get(road.look);
      for (const line of road.lines) {
        if (entry.count++ % 300 === 0) entry.list.push(new Path2D());
        traceSteps(entry.list[entry.list.length - 1], line);
      }
    }
    return paths;
  }

  /** The lines with a name or a number, for labels; made when they are first wanted. */
  get chains() {
    this.found ??= this.roads.flatMap((road) => {
      const ref = shieldText(road);
      if (!road.name && !ref) return [];
      return road.lines.map((line) => this.chain(road, line, ref));
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

/** Adds a line in steps of a tile to a path. */
function traceSteps(path, line) {
  path.moveTo(line[0], line[1]);
  for (let k = 2; k < line.length; k += 2) path.lineTo(line[k], line[k + 1]);
}

/** The zoom of the tiles for a view: each is shown 512 to 1024 pixels wide. */
const tileZoom = (view) => Math.max(0, Math.min(16, Math.floor(view.z + .25) - 1));

/** The number of a greater road that fits a shield, if it has one. */
function shieldText({ kind, ref }) {
  const first = kind >= bigKind && ref ? ref.split(';')[0].trim() : '';
  return first.length <= 10 ? first : '';
}
