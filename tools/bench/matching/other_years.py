"""Where the roads of a drive lie on the map of another year.

Surveys differ by some metres, but roads drawn from poor pictures, tunnels and rebuilt junctions by tens. There, an
answer on the very road that was driven is neither where the drive was nor wrong.
"""
from . import geometry

# A road is the same one at most so many metres aside, at an angle with at least this cosine.
REACH, ALONG = 40.0, 0.85


class OtherYear:
    """The roads of the map of another year, beside those of the driven one."""

    def __init__(self, driven, other, tolerance):
        self.driven, self.other, self.tolerance = driven, other, tolerance
        self.named = {}
        for number, way in other.ways.items():
            for key in keys(number, way):
                self.named.setdefault(key, []).append(number)

    def parts(self, drive):
        """The parts of a drive (from, to) that no road of the map lies on, those whose road lies aside, and its lines."""
        roads = geometry.Cover(self.other.lines(drive.plane), self.tolerance)
        own, absent, aside, edges = {}, [], [], iter(drive.edges)
        edge = next(edges)
        for x, y, dx, dy, s in geometry.samples(drive.line):
            while s >= edge.end and (following := next(edges, None)):
                edge = following
            if edge.way not in own:
                own[edge.way] = geometry.Cover(self.same_road(edge.way, drive.plane), REACH)
            found = own[edge.way].nearest(x, y, dx, dy, ALONG)
            if found and found[0] > self.tolerance:
                aside.append((s, found[1]))
            elif not (found or roads.has(x, y, dx, dy, ALONG) or roads.has(x, y, -dx, -dy, ALONG)):
                absent.append((s, None))
        aside = list(runs(aside))
        return ([span(run) for run in runs(absent)], [span(run) for run in aside],
                [[place for _, place in run] for run in aside if len(run) > 1])

    def same_road(self, number, plane):
        """The lines of a road of the driven map on the other one, in the directions that are open."""
        way = self.driven.ways.get(number)
        ways = dict.fromkeys(n for key in (keys(number, way) if way else ()) for n in self.named.get(key, ()))
        lines = []
        for way in (self.other.ways[n] for n in ways):
            line = [plane.xy(self.other.nodes[ref]) for ref in way.nodes]
            lines += ([line] if opens(way, "-1") else []) + ([line[::-1]] if opens(way, "yes") else [])
        return lines


def keys(number, way):
    """What a road is known by on both maps."""
    return [("number", number)] + [(key, way.tags[key]) for key in ("name", "ref") if key in way.tags]


def opens(way, against):
    """Whether a way is open in a direction, which this value of `oneway` closes."""
    usual = "yes" if way.tags.get("junction") == "roundabout" or way.tags["highway"] == "motorway" else "no"
    value = way.tags.get("oneway", usual)
    return ("yes" if value in ("1", "true") else value) != against


def runs(places):
    """Places (metres, …) along a drive in lists of successive ones."""
    run = []
    for place in places:
        if run and place[0] - run[-1][0] > 8:
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def span(run):
    """Where a run of places begins and ends."""
    return run[0][0] - 2.5, run[-1][0] + 2.5
