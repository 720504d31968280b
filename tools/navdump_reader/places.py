"""Settlements, streets, addresses and points of interest (Formats/places.md)."""

import struct

from .basics import NavError, box_count, numbers, packed

HEADER_LAYOUT = struct.Struct("<8I4B2iI6I")
VERSION = 4
NONE = 0xFFFFFFFF
BLOCK = 32
ROWS = 64  # rows of a block of a table
BLOCK_HEAD = struct.Struct("<8B8I")
PLACE_COLUMNS = ("kind", "latitude", "longitude", "name", "parent", "edge", "share", "detail count")
GROUP_COLUMNS = ("group place", "region", "group latitude", "group longitude", "extent", "begin", "first number", "number width")
LONGEST_WORD = 48
STEP = 32  # units of a coordinate in a step
ADDRESS_BITS = 57
DEPTHS = {1: 0, 2: 1, 3: 2, 14: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 7, 10: 7, 11: 8, 12: 9, 13: 9, 15: 9, 20: 10, 21: 10}
WIDTHS = {"b": 1, "B": 1, "H": 2, "I": 4, "i": 4}


class Places:
    """The columns of the section, checked as section 7 demands."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        self.data = bytes(file.checked(section.id))
        if len(self.data) < HEADER_LAYOUT.size:
            self.fail("%d bytes are too few" % len(self.data))
        (self.P, self.D, self.G, self.address_bits, self.W, dictionary, postings, self.N, place, text, *_, south, west, version,
         self.S, self.K, self.C, self.R, place_bytes, group_bytes) = HEADER_LAYOUT.unpack_from(self.data, 0)
        if version != VERSION:
            self.fail("layout version %d instead of %d" % (version, VERSION), 44)
        if not 2 <= place <= 4 or not 2 <= text <= 4:
            self.fail("a width is not 2 to 4 bytes", 32)
        if not _on_earth(south, west):
            self.fail("the origin is not on earth", 36)
        blocks = (self.W + BLOCK - 1) // BLOCK
        detail_bits = max(self.C - 1, 0).bit_length()
        self.detail_places = []
        at = HEADER_LAYOUT.size
        self.columns, self.starts = {}, {}
        for name, kind, count in (
                ("place start", "I", _blocks(self.P) + 1), ("place rows", "B", place_bytes), ("parents", place, self.S),
                ("kind category", "B", self.K), ("kind importance", "B", self.K), ("place boxes", "i", 4 * _boxes(self.P)),
                ("detail start", "I", _blocks(self.P) + 1), ("details", "B", (self.D * detail_bits + 7) // 8),
                ("distinct text", text, self.C), ("distinct kind", "B", self.C),
                ("group start", "I", _blocks(self.G) + 1), ("group rows", "B", group_bytes),
                ("region city", place, self.R), ("region postcode", place, self.R), ("region flags", "B", self.R),
                ("group boxes", "i", 4 * _boxes(self.G)),
                ("number text", text, self.N), ("addresses", "B", (self.address_bits + 7) // 8),
                ("block text", "I", blocks + 1), ("block postings", "I", blocks + 1),
                ("dictionary", "B", dictionary), ("postings", "B", postings)):
            start = (at + 7) // 8 * 8
            at = start + count * WIDTHS.get(kind, kind)
            self.starts[name] = start
            self.columns[name] = _numbers(kind, self.data[start:at])
        if at != len(self.data):
            self.fail("%d bytes instead of the %d of its columns" % (len(self.data), at))
        self._read_table("place", PLACE_COLUMNS, self.P)
        self._read_table("group", GROUP_COLUMNS, self.G)
        if self.D > 255 * self.P:
            self._fail("detail start", "there are details of no place")
        self.columns["detail"] = packed(bytes(self.columns["details"]), 0, detail_bits, detail_bits, self.D)
        for name in ("region city", "region postcode"):
            self.columns[name] = [NONE if value == (1 << 8 * place) - 1 else value for value in self.columns[name]]
        for name, origin in (("latitude", south), ("longitude", west),
                             ("group latitude", south), ("group longitude", west)):
            self.columns[name] = [origin + STEP * value for value in self.columns[name]]
        self._check_places()
        self._check_details()
        self._check_groups()
        self.words = list(self._read_words())

    def _read_table(self, table, names, count):
        """The columns of a table in blocks (section 2.1)."""
        starts, end = self.columns[table + " start"], 0
        length = len(self.columns[table + " rows"])
        for name in names:
            self.columns[name] = []
        for block, start in enumerate(starts):
            if start != end:
                self._fail(table + " start", "block %d begins elsewhere" % block)
            if block == len(starts) - 1:
                break
            if length - end < BLOCK_HEAD.size:
                self._fail(table + " rows", "block %d is not inside" % block)
            at = self.starts[table + " rows"] + end
            head = BLOCK_HEAD.unpack_from(self.data, at)
            widths, lows = head[:8], head[8:]
            if max(widths) > 32 or sum(widths) > 255:
                self._fail(table + " rows", "block %d has numbers that are too wide" % block)
            rows = min(count - block * ROWS, ROWS)
            end += BLOCK_HEAD.size + (rows * sum(widths) + 7) // 8
            if end > length:
                self._fail(table + " rows", "block %d is not inside" % block)
            bits = int.from_bytes(self.data[at + BLOCK_HEAD.size:self.starts[table + " rows"] + end], "little")
            for _ in range(rows):
                for name, width, low in zip(names, widths, lows):
                    self.columns[name].append((low + (bits & (1 << width) - 1)) % (1 << 32))
                    bits >>= width
        if end != length:
            self._fail(table + " rows", "there are rows of no block")

    def fail(self, what, offset=0):
        raise NavError("%s, places, at byte %d" % (what, self.section.offset + offset))

    def _fail(self, name, what):
        self.fail(what, self.starts[name])

    def _is_text(self, offset):
        return offset < self.file.by_id[4].length

    def category(self, place):
        return self.columns["kind category"][self.columns["kind"][place]]

    def parent(self, place):
        """The place in which another lies, or none."""
        parent = self.columns["parent"][place]
        return self.columns["parents"][parent - 1] if parent else NONE

    def depth(self, place):
        return DEPTHS.get(self.category(place), 11)

    def _is_above(self, place, depth):
        """Whether a place may be the parent of one with a depth."""
        if not 1 <= self.category(place) <= 15:
            return False
        parent = self.parent(place)
        return self.depth(place) < depth or self.depth(place) == depth and (parent == NONE or self.depth(parent) < depth)

    def _check_places(self):
        column = self.columns
        if any(parent >= self.P for parent in column["parents"]):
            self._fail("parents", "a parent is no place")
        for place in range(self.P):
            if not _on_earth(column["latitude"][place], column["longitude"][place]):
                self._fail("place rows", "place %d is not on earth" % place)
            if not self._is_text(column["name"][place]):
                self._fail("place rows", "the name of place %d is not inside" % place)
            if not (column["kind"][place] < self.K and column["parent"][place] <= self.S
                    and column["share"][place] <= 255 and column["detail count"][place] <= 255):
                self._fail("place rows", "place %d has a number beyond its limit" % place)
            if column["edge"][place] > self.file.header.edge_end:
                self._fail("place rows", "place %d is at an edge that does not exist" % place)
        for place in range(self.P):
            if self.parent(place) != NONE and not self._is_above(self.parent(place), self.depth(place)):
                self._fail("place rows", "place %d does not lie in a settlement above it" % place)

    def _check_details(self):
        column, row = self.columns, 0
        if not all(text and self._is_text(text) for text in column["distinct text"]):
            self._fail("distinct text", "the text of a detail is not inside")
        for place in range(self.P):
            if place % ROWS == 0 and column["detail start"][place // ROWS] != row:
                self._fail("detail start", "the details of place %d begin elsewhere" % place)
            end, last = row + column["detail count"][place], 0
            if end > self.D:
                self._fail("details", "the details of place %d are not inside" % place)
            self.detail_places += [place] * (end - row)
            for row in range(row, end):
                detail = column["detail"][row]
                if detail >= self.C:
                    self._fail("details", "detail %d does not exist" % row)
                if column["distinct kind"][detail] < last:
                    self._fail("details", "detail %d is out of order" % row)
                last = column["distinct kind"][detail]
            row = end
        if row != self.D or column["detail start"][-1] != row:
            self._fail("detail start", "there are details of no place")

    def _check_groups(self):
        column, last = self.columns, 0
        if not all(text and self._is_text(text) for text in column["number text"]):
            self._fail("number text", "a house number is not inside")
        for name in ("region city", "region postcode"):
            if any(place != NONE and place >= self.P for place in column[name]):
                self._fail(name, "a region is in a place that does not exist")
        if self.G == 0 and self.address_bits:
            self._fail("addresses", "there are addresses of no group")
        self.addresses = []
        for group in range(self.G):
            if not last <= column["group place"][group] < self.P or column["region"][group] >= self.R:
                self._fail("group rows", "group %d is out of order, or of no place or region" % group)
            last = column["group place"][group]
            self.addresses.append(list(self._read_addresses(group)))

    def _read_addresses(self, group):
        """The number, latitude and longitude of each address of a group."""
        column = self.columns
        begin = column["begin"][group]
        end = column["begin"][group + 1] if group + 1 < self.G else self.address_bits
        extent = column["extent"][group]
        widths = (column["number width"][group], extent & 15, extent >> 4)
        if extent > 255 or not 0 < sum(widths) <= ADDRESS_BITS:
            self._fail("group rows", "group %d has wide or empty addresses" % group)
        if (group == 0 and begin) or not begin < end <= self.address_bits or (end - begin) % sum(widths):
            self._fail("group rows", "group %d has no whole number of addresses" % group)
        lows = (column["first number"][group], column["group latitude"][group], column["group longitude"][group])
        if not _on_earth(*lows[1:]):
            self._fail("group rows", "group %d is not on earth" % group)
        bits = int.from_bytes(bytes(column["addresses"][begin // 8:(end + 7) // 8]), "little") >> begin % 8
        for _ in range((end - begin) // sum(widths)):
            address = []
            for low, width, step in zip(lows, widths, (1, STEP, STEP)):
                address.append(low + step * (bits & (1 << width) - 1))
                bits >>= width
            if address[0] >= self.N or not _on_earth(*address[1:]):
                self._fail("group rows", "group %d has an address without number, or not on earth" % group)
            yield address

    # Words

    def _varint(self, data, at, end):
        value = shift = 0
        while at < end and shift < 70:
            byte = data[at]
            value |= (byte & 0x7F) << shift
            shift += 7
            at += 1
            if byte < 0x80:
                return value, at
        return None, at

    def _read_words(self):
        """The words with their places, ascending."""
        dictionary, postings = bytes(self.columns["dictionary"]), bytes(self.columns["postings"])
        texts, lists = self.columns["block text"], self.columns["block postings"]
        at = posting = 0
        word = last = b""
        for index in range(self.W):
            if index % BLOCK == 0:
                if (texts[index // BLOCK], lists[index // BLOCK]) != (at, posting):
                    self._fail("block text", "block %d begins elsewhere" % (index // BLOCK))
                word = b""
            lengths = dictionary[at] if at < len(dictionary) else 0
            at += 1
            shared, more = lengths & 15, lengths >> 4
            if more == 15:
                further, at = self._varint(dictionary, at, len(dictionary))
                more = None if further is None else more + further
            if more is None or shared > len(word) or more > len(dictionary) - at \
                    or not 0 < shared + more <= LONGEST_WORD:
                self._fail("dictionary", "word %d is not inside" % index)
            word = word[:shared] + dictionary[at:at + more]
            at += more
            if word <= last:
                self._fail("dictionary", "word %d is out of order" % index)
            last = word
            reference, at = self._varint(dictionary, at, len(dictionary))
            if reference is not None and reference % 2:
                if reference // 2 >= self.P:
                    self._fail("dictionary", "word %d has a place that does not exist" % index)
                yield word, [reference // 2]
                continue
            length = None if reference is None else reference // 2
            if length is None or length > len(postings) - posting:
                self._fail("postings", "the places of word %d are not inside" % index)
            places, end = [], posting + length
            while posting < end:
                step, posting = self._varint(postings, posting, end)
                if step is None or places and step == 0 or (places[-1] if places else 0) + step >= self.P:
                    self._fail("postings", "the places of word %d are not places, ascending" % index)
                places.append((places[-1] if places else 0) + step)
            if not places:
                self._fail("postings", "word %d has no place" % index)
            yield word, places
        blocks = (self.W + BLOCK - 1) // BLOCK
        if (texts[blocks], lists[blocks]) != (at, posting) or (at, posting) != (len(dictionary), len(postings)):
            self._fail("block text", "the words do not fill the dictionary and the postings")

    # Records

    def _text(self, offset):
        name = self.file.name_bytes(offset)
        return name.decode("utf-8", "replace") if name is not None else None

    def records(self):
        """One record a place, with its details and its addresses."""
        column = self.columns
        details, groups = {}, {}
        for row in range(self.D):
            detail = column["detail"][row]
            details.setdefault(self.detail_places[row], []).append(
                [column["distinct kind"][detail], self._text(column["distinct text"][detail])])
        for group in range(self.G):
            groups.setdefault(column["group place"][group], []).append(group)
        for place in range(self.P):
            yield {"place": place, "category": self.category(place), "name": self._text(column["name"][place]),
                   "at": [column["latitude"][place], column["longitude"][place]], "parent": _or_none(self.parent(place)),
                   "importance": column["kind importance"][column["kind"][place]],
                   "edge": column["edge"][place] - 1 if column["edge"][place] else None, "share": column["share"][place],
                   "details": details.get(place, []),
                   "addresses": [self._group(group) for group in groups.get(place, [])]}

    def _group(self, group):
        column = self.columns
        region = column["region"][group]
        return {"city": _or_none(column["region city"][region]), "postcode": _or_none(column["region postcode"][region]),
                "interpolated": bool(column["region flags"][region] & 1),
                "houses": [[self._text(column["number text"][number]), latitude, longitude]
                           for number, latitude, longitude in self.addresses[group]]}


def _blocks(rows):
    """The number of blocks of a table."""
    return (rows + ROWS - 1) // ROWS


def _boxes(rows):
    """The number of boxes around chunks of eight rows."""
    return box_count((rows + 7) // 8)


def _on_earth(latitude, longitude):
    return abs(latitude) <= 900_000_000 and abs(longitude) <= 1_800_000_000


def _numbers(kind, data):
    """Numbers of a kind, or of so many bytes."""
    if kind in WIDTHS:
        return numbers(kind, data)
    return [int.from_bytes(data[at:at + kind], "little") for at in range(0, len(data), kind)]


def _or_none(number):
    return None if number == NONE else number
