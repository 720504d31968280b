// GPS tracks: read from a file, matched to the roads piece by piece, drawn.

/** Metres between two places. */
function metresBetween(a, b) {
  const north = (b[1] - a[1]) * 111195;
  const east = (b[0] - a[0]) * 111195 * Math.cos((a[1] + b[1]) * Math.PI / 360);
  return Math.hypot(north, east);
}

/** Tracks on the map: `{ name, fixes, lines, done, failed }`. */
const tracks = [];

/**
 * The fixes in a file: `{ at: [lon, lat], time }`, the time in seconds; undefined without one, NaN for one that
 * can't be read.
 */
function readTrack(text, name) {
  const start = text.trimStart();
  if (start.startsWith('<')) return readGPX(start);
  if (start.startsWith('{') || start.startsWith('[')) return readGeoJSON(JSON.parse(start));
  return readCSV(text, name);
}

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d(?:[.,]\d*)?))?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;

const seconds = (text) => {
  if (text == null || String(text).trim() === '') return undefined;
  const value = Number(text);
  // Milliseconds since 1970 have three digits more.
  if (Math.abs(value) < 1e15) return Math.abs(value) > 1e11 ? value / 1000 : value;
  const date = isoDate.exec(String(text).trim());
  if (!date) return NaN;
  const [, year, month, day, hour, minute, second, sign, hours, minutes] = date;
  // Without an offset it is UTC.
  const midnight = new Date(Date.UTC(0, month - 1, day));
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== Number(day)) return NaN;
  if (hour > 23 || minute > 59 || second >= 61) return NaN;
  const offset = (sign === '-' ? -1 : 1) * ((hours || 0) * 60 + Number(minutes || 0));
  return midnight / 1000 + hour * 3600 + (minute - offset) * 60 +
    Number((second || '0').replace(',', '.'));
};

/** A number of degrees; NaN where the receiver had none, which `Number` takes for 0. */
const degrees = (text) => text?.trim() ? Number(text) : NaN;

function readGPX(text) {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length) throw new Error('The XML is damaged.');
  for (const tag of ['trkpt', 'rtept', 'wpt']) {
    const points = [...document.getElementsByTagNameNS('*', tag)];
    if (points.length < 2) continue;
    return points.map((point) => ({
      at: [degrees(point.getAttribute('lon')), degrees(point.getAttribute('lat'))],
      time: seconds(point.getElementsByTagNameNS('*', 'time')[0]?.textContent),
    }));
  }
  return [];
}

function readGeoJSON(json) {
  const features = json.type === 'FeatureCollection' ? json.features :
    json.type === 'Feature' ? [json] : [{ geometry: json, properties: {} }];
  const fixes = [];
  for (const { geometry, properties } of features) {
    const times = properties?.times || properties?.coordTimes ||
      properties?.coordinateProperties?.times || [];
    const lines = { LineString: [geometry?.coordinates], Point: [[geometry?.coordinates]],
      MultiPoint: [geometry?.coordinates], MultiLineString: geometry?.coordinates,
    }[geometry?.type] || [];
    for (const [k, point] of lines.flat().entries()) {
      const time = lines.length === 1 && lines[0].length > 1 ? times[k] : properties?.time;
      fixes.push({ at: [point[0], point[1]], time: seconds(time) });
    }
  }
  return fixes;
}

function readCSV(text) {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() && !row.startsWith('#'));
  if (!rows.length) return [];
  const by = [',', ';', '\t'].find((mark) => rows[0].split(mark).length > 1) || ',';
  const cells = rows.map((row) => row.split(by).map((cell) => cell.trim().replace(/^"|"$/g, '')));
  const head = cells[0].map((cell) => cell.toLowerCase());
  const find = (...names) => head.findIndex((cell) => names.includes(cell));
  let lat = find('lat', 'latitude', 'y'), lon = find('lon', 'lng', 'long', 'longitude', 'x');
  const time = find('time', 'timestamp', 'datetime', 'date');
  if (lat >= 0 && lon >= 0) cells.shift(); else [lat, lon] = [0, 1];
  return cells.map((row) => ({ at: [degrees(row[lon]), degrees(row[lat])],
    time: seconds(time >= 0 ? row[time] : undefined) }));
}

async function openTrack(file) {
  const track = { name: file.name, fixes: [], lines: [], done: 0, length: 0, time: 0, odd: 0,
    failed: '', abort: new AbortController() };
  tracks.push(track);
  try {
    const fixes = readTrack(await file.text(), file.name).filter(({ at }) =>
      Math.abs(at[0]) <= 180 && Math.abs(at[1]) <= 90);
    if (fixes.length < 2) throw new Error('There is no track in this file.');
    for (const fix of fixes) {
      if (!Number.isNaN(fix.time)) continue;
      fix.time = undefined;
      track.odd++;
    }
    fillTimes(fixes);
    track.fixes = fixes;
    showTracks();
    showTrack(track);
    await matchTrack(track);
  } catch (error) {
    if (error.name === 'AbortError') return;
    track.failed = error instanceof SyntaxError ? 'The file can’t be read.' : error.message;
  }
  showTracks();
  repaint();
}

/**
 * Gives the fixes without a time one between those of their neighbours: the service takes times for all fixes or for
 * none. Where less than half have a time, none has.
 */
function fillTimes(fixes) {
  const timed = [...fixes.keys()].filter((k) => fixes[k].time !== undefined);
  if (timed.length === fixes.length) return;
  if (2 * timed.length < fixes.length) {
    for (const fix of fixes) fix.time = undefined;
    return;
  }
  const first = timed[0], last = timed[timed.length - 1];
  const pace = last > first ? (fixes[last].time - fixes[first].time) / (last - first) : 1;
  for (let n = 0; n + 1 < timed.length; n++) {
    const [a, b] = [timed[n], timed[n + 1]];
    const step = (fixes[b].time - fixes[a].time) / (b - a);
    for (let k = a + 1; k < b; k++) fixes[k].time = fixes[a].time + (k - a) * step;
  }
  for (let k = 0; k < first; k++) fixes[k].time = fixes[first].time - (first - k) * pace;
  for (let k = last + 1; k < fixes.length; k++) fixes[k].time = fixes[last].time + (k - last) * pace;
}

/** Fixes whose times go up, in pieces that the service takes; each begins where the last ended. */
function pieces(fixes, most) {
  const timed = fixes.every((fix) => fix.time !== undefined), list = [];
  for (const fix of fixes) {
    const last = list[list.length - 1];
    const far = last ? metresBetween(last.at, fix.at) : Infinity;
    // The service counts whole seconds; who stands still says nothing new.
    if (last && (far < 1 || timed && Math.floor(fix.time) <= Math.floor(last.time))) {
      fix.skipped = true;
    } else list.push(fix);
  }
  const found = [];
  for (let at = 0; at + 1 < list.length; at += most - 1) found.push(list.slice(at, at + most));
  return { timed, found };
}

async function matchTrack(track) {
  const { timed, found } = pieces(track.fixes, Math.max(2, about.limits.match));
  if (!found.length) {
    throw new Error(timed ? 'The track does not move, or its times run backwards.'
      : 'The track does not move.');
  }
  for (const [n, piece] of found.entries()) {
    const reply = await askMatch(piece, timed, track.abort.signal);
    if (reply.code === 'Ok') {
      for (const matching of reply.matchings) {
        track.lines.push(new Line(decodeLine(matching.geometry)));
        track.length += matching.distance;
        track.time += matching.duration;
      }
      reply.tracepoints.forEach((point, k) => { piece[k].matched = Boolean(point); });
    } else if (reply.code === 'NoMatch' || reply.code === 'NoSegment') {
      for (const fix of piece) fix.matched = false;
    } else throw new Error(reply.message || reply.code);
    track.done = (n + 1) / found.length;
    showTracks();
    repaint();
  }
}

async function askMatch(piece, timed, signal) {
  const query = new URLSearchParams({ geometries: 'polyline6', overview: 'full', generate_hints: false });
  if (timed) query.set('timestamps', piece.map((fix) => Math.floor(fix.time)).join(';'));
  return source.match(trackProfile(), piece, query, signal);
}

/** The vehicle of a track: limits of trucks say nothing about where one has been. */
const trackProfile = () => trip.profile === 'truck' ? 'driving' : trip.profile;

function showTrack(track) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { at } of track.fixes) grow(box, worldX(at[0]), worldY(at[1]));
  show(box);
}

function showTracks() {
  $('trace-answer').replaceChildren(...tracks.map((track, n) => {
    const lost = track.fixes.filter((fix) => fix.matched === false).length;
    const words = track.failed || `${lengthText(track.length)} on roads · ` +
      `${track.fixes.length} fixes` + (lost ? ` · ${lost} off the roads` : '') +
      (track.odd ? ` · ${track.odd} ${track.odd === 1 ? 'time' : 'times'} not read` : '');
    const remove = make('button', { type: 'button', class: 'plain',
      'aria-label': 'Remove the track ' + track.name, onclick: () => {
        track.abort.abort();
        tracks.splice(n, 1);
        showTracks();
        repaint();
      } }, icon(cross));
    const body = make('div', {}, make('b', {}, track.name), make('small', {}, words));
    if (!track.failed && track.done < 1) {
      body.append(make('progress', { max: 1, value: track.done, 'aria-label': 'Matching' }));
    }
    const isTimed = track.fixes.length > 1 && track.fixes.every((fix) => fix.time !== undefined);
    if (!track.failed && track.done === 1 && isTimed && source.drive) {
      body.append(make('button', { type: 'button', class: 'small drive-track',
        onclick: () => startDrive(track) }, icon('M7 5l12 7-12 7z'), 'Drive the track'));
    }
    const look = track.failed ? 'track bad' : 'track';
    return make('div', { class: look, role: 'group' }, body, remove);
  }));
  document.body.dataset.tracks = tracks.map((t) =>
    (t.failed ? 'failed' : t.done < 1 ? 'busy' : 'done')).join(' ');
}

function wireTracks() {
  $('file').addEventListener('change', () => {
    for (const file of $('file').files) openTrack(file);
    $('file').value = '';
  });
  const veil = $('hover-drop');
  let depth = 0;
  window.addEventListener('dragenter', (event) => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    depth++;
    veil.hidden = false;
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    veil.hidden = depth === 0;
  });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    for (const file of event.dataTransfer.files) openTrack(file);
  });
}
