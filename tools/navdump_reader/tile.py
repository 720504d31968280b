"""One tile: its header, its columns, and the bounds of everything in it that points somewhere (sections 6 and 8)."""

import bisect
import operator
import struct
from array import array
from collections import namedtuple

from . import conditions, rules
from .basics import NavError, box_count, country_code, packed

NONE = 65535  # "no via edge" in the columns *via there* and *turn enter*
MOST = 65535
BARRIER = 1 << 1  # of the flags of a junction
HAS_RULES = 1 << 0  # of *turn banned*; the modes lie above
FACTS_LAYOUT = struct.Struct("<5I2i2sHqqBB")
TABLE_LAYOUT = struct.Struct("<BBI")
SLACK = 8  # zero bytes behind the tables
FIRST_REQUIRED = 128  # from here on a number stands for a table or a column that a reader must know
WIDE = 56  # a column with more bits has 64, and is the only one of its table

# The tables that this reader knows, by their numbers: name, rows, and the columns, numbered from 1 on: name, the greatest
# width in bits, and "short" where the column has a row less than the table; then it is zero in the last.
TABLES = {
    1: ("junctions", "N + 1", (("junction latitude", 32, "short"), ("junction longitude", 32, "short"),
        ("junction first out", 16), ("junction flags", 8, "short"))),
    2: ("junction ids", "N", (("junction OSM id", 64),)),
    3: ("edges leaving junctions", "O", (("out", 16),)),
    4: ("segments", "T + 1", (("segment from", 16, "short"), ("segment to", 16, "short"), ("segment way", 16, "short"),
        ("segment length", 32, "short"), ("segment flags", 2, "short"), ("segment bearing from", 8, "short"),
        ("segment bearing to", 8, "short"), ("segment reach", 16, "short"), ("segment shape", 32))),
    5: ("reach", "E", (("reach", 32),)),
    6: ("way ids", "W", (("way OSM id", 64),)),
    7: ("ways", "W", (("way attributes", 16), ("way name", 32), ("way ref", 32))),
    8: ("names", "U", (("name", 32),)),
    9: ("attribute sets", "A", (("access forward", 32), ("access backward", 32), ("road class", 8), ("surface", 8),
        ("road flags", 16), ("speed forward", 16), ("speed backward", 16), ("truck speed forward", 16),
        ("truck speed backward", 16), ("track grade", 8), ("smoothness", 8), ("lanes", 8))),
    10: ("crossings", "X", (("crossing segment", 16), ("crossing tile", 32), ("crossing junction", 16), ("crossing there", 16),
         ("crossing latitude", 32), ("crossing longitude", 32))),
    11: ("via edges", "V", (("via base", 16), ("via there", 16))),
    12: ("turns", "R", (("turn from", 16), ("turn to", 16), ("turn enter", 16), ("turn banned", 33))),
    13: ("rules", "L", (("rule subject", 16), ("rule kind", 8), ("rule directions", 8), ("rule value", 40),
         ("rule condition", 16))),
    14: ("condition offsets", "C + 1", (("condition offset", 32),)),
    15: ("barriers", "B", (("barrier junction", 16), ("barrier passing", 32), ("barrier end only", 32))),
    16: ("cells", "D + 1", (("cell first junction", 16), ("cell first segment", 16), ("cell first via", 16))),
    17: ("boxes", "4 for each box", (("boxes", 16),)),
    18: ("bytes of conditions", "K", (("conditions", 8),)),
    19: ("bytes of shapes", "G", (("shapes", 8),)),
    20: ("words of ways", "Y", (("word way", 16), ("word kind", 7), ("word directions", 2), ("word text", 32))),
    21: ("words of junctions", "Z", (("junction word junction", 16), ("junction word kind", 7), ("junction word text", 32))),
    22: ("approaches", "P", (("approach segment", 16), ("approach point", 16), ("approach kind", 8),
         ("approach directions", 2))),
}
BYTES = {18: "conditions", 19: "shapes"}  # tables of whole bytes
Listed = namedtuple("Listed", "id rows start stride columns")  # a table of a tile; columns: number, place, offset, width
ATTRIBUTES = (
    "access forward", "access backward", "road class", "surface", "road flags", "speed forward", "speed backward",
    "truck speed forward", "truck speed backward", "track grade", "smoothness", "lanes")


class Tile:
    """A checked tile. `tile["segment way"]` is a column: its numbers, those of places and nodes as what they mean; or bytes."""

    def __init__(self, number, entry, data):
        self.number, self.entry, self.data = number, entry, data
        if len(data) < FACTS_LAYOUT.size:
            self.fail("%d bytes are too few for a tile" % len(data))
        (stated, self.S, self.VO, self.SC, self.VC, *self.base, country, self.time_zone, self.junction_base, self.way_base,
         self.box_shift, table_count) = FACTS_LAYOUT.unpack_from(data, 0)
        if stated != number:
            self.fail("the tile says it is tile %d" % stated)
        self.country = country_code(country)
        if self.country is None:
            self.fail("the country is not two capital letters", 28)
        self.listed = self._read_list(table_count)
        self._count()
        self._check_counts()
        self.places = self._place_columns()
        self._columns = {}
        self._segment_rules = None
        self._way_words = self._segment_approaches = None
        self._check_last_rows()
        self._check_columns()
        self.crossing_of = {segment: row for row, segment in enumerate(self["crossing segment"])}
        self._check_crossed()
        self._check_cells()

    def fail(self, what, place=None):
        """Refuses the tile. `place` is a byte of the tile, or (column, row)."""
        where = "tile %d" % self.number
        if isinstance(place, tuple):
            name, row = place
            start, offset, _, stride, _ = self.places[name]
            where += ", column '%s', row %d" % (name, row)
            place = start + (offset + row * stride) // 8
        raise NavError("%s, %s, at byte %d" % (what, where, self.entry.offset + (place or 0)))

    def __getitem__(self, name):
        column = self._columns.get(name)
        if column is None:
            start, offset, width, stride, count = self.places[name]
            data = self.data[start:start + (count * stride + 7) // 8]
            column = data.tobytes() if name in BYTES.values() else self._meaning(
                name, packed(data, offset, width, stride, count))
            self._columns[name] = column
        return column

    def _meaning(self, name, values):
        """Places are counted from the tile's base, boxes in steps."""
        south, west = self.base
        if name.endswith(" latitude"):
            return array("i", [wrapped(south + value) for value in values])
        if name.endswith(" longitude"):
            return array("i", [wrapped(west + value) for value in values])
        if name == "boxes":
            return [(west if index & 1 else south) + (value << self.box_shift) for index, value in enumerate(values)]
        return values

    # Layout

    def _read_list(self, count):
        """The tables that the header lists."""
        data, end, tables = self.data, FACTS_LAYOUT.size, []
        for _ in range(count):
            at = end
            if at + TABLE_LAYOUT.size > len(data):
                self.fail("the list of tables does not fit", at)
            number, columns, rows = TABLE_LAYOUT.unpack_from(data, at)
            end = at + TABLE_LAYOUT.size + 2 * columns
            if end > len(data):
                self.fail("the list of tables does not fit", at)
            if number <= (tables[-1][0] if tables else 0):
                self.fail("table %d is not above the one before" % number, at)
            if number >= FIRST_REQUIRED and number not in TABLES:
                self.fail("table %d has to be known" % number, at)
            if not 0 < rows <= 8 * len(data):
                self.fail("table %d has no rows, or more than the tile has bits" % number, at)
            tables.append((number, rows, self._read_columns(number, at + TABLE_LAYOUT.size, end)))
        listed = []
        for number, rows, columns in tables:
            offset, placed = 0, []
            for column, width in columns:
                placed.append((column, offset, width))
                offset += width
            listed.append(Listed(number, rows, end, offset, placed))
            end += (rows * offset + 7) // 8
        if end + SLACK != len(self.data):
            self.fail("the tables end at %d, the tile at %d" % (end + SLACK, len(self.data)))
        if any(self.data[end:]):
            self.fail("padding is not zero", end)
        self.tables_end = end
        return listed

    def _read_columns(self, table, at, end):
        """The numbers and the widths of the columns of a table."""
        pairs = list(zip(self.data[at:end:2], self.data[at + 1:end:2]))
        known = TABLES[table][2] if table in TABLES else ()
        last = 0
        for place, (column, width) in enumerate(pairs):
            if column <= last:
                self.fail("column %d is not above the one before" % column, at + 2 * place)
            last = column
            if column > len(known) and column >= FIRST_REQUIRED:
                self.fail("column %d of table %d has to be known" % (column, table), at + 2 * place)
            most = known[column - 1][1] if column <= len(known) else 64
            if not 0 < width <= most or width > WIDE and (width != 64 or len(pairs) > 1):
                self.fail("numbers of %d bits in column %d of table %d" % (width, column, table), at + 2 * place + 1)
        return pairs

    def _count(self):
        """The numbers of rows by the letters of the specification."""
        rows = {table.id: table.rows for table in self.listed}
        self.N, self.T = rows.get(1, 0) - 1, rows.get(4, 0) - 1
        self.O, self.E, self.W, self.U, self.A, self.X, self.V, self.R, self.L, self.B, self.K, self.G = [
            rows.get(number, 0) for number in (3, 5, 7, 8, 9, 10, 11, 12, 13, 15, 18, 19)]
        self.C, self.D = max(rows.get(14, 0) - 1, 0), max(rows.get(16, 0) - 1, 0)
        self.cut_edges = 2 * (self.T - self.SC) + self.V - self.VC
        if (rows.get(2, 0), rows.get(6, 0), rows.get(17, 0)) != (self.N, self.W, 4 * box_count(self.S)):
            self.fail("tables that belong together have different numbers of rows", 49)
        for table in self.listed:
            if table.id in BYTES and table.columns != [(1, 0, 8)]:
                self.fail("table %d is not of bytes" % table.id, 49)

    def _check_counts(self):
        entry = self.entry
        if (self.N, self.S, 2 * self.S + self.VO) != (entry.junctions, entry.segments, entry.edges):
            self.fail("junctions, segments or edges are not as many as the tile directory says")
        if self.N < 1:
            self.fail("a tile without junctions", 4)
        if self.N + self.X > MOST:
            self.fail("more than 65,535 local junctions", 4)
        if 2 * self.T + self.V > MOST:
            self.fail("more than 65,535 local edges", 4)
        if max(self.W, self.A, self.E, self.C) > MOST:
            self.fail("more than 65,535 ways, attribute sets, reach rows or conditions", 4)
        if self.S > self.T or self.VO > self.V:
            self.fail("more own segments or via edges than all together", 4)
        if self.SC > self.S or self.VC > self.VO or self.D > self.N or not self.D and self.SC + self.VC:
            self.fail("cells hold more than the tile", 12)
        # A row of *out* is an edge at the junction where it begins, so there cannot be more rows than edges.
        if self.O > 2 * self.T:
            self.fail("more leaving edges than edges", 4)
        if self.U > 2 * self.W:
            self.fail("more offsets of names than two for each way", 4)
        if self.X > self.T:
            self.fail("more crossings than segments", 4)
        if self.box_shift > 31:
            self.fail("boxes have steps of more than 31 bits", 48)

    def _place_columns(self):
        """Where each known column is: start of the table, bits before it in a row, width, bits of a row, rows."""
        places, listed = {}, {table.id: table for table in self.listed}
        for number, (_, rows, columns) in TABLES.items():
            table = listed.get(number, Listed(number, 0, self.tables_end, 0, []))
            found = {column: (offset, width) for column, offset, width in table.columns}
            # The one row of a table of beginnings that is not there.
            count = table.rows or (1 if rows == "C + 1" else 0)
            for column, (name, _, *short) in enumerate(columns, 1):
                offset, width = found.get(column, (0, 0))
                places[name] = (table.start, offset, width, table.stride, count - len(short))
        return places

    def _check_last_rows(self):
        for table in self.listed:
            for column, offset, width in table.columns:
                known = TABLES[table.id][2] if table.id in TABLES else ()
                if column > len(known) or len(known[column - 1]) < 3:
                    continue
                data = self.data[table.start:table.start + (table.rows * table.stride + 7) // 8]
                if packed(data, offset, width, table.stride, table.rows)[table.rows - 1]:
                    self.fail("the last row of the table is not zero", (known[column - 1][0], table.rows - 1))

    def reach(self, segment):
        """The reach bits of a segment, all modes together."""
        return self["reach"][self["segment reach"][segment]]

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


def wrapped(value):
    """A number as the i32 that has the same lower 32 bits."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def tenth(value):
    """A tenth, rounded half away from zero."""
    return (value + 5) // 10 if value >= 0 else -((5 - value) // 10)
