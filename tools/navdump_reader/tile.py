"""One tile: the bounds of everything in it that points somewhere, and what its rows mean (sections 6 and 8)."""

import bisect
import operator

from . import conditions, rules
from .tile_layout import TileLayout

NONE = 65535  # "no via edge" in the columns *via there* and *turn enter*
BARRIER = 1 << 1  # of the flags of a junction
HAS_RULES = 1 << 0  # of *turn banned*; the modes lie above
ATTRIBUTES = (
    "access forward", "access backward", "road class", "surface", "road flags", "speed forward", "speed backward",
    "truck speed forward", "truck speed backward", "track grade", "smoothness", "lanes")


class Tile(TileLayout):
    """A checked tile."""

    def __init__(self, number, entry, data):
        super().__init__(number, entry, data)
        self._segment_rules = None
        self._way_words = self._segment_approaches = None
        self._check_columns()
        self.crossing_of = {segment: row for row, segment in enumerate(self["crossing segment"])}
        self._check_crossed()
        self._check_cells()

    # Bounds

    def _below(self, name, bound, spare=None):
        """Every number of the column is below the bound, or is `spare`."""
        column = self[name]
        if column and max(column) >= bound:
            for row, value in enumerate(column):
                if value >= bound and value != spare:
                    self.fail("%d is not below %d" % (value, bound), (name, row))

    def _ascending(self, name, last=None, strictly=False):
        column = self[name]
        wrong = operator.ge if strictly else operator.gt
        if any(map(wrong, column, column[1:])):
            row = next(row for row in range(1, len(column)) if wrong(column[row - 1], column[row]))
            self.fail("the column does not ascend", (name, row))
        if last is not None:
            if column[0] != 0:
                self.fail("%d instead of 0" % column[0], (name, 0))
            if column[-1] != last:
                self.fail("%d instead of %d" % (column[-1], last), (name, len(column) - 1))

    def _check_columns(self):
        edges = 2 * self.T
        self._ascending("junction first out", last=self.O)
        first = self["junction first out"]
        for junction in range(self.N):
            if first[junction + 1] - first[junction] > 255:
                self.fail("more than 255 edges leave a junction", ("junction first out", junction))
        self._below("out", edges)
        self._below("segment from", self.N + self.X)
        self._below("segment to", self.N + self.X)
        self._below("segment way", self.W)
        self._below("segment reach", self.E)
        self._ascending("segment shape", last=self.G)
        self._below("way attributes", self.A)
        self._below("way name", self.U)
        self._below("way ref", self.U)
        self._below("crossing segment", self.T)
        self._ascending("crossing segment", strictly=True)
        self._below("via base", edges)
        self._below("turn from", edges + self.V)
        self._below("turn to", edges)
        self._below("turn enter", self.V, spare=NONE)
        self._below("barrier junction", self.N)
        for row, base in enumerate(self["via base"]):
            if (base >> 1 < self.S) != (row < self.VO):
                self.fail("via edges on own segments and on copies are mixed", ("via base", row))
        self._ascending("condition offset", last=self.K)
        for row in range(self.C):
            try:
                conditions.terms(self.condition_bytes(row))
            except ValueError as error:
                self.fail("not a condition: %s" % error, ("condition offset", row))
        self._check_rules()
        self._check_barriers()
        self._check_words()
        self._check_approaches()

    def _check_rules(self):
        for row, directions in enumerate(self["rule directions"]):
            if directions not in rules.SUBJECTS:
                self.fail("%d is no direction" % directions, ("rule directions", row))
        self._below("rule condition", self.C, spare=rules.ALWAYS)
        bounds = {rules.SEGMENT: self.T, rules.JUNCTION: self.N, rules.TURN: self.R}
        before, subjects = None, {of: {} for of in bounds}
        for row, rule in enumerate(self.rules()):
            if rule.subject >= bounds[rule.of]:
                self.fail("%d is not below %d" % (rule.subject, bounds[rule.of]), ("rule subject", row))
            allowed, bits = rules.KINDS.get(rule.kind, ((rule.of,), rule.value))
            if rule.of not in allowed:
                self.fail("a %s with a rule of kind %d" % (rule.of, rule.kind), ("rule kind", row))
            if rule.value & ~bits:
                self.fail("reserved bits are not zero", ("rule value", row))
            if before is not None and rules.key(rule) < before:
                self.fail("the rows do not ascend", ("rule subject", row))
            before = rules.key(rule)
            flags = subjects[rule.of]
            flags[rule.subject] = flags.get(rule.subject, 0) | (1 if rule.kind < rules.FIRST_OTHER else 2)
        barriers = subjects[rules.JUNCTION].keys() | set(self["barrier junction"])
        self._check_flags("segment flags", 3, subjects[rules.SEGMENT], "rule rows")
        self._check_flags("junction flags", BARRIER, dict.fromkeys(barriers, BARRIER), "a barrier row or rule rows")
        self._check_flags("turn banned", HAS_RULES, dict.fromkeys(subjects[rules.TURN], HAS_RULES), "rule rows")

    def _check_flags(self, column, bits, expected, what):
        for row, flags in enumerate(self[column]):
            if flags & bits != expected.get(row, 0):
                self.fail("the flags that tell of %s are wrong" % what, (column, row))

    def _check_barriers(self):
        self._ascending("barrier junction", strictly=True)
        for row, (passing, end_only) in enumerate(zip(self["barrier passing"], self["barrier end only"])):
            if end_only & ~passing:
                self.fail("modes that may not pass", ("barrier end only", row))

    def _check_words(self):
        """Words belong to something, and their rows ascend. Of one kind a way has one word for each direction."""
        self._below("word way", self.W)
        self._below("junction word junction", self.N)
        before = None
        for row, (*key, directions) in enumerate(zip(self["word way"], self["word kind"], self["word directions"])):
            if not directions:
                self.fail("a word for no direction", ("word directions", row))
            if before and (key < before[0] or key == before[0] and (directions <= before[1] or directions & before[1])):
                self.fail("the rows do not ascend, or share a direction", ("word way", row))
            before = key, directions
        rows = list(zip(self["junction word junction"], self["junction word kind"]))
        for row in range(1, len(rows)):
            if rows[row] <= rows[row - 1]:
                self.fail("the rows do not ascend", ("junction word junction", row))

    def _check_approaches(self):
        self._below("approach segment", self.T)
        rows = list(zip(self["approach segment"], self["approach point"], self["approach kind"]))
        for row, directions in enumerate(self["approach directions"]):
            if row and rows[row] <= rows[row - 1]:
                self.fail("the rows do not ascend", ("approach segment", row))
            if not directions:
                self.fail("an approach for no direction", ("approach directions", row))
            segment, point, _ = rows[row]
            if point > self.inner_point_count(segment) + 1:
                self.fail("segment %d has no point %d" % (segment, point), ("approach point", row))

    def _check_crossed(self):
        """A copy has its far end in the tile that owns it, so it is a crossing; a far end belongs to its own segment."""
        for segment in range(self.S, self.T):
            if segment not in self.crossing_of:
                self.fail("a copied segment without a crossing", ("segment from", segment))
        crossing_of = self.crossing_of
        for segment, ends in enumerate(zip(self["segment from"], self["segment to"])):
            far = [end - self.N for end in ends if end >= self.N]
            expected = [crossing_of[segment]] if segment in crossing_of else []
            if far != expected:
                self.fail("ends %d and %d do not fit the crossings" % ends, ("segment from", segment))

    def _check_cells(self):
        """Cells hold all junctions, and exactly the segments and via edges below SC and VC (section 6.10)."""
        if not self.D:
            return
        self._ascending("cell first junction", last=self.N, strictly=True)
        self._ascending("cell first segment", last=self.SC)
        self._ascending("cell first via", last=self.VC)
        for s, ends in enumerate(zip(self["segment from"], self["segment to"])):
            cells = [self.cell_of("junction", end) if end < self.N else None for end in ends]
            cell = cells[0] if cells[0] == cells[1] else None
            if cell != (self.cell_of("segment", s) if s < self.SC else None):
                self.fail("it lies in another cell, or in none", ("segment from", s))
        for j, base in enumerate(self["via base"]):
            cell = self.cell_of("segment", base >> 1) if base >> 1 < self.SC else None
            if cell != (self.cell_of("via", j) if j < self.VC else None):
                self.fail("it lies in another cell, or in none", ("via base", j))

    # Rows

    def reach(self, segment):
        """The reach bits of a segment, all modes together."""
        return self["reach"][self["segment reach"][segment]]

    def cell_of(self, what, number):
        """The cell in whose range of junctions, segments or via edges a number is."""
        return bisect.bisect_right(self["cell first " + what], number) - 1

    def junction_osm(self, row):
        return self.junction_base + self["junction OSM id"][row]

    def way_osm(self, row):
        return self.way_base + self["way OSM id"][row]

    def name_offset(self, column, row):
        """The offset in the names section that a way has in column *way name* or *way ref*."""
        return self["name"][self[column][row]]

    def attributes(self, row):
        return tuple(self[column][row] for column in ATTRIBUTES)

    def condition_bytes(self, row):
        offsets = self["condition offset"]
        return self["conditions"][offsets[row]:offsets[row + 1]]

    def rules(self):
        """The rule rows, in order."""
        rows = zip(self["rule subject"], self["rule kind"], self["rule directions"], self["rule value"],
                   self["rule condition"])
        for subject, kind, directions, value, condition in rows:
            yield rules.Rule(rules.SUBJECTS[directions], subject, kind, directions, value, condition)

    def segment_rules(self, segment):
        """The rules of a segment without numbers of this tile, in order."""
        if self._segment_rules is None:
            self._segment_rules = {}
            for rule in self.rules():
                if rule.of == rules.SEGMENT:
                    condition = None if rule.condition == rules.ALWAYS else self.condition_bytes(rule.condition)
                    content = rule.kind, rule.directions, rule.value, condition
                    self._segment_rules.setdefault(rule.subject, []).append(content)
        return self._segment_rules.get(segment, [])

    def way_words(self, way):
        """The words of a way: kind, directions, offset of the text."""
        if self._way_words is None:
            self._way_words = {}
            rows = zip(self["word way"], self["word kind"], self["word directions"], self["word text"])
            for owner, *word in rows:
                self._way_words.setdefault(owner, []).append(word)
        return self._way_words.get(way, [])

    def segment_approaches(self, segment):
        """What drivers meet on a segment: point, kind, directions."""
        if self._segment_approaches is None:
            self._segment_approaches = {}
            rows = zip(self["approach segment"], self["approach point"], self["approach kind"], self["approach directions"])
            for owner, *approach in rows:
                self._segment_approaches.setdefault(owner, []).append(approach)
        return self._segment_approaches.get(segment, [])

    def begin(self, edge):
        """The local junction where a local base edge begins."""
        return self["segment to" if edge & 1 else "segment from"][edge >> 1]

    def end(self, edge):
        """The local junction where a local edge, base or via, ends."""
        if edge >= 2 * self.T:
            edge = self["via base"][edge - 2 * self.T]
        return self.begin(edge ^ 1)

    def shape_bytes(self, segment):
        offsets = self["segment shape"]
        return self["shapes"][offsets[segment]:offsets[segment + 1]]

    def point_widths(self, segment, data):
        """The bits of the two differences of the inner points of a segment with a shape of these bytes, and the points."""
        widths = [32 if code == 15 else code for code in (data[0] & 15, data[0] >> 4)]
        if sum(widths) < 8:
            self.fail("points of %d bits in its shape" % sum(widths), ("segment shape", segment))
        return (*widths, 8 * (len(data) - 1) // sum(widths))

    def inner_point_count(self, segment):
        """How many inner points a segment has."""
        data = self.shape_bytes(segment)
        return self.point_widths(segment, data)[2] if data else 0

    def inner_points(self, segment, latitude, longitude):
        """The inner points of a segment that begins at the coordinate: latitude, longitude, latitude, …"""
        data = self.shape_bytes(segment)
        if not data:
            return []
        north_width, east_width, count = self.point_widths(segment, data)
        width = north_width + east_width
        bits = int.from_bytes(data[1:], "little")
        if bits >> width * count or not count:
            self.fail("bits behind its shape", ("segment shape", segment))
        points = []
        latitude, longitude = tenth(latitude), tenth(longitude)
        for _ in range(count):
            north, east = bits & (1 << north_width) - 1, bits >> north_width & (1 << east_width) - 1
            bits >>= width
            latitude += north >> 1 ^ -(north & 1)
            longitude += east >> 1 ^ -(east & 1)
            points.append(latitude * 10)
            points.append(longitude * 10)
        if not -1 << 31 <= min(points) <= max(points) < 1 << 31:
            self.fail("a point of its shape is outside the world", ("segment shape", segment))
        return points


def tenth(value):
    """A tenth, rounded half away from zero."""
    return (value + 5) // 10 if value >= 0 else -((5 - value) // 10)
