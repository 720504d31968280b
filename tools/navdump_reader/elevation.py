"""The elevation of segments (section 12)."""

import math
import struct

from .basics import NavError, numbers
from .node_ids import HEAD_LAYOUT

VERSION = 1
PART_LAYOUT = struct.Struct("<iBBBBHBB")
PADDING = 8
MOST_WIDTHS = (24, 8, 8, 24)
MOST_REST_WIDTH = 15
UNIT = 5  # decimetres
LOWEST, HIGHEST = -10000, 20000  # of the unit


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
        count, version = HEAD_LAYOUT.unpack_from(self.data, 0)
        if version != VERSION:
            self.fail("layout version %d instead of %d" % (version, VERSION), 4)
        if count != tiles:
            self.fail("%d tiles instead of %d" % (count, tiles))
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
        unknown, else its heights, the grades uphill and downhill, and what it climbs beyond its ends. All in decimetres."""
        if tile.number not in self._tiles:
            self._tiles[tile.number] = self._read(tile)
        return self._tiles[tile.number]

    def _read(self, tile):
        start, end = self.offsets[tile.number:tile.number + 2]
        where = " in the part of tile %d" % tile.number
        base, *widths, factor, rest_width, reserved = PART_LAYOUT.unpack_from(self.data, start)
        if any(width > most for width, most in zip(widths, MOST_WIDTHS)):
            self.fail("a width that exceeds its maximum" + where, start)
        if rest_width > MOST_REST_WIDTH or reserved:
            self.fail("a width that exceeds its maximum, or a reserved byte that is not zero" + where, start + 10)
        junctions = tile.N + tile.X
        at = start + PART_LAYOUT.size
        rows_at = at + (junctions * widths[0] + 7) // 8
        profiles_at = rows_at + (tile.S * sum(widths[1:]) + 7) // 8
        if profiles_at > end:
            self.fail("fewer heights than junctions" + where, start)
        bits = Bits(self.data[at:rows_at])
        heights = [bits.take(widths[0]) for _ in range(junctions)]
        heights = [self._height(base + height - 1, where, at) if height else None for height in heights]
        rows, segments = Bits(self.data[rows_at:profiles_at]), []
        profiles = Bits(self.data[profiles_at:end])
        for s in range(tile.S):
            uphill, downhill, extra = (rows.take(width) for width in widths[1:])
            begin, finish = heights[tile["segment from"][s]], heights[tile["segment to"][s]]
            if begin is None or finish is None:
                if uphill or downhill or extra:
                    self.fail("grades of a segment without heights" + where, rows_at)
                segments.append(None)
                continue
            line = [begin, finish]
            if tile.inner_point_count(s):
                line = self._profile(distances(shape(tile, s), factor), begin, finish, profiles, rest_width, where, end)
            if sum(max(b - a, 0) for a, b in zip(line, line[1:])) > extra * UNIT + max(finish - begin, 0):
                self.fail("a segment that climbs less than its heights do" + where, rows_at)
            segments.append((line, uphill, downhill, extra * UNIT))
        if profiles.count >= 8 or profiles.word:
            self.fail("more heights than points" + where, end)
        return heights, segments

    def _height(self, value, where, at):
        """Decimetres of a number of units."""
        if not LOWEST <= value <= HIGHEST:
            self.fail("a height that is not on earth" + where, at)
        return value * UNIT

    def _profile(self, along, begin, finish, bits, rest_width, where, end):
        """The heights at points at these distances, between those of the ends."""
        heights = [begin] + [0] * (len(along) - 2) + [finish]

        def line(point, first, last):
            length = along[last] - along[first]
            if not length > 0:
                return float(heights[first])
            return heights[first] + (heights[last] - heights[first]) * (along[point] - along[first]) / length

        stretches = [(0, len(along) - 1)]
        while stretches:
            first, last = stretches.pop()
            if last - first < 2:
                continue
            if not self._number(bits, 1, where, end):
                for point in range(first + 1, last):
                    heights[point] = math.floor(line(point, first, last) + 0.5)
                continue
            upper = 0
            while self._number(bits, 1, where, end):
                upper += 1
            folded = upper << rest_width | self._number(bits, rest_width, where, end)
            middle = (first + last) // 2
            height = math.floor(line(middle, first, last) / UNIT + 0.5) + (folded >> 1 ^ -(folded & 1))
            heights[middle] = self._height(height, where, end)
            stretches += [(middle, last), (first, middle)]
        return heights

    def _number(self, bits, width, where, end):
        if bits.count < width:
            self.fail("fewer heights than points" + where, end)
        return bits.take(width)

    def check_crossings(self, tile):
        """The junctions at crossings have one height in both tiles."""
        heights, _ = self.of_tile(tile)
        for x, (number, junction) in enumerate(zip(tile["crossing tile"], tile["crossing junction"])):
            if heights[tile.N + x] != self.of_tile(self.file.tile(number))[0][junction]:
                self.fail("tiles %d and %d have different heights of a junction" % (tile.number, number))


def shape(tile, segment):
    """The points of an own segment, with the far ends of crossings as the tile has them."""
    def end(junction):
        kind, row = ("junction", junction) if junction < tile.N else ("crossing", junction - tile.N)
        return tile[kind + " latitude"][row], tile[kind + " longitude"][row]

    first, last = end(tile["segment from"][segment]), end(tile["segment to"][segment])
    numbers = [*first, *tile.inner_points(segment, *first), *last]
    return list(zip(numbers[::2], numbers[1::2]))


def distances(points, factor):
    """From the first point of a shape to each of its points, in 1e-7 degrees of latitude."""
    along = [0.0]
    for (latitude, longitude), (north, east) in zip(points, points[1:]):
        y, x = float(north - latitude), east - longitude
        x += 3600000000 * ((x < -1800000000) - (x > 1800000000))
        x = float(x) * float(factor) / 65536
        along.append(along[-1] + math.sqrt(y * y + x * x))
    return along


class Bits:
    """Numbers of some bits each, from the lowest bit of the first byte on."""

    def __init__(self, data):
        self.word = int.from_bytes(data, "little")
        self.count = 8 * len(data)

    def take(self, width):
        self.count -= width
        value = self.word & (1 << width) - 1
        self.word >>= width
        return value
