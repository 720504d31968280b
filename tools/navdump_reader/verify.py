"""Checks all that the format promises and a reader need not check to be safe: order, mutual links, boxes, names."""

from . import conditions, shapes, words
from .basics import NavError, box_of, check_tree, contains, union
from .container import HEADER_LENGTH, NAMES, RESTRICTIONS, SECTION_LAYOUT, TILES
from .hierarchy import NONE as NO_NODE
from .hierarchy import check_metric
from .links import Links
from .restrictions import Restrictions
from .tile import NONE
from .turns import Turns

JUNCTION_HAS_TURNS = 1 << 7
WORLD = (-900_000_000, -1_800_000_000, 900_000_000, 1_800_000_000)


def verify(file, tiles):
    """Checks the file, and of its tiles those with these numbers. Raises NavError for the first thing that is wrong."""
    for section in file.sections:
        file.check_section(section)
    _check_gaps(file)
    file.provenance()
    file.time_zones()
    file.places()
    file.stations()
    trip = file.trip()
    if trip and not all(contains(WORLD, (*point, *point)) for point in trip):
        raise NavError("the sample trip is outside the world")
    boxes = [entry.box for entry in file.directory]
    if file.header.box != (union(boxes) if boxes else (0, 0, 0, 0)):
        raise NavError("the box in the header is not that of the tiles, at byte 64")

    def fail(what):
        raise NavError(what + ", tile index")
    check_tree(file.index_boxes, [boxes[number] for number in file.index], fail)

    hierarchy = file.hierarchy()
    for section in file.metrics:
        check_metric(file, section, hierarchy)
    listed = Restrictions(file, file.by_id[RESTRICTIONS]) if RESTRICTIONS in file.by_id else None
    turns = Turns(file, hierarchy) if hierarchy else None
    named = set()
    names = _Names(file)
    for number in tiles:
        check = _TileCheck(file, number, names)
        check.run()
        named |= check.nodes
        if listed:
            listed.check_tile(check.tile, check.links)
        if turns:
            turns.check_tile(check.tile)
    if len(tiles) < file.header.tiles:
        return
    if hierarchy:
        hierarchy.check_complete(named)
        turns.check_metrics()
    if listed:
        listed.check_complete()


def _check_gaps(file):
    """Between the sections and between the tiles lies what aligns them, and nothing behind the last. Between the section
    table and the first section may be more."""
    table_end = HEADER_LENGTH + len(file.sections) * SECTION_LAYOUT.size
    end = _check_zeros(file, table_end, file.sections, False)
    if end != file.header.length:
        raise NavError("bytes follow the last section, at byte %d" % end)
    tiles = file.by_id[TILES]
    end = _check_zeros(file, tiles.offset, file.directory, True)
    if end != tiles.offset + tiles.length:
        raise NavError("bytes follow the last tile, at byte %d" % end)
    if file.directory and file.directory[0].offset != tiles.offset:
        raise NavError("the section of tiles does not begin with the first, at byte %d" % tiles.offset)


def _check_zeros(file, end, parts, is_padding):
    for part in parts:
        gap = bytes(file.data[end:part.offset])
        if gap.count(0) != len(gap):
            raise NavError("padding is not zero, at byte %d" % (end + len(gap) - len(gap.lstrip(b"\0"))))
        if is_padding and len(gap) > 15:
            raise NavError("more padding than needed, at byte %d" % end)
        end, is_padding = part.offset + part.length, True
    return end


class _Names:
    """Checks each name once, at the first offset that refers to it."""

    def __init__(self, file):
        self.file = file
        self.start = file.by_id[NAMES].offset
        self.seen = {0}
        self.texts = {}
        self.languages = len(file.languages())
        file.name_bytes(0)  # checks the beginning of the section

    def check(self, offset):
        if offset in self.seen:
            return None
        name = self.file.name_bytes(offset)
        if name is None:
            return "a name is not inside its section"
        if not name:
            return "the name at byte %d is empty" % (self.start + offset)
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
        self.check_padding()
        self.check_junctions()
        self.check_segments()
        self.check_ways()
        self.check_words()
        self.check_crossings()
        self.check_via_edges()
        self.check_turns()
        self.check_country()
        self.check_conditions()
        self.check_cells()
        if self.file.node_ids():
            self.file.node_ids().of_tile(self.tile)
        if self.file.elevation():
            self.file.elevation().check_crossings(self.tile)

    def check_padding(self):
        """Bits left in the last byte of a table are zero."""
        tile = self.tile
        for table in tile.listed:
            bits = table.rows * table.stride
            end = table.start + bits // 8
            if bits % 8 and tile.data[end] >> bits % 8:
                tile.fail("bits behind the last row of table %d are not zero" % table.id, end)

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
                boxes.append(box)
            wrong = shapes.flaw(shape, tile["segment length"][s], tile["segment bearing from"][s],
                                tile["segment bearing to"][s])
            if wrong:
                tile.fail(wrong, ("segment shape", s))
        junctions = [(*at, *at) for at in zip(tile["junction latitude"], tile["junction longitude"])]
        if union(boxes + junctions) != tile.entry.box:
            tile.fail("the box in the directory is not that of junctions and own segments", 104)
        if tuple(tile.base) != tile.entry.box[:2]:
            tile.fail("the bases are not the least that own segments and junctions touch", 104)
        check_tree(tile["boxes"], boxes, lambda what: tile.fail(what, tile.places["boxes"][0]), self.rounded)

    def rounded(self, box):
        """A box of segments as it is stored, on the grid of the tile."""
        (south, west), shift = self.tile.base, self.tile.box_shift
        return (south + (box[0] - south >> shift << shift), west + (box[1] - west >> shift << shift),
                south + (-(south - box[2] >> shift) << shift), west + (-(west - box[3] >> shift) << shift))

    def check_ways(self):
        tile = self.tile
        if self.file.header.minor == 0:  # a later one may give them a meaning
            for column, most in (("track grade", 5), ("smoothness", 8)):
                for row, value in enumerate(tile[column]):
                    if value > most:
                        tile.fail("%d has no meaning" % value, (column, row))
        for column in ("way name", "way ref"):
            for row in range(tile.W):
                wrong = self.names.check(tile.name_offset(column, row))
                if wrong:
                    tile.fail(wrong, (column, row))

    def check_words(self):
        """Every word has a text in the form of its kind."""
        tile = self.tile
        for kinds, texts in (("word kind", "word text"), ("junction word kind", "junction word text")):
            for row, (kind, offset) in enumerate(zip(tile[kinds], tile[texts])):
                wrong = "a word without a text" if not offset else self.names.check(offset)
                if not wrong:
                    text = self.file.name_bytes(offset).decode("utf-8")
                    wrong = words.flaw(kind, text, self.names.languages)
                if wrong:
                    tile.fail(wrong, (texts, row))

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
            self.tile.fail("the country is that of the header, and not left out", 28)

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
                tile.fail("cells in a file without a hierarchy", 12)
            return
        hierarchy.check_tile(tile)
        if not tile.D:
            tile.fail("no cells in a file with a hierarchy", 12)
        first = tile["cell first segment"]
        cell_nodes, top_nodes = hierarchy.nodes_of(tile)
        for cell, node in enumerate(cell_nodes):
            if (node == NO_NODE) != (first[cell] == first[cell + 1]):
                tile.fail("cells are nodes when they have edges", ("cell first segment", cell))
            self.nodes.add(node)
        bases = [(edge, self.links.edge_of_segment(edge >> 1) + (edge & 1)) for edge in range(2 * tile.SC, 2 * tile.T)]
        vias = [(2 * tile.T + via, self.links.edge_of_via(via)) for via in range(tile.VC, tile.V)]
        for row, (local, edge) in enumerate(bases + vias):
            node, head = top_nodes[row], tile.end(local)
            behind = cell_nodes[tile.cell_of("junction", head)] if head < tile.N else None
            hierarchy.check_edge(tile, node, edge, behind)
            if node == NO_NODE:
                tile.fail("edge %d outside cells is no node" % local)
            if local < 2 * tile.S or 0 <= local - 2 * tile.T < tile.VO:
                self.nodes.add(node)
        self.nodes.discard(NO_NODE)

    def check_flag(self, column, bit, expected, what):
        for row, flags in enumerate(self.tile[column]):
            if bool(flags & bit) != (row in expected):
                self.tile.fail("the flag of %s is wrong" % what, (column, row))


_CONTENT = ("length", "flags", "bearing", "bearing", "reach", "shape", "way", "name", "ref", "attributes", "rules",
            "words", "approaches")


def _content(tile, segment):
    """What a segment and its copy have in common: everything but numbers of the tile."""
    way = tile["segment way"][segment]
    return (tile["segment length"][segment], tile["segment flags"][segment], tile["segment bearing from"][segment],
            tile["segment bearing to"][segment], tile.reach(segment), tile.shape_bytes(segment),
            tile.way_osm(way), tile.name_offset("way name", way), tile.name_offset("way ref", way),
            tile.attributes(tile["way attributes"][way]), tile.segment_rules(segment),
            tile.way_words(way), tile.segment_approaches(segment))
