"""How far an answer is from the truth.

The figure is the route mismatch fraction of Newson and Krumm (2009): length wrongly added plus length wrongly missed
over true length. Both are found by geometry, each 5 m: a place of one line is on the other when that passes within the
truth's tolerance in the same direction, as often as the other does: to drive a road twice that was driven once adds it.

Free parts of the truth can't be known, or the map has no road there. They are missed by nobody. An answer within 15 m
of them adds nothing, nor within 15 m of the straight line between fixes there, nor of the ways driven off the road;
with noise of more than 7.5 m it is two deviations.
"""
import bisect
import math
from typing import NamedTuple

from . import geometry

STEP = 5.0
# An answer that goes farther than this factor, and this many metres, beyond what was driven meanwhile goes too far.
TOO_FAR, SLACK, WINDOW = 1.3, 30.0, 10.0
# A loop comes back to a place after so many metres and seconds.
LOOP_METRES, LOOP_SECONDS = (30.0, 600.0), 60.0


class Score(NamedTuple):
    missed: float  # metres
    added: float
    true: float
    loops: int  # that were not driven
    too_far: float  # metres of answers that go farther than the car did in the time

    @property
    def share(self):
        return (self.missed + self.added) / max(self.true, STEP)


class Truth:
    """The truth of a trace, ready to score any number of answers."""

    def __init__(self, trace):
        truth = trace["truth"]
        self.clock, self.metres = trace["clock"], trace["metres"]
        self.plane = geometry.Plane(truth["line"][0])
        line = [self.plane.xy(p) for p in truth["line"]]
        self.tolerance, self.noise = truth["tolerance"], truth["margin"] / 3
        sums = geometry.walked(line)
        spurs = [[self.plane.xy(p) for p in spur] for spur in truth["spurs"]]
        free = [geometry.part(line, sums, max(a, 0), min(b, sums[-1])) for a, b in truth["free"]]
        self.free = geometry.Cover(free + spurs, tolerance=max(15.0, 2 * self.noise))
        self.cover = geometry.Cover([line], self.tolerance)
        low, high = truth["from"] + truth["margin"], truth["to"] - truth["margin"]
        self.samples = [s for s in geometry.samples(line, STEP)
                        if low <= s[4] <= high and not any(a <= s[4] <= b for a, b in truth["free"])]
        counted = geometry.Cover(free_of(line, sums, low, high, truth["free"]), self.tolerance)
        self.passes = [max(counted.passes(*s[:4]), 1) for s in self.samples]

    def score(self, answer):
        lines = [[self.plane.xy(p) for p in line] for line in answer.lines]
        cover = geometry.Cover(lines, self.tolerance)
        missed = sum(max(0.0, 1 - cover.passes(*s[:4]) / n) for s, n in zip(self.samples, self.passes))
        added, loops = 0.0, 0
        for index, line in enumerate(lines):
            places = list(geometry.samples(line, STEP))
            weights = [self.weight(cover, *s[:4]) for s in places]
            added += sum(weights)
            loops += self.loops(places, weights, [(m, self.clock[n]) for n, k, m in answer.fixes if k == index])
        return Score(missed * STEP, added * STEP, len(self.samples) * STEP, loops, self.too_far(answer))

    def weight(self, cover, x, y, dx, dy):
        """The share of an answer's place that is wrongly added."""
        true = self.cover.passes(x, y, dx, dy)
        return 0.0 if self.free.near(x, y) else max(0.0, 1 - true / max(cover.passes(x, y, dx, dy), 1))

    def stretches(self, answer):
        """Where an answer is wrong, longest first: (metres, "added" or "missed", the place where it begins)."""
        lines = [[self.plane.xy(p) for p in line] for line in answer.lines]
        cover = geometry.Cover(lines, self.tolerance)
        wrong = [("missed", s, max(0.0, 1 - cover.passes(*s[:4]) / n)) for s, n in zip(self.samples, self.passes)]
        for line in lines:
            wrong += [("added", s, self.weight(cover, *s[:4])) for s in geometry.samples(line, STEP)]
        found, last = [], None
        for what, (x, y, _, _, s), weight in wrong:
            if weight and last and last[0] == what and 0 <= s - last[1] < 4 * STEP:
                found[-1][0] += weight * STEP
            elif weight:
                found.append([weight * STEP, what, self.plane.place(x, y)])
            last = (what, s) if weight else last
        return sorted(found, key=lambda f: -f[0])

    def loops(self, places, weights, times):
        """How often a line comes back to a place that it left shortly before, without the car having done so."""
        if len(times) < 2:
            return 0
        metres, clocks = [m for m, _ in times], [c for _, c in times]
        seen, count, sums = {}, 0, [0.0]
        for weight in weights:
            sums.append(sums[-1] + weight)
        for n, (x, y, _, _, s) in enumerate(places):
            cell = int(x // 10), int(y // 10)
            near = (i for dx in (-1, 0, 1) for dy in (-1, 0, 1) for i in seen.get((cell[0] + dx, cell[1] + dy), ()))
            found = any(LOOP_METRES[0] < s - places[i][4] <= LOOP_METRES[1] and sums[n] - sums[i] >= 3
                        and math.hypot(x - places[i][0], y - places[i][1]) < 6
                        and at(metres, clocks, s) - at(metres, clocks, places[i][4]) <= LOOP_SECONDS for i in near)
            if found:
                count, seen = count + 1, {}
            seen.setdefault(cell, []).append(n)
        return count

    def too_far(self, answer):
        """Metres of stretches of ten seconds and more in which the answer goes too far."""
        total, start = 0.0, None
        for n, line, metres in answer.fixes:
            if start is None or line != start[1] or metres < start[2]:
                start = (n, line, metres)
                continue
            if self.clock[n] - self.clock[start[0]] < WINDOW:
                continue
            driven = self.metres[n] - self.metres[start[0]]
            if metres - start[2] > TOO_FAR * driven + SLACK + 2 * self.noise:
                total += metres - start[2]
            start = (n, line, metres)
        return total


def at(metres, clocks, s):
    """The time at a distance along a line."""
    n = min(max(bisect.bisect_left(metres, s), 1), len(metres) - 1)
    span = metres[n] - metres[n - 1]
    t = min(max((s - metres[n - 1]) / span, 0), 1) if span > 0 else 0
    return clocks[n - 1] + t * (clocks[n] - clocks[n - 1])


def free_of(line, sums, low, high, free):
    """The parts of a line between two distances that are not free."""
    parts, start = [], max(low, 0.0)
    for a, b in sorted(free) + [[high, high]]:
        if min(a, high) > start:
            parts.append(geometry.part(line, sums, start, min(a, high)))
        start = max(start, b)
    return parts
