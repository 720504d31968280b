"""Streets that fill a quarter: a grid, bent, thinned out, and cut to the ground that is free."""

import math

from .geometry import Warp, curve, distance, inside, length, parallel, point_at, rectangle, thin

CELL = 6.0  # metres: half a street, so that a building beside one is not thought to stand on it


class Ground:
    """Which ground is taken: by water, by a main road and its margin, by a building."""

    def __init__(self):
        self.taken = set()
        self.outlines = []
        self.islands = []

    def line(self, points, margin):
        for p, q in zip(points, points[1:]):
            steps = max(1, math.ceil(distance(p, q) / CELL))
            for k in range(steps + 1):
                self.spot((p[0] + (q[0] - p[0]) * k / steps, p[1] + (q[1] - p[1]) * k / steps), margin)

    def spot(self, point, margin):
        reach = math.ceil(margin / CELL)
        c, r = math.floor(point[0] / CELL), math.floor(point[1] / CELL)
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                if i * i + j * j <= reach * reach:
                    self.taken.add((c + i, r + j))

    def area(self, ring):
        self.outlines.append(ring)

    def free(self, point):
        if (math.floor(point[0] / CELL), math.floor(point[1] / CELL)) in self.taken:
            return False
        return (not any(inside(ring, point) for ring in self.outlines)
                or any(inside(ring, point) for ring in self.islands))


def grid(zone, rng, along, across, angle, strength, drop, allowed):
    """The centre lines of streets in a polygon, as lists of points.

    `along` and `across` are the widths of a block; `drop` is the share of block sides that were
    never built. Lines are bent by a smooth warp, so that parallels stay parallels for a while.
    """
    warp = Warp(rng, strength, 850)
    cx = sum(p[0] for p in zone) / len(zone)
    cy = sum(p[1] for p in zone) / len(zone)
    reach = max(distance((cx, cy), p) for p in zone) + 60
    cos, sin = math.cos(angle), math.sin(angle)

    def place(u, v):
        return warp(cx + u * cos - v * sin, cy + u * sin + v * cos)

    def marks(width):
        at = -reach
        while at < reach:
            yield at + rng.uniform(-0.16, 0.16) * width
            at += width

    us, vs = list(marks(along)), list(marks(across))
    for fixed, cuts, turn in ((us, vs, False), (vs, us, True)):
        for f in fixed:
            run = []
            for a, b in zip(cuts, cuts[1:]):
                steps = max(2, round((b - a) / 22))
                side = [(a + (b - a) * k / steps) for k in range(steps + 1)]
                points = [place(t, f) if turn else place(f, t) for t in side]
                built = rng.random() >= drop
                if not built or (run and rng.random() < 0.14):
                    yield from _pieces(run, zone, allowed)
                    run = []
                if built:
                    run += points if not run else points[1:]
            yield from _pieces(run, zone, allowed)


def _pieces(points, zone, allowed):
    piece = []
    for p in list(points) + [None]:
        if p is not None and inside(zone, p) and allowed(p):
            piece.append(p)
            continue
        if len(piece) > 1 and length(piece) > 55:
            yield thin(piece, 0.9)
        piece = []


def residential(rng, name, kind="suburb"):
    """The tags of an ordinary street; the spellings of a speed limit vary as mappers do."""
    tags = {"highway": "residential", "name": name}
    if kind == "old":
        tags["surface"] = rng.choice(["sett", "sett", "cobblestone", "paving_stones"])
        tags["maxspeed"] = rng.choice(["30", "20", "30"])
        tags["lit"] = "yes"
        if rng.random() < 0.5:
            tags["oneway"] = rng.choice(["yes", "yes", "yes", "-1"])
            if rng.random() < 0.4:
                tags["oneway:bicycle"] = "no"
        elif rng.random() < 0.25:
            tags["highway"] = "living_street"
            tags["maxspeed"] = "walk"
    elif kind == "harbour":
        tags["highway"] = rng.choice(["unclassified", "unclassified", "service"])
        tags["surface"] = rng.choice(["asphalt", "concrete", "concrete:plates"])
        tags["maxspeed"] = rng.choice(["50", "30", "30 mph"])
        tags["hgv"] = "designated" if rng.random() < 0.2 else "yes"
    else:
        if rng.random() < 0.7:
            tags["surface"] = rng.choice(["asphalt", "asphalt", "asphalt", "paving_stones", "concrete"])
        if rng.random() < 0.7:
            tags["maxspeed"] = rng.choice(["30", "30", "50", "20 mph", "30 mph"])
        roll = rng.random()
        if roll < 0.10:
            tags.update(highway="living_street", maxspeed="walk")
        elif roll < 0.20:
            tags["oneway"] = rng.choice(["yes", "yes", "-1"])
        elif roll < 0.26:
            tags["motor_vehicle"] = "destination"
        elif roll < 0.30:
            tags["access"] = "destination"
        elif roll < 0.33:
            tags["hgv"] = rng.choice(["no", "destination"])
        if rng.random() < 0.3:
            tags["lit"] = rng.choice(["yes", "yes", "no"])
        if rng.random() < 0.15:
            tags["smoothness"] = rng.choice(["good", "intermediate", "excellent", "bad"])
    return tags


def quarter(sketch, ground, zone, rng, namer, along=120, across=85, angle=0.0, strength=22,
            drop=0.12, kind="suburb"):
    """Fills one quarter with named streets that join the main roads around it."""
    for points in grid(zone, rng, along, across, angle, strength, drop, ground.free):
        tags = residential(rng, namer(), kind)
        sketch.draw(points, tags, smooth=False, snap=75)


def parking(sketch, net_areas, centre, heading, wide, rows, snap, name):
    """A car park: the area, its aisles as a ladder, and the way in (joined by snapping)."""
    deep = rows * 17 + 8
    ring = rectangle(centre, heading, wide + 16, deep + 8)
    net_areas.append((ring, {"amenity": "parking", "name": name, "parking": "surface",
                             "surface": "asphalt", "capacity": str(rows * int(wide / 2.6))}))
    (x, y), (dx, dy) = centre, heading

    def at(u, v):
        return (x + dx * u - dy * v, y + dy * u + dx * v)

    aisle = {"highway": "service", "service": "parking_aisle", "maxspeed": "10"}
    for side, way in ((-1, "yes"), (1, "yes")):
        ends = [at(side * wide / 2, -deep / 2 * side), at(side * wide / 2, deep / 2 * side)]
        sketch.draw(ends, {**aisle, "oneway": way} if rows > 2 else aisle, smooth=False)
    for row in range(rows + 1):
        v = -deep / 2 + row * deep / rows
        sketch.draw([at(-wide / 2, v), at(wide / 2, v)], aisle, smooth=False)
    sketch.draw([at(0, -deep / 2), at(0, -deep / 2 - 14)],
                {"highway": "service", "access": "customers"}, smooth=False, snap=snap)


def buildings(network, ground, rng, ways, share=0.7, gap=(19, 34)):
    """Houses along streets, numbered up one side and down the other."""
    homes = []
    for way in ways:
        line = [network.places[r] for r in way.refs]
        total = length(line)
        for side in (1, -1):
            along, number = 16.0, 1 if side == 1 else 2
            while along < total - 14:
                (x, y), (dx, dy) = point_at(line, along)
                wide, deep = rng.uniform(9, 16), rng.uniform(8, 13)
                off = side * (16 + deep / 2)  # clear of the cells that the street takes
                centre = (x - dy * off, y + dx * off)
                corners = rectangle(centre, (dx, dy), wide, deep)
                if rng.random() < share and all(ground.free(p) for p in corners + [centre]):
                    homes.append((corners, way, number, (x, y), centre))
                    ground.spot(centre, max(wide, deep) / 2)
                number += 2
                along += rng.uniform(*gap)
    return homes


def outline(points, width):
    """The outline of a river drawn as a line: its left bank, and its right bank back."""
    line = curve(points, 40)
    left, right = [], []
    for i, p in enumerate(line):
        half = width(i / (len(line) - 1)) / 2
        a, b = parallel(line[max(i - 1, 0):i + 2], half), parallel(line[max(i - 1, 0):i + 2], -half)
        k = min(i, 1)
        left.append(a[k])
        right.append(b[k])
    return left, right
