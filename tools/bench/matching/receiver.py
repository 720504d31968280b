"""What a receiver says of a drive: errors that drift, jump and round, fixes that are lost."""
import math
import random
from typing import NamedTuple


class Errors(NamedTuple):
    """What else goes wrong than white and drifting noise."""
    canyon: bool = False
    lost: bool = False
    mixed: bool = False
    rounded: bool = False


class Fix(NamedTuple):
    clock: float  # the true time
    lat: float
    lon: float
    time: float | None  # the time it carries
    speed: float | None
    heading: float | None  # degrees from north
    metres: float  # how far along the true line
    stand: int
    off: bool
    x: float  # the true place
    y: float


# What one trace of the class `rounded` has: decimals of a degree, and seconds (0: no times).
ROUNDINGS = ((4, 1), (5, 5), (5, 0), (5, 1), (4, 0), (4, 5))
MIXED = (1, 1, 2, 5, 10, 15, 30, 60)


def offsets(states, errors, rng):
    """The error of each state's fix in metres: white, drifting, and a slow walk while the car stands."""
    white, drift, seconds = rng.uniform(1, 3), rng.uniform(3, 8), rng.uniform(20, 60)
    keep = math.exp(-1 / seconds)
    spread = drift * math.sqrt(1 - keep * keep)
    dx, dy, wx, wy = rng.gauss(0, drift), rng.gauss(0, drift), 0.0, 0.0
    jumps = multipath(states, rng) if errors.canyon else {}
    out = []
    for n, state in enumerate(states):
        dx, dy = keep * dx + rng.gauss(0, spread), keep * dy + rng.gauss(0, spread)
        if state.stand >= 0:
            wx, wy = wx + rng.gauss(0, 0.7), wy + rng.gauss(0, 0.7)
            far = math.hypot(wx, wy)
            if far > 30:
                wx, wy = wx * 30 / far, wy * 30 / far
        else:
            wx, wy = wx * 0.9, wy * 0.9
        jx, jy = jumps.get(n, (0.0, 0.0))
        out.append((dx + wx + jx + rng.gauss(0, white), dy + wy + jy + rng.gauss(0, white)))
    return out


def multipath(states, rng):
    """Jumps sideways of 20 to 80 m that last 5 to 30 s, in streets with high houses: in 300 to 1000 m of each 1500."""
    found, n, street = {}, 0, {}
    while n < len(states):
        state = states[n]
        kilometre = int(state.metres / 1500)
        low, long = street.setdefault(kilometre, (kilometre * 1500 + rng.uniform(0, 500), rng.uniform(300, 1000)))
        if not low <= state.metres <= low + long or rng.random() > 1 / 30:
            n += 1
            continue
        far, turn = rng.uniform(20, 80), state.heading + rng.choice((-1, 1)) * math.pi / 2 + rng.gauss(0, 0.3)
        for _ in range(rng.randint(5, 30)):
            found[n] = far * math.cos(turn), far * math.sin(turn)
            n += 1
    return found


def lost(states, rng):
    """The states whose fixes are lost: gaps of 30 s to 5 min, tunnels of 300 to 1500 m, and single fixes."""
    gone, duration, length = set(), len(states), states[-1].metres
    for _ in range(max(1, int(duration / 600))):
        start, seconds = rng.uniform(60, max(duration - 120, 61)), math.exp(rng.uniform(math.log(30), math.log(300)))
        gone.update(range(int(start), min(int(start + seconds), duration - 20)))
    for _ in range(max(1, int(length / 6000))):
        start, long = rng.uniform(300, max(length - 600, 301)), rng.uniform(300, 1500)
        gone.update(n for n, s in enumerate(states[:-20]) if start <= s.metres <= start + long)
    return gone


def motion(states, rng):
    """Speed and heading as receivers give them: late by a second, and made up while the car stands."""
    out = []
    for n, state in enumerate(states):
        late = states[max(n - 1, 0)]
        if late.speed < 1:
            out.append((min(abs(rng.gauss(0, 0.4)), 1.0), rng.uniform(0, 360)))
            continue
        degrees = 90 - math.degrees(late.heading) + rng.gauss(0, 4 + 20 / (1 + late.speed))
        out.append((max(late.speed + rng.gauss(0, 0.3), 0.0), degrees % 360))
    return out


def thinned(states, every, errors, rng):
    """The indices of the states that give a fix."""
    gone = lost(states, random.Random(rng.random())) if errors.lost else set()
    kept, n, changes = [], rng.randrange(every), 0
    while n < len(states):
        if errors.mixed and states[n].clock >= changes:
            every, changes = rng.choice(MIXED), states[n].clock + rng.uniform(60, 300)
        if n not in gone and not (errors.lost and rng.random() < 0.1):
            kept.append(n)
        n += every
    return kept


def fixes(drive, states, every, added, errors, kind, seed):
    """The fixes of a drive every so many seconds, with white noise of `added` metres on top of the receiver's own.

    The errors are the same at every interval. `kind` counts the drives: every other one has speed and heading, and
    each its way of rounding.
    """
    off = offsets(states, errors, random.Random(f"{seed}/errors"))
    moved = motion(states, random.Random(f"{seed}/motion"))
    noise, rng = random.Random(f"{seed}/added"), random.Random(f"{seed}/every")
    extra = [(noise.gauss(0, 1), noise.gauss(0, 1)) for _ in states]
    decimals, seconds = ROUNDINGS[kind % len(ROUNDINGS)] if errors.rounded else (7, 1)
    out = []
    for n in thinned(states, every, errors, rng):
        state = states[n]
        # Where times are rounded, a fix was made at any time that rounds to the one that it carries.
        late = rng.uniform(-0.5, 0.5) if errors.rounded and seconds == 1 else 0.0
        ahead = late * state.speed
        lat, lon = drive.plane.place(
            state.x + off[n][0] + added * extra[n][0] + ahead * math.cos(state.heading),
            state.y + off[n][1] + added * extra[n][1] + ahead * math.sin(state.heading))
        time = None if not seconds else float(round(state.clock / seconds) * seconds)
        speed, heading = moved[n] if kind % 2 else (None, None)
        out.append(Fix(state.clock, round(lat, decimals), round(lon, decimals), time,
                       None if speed is None else round(speed, 2), None if heading is None else round(heading, 1),
                       state.metres, state.stand, state.off, state.x, state.y))
    return out
