"""Lines on paper, and how they become a network with shared nodes.

Roads are drawn as if nothing else were there. `Sketch.weave` then finds what a surveyor would see:
where two roads of one level cross, they share a node; where a street ends near another, it joins
it; where the level differs (bridge, tunnel), nothing happens.
"""

import math
from collections import defaultdict

from .geometry import crossings, curve, distance, foot, length, meet, nearest, parallel, point_at
from .network import Network, Way

CELL = 120.0  # metres; a few segments a cell at street density


class Line:
    """One drawn road: points, tags, and sections where tags or level differ."""

    def __init__(self, points, tags, snap=0.0, sealed=False, group="road", whole=False):
        self.points = list(points)
        self.tags = dict(tags)
        self.snap = snap        # an end this near to another road joins it
        self.sealed = sealed    # others join it only where both name the same point (motorways)
        self.group = group      # only roads join roads, only rails join rails
        self.whole = whole      # never cut into sections: rings and areas
        self.sections = []      # (from, to, level, tags) in metres along the line

    @property
    def length(self):
        return length(self.points)

    def section(self, start, end, tags, level=0):
        self.sections.append((max(start, 0.0), min(end, self.length), level, dict(tags)))
        return self

    def at(self, along):
        return point_at(self.points, along)[0]

    def along(self, point):
        return nearest(self.points, point)[1]

    def insert(self, along):
        """Makes the place at this distance a vertex, and returns it, so that others can start there."""
        done = 0.0
        for i, (p, q) in enumerate(zip(self.points, self.points[1:])):
            step = distance(p, q)
            if done + step >= along:
                if along - done < 0.5:
                    return p
                if done + step - along < 0.5:
                    return q
                point = point_at(self.points, along)[0]
                self.points.insert(i + 1, point)
                return point
            done += step
        return self.points[-1]

    def bridge(self, over, reach, tags=(), level=1, which=0):
        """A bridge of `reach` metres to either side of where the line crosses `over`."""
        hits = crossings(self.points, over.points if isinstance(over, Line) else over)
        d = hits[which]
        return self.section(d - reach, d + reach,
                            {"bridge": "yes", "layer": str(level), **dict(tags)}, level)

    def under(self, over, reach, tags=(), which=0, lift=True):
        """The line passes under `over`, which gets the bridge; the limit belongs to the road below."""
        d = crossings(self.points, over.points)[which]
        self.section(d - reach, d + reach, tags)
        if lift:
            e = over.along(self.at(d))
            over.section(e - reach - 4, e + reach + 4, {"bridge": "yes", "layer": "1"}, 1)
        return self

    def cut(self, start, end):
        """This line without the stretch between two distances: one or two lines."""
        out = []
        total = self.length
        for a, b in ((0.0, start), (end, total)):
            if b - a < 2:
                continue
            p, q = self.insert(a), self.insert(b)
            i, j = self.points.index(p), len(self.points) - 1 - self.points[::-1].index(q)
            piece = Line(self.points[i:j + 1], self.tags, self.snap, self.sealed, self.group)
            for s, e, level, tags in self.sections:
                if s < b and e > a:
                    piece.section(s - a, e - a, tags, level)
            out.append(piece)
        return out


class Sketch:
    """All lines of a map, until they are woven."""

    def __init__(self):
        self.lines = []

    def draw(self, points, tags, smooth=True, **how):
        line = Line(curve(points) if smooth else points, tags, **how)
        self.lines.append(line)
        return line

    def add(self, *lines):
        self.lines += lines

    def roundabout(self, centre, radius, tags):
        """Cuts every road near `centre` at a circle and closes the circle, anticlockwise."""
        doors = []
        for line in [l for l in self.lines if l.group == "road" and not l.sealed]:
            off, along = nearest(line.points, centre)
            if off > radius * 0.9:
                continue
            before, after = along, along
            total = line.length
            while before > 0 and distance(line.at(before), centre) < radius:
                before -= 0.5
            while after < total and distance(line.at(after), centre) < radius:
                after += 0.5
            self.lines.remove(line)
            if before > 0:
                doors.append(line.insert(before))
            if after < total:
                doors.append(line.insert(after))
            self.lines += line.cut(max(before, 0), min(after, total))
        ring = [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a))
                for a in (2 * math.pi * i / 12 for i in range(12))]
        ring = [p for p in ring if all(distance(p, d) > radius * 0.2 for d in doors)] + doors
        ring.sort(key=lambda p: math.atan2(p[1] - centre[1], p[0] - centre[0]))
        circle = Line(ring + ring[:1], {**tags, "junction": "roundabout"}, whole=True)
        self.lines.append(circle)
        return circle

    def find(self, point, reach=6.0):
        """The road drawn through a place (after roundabouts have cut roads to pieces)."""
        best = min((l for l in self.lines if l.group == "road"),
                   key=lambda l: nearest(l.points, point)[0])
        if nearest(best.points, point)[0] > reach:
            raise LookupError(f"no road within {reach} m of {point}")
        return best

    # Weaving.

    def weave(self):
        """The network in which crossing lines of one level share nodes."""
        for line in self.lines:
            for start, end, _, _ in line.sections:
                line.insert(start)
                line.insert(end)
        self._join_ends()
        self._join_crossings()
        return self._network()

    def _segments(self, line):
        done = 0.0
        for i, (p, q) in enumerate(zip(line.points, line.points[1:])):
            step = distance(p, q)
            middle = done + step / 2
            level = 0
            for start, end, height, _ in line.sections:
                if start - 0.6 <= middle <= end + 0.6 and height:
                    level = height
            yield i, p, q, level
            done += step

    def _index(self):
        cells = defaultdict(list)
        for number, line in enumerate(self.lines):
            if line.group not in ("road", "rail"):
                continue
            for i, p, q, level in self._segments(line):
                for c in range(math.floor(min(p[0], q[0]) / CELL),
                               math.floor(max(p[0], q[0]) / CELL) + 1):
                    for r in range(math.floor(min(p[1], q[1]) / CELL),
                                   math.floor(max(p[1], q[1]) / CELL) + 1):
                        cells[c, r].append((number, i, p, q, level))
        return cells

    def _join_ends(self):
        cells, inserts = self._index(), defaultdict(list)
        for number, line in enumerate(self.lines):
            if not line.snap:
                continue
            for end in (0, -1):
                x, y = line.points[end]
                best, reach = None, line.snap
                for c in range(math.floor((x - reach) / CELL), math.floor((x + reach) / CELL) + 1):
                    for r in range(math.floor((y - reach) / CELL), math.floor((y + reach) / CELL) + 1):
                        for other, i, p, q, level in cells.get((c, r), ()):
                            target = self.lines[other]
                            if other == number or level or target.sealed or target.group != "road":
                                continue
                            off, _, at = foot(p, q, (x, y))
                            if off < reach:
                                near = p if distance(p, at) < 9 else q if distance(q, at) < 9 else at
                                best, reach = (other, i, near), off
                if best:
                    other, i, at = best
                    inserts[other].append((i, at))
                    if distance(at, (x, y)) < 12:
                        line.points[end] = at
                    elif end:
                        line.points.append(at)
                    else:
                        line.points.insert(0, at)
                        # Points moved up by one: pending inserts of this line move with them.
                        inserts[number] = [(j + 1, p) for j, p in inserts[number]]
        self._apply(inserts)

    def _join_crossings(self):
        inserts = defaultdict(list)
        for cell in self._index().values():
            for k, (a, i, p, q, level) in enumerate(cell):
                for b, j, r, s, other in cell[k + 1:]:
                    one, two = self.lines[a], self.lines[b]
                    if a == b or level != other or one.sealed or two.sealed:
                        continue
                    if one.group != two.group:
                        continue  # a level crossing is drawn: both lines name its point
                    hit = meet(p, q, r, s)
                    if not hit:
                        continue
                    at = (p[0] + (q[0] - p[0]) * hit[0], p[1] + (q[1] - p[1]) * hit[0])
                    at = next((v for v in (p, q, r, s) if distance(v, at) < 5), at)
                    inserts[a].append((i, at))
                    inserts[b].append((j, at))
        self._apply(inserts)

    def _apply(self, inserts):
        for number, places in inserts.items():
            line = self.lines[number]
            by_segment = defaultdict(set)
            for i, at in places:
                by_segment[i].add(at)
            points = []
            for i, p in enumerate(line.points):
                points.append(p)
                for at in sorted(by_segment.get(i, ()), key=lambda v: distance(p, v)):
                    if at != points[-1] and (i + 1 >= len(line.points) or at != line.points[i + 1]):
                        points.append(at)
            line.points = points

    def _network(self):
        network = Network()
        for line in self.lines:
            if line.group == "area":
                nodes = [network.node(p, share=False) for p in line.points]
                network.ways.append(Way(nodes + nodes[:1], line.tags))
                continue
            refs, current, done = [], None, 0.0
            steps = list(zip(line.points, line.points[1:]))
            for p, q in steps:
                step = distance(p, q)
                middle = done + step / 2
                tags, level = dict(line.tags), 0
                for start, end, height, extra in line.sections:
                    if start - 0.6 <= middle <= end + 0.6:
                        tags.update(extra)
                        level = height or level
                done += step
                if tags != current:
                    if len(refs) > 1:
                        network.ways.append(Way(refs, current))
                    # The node between two sections belongs to the lower one, or to both.
                    refs, current = [refs[-1] if refs else network.node(p, level)], tags
                # Both ends of a bridge stand on the ground; only what lies between is up there.
                ground = not any(s + 0.6 < done < e - 0.6 and h for s, e, h, _ in line.sections)
                node = network.node(q, 0 if ground else level)
                if node != refs[-1]:
                    refs.append(node)
            if len(refs) > 1:
                network.ways.append(Way(refs, current))
        return network


def carriageways(centre, gap):
    """The two one-way lines of a dual carriageway that keeps right: along, and against."""
    return parallel(centre, -gap / 2), parallel(centre, gap / 2)[::-1]
