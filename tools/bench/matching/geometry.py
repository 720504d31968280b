"""Lines in a plane of metres, and which places lie on them."""
import math

METRES = 6371008.8 * math.pi / 180


def decode(text, scale=1e6):
    """The coordinates (lat, lon) of an encoded polyline."""
    points, at, lat, lon = [], 0, 0, 0
    while at < len(text):
        values = []
        for _ in range(2):
            shift = value = 0
            while True:
                byte = ord(text[at]) - 63
                at += 1
                value |= (byte & 31) << shift
                shift += 5
                if byte < 32:
                    break
            values.append(~(value >> 1) if value & 1 else value >> 1)
        lat += values[0]
        lon += values[1]
        points.append((lat / scale, lon / scale))
    return points


class Plane:
    """Metres around a place."""

    def __init__(self, place):
        self.lat, self.lon = place
        self.k = math.cos(math.radians(self.lat)) * METRES

    def xy(self, p):
        return (p[1] - self.lon) * self.k, (p[0] - self.lat) * METRES

    def place(self, x, y):
        return self.lat + y / METRES, self.lon + x / self.k


def walked(line):
    """The distance of each point from the beginning of its line."""
    total, sums = 0.0, [0.0]
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        total += math.hypot(bx - ax, by - ay)
        sums.append(total)
    return sums


def samples(line, step=5.0):
    """Places along a line with their direction and distance from its beginning."""
    total, wanted = 0.0, step / 2
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        length = math.hypot(bx - ax, by - ay)
        while length > 0 and wanted <= total + length:
            t = (wanted - total) / length
            yield ax + t * (bx - ax), ay + t * (by - ay), (bx - ax) / length, (by - ay) / length, wanted
            wanted += step
        total += length


def part(line, sums, start, end):
    """The part of a line between two distances from its beginning."""
    points = [place(line, sums, start)]
    points += [p for p, s in zip(line, sums) if start < s < end]
    return points + [place(line, sums, end)]


def place(line, sums, metres):
    """The place on a line at a distance from its beginning; `sums` are those of `walked`."""
    low, high = 0, len(sums) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if sums[middle] <= metres:
            low = middle
        else:
            high = middle
    span = sums[high] - sums[low]
    t = min(max((metres - sums[low]) / span, 0), 1) if span else 0
    (ax, ay), (bx, by) = line[low], line[high]
    return ax + t * (bx - ax), ay + t * (by - ay)


class Cover:
    """Which places lie on lines."""
    CELL = 40.0
    # Where a line comes back to a place after less than this, it has not left it.
    PASS = 25.0

    def __init__(self, lines, tolerance=4.0):
        self.cells, self.tolerance, start = {}, tolerance, 0.0
        for line in lines:
            for (ax, ay), (bx, by) in zip(line, line[1:]):
                length = math.hypot(bx - ax, by - ay)
                if length:
                    self._add((ax, ay, (bx - ax) / length, (by - ay) / length, length, start))
                    start += length
            start += 2 * self.PASS

    def _add(self, piece):
        ax, ay, ux, uy, length, _ = piece
        seen, reach, count = set(), self.tolerance, int(length / self.CELL) + 1
        for n in range(count):
            # The cells around each stretch of at most a cell's size.
            near, far = length * n / count, length * (n + 1) / count
            xs, ys = sorted((ax + ux * near, ax + ux * far)), sorted((ay + uy * near, ay + uy * far))
            for i in range(int((xs[0] - reach) // self.CELL), int((xs[1] + reach) // self.CELL) + 1):
                for j in range(int((ys[0] - reach) // self.CELL), int((ys[1] + reach) // self.CELL) + 1):
                    seen.add((i, j))
        for key in seen:
            self.cells.setdefault(key, []).append(piece)

    def _hits(self, x, y, dx=0.0, dy=0.0, least=-1.0):
        """Where lines pass a place in this direction: (metres along all of them, square of the distance, place)."""
        found, limit = [], self.tolerance * self.tolerance
        for ax, ay, ux, uy, length, start in self.cells.get((int(x // self.CELL), int(y // self.CELL)), ()):
            if ux * dx + uy * dy < least:
                continue
            px, py = x - ax, y - ay
            along = px * ux + py * uy
            if along < 0:
                along = 0.0
            elif along > length:
                along = length
            px, py = px - along * ux, py - along * uy
            if px * px + py * py <= limit:
                found.append((start + along, px * px + py * py, (x - px, y - py)))
        return found

    def nearest(self, x, y, dx, dy, least):
        """The distance and the place of the nearest line with this direction; none without one."""
        hits = self._hits(x, y, dx, dy, least)
        if not hits:
            return None
        _, square, found = min(hits, key=lambda hit: hit[1])
        return math.sqrt(square), found

    def near(self, x, y):
        """Whether a line passes a place, in any direction."""
        return bool(self._hits(x, y))

    def has(self, x, y, dx, dy, least=0.3):
        """Whether a line passes a place in this direction, the cosine of the angle being at least so much."""
        return bool(self._hits(x, y, dx, dy, least))

    def passes(self, x, y, dx, dy):
        """How often lines pass a place in this direction."""
        metres = [hit[0] for hit in self._hits(x, y, dx, dy, 0.3)]
        if len(metres) < 2:
            return len(metres)
        metres.sort()
        return 1 + sum(b - a > self.PASS for a, b in zip(metres, metres[1:]))
