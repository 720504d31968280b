"""Whether two answers follow the same path, and which of their steps belong together."""
from typing import NamedTuple, Optional

from matching.geometry import Cover, Plane

# Metres: how far apart two lines may be, and how much longer one may be.
APART, LONGER = 3.0, 20.0
# Metres between two steps: of any type, of the same type, and to be equal.
NEAR, MOVED, EQUAL = 15.0, 40.0, 25.0


def same_path(a, b):
    """Whether two lines are within 3 m of each other everywhere, and about as long."""
    return abs(a["length"] - b["length"]) <= LONGER and _covers(a["line"], b["line"]) and _covers(b["line"], a["line"])


def _covers(line, other):
    """Whether all points of the other line lie on this one."""
    points, cover, plane = set(line), None, Plane(line[0])
    for p in other:
        if p in points:
            continue
        cover = cover or Cover([[plane.xy(q) for q in line]], APART)
        if not cover.near(*plane.xy(p)):
            return False
    return True


def kind(step):
    return step["maneuver"]["type"]


def modifier(step):
    return step["maneuver"].get("modifier")


def is_end(step):
    return kind(step) in ("depart", "arrive")


class Place(NamedTuple):
    """A place where one of the two has a step, or both."""
    theirs: Optional[int]
    ours: Optional[int]
    verdict: str
    moved: float = 0.0


def verdict(theirs, ours):
    """equal, or what is different: type, modifier, exit, or place alone."""
    if kind(theirs) != kind(ours):
        return "type"
    if modifier(theirs) != modifier(ours):
        return "modifier"
    if theirs["maneuver"].get("exit") != ours["maneuver"].get("exit"):
        return "exit"
    return "equal" if abs(theirs["along"] - ours["along"]) <= EQUAL else "place"


SCORES = {"equal": 1000, "exit": 130, "modifier": 120, "place": 110, "type": 100}


def _score(theirs, ours):
    """How well two steps go together; 0 if they can't."""
    distance = abs(theirs["along"] - ours["along"])
    if distance > (MOVED if kind(theirs) == kind(ours) else NEAR) or \
            (is_end(theirs) or is_end(ours)) and kind(theirs) != kind(ours):
        return 0
    return SCORES[verdict(theirs, ours)] - distance


def align(theirs, ours):
    """The places of two lists of steps in their order: as many equal ones as possible, then as many pairs."""
    n, m = len(theirs), len(ours)
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            found = max(best[i + 1][j], best[i][j + 1])
            if abs(theirs[i]["along"] - ours[j]["along"]) <= MOVED:
                score = _score(theirs[i], ours[j])
                if score:
                    found = max(found, score + best[i + 1][j + 1])
            best[i][j] = found
    places, i, j = [], 0, 0
    while i < n and j < m:
        score = _score(theirs[i], ours[j])
        if score and best[i][j] == score + best[i + 1][j + 1]:
            moved = ours[j]["along"] - theirs[i]["along"]
            places.append(Place(i, j, verdict(theirs[i], ours[j]), moved))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            places.append(Place(i, None, "missing"))
            i += 1
        else:
            places.append(Place(None, j, "extra"))
            j += 1
    places += [Place(k, None, "missing") for k in range(i, n)] + [Place(None, k, "extra") for k in range(j, m)]
    return places
