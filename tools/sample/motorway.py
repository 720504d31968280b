"""The motorway: two carriageways, diamond interchanges, signs, and a toll stretch with booths."""

from .geometry import beside, crossings
from .sketch import Line, carriageways

RAMP = 430.0   # metres from the crossing to where a ramp leaves or joins
REACH = 135.0  # metres from the motorway to where the ramps meet the crossing road


class Motorway:
    """Keeps right: `ahead` runs along the centre line, `back` against it."""

    def __init__(self, sketch, centre, ref, name):
        self.sketch, self.centre, self.ref = sketch, centre, ref
        ahead, back = carriageways(centre.points, 24)
        tags = {"highway": "motorway", "oneway": "yes", "ref": ref, "name": name, "lanes": "2",
                "surface": "asphalt", "maxspeed": "130", "foot": "no", "bicycle": "no"}
        self.ahead = Line(ahead, tags, sealed=True)
        self.back = Line(back, {**tags, "maxspeed": "none"}, sealed=True)
        sketch.add(self.ahead, self.back)
        self.junctions = []  # (point, ref, name): the nodes where ramps leave
        self.terminals = []  # where ramps meet the crossing road: (point, road)

    def both(self, start, end, tags, level=0):
        """A section of both carriageways between two distances along the centre line."""
        for line in (self.ahead, self.back):
            a, b = sorted(line.along(self.centre.at(d)) for d in (start, end))
            line.section(a, b, tags, level)

    def crossed_by(self, road, tags=(), over=True, reach=32):
        """A road that crosses without an interchange: over the motorway, or under it."""
        if over:
            return road.bridge(self.centre, reach, tags)
        d = crossings(self.centre.points, road.points)[0]
        self.both(d - reach, d + reach, {"bridge": "yes", "layer": "1"}, 1)
        return road.under(self.centre, reach - 8, tags, lift=False)

    def interchange(self, road, number, name, signs):
        """Four ramps between the motorway and a road that crosses it on a bridge."""
        d = crossings(self.centre.points, road.points)[0]
        r = crossings(road.points, self.centre.points)[0]
        road.section(r - 34, r + 34, {"bridge": "yes", "layer": "1"}, 1)
        right = road.at(r + REACH), road.at(r - REACH)
        # The right-hand terminal is the one nearer to a point well to the right of the motorway.
        probe = beside(self.centre.points, d, -REACH)
        right = sorted(right, key=lambda p: (p[0] - probe[0]) ** 2 + (p[1] - probe[1]) ** 2)
        for sign, line, terminal in ((1, self.ahead, right[0]), (-1, self.back, right[1])):
            at = road.insert(road.along(terminal))
            self.terminals.append((at, road))
            for leaving in (True, False):
                s = -sign if leaving else sign
                start = line.insert(line.along(self.centre.at(d + s * RAMP)))
                ramp = [start, beside(self.centre.points, d + s * (RAMP - 110), -sign * 24),
                        beside(self.centre.points, d + s * 190, -sign * 62),
                        beside(self.centre.points, d + s * 60, -sign * (REACH - 30)), at]
                tags = {"highway": "motorway_link", "oneway": "yes", "lanes": "1",
                        "maxspeed": "60" if leaving else "80", "surface": "asphalt"}
                if leaving:
                    tags["destination"] = signs[0] if sign == 1 else signs[1]
                    tags["junction:ref"] = number
                    self.junctions.append((start, number, name))
                    # Before the exit, the lanes say which of them leaves.
                    e = line.along(start)
                    line.section(e - 400, e, {"lanes": "3", "turn:lanes": "through|through|slight_right",
                                              "destination:lanes": f"Veldrøk|Veldrøk|{tags['destination']}"})
                else:
                    ramp.reverse()
                    tags["destination:ref"] = self.ref
                self.sketch.draw(ramp, tags)
