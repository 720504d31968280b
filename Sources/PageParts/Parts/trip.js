// The trip that is planned: stops, vehicle, wishes; the address that keeps it; the answer.

const vehicleFields = ['height', 'width', 'length', 'weight', 'weight_rating', 'axle_load',
  'bogie_load', 'axle_count', 'trailers', 'hazmat', 'tunnel_category'];

const trip = {
  profile: 'driving',
  /** Start, stops and destination: `at` is null until it is chosen. */
  stops: [{ at: null }, { at: null }],
  vehicle: {},
  exclude: new Set(),
  depart: '',
  /** What the address says that can't be read, in words, until the form is changed. */
  unread: [],
};

/** A road that is farther off than so many metres is not what was meant. */
const farthestRoad = 1000;

/** What the source said last: routes, or an error with what stands in the way; `isOld` when the form has changed
 * since, and `faults` when it can't be asked with what the form says. */
const result = { routes: [], chosen: 0, error: null, detour: null, lit: null, hovered: -1,
  busy: false, isOld: false, faults: [] };

const isComplete = () => trip.stops.length > 1 && trip.stops.every((stop) => stop.at);

/** The wishes as parameters of the service. */
function parameters() {
  const query = new URLSearchParams();
  if (trip.profile === 'truck') {
    for (const name of vehicleFields) if (trip.vehicle[name]) query.set(name, trip.vehicle[name]);
  }
  if (trip.exclude.size) query.set('avoid', [...trip.exclude].join(','));
  if (trip.depart) query.set('depart_at', trip.depart);
  return query;
}

/** The wishes as they are asked for: on a map without a time zone only a departure with an offset counts. */
function askedParameters() {
  const query = parameters();
  if (trip.depart && !about.time_zone) query.set('depart_at', withOffset(trip.depart));
  return query;
}

/** A time with the offset of the reader's clock, unless it has one. */
function withOffset(time) {
  const minutes = -new Date(time).getTimezoneOffset();
  if (Number.isNaN(minutes) || /[Z+-]/.test(time.slice(16))) return time;
  const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  return time + (minutes < 0 ? '-' : '+') + two(minutes / 60) + ':' + two(minutes % 60);
}

let running = null, waiting = 0;

/** Plans the trip again, shortly after the last change. */
function plan(fits = false) {
  saveHash();
  clearTimeout(waiting);
  running?.abort();
  result.lit = null;
  result.hovered = -1;
  result.faults = formFaults();
  if (result.faults.length) {
    running = null;
    result.busy = false;
    result.isOld = Boolean(result.routes.length || result.error);
    showAnswer();
    repaint();
    return;
  }
  if (!isComplete()) {
    Object.assign(result, { routes: [], error: null, detour: null, busy: false, isOld: false });
    showAnswer();
    repaint();
    return;
  }
  result.isOld = Boolean(result.routes.length || result.error);
  waiting = setTimeout(() => calculate(fits), 120);
}

async function calculate(fits) {
  const ticket = running = new AbortController();
  result.busy = true;
  showAnswer();
  try {
    const reply = await ask4Route(trip.profile, askedParameters(), ticket.signal);
    if (ticket !== running) return;
    const isRoute = reply.code === 'Ok';
    Object.assign(result, { routes: isRoute ? reply.routes.map(readRoute) : [], chosen: 0,
      error: isRoute ? null : reply, detour: null, busy: false, isOld: false });
    nameStops(reply.waypoints);
    if (source.plans && reply.code === 'NoRoute' && trip.profile === 'truck') {
      await compareWithCar(ticket.signal);
    }
  } catch (error) {
    if (error.name === 'AbortError' || ticket !== running) return;
    Object.assign(result, { routes: [], busy: false, detour: null, isOld: false,
      error: { code: 'Unreachable', message: 'The service does not answer.' } });
  }
  showAnswer();
  repaint();
  if (fits || result.error) fit();
}

/** The language of the instructions: the first that the reader prefers and the service has. */
function wordLanguage() {
  const main = (tag) => tag.toLowerCase().split('-')[0], known = (about.languages || []).map(main);
  return navigator.languages.find((tag) => known.includes(main(tag))) || 'en';
}

async function ask4Route(profile, query, signal) {
  query.set('steps', 'true');
  query.set('language', wordLanguage());
  query.set('geometries', 'polyline6');
  query.set('overview', 'full');
  query.set('explain', 'true');
  query.set('radiuses', trip.stops.map(() => farthestRoad).join(';'));
  const most = Math.min(2, about.limits?.alternatives ?? 0);
  if (trip.stops.length === 2 && most) query.set('alternatives', most);
  return source.route(profile, trip.stops, query, signal);
}

/** Where a truck is refused, the way of a car shows what it would be about. */
async function compareWithCar(signal) {
  const reply = await ask4Route('driving', new URLSearchParams(), signal);
  if (reply.code !== 'Ok') return;
  const route = readRoute(reply.routes[0]);
  result.detour = route.line;
}

/** A route with its whole line and its steps in one list. */
function readRoute(route) {
  const line = new Line(decodeLine(route.geometry));
  const steps = route.legs.flatMap((leg, n) => leg.steps.map((step) => ({ ...step, leg: n })));
  return { ...route, line, steps };
}

/** Notes the roads at which the stops came to lie. */
function nameStops(waypoints) {
  if (!waypoints) return;
  waypoints.forEach((waypoint, n) => {
    if (trip.stops[n]) trip.stops[n].name = waypoint.name;
  });
  if (source.plans) showStops();
}

// The address behind the hash: the view, the stops, and all that was chosen.

let hashTimer = 0, ownHash = '';

function saveHash() {
  clearTimeout(hashTimer);
  hashTimer = setTimeout(() => {
    const [lon, lat] = lonLat(view);
    const parts = [`map=${view.z.toFixed(2)}/${lat.toFixed(5)}/${lon.toFixed(5)}`];
    if (trip.stops.some((stop) => stop.at || stop.wrong)) {
      parts.push('stops=' + trip.stops.map(({ at, wrong }) =>
        (at ? at[1].toFixed(6) + ',' + at[0].toFixed(6) : encodeURIComponent(wrong || '')))
        .join(';'));
    }
    if (trip.profile !== 'driving') parts.push('by=' + trip.profile);
    // Legible, but for the plus of an offset, which would be read as a space.
    const query = decodeURIComponent(parameters().toString()).replaceAll('+', '%2B');
    if (query) parts.push(query);
    ownHash = '#' + parts.join('&');
    if (location.hash !== ownHash) history.replaceState(null, '', ownHash);
  }, 250);
}

/** Takes what an address says; true when it says where to look. What can't be read is told, not left out. */
function readHash() {
  const query = new URLSearchParams(location.hash.slice(1).replace(/\+/g, '%2B'));
  const unread = (name, text) => trip.unread.push(`The address says ${name}=${text}.`);
  trip.unread = [];
  const stops = (query.get('stops') || '').split(';').map((text) => {
    const at = readPlace(text);
    return at || !text ? { at } : { at, wrong: text };
  });
  trip.stops = stops.length > 1 ? stops : [{ at: null }, { at: null }];
  const by = query.get('by') || 'driving', isProfile = about.profiles.includes(by);
  trip.profile = isProfile ? by : 'driving';
  if (!isProfile) unread('by', by);
  trip.vehicle = {};
  for (const name of vehicleFields) {
    const value = query.get(name), input = field(name);
    if (!value) continue;
    trip.vehicle[name] = value;
    const isKnown = input.type === 'number' ? /^-?\d*\.?\d+$/.test(value) :
      [...input.options].some((option) => option.value === value);
    if (!isKnown) unread(name, value);
  }
  // Older addresses have it as `exclude`.
  const words = (query.get('avoid') || query.get('exclude') || '').split(',').filter(Boolean);
  trip.exclude = new Set(words.filter((word) => about.exclude.includes(word)));
  for (const word of words) if (!trip.exclude.has(word)) unread('avoid', word);
  trip.depart = query.get('depart_at') || '';
  if (trip.depart && !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(trip.depart)) {
    unread('depart_at', trip.depart);
  }
  return readView();
}

/** Goes to the view that the address names: `map=15/43.7384/7.4246`, or these three alone; true when it does. */
function readView() {
  const text = location.hash.slice(1), part = new URLSearchParams(text).get('map') ?? text;
  const [z, lat, lon, ...more] = part.split('/').map(Number);
  if (more.length || ![z, lat, lon].every(Number.isFinite)) return false;
  flight++;
  look(worldX(lon), worldY(lat), z);
  return true;
}

/** A place that someone has written: latitude and longitude. */
function readPlace(text) {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text || '');
  if (!found) return null;
  const lat = Number(found[1]), lon = Number(found[2]);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}
