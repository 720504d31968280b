// The form: stops, vehicle and wishes.

const cross = 'M6 6l12 12M18 6L6 18';
/** A field of the form; `elements` has a `length` of its own. */
const field = (name) => $('form').querySelector(`[name=${name}]`);

function stopName(n) {
  return n === 0 ? 'Start' : n === trip.stops.length - 1 ? 'Destination' : 'Stop ' + n;
}

function showStops() {
  const focused = document.activeElement?.dataset?.stop;
  $('stops').replaceChildren(...trip.stops.map((stop, n) => {
    const input = make('input', { type: 'text', dir: 'auto', 'data-stop': n, 'aria-label': stopName(n),
      placeholder: stopName(n) + (canSearch() ? ': name or click' : ': click the map'),
      inputmode: 'text', spellcheck: 'false', autocomplete: 'off',
      onchange: () => typed(n, input) });
    const name = stop.label || stop.name;
    input.value = stop.at ? (name || placeText(stop.at)) : stop.wrong || '';
    if (stop.at) input.title = placeText(stop.at) + ' (latitude, longitude)';
    // To be changed, the figures are wanted, not the name of the road.
    input.addEventListener('focus', () => {
      if (stop.at) input.value = stop.label || placeText(stop.at);
      input.select();
    });
    input.addEventListener('blur', () => {
      if (stop.at && input.value === placeText(stop.at)) input.value = name || input.value;
    });
    const suggestions = canSearch() ? new Suggestions(n, input) : null;
    const remove = make('button', { type: 'button', class: 'plain', 'aria-label':
      'Remove ' + stopName(n).toLowerCase(), onclick: () => removeStop(n) }, icon(cross));
    remove.hidden = !stop.at && !stop.wrong && trip.stops.length === 2;
    return make('li', { class: 'stop' },
      make('span', { class: 'mark', 'aria-hidden': 'true' }, markLetter(n)),
      make('span', { class: 'what' }, input, suggestions?.list || ''), remove);
  }));
  if (focused !== undefined) $('stops').querySelector(`[data-stop="${focused}"]`)?.focus();
}

async function typed(n, input) {
  // The list may have replaced the field.
  if (!input.isConnected) return;
  const text = input.value.trim(), at = readPlace(text), stop = trip.stops[n];
  if (text && !at && (text === stop.name || text === stop.label)) return;
  if (!text || at) return setStop(n, at, true);
  if (canSearch()) {
    const found = await findPlaces(text).catch(() => []);
    // What was chosen or typed in the meantime counts.
    if (trip.stops[n] !== stop || input.value.trim() !== text) return;
    // If the best lacks a word, as a street without the house, others are not meant.
    const [best] = found;
    if (best?.complete) return setStop(n, best.at, true, best.label);
  }
  trip.stops[n] = { at: null, wrong: text };
  showStops();
  plan();
}

/** Puts a stop at a coordinate; `label` is what it is called. */
function setStop(n, at, fits = false, label = '') {
  trip.stops[n] = { at, label };
  showStops();
  plan(fits);
}

function removeStop(n) {
  if (trip.stops.length > 2) trip.stops.splice(n, 1); else trip.stops[n] = { at: null };
  showStops();
  plan();
}

/** Puts a stop where the way to it is shortest among the others. */
function addVia(at) {
  const far = (a, b) => (a && b ? metresBetween(a, b) : 0);
  let best = Infinity, place = trip.stops.length - 1;
  for (let n = 1; n < trip.stops.length; n++) {
    const a = trip.stops[n - 1].at, b = trip.stops[n].at;
    const more = far(a, at) + far(at, b) - far(a, b);
    if (more < best) { best = more; place = n; }
  }
  trip.stops.splice(place, 0, { at });
  showStops();
  plan();
}

// What is wrong with the form: nothing is asked as long as something is.

const placeFault = () => (canSearch() ?
  'Not a place of this map. Write a name, or latitude, longitude, such as 46.19, -20.43.' :
  'Not a place. Write latitude, longitude, such as 46.19, -20.43.');

/** What is wrong with a field, in words; empty where nothing is. */
function fieldFault(input) {
  const { validity } = input, unit = input.parentElement.querySelector('i')?.textContent;
  const figure = (limit) => [limit, unit].filter(Boolean).join(' ');
  if (validity.valid) return '';
  if (input.type === 'datetime-local') return 'Not a date and a time.';
  if (validity.badInput) return 'Not a number.';
  if (validity.rangeUnderflow) return 'At least ' + figure(input.min) + '.';
  if (validity.rangeOverflow) return 'At most ' + figure(input.max) + '.';
  return validity.stepMismatch ? 'A whole number.' : 'Not valid.';
}

/** Puts words beside a field, or takes them away. */
function markField(input, text, box) {
  const id = 'fault-' + (input.name || 'stop-' + input.dataset.stop);
  document.getElementById(id)?.remove();
  input.classList.toggle('wrong', Boolean(text));
  input.setAttribute('aria-invalid', String(Boolean(text)));
  if (!text) return input.removeAttribute('aria-describedby');
  input.setAttribute('aria-describedby', id);
  box.append(make('small', { class: 'fault', id }, text));
  for (let part = input.closest('details'); part; part = part.parentElement.closest('details')) {
    part.open = true;
  }
}

/** Marks every field that counts and can't be read; the names of these, with what the address says of no use. */
function formFaults() {
  const faults = [...trip.unread];
  for (const input of $('form').querySelectorAll('.fields input')) {
    // The figures of a truck are no part of a trip without one.
    const counts = trip.profile === 'truck' || !input.closest('#vehicle');
    const text = counts ? fieldFault(input) : '';
    markField(input, text, input.closest('label'));
    if (text) faults.push(input.closest('label').firstChild.textContent.trim() + ': ' + text);
  }
  trip.stops.forEach((stop, n) => {
    const input = $('stops').querySelector(`[data-stop="${n}"]`);
    if (!input) return;
    markField(input, stop.wrong ? placeFault() : '', input.parentElement);
    if (stop.wrong) faults.push(stopName(n) + ': ' + placeFault());
  });
  return faults;
}

/** Who travels, for those that have no button of their own. */
const profileName = (word) => ({ bus: 'Bus', taxi: 'Taxi', scooter: 'Scooter',
  motorcycle: 'Motorcycle' })[word] || word;

/** Shows who travels: by a button, or in the list of the others that the service knows. */
function showProfile() {
  const buttons = [...$('form').elements.profile], list = field('other');
  const others = about.profiles.filter((word) => buttons.every(({ value }) => value !== word));
  if (list.length !== others.length + 1) {
    list.replaceChildren(list.options[0], ...others.map((value) =>
      make('option', { value }, profileName(value))));
  }
  for (const button of buttons) button.checked = button.value === trip.profile;
  list.value = others.includes(trip.profile) ? trip.profile : '';
  list.parentElement.classList.toggle('chosen', list.value !== '');
}

/** Puts what was chosen into the fields. */
function fillForm() {
  showProfile();
  for (const name of vehicleFields) {
    const value = trip.vehicle[name] || '', isFigure = field(name).type === 'number';
    // What is no figure can't stand in the field; it is told of as unread.
    field(name).value = isFigure && !Number.isFinite(Number(value)) ? '' : value;
  }
  const figures = presetFields.map((name) => trip.vehicle[name] || '').join(',');
  $('preset').value = [...$('preset').options].some((o) => o.value === figures) ? figures : '';
  field('depart_at').value = trip.depart.slice(0, 16);
  $('exclude').replaceChildren($('exclude').firstElementChild,
    ...about.exclude.map((word) => make('label', {}, make('input', { type: 'checkbox',
      name: 'exclude', value: word, checked: trip.exclude.has(word) }), excludeName(word))));
  showStops();
  showBriefs();
}

const excludeName = (word) => ({ toll: 'Tolls', ferry: 'Ferries', motorway: 'Motorways',
  tunnel: 'Tunnels', unpaved: 'Unpaved' })[word] || word;

/** Says in the closed parts of the form what is chosen in them. */
function showBriefs() {
  $('vehicle').hidden = trip.profile !== 'truck';
  const units = { height: 'm', width: 'm', length: 'm', weight: 't', axle_load: 't axle' };
  $('vehicle-brief').textContent = Object.entries(units).filter(([name]) => trip.vehicle[name])
    .map(([name, unit]) => trip.vehicle[name] + ' ' + unit).join(' · ') +
    (trip.vehicle.hazmat ? ' · hazardous goods' : '');
  $('options-brief').textContent = [...trip.exclude].map(excludeName)
    .concat(trip.depart ? [trip.depart.replace('T', ' ')] : []).join(' · ');
}

function readForm(profile = trip.profile) {
  const form = $('form'), isOther = profile !== trip.profile;
  trip.profile = profile;
  showProfile();
  trip.vehicle = {};
  for (const name of vehicleFields) {
    const { value } = field(name);
    if (value) trip.vehicle[name] = value;
  }
  trip.exclude = new Set([...form.querySelectorAll('[name=exclude]:checked')].map((b) => b.value));
  trip.depart = field('depart_at').value;
  trip.unread = [];
  // The tiles say which roads are open to whom.
  if (isOther) source.forget();
  showBriefs();
  repaint();
  plan();
}

const presetFields = ['height', 'width', 'length', 'weight', 'axle_load'];

function choosePreset() {
  const figures = $('preset').value.split(',');
  presetFields.forEach((name, k) => {
    field(name).value = figures.length > 1 ? figures[k] : '';
  });
  readForm();
}

function wireForm() {
  // On a phone the answer comes first.
  $('vehicle').open = !narrow.matches;
  const form = $('form');
  let timer = 0;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', (event) => {
    if (event.target.dataset.stop !== undefined || event.target === $('preset')) return;
    if (event.target.closest('#vehicle')) $('preset').value = '';
    // In the list of the others the first entry is none of them.
    readForm(event.target.closest('#profiles') ? event.target.value || 'driving' : trip.profile);
  });
  // A date that was begun and left changes no value.
  form.addEventListener('focusout', (event) => {
    if (event.target.type === 'datetime-local' && fieldFault(event.target)) readForm();
  });
  form.addEventListener('input', (event) => {
    if (event.target.type !== 'number') return;
    clearTimeout(timer);
    $('preset').value = '';
    timer = setTimeout(() => readForm(), 350);
  });
  $('preset').addEventListener('change', choosePreset);
  $('add').addEventListener('click', () => {
    trip.stops.splice(trip.stops.length - 1, 0, { at: null });
    showStops();
    plan();
    $('stops').children[trip.stops.length - 2].querySelector('input').focus();
  });
  $('swap').addEventListener('click', () => {
    trip.stops.reverse();
    showStops();
    plan();
  });
  $('clear').addEventListener('click', () => {
    trip.stops = [{ at: null }, { at: null }];
    showStops();
    plan();
  });
}
