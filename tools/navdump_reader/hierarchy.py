"""The hierarchy and its metrics (section 9): their columns, what they promise, and that tiles and nodes name each other."""

import bisect
import struct

from .basics import NavError, numbers, packed

NONE = 0xFFFFFFFF
CELL = 1 << 31
UNREACHABLE = (1 << 30) - 1
HEADER_LAYOUT = struct.Struct("<8I")
METRIC_LAYOUT = struct.Struct("<6I")
COSTING = 1
# Name, type and number of rows of each column, in the order of the section.
COLUMNS = (
    ("tile cells", "I", "m+1"), ("first", "I", "n+1"), ("starts", "I", "n"), ("lists", "I", "p"), ("sizes", "I", "n"),
    ("cells", "I", "n"), ("contents", "I", "n"), ("up masks", "Q", "w"), ("up counts", "I", "w"),
    ("down masks", "Q", "w"), ("down counts", "I", "w"), ("tile nodes", "I", "m+1"),
)
WIDTHS = {"I": 4, "Q": 8}
SLACK = 8  # zero bytes behind the nodes that tiles name


class Hierarchy:
    """The checked hierarchy of a file. `hierarchy["lists"]` is a column: an array of numbers."""

    def __init__(self, file, section):
        self.file, self.section = file, section
        data = file.checked(section.id)
        if len(data) < HEADER_LAYOUT.size:
            self.fail("%d bytes are too few" % len(data))
        self.n, self.a, self.p, self.u, self.d, self.c, self.q, width = HEADER_LAYOUT.unpack_from(data, 0)
        if width > 32:
            self.fail("nodes of %d bits" % width)
        counts = {"m+1": file.header.tiles + 1, "n": self.n, "n+1": self.n + 1, "p": self.p, "w": (self.a + 63) // 64}
        self._columns, end = {}, HEADER_LAYOUT.size
        for name, kind, rows in COLUMNS:
            start = (end + 7) // 8 * 8
            end = start + counts[rows] * WIDTHS[kind]
            self._columns[name] = numbers(kind, data[start:end])
            if len(self._columns[name]) != counts[rows]:
                self.fail("it ends in column '%s'" % name)
        start = (end + 7) // 8 * 8
        end = start + (self.q * width + 7) // 8
        if end + SLACK != len(data):
            self.fail("the columns end at %d, the section at %d" % (end + SLACK, len(data)))
        # One more than the node, 0 for none.
        self._columns["nodes"] = [(node - 1) % (1 << 32) for node in packed(data[start:end], 0, width, width, self.q)]
        if any(data[end:]) or self.q * width % 8 and data[end - 1] >> self.q * width % 8:
            self.fail("bits behind the nodes of the tiles are not zero")
        self._check_numbers()
        self._check_lists()
        self._check_tree()
        self.ways = {name: self._check_masks(name, count) for name, count in (("up", self.u), ("down", self.d))}

    def __getitem__(self, name):
        return self._columns[name]

    def fail(self, what):
        raise NavError("%s, hierarchy, at byte %d" % (what, self.section.offset))

    def arcs(self, node):
        return range(self["first"][node], self["first"][node + 1])

    def arc(self, low, high):
        """The arc from a node to a higher one; None where there is none."""
        start, end = self["first"][low], self["first"][low + 1]
        if start == end:
            return None
        at = self["starts"][low]
        place = bisect.bisect_left(self["lists"], high, at, at + end - start)
        return start + place - at if place < at + end - start and self["lists"][place] == high else None

    def way(self, name, arc):
        """The number of the way *up* or *down* along an arc; None where there is none."""
        mask = self[name + " masks"][arc // 64]
        if not mask >> arc % 64 & 1:
            return None
        return self[name + " counts"][arc // 64] + bin(mask & (1 << arc % 64) - 1).count("1")

    def list_of(self, node):
        count = len(self.arcs(node))
        start = self["starts"][node] if count else 0
        return self["lists"][start:start + count].tolist()

    def content(self, node):
        """("cell", number) or ("edge", id)."""
        content = self["contents"][node]
        return ("cell", content & ~CELL) if content & CELL else ("edge", content)

    # Checks of section 9.2

    def _check_numbers(self):
        for name, last in (("tile cells", self.c), ("first", self.a), ("tile nodes", self.q)):
            column = self[name].tolist()
            if column != sorted(column) or column[0] != 0 or column[-1] != last:
                self.fail("column '%s' does not ascend from 0 to %d" % (name, last))
        bounds = {"cell": self.c, "edge": self.file.header.edge_end}
        seen = set()
        for node in range(self.n):
            kind, number = self.content(node)
            if number >= bounds[kind]:
                self.fail("node %d is %s %d, which is not there" % (node, kind, number))
            if (kind, number) in seen:
                self.fail("%s %d is two nodes" % (kind, number))
            seen.add((kind, number))
        for node, cell in enumerate(self["cells"]):
            if cell != NONE and (cell >= self.n or self.content(cell)[0] != "cell" or self.content(node)[0] == "cell"):
                self.fail("the cell behind node %d is none" % node)

    def _check_lists(self):
        for node in range(self.n):
            heads = self.list_of(node)
            if len(heads) != len(self.arcs(node)):
                self.fail("the list of node %d is not among the lists" % node)
            if any(low >= high for low, high in zip([node, *heads], heads)):
                self.fail("the list of node %d does not ascend from above it" % node)
            if heads and heads[-1] >= self.n:
                self.fail("the list of node %d names a node that is not there" % node)
        for node in range(self.n):
            heads = self.list_of(node)
            if heads and not set(heads[1:]) <= set(self.list_of(heads[0])):
                self.fail("the list of node %d is not among its parent's" % node)

    def _check_tree(self):
        open_nodes = []
        for node in range(self.n):
            size = 1
            while open_nodes and self.list_of(open_nodes[-1])[:1] == [node]:
                size += self["sizes"][open_nodes.pop()]
            if size != self["sizes"][node]:
                self.fail("the subtree of node %d has %d nodes, not %d" % (node, size, self["sizes"][node]))
            open_nodes.append(node)
        for node in open_nodes:
            if self.list_of(node):
                self.fail("the parent of node %d is not behind its subtree" % node)

    def _check_masks(self, name, total):
        """Which arcs have a way, as a string of bits, arc 0 first."""
        count, bits = 0, []
        for word, (mask, before) in enumerate(zip(self[name + " masks"], self[name + " counts"])):
            if before != count:
                self.fail("%s count %d is %d, not %d" % (name, word, before, count))
            text = format(mask, "064b")[::-1]
            count += text.count("1")
            bits.append(text)
        bits = "".join(bits)
        if count != total:
            self.fail("%d ways %s, the header says %d" % (count, name, total))
        if "1" in bits[self.a:]:
            self.fail("bits behind the last arc are not zero")
        for node in range(self.n):
            arcs = self.arcs(node)
            if self.content(node)[0] == "cell" and "1" in bits[arcs.start:arcs.stop]:
                self.fail("an arc of the cell at node %d has a way" % node)
        return bits[:self.a]

    # Tiles

    def nodes_of(self, tile):
        """The nodes of a tile's cells, and those of its cut edges."""
        start, end = self["tile nodes"][tile.number:tile.number + 2]
        if end - start != tile.D + (tile.cut_edges if tile.D else 0):
            tile.fail("the hierarchy names %d nodes of it" % (end - start), 12)
        nodes = self["nodes"][start:end]
        return nodes[:tile.D], nodes[tile.D:]

    def check_tile(self, tile):
        """Cells and edges of a tile name their nodes, and these name them."""
        first = self["tile cells"][tile.number]
        if tile.D != self["tile cells"][tile.number + 1] - first:
            tile.fail("not as many cells as the hierarchy says", 12)
        for cell, node in enumerate(self.nodes_of(tile)[0]):
            self._check_node(tile, node, ("cell", first + cell))

    def check_edge(self, tile, node, edge, head_cell):
        """`head_cell` is the node of the cell where the edge ends, None where that lies in another tile."""
        self._check_node(tile, node, ("edge", edge))
        if node != NONE and head_cell is not None and self["cells"][node] != head_cell:
            tile.fail("node %d has another cell behind it" % node)

    def _check_node(self, tile, node, content):
        if node == NONE:
            return
        if node >= self.n or self.content(node) != content:
            tile.fail("node %d is not %s %d" % (node, *content))

    def check_complete(self, named):
        """`named` are the nodes that tiles name as theirs."""
        if named != set(range(self.n)):
            self.fail("nodes that no tile names")


def check_metric(file, section, hierarchy):
    """Checks a metric's section; gives nothing."""
    def fail(what):
        raise NavError("%s, metric %d, at byte %d" % (what, section.key, section.offset))
    file.check_section(section)
    data = file.bytes_of(section)
    if hierarchy is None:
        fail("no hierarchy")
    if len(data) < METRIC_LAYOUT.size:
        fail("%d bytes are too few" % len(data))
    up, down, check, costing, width, reserved = METRIC_LAYOUT.unpack_from(data, 0)
    if (up, down, check) != (hierarchy.u, hierarchy.d, hierarchy.section.check):
        fail("it belongs to another hierarchy")
    if width not in (3, 4) or reserved != 0:
        fail("costs of %d bytes" % width)
    if len(data) != METRIC_LAYOUT.size + width * (up + down):
        fail("%d bytes do not fit the hierarchy" % len(data))
    if width == 4 and costing == COSTING and max(numbers("I", data[METRIC_LAYOUT.size:]), default=0) > UNREACHABLE:
        fail("a cost is too great")
    if costing == COSTING and 0 in costs(file, section, up, down):
        fail("a way that costs nothing")


def costs(file, section, up, down):
    """The costs of a metric that fits the hierarchy: those of the ways up, then of those down; UNREACHABLE for none."""
    data = file.bytes_of(section)[METRIC_LAYOUT.size:]
    if len(data) == 4 * (up + down):
        return numbers("I", data).tolist()
    lows = numbers("H", data[:2 * (up + down)])
    found = [low | high << 16 for low, high in zip(lows, data[2 * (up + down):])]
    return [UNREACHABLE if cost == 0xFFFFFF else cost for cost in found]


def costing_of(file, section):
    """The number of a metric's cost function."""
    return METRIC_LAYOUT.unpack_from(file.bytes_of(section), 0)[3]
