"""The turns that the hierarchy must have (section 9.1), and what metrics must say of them (section 9.3)."""

from . import rules
from .basics import NavError
from .hierarchy import COSTING, UNREACHABLE, costing_of, costs
from .tile import BARRIER, HAS_RULES, NONE

OPEN = (1, 2, 3, 9, 10)
USABLE = OPEN + (4, 5, 6)
HAS_TURNS = 1 << 7
LONGEST = 10_000_000  # centimetres: the cost of a road up to this length is below the greatest at any speed
AVOIDED = ~0xFF  # the bits of a metric's key for what is kept away from
MODE = 0xFF


class Turns:
    """Checks that the hierarchy has the turns of the tiles, and notes those that are ways along arcs and open to some
    modes at any time, whatever the vehicle."""

    def __init__(self, file, hierarchy):
        self.file, self.hierarchy = file, hierarchy
        self.modes = 0
        for section in file.metrics:
            self.modes |= 1 << (section.key & MODE)
        self.certain = {}  # the modes of a way, known by its direction and its number

    # Modes

    def modes_of(self, access, accesses):
        """The modes to which an access of these is given."""
        return sum(1 << mode for mode in range(8) if access >> 4 * mode & 15 in accesses) & self.modes

    def opened(self, open_modes, rows):
        """The modes to which something is open at some time: what an unconditional row says, and what later rows may open."""
        for rule in rows:
            if rule.kind != rules.ACCESS:
                continue
            some = rule.value >> 8
            if rule.condition == rules.ALWAYS:
                open_modes &= ~some
            if rule.value & 15 in OPEN:
                open_modes |= some
        return open_modes & self.modes

    def _look_at(self, tile):
        self.tile = tile
        self.cell_nodes, self.top_nodes = self.hierarchy.nodes_of(tile)
        self.rules = {}
        for rule in tile.rules():
            self.rules.setdefault((rule.of, rule.subject), []).append(rule)
        ofs = [[(self.modes_of(access, OPEN), self.modes_of(access, USABLE)) for access in tile[column]]
               for column in ("access forward", "access backward")]
        self.roads = []  # of each base edge the modes: possible, certain, usable
        for segment, way in enumerate(tile["segment way"]):
            row = tile["way attributes"][way]
            rows = self.rules.get((rules.SEGMENT, segment), [])
            sure = not rows and tile["segment length"][segment] <= LONGEST
            for direction in (0, 1):
                found, usable = ofs[direction][row]
                possible = self.opened(found, [rule for rule in rows if rule.directions >> direction & 1])
                self.roads.append((possible, found if sure else 0, usable))
        self.barriers = dict(zip(tile["barrier junction"], zip(tile["barrier passing"], tile["barrier end only"])))
        self.rows = {pair: row for row, pair in enumerate(zip(tile["turn from"], tile["turn to"]))}
        self.vias = {}
        for via, base in enumerate(tile["via base"]):
            self.vias.setdefault(base, []).append(2 * tile.T + via)

    def _passage(self, junction):
        """The modes that may cross a junction: possibly, certainly; and those that a barrier holds."""
        if not self.tile["junction flags"][junction] & BARRIER:
            return self.modes, self.modes, 0
        passing, end_only = self.barriers.get(junction, (255, 0))
        rows = self.rules.get((rules.JUNCTION, junction), [])
        found = passing & ~end_only & self.modes
        return self.opened(found, rows), 0 if rows else found, self.modes & ~passing

    # Turns

    def check_tile(self, tile):
        self._look_at(tile)
        first, out = tile["junction first out"], tile["out"]
        for junction in range(tile.N):
            leaving = out[first[junction]:first[junction + 1]].tolist()
            possible, certain, held = self._passage(junction)
            has_rows = tile["junction flags"][junction] & HAS_TURNS
            for back in leaving:
                here = self.roads[back ^ 1]
                if not here[0]:
                    continue
                for to in leaving:
                    there = self.roads[to]
                    may, sure = here[0] & there[0], here[1] & there[1] & certain
                    if to == back:
                        choices = 0
                        for other in leaving:
                            choices |= self.roads[other][2] if other != back else 0
                        may, sure = may & (held | ~choices), 0
                    else:
                        may &= possible
                    if may:
                        for edge in [back ^ 1, *self.vias.get(back ^ 1, ())]:
                            self._check_turn(edge, to, may, sure, has_rows)

    def _check_turn(self, edge, to, may, sure, has_rows):
        tile, onto = self.tile, to
        row = self.rows.get((edge, to)) if has_rows else None
        if row is not None:
            banned = tile["turn banned"][row] >> 1
            may, sure = may & ~banned, 0 if tile["turn banned"][row] & HAS_RULES else sure & ~banned
            for rule in self.rules.get((rules.TURN, row), []):
                if rule.kind == rules.BAN and rule.condition == rules.ALWAYS:
                    may &= ~rule.value
            if tile["turn enter"][row] != NONE:
                onto = 2 * tile.T + tile["turn enter"][row]
        if may and not self._has(self._node(edge), self._node(onto), sure):
            tile.fail("the hierarchy lacks the turn from edge %d to edge %d" % (edge, onto))

    def _node(self, edge):
        """The node that a local edge is, or lies in."""
        tile = self.tile
        via = edge - 2 * tile.T
        if via >= 0:
            if via < tile.VC:
                return self.cell_nodes[tile.cell_of("via", via)]
            return self.top_nodes[2 * (tile.T - tile.SC) + via - tile.VC]
        if edge < 2 * tile.SC:
            return self.cell_nodes[tile.cell_of("segment", edge >> 1)]
        return self.top_nodes[edge - 2 * tile.SC]

    def _has(self, tail, head, sure):
        hierarchy = self.hierarchy
        if tail == head:
            return True
        low, high = min(tail, head), max(tail, head)
        arc = hierarchy.arc(low, high) if high < hierarchy.n else None
        if arc is None:
            return False
        if "cell" in (hierarchy.content(tail)[0], hierarchy.content(head)[0]):
            return hierarchy.content(low)[0] == "cell"
        name = "up" if low == tail else "down"
        way = hierarchy.way(name, arc)
        if way is not None and sure:
            self.certain[name, way] = self.certain.get((name, way), 0) | sure
        return way is not None

    # Metrics

    def check_metrics(self):
        """Turns that are always open to the mode of a metric have a cost; keeping away from roads is not cheaper."""
        plain = {}
        for section in sorted(self.file.metrics, key=lambda section: section.key):
            def fail(what):
                raise NavError("%s, metric %d, at byte %d" % (what, section.key, section.offset))
            if costing_of(self.file, section) != COSTING:
                continue
            found = costs(self.file, section, self.hierarchy.u, self.hierarchy.d)
            mode = section.key & MODE
            for (name, way), modes in self.certain.items():
                if modes >> mode & 1 and found[way if name == "up" else self.hierarchy.u + way] == UNREACHABLE:
                    fail("way %s %d is a turn that is open, but has no cost" % (name, way))
            if not section.key & AVOIDED:
                plain[mode] = found
            elif any(cost < least for cost, least in zip(found, plain.get(mode, ()))):
                fail("a way that costs less than without keeping away")
