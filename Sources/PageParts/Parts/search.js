// Stops by name: what the map has of a text, listed under a field as one types.

/** The longest text that is asked for. */
const longestSearch = 200;

/** Whether the source finds places by name. */
const canSearch = () => Boolean(source.search && about.search);

/** What has no road of its own. */
const areas = new Set(['country', 'state', 'region', 'municipality', 'city', 'town', 'village',
  'suburb', 'quarter', 'hamlet', 'neighbourhood', 'dwelling', 'locality', 'island', 'square',
  'postcode']);

/** The places that match a text, best first, those near the middle of the map before others. */
async function findPlaces(text, signal) {
  const found = await source.search(text.slice(0, longestSearch), lonLat(view), signal);
  return (found?.features ?? []).map(({ properties: { label, kind, arrival, complete }, geometry }) =>
    // A road behind the house may be nearer than that of its address.
    ({ label, complete, at: arrival && !areas.has(kind) ? [arrival.lon, arrival.lat]
      : geometry.coordinates }));
}

/** The list under the field of a stop. */
class Suggestions {
  constructor(n, input) {
    Object.assign(this, { n, input, found: [], chosen: -1, timer: 0, running: null });
    this.list = make('ul', { class: 'found', role: 'listbox', id: 'found-' + n,
      'aria-label': 'Places' });
    this.list.hidden = true;
    const set = (name, value) => input.setAttribute(name, value);
    set('role', 'combobox');
    set('aria-autocomplete', 'list');
    set('aria-controls', this.list.id);
    set('aria-expanded', 'false');
    input.addEventListener('input', () => this.typed());
    input.addEventListener('keydown', (event) => this.key(event));
    input.addEventListener('blur', () => this.close());
  }

  /** Asks shortly after the last letter. */
  typed() {
    this.cancel();
    const text = this.input.value.trim();
    if (!text || readPlace(text)) return this.close();
    this.timer = setTimeout(() => this.ask(text), 60);
  }

  cancel() {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  async ask(text) {
    const ticket = this.running = new AbortController();
    try {
      const found = await findPlaces(text, ticket.signal);
      if (ticket === this.running && document.activeElement === this.input) this.show(found);
    } catch (error) {
      // Without an answer there is nothing to list; leaving the field tells what is wrong.
      if (error.name !== 'AbortError') this.close();
    }
  }

  show(found) {
    Object.assign(this, { found, chosen: -1 });
    this.list.replaceChildren(...found.map((place, k) => {
      const row = make('li', { role: 'option', id: this.list.id + '-' + k }, place.label);
      // Before the field loses the focus.
      row.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        this.take(place);
      });
      return row;
    }));
    this.list.hidden = !found.length;
    this.mark();
  }

  mark() {
    this.input.setAttribute('aria-expanded', String(!this.list.hidden));
    [...this.list.children].forEach((row, k) =>
      row.setAttribute('aria-selected', String(k === this.chosen)));
    const row = this.list.children[this.chosen];
    if (row) this.input.setAttribute('aria-activedescendant', row.id);
    else this.input.removeAttribute('aria-activedescendant');
  }

  key(event) {
    if (this.list.hidden) return;
    const count = this.found.length, step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.chosen = (this.chosen + step + count + (this.chosen < 0 && step < 0 ? 1 : 0)) % count;
      this.mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.take(this.found[Math.max(this.chosen, 0)]);
    } else if (event.key === 'Escape') {
      this.close();
    }
  }

  take(place) {
    this.close();
    setStop(this.n, place.at, true, place.label);
  }

  close() {
    this.cancel();
    this.running = null;
    this.show([]);
  }
}
