"""Settlements, streets, addresses and points of interest (Formats/places.md)."""

import struct

from .basics import NavError, box_count, numbers

HEADER_LAYOUT = struct.Struct("<8I4B2iI")
VERSION = 3
NONE = 0xFFFFFFFF
BLOCK = 32
DETAIL_BLOCK = 64
LONGEST_WORD = 48
STEP = 32  # units of a coordinate in a step of an address
DEPTHS = {1: 0, 2: 1, 3: 2, 14: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 7, 10: 7, 11: 8, 12: 9, 13: 9, 15: 9, 20: 10, 21: 10}
WIDTHS = {"b": 1, "B": 1, "H": 2, "I": 4, "i": 4}


class Places:
    """The columns of the section, checked as section 7 demands."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        self.data = bytes(file.checked(section.id))
        if len(self.data) < HEADER_LAYOUT.size:
            self.fail("%d bytes are too few" % len(self.data))
        head = HEADER_LAYOUT.unpack_from(self.data, 0)
        self.P, self.D, self.G, addresses, self.W, dictionary, postings, self.N, *widths, south, west, version = head
        if version != VERSION:
            self.fail("layout version %d instead of %d" % (version, VERSION), 44)
        if not all(2 <= width <= 4 for width in widths[:3]) or not 3 <= widths[3] <= 4:
            self.fail("a width is not 2 to 4 bytes", 32)
        place, text, edge, coordinate = widths
        blocks = (self.W + BLOCK - 1) // BLOCK
        self.detail_places = []
        at = HEADER_LAYOUT.size
        self.columns, self.starts = {}, {}
        for name, kind, count in (
                ("latitude", coordinate, self.P), ("longitude", coordinate, self.P), ("name", text, self.P),
                ("parent", place, self.P), ("edge", edge, self.P), ("category", "B", self.P), ("importance", "B", self.P), ("share", "B", self.P),
                ("place boxes", "i", 4 * box_count(self.P)),
                ("detail start", "I", (self.P + DETAIL_BLOCK - 1) // DETAIL_BLOCK + 1), ("detail count", "B", self.P),
                ("detail text", text, self.D), ("detail kind", "B", self.D),
                ("group place", place, self.G), ("group city", place, self.G), ("group postcode", place, self.G),
                ("group latitude", coordinate, self.G), ("group longitude", coordinate, self.G),
                ("group extent", 3, self.G), ("group flags", "B", self.G),
                ("group begin", "I", self.G + 1), ("group boxes", "i", 4 * box_count(self.G)),
                ("number text", text, self.N), ("addresses", "B", addresses),
                ("block text", "I", blocks + 1), ("block postings", "I", blocks + 1),
                ("dictionary", "B", dictionary), ("postings", "B", postings)):
            start = (at + 7) // 8 * 8
            at = start + count * WIDTHS.get(kind, kind)
            self.starts[name] = start
            self.columns[name] = _numbers(kind, self.data[start:at])
        if at != len(self.data):
            self.fail("%d bytes instead of the %d of its columns" % (len(self.data), at))
        for name in ("parent", "group city", "group postcode"):
            self._take_none(name, place)
        self._take_none("edge", edge)
        for name, origin in (("latitude", south), ("longitude", west),
                             ("group latitude", south), ("group longitude", west)):
            self.columns[name] = [_signed(origin + value) for value in self.columns[name]]
        self._check_places()
        self._check_details()
        self._check_groups()
        self.words = list(self._read_words())

    def _take_none(self, name, width):
        """All bits set, whatever the width, is no reference."""
        none = (1 << 8 * width) - 1
        self.columns[name] = [NONE if value == none else value for value in self.columns[name]]

    def fail(self, what, offset=0):
        raise NavError("%s, places, at byte %d" % (what, self.section.offset + offset))

    def _fail(self, name, what):
        self.fail(what, self.starts[name])

    def _is_text(self, offset):
        return offset < self.file.by_id[4].length

    def depth(self, place):
        return DEPTHS.get(self.columns["category"][place], 11)

    def _is_above(self, place, depth):
        """Whether a place may be the parent of one with a depth."""
        if not 1 <= self.columns["category"][place] <= 15:
            return False
        parent = self.columns["parent"][place]
        return self.depth(place) < depth or self.depth(place) == depth and (
            parent == NONE or parent < self.P and self.depth(parent) < depth)

    def _check_places(self):
        column = self.columns
        for place in range(self.P):
            if not (abs(column["latitude"][place]) <= 900_000_000 and abs(column["longitude"][place]) <= 1_800_000_000):
                self._fail("latitude", "place %d is not on earth" % place)
            if not self._is_text(column["name"][place]):
                self._fail("name", "the name of place %d is not inside" % place)
            parent = column["parent"][place]
            if parent != NONE and not (parent < self.P and self._is_above(parent, self.depth(place))):
                self._fail("parent", "place %d does not lie in a settlement above it" % place)
            if NONE != column["edge"][place] >= self.file.header.edge_end:
                self._fail("edge", "place %d is at an edge that does not exist" % place)

    def _check_details(self):
        column, row = self.columns, 0
        for place in range(self.P):
            if place % DETAIL_BLOCK == 0 and column["detail start"][place // DETAIL_BLOCK] != row:
                self._fail("detail start", "the details of place %d begin elsewhere" % place)
            end, last = row + column["detail count"][place], 0
            if end > self.D:
                self._fail("detail count", "the details of place %d are not inside" % place)
            self.detail_places += [place] * (end - row)
            for row in range(row, end):
                if column["detail kind"][row] < last:
                    self._fail("detail kind", "detail %d is out of order" % row)
                last = column["detail kind"][row]
                if column["detail text"][row] == 0 or not self._is_text(column["detail text"][row]):
                    self._fail("detail text", "the text of detail %d is not inside" % row)
            row = end
        if row != self.D or column["detail start"][-1] != row:
            self._fail("detail start", "there are details of no place")

    def _check_groups(self):
        column = self.columns
        begin, last = column["group begin"], 0
        for number in range(self.N):
            if column["number text"][number] == 0 or not self._is_text(column["number text"][number]):
                self._fail("number text", "house number %d is not inside" % number)
        if begin[0] or (begin[self.G] + 7) // 8 != len(column["addresses"]):
            self._fail("group begin", "the groups do not have all addresses")
        self.addresses = []
        for group in range(self.G):
            if not last <= column["group place"][group] < self.P:
                self._fail("group place", "group %d is out of order or of no place" % group)
            last = column["group place"][group]
            for name in ("group city", "group postcode"):
                if column[name][group] != NONE and column[name][group] >= self.P:
                    self._fail(name, "group %d is in a place that does not exist" % group)
            height, width = column["group extent"][group] & 0xFFF, column["group extent"][group] >> 12
            south, west = column["group latitude"][group], column["group longitude"][group]
            if not (-900_000_000 <= south and south + height * STEP <= 900_000_000
                    and -1_800_000_000 <= west and west + width * STEP <= 1_800_000_000):
                self._fail("group latitude", "group %d is not on earth" % group)
            self.addresses.append(list(self._read_addresses(group, height, width)))

    def _read_addresses(self, group, height, width):
        """The number, latitude and longitude of each address of a group, in steps from its corner."""
        begin, end = self.columns["group begin"][group:group + 2]
        bits = (max(max(self.N - 1, 0).bit_length(), 1), height.bit_length(), width.bit_length())
        if not begin < end or (end - begin) % sum(bits) or end > 8 * len(self.columns["addresses"]):
            self._fail("group begin", "group %d has no whole number of addresses" % group)
        packed = int.from_bytes(bytes(self.columns["addresses"][begin // 8:(end + 7) // 8]), "little") >> begin % 8
        for _ in range((end - begin) // sum(bits)):
            address = []
            for count in bits:
                address.append(packed & (1 << count) - 1)
                packed >>= count
            if not (address[0] < self.N and address[1] <= height and address[2] <= width):
                self._fail("addresses", "an address of group %d has no number or is outside its group" % group)
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
            details.setdefault(self.detail_places[row], []).append(
                [column["detail kind"][row], self._text(column["detail text"][row])])
        for group in range(self.G):
            groups.setdefault(column["group place"][group], []).append(group)
        for place in range(self.P):
            yield {"place": place, "category": column["category"][place], "name": self._text(column["name"][place]),
                   "at": [column["latitude"][place], column["longitude"][place]],
                   "parent": _or_none(column["parent"][place]), "importance": column["importance"][place],
                   "edge": _or_none(column["edge"][place]), "share": column["share"][place],
                   "details": details.get(place, []),
                   "addresses": [self._group(group) for group in groups.get(place, [])]}

    def _group(self, group):
        column = self.columns
        south, west = column["group latitude"][group], column["group longitude"][group]
        return {"city": _or_none(column["group city"][group]), "postcode": _or_none(column["group postcode"][group]),
                "interpolated": bool(column["group flags"][group] & 1),
                "houses": [[self._text(column["number text"][number]), south + STEP * latitude, west + STEP * longitude]
                           for number, latitude, longitude in self.addresses[group]]}


def _numbers(kind, data):
    """Numbers of a kind, or of so many bytes."""
    if kind in WIDTHS:
        return numbers(kind, data)
    return [int.from_bytes(data[at:at + kind], "little") for at in range(0, len(data), kind)]


def _signed(value):
    """The lowest 32 bits as a signed number."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def _or_none(number):
    return None if number == NONE else number
