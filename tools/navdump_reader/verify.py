"""Checks all that the format promises and a reader need not check to be safe: order, mutual links, boxes, names."""

from . import conditions
from .basics import NavError, box_of, check_tree, contains
from .container import HEADER_LENGTH, METRICS, NAMES, RESTRICTIONS, SECTION_LAYOUT, TILES
from .hierarchy import NONE as NO_NODE
from .hierarchy import check_metric
from .links import Links
from .restrictions import check as check_restrictions
from .tile import NONE

JUNCTION_HAS_TURNS = 1 << 7
WORLD = (-900_000_000, -1_800_000_000, 900_000_000, 1_800_000_000)


def verify(file, tiles):
    """Checks the file, and of its tiles those with these numbers. Raises NavError for the first thing that is wrong."""
    for section in file.sections:
        file.check_section(section)
    _check_gaps(file)
    file.provenance()
    trip = file.trip()
    if trip and not all(contains(WORLD, (*point, *point)) for point in trip):
        raise NavError("the sample trip is outside the world")
    boxes = [entry.box for entry in file.directory]
    for number, box in enumerate(boxes):
        if not contains(file.header.box, box):
            raise NavError("the box in the header does not hold the box of tile %d, at byte 64" % number)
    if not boxes and any(file.header.box):
        raise NavError("the box of a map without roads is not zero, at byte 64")

    def fail(what):
        raise NavError(what + ", tile index")
    check_tree(file.index_boxes, [boxes[number] for number in file.index], fail)

    hierarchy = file.hierarchy()
    for number in METRICS:
        if number in file.by_id:
            check_metric(file, file.by_id[number], hierarchy)
    if RESTRICTIONS in file.by_id:
        check_restrictions(file, file.by_id[RESTRICTIONS])
    named = set()
    names = _Names(file)
    for number in tiles:
        check = _TileCheck(file, number, names)
        check.run()
        named |= check.nodes
    if hierarchy and len(tiles) == file.header.tiles:
        hierarchy.check_complete(named)


def _check_gaps(file):
    """Bytes between the sections and between the tiles are zero."""
    table_end = HEADER_LENGTH + len(file.sections) * SECTION_LAYOUT.size
    _check_zeros(file, table_end, file.sections, file.header.length)
    tiles = file.by_id[TILES]
    _check_zeros(file, tiles.offset, file.directory, tiles.offset + tiles.length)


def _check_zeros(file, end, parts, last):
    for start, length in [(part.offset, part.length) for part in parts] + [(last, 0)]:
        gap = bytes(file.data[end:start])
        if gap.count(0) != len(gap):
            raise NavError("padding is not zero, at byte %d" % (end + len(gap) - len(gap.lstrip(b"\0"))))
        end = start + length


class _Names:
    """Checks each name once, at the first offset that refers to it."""

    def __init__(self, file):
        self.file = file
        self.start = file.by_id[NAMES].offset
        self.seen = {0}
        self.texts = {}
        file.name_bytes(0)  # checks the beginning of the section

    def check(self, offset):
        if offset in self.seen:
            return None
        name = self.file.name_bytes(offset)
        if name is None:
            return "a name is not inside its section"
        try:
            name.decode("utf-8")
        except UnicodeDecodeError:
            return "the name at byte %d is not valid UTF-8" % (self.start + offset)
        if name in self.texts:
            return "the name at byte %d is also at byte %d" % (self.start + offset, self.start + self.texts[name])
        self.seen.add(offset)
        self.texts[name] = offset
        return None


class _TileCheck:
    def __init__(self, file, number, names):
        self.file, self.names = file, names
        self.tile = file.tile(number)
        self.links = Links(file, self.tile)
        self.nodes = set()  # that the tile names as its own

    def run(self):
        self.check_junctions()
        self.check_segments()
        self.check_ways()
        self.check_crossings()
        self.check_via_edges()
        self.check_turns()
        self.check_country()
        self.check_conditions()
        self.check_cells()
        if self.file.node_ids():
            self.file.node_ids().of_tile(self.tile)

    def check_junctions(self):
        tile = self.tile
        for n, at in enumerate(zip(tile["junction latitude"], tile["junction longitude"])):
            if not contains(WORLD, (*at, *at)):
                tile.fail("a junction outside the world", ("junction latitude", n))
            if not contains(tile.entry.box, (*at, *at)):
                tile.fail("a junction outside the tile's box", ("junction latitude", n))
        # Every local edge is in the list of the own junction where it begins, and nowhere else. Going through the edges in
        # order makes each list ascend.
        expected = [[] for _ in range(tile.N)]
        for edge in range(2 * tile.T):
            junction = tile.begin(edge)
            if junction < tile.N:
                expected[junction].append(edge)
        first, out = tile["junction first out"], tile["out"]
        for n, edges in enumerate(expected):
            found = out[first[n]:first[n + 1]].tolist()
            if found != edges:
                tile.fail("edges %s leave junction %d, the segments say %s" % (found, n, edges), ("out", first[n]))

    def check_segments(self):
        tile = self.tile
        boxes = []
        for s in range(tile.T):
            shape = self.links.shape(s)
            box = box_of(shape[0::2], shape[1::2])
            if not contains(WORLD, box):
                tile.fail("a shape outside the world", ("segment shape", s))
            if s < tile.S:
                if not contains(tile.entry.box, box):
                    tile.fail("a shape outside the tile's box", ("segment shape", s))
                boxes.append(box)
        check_tree(tile["boxes"], boxes, lambda what: tile.fail(what, tile.places["boxes"][0]))

    def check_ways(self):
        tile = self.tile
        for column in ("way name", "way ref"):
            for row in range(tile.W):
                wrong = self.names.check(tile.name_offset(column, row))
                if wrong:
                    tile.fail(wrong, (column, row))

    def check_crossings(self):
        tile = self.tile
        rows = zip(tile["crossing segment"], tile["crossing junction"], tile["crossing there"], self.links.others)
        for row, (segment, junction, there, other) in enumerate(rows):
            back = other.crossing_of.get(there)
            if back is None:
                tile.fail("segment %d of tile %d is no crossing" % (there, other.number), ("crossing there", row))
            place = tile["crossing latitude"][row], tile["crossing longitude"][row]
            if place != self.links.coordinate(tile.N + row):
                tile.fail("not the place that the junction has in tile %d" % other.number, ("crossing latitude", row))
            begin, end = tile["segment from"][segment], tile["segment to"][segment]
            # In the other tile the end that is near here is far, and the far one near; the direction is the same.
            expected = (tile.number, min(begin, end), segment,
                        *((other.N + back, junction) if begin < tile.N else (junction, other.N + back)))
            found = (other["crossing tile"][back], other["crossing junction"][back], other["crossing there"][back],
                     other["segment from"][there], other["segment to"][there])
            if found != expected:
                tile.fail("the crossing of tile %d does not point back" % other.number, ("crossing there", row))
            if segment >= tile.S:
                for what, mine, theirs in zip(_CONTENT, _content(tile, segment), _content(other, there)):
                    if mine != theirs:
                        tile.fail("the copy of segment %d of tile %d has another %s" % (there, other.number, what),
                                  ("segment from", segment))

    def check_via_edges(self):
        tile = self.tile
        for row, (base, there) in enumerate(zip(tile["via base"], tile["via there"])):
            if there == NONE:
                continue
            crossing = tile.crossing_of[base >> 1]
            other = self.links.others[crossing]
            expected = (2 * tile["crossing there"][crossing] + (base & 1), row)
            if (other["via base"][there], other["via there"][there]) != expected:
                tile.fail("the via edge of tile %d does not point back" % other.number, ("via there", row))

    def check_turns(self):
        tile = self.tile
        before, at = None, set()
        for row, pair in enumerate(zip(tile["turn from"], tile["turn to"])):
            if before is not None and pair <= before:
                tile.fail("the rows do not ascend", ("turn from", row))
            before = pair
            junction = tile.end(pair[0])
            if junction >= tile.N or junction != tile.begin(pair[1]):
                tile.fail("edges %d and %d do not meet at an own junction" % pair, ("turn from", row))
            at.add(junction)
            enter = tile["turn enter"][row]
            if enter != NONE and tile["via base"][enter] != pair[1]:
                tile.fail("via edge %d is not one of edge %d" % (enter, pair[1]), ("turn enter", row))
        self.check_flag("junction flags", JUNCTION_HAS_TURNS, at, "turn rows")

    def check_country(self):
        if self.tile.country and self.tile.country == self.file.header.country:
            self.tile.fail("the country is that of the header, and not left out", 58)

    def check_conditions(self):
        """Each is there once and named by a rule, and its words are text."""
        tile = self.tile
        named, seen = {rule.condition for rule in tile.rules()}, {}
        for row in range(tile.C):
            data = tile.condition_bytes(row)
            if row not in named:
                tile.fail("a condition that no rule names", ("condition offset", row))
            if data in seen:
                tile.fail("the condition is also in row %d" % seen[data], ("condition offset", row))
            seen[data] = row
            for text in conditions.words(data):
                try:
                    text.decode("utf-8")
                except UnicodeDecodeError:
                    tile.fail("words that are not valid UTF-8", ("condition offset", row))

    def check_cells(self):
        """Cells with directed edges in them, and directed edges outside, are nodes that say the same."""
        tile, hierarchy = self.tile, self.file.hierarchy()
        if hierarchy is None:
            if tile.D:
                tile.fail("cells in a file without a hierarchy", 88)
            return
        hierarchy.check_tile(tile)
        first = tile["cell first segment"]
        for cell, node in enumerate(tile["cell node"]):
            if (node == NO_NODE) != (first[cell] == first[cell + 1]):
                tile.fail("cells are nodes when they have edges", ("cell node", cell))
            self.nodes.add(node)
        bases = [(edge, self.links.edge_of_segment(edge >> 1) + (edge & 1)) for edge in range(2 * tile.SC, 2 * tile.T)]
        vias = [(2 * tile.T + via, self.links.edge_of_via(via)) for via in range(tile.VC, tile.V)]
        for row, (local, edge) in enumerate(bases + vias):
            node, head = tile["top node"][row], tile.end(local)
            behind = tile["cell node"][tile.cell_of("junction", head)] if head < tile.N else None
            hierarchy.check_edge(tile, row, node, edge, behind)
            if node == NO_NODE:
                tile.fail("an edge outside cells that is no node", ("top node", row))
            if local < 2 * tile.S or 0 <= local - 2 * tile.T < tile.VO:
                self.nodes.add(node)
        self.nodes.discard(NO_NODE)

    def check_flag(self, column, bit, expected, what):
        for row, flags in enumerate(self.tile[column]):
            if bool(flags & bit) != (row in expected):
                self.tile.fail("the flag of %s is wrong" % what, (column, row))


_CONTENT = ("length", "flags", "bearing", "bearing", "reach", "shape", "way", "name", "ref", "attributes", "rules")


def _content(tile, segment):
    """What a segment and its copy have in common: everything but numbers of the tile."""
    way = tile["segment way"][segment]
    return (tile["segment length"][segment], tile["segment flags"][segment], tile["segment bearing from"][segment],
            tile["segment bearing to"][segment], tile.reach(segment), tile.shape_bytes(segment),
            tile.way_osm(way), tile.name_offset("way name", way), tile.name_offset("way ref", way),
            tile.attributes(tile["way attributes"][way]), tile.segment_rules(segment))
