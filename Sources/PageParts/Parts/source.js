// Where the page has its data from: the service that sent it, or the file that it is.

/**
 * Both kinds of source have
 *
 *     plans          whether the trip can be changed: by a form, a menu and tracks
 *     leastHover     the zoom from which on roads are named under the pointer
 *     limits         the limits that are listed: rules as the service has them, with `binds` and `avoided`
 *     open()         what there is to know of the map; it becomes `about`
 *     denser()       how many zooms earlier lesser roads appear
 *     tiles(view)    the roads in view
 *     chains(tiles)  the names and numbers of roads, on measured lines
 *     signs(tiles)   the signs beside the roads
 *     route(…)       a route as the service answers
 *
 * and the service `match(…)`, `search(…)` and `forget()` too.
 */
const source = $('data').textContent ? new FileSource(JSON.parse($('data').textContent)) :
  new ServiceSource();

/** What there is to know of the map; filled before anything is drawn. */
let about = null;
