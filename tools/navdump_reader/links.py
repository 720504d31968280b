"""What a tile says about other tiles: far junctions, ids of edges in the file (sections 6.1 and 6.2)."""

from .tile import NONE


class Links:
    """A tile together with its neighbours. Making one checks that every number of the crossings and via edges that
    points into another tile points inside it, which touches those tiles."""

    def __init__(self, file, tile):
        self.file, self.tile = file, tile
        tile_count = len(file.directory)
        self.others = []
        rows = zip(tile["crossing segment"], tile["crossing tile"], tile["crossing junction"], tile["crossing there"])
        for row, (segment, number, junction, there) in enumerate(rows):
            if number >= tile_count or number == tile.number:
                tile.fail("%d is not another tile" % number, ("crossing tile", row))
            # A segment belongs to the lower of its two tiles; the edge ids depend on it.
            if (segment < tile.S) != (tile.number < number):
                tile.fail("the segment of the crossing belongs to the wrong tile", ("crossing tile", row))
            other = file.tile(number)
            if junction >= other.N:
                tile.fail("%d is not below %d" % (junction, other.N), ("crossing junction", row))
            low, high = (other.S, other.T) if segment < tile.S else (0, other.S)
            if not low <= there < high:
                tile.fail("%d is not %d to %d" % (there, low, high - 1), ("crossing there", row))
            self.others.append(other)
        for row, (base, there) in enumerate(zip(tile["via base"], tile["via there"])):
            crossing = tile.crossing_of.get(base >> 1)
            if crossing is None:
                if there != NONE:
                    tile.fail("%d for a via edge on a segment that is no crossing" % there, ("via there", row))
                continue
            other = self.others[crossing]
            low, high = (other.VO, other.V) if row < tile.VO else (0, other.VO)
            if not low <= there < high:
                tile.fail("%d is not %d to %d" % (there, low, high - 1), ("via there", row))

    def coordinate(self, junction):
        """The coordinate of a local junction. That of a far one comes from the tile that it belongs to, not from the copy
        in the crossing columns, so that --verify can compare the two."""
        tile = self.tile
        if junction >= tile.N:
            row = junction - tile.N
            tile, junction = self.others[row], tile["crossing junction"][row]
        return tile["junction latitude"][junction], tile["junction longitude"][junction]

    def shape(self, segment):
        """All points of a segment: latitude, longitude, latitude, …"""
        first = self.coordinate(self.tile["segment from"][segment])
        last = self.coordinate(self.tile["segment to"][segment])
        return [*first, *self.tile.inner_points(segment, *first), *last]

    def home(self, segment):
        """The tile that a segment belongs to, and its number there."""
        tile = self.tile
        if segment < tile.S:
            return tile, segment
        row = tile.crossing_of[segment]
        return self.others[row], tile["crossing there"][row]

    def edge_of_segment(self, segment):
        """The id in the file of the forward edge of a segment."""
        tile, number = self.home(segment)
        return tile.entry.first_edge + 2 * number

    def edge_of_via(self, via):
        """The id in the file of a via edge."""
        tile = self.tile
        if via < tile.VO:
            return tile.entry.first_edge + 2 * tile.S + via
        other = self.others[tile.crossing_of[tile["via base"][via] >> 1]]
        return other.entry.first_edge + 2 * other.S + tile["via there"][via]
