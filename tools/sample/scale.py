"""A country of any size: settlements on a loose lattice, joined by country roads and motorways.

Everything is a function of the seed and the place, and is written as it is made: nodes straight to
the file, ways and relations to scratch files that follow at the end. Memory holds one row of
towns, whatever the size.
"""

import math
import random
import shutil
import tempfile
from pathlib import Path

from .geometry import LATITUDE, LONGITUDE, METRES_PER_DEGREE
from .names import streets
from .template import KINDS, Template
from .writer import FOOTER, META, attribute, header, node_text, opened, way_text

PITCH = 6000.0      # metres between settlements
EW_EVERY, NS_EVERY = 4, 5  # a motorway after every so many rows, and columns
MEAN = 2200         # nodes a cell, measured; decides only how wide the country is
HEAD = "Bran Ost Kel Mar Tor Vel Sund Lim Gro Hal Fen Ard Wes Nor Ul Ros Bel Dra Zel Kor Ås Öl Jö".split()
TAIL = "dal wick stad mund burg é ová by holm ford au ingen ów ville hamn dorf ő mere stow fjäll".split()


def town_name(row, column):
    k = (row * 7919 + column * 104729) % (len(HEAD) * len(TAIL))
    name = HEAD[k % len(HEAD)] + TAIL[k // len(HEAD)]
    return name if row < 20 and column < 20 else f"{name} {row}-{column}"


def hermite(a, ta, b, tb, count):
    """Points of a cubic from a to b that leaves along ta and arrives along tb, without a itself."""
    for i in range(1, count + 1):
        t = i / count
        s, h = t * t, t * t * t
        p, q, r, w = 2 * h - 3 * s + 1, h - 2 * s + t, 3 * s - 2 * h, h - s
        yield (p * a[0] + q * ta[0] + r * b[0] + w * tb[0], p * a[1] + q * ta[1] + r * b[1] + w * tb[1])


class Writer:
    """Numbers elements and sends each kind to its place."""

    def __init__(self, out, ways, relations):
        self.out, self.way_file, self.relation_file = out, ways, relations
        self.nodes, self.ways, self.relations = 0, 0, 0

    def node(self, place, tags=None):
        self.nodes += 1
        self.out.write(node_text(self.nodes, place, tags).encode())
        return self.nodes

    def line(self, points):
        return [self.node(p) for p in points]

    def way(self, refs, tags):
        self.ways += 1
        self.way_file.write(way_text(self.ways, refs, tags).encode())

    def stamp(self, model, centre, turn, rng):
        """Writes a settlement; returns its gates as (node, place, direction outwards), from the east."""
        stretch, squeeze = rng.uniform(0.92, 1.12), rng.uniform(0.92, 1.12)
        angle = turn * math.pi / 2 + rng.uniform(-0.15, 0.15)
        a, b = math.cos(angle) * stretch, -math.sin(angle) * squeeze
        c, d = math.sin(angle) * stretch, math.cos(angle) * squeeze
        cx, cy = centre
        k, p, q, bend = rng.uniform(0.002, 0.004), rng.uniform(0, 6), rng.uniform(0, 6), rng.uniform(8, 22)
        sin, base, texts = math.sin, self.nodes + 1, model.texts
        north, east = 1 / METRES_PER_DEGREE, 1 / (METRES_PER_DEGREE * math.cos(math.radians(LATITUDE)))
        lines, moved = [], {}
        wanted = {g[0] for g in model.gates}
        number = base
        for i, (x, y) in enumerate(model.places):
            u = cx + a * x + b * y + bend * sin(k * y + p)
            v = cy + c * x + d * y + bend * sin(k * x + q)
            head = (f'<node id="{number}" {META} lat="{LATITUDE + v * north:.7f}"'
                    f' lon="{LONGITUDE + u * east:.7f}"')
            lines.append(f"{head}>\n{texts[i]}</node>\n" if i in texts else head + "/>\n")
            if i in wanted:
                moved[i] = (u, v)
            number += 1
        self.nodes = number - 1
        self.out.write("".join(lines).encode())
        self._stamp_ways(model, base, rng.randrange(len(NAMES)))
        gates = []
        for side in range(4):
            i = model.gates[(side - turn) % 4][0]
            (u, v), far = moved[i], math.dist(moved[i], centre)
            gates.append((base + i, (u, v), ((u - cx) / far, (v - cy) / far)))
        return gates

    def _stamp_ways(self, model, base, shift):
        first, lines, count = self.ways + 1, [], len(NAMES)
        number = first
        for refs, before, after, name in model.ways:
            nodes = "".join([f'  <nd ref="{base + r}"/>\n' for r in refs])
            text = before if name < 0 else f"{before}{NAMES[(name + shift) % count]}{after}"
            lines.append(f'<way id="{number}" {META}>\n{nodes}{text}</way>\n')
            number += 1
        self.ways = number - 1
        self.way_file.write("".join(lines).encode())
        for text, members in model.relations:
            self.relations += 1
            body = "".join(f'  <member type="{t}" ref="{(base if t == "node" else first) + m}"'
                           f' role="{role}"/>\n' for t, m, role in members)
            self.relation_file.write(
                f'<relation id="{self.relations}" {META}>\n{body}{text}</relation>\n'.encode())


PLAIN = streets()
NAMES = [attribute(name) for name in PLAIN]


class Country:
    """Lays out cells row by row until there are nodes enough."""

    def __init__(self, writer, wanted, seed, columns):
        self.writer, self.wanted, self.seed, self.columns = writer, wanted, seed, columns
        self.models = {}
        self.vertical = {}  # column -> last nodes and place of its north-south motorway

    def model(self, rng):
        """A kind of settlement by lot, but none that is much larger than what is still wanted."""
        left = self.wanted - self.writer.nodes
        kind = rng.choices(["village", "town", "city"], [52, 38, 10])[0]
        if left < 16_000 and kind == "city":
            kind = "town"
        if left < 5_000:
            kind = "village"
        key = kind, rng.randrange(KINDS[kind][3])
        if key not in self.models:
            self.models[key] = Template(*key)
        return self.models[key]

    def centre(self, row, column):
        rng = random.Random(f"{self.seed} site {row} {column}")
        # Columns drift, rows sway: neighbours stay neighbours, and no chequerboard shows.
        shift, sway = PITCH * math.sin(row * 0.55 + 1), 0.6 * PITCH * math.sin(column * 0.7)
        return (column * PITCH + shift + rng.uniform(-700, 700),
                row * PITCH + sway + rng.uniform(-700, 700))

    def lay(self):
        row, below = 0, []
        while self.writer.nodes < self.wanted:
            current, horizontal = [], None
            for column in range(self.columns):
                rng = random.Random(f"{self.seed} cell {row} {column}")
                centre = self.centre(row, column)
                model = self.model(rng)
                gates = self.writer.stamp(model, centre, rng.randrange(4), rng)
                self.writer.node((centre[0] + 30, centre[1] + 30), {
                    "place": model.kind, "name": town_name(row, column)})
                if current:
                    self.link(current[-1][0], gates[2], "ns" if column % NS_EVERY == 2 else None,
                              column, town_name(row, column), rng)
                if column < len(below) and (column == 0 or rng.random() < 0.85):
                    kind = "ew" if row % EW_EVERY == 2 else None
                    horizontal = self.link(below[column][1], gates[3], kind, horizontal,
                                           town_name(row, column), rng)
                if 0 < column < len(below) and row % EW_EVERY != 2 and column % NS_EVERY != 2 \
                        and rng.random() < 0.3:
                    self.link(below[column - 1][1], gates[3], None, None, "", rng)
                current.append(gates)
                self.forest(centre, model.radius, rng)
                if self.writer.nodes >= self.wanted:
                    return
            below, row = current, row + 1

    def link(self, here, there, motorway, state, name, rng):
        """A country road between two gates; a motorway may cross it half-way.

        `state` is the column of a north-south motorway, or the end so far of an east-west one.
        """
        (start, a, ta), (end, b, tb) = here, there
        far = math.dist(a, b)
        leave, arrive = (ta[0] * far, ta[1] * far), (-tb[0] * far, -tb[1] * far)
        kind = rng.choice(["primary", "secondary", "secondary", "tertiary"])
        tags = {"highway": kind, "ref": f"{kind[0].upper()} {rng.randrange(1, 900)}",
                "maxspeed": rng.choice(["100", "80", "70", "60 mph"]), "surface": "asphalt"}
        if not motorway:
            points = list(hermite(a, leave, b, arrive, max(4, int(far / 70))))[:-1]
            refs = [start, *self.writer.line(points), end]
            self.split(refs, tags, rng)
            self.tracks(refs, points, rng)
            return state
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        along = (1.0, 0.0) if motorway == "ns" else (0.0, 1.0)  # the road; the motorway goes across
        half = [(middle[0] + along[0] * s, middle[1] + along[1] * s) for s in (-140, -34, 34, 140)]
        push = (along[0] * far * 0.4, along[1] * far * 0.4)
        soft = (leave[0] * 0.4, leave[1] * 0.4), (arrive[0] * 0.4, arrive[1] * 0.4)
        before = self.writer.line(hermite(a, soft[0], half[0], push, max(3, int(far / 150))))
        bridge = self.writer.line(half[1:3])
        last = self.writer.node(half[3])
        after = self.writer.line(list(hermite(half[3], push, b, soft[1], max(3, int(far / 150))))[:-1])
        self.writer.way([start, *before, bridge[0]], tags)
        self.writer.way(bridge, {**tags, "bridge": "yes", "layer": "1"})
        self.writer.way([bridge[1], last, *after, end], tags)
        if motorway == "ns":
            column = state
            self.vertical[column] = self.motorway(self.vertical.get(column), middle, (0.0, 1.0),
                                                  before[-1], last, f"A {100 + column}", name)
            return None
        # Going north the terminals lie south and north of the motorway: right, then left.
        return self.motorway(state, middle, (1.0, 0.0), before[-1], last, "A 7", name)

    def motorway(self, state, middle, heading, first, second, ref, name):
        """The stretch from the last interchange to this one, and the ramps here.

        `state` is (place, nodes of the carriageway ahead, of the one back) or None.
        """
        write, (hx, hy) = self.writer, heading
        tags = {"highway": "motorway", "oneway": "yes", "ref": ref, "lanes": "2", "maxspeed": "120"}

        def at(s, off):
            return (middle[0] + hx * s - hy * off, middle[1] + hy * s + hx * off)

        # Around the interchange the carriageways run straight; ramps leave 430 m before and after.
        ahead = write.line(at(s, -12) for s in (-430, 0, 430))
        back = write.line(at(s, 12) for s in (430, 0, -430))
        if state:
            place, old_ahead, old_back = state
            far = math.dist(place, middle)
            push = (hx * far * 0.8, hy * far * 0.8)
            sides = []
            for off in (-12, 12):
                a = (place[0] + hx * 430 - hy * off, place[1] + hy * 430 + hx * off)
                sides.append(write.line(list(hermite(a, push, at(-430, off), push, int(far / 130)))[:-1]))
            toll = {"toll": "yes"} if write.ways % 3 == 0 else {}
            write.way([old_ahead, *sides[0], ahead[0]], {**tags, **toll})
            write.way([back[2], *sides[1][::-1], old_back], {**tags, **toll})
        write.way(ahead, tags)
        write.way(back, tags)
        # North-south, the road runs east and its first terminal is to the left.
        right, left = (first, second) if hx else (second, first)
        ramp = {"highway": "motorway_link", "oneway": "yes", "maxspeed": "60"}
        for side, nodes, terminal in ((-1, ahead, right), (1, back, left)):
            s = -430 if side == -1 else 430
            off = write.line((at(s * 0.6, side * 40), at(s * 0.2, side * 110)))
            on = write.line((at(-s * 0.2, side * 110), at(-s * 0.6, side * 40)))
            write.way([nodes[0], *off, terminal], {**ramp, "destination": name})
            write.way([terminal, *on, nodes[2]], {**ramp, "destination:ref": ref})
        return middle, ahead[2], back[0]

    def split(self, refs, tags, rng):
        """A country road as a few ways, one of which may carry a limit or a bridge."""
        cut = rng.randrange(1, len(refs) - 2)
        limit = rng.choice([{}, {}, {"maxweight": "12"}, {"maxheight": "3.8"}, {"maxspeed": "50"},
                            {"bridge": "yes", "layer": "1"}, {"tunnel": "yes", "layer": "-1",
                                                              "maxheight": "4.2"}, {"toll": "yes"}])
        for part, more in ((refs[:cut + 1], {}), (refs[cut:cut + 2], limit), (refs[cut + 1:], {})):
            self.writer.way(part, {**tags, **more})

    def tracks(self, refs, points, rng):
        """Lanes and tracks off a country road into the fields."""
        for ref, (x, y) in zip(refs[1:], points):
            if rng.random() > 0.25:
                continue
            angle, line = rng.uniform(0, 2 * math.pi), []
            for _ in range(rng.randrange(3, 12)):
                angle += rng.uniform(-0.35, 0.35)
                x, y = x + 45 * math.cos(angle), y + 45 * math.sin(angle)
                line.append((x, y))
            tags = {"highway": "track", "tracktype": f"grade{rng.randint(1, 5)}"}
            if rng.random() < 0.3:
                tags = {"highway": "unclassified", "name": rng.choice(PLAIN), "maxspeed": "50"}
            self.writer.way([ref, *self.writer.line(line)], tags)

    def forest(self, centre, radius, rng):
        for _ in range(3):
            angle, far = rng.uniform(0, 2 * math.pi), radius + rng.uniform(500, 1200)
            x, y, size = centre[0] + far * math.cos(angle), centre[1] + far * math.sin(angle), rng.uniform(80, 400)
            ring = self.writer.line((x + size * rng.uniform(0.7, 1.1) * math.cos(a / 3),
                                     y + size * rng.uniform(0.7, 1.1) * math.sin(a / 3)) for a in range(18))
            self.writer.way(ring + ring[:1], {"landuse": rng.choice(["forest", "meadow", "farmland"])})


def write_region(name, wanted, seed):
    """Writes a region of about `wanted` nodes; returns the counts of nodes and ways."""
    columns = max(1, round(math.sqrt(wanted / MEAN)))
    rows = max(1, math.ceil(wanted / MEAN / columns)) + 1
    # Generous: the sea around belongs to the region, and the last row is not known yet.
    box = ((-2.5 * PITCH, -2 * PITCH), ((columns + 2) * PITCH, (rows * 1.25 + 2) * PITCH))
    scratch = None if name == "-" else Path(name).resolve().parent
    with opened(name) as out, tempfile.TemporaryFile(dir=scratch) as ways, \
            tempfile.TemporaryFile(dir=scratch) as relations:
        out.write(header(box).encode())
        writer = Writer(out, ways, relations)
        Country(writer, wanted, seed, columns).lay()
        for part in (ways, relations):
            part.seek(0)
            shutil.copyfileobj(part, out, 1 << 20)
        out.write(FOOTER.encode())
    return writer.nodes, writer.ways
