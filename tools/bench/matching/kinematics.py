"""When a drive is where: speeds as drivers choose them, waits, stops, and ways to and from places off the road.

What comes out is one state a second, of the car and not of its receiver.
"""
import math
from typing import NamedTuple

ACCELERATION, BRAKING, SIDEWAYS = 1.5, 2.5, 2.2
STEP = 2.0
# The stands of State in a yard, which are none of the drive's stops.
BEFORE, BEHIND = 1000, 1001


class State(NamedTuple):
    """The car at a time: its place, how far along the drive's line, and how it moves."""
    clock: float
    x: float
    y: float
    metres: float
    speed: float
    heading: float
    stand: int  # the index of the stop in which it stands; -1 where it moves
    off: bool  # off the road


class Stop(NamedTuple):
    """A stop at a place of the line, on the road or some metres to a side of it."""
    metres: float
    seconds: float
    aside: float


def limits(drive, rng):
    """What the driver would drive at each step of the line were the car without mass."""
    own = rng.uniform(0.8, 1.12)
    mood, out, at = 0.0, [], 0
    for n in range(int(drive.length / STEP) + 1):
        s = n * STEP
        while at < len(drive.edges) - 1 and s > drive.edges[at].end:
            at += 1
        mood = mood * math.exp(-STEP / 500) + rng.gauss(0, 0.12) * math.sqrt(1 - math.exp(-2 * STEP / 500))
        factor = min(max(own + mood, 0.7), 1.25)
        out.append(min(max(drive.edges[at].speed * factor, 2.0), bend(drive, s)))
    return out


def bend(drive, s):
    """The speed at which the bend around a place can be driven."""
    (ax, ay), (bx, by), (cx, cy) = drive.at(max(s - 10, 0)), drive.at(s), drive.at(min(s + 10, drive.length))
    a, b = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
    if min(a, b) < 1:
        return 60.0 if min(s, drive.length - s) < 10 else 2.0
    cosine = ((bx - ax) * (cx - bx) + (by - ay) * (cy - by)) / (a * b)
    angle = math.acos(min(max(cosine, -1), 1))
    return max(math.sqrt(SIDEWAYS * 20 / max(angle, 0.01)), 2.0) if angle < 2.8 else 1.5


def waits(drive, rng):
    """Where the car stands at junctions, and for how long: (metres, seconds)."""
    found = [(metres, rng.uniform(2, 6)) for metres in drive.rounds]
    for before, edge in zip(drive.edges, drive.edges[1:]):
        chance = 0.2 if edge.turn else 0.02 if edge.way != before.way else 0
        if rng.random() < chance:
            found.append((max(edge.start - 4, 0), min(rng.expovariate(1 / 15) + 2, 60)))
    return found


def clocks(drive, halts, rng):
    """When the drive is where: (seconds, metres) in order; each halt is two entries of one place."""
    speed = limits(drive, rng)
    speed[0] = speed[-1] = 0.0
    at = sorted((min(int(metres / STEP), len(speed) - 1), seconds, key) for metres, seconds, key in halts)
    for n, _, _ in at:
        speed[n] = 0.0
    for n in range(len(speed) - 2, -1, -1):
        speed[n] = min(speed[n], math.sqrt(speed[n + 1] ** 2 + 2 * BRAKING * STEP))
    for n in range(1, len(speed)):
        speed[n] = min(speed[n], math.sqrt(speed[n - 1] ** 2 + 2 * ACCELERATION * STEP))
    clock, out, spans = 0.0, [(0.0, 0.0)], {}
    for n in range(len(speed)):
        if n:
            clock += STEP / max((speed[n] + speed[n - 1]) / 2, 0.7)
            out.append((clock, n * STEP))
        while at and at[0][0] == n:
            _, seconds, key = at.pop(0)
            if key is not None:
                spans[key] = (clock, clock + seconds)
            clock += seconds
            out.append((clock, n * STEP))
    return out, spans


def drive_states(drive, stops, rng):
    """One state a second of a drive with stops."""
    halts = [(metres, seconds, None) for metres, seconds in waits(drive, rng)]
    halts += [(stop.metres, stop.seconds + 2 * abs(stop.aside) / 2.0, k) for k, stop in enumerate(stops)]
    table, spans = clocks(drive, halts, rng)
    states, at = [], 0
    for clock in range(int(table[-1][0]) + 1):
        while at < len(table) - 2 and clock > table[at + 1][0]:
            at += 1
        (t, m), (u, n) = table[at:at + 2]
        metres = m + (n - m) * (clock - t) / (u - t) if u > t else n
        stand = next((k for k, (a, b) in spans.items() if a <= clock <= b), -1)
        heading, (x, y) = drive.heading(metres), drive.at(metres)
        speed = (n - m) / (u - t) if u > t else 0.0
        if stand < 0:
            states.append(State(float(clock), x, y, metres, speed, heading, -1, False))
        else:
            states.append(aside(stops[stand], stand, clock - spans[stand][0], spans[stand][1] - clock,
                                State(float(clock), x, y, metres, 0.0, heading, stand, False)))
    return states


def aside(stop, index, since, until, state):
    """A state during a stop: on its way to the side at 2 m/s, there, or on its way back."""
    far = min(2.0 * min(since, until), abs(stop.aside))
    turn = state.heading + math.copysign(math.pi / 2, stop.aside)
    moves = far < abs(stop.aside)
    return state._replace(x=state.x + far * math.cos(turn), y=state.y + far * math.sin(turn),
                          speed=2.0 if moves else 0.0, heading=turn if moves else state.heading,
                          stand=-1 if moves else index, off=stop.aside != 0)


def wander(x, y, heading, far, rng):
    """A winding line from a place to one so far off; its points every metre."""
    points, turn = [(x, y)], heading + rng.choice((-1, 1)) * rng.uniform(0.6, 1.6)
    while math.hypot(points[-1][0] - x, points[-1][1] - y) < far and len(points) < 4 * far:
        turn += rng.gauss(0, 0.06)
        points.append((points[-1][0] + math.cos(turn), points[-1][1] + math.sin(turn)))
    return points


def yards(drive, states, rng):
    """States with a yard before and one behind, and the lines through them."""
    first, last = states[0], states[-1]
    start = wander(first.x, first.y, first.heading + math.pi, rng.uniform(10, 200), rng)[::-1]
    end = wander(last.x, last.y, last.heading, rng.uniform(10, 200), rng)
    before = yard_states(start, 0.0, rng, stands=(rng.uniform(5, 120), 0))
    behind = yard_states(end, drive.length, rng, stands=(0, rng.choice((0, rng.uniform(20, 600)))))
    clock, out = 0.0, []
    for group in (before, states, behind):
        out += [s._replace(clock=clock + k) for k, s in enumerate(group)]
        clock += len(group)
    return out, [start, end]


def yard_states(line, metres, rng, stands):
    """Slowly along a line off the road, standing at its beginning and its end for so many seconds."""
    states, far, speed = [], 0.0, rng.uniform(1, 3)
    for _ in range(int(stands[0])):
        states.append(State(0.0, *line[0], metres, 0.0, 0.0, BEFORE, True))
    while far < len(line) - 1:
        n = min(int(far), len(line) - 2)
        (ax, ay), (bx, by) = line[n], line[n + 1]
        states.append(State(0.0, ax, ay, metres, speed, math.atan2(by - ay, bx - ax), -1, True))
        far += speed
    for _ in range(int(stands[1])):
        states.append(State(0.0, *line[-1], metres, 0.0, 0.0, BEHIND, True))
    return states
