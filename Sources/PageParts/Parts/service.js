// The service as a source of the page: its tiles and its answers.

/** The tiles that were loaded last. */
class TileStore {
  constructor() {
    this.tiles = new Map();
    this.most = 220;
    this.pending = 0;
  }

  /** Forgets all: for another profile, or another map. */
  clear() {
    for (const entry of this.tiles.values()) entry.abort?.abort();
    this.tiles.clear();
    this.pending = 0;
  }

  /** The tiles to draw for a view; what is missing is asked for, and its parts stand in. */
  visible(view) {
    const z = tileZoom(view), n = 2 ** z, b = view.bounds(), shown = new Map();
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
      entry.tile = Tile.decoded(x, y, z, decodeTile(bytes));
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

/** Gives what the service answers, as it is asked; the trip can be changed. */
class ServiceSource {
  constructor() {
    this.plans = true;
    this.store = new TileStore();
    /** From this zoom on roads are named under the pointer; of farther off ones the tiles say too little. */
    this.leastHover = 13;
    this.limits = [];
  }

  async open() { return this.ask('map.json'); }
  denser() { return about.tiles.denser; }

  tiles(view) { return this.store.visible(view); }
  chains(tiles) { return tiles.flatMap((tile) => tile.chains); }
  signs(tiles) { return tiles.flatMap((tile) => tile.signs); }
  /** Forgets what depends on who travels: the tiles say which roads are open to whom. */
  forget() { this.store.clear(); }

  async route(profile, stops, query, signal) {
    return this.ask(`route/v1/${profile}/${this.places(stops)}?${this.text(query)}`, signal);
  }
  /** Places by name, best first; those near a coordinate before others. */
  async search(text, [lon, lat], signal) {
    const query = new URLSearchParams({ q: text, lat: lat.toFixed(5), lon: lon.toFixed(5), limit: 6,
      format: 'mapc' });
    return this.ask('search?' + query, signal);
  }
  /** A drive as a stream of events. */
  drive(profile, stops, query) {
    return new EventSource(`drive/v1/${profile}/${this.places(stops)}?${this.text(query)}`);
  }
  async match(profile, fixes, query, signal) {
    return this.ask(`match/v1/${profile}/${this.places(fixes)}?${this.text(query)}`, signal);
  }

  async ask(address, signal) { return (await fetch(address, { signal })).json(); }
  places(list) {
    return list.map(({ at }) => at[0].toFixed(6) + ',' + at[1].toFixed(6)).join(';');
  }
  /** The service takes commas and colons as they are. */
  text(query) { return decodeURIComponent(query.toString()); }
}
