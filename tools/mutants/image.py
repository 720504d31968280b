"""A map taken apart into numbers, to be changed and put together again with right checks.

It knows the layout from tools/navdump_reader. What is not changed is put together to the same bytes.
"""

import copy
import struct

from navdump_reader import container, hierarchy, tile_layout
from navdump_reader.basics import numbers, packed
from navdump_reader.container import (DIRECTORY, ENTRY_LAYOUT, HEADER_LENGTH, HIERARCHY, INDEX, METRIC, METRIC_KEYS, MOST_SECTIONS,
                                      NODE_IDS, RESTRICTIONS, TILES, TRIP)

U32 = (1 << 32) - 1
# Sections go by one number here: that of the table, and above 32 bits the key.
SECTION_LAYOUT = struct.Struct("<QQQII")
METRICS = [METRIC | key << 32 for key in METRIC_KEYS]


class Table:
    """Columns of numbers with as many rows, one value each; `bits` is how many bits each column may have."""

    def __init__(self, name, columns, bits, rows=None):
        self.name, self.columns, self.bits, self.rows = name, columns, bits, rows

    def __len__(self):
        return max((len(column) for column in self.columns.values()), default=0)


class TileImage:
    """The header and the tables of a tile, and the bytes behind them."""

    def __init__(self, read):
        data = bytes(read.data)
        self.head = list(tile_layout.FACTS_LAYOUT.unpack_from(data, 0))
        self.tables, self.tails = [], {}
        for listed in read.listed:
            name, rows, columns = tile_layout.TABLES[listed.id]
            if listed.id in tile_layout.BYTES:
                self.tails[tile_layout.BYTES[listed.id]] = bytearray(read[tile_layout.BYTES[listed.id]])
                continue
            found, bits = {}, {}
            for column, most, *_ in columns:
                start, offset, width, stride, count = read.places[column]
                part = data[start:start + (count * stride + 7) // 8]
                found[column] = list(packed(part, offset, width, stride, count))
                bits[column] = most
            self.tables.append(Table(columns[0][0], found, bits, listed.id))
        self.tails["padding"] = bytearray(tile_layout.SLACK)

    def table_of(self, column):
        return next((table for table in self.tables if column in table.columns), Table(column, {column: []}, {column: 1}))

    def encoded(self):
        """The bytes, with numbers as narrow as they can be, without columns of zeros and tables without rows."""
        parts = {}
        for table in self.tables:
            widths = [max(values, default=0).bit_length() for values in table.columns.values()]
            widths = [64 if width > 56 else width for width in widths]
            columns = [(number, width) for number, width in enumerate(widths, 1) if width]
            parts[table.rows] = len(table), columns, _packed(list(table.columns.values()), widths, len(table))
        for number, name in tile_layout.BYTES.items():
            if self.tails.get(name):
                parts[number] = len(self.tails[name]), [(1, 8)], bytes(self.tails[name])
        parts = {number: part for number, part in sorted(parts.items()) if part[0]}
        listed = b"".join(tile_layout.TABLE_LAYOUT.pack(number, len(columns), rows) + bytes(byte for pair in columns for byte in pair)
                          for number, (rows, columns, _) in parts.items())
        head = tile_layout.FACTS_LAYOUT.pack(*self.head[:-1], len(parts))
        return head + listed + b"".join(body for _, _, body in parts.values()) + bytes(self.tails["padding"])


def _packed(columns, widths, rows):
    stride = sum(widths)
    result = bytearray()
    for start in range(0, rows, 8):
        word = shift = 0
        for row in range(start, min(start + 8, rows)):
            for values, width in zip(columns, widths):
                if width:
                    word |= (values[row] if row < len(values) else 0) << shift
                    shift += width
        result += word.to_bytes((shift + 7) // 8, "little")
    return bytes(result[:(rows * stride + 7) // 8])


class Image:
    """A file: the header's fields, the tiles, and the other sections as bytes."""

    def __init__(self, data):
        read = container.NavFile(memoryview(data))
        self.header = bytearray(data[:HEADER_LENGTH])
        self.first = read.sections[0].offset
        self.sections = [[section.id | section.key << 32, bytes(read.bytes_of(section))] for section in read.sections]
        self.entries = [list(ENTRY_LAYOUT.unpack_from(self.section(DIRECTORY), place))
                        for place in range(0, len(self.section(DIRECTORY)), ENTRY_LAYOUT.size)]
        self.tiles = [TileImage(read.tile(number)) for number in range(read.header.tiles)]
        self.tile_bytes = [bytes(read.tile(number).data) for number in range(read.header.tiles)]
        self.padding = [0] * len(self.sections)  # bytes too many before each section
        self.tail = b""
        self.places = [(tile["junction latitude"][n] / 1e7, tile["junction longitude"][n] / 1e7)
                       for tile in map(read.tile, range(read.header.tiles)) for n in range(tile.N)]

    def copy(self):
        other = copy.copy(self)
        for name in ("header", "padding", "tile_bytes", "tiles"):
            setattr(other, name, copy.copy(getattr(self, name)))
        other.sections = [list(section) for section in self.sections]
        other.entries = [list(entry) for entry in self.entries]
        return other

    def section(self, number):
        return next((data for found, data in self.sections if found == number), None)

    def put(self, number, data):
        for section in self.sections:
            if section[0] == number:
                section[1] = bytes(data)

    def own_tile(self, number):
        """A tile that may be changed; `encode_tile` when it was."""
        self.tiles[number] = copy.deepcopy(self.tiles[number])
        return self.tiles[number]

    def encode_tile(self, number):
        self.tile_bytes[number] = self.tiles[number].encoded()

    def columns_of_hierarchy(self):
        """The header and the columns of the hierarchy, as numbers."""
        data = self.section(HIERARCHY)
        head = list(hierarchy.HEADER_LAYOUT.unpack_from(data, 0))
        counts = {"m+1": len(self.tiles) + 1, "n": head[0], "n+1": head[0] + 1, "p": head[2], "w": (head[1] + 63) // 64}
        end, columns = hierarchy.HEADER_LAYOUT.size, {}
        for name, kind, rows in hierarchy.COLUMNS:
            start = (end + 7) // 8 * 8
            end = start + counts[rows] * hierarchy.WIDTHS[kind]
            columns[name] = numbers(kind, data[start:end]).tolist()
        start, width = (end + 7) // 8 * 8, head[7]
        columns["nodes"] = list(packed(data[start:start + (head[6] * width + 7) // 8], 0, width, width, head[6]))
        return head, columns

    def put_hierarchy(self, head, columns):
        data = bytearray(hierarchy.HEADER_LAYOUT.pack(*head))
        for name, kind, _ in hierarchy.COLUMNS:
            data += bytes(-len(data) % 8)
            data += struct.pack("<%d%s" % (len(columns[name]), kind), *columns[name])
        data += bytes(-len(data) % 8)
        data += _packed([columns["nodes"]], [head[7]], len(columns["nodes"])) + bytes(hierarchy.SLACK)
        self.put(HIERARCHY, data)

    def restrictions(self):
        """[kind, [[value, edge], …]] for each list."""
        words = numbers("I", self.section(RESTRICTIONS)).tolist()
        rest, lists = words[1 + 2 * words[0]:], []
        for kind, count in zip(words[1:1 + 2 * words[0]:2], words[2:2 + 2 * words[0]:2]):
            lists.append([kind, [rest[place:place + 2] for place in range(0, 2 * count, 2)]])
            rest = rest[2 * count:]
        return lists

    def put_restrictions(self, lists):
        words = [len(lists)]
        for kind, entries in lists:
            words += [kind, len(entries)]
        for _, entries in lists:
            for entry in entries:
                words += entry
        self.put(RESTRICTIONS, struct.pack("<%dI" % len(words), *words))

    def metrics(self):
        return [number for number, _ in self.sections if number in METRICS]

    def costs(self, number):
        data = self.section(number)
        up, down, _, _, width, _ = hierarchy.METRIC_LAYOUT.unpack_from(data, 0)
        body = data[hierarchy.METRIC_LAYOUT.size:]
        if width == 4:
            return 4, numbers("I", body).tolist()
        lows = numbers("H", body[:2 * (up + down)])
        return 3, [low | high << 16 for low, high in zip(lows, body[2 * (up + down):])]

    def put_costs(self, number, width, costs):
        head = self.section(number)[:hierarchy.METRIC_LAYOUT.size]
        if width == 4:
            body = struct.pack("<%dI" % len(costs), *costs)
        else:
            body = struct.pack("<%dH" % len(costs), *[cost & 0xFFFF for cost in costs])
            body += bytes(cost >> 16 & 0xFF for cost in costs)
        self.put(number, head + body)

    def encoded(self):
        """The bytes, with offsets, lengths and counts that follow from the parts; checks are `repaired`."""
        tiles, at = bytearray(), []
        for data in self.tile_bytes:
            tiles += bytes(-len(tiles) % 16)
            at.append(len(tiles))
            tiles += data
        self.put(TILES, tiles)
        table, data = [], bytearray(max(self.first, HEADER_LENGTH + 32 * len(self.sections)))
        for (number, content), extra in zip(self.sections, self.padding):
            data += bytes(-len(data) % 16) + bytes(16 * extra)
            table.append([number, len(data), len(content), 0, 0])
            data += content
        data += self.tail
        start = next((entry[1] for entry in table if entry[0] == TILES), 0)
        for entry, offset, content in zip(self.entries, at, self.tile_bytes):
            entry[0], entry[1] = start + offset, len(content)
        for entry in table:
            if entry[0] == DIRECTORY:
                lines = b"".join(ENTRY_LAYOUT.pack(*line) for line in self.entries)
                data[entry[1]:entry[1] + len(lines)] = lines
        data[:HEADER_LENGTH] = self.header
        for index, entry in enumerate(table):
            SECTION_LAYOUT.pack_into(data, HEADER_LENGTH + 32 * index, *entry)
        struct.pack_into("<Q", data, 32, len(data))
        struct.pack_into("<I", data, 48, len(table))
        return data


def repaired(data, crc32c, keep=()):
    """Puts all checks right, from the tiles up to the header; `keep` are the sections whose number of the hierarchy is not
    touched."""
    count = min(struct.unpack_from("<I", data, 48)[0], MOST_SECTIONS)
    table = [list(SECTION_LAYOUT.unpack_from(data, HEADER_LENGTH + 32 * index)) for index in range(count)
             if HEADER_LENGTH + 32 * index + 32 <= len(data)]
    ranges = {}
    for number, offset, length, _, _ in table:
        if offset + length <= len(data):
            ranges.setdefault(number, (offset, length))
    start, length = ranges.get(DIRECTORY, (0, 0))
    for place in range(start, start + length - ENTRY_LAYOUT.size + 1, ENTRY_LAYOUT.size):
        offset, size = struct.unpack_from("<QI", data, place)
        if offset + size <= len(data):
            struct.pack_into("<I", data, place + 12, crc32c(bytes(data[offset:offset + size])))
    if HIERARCHY in ranges:
        check = crc32c(bytes(data[ranges[HIERARCHY][0]:sum(ranges[HIERARCHY])]))
        for number, (start, length) in ranges.items():
            if number in METRICS and number not in keep and length >= 12:
                struct.pack_into("<I", data, start + 8, check)
    folded = 0
    for index, (_, offset, length, check, _) in enumerate(table):
        if offset + length <= len(data):
            check = crc32c(bytes(data[offset:offset + length]))
        struct.pack_into("<I", data, HEADER_LENGTH + 32 * index + 24, check)
        folded = ((folded << 13 | folded >> 51) & (1 << 64) - 1) ^ check
    struct.pack_into("<Q", data, 104, folded)
    struct.pack_into("<I", data, 52, crc32c(bytes(data[HEADER_LENGTH:HEADER_LENGTH + 32 * count])))
    struct.pack_into("<I", data, 252, crc32c(bytes(data[:252])))
    return bytes(data)


__all__ = ["Image", "repaired", "INDEX", "NODE_IDS", "TRIP"]
