"""Random drives over an extract: where they go, and how fast the road lets them."""
import json
import math
import subprocess

from . import geometry, maps

# Of a route's ends and via points none may lie farther than this from a road.
SNAP = 120.0


class Edge:
    """A stretch of a drive on one road."""

    def __init__(self, edge, start, end):
        self.way, self.forward, self.kind = edge["way_id"], edge["forward"], edge["class"]
        self.start, self.end = start, end
        self.speed = (end - start) / edge["duration_s"] if edge["duration_s"] else 10.0
        self.turn = edge["turn_s"]


class Drive:
    """A line, the roads under it, and where it turns round."""

    def __init__(self, sections):
        places, spans = [], []
        for section in sections:
            line = geometry.decode(section["polyline6"])
            first = len(places) - 1 if places else 0
            places += line[1:] if places else line
            spans += [(edge, first + edge["points"][0], first + edge["points"][1]) for edge in section["edges"]]
        self.plane = geometry.Plane(places[0])
        self.line = [self.plane.xy(p) for p in places]
        self.sums = geometry.walked(self.line)
        self.edges = [Edge(edge, self.sums[a], self.sums[b]) for edge, a, b in spans]
        self.length = self.sums[-1]
        self.rounds = [self.sums[i] for i in range(1, len(self.line) - 1) if self._turns_round(i)]

    def _turns_round(self, i):
        (ax, ay), (bx, by), (cx, cy) = self.line[i - 1:i + 2]
        bend = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
        return math.cos(bend) < -0.95

    def at(self, metres):
        return geometry.place(self.line, self.sums, metres)

    def heading(self, metres):
        """The direction at a place, in radians from east."""
        (ax, ay), (bx, by) = self.at(max(metres - 2, 0)), self.at(min(metres + 2, self.length))
        return math.atan2(by - ay, bx - ax)


def route(name, points, through, shortest=False):
    """The sections of a car route, or none."""
    words = ["--from", f"{points[0][0]:.7f},{points[0][1]:.7f}", "--to", f"{points[-1][0]:.7f},{points[-1][1]:.7f}"]
    for lat, lon in points[1:-1]:
        words += ["--via", f"{lat:.7f},{lon:.7f}"]
    words += ["--pass-through"] * through + ["--shortest"] * shortest
    done = subprocess.run([maps.MAPC, "route", maps.own_map(name), *words, "--format", "json"],
                          capture_output=True, text=True)
    if done.returncode:
        return None
    sections = json.loads(done.stdout)["routes"][0]["sections"]
    snapped = [s[end]["distance_m"] for s in sections for end in ("departure", "arrival")]
    return sections if max(snapped) <= SNAP and all(s["edges"] for s in sections) else None


def beside(rng, point, low, high):
    """A place so many metres away in any direction."""
    far, turn = rng.uniform(low, high), rng.random() * 2 * math.pi
    return geometry.Plane(point).place(far * math.cos(turn), far * math.sin(turn))


def trip(rng, start, end):
    """To a far place, sometimes by way of another."""
    return [start, *([beside(rng, start, 1000, 3000)] if rng.random() < 0.5 else []), end], True


def errands(rng, start, end):
    """From stop to stop, turning round where that is shorter."""
    points = [start]
    for _ in range(rng.randint(2, 5)):
        points.append(beside(rng, points[-1], 400, 2000))
    return points, False


def rounds(rng, start, end):
    """Short errands: into dead ends and back, turning in mid-road."""
    points = [start]
    for _ in range(rng.randint(5, 9)):
        points.append(beside(rng, points[-1], 150, 900))
    return points, False


def blocks(rng, start, end):
    """Round some blocks, as one who looks for a place to park."""
    points = [start]
    for _ in range(rng.randint(2, 3)):
        x, y = points[-1]
        plane, side, turn = geometry.Plane((x, y)), rng.uniform(100, 250), rng.random() * 2 * math.pi
        for quarter in range(1, 5):
            a = turn + quarter * math.pi / 2
            points.append(plane.place(side * (math.cos(a) - math.cos(turn)), side * (math.sin(a) - math.sin(turn))))
        points.append(beside(rng, (x, y), 600, 1500))
    return points, True


def make(name, plans, count, rng):
    """So many drives of 2 to 15 km over an extract, by plans in turn."""
    pairs = [[float(x) for x in pair] for pair in maps.pairs(name)]
    found, tries = [], 0
    while len(found) < count and tries < 60 * count:
        tries += 1
        a, b, c, d = rng.choice(pairs)
        points, through = plans[len(found) % len(plans)](rng, (a, b), (c, d))
        sections = route(name, points, through, shortest=rng.random() < 0.2)
        if sections and 2_000 <= sum(s["length_m"] for s in sections) <= 15_000:
            found.append(Drive(sections))
    return found
