// GPS tracks: read from a file, matched to the roads piece by piece, drawn.

/** Metres between two places. */
function metresBetween(a, b) {
  const north = (b[1] - a[1]) * 111195;
  const east = (b[0] - a[0]) * 111195 * Math.cos((a[1] + b[1]) * Math.PI / 360);
  return Math.hypot(north, east);
}

/** Tracks on the map: `{ name, fixes, lines, done, failed }`. */
const tracks = [];

/** The fixes in a file: `{ at: [lon, lat], time }`, the time in seconds or undefined. */
function readTrack(text, name) {
  const start = text.trimStart();
  if (start.startsWith('<')) return readGPX(start);
  if (start.startsWith('{') || start.startsWith('[')) return readGeoJSON(JSON.parse(start));
  return readCSV(text, name);
}

const seconds = (text) => {
  if (text == null || text === '') return undefined;
  const value = Number(text);
  // Milliseconds since 1970 have three digits more.
  if (Number.isFinite(value)) return value > 1e11 ? value / 1000 : value;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
};

function readGPX(text) {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length) throw new Error('The XML is damaged.');
  for (const tag of ['trkpt', 'rtept', 'wpt']) {
    const points = [...document.getElementsByTagNameNS('*', tag)];
    if (points.length < 2) continue;
    return points.map((point) => ({
      at: [Number(point.getAttribute('lon')), Number(point.getAttribute('lat'))],
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
  return cells.map((row) => ({ at: [Number(row[lon]), Number(row[lat])],
    time: seconds(time >= 0 ? row[time] : undefined) }));
}

async function openTrack(file) {
  const track = { name: file.name, fixes: [], lines: [], done: 0, length: 0, time: 0,
    failed: '', abort: new AbortController() };
  tracks.push(track);
  try {
    const fixes = readTrack(await file.text(), file.name).filter(({ at }) =>
      Math.abs(at[0]) <= 180 && Math.abs(at[1]) <= 90);
    if (fixes.length < 2) throw new Error('There is no track in this file.');
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
  const places = piece.map(({ at }) => at[0].toFixed(6) + ',' + at[1].toFixed(6)).join(';');
  let query = 'geometries=polyline6&overview=full&generate_hints=false';
  if (timed) query += '&timestamps=' + piece.map((fix) => Math.floor(fix.time)).join(';');
  const profile = trip.profile === 'truck' ? 'driving' : trip.profile;
  const reply = await fetch(`match/v1/${profile}/${places}?${query}`, { signal });
  return reply.json();
}

function showTrack(track) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { at } of track.fixes) grow(box, worldX(at[0]), worldY(at[1]));
  show(box);
}

function showTracks() {
  $('trace-answer').replaceChildren(...tracks.map((track, n) => {
    const lost = track.fixes.filter((fix) => fix.matched === false).length;
    const words = track.failed || `${lengthText(track.length)} on roads · ` +
      `${track.fixes.length} fixes` + (lost ? ` · ${lost} off the roads` : '');
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
