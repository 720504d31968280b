"""Charging stations (Formats/stations.md)."""

import struct

from .basics import NavError, box_count, numbers

HEADER_LAYOUT = struct.Struct("<4I")
VERSION = 2
WIDTHS = {"B": 1, "H": 2, "I": 4, "i": 4, "q": 8}
ELEMENTS = ("node", "way", "relation")
KINDS = ("other", "type1", "type2", "ccs1", "ccs", "chademo", "tesla", "gbt", "schuko", "cee")
TEXTS = ("name", "operator", "opening hours", "access")


class Stations:
    """The columns of the section, checked as section 5 demands."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        data = bytes(file.checked(section.id))
        if len(data) < HEADER_LAYOUT.size:
            self.fail("%d bytes are too few" % len(data))
        self.N, self.K, version, reserved = HEADER_LAYOUT.unpack_from(data, 0)
        if version != VERSION:
            self.fail("layout version %d instead of %d" % (version, VERSION), 8)
        if reserved:
            self.fail("reserved bytes are not zero", 12)
        at, self.columns, self.starts = HEADER_LAYOUT.size, {}, {}
        for name, kind, count in (
                ("id", "q", self.N), ("latitude", "i", self.N), ("longitude", "i", self.N),
                *((name, "I", self.N) for name in TEXTS),
                ("capacity", "H", self.N), ("fee", "B", self.N), ("vehicles", "B", self.N), ("first", "I", self.N + 1),
                ("boxes", "i", 4 * box_count(self.N)), ("power", "I", self.K), ("count", "H", self.K),
                ("kind", "B", self.K)):
            start = (at + 7) // 8 * 8
            at = start + count * WIDTHS[kind]
            self.starts[name] = start
            self.columns[name] = numbers(kind, data[start:at]) if at <= len(data) else []
        if at != len(data):
            self.fail("%d bytes instead of the %d of its columns" % (len(data), at))
        self._check()

    def fail(self, what, offset=0):
        raise NavError("%s, charging stations, at byte %d" % (what, self.section.offset + offset))

    def _fail(self, name, what):
        self.fail(what, self.starts[name])

    def _check(self):
        column, names_length = self.columns, self.file.by_id[4].length
        first = column["first"]
        if first[0] != 0 or first[-1] != self.K:
            self._fail("first", "the first or the last row of connectors is another")
        for n in range(self.N):
            if column["id"][n] & 3 >= len(ELEMENTS):
                self._fail("id", "the kind of the element of station %d is unknown" % n)
            if not (abs(column["latitude"][n]) <= 900_000_000 and abs(column["longitude"][n]) <= 1_800_000_000):
                self._fail("latitude", "station %d is not on earth" % n)
            if first[n] > first[n + 1]:
                self._fail("first", "the connectors of station %d are out of order" % n)
            for name in TEXTS:
                if column[name][n] >= names_length:
                    self._fail(name, "a text of station %d is not inside" % n)
            if column["fee"][n] > 2:
                self._fail("fee", "the fee of station %d is unknown" % n)
        if 0 in column["count"]:
            self._fail("count", "a row has no connector")

    def records(self):
        """A record for each station."""
        column = self.columns
        for n in range(self.N):
            record = {"station": n, "id": "%s/%d" % (ELEMENTS[column["id"][n] & 3], column["id"][n] >> 2),
                      "at": [column["latitude"][n] / 1e7, column["longitude"][n] / 1e7]}
            for name in TEXTS:
                if column[name][n]:
                    record[name.replace(" ", "_")] = self.file.name_bytes(column[name][n]).decode("utf-8")
            record["capacity"] = column["capacity"][n]
            record["fee"] = (None, False, True)[column["fee"][n]]
            record["cars"], record["trucks"] = bool(column["vehicles"][n] & 1), bool(column["vehicles"][n] & 2)
            record["connectors"] = [
                {"kind": KINDS[column["kind"][row]] if column["kind"][row] < len(KINDS) else "other",
                 "count": column["count"][row], "watts": column["power"][row] or None}
                for row in range(column["first"][n], column["first"][n + 1])]
            yield record
