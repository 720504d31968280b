"""What follows from the shape of a segment: its length and its bearings (section 6.6)."""

import math

METRES_PER_UNIT = 6_371_008.8 * math.pi / 180 / 1e7
AHEAD = 10  # metres along a shape to the point that gives its bearing
MOST = ((1 << 31) - 1) / 100  # metres


def offset(a, b):
    """How far one point lies east and north of another, in metres."""
    east = b[1] - a[1]
    if east > 1_800_000_000:
        east -= 3_600_000_000
    if east < -1_800_000_000:
        east += 3_600_000_000
    middle = math.radians((a[0] + b[0]) / 2e7)
    return east * METRES_PER_UNIT * math.cos(middle), (b[0] - a[0]) * METRES_PER_UNIT


def flaw(shape, length, bearing_from, bearing_to):
    """What is wrong with what is stored of a shape (latitude, longitude, latitude, …); None where nothing is."""
    points = list(zip(shape[0::2], shape[1::2]))
    legs = [math.hypot(*offset(a, b)) for a, b in zip(points, points[1:])]
    metres = sum(legs)
    slack = 0.5 + 0.01 * metres + 0.16 * (len(points) - 2)
    if not min(metres, MOST) - slack <= length / 100 <= metres + slack:
        return "a length of %d cm, the shape has %.0f" % (length, 100 * metres)
    for stated, line, steps in ((bearing_from, points, legs), (bearing_to, points[::-1], legs[::-1])):
        if abs((stated - bearing(line, steps) + 128) % 256 - 128) > 1:
            return "a bearing of %d, the shape has %d" % (stated, bearing(line, steps))
    return None


def bearing(points, legs):
    """The direction from the first point to the one that is so far ahead, in 1/256 turns."""
    walked, ahead = 0.0, points[-1]
    for point, leg in zip(points[1:], legs):
        walked += leg
        if walked >= AHEAD:
            ahead = point
            break
    east, north = offset(points[0], ahead)
    return round(math.atan2(east, north) / (2 * math.pi) * 256) % 256
