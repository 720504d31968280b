"""Lanes before intersections: whether OSRM's are the same, and whether the arrow to follow leads where the route goes."""
from collections import Counter

# What the arrows stand for, in degrees, clockwise positive; how far a turn may be from its arrow.
ANGLES = {"uturn": 180, "sharp left": -135, "left": -90, "slight left": -40, "straight": 0, "slight right": 40,
          "right": 90, "sharp right": 135}
NEAR = 75
COLUMNS = ("intersections with lanes", "in both", "same valid %", "ours a part %", "other %", "arrows followed",
           "lead there %")


def turn(before, after):
    return (after - before + 540) % 360 - 180


def at(route):
    """The intersections with lanes by place, each with the bearings of its step's maneuver."""
    found = {}
    for step in route["steps"]:
        for place in step["intersections"]:
            if "lanes" in place and "in" in place and "out" in place:
                found[tuple(place["location"])] = place, step["maneuver"]
    return found


class Lanes:
    def __init__(self):
        self.count = Counter()

    def add(self, theirs, ours):
        """Counts the lanes of a pair on the same path."""
        a, b = at(theirs), at(ours)
        self.count["ours"] += len(b)
        for place, (intersection, maneuver) in b.items():
            self.follow(intersection, maneuver)
            other = a.get(place)
            if other is None or len(other[0]["lanes"]) != len(intersection["lanes"]):
                continue
            valid = [[lane["valid"] for lane in one["lanes"]] for one in (other[0], intersection)]
            same = valid[0] == valid[1]
            part = all(x or not y for x, y in zip(*valid))
            self.count["both"] += 1
            self.count["same" if same else "part" if part else "other"] += 1

    def follow(self, intersection, maneuver):
        """Whether the arrows of recommended lanes point where the route goes, at once or by the whole maneuver."""
        coming = (intersection["bearings"][intersection["in"]] + 180) % 360
        turns = [turn(coming, intersection["bearings"][intersection["out"]]),
                 turn(coming, maneuver["bearing_after"])]
        for lane in intersection["lanes"]:
            arrow = lane.get("valid_indication")
            if lane.get("active") and arrow in ANGLES:
                self.count["followed"] += 1
                self.count["lead"] += min(abs(turn(ANGLES[arrow], t)) for t in turns) <= NEAR

    def row(self):
        c = self.count

        def share(what, of):
            return f"{100 * c[what] / c[of]:.1f}" if c[of] else "-"

        return [str(c["ours"]), str(c["both"]), share("same", "both"), share("part", "both"), share("other", "both"),
                str(c["followed"]), share("lead", "followed")]
