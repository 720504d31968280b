"""Rule rows: what may be set for which subject, and the text of it (section 6.8)."""

from collections import namedtuple

from .conditions import LIMITS

ALWAYS = 65535
UNLIMITED = (1 << 32) - 1
SEGMENT, JUNCTION, TURN = "segment", "junction", "turn"
SUBJECTS = {1: SEGMENT, 2: SEGMENT, 3: SEGMENT, 4: JUNCTION, 8: TURN}
ORDER = (SEGMENT, JUNCTION, TURN)
FIRST_OTHER = 32
ACCESS, SPEED, TRUCK_SPEED, BAN, TURN_ROUND = 32, 33, 34, 35, 36
ACCESSES = ("no", "yes", "designated", "permissive", "destination", "delivery", "private", "agricultural", "forestry",
            "dismount", "discouraged", "use sidepath")
MODES = ("car", "truck", "bicycle", "foot", "scooter", "bus", "taxi", "motorcycle")

# The subjects of a kind, and the bits that its value may have. Other kinds, of later versions, have no effect.
KINDS = {kind: ((SEGMENT, JUNCTION), UNLIMITED) for kind in range(1, 13)}
KINDS.update({ACCESS: ((SEGMENT, JUNCTION), 0xFFFFFFFF0F), SPEED: ((SEGMENT,), 0xFFFF), TRUCK_SPEED: ((SEGMENT,), 0xFFFF),
              BAN: ((TURN,), 0xFFFFFFFF), TURN_ROUND: ((JUNCTION,), 0xFFFFFFFF)})

Rule = namedtuple("Rule", "of subject kind directions value condition")


def key(rule):
    """What the rows ascend by."""
    return (ORDER.index(rule.of), rule.subject, rule.kind)


def text(rule):
    """What the row sets, in words; None for a kind of a later version."""
    kind, value = rule.kind, rule.value
    if 1 <= kind <= len(LIMITS):
        return LIMITS[kind - 1] + (" unlimited" if value == UNLIMITED else " <= %d" % value)
    if kind == ACCESS:
        access = value & 15
        return "access %s for %s" % (ACCESSES[access] if access < len(ACCESSES) else "no", _modes(value >> 8))
    if kind in (SPEED, TRUCK_SPEED):
        return "%s %d" % ("speed" if kind == SPEED else "truck speed", value)
    if kind == TURN_ROUND:
        return "turn round for " + _modes(value)
    return "ban for " + _modes(value) if kind == BAN else None


def _modes(bits):
    return ",".join(mode for bit, mode in enumerate(MODES) if bits >> bit & 1) or "none"
