// The answer in the panel: routes with their steps, or what stands in the way.

function showAnswer() {
  const parts = [];
  if (result.busy) parts.push(make('div', { class: 'busy', role: 'status',
    'aria-label': 'Calculating' }));
  if (result.faults.length) parts.push(faultsPart());
  const told = result.error ? refusal(result.error) : result.routes.length ? routeParts() : [];
  if (told.length && result.isOld) {
    if (!result.busy) parts.push(make('p', { class: 'hint' }, make('b', {}, 'Out of date: '),
      'the form has changed since this answer.'));
    parts.push(make('div', { class: 'old' }, ...told));
  } else {
    parts.push(...told);
  }
  if (source.plans && !told.length && !result.busy && !result.faults.length) {
    parts.push(firstHint());
  }
  $('answer').replaceChildren(...parts);
  document.body.dataset.answer = result.busy ? 'busy' : result.faults.length ? 'Invalid' :
    result.error ? result.error.code : result.routes.length ? 'Ok' : '';
  showBrief();
}

/** What remains in sight when the panel is folded. */
function showBrief() {
  const brief = $('brief'), route = result.routes[result.chosen];
  // Labelled routes remain in sight themselves.
  brief.hidden = areLabelled() || !route && !result.error && !result.faults.length;
  brief.className = result.error || result.faults.length ? 'bad' : '';
  brief.replaceChildren(...(result.faults.length ? ['Something in the form is not valid'] :
    route ? [make('b', {}, durationText(route.duration)), ' · ' + lengthText(route.distance)] :
      result.error ? [refusalTitle(result.error)] : []));
}

function firstHint() {
  const has = trip.stops.filter((stop) => stop.at).length;
  const text = has ? make('p', { class: 'hint' }, 'Now choose the ',
    make('b', {}, trip.stops[0].at ? 'destination' : 'start'), ' on the map.') :
    make('p', { class: 'hint' }, make('b', {}, 'Click the map'), ' to set the start, then the ' +
      'destination. More stops by another click; drag a mark to move it.');
  if (has || !about.sample_trip) return text;
  const show = make('button', { type: 'button', class: 'plain small', onclick: () => {
    trip.stops = about.sample_trip.map((at) => ({ at }));
    showStops();
    plan(true);
  } }, 'Show an example');
  text.append(' ', show);
  return text;
}

/** Says that nothing was asked, and why. */
function faultsPart() {
  return make('div', { class: 'refusal', role: 'alert' }, make('p', {}, 'Not calculated',
    make('small', {}, 'Something in the form is not valid:')),
  make('ul', { class: 'faults' }, ...result.faults.map((text) => make('li', {}, text))));
}

// Refusals.

function refusalTitle(error) {
  const who = { driving: 'a car', truck: 'this truck', cycling: 'a bicycle',
    walking: 'someone on foot', bus: 'a bus', taxi: 'a taxi', scooter: 'a scooter',
    motorcycle: 'a motorcycle' }[trip.profile] || 'this vehicle';
  return { NoRoute: 'No way for ' + who, NoSegment: 'No road for ' + who + ' near a stop',
    Unreachable: 'No connection', Timeout: 'This took too long',
    Overloaded: 'The service is busy' }[error.code] || 'Refused';
}

function refusal(error) {
  const blockers = error.blockers || [];
  const why = blockers.length ? 'This stands in the way:' : error.code === 'NoRoute' ?
    'No roads connect these places in this direction.' : error.code === 'NoSegment' ?
      farAway(error.message) : error.message;
  const box = make('div', { class: 'refusal', role: 'alert' },
    make('p', {}, refusalTitle(error), make('small', {}, why)));
  if (blockers.length) {
    box.append(make('ul', {}, ...blockers.map((blocker, n) => make('li', {},
      ruleRow(blocker, () => { result.hovered = n; ask(); },
        () => { result.hovered = -1; ask(); })))));
  }
  if (error.code === 'NoSegment') box.append(...swapParts());
  if (result.detour) {
    box.append(make('p', {}, make('small', {}, 'The dotted line is the way of a car.')));
  }
  return [box];
}

/** Which stop has no road near it. */
function farAway(message) {
  const n = Number(/coordinate (\d+)/.exec(message)?.[1]);
  const stop = trip.stops[n] ? `“${stopName(n)}” (${placeText(trip.stops[n].at)})` : 'a stop';
  return `There is none within ${lengthText(farthestRoad)} of ${stop}.`;
}

/** Offers to swap latitude and longitude of the stops that then lie on the map, and do not as they are. */
function swapParts() {
  const [west, south, east, north] = about.bounds;
  const holds = ([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north;
  const isSwapped = ({ at }) => at && !holds(at) && holds([at[1], at[0]]);
  if (!trip.stops.some(isSwapped)) return [];
  const swap = () => {
    trip.stops = trip.stops.map((stop) => (isSwapped(stop) ? { at: [stop.at[1], stop.at[0]] } : stop));
    showStops();
    plan(true);
  };
  return [make('p', {}, make('small', {}, 'Did you swap latitude and longitude?'), make('button',
    { type: 'button', class: 'small', id: 'unswap', onclick: swap }, 'Swap them back'))];
}

/** A place of a rule, which has its latitude first, as all others here are. */
const rulePlace = ([lat, lon]) => [lon, lat];

/** A sign with what it says and where. */
function ruleRow(rule, enter = () => {}, leave = () => {}) {
  const sign = make('canvas', { width: 102, height: 102, 'aria-hidden': 'true' });
  const g = sign.getContext('2d');
  g.scale(3, 3);
  drawSign(g, 17, 17, 14.6, rule, rule.binds === false);
  const at = rulePlace(rule.position), where = rule.wayID ? 'way ' + rule.wayID : placeText(at);
  return make('button', { type: 'button', class: 'row', onmouseenter: enter, onmouseleave: leave,
    onfocus: enter, onblur: leave, onclick: () => visit(at, 16.5, ruleTip(rule)) },
  sign, make('span', { class: 'what' }, rule.road || 'unnamed road',
    make('small', {}, rule.reason)), make('span', { class: 'far' }, where));
}

/** Brings a place into view, with its tip, and the map before the panel where both have no room. */
function visit(at, z, tip) {
  if (narrow.matches && !$('panel').classList.contains('folded')) fold();
  const p = place(at);
  if (tip) showTip(tip, p, true);
  show({ x0: p.x, y0: p.y, x1: p.x, y1: p.y }, Math.max(z, Math.min(view.z, 18)));
}

// Routes.

function routeParts() {
  const route = result.routes[result.chosen], parts = [];
  parts.push(make('div', { id: 'routes', role: 'group', 'aria-label': 'Routes' },
    ...result.routes.map((each, k) => routeCard(each, k))));
  parts.push(...incidentParts(route), ...noticeParts(route.notices || []));
  parts.push(...heightParts(route), ...energyParts(route));
  if (source.plans && !result.isOld) parts.push(driveButton());
  const whose = result.routes.length > 1 && route.label;
  parts.push(make('h2', {}, whose ? 'Steps · ' + whose : 'Steps'));
  parts.push(make('ol', { class: 'steps', lang: route.voiceLocale || wordLanguage(),
    onmouseleave: () => light(null) },
    ...route.steps.map((step, n) => make('li', {}, stepRow(route, step, n)))));
  return [...parts, ...limitParts()];
}

/** Plays a drive of the best route. */
const driveButton = () => make('div', { class: 'chips' }, make('button', { type: 'button',
  class: 'small', id: 'start-drive', onclick: () => startDrive() }, icon('M7 5l12 7-12 7z'), 'Simulate the drive'));

function routeCard(route, k) {
  const length = lengthText(route.distance), time = durationText(route.duration);
  const card = make('button', { type: 'button', class: 'route',
    'aria-pressed': String(k === result.chosen), onclick: () => choose(k) });
  if (route.label) {
    card.classList.add('labelled');
    card.append(swatch(k), make('b', {}, route.label), make('span', { class: 'far' }, time),
      make('small', {}, length), make('small', {}, narrow.matches ? '' : comparison(route)));
  } else {
    card.append(make('b', {}, time), make('span', { class: 'far' }, length),
      make('small', {}, courseText(route), arrival(route)));
  }
  return card;
}

/** The roads of a route, or what tells it from the others. */
function courseText(route) {
  if (result.routes.length > 1) {
    if (route.via) return 'via ' + route.via;
    if (route.side) return 'in the ' + route.side;
  }
  const legs = route.legs.map((leg) => leg.summary).filter(Boolean), few = 4;
  if (!legs.length) return 'unnamed roads';
  const roads = [...new Set(legs.flatMap((leg) => leg.split(', ')))];
  return 'via ' + roads.slice(0, few).join(', ') + (roads.length > few ? ', …' : '');
}

/** Shows the steps of a route; of the one that is shown already, the whole. */
function choose(k) {
  const shows = k === result.chosen || !areLabelled();
  Object.assign(result, { chosen: k, lit: null });
  showAnswer();
  if (areLabelled()) $('more').scrollTop = 0;
  repaint();
  if (shows) fit();
}

/** By how much a route takes longer than the first, where it is another. */
function comparison(route) {
  const [first] = result.routes, more = route.duration - first.duration;
  if (Math.abs(more) < 1 && Math.abs(route.distance - first.distance) < 1) return '';
  return (more < 0 ? '−' : '+') + durationText(Math.abs(more));
}

/** How a labelled route is drawn. */
function swatch(k) {
  const svg = drawing(40, 14);
  svg.setAttribute('width', 40);
  svg.setAttribute('height', 14);
  const stroke = (color, width, dash, cap) => {
    const line = addPath(svg, 'M6 7H34');
    line.setAttribute('fill', 'none');
    line.setAttribute('stroke', color);
    line.setAttribute('stroke-width', width);
    line.setAttribute('stroke-linecap', cap);
    if (dash.length) line.setAttribute('stroke-dasharray', dash.join(' '));
  };
  stroke(paint.ring, 11, [], 'round');
  stroke(paint.white, 9, [], 'round');
  stroke(paint.pale[k % 3], 6, [], 'round');
  if (k % 3 === 1) stroke(paint.routes[1], 4, [7, 4], 'butt');
  if (k % 3 === 2) stroke(paint.routes[2], 4.5, [.01, 7], 'round');
  return svg;
}

function arrival(route) {
  if (!trip.depart) return '';
  const at = new Date(trip.depart.slice(0, 16) + 'Z');
  at.setSeconds(at.getSeconds() + route.duration);
  return ', arrival\u00a0' + at.toISOString().slice(11, 16);
}

/** Notices, those that tell more than can be seen; of rules that may hold there can be many. */
function noticeParts(notices) {
  const told = notices.filter(({ code }) => code !== 'fewerAlternatives' && code !== 'potential');
  const parts = told.map(noticePart), maybe = notices.filter(({ code }) => code === 'potential');
  if (!maybe.length) return parts;
  const title = maybe.length === 1 ? 'One rule on the way may hold' :
    maybe.length + ' rules on the way may hold';
  const list = make('ul', {}, ...maybe.map(({ rule }) => make('li', {}, ruleRow(rule))));
  parts.push(make('details', { class: 'notice maybe' }, make('summary', {}, title,
    make('small', {}, trip.depart || !source.plans ?
      'It is not known; the answer does not consider ' + (maybe.length === 1 ? 'it.' : 'them.') :
      'It depends on the time: choose a departure.')), list));
  return parts;
}

/** Incidents on the way: of a file with their places, of a service in the words of Mapbox. */
function incidentParts({ incidents, legs = [] }) {
  const told = incidents || legs.flatMap((leg) => leg.incidents || []).map((incident) => ({
    title: [incident.sub_type, incident.description].filter(Boolean).join(': ') || 'unknown' }));
  return told.map(({ title, place: where, location }) => location ?
    make('button', { type: 'button', class: 'notice', onclick: () => visit(location, 15) },
      'Incident: ' + title, make('small', {}, ' ' + where)) :
    make('p', { class: 'notice' }, 'Incident: ' + title));
}

function noticePart(notice) {
  const where = notice.rule?.position, text = notice.text.charAt(0).toUpperCase() + notice.text.slice(1);
  if (!where) return make('p', { class: 'notice' }, text);
  return make('button', { type: 'button', class: 'notice',
    onclick: () => visit(rulePlace(where), 16, ruleTip(notice.rule)) }, text);
}

/** The limits that a source lists: first those that were avoided, the others when they are wanted. */
function limitParts() {
  const avoided = source.limits.filter((limit) => limit.avoided);
  const others = source.limits.filter((limit) => !limit.avoided), parts = [];
  if (avoided.length) parts.push(make('h2', {}, 'Limits avoided'), ...limitList(avoided));
  if (others.length) {
    parts.push(make('details', { class: 'others' },
      make('summary', {}, 'Other limits (' + others.length + ')'), ...limitList(others)));
  }
  return parts;
}

/** Rows of limits, of many the first. */
function limitList(rules) {
  const row = (rule) => make('li', {}, ruleRow(rule)), few = 8;
  const list = make('ul', { class: 'limits' }, ...rules.slice(0, few).map(row));
  if (rules.length <= few) return [list];
  const more = make('button', { class: 'all', type: 'button', onclick: () => {
    list.append(...rules.slice(few).map(row));
    more.remove();
  } }, 'Show all ' + rules.length);
  return [list, more];
}

function light(step) {
  result.lit = step && new Line(decodeLine(step.geometry));
  ask();
}

/** The heights along a route, if they were asked for: a drawing, and what it climbs. */
function heightParts({ profile = [], ascent, descent }) {
  const known = profile.filter(([, height]) => height != null);
  if (known.length < 2) return [];
  const low = known.reduce((least, [, height]) => Math.min(least, height), Infinity);
  const high = known.reduce((most, [, height]) => Math.max(most, height), -Infinity);
  const svg = drawing(320, 64), length = profile.at(-1)[0] || 1, range = Math.max(high - low, 20);
  let path = '', isOpen = false;
  for (const [metres, height] of profile) {
    if (height != null) {
      path += (isOpen ? 'L' : 'M') + (metres / length * 320).toFixed(1) + ' ' +
        (60 - (height - low) / range * 56).toFixed(1);
    }
    isOpen = height != null;
  }
  addPath(svg, path);
  svg.setAttribute('class', 'heights');
  svg.setAttribute('preserveAspectRatio', 'none');
  const text = (metres) => Math.round(metres / lengthUnits.metres) + '\u00a0' + lengthUnits.small;
  return [svg, make('p', { class: 'hint' }, `↑ ${text(ascent)} · ↓ ${text(descent)} · between ` +
    `${text(low)} and ${text(high)}`)];
}

/** What a route takes of the battery or the tank, and where it charges. */
function energyParts({ energy, charging = [] }) {
  if (!energy) return [];
  const row = ({ name, location, actions }) => make('li', {}, make('button', { type: 'button',
    class: 'row', onclick: () => visit(location, 16.5) }, icon('M13 3L6 13h5l-1 8 7-11h-5z'),
  make('span', { class: 'what' }, name, ...actions.map((text) => make('small', {}, text)))));
  const stops = charging.length ? [make('h2', {}, 'Charging stops'),
    make('ul', { class: 'charging' }, ...charging.map(row))] : [];
  return [make('p', { class: 'hint' }, 'Energy: ' + energy), ...stops];
}

function stepRow(route, step, n) {
  const isEnd = step.maneuver.type === 'arrive', { voiceLocale: lang } = route;
  return make('button', { type: 'button', class: 'row', onmouseenter: () => light(step),
    onfocus: () => light(step), onblur: () => light(null),
    onclick: () => visit(step.maneuver.location, 16.5, stepTip(route, n)) },
  turnIcon(step.maneuver),
  make('span', { class: 'what' }, make('span', { lang }, unbroken(step.maneuver.instruction)),
    signPart(step), lanesPart(step)),
  make('span', { class: 'far' }, isEnd ? '' : lengthText(step.distance)));
}

/** A text in which no line ends within the number of a road, such as (B 1). */
const unbroken = (text) => text.replace(/\([^()]{1,16}\)/g, (number) => number.replaceAll(' ', '\u00a0'));

/** What the signs at a step say: the number of the exit, and where the road leads. */
function signPart({ exits, destinations }) {
  if (!exits && !destinations) return null;
  return make('small', { class: 'sign' }, exits && make('span', { class: 'exit' }, '↗ ' + exits),
    destinations);
}

/** The lanes before a step, if they are not all alike. */
function lanesPart({ intersections }) {
  const lanes = intersections?.[0]?.lanes ?? [];
  if (lanes.every(({ valid }) => valid)) return null;
  const words = lanes.map(({ indications, valid, active }) => indications.join(' or ') +
    (active ? ' (recommended)' : valid ? ' (possible)' : ''));
  return make('span', { class: 'lanes', role: 'img', 'aria-label': 'Lanes: ' + words.join(', ') },
    ...lanes.map(laneIcon));
}

function laneIcon({ indications, valid, active }) {
  const svg = drawing(24, 24);
  svg.setAttribute('class', active ? 'icon lane active' : valid ? 'icon lane valid' : 'icon lane');
  for (const word of indications) addArrow(svg, word);
  return svg;
}

/** Arrows in a square of 24; those to the left are their mirror images. */
const arrows = {
  none: 'M12 20V5',
  straight: 'M12 20V6M6.5 11.5L12 6l5.5 5.5', right: 'M7 20v-8a3 3 0 0 1 3-3h8M13.5 4.5L18 ' +
    '9l-4.5 4.5', slight: 'M9 20v-5l6.5-7.5M9.5 6.5h6.5V13',
  sharp: 'M7 20V6l8.5 9.5M8.5 15.5h7V8.5', uturn: 'M7 20v-9a5 5 0 0 1 10 0v7M13 14.5L17 ' +
    '18.5l4-4',
};

function addArrow(svg, word) {
  const key = arrows[word] ? word : /slight|merge/.test(word) ? 'slight' : /sharp/.test(word) ?
    'sharp' : /left|right/.test(word) ? 'right' : 'straight';
  const path = addPath(svg, arrows[key]);
  const flips = /left/.test(word) || key === 'uturn' && about.driving_side === 'right';
  if (flips) path.setAttribute('transform', 'matrix(-1 0 0 1 24 0)');
}

function turnIcon({ type, modifier }) {
  const others = {
    arrive: 'M12 21s-6-5.5-6-10.5a6 6 0 0 1 12 0C18 15.5 12 21 12 21M12 10.5v.01',
    round: 'M12 21v-5M12 16a4.5 4.5 0 1 1 4.5-4.5M19.5 9L16.5 12 13.5 9',
  };
  const sign = drawing(24, 24), other = others[/roundabout|rotary/.test(type) ? 'round' : type];
  sign.setAttribute('class', 'icon turn');
  if (other) addPath(sign, other);
  else addArrow(sign, type === 'depart' ? 'straight' : modifier || 'straight');
  return sign;
}
