"""The lists of restricted edges (section 9.4)."""

from . import conditions, rules
from .basics import NavError, numbers
from .turns import USABLE

CONDITIONAL = 32
KINDS = (*range(1, 13), CONDITIONAL)
BITS = 7


def read(file, section):
    """The lists of a section: (kind, [(value, edge), ...]), checked."""
    def fail(what):
        raise NavError("%s, restrictions, at byte %d" % (what, section.offset))
    data = file.checked(section.id)
    if len(data) % 4 or len(data) < 4:
        fail("%d bytes are no whole numbers" % len(data))
    words = numbers("I", data).tolist()
    heads = words[1:1 + 2 * words[0]]
    if len(heads) != 2 * words[0]:
        fail("%d lists do not fit" % words[0])
    kinds, counts = heads[0::2], heads[1::2]
    if kinds != sorted(set(kinds)):
        fail("the kinds do not ascend")
    rest, lists = words[1 + len(heads):], []
    if len(rest) != 2 * sum(counts):
        fail("the entries do not end with the section")
    for kind, count in zip(kinds, counts):
        entries = list(zip(rest[0:2 * count:2], rest[1:2 * count:2]))
        rest = rest[2 * count:]
        if entries != sorted(set(entries)):
            fail("the entries of kind %d do not ascend" % kind)
        if any(edge >= file.header.edge_end for _, edge in entries):
            fail("an entry of kind %d names an edge that is not there" % kind)
        if kind == CONDITIONAL and any(not value & 3 or value > BITS for value, _ in entries):
            fail("a condition asks for nothing that is known")
        lists.append((kind, entries))
    return lists


class Restrictions:
    """The lists of a file, to be compared with the rules in its tiles."""

    def __init__(self, file, section):
        self.section = section
        self.listed, self.justified = set(), set()
        for kind, entries in read(file, section):
            if kind not in KINDS or not entries:
                self.fail("list %d is unknown or empty" % kind)
            self.listed.update((kind, value, edge) for value, edge in entries)

    def fail(self, what):
        raise NavError("%s, restrictions, at byte %d" % (what, self.section.offset))

    def check_tile(self, tile, links):
        """Every rule of the tile that is to be listed is."""
        for rule in tile.rules():
            listed = _listed(tile, rule)
            if not listed:
                continue
            if rule.of == rules.SEGMENT:
                if rule.subject < tile.S:
                    for direction in (0, 1):
                        if rule.directions >> direction & 1:
                            self._check(listed, [links.edge_of_segment(rule.subject) + direction])
                continue
            junction = rule.subject if rule.of == rules.JUNCTION else tile.begin(tile["turn to"][rule.subject])
            out = tile["out"][tile["junction first out"][junction]:tile["junction first out"][junction + 1]]
            first = [links.edge_of_segment(edge >> 1) for edge in out]
            self._check(listed, [edge + direction for edge in first for direction in (0, 1)])

    def _check(self, listed, edges):
        found = {(*listed, edge) for edge in edges} & self.listed
        if edges and not found:
            self.fail("a rule of list %d at edge %d is missing" % (listed[0], edges[0]))
        self.justified |= found

    def check_complete(self):
        """No entry is there that no rule asks for."""
        for kind, _, edge in sorted(self.listed - self.justified):
            self.fail("edge %d is in list %d without a rule" % (edge, kind))


def _listed(tile, rule):
    """The list and the value of a rule; None where it is in none."""
    if rule.condition == rules.ALWAYS:
        return (rule.kind, rule.value) if rule.kind in KINDS[:12] and rule.value != rules.UNLIMITED else None
    bits = 0
    for kind in conditions.kinds(tile.condition_bytes(rule.condition)):
        bits |= 1 if kind in (1, 4) else 2
    if rule.kind in (rules.SPEED, rules.TRUCK_SPEED) or rule.kind == rules.ACCESS and rule.value & 15 in USABLE:
        bits |= 4
    return CONDITIONAL, bits
