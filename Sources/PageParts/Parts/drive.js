// A drive of the chosen trip or of a track: the service streams what happens, and the page plays it.

/** What is played: the events so far, the time of the vehicle and of the last frame. */
let player = null;

const rates = [1, 2, 5, 10, 30];

/** So many fixes of a track fit into an address. */
const mostDriven = 2000;

/** Asks for a simulated drive of the planned trip, or the drive of a track, and plays it as the events come in. */
function startDrive(track) {
  stopDrive();
  const query = track ? new URLSearchParams() : askedParameters();
  const places = track ? drivenFixes(track) : trip.stops;
  query.set('language', wordLanguage());
  if (track) query.set('timestamps', places.map(({ time }) => time).join(';'));
  else {
    query.set('noise', '4');
    query.set('radiuses', places.map(() => farthestRoad).join(';'));
  }
  const profile = track ? trackProfile() : trip.profile;
  player = { stream: source.drive(profile, places, query), moments: [], at: 0, next: 0,
    time: 0, last: 0, rate: 5, plays: true, isWhole: false, isCut: false, isWound: false, said: '',
    now: null };
  const { stream } = player;
  stream.addEventListener('trip', (event) => takeEvent(JSON.parse(event.data)));
  stream.addEventListener('end', () => { player.isWhole = true; stream.close(); });
  const fail = () => {
    stream.close();
    if (player?.stream !== stream || player.isWhole) return;
    if (!player.moments.length) return failDrive();
    player.isWhole = player.isCut = true;
  };
  // The service has found no end of the drive, or the connection has none.
  stream.addEventListener('failure', fail);
  stream.addEventListener('error', fail);
  document.body.dataset.drive = 'waits';
  showDrive();
  requestAnimationFrame(playOn);
}

/** The fixes of a track as the service takes them: in whole seconds that go up, from 0, and not too many. */
function drivenFixes(track) {
  const list = [];
  for (const { at, time } of track.fixes) {
    const second = Math.round(time - track.fixes[0].time);
    if (!list.length || second > list[list.length - 1].time) list.push({ at, time: second });
  }
  const step = Math.ceil(list.length / Math.min(mostDriven, about.limits.drive));
  return list.filter((fix, k) => k % step === 0);
}

function failDrive() {
  stopDrive();
  document.body.dataset.drive = 'failed';
  $('drive').hidden = false;
  $('drive').replaceChildren(make('div', { class: 'controls' },
    make('p', { role: 'alert' }, 'The service can’t play this drive.'), driveControl(...leaveDrive)));
}

function stopDrive() {
  player?.stream.close();
  player = null;
  delete document.body.dataset.drive;
  $('drive').hidden = true;
  $('drive').replaceChildren();
  ask();
}

/** Puts an event to the moment at which it happens: that of the last fix. */
function takeEvent(event) {
  const { moments } = player;
  if (event.event === 'progress') moments.push({ progress: event, said: [], line: null, ends: '' });
  const last = moments[moments.length - 1];
  if (!last) return;
  if (event.event === 'spoken') last.said.push(event.text);
  if (event.event === 'ended') last.ends = event.how;
}

/** Goes on by the time that has passed since the last frame. */
function playOn(now) {
  if (!player) return;
  const { moments } = player;
  const passed = player.last ? Math.min(now - player.last, 250) / 1000 : 0;
  player.last = now;
  if (moments.length) {
    const first = moments[0].progress.time, end = moments[moments.length - 1].progress.time;
    if (player.plays) player.time = Math.min(player.time + passed * player.rate, end - first);
    seekTo(first + player.time);
    const isOver = player.isWhole && player.at === moments.length - 1;
    if (isOver) player.plays = false;
    document.body.dataset.drive = isOver ? 'over' : player.plays ? 'plays' : 'paused';
    updateDrive(end - first);
    if (player.plays) ask();
  }
  requestAnimationFrame(playOn);
}

/** Finds the moment of a time; what was said up to it stays on the screen. */
function seekTo(time) {
  const { moments } = player;
  if (moments[player.at]?.progress.time > time) Object.assign(player, { at: 0, said: '' });
  for (;;) {
    const moment = moments[player.at];
    if (moment.said.length) player.said = moment.said[moment.said.length - 1];
    if (!moments[player.at + 1] || moments[player.at + 1].progress.time > time) break;
    player.at++;
  }
  const { progress } = moments[player.at], after = moments[player.at + 1]?.progress;
  const share = after ? (time - progress.time) / Math.max(after.time - progress.time, .01) : 0;
  const [lat, lon] = progress.position, [lat2, lon2] = after ? after.position : progress.position;
  // The short way, also across the 180th meridian.
  const east = lon2 - lon - 360 * Math.round((lon2 - lon) / 360);
  player.now = { at: [lon + east * share, lat + (lat2 - lat) * share],
    course: progress.courseDegrees, isEstimated: progress.source !== 'fix' };
  if (player.plays || player.isWound) follow(player.now.at);
  if (player.isWound) ask();
  player.isWound = false;
}

/** Keeps the vehicle in the middle of the free part of the map. */
function follow(at) {
  const p = place(at), middle = freeMiddle(), z = Math.max(view.z, 15);
  const scale = 256 * 2 ** z;
  view = new View(p.x - (middle.x - view.w / 2) / scale, p.y - (middle.y - view.h / 2) / scale, z,
    view.w, view.h);
}

/** The vehicle: an arrow in a disc. */
function drawVehicle(g, view) {
  if (!player?.now) return;
  const p = view.at(player.now.at);
  if (!view.holds(p, 30)) return;
  g.save();
  g.translate(p.x, p.y);
  g.rotate(player.now.course * Math.PI / 180);
  g.beginPath();
  g.arc(0, 0, 14, 0, 7);
  g.fillStyle = paint.white;
  g.strokeStyle = paint.ring;
  g.lineWidth = 2;
  g.fill();
  g.stroke();
  g.beginPath();
  g.moveTo(0, -9);
  g.lineTo(6.5, 7);
  g.lineTo(0, 3.5);
  g.lineTo(-6.5, 7);
  g.closePath();
  g.fillStyle = player.now.isEstimated ? paint.old : paint.routes[0];
  g.fill();
  g.restore();
}

// The card of the drive: what is next, the lanes, and the controls.

const driveControl = (id, label, path, act) => make('button', { type: 'button', class: 'plain', id,
  'aria-label': label, title: label, onclick: act }, icon(path));

const leaveDrive = ['leave', 'End the drive', 'M6 6l12 12M18 6L6 18', () => {
  stopDrive();
  $('start-drive')?.focus({ preventScroll: true });
}];

function showDrive() {
  const rate = make('select', { id: 'rate', 'aria-label': 'Speed of the replay',
    onchange: (event) => { player.rate = Number(event.target.value); } },
  ...rates.map((n) => make('option', { value: n, selected: n === player.rate }, n + '×')));
  const bar = make('input', { id: 'seek', type: 'range', min: 0, max: 1, value: 0, step: .1,
    'aria-label': 'Time of the drive', oninput: (event) => {
      player.time = Number(event.target.value);
      player.isWound = true;
    } });
  $('drive').replaceChildren(
    make('div', { id: 'banner', 'aria-live': 'off' }, make('p', {}, 'The drive begins …')),
    make('p', { id: 'said', lang: wordLanguage(), 'aria-live': 'polite' }),
    make('div', { class: 'controls' },
      driveControl('play', 'Pause', playPath.Pause, togglePlay), bar, rate,
      driveControl(...leaveDrive)));
  $('drive').hidden = false;
  $('play').focus({ preventScroll: true });
}

function togglePlay() {
  const { moments, isWhole } = player;
  const isOver = isWhole && player.at === moments.length - 1;
  if (!player.plays && isOver) player.time = 0;
  player.plays = !player.plays;
  ask();
}

const playPath = { Play: 'M7 5l12 7-12 7z', Pause: 'M8 5v14M16 5v14' };

function updateDrive(length) {
  const { moments, at, isCut } = player;
  const { progress, ends } = moments[at], label = player.plays ? 'Pause' : 'Play';
  $('banner').replaceChildren(...(ends ? [make('p', {}, make('b', {},
    ends === 'arrived' ? 'Arrived' : 'Ended'))] : bannerParts(progress)));
  if (isCut && at === moments.length - 1 && !ends) {
    $('banner').append(make('small', { class: 'off' }, 'The service broke the drive off here.'));
  }
  if ($('said').textContent !== player.said) $('said').textContent = player.said;
  $('seek').max = length;
  $('seek').value = player.time;
  if ($('play').getAttribute('aria-label') === label) return;
  $('play').setAttribute('aria-label', label);
  $('play').title = label;
  $('play').replaceChildren(icon(playPath[label]));
}

function bannerParts({ maneuver, nextManeuver, metresToManeuver, lanes, speed, speedLimitKmh,
  secondsLeft, metresLeft, source: from }) {
  const off = from === 'offRoute' ? make('small', { class: 'off' }, 'off the route') : null;
  const next = maneuver && make('p', { class: 'next' },
    turnIcon({ type: maneuver.kind, modifier: maneuver.direction }),
    make('b', {}, lengthText(metresToManeuver)),
    make('span', {}, ...roadOf(maneuver)));
  const then = nextManeuver && nextManeuver.kind !== 'arrive' && make('small', { class: 'then' },
    'then', turnIcon({ type: nextManeuver.kind, modifier: nextManeuver.direction }));
  const limit = speedLimitKmh && make('span', { class: speed * 3.6 > speedLimitKmh + 3 ?
    'limit over' : 'limit', title: 'Speed limit' }, Math.round(speedLimitKmh));
  return [next, then, off, lanesPart({ intersections: [{ lanes: lanes?.map(shownLane) }] }),
    make('p', { class: 'left' }, limit, make('span', {}, Math.round(speed * 3.6) + ' km/h'),
      make('span', {}, durationText(secondsLeft) + ' · ' + lengthText(metresLeft) + ' left'))]
    .filter(Boolean);
}

/** A lane in the words of the service's other answers. */
const shownLane = ({ indications, isValid, isRecommended }) =>
  ({ indications, valid: isValid, active: isRecommended });

const roadOf = ({ roadName, roadNumber }) => nameParts(roadName, roadNumber);
