"""Model settlements: drawn and woven once, then stamped many times with a turn and a bend.

Weaving costs milliseconds a street, stamping costs microseconds a node; that is what makes a
region of millions of nodes quick.
"""

import math
import random

from . import details
from .geometry import blob, crossings
from .names import Namer, streets
from .region import road
from .sketch import Sketch
from .town import Ground, buildings, quarter
from .writer import tag_lines

# kind: (radius in metres, block length, block depth, how many models)
KINDS = {"village": (430, 130, 95, 4), "town": (1000, 125, 85, 4), "city": (1750, 130, 88, 2)}
LIMITS = [{"maxheight": "3.8"}, {"maxheight": "3.5"}, {"maxweight": "7.5 t"}, {"maxweight": "3.5"},
          {"maxwidth": "2.2"}, {"hgv": "no"}, {"maxlength": "12"}, {"maxaxleload": "8"},
          {"hgv": "destination"}, {"maxheight": "12'6\""}, {"hazmat": "no"}]
_MARK = "\x01"  # stands for a street name; no tag of ours contains it


class Template:
    """One model, as arrays: `places`, `texts` (node tags), `ways`, `relations`, four `gates`.

    Gates are the ends of the main roads, anticlockwise from the east: (node, x, y).
    """

    def __init__(self, kind, number):
        rng = random.Random(f"{kind} {number}")
        radius, along, across, _ = KINDS[kind]
        self.kind, self.radius = kind, radius
        network, gates = _draw(kind, radius, along, across, rng)
        used = sorted({r for w in network.ways for r in w.refs} | {n for n, t in network.tags.items() if t})
        index = {node: i for i, node in enumerate(used)}
        self.places = [network.places[n] for n in used]
        self.texts = {index[n]: tag_lines(t) for n, t in network.tags.items() if t}
        self.gates = [(index[n], *network.places[n]) for n in gates]
        numbers = {name: i for i, name in enumerate(streets())}
        self.ways, order = [], {}
        for way in network.ways:
            order[id(way)] = len(self.ways)
            self.ways.append(([index[r] for r in way.refs], *_text(way.tags, numbers)))
        self.relations = [
            (tag_lines(tags), [(t, index[m] if t == "node" else order[id(m)], role)
                               for t, m, role in members]) for tags, members in network.relations]


def _text(tags, numbers):
    """Tags as text in two halves, and the number of the street name between them (or -1)."""
    name = tags.get("name") or tags.get("addr:street")
    name = name.rsplit(" ", 1)[0] if name and name.rsplit(" ", 1)[-1].isdigit() else name
    if name not in numbers:
        return tag_lines(tags), "", -1
    marked = {k: _MARK if k in ("name", "addr:street") else v for k, v in tags.items()}
    before, after = tag_lines(marked).split(_MARK)
    return before, after, numbers[name]


def _draw(kind, radius, along, across, rng):
    sketch, ground, namer = Sketch(), Ground(), Namer(rng)
    far = radius * 1.06

    def bend(angle, reach):
        return (reach * math.cos(angle), reach * math.sin(angle))

    mains = []
    for start, wide in ((math.pi, 0.3), (1.5 * math.pi, 0.3)):
        a, b = start + rng.uniform(-wide, wide), start + math.pi + rng.uniform(-wide, wide)
        middle = (rng.uniform(-0.1, 0.1) * radius, rng.uniform(-0.1, 0.1) * radius)
        mains.append(sketch.draw(
            [bend(a, far), bend(a + rng.uniform(-0.2, 0.2), far * 0.5), middle,
             bend(b + rng.uniform(-0.2, 0.2), far * 0.5), bend(b, far)],
            road("secondary" if kind != "village" else "tertiary", namer(), maxspeed=50)))
    if kind != "village":
        ring = [(x * rng.uniform(0.95, 1.05), y) for x, y in blob((0, 0), radius * 0.5, radius * 0.46, rng)]
        sketch.draw(ring + ring[:1], road("tertiary", namer(), maxspeed=50, lit="yes"))
        sketch.roundabout(_cross(mains), 22, road("secondary", namer()))
    for line in sketch.lines:
        ground.line(line.points, 22)
    sectors = {"village": 1, "town": 3, "city": 5}[kind]
    edge = blob((0, 0), radius, radius * 0.9, rng, 30)
    for k in range(sectors):
        piece = edge[30 * k // sectors:30 * (k + 1) // sectors + 1] + edge[:1] * (k == sectors - 1)
        zone = edge if sectors == 1 else piece + [(0, 0)]
        quarter(sketch, ground, zone, rng, namer, along, across, rng.uniform(0, 1.5), rng.uniform(15, 40),
                rng.uniform(0.1, 0.2), kind="old" if kind == "city" and k == 0 else "suburb")
    network = sketch.weave()
    ends = [mains[0].points[-1], mains[1].points[-1], mains[0].points[0], mains[1].points[0]]
    gates = [network.node(p) for p in ends]
    network.tidy(gates[0])
    _furnish(network, rng)
    return network, gates


def _cross(mains):
    return mains[0].at(crossings(mains[0].points, mains[1].points)[0])


def _furnish(network, rng):
    """Signals, limits, houses, driveways and restrictions."""
    details.signals_and_crossings(network, rng)
    streets_ = [w for w in network.ways if w.road in ("residential", "living_street")]
    for limit in LIMITS:
        if rng.random() < len(streets_) / 900:
            rng.choice(streets_).tags.update(limit)
    ground = Ground()
    for way in network.ways:
        ground.line([network.places[r] for r in way.refs], 7)
    details.private(network, ground, rng, list(streets_), len(streets_) // 4)
    for corners, way, number, _, centre in buildings(network, ground, rng, streets_, 0.5):
        tags = {"building": "yes"}
        if rng.random() < 0.4:
            tags.update({"addr:street": way.tags["name"], "addr:housenumber": str(number)})
        network.way(corners, tags, closed=True)
        if rng.random() < 0.03:
            network.point(centre, {"amenity": rng.choice(["cafe", "school", "fuel", "charging_station"])})
    if len(streets_) > 60:
        details.restrictions(network, rng, [])
        details.via_ways(network, rng, [], 3)
