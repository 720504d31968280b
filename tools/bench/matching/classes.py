"""The classes of drives, and the traces that they give.

A trace is a dictionary that can be kept as a line of JSON: what a matcher is given (`locations`), the map to match on,
and the truth that `scoring` reads.
"""
import math
import random
from typing import NamedTuple

from . import changed_maps, drives, kinematics, maps, other_years, receiver
from .network import Network

INTERVALS = (1, 5, 15, 30, 60)
# The line of a drive goes on for so long before its first and behind its last fix.
LEAD = 150.0
YEARS = (("liechtenstein-2025", "liechtenstein-2013-08-03"), ("liechtenstein-2013-08-03", "liechtenstein-2025"),
         ("andorra-2026", "andorra-2015"), ("andorra-2015", "andorra-2026"))


class Class(NamedTuple):
    """What the drives of a class do, and what their maps and receivers have."""
    plans: tuple
    errors: receiver.Errors = receiver.Errors()
    stops: bool = False
    yards: bool = False
    edit: object = None
    tolerance: float = 4.0


ORDINARY = (drives.trip, drives.errands)
FAR = (drives.trip,)
CLASSES = {
    "plain": Class(ORDINARY),
    "stops": Class(ORDINARY, stops=True),
    "missing": Class(ORDINARY, edit=changed_maps.missing),
    "turned": Class(ORDINARY, edit=changed_maps.turned),
    "banned": Class(ORDINARY, edit=changed_maps.banned),
    # Surveys of different years lie some metres apart.
    "years": Class(ORDINARY, tolerance=12.0),
    "yards": Class(ORDINARY, yards=True),
    "canyon": Class(ORDINARY, errors=receiver.Errors(canyon=True)),
    "lost": Class(FAR, errors=receiver.Errors(lost=True)),
    "rounded": Class(ORDINARY, errors=receiver.Errors(rounded=True)),
    "mixed": Class(ORDINARY, errors=receiver.Errors(mixed=True)),
    "uturns": Class((drives.rounds, drives.blocks)),
}


def extracts(kind, names):
    """The pairs (driven, matched on) of a class; the second is None where it is the first, or a change of it."""
    return YEARS if kind == "years" else [(name, None) for name in names]


class Group:
    """The drives of a class over an extract, and the map that they are matched on."""

    def __init__(self, kind, name, other, count, seed):
        self.kind, self.name, self.seed = kind, name, seed
        self.spec = CLASSES[kind]
        for each in (name, other or name):
            maps.build("mapc", each)
        rng = random.Random(f"{seed}/{kind}/{name}")
        self.drives = drives.make(name, self.spec.plans, count, rng)
        self.map, self.pbf, self.gone, self.year = other or name, None, set(), None
        if self.spec.edit:
            network = Network(maps.source(name))
            edits = self.spec.edit(self.drives, network, rng)
            self.map = changed_maps.changed(name, edits, network)
            self.pbf, self.gone = changed_maps.changed_source(self.map), edits.removed
        elif other:
            driven, matched = Network(maps.source(name)), Network(maps.source(other))
            self.year = other_years.OtherYear(driven, matched, self.spec.tolerance)
        self.stories = [self._story(k, drive) for k, drive in enumerate(self.drives)]

    def build(self, engine):
        return maps.build(engine, self.map, self.pbf)

    def _story(self, k, drive):
        """What happens in a drive: its states, the lines driven elsewhere than the map has them, what it lacks, what it
        has aside."""
        rng = random.Random(f"{self.seed}/{self.kind}/{self.name}/{k}")
        stops = plan_stops(drive, rng) if self.spec.stops else []
        states, spurs = kinematics.drive_states(drive, stops, rng), [spur(drive, s) for s in stops if s.aside]
        if self.spec.yards:
            states, spurs = kinematics.yards(drive, states, rng)
        else:
            inner = [n for n, s in enumerate(states) if LEAD <= s.metres <= drive.length - LEAD]
            states = states[inner[0]:inner[-1] + 1]
        free, aside, roads = [(e.start, e.end) for e in drive.edges if e.way in self.gone], [], []
        if self.year:
            free, aside, roads = self.year.parts(drive)
        return states, spurs + roads, free, aside

    def traces(self, every, added):
        """The traces of all drives at an interval, with so much noise on top."""
        found = []
        for k, (drive, (states, spurs, free, aside)) in enumerate(zip(self.drives, self.stories)):
            own = f"{self.seed}/{self.kind}/{self.name}/{k}"
            fixes = receiver.fixes(drive, states, every or 1, added, self.spec.errors, k, own)
            if len(fixes) < 3:
                continue
            found.append(record(self, k, every, added, drive, fixes, spurs, free, aside))
        return found


def plan_stops(drive, rng):
    """Two to five stops of 10 s to 40 min, half of them beside the road."""
    count = rng.randint(2, 5)
    room = (drive.length - 2 * LEAD - 200) / count
    return [kinematics.Stop(LEAD + 100 + (n + rng.uniform(0.1, 0.9)) * room,
                            math.exp(rng.uniform(math.log(10), math.log(2400))),
                            rng.choice((-1, 1)) * rng.uniform(10, 60) if rng.random() < 0.5 else 0.0)
            for n in range(count)]


def spur(drive, stop):
    """The line from the road to a stop beside it."""
    # As `kinematics.drive_states` has it: it stops at a whole step.
    metres = int(stop.metres / kinematics.STEP) * kinematics.STEP
    (x, y), turn = drive.at(metres), drive.heading(metres) + math.copysign(math.pi / 2, stop.aside)
    return [(x, y), (x + abs(stop.aside) * math.cos(turn), y + abs(stop.aside) * math.sin(turn))]


def unseen(drive, fixes):
    """The parts around places of turning round that lie beyond the fixes before and behind: nobody can know them."""
    free = []
    for middle in drive.rounds:
        before = max((f.metres for f in fixes if f.metres <= middle), default=None)
        behind = min((f.metres for f in fixes if f.metres >= middle), default=None)
        if before is not None and behind is not None and min(middle - before, behind - middle) > 0:
            far = min(middle - before, behind - middle)
            free.append((middle - far, middle + far))
    return free


def chords(fixes, free):
    """The straight lines between fixes where no road leads from one to the other: all that can be drawn there."""
    return [[(a.x, a.y), (b.x, b.y)] for a, b in zip(fixes, fixes[1:])
            if a.off or b.off or any(low < b.metres and a.metres < high for low, high in free)]


def record(group, k, every, added, drive, fixes, spurs, free, aside):
    """A trace with its truth."""
    def places(line):
        return [[round(v, 6) for v in drive.plane.place(*p)] for p in line]
    return {
        "class": group.kind, "extract": group.name, "seed": group.seed, "drive": k, "every": every, "added": added,
        "map": group.map, "locations": [location(f) for f in fixes],
        "clock": [f.clock for f in fixes], "metres": [round(f.metres, 1) for f in fixes],
        "stands": [f.stand for f in fixes],
        "truth": {"line": places(drive.line), "from": round(fixes[0].metres, 1), "to": round(fixes[-1].metres, 1),
                  "margin": 3 * math.hypot(6, added), "tolerance": group.spec.tolerance,
                  "free": [[round(a, 1), round(b, 1)] for a, b in free + aside + unseen(drive, fixes)],
                  "spurs": [places(line) for line in spurs + chords(fixes, free)]}}


def location(fix):
    """A fix as mapc reads it."""
    if fix.heading is None:
        return [fix.lat, fix.lon] + ([] if fix.time is None else [fix.time])
    found = {"lat": fix.lat, "lon": fix.lon, "speed": fix.speed, "heading": fix.heading}
    return found if fix.time is None else {**found, "time": fix.time}
