"""The elevation of segments (section 12)."""

import struct

from .basics import NavError, numbers
from .node_ids import HEAD_LAYOUT

PART_LAYOUT = struct.Struct("<iBBBB")
PADDING = 8
MOST_WIDTHS = (24, 8, 8, 24)
LOWEST, HIGHEST = -50000, 100000  # decimetres


class Elevation:
    """The heights of junctions and own segments; those of a tile are checked when they are first asked for."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        self.data = file.checked(section.id)
        tiles = file.header.tiles
        start = HEAD_LAYOUT.size + 8 * (tiles + 1)
        end = len(self.data) - PADDING
        if end < start:
            self.fail("%d bytes are too few for %d tiles" % (len(self.data), tiles))
        count, reserved = HEAD_LAYOUT.unpack_from(self.data, 0)
        if (count, reserved) != (tiles, 0):
            self.fail("%d tiles instead of %d, or reserved bytes that are not zero" % (count, tiles))
        if any(self.data[end:]):
            self.fail("the last eight bytes are not zero", end)
        self.offsets = numbers("Q", self.data[HEAD_LAYOUT.size:start]).tolist()
        ranges = list(zip(self.offsets, self.offsets[1:]))
        if self.offsets[0] != start or self.offsets[-1] != end or any(b - a < PART_LAYOUT.size for a, b in ranges):
            self.fail("the parts of the tiles do not fill the section", HEAD_LAYOUT.size)
        self._tiles = {}

    def fail(self, what, offset=0):
        raise NavError("%s, elevation, at byte %d" % (what, self.section.offset + offset))

    def of_tile(self, tile):
        """The heights of a tile's junctions and far ends (None unknown), and a row for each own segment: None if it is
        unknown, else its heights, the grades uphill and downhill, and what it climbs beyond its ends."""
        if tile.number not in self._tiles:
            self._tiles[tile.number] = self._read(tile)
        return self._tiles[tile.number]

    def _read(self, tile):
        start, end = self.offsets[tile.number:tile.number + 2]
        where = " in the part of tile %d" % tile.number
        base, *widths = PART_LAYOUT.unpack_from(self.data, start)
        if any(width > most for width, most in zip(widths, MOST_WIDTHS)):
            self.fail("a width that exceeds its maximum" + where, start)
        junctions = tile.N + tile.X
        at = start + PART_LAYOUT.size
        rows_at = at + (junctions * widths[0] + 7) // 8
        profiles_at = rows_at + (tile.S * sum(widths[1:]) + 7) // 8
        if profiles_at > end:
            self.fail("fewer heights than junctions" + where, start)
        bits = Bits(self.data[at:rows_at])
        heights = [bits.take(widths[0]) for _ in range(junctions)]
        heights = [base + height - 1 if height else None for height in heights]
        if any(height is not None and not LOWEST <= height <= HIGHEST for height in heights):
            self.fail("a height that is not on earth" + where, at)
        rows, segments = Bits(self.data[rows_at:profiles_at]), []
        at = profiles_at
        for s in range(tile.S):
            uphill, downhill, extra = (rows.take(width) for width in widths[1:])
            begin, finish = heights[tile["segment from"][s]], heights[tile["segment to"][s]]
            if begin is None or finish is None:
                if uphill or downhill or extra:
                    self.fail("grades of a segment without heights" + where, rows_at)
                segments.append(None)
                continue
            line = [begin]
            for _ in range(tile.inner_point_count(s)):
                folded, at = self._varint(at, end, where)
                line.append(line[-1] + (folded >> 1 ^ -(folded & 1)))
                if not LOWEST <= line[-1] <= HIGHEST:
                    self.fail("a height that is not on earth" + where, at)
            line.append(finish)
            if sum(max(b - a, 0) for a, b in zip(line, line[1:])) > extra + max(finish - begin, 0):
                self.fail("a segment that climbs less than its heights do" + where, at)
            segments.append((line, uphill, downhill, extra))
        if at != end:
            self.fail("more heights than points" + where, at)
        return heights, segments

    def _varint(self, at, end, where):
        value = 0
        for count in range(10):
            if at >= end:
                break
            byte = self.data[at]
            at += 1
            value |= (byte & 0x7F) << 7 * count
            if byte < 0x80:
                if value >> 64:
                    break
                return value, at
        self.fail("fewer heights than points" + where, at)

    def check_crossings(self, tile):
        """The junctions at crossings have one height in both tiles."""
        heights, _ = self.of_tile(tile)
        for x, (number, junction) in enumerate(zip(tile["crossing tile"], tile["crossing junction"])):
            if heights[tile.N + x] != self.of_tile(self.file.tile(number))[0][junction]:
                self.fail("tiles %d and %d have different heights of a junction" % (tile.number, number))


class Bits:
    """Numbers of some bits each, from the lowest bit of the first byte on."""

    def __init__(self, data):
        self.word = int.from_bytes(data, "little")

    def take(self, width):
        value = self.word & (1 << width) - 1
        self.word >>= width
        return value
