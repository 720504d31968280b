"""Plane geometry in metres: curves, crossings, warps, and the way back to latitude and longitude.

Everything is drawn on a plane (x east, y north, metres) around a place in the Atlantic where no
land is. Only the writer turns metres into degrees, so the drawing code can think in lengths.
"""

import math

LATITUDE = 46.2
LONGITUDE = -20.5
METRES_PER_DEGREE = 111_195.0  # the sphere of radius 6,371 km that most routers measure on
_EAST = METRES_PER_DEGREE * math.cos(math.radians(LATITUDE))


def degrees(x, y):
    """Latitude and longitude of a point of the plane."""
    return LATITUDE + y / METRES_PER_DEGREE, LONGITUDE + x / _EAST


def distance(p, q):
    return math.hypot(q[0] - p[0], q[1] - p[1])


def length(points):
    return sum(distance(p, q) for p, q in zip(points, points[1:]))


def lerp(p, q, t):
    return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)


def curve(points, step=18.0, closed=False):
    """A Catmull-Rom curve through `points`, thinned so that straights need few nodes."""
    if len(points) == 2:
        return list(points)
    if closed:
        ring = [points[-1]] + list(points) + [points[0], points[1]]
    else:
        ring = [points[0]] + list(points) + [points[-1]]
    out = []
    for a, b, c, d in zip(ring, ring[1:], ring[2:], ring[3:]):
        count = max(1, round(distance(b, c) / step))
        for i in range(count):
            t = i / count
            out.append(tuple(
                0.5 * (2 * b[k] + (c[k] - a[k]) * t + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t
                       + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3) for k in (0, 1)))
    out.append(ring[-2])
    return thin(out, 0.6)


def thin(points, tolerance):
    """Douglas-Peucker: the fewest of these points that keep the shape within `tolerance`."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        worst, where = tolerance, None
        for i in range(first + 1, last):
            off = foot(points[first], points[last], points[i])[0]
            if off > worst:
                worst, where = off, i
        if where is not None:
            keep[where] = True
            stack += [(first, where), (where, last)]
    return [p for p, k in zip(points, keep) if k]


def foot(p, q, r):
    """Where the segment pq is nearest to r: (distance, t, point)."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((r[0] - p[0]) * dx + (r[1] - p[1]) * dy) / square
    t = min(1.0, max(0.0, t))
    at = (p[0] + dx * t, p[1] + dy * t)
    return math.hypot(r[0] - at[0], r[1] - at[1]), t, at


def meet(p, q, r, s):
    """The parameters (t along pq, u along rs) where two segments cross, or None."""
    ax, ay, bx, by = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
    cross = ax * by - ay * bx
    if abs(cross) < 1e-9:
        return None
    cx, cy = r[0] - p[0], r[1] - p[1]
    t = (cx * by - cy * bx) / cross
    u = (cx * ay - cy * ax) / cross
    return (t, u) if 0 <= t <= 1 and 0 <= u <= 1 else None


def crossings(line, other):
    """The distances along `line` at which it crosses `other`."""
    found, done = [], 0.0
    for p, q in zip(line, line[1:]):
        for r, s in zip(other, other[1:]):
            hit = meet(p, q, r, s)
            if hit:
                found.append(done + hit[0] * distance(p, q))
        done += distance(p, q)
    return sorted(found)


def nearest(line, point):
    """How far `point` is from `line`, and at what distance along it: (distance, along)."""
    best, along, done = math.inf, 0.0, 0.0
    for p, q in zip(line, line[1:]):
        off, t, _ = foot(p, q, point)
        if off < best:
            best, along = off, done + t * distance(p, q)
        done += distance(p, q)
    return best, along


def point_at(line, along):
    """The point and the unit direction at a distance along the line."""
    done = 0.0
    for p, q in zip(line, line[1:]):
        step = distance(p, q)
        if done + step >= along and step > 0:
            t = (along - done) / step
            return lerp(p, q, t), ((q[0] - p[0]) / step, (q[1] - p[1]) / step)
        done += step
    p, q = line[-2], line[-1]
    step = distance(p, q) or 1.0
    return q, ((q[0] - p[0]) / step, (q[1] - p[1]) / step)


def beside(line, along, off):
    """A point `off` metres to the left of the line (to the right if negative)."""
    (x, y), (dx, dy) = point_at(line, along)
    return (x - dy * off, y + dx * off)


def parallel(line, off):
    """The line moved `off` metres to its left, mitred at the bends."""
    out = []
    for i, (x, y) in enumerate(line):
        a, b = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        step = distance(a, b) or 1.0
        out.append((x - (b[1] - a[1]) / step * off, y + (b[0] - a[0]) / step * off))
    return out


def inside(ring, point):
    """Whether a point lies in a polygon (even-odd rule; the ring need not be closed)."""
    x, y = point
    odd = False
    px, py = ring[-1]
    for qx, qy in ring:
        if (py > y) != (qy > y) and x < px + (y - py) / (qy - py) * (qx - px):
            odd = not odd
        px, py = qx, qy
    return odd


def rectangle(centre, heading, wide, deep):
    """The four corners of a rectangle, counter-clockwise, `wide` along `heading` (a unit vector)."""
    (x, y), (dx, dy) = centre, heading
    return [(x + dx * u * wide / 2 - dy * v * deep / 2, y + dy * u * wide / 2 + dx * v * deep / 2)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def blob(centre, wide, high, rng, corners=9):
    """An irregular round outline."""
    return [(centre[0] + wide * math.cos(a) * k, centre[1] + high * math.sin(a) * k)
            for a, k in ((2 * math.pi * i / corners, rng.uniform(0.82, 1.12)) for i in range(corners))]


class Warp:
    """A smooth displacement of the plane: it turns a street grid into streets that have grown."""

    def __init__(self, rng, strength, wavelength):
        self.waves = [(rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi),
                       2 * math.pi / (wavelength * k), strength * k * k)
                      for k in (1.0, 0.6, 0.4)]

    def __call__(self, x, y):
        dx = dy = 0.0
        for a, b, k, s in self.waves:
            dx += s * math.sin(k * (y + 0.3 * x) + a)
            dy += s * math.sin(k * (x - 0.3 * y) + b)
        return x + dx, y + dy
