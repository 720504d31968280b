"""Whether an alternative is reasonable, judged by lines and by what its engine says of their pieces."""
import bisect
from typing import NamedTuple

from guidance.surroundings import bearing
from matching.geometry import Plane, walked

STRETCH, SHARING, LOCALITY = 1.25, 0.75, 0.2
# Durations are rounded by road and by turn, each engine in its way; half a second and a hundredth are no detour.
SLACK_SECONDS, SLACK = 0.5, 0.01
# A piece begins in each quarter of the one before.
PER_PIECE = 4
VIAS = 20
# An engine that starts farther away, because the piece begins on a ferry, drives another piece.
MOVED_METRES = 20


class Route(NamedTuple):
    line: list          # (lat, lon)
    times: list         # seconds from the start to each of them

    @property
    def seconds(self):
        return self.times[-1]


class Verdict(NamedTuple):
    stretch: float
    sharing: float      # with the route before it that it has most in common with
    turns: bool         # drives on a road twice, as the best route does not
    detours: int        # pieces that are no best ways
    unsure: int         # pieces that the engine would not drive again
    pieces: int

    @property
    def reasonable(self):
        return self.stretch <= STRETCH + 0.001 and self.sharing <= SHARING + 0.005 and not self.turns and not self.detours


def _pieces(route):
    """The straight pieces of a line, with their lengths."""
    sums = walked([Plane(route.line[0]).xy(p) for p in route.line])
    return {pair: to - since for pair, since, to in zip(zip(route.line, route.line[1:]), sums, sums[1:]) if to > since}


def sharing(a, b):
    """The share of the shorter of two routes that both drive on."""
    one, two = _pieces(a), _pieces(b)
    return sum(length for pair, length in one.items() if pair in two) / max(min(sum(one.values()), sum(two.values())), 1)


def repeated(route):
    """The metres driven again on the same piece of a road, in either direction."""
    seen, metres = set(), 0.0
    sums = walked([Plane(route.line[0]).xy(p) for p in route.line])
    for (a, b), since, to in zip(zip(route.line, route.line[1:]), sums, sums[1:]):
        if a == b:
            continue
        if (a, b) in seen or (b, a) in seen:
            metres += to - since
        seen.add((a, b))
    return metres


def middle(line, index):
    """The middle of a straight piece, and the direction in which it is driven."""
    (lat, lon), (to_lat, to_lon) = line[index], line[index + 1]
    return (lat + to_lat) / 2, (lon + to_lon) / 2, bearing(line[index], line[index + 1])


def between(engine, places):
    """The route through places; None if there is none, or if it begins or ends elsewhere."""
    route = engine.through(places)
    if route is None:
        return None
    plane = Plane(places[0][:2])
    for asked, found in (places[0], route.line[0]), (places[-1], route.line[-1]):
        if walked([plane.xy(asked[:2]), plane.xy(found)])[1] > MOVED_METRES:
            return None
    return route


def detours(engine, route):
    """(pieces that are no best ways, pieces that can't be judged, pieces), of a fifth of the route each."""
    piece = LOCALITY * route.seconds
    bad = unsure = count = 0
    begin, ends = 0.0, set()
    while begin + piece <= route.seconds:
        first = bisect.bisect_left(route.times, begin)
        last = bisect.bisect_right(route.times, begin + piece) - 2
        begin += piece / PER_PIECE
        if last - first < 2 or (first, last) in ends:
            continue
        ends.add((first, last))
        count += 1
        a, b = middle(route.line, first), middle(route.line, last)
        free = between(engine, [a, b])
        if free is None:
            unsure += 1
            continue
        if set(route.line[first + 1:last + 1]) <= set(free.line):
            continue
        # The same piece, driven again by the same clock.
        step = max((last - first) // VIAS, 1)
        forced = between(engine, [a] + [middle(route.line, i) for i in range(first + 1, last, step)] + [b])
        if forced is None or not set(route.line[first + 1:last + 1]) <= set(forced.line):
            unsure += 1
        elif free.seconds < forced.seconds * (1 - SLACK) - SLACK_SECONDS:
            bad += 1
    return bad, unsure, count


def verdicts(engine, routes):
    """The verdict on each alternative to the first of some routes."""
    found = []
    for number, route in enumerate(routes[1:], 1):
        bad, unsure, count = detours(engine, route)
        found.append(Verdict(
            stretch=route.seconds / routes[0].seconds, sharing=max(sharing(route, other) for other in routes[:number]),
            turns=repeated(route) > repeated(routes[0]) + 5, detours=bad, unsure=unsure, pieces=count))
    return found
