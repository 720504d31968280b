// The tip on the map: what is told in it, and when it is shown.

function stepTip(route, n) {
  const step = route.steps[n], names = nameParts(step.name, step.ref);
  const isEnd = step.maneuver.type === 'arrive';
  return tipOf(names.length ? names : 'unnamed road', `Step ${n + 1} of ${route.steps.length}`,
    isEnd ? '' : lengthText(step.distance) + ' · ' + durationText(step.duration));
}
function stopTip(n) {
  const stop = trip.stops[n];
  return tipOf(stopName(n) + (stop.name ? ': ' + stop.name : ''),
    result.routes.map(({ label }) => label).filter(Boolean).join(', '), placeText(stop.at),
    source.plans ? 'Drag to move it.' : '');
}
const mayNotPass = () => make('span', { class: 'bad' }, 'The vehicle may not pass.');
function signTip(sign) {
  return tipOf(sign.name || 'unnamed road', sign.reason || sign.tag,
    sign.way ? 'way ' + sign.way : '', bindsVehicle(sign) && mayNotPass());
}
function ruleTip(rule) {
  return tipOf(rule.road || 'unnamed road', rule.reason, rule.wayID ? 'way ' + rule.wayID : '',
    rule.binds && mayNotPass());
}
function roadParts(road) {
  const words = (road.class || '').replaceAll('_', ' ');
  const more = road.flags.split(',').filter((w) => w && w !== 'link' && w !== road.class);
  return [road.name || road.ref || 'unnamed road', [words, ...more,
    road.open ? '' : 'closed to this vehicle'].filter(Boolean).join(' · '),
  road.way ? 'way ' + road.way : ''];
}
/** The tip of a road that was pointed at, with the labelled routes on it. */
function roadTip({ road, tile, x, y }, at) {
  const names = nameParts(road.name, road.ref), [, kind, way] = roadParts(road);
  // What is less than a step of the tile is not told apart in it.
  const close = 5e-8 + 2 * tile.size / extent, slack = 16 / view.scale;
  const on = result.routes.filter(({ label, line }) => label && line.distance(x, y) < close &&
    line.distance(at.x, at.y) < slack).map(({ label }) => label);
  return tipOf(names.length ? names : make('span', { class: 'none' }, 'unnamed road'), kind, way,
    on.length && 'on the route: ' + on.join(', '));
}

/** The road that is lit up under the pointer, and whether the tip stays until something is clicked. */
let litRoad = null, isPinned = false;

function showTip(content, world, pins = false, road = null) {
  tipAt = world;
  isPinned = pins;
  $('tip').replaceChildren(...content);
  $('tip').hidden = false;
  placeTip();
  lightRoad(road);
}
function hideTip() {
  lightRoad(null);
  if (!tipAt) return;
  tipAt = null;
  isPinned = false;
  $('tip').hidden = true;
}
function lightRoad(road) {
  if (litRoad?.road === road?.road) return;
  litRoad = road;
  ask();
}
