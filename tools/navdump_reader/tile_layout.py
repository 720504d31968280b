"""The layout of a tile: its header, its tables, and its columns as numbers (section 6)."""

import struct
from array import array
from collections import namedtuple

from .basics import NavError, box_count, country_code, packed

MOST = 65535
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


class TileLayout:
    """A tile by its tables. `tile["segment way"]` is a column: its numbers, those of places as what they mean; or bytes."""

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
        self._check_last_rows()

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


def wrapped(value):
    """A number as the i32 that has the same lower 32 bits."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)
