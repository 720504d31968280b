"""The OSM nodes of shapes (section 5)."""

import struct

from .basics import NavError, numbers, varints

HEAD_LAYOUT = struct.Struct("<II")


class NodeIds:
    """The nodes of the inner points of own segments; those of a tile are checked when they are first asked for."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        self.data = file.checked(section.id)
        tiles = file.header.tiles
        start = HEAD_LAYOUT.size + 8 * (tiles + 1)
        if len(self.data) < start:
            self.fail("%d bytes are too few for %d tiles" % (len(self.data), tiles))
        count, reserved = HEAD_LAYOUT.unpack_from(self.data, 0)
        if (count, reserved) != (tiles, 0):
            self.fail("%d tiles instead of %d, or reserved bytes that are not zero" % (count, tiles))
        self.offsets = numbers("Q", self.data[HEAD_LAYOUT.size:start]).tolist()
        if self.offsets[0] != start or self.offsets[-1] != len(self.data) or self.offsets != sorted(self.offsets):
            self.fail("the parts of the tiles do not fill the section", HEAD_LAYOUT.size)
        self._tiles = {}

    def fail(self, what, offset=0):
        raise NavError("%s, node ids, at byte %d" % (what, self.section.offset + offset))

    def of_segment(self, tile, segment):
        """The nodes of the inner points of an own segment of a tile."""
        first, ids = self.of_tile(tile)
        return ids[first[segment]:first[segment + 1]]

    def of_tile(self, tile):
        """Where the nodes of each own segment of a tile begin in the list of all of them, and the list."""
        if tile.number not in self._tiles:
            self._tiles[tile.number] = self._read(tile)
        return self._tiles[tile.number]

    def _read(self, tile):
        start, end = self.offsets[tile.number:tile.number + 2]
        try:
            differences = varints(self.data[start:end])
        except ValueError as error:
            self.fail("%s in the part of tile %d" % (error, tile.number), start)
        first = [0]
        for segment in range(tile.S):
            first.append(first[-1] + tile.inner_point_count(segment))
        if first[-1] != len(differences):
            self.fail("%d ids for the %d points of tile %d" % (len(differences), first[-1], tile.number), start)
        ids, last = [], 0
        for folded in differences:
            last = wrapped(last + (folded >> 1 ^ -(folded & 1)))
            ids.append(last)
        return first, ids


def wrapped(value):
    """A number as the i64 that has the same lower 64 bits."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)
