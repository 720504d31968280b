"""Saelmund: the sample region, drawn by hand. Main roads, water and rails; the quarters fill in.

    north   A 7 motorway, toll stretch with a high bridge over the Sael
    middle  B 12: the Hochbrücke, over river and railway, no limit but far out
            Mühlenbrücke: 7.5 t, then 3.5 m under the railway
    south   Stadtbrücke: the short way from the old town (west) to the harbour (south-east),
            then 3.8 m under the railway
            Alte Brücke: 3.5 t, then 2.8 m under the railway
"""

import math
import random

from .geometry import blob, crossings, curve, parallel
from .motorway import Motorway
from .names import Namer
from .sketch import Line, Sketch
from .town import Ground, outline, parking, quarter

# A car goes from the first to the second by the Stadtbrücke; a vehicle of 4.0 m can not.
SQUARE = (-615.0, -880.0)
HARBOUR = (1500.0, -2300.0)

RIVER = [(-1500, 4800), (-1250, 3800), (-500, 2900), (-350, 2000), (-450, 1300), (-150, 600),
         (150, 0), (120, -700), (60, -1300), (350, -2100), (750, -2800), (1000, -3600)]
RAIL = [(750, 4800), (900, 3600), (700, 2500), (420, 1500), (380, 800), (560, 100), (480, -700),
        (430, -1150), (650, -1700), (1000, -2200), (1500, -2480), (1950, -2560)]
COAST = [(-6700, -3300), (-5000, -3250), (-3500, -3450), (-2000, -3300), (-600, -3050),
         (300, -2960), (560, -3000), (670, -2940), (690, -2860)]
COAST_EAST = [(850, -2840), (930, -2960), (1100, -3040), (1450, -3010), (1950, -2930), (2350, -2830), (2700, -2830),
              (3300, -2600), (4500, -2500), (5500, -2750), (6700, -2500)]
ISLAND = [(3300, -3750), (3600, -3480), (4050, -3450), (4400, -3750), (4350, -4150), (3900, -4350),
          (3450, -4150)]
VILLAGES = {"Westrum": (-5000, -1300), "Quellau": (-5150, 650), "Oberlund": (-2350, 3900),
            "Eichfeld": (3150, 3750), "Ostrup": (5150, -620), "Brönshagen": (-2700, -2720),
            "Thalby": (-5300, 3700), "Lissholm": (3880, -3880)}


def road(kind, name=None, ref=None, **more):
    tags = {"highway": kind, "surface": "asphalt"}
    if name:
        tags["name"] = name
    if ref:
        tags["ref"] = ref
    tags.update({k.replace("__", ":"): str(v) for k, v in more.items()})
    return tags


class Region:
    """The drawing of Saelmund, woven into `network` by `build`."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.namer = Namer(random.Random(seed + 1))
        self.sketch = Sketch()
        self.ground = Ground()
        self.areas = []  # (ring, tags)
        self.river = curve(RIVER)
        self.left, self.right = outline(RIVER, self.river_width)
        self.sea = curve(COAST) + curve(COAST_EAST) + [(6700, -4800), (-6700, -4800)]
        self.island = curve(ISLAND, closed=True)

    @staticmethod
    def river_width(t):
        return 70 + 95 * t * t

    def build(self):
        self.main_roads()
        self.crossings()
        self.roundabouts()
        self.take_ground()
        self.quarters()
        self.country()
        return self.sketch.weave()

    def main_roads(self):
        def draw(points, tags, **how):
            # Roads end on each other's curves, not quite on the points that were drawn.
            return self.sketch.draw(points, tags, snap=14, **how)

        self.rail = self.sketch.draw(RAIL, {"railway": "rail", "gauge": "1435", "electrified": "contact_line",
                                "name": "Saelbahn"}, group="rail")
        self.ring = draw([(-1000, -950), (-880, -620), (-520, -480), (-230, -620), (-130, -950),
                          (-215, -1285), (-560, -1400), (-895, -1280), (-1000, -950)],
                         road("secondary", "Wallring", maxspeed=50, lanes=2, lit="yes"))
        self.b1_west = draw([(-6350, -1500), (-5200, -1250), (-4300, -1450), (-3300, -1150),
                             (-2300, -1050), (-1300, -1020), (-1000, -950)],
                            road("primary", "Westrumer Landstraße", "B 1", maxspeed=100, lanes=2))
        self.b1_town = draw([(-130, -950), (120, -945), (440, -930), (900, -900), (1300, -850),
                             (1700, -780)],
                            road("primary", "Stadtbrückenstraße", "B 1", maxspeed=50, lanes=2,
                                 lit="yes"))
        self.b1_east = draw([(1700, -780), (2800, -600), (4200, -500), (5200, -650), (6350, -450)],
                            road("primary", "Ostruper Chaussee", "B 1", maxspeed=80, lanes=2))
        self.hafen = draw([(900, -900), (1000, -1300), (1240, -1800), HARBOUR, (1800, -2350),
                           (2100, -2350), (2900, -2200), (3600, -2000)],
                          road("secondary", "Hafenstraße", "L 8", maxspeed=50, lanes=2))
        self.b7 = draw([(1620, 4800), (1560, 3700), (1490, 2600), (1450, 1900), (1350, 1100),
                        (1420, 300), (1620, -300), (1700, -780), (1800, -1400), (2000, -1900),
                        (2100, -2350)], road("trunk", "Nordring", "B 7", maxspeed=80, lanes=2,
                                                     foot="no", bicycle="no"))
        self.l3 = draw([(-3300, -1150), (-3550, -300), (-3400, 700), (-3500, 1700), (-3560, 2560),
                        (-3700, 3600), (-3500, 4800)],
                       road("secondary", "Quellauer Straße", "L 3", maxspeed=100))
        self.b12 = draw([(-3500, 1700), (-2700, 1350), (-1900, 1150), (-1150, 1000), (-700, 960),
                         (0, 905), (700, 935), (1350, 1100)],
                        road("primary", "Hochbrückenstraße", "B 12", maxspeed=70, lanes=2))
        self.kessel = draw([(1350, 1100), (2200, 1150), (3000, 1300), (3700, 1450), (4300, 1480)],
                           road("secondary", "Kesselbergstraße", "L 12", maxspeed=70))
        self.b9 = draw([(4150, 4800), (4300, 2900), (4400, 1900), (4300, 1480), (4250, 600),
                        (4200, -500), (3900, -1300), (3600, -2000)],
                       road("primary", "Östliche Randstraße", "B 9", maxspeed="50 mph", lanes=2))
        self.mill = draw([(-520, -480), (-640, -100), (-900, 400), (-1150, 1000)],
                         road("secondary", "Mühlenstraße", "L 4", maxspeed=50, lit="yes"))
        self.mill_bridge = draw([(-655, -60), (-300, 90), (100, 120), (560, 130), (1000, 200),
                                 (1420, 300)], road("tertiary", "Mühlenbrückenweg", maxspeed=30))
        self.old_bridge = draw([(-165, -1120), (75, -1190), (440, -1240), (780, -1190), (975, -1200)],
                               road("unclassified", "An der Alten Brücke", maxspeed=10,
                                    surface="sett"))
        self.coast = draw([(-560, -1400), (-720, -1900), (-1300, -2450), (-2600, -2720), (-4000, -2850),
                           (-5200, -2700), (-6350, -2900)],
                          road("secondary", "Küstenstraße", "L 5", maxspeed=70))
        self.north = draw([(-3700, 3600), (-2350, 3850), (-1250, 3750), (-300, 3600), (900, 3650),
                           (1560, 3700), (3150, 3750), (4230, 3500)],
                          road("tertiary", "Dörferweg", "K 21", maxspeed=70))
        self.meadow = draw([(-2350, 3850), (-1900, 3200), (-1750, 2500), (-1900, 1800), (-1900, 1150)],
                           road("tertiary", "Wiesendamm", "K 22", maxspeed=70))
        self.quellau = draw([(-5000, -1280), (-5250, -300), (-5150, 650), (-4300, 600), (-3400, 700)],
                            road("tertiary", "Rue de Quellau", "K 23", maxspeed=70))
        self.thalby = draw([(-3700, 3600), (-4500, 3500), (-5300, 3700), (-5700, 2900), (-5600, 2360),
                            (-5350, 1500), (-5150, 650)],
                           road("tertiary", "Thalbyvej", "K 24", maxspeed=70))
        self.quay_road = draw([HARBOUR, (1450, -2480), (1400, -2700), (1380, -2860)],
                              road("unclassified", "Kranstraße", maxspeed=30, surface="concrete"))
        self.quay = draw([(1050, -2920), (1380, -2860), (1900, -2790), (2330, -2720)],
                         road("unclassified", "Søndre Kaj", maxspeed=30, surface="concrete"))
        self.terminal = draw([(2100, -2350), (2230, -2550), (2330, -2720), (2420, -2800)],
                             road("unclassified", "Am Fährterminal", maxspeed=30))
        self.isle = draw([(3620, -3560), (3700, -3750), (3880, -3880), (4120, -3900), (4180, -4050),
                          (3980, -4180), (3700, -4080), (3620, -3900), (3700, -3750)],
                         road("tertiary", "Inselrunde", maxspeed=50))
        # A ferry touches the road network at its two ends and nowhere else.
        draw = self.sketch.draw
        draw([(2420, -2800), (2700, -3080), (3250, -3350), (3620, -3560)],
             {"route": "ferry", "name": "Fähre Saelmund – Lissholm", "motor_vehicle": "yes",
              "foot": "yes", "bicycle": "yes", "hgv": "yes", "duration": "00:20", "toll": "yes",
              "maxheight": "4.2", "maxlength": "18", "maxweight": "28"}, group="ferry")
        draw([(230, -2640), (450, -2660), (830, -2700)],
             {"route": "ferry", "name": "Seilfähre", "motor_vehicle": "no", "foot": "yes",
              "bicycle": "yes", "duration": "PT6M"}, group="ferry")
        draw([(120, -2600), (230, -2640)], road("path", foot="yes", bicycle="yes"), snap=160)
        draw([(830, -2700), (1050, -2920)], road("path", foot="yes", bicycle="yes"), snap=40)
        draw([(1450, 1800), (1700, 1790), (2250, 1660), (2480, 1400), (2440, 1190)],
             road("tertiary", "Gewerbestraße", maxspeed=50, hgv="designated"), snap=60)

    def crossings(self):
        """Bridges, tunnels and what they let through."""
        sketch, rail = self.sketch, self.rail
        middle = Line([(-6500, 2230), *((x, y) for x, y in [
            (-5000, 2450), (-3560, 2560), (-2000, 2750), (-600, 2850), (600, 2800), (1490, 2600),
            (2800, 2250), (4390, 1900), (5400, 1850)]), (6500, 2000)], {})
        middle.points = curve(middle.points)
        motorway = self.motorway = Motorway(sketch, middle, "A 7", "Saelautobahn")
        river = Line(self.river, {})
        at = crossings(middle.points, river.points)[0]
        west, east = middle.along((-3560, 2560)), middle.along((1490, 2600))
        motorway.both(west + 700, east - 700, {"toll": "yes", "maxspeed": "120"})
        motorway.both(at - 230, at + 210, {"bridge": "viaduct", "layer": "2",
                                           "bridge:name": "Saeltalbrücke"}, 2)
        self.toll_gates = [(motorway.ahead, west + 1150), (motorway.back, east - 1300)]
        d = crossings(middle.points, rail.points)[0]
        motorway.both(d - 40, d + 40, {"bridge": "yes", "layer": "1"}, 1)
        motorway.interchange(self.l3, "11", "Quellau", ("Saelmund-West;Quellau", "Quellau;Westrum"))
        motorway.interchange(self.b7, "12", "Saelmund-Mitte", ("Saelmund;Hafen", "Eichfeld;Saelmund"))
        motorway.interchange(self.b9, "13", "Saelmund-Ost", ("Ostrup;Freihafen", "Freihafen;Kesselberg"))
        motorway.crossed_by(self.meadow, {"maxheight": "12'6\"", "maxwidth": "3.2"}, over=False)
        motorway.crossed_by(self.thalby, {"maxweight": "16", "maxaxleload": "8"})

        self.b1_town.bridge(river, 85, {"bridge:name": "Stadtbrücke"})
        self.b1_town.under(rail, 13, {"maxheight": "3.8"})
        self.mill_bridge.bridge(river, 72, {"bridge:name": "Mühlenbrücke", "maxweight": "7.5 t"})
        self.mill_bridge.under(rail, 11, {"maxheight": "3.5", "maxheight:signed": "yes"})
        self.old_bridge.bridge(river, 82, {"bridge:name": "Alte Brücke", "maxweight": "3.5",
                                           "maxwidth": "2.3", "lanes": "1", "historic": "yes"})
        self.old_bridge.under(rail, 9, {"maxheight": "2.8", "maxwidth": "2.2", "covered": "yes"})
        start = self.b12.along((-500, 945))
        end = self.b12.along((540, 925))
        self.b12.section(start, end, {"bridge": "viaduct", "layer": "2", "maxweight": "44",
                                      "bridge:name": "Hochbrücke"}, 2)
        self.north.bridge(river, 65, {"maxweight": "12", "maxweight:conditional": "none @ destination",
                                      "maxweightrating:hgv": "18"})
        d = self.north.along(rail.at(crossings(rail.points, self.north.points)[0]))
        self._level_crossing(self.north, d)
        self._level_crossing(self.quay_road, crossings(self.quay_road.points, rail.points)[0])
        a, b = self.kessel.along((2450, 1190)), self.kessel.along((3350, 1370))
        self.kessel.section(a, b, {"tunnel": "yes", "layer": "-1", "name": "Kesselbergtunnel",
                                   "maxheight": "4.2", "hazmat": "no", "hazmat:E": "no", "lit": "yes",
                                   "tunnel:name": "Kesselbergtunnel"}, -1)
        d = self.coast.along((-1300, -2450))
        self.coast.section(d + 500, d + 680, {"tunnel": "yes", "layer": "-1", "maxheight": "4.2",
                                              "maxlength": "12", "maxspeed": "40"}, -1)
        d = self.coast.along((-4000, -2850))
        self.coast.section(d, d + 400, {"maxheight": "default"})
        self.coast.section(d + 400, d + 700, {"maxheight": "none", "maxaxleload": "10"})
        d = self.quellau.along((-5250, -300))
        self.quellau.section(d, d + 350, {"maxheight": "below_default", "maxweightrating": "7.5"})
        d = self.b1_east.along((2800, -600))
        self.b1_east.section(d, d + 600, {"maxspeed:conditional": "60 @ (22:00-06:00)",
                                          "maxspeed:hgv": "60"})

    def _level_crossing(self, line, along):
        at = line.insert(along)
        hit = self.rail.along(at)
        self.rail.insert(hit)
        # Both lines must name the very same point for the node to be shared.
        points = self.rail.points
        best = min(range(len(points)), key=lambda i: math.dist(points[i], at))
        points[best] = at
        self.level_crossings = getattr(self, "level_crossings", []) + [at]

    def roundabouts(self):
        circle = self.sketch.roundabout
        circle((-3500, 1700), 30, road("primary", ref="B 12", maxspeed=40, name="Westkreisel"))
        circle((1350, 1100), 34, road("trunk", ref="B 7", maxspeed=40, name="Nordkreisel"))
        circle((4200, -500), 28, road("primary", ref="B 1", name="Ostkreisel"))
        circle((-1150, 1000), 24, road("primary", ref="B 12", name="Mühlenkreisel"))
        circle((2100, -2350), 26, road("secondary", ref="L 8", name="Hafenkreisel"))
        circle((3600, -2000), 24, road("secondary", ref="L 8", name="Leuchtturmkreisel"))
        circle((-3700, 3600), 20, road("secondary", ref="L 3"))
        for point, crossing in self.motorway.terminals[:2]:
            circle(point, 24, road(crossing.tags["highway"], ref=crossing.tags.get("ref")))

    def take_ground(self):
        ground = self.ground
        for line in self.sketch.lines:
            ground.line(line.points, {"rail": 24, "ferry": 4}.get(line.group, 34 if line.sealed else 21))
        for i, p in enumerate(self.river):
            q = self.river[min(i + 1, len(self.river) - 1)]
            ground.line([p, q], self.river_width(i / len(self.river)) / 2 + 10)
        ground.area(self.sea)
        ground.islands.append(self.island)
        for start, end in (((2450, 1190), (3350, 1370)),):
            ground.line([start, end], 160)  # the hill over the tunnel

    def quarters(self):
        rng, namer = self.rng, self.namer

        def fill(zone, **how):
            quarter(self.sketch, self.ground, zone, rng, namer, **how)

        # The square and the streets around it are drawn; the rest of the old town grows.
        draw = self.sketch.draw
        draw([(-890, -800), SQUARE, (-480, -860), (-300, -870), (-150, -880)],
             road("residential", "Marktstraße", maxspeed=30, surface="sett", lit="yes"), snap=60)
        draw([SQUARE, (-640, -700), (-560, -490)],
             road("residential", "Rathausgasse", maxspeed=20, surface="sett"), snap=60)
        draw([SQUARE, (-620, -905), (-600, -1010), (-590, -1140)],
             road("pedestrian", "Marktgang", surface="paving_stones"), smooth=False, snap=60)
        self.ground.line([SQUARE, (-480, -860)], 14)
        self.areas.append(([(-620, -905), (-500, -885), (-490, -975), (-600, -1010)],
                           {"highway": "pedestrian", "area": "yes", "name": "Marktplatz",
                            "name:en": "Market Square", "surface": "paving_stones"}))
        self.ground.area(self.areas[-1][0])
        ring = [p for p in self.ring.points]
        fill(ring, along=82, across=66, angle=0.25, strength=17, drop=0.12, kind="old")
        fill([(-2300, -1000), (-1050, -980), (-930, -650), (-560, -450), (-700, -50), (-900, 350),
              (-1500, 300), (-2300, 0)], along=135, across=90, angle=0.12)
        fill([(-1850, 420), (-1000, 480), (-700, 60), (-60, 240), (-330, 860), (-1100, 940),
              (-1850, 1080)], along=125, across=80, angle=-0.3, strength=28)
        fill([(-1850, 1250), (-1150, 1080), (-470, 1010), (-560, 1700), (-900, 2350), (-1700, 2300)],
             along=140, across=85, angle=0.5, strength=34)
        fill([(-960, -1330), (-560, -1430), (-250, -1330), (-40, -1450), (120, -2050), (250, -2640),
              (-500, -2800), (-1250, -2480), (-1800, -1900), (-1900, -1110), (-1050, -1030)],
             along=130, across=85, angle=-0.2, strength=26)
        fill([(520, -860), (1640, -780), (1560, -300), (1380, 250), (620, 120)], along=120, across=80,
             angle=0.05, strength=12)
        fill([(600, 180), (1370, 320), (1300, 1040), (520, 880)], along=120, across=90, angle=0.2)
        fill([(1780, -720), (2900, -540), (3350, 150), (2900, 1000), (1480, 1020), (1480, 300)],
             along=150, across=90, angle=0.4, strength=40)
        fill([(560, -1000), (1650, -850), (1750, -1400), (2000, -2300), (1500, -2260), (1180, -1750)],
             along=170, across=120, angle=0.3, strength=12, kind="harbour")
        fill([(1850, -1450), (2700, -1250), (3750, -1500), (3550, -1950), (2900, -2150),
              (2120, -2300)], along=240, across=170, angle=0.1, strength=10, kind="harbour")
        fill([(1560, 1300), (2600, 1300), (2700, 1950), (1600, 2250)], along=230, across=160,
             angle=0.1, strength=10, kind="harbour")
        for name, (x, y) in VILLAGES.items():
            fill(blob((x, y), 380, 300, rng), along=130, across=95, angle=rng.uniform(0, 1.5),
                 strength=30, drop=0.25)
        for centre, heading, rows, name in (((2330, 1480), (0.98, 0.2), 4, "Einkaufspark Nord"),
                                            ((2350, -1650), (0.9, -0.43), 3, "Freihafen P1"),
                                            ((700, -450), (0.98, 0.05), 2, "P+R Hauptbahnhof"),
                                            ((-1550, -1300), (0.98, 0.1), 2, "Stadion")):
            parking(self.sketch, self.areas, centre, heading, 110, rows, 90, name)

    def country(self):
        """Tracks, paths and cycleways between the villages."""
        rng, draw = self.rng, self.sketch.draw
        hubs = list(VILLAGES.values())
        for x, y in hubs[:-1]:
            for _ in range(9):
                a, far = rng.uniform(0, 2 * math.pi), rng.uniform(700, 1500)
                p = (x + 250 * math.cos(a), y + 250 * math.sin(a))
                points = [p]
                for k in (1, 2, 3):
                    a += rng.uniform(-0.4, 0.4)
                    p = (p[0] + far / 3 * math.cos(a), p[1] + far / 3 * math.sin(a))
                    points.append(p)
                line = []
                for p in curve(points):
                    if not self._open(p) or abs(p[0]) > 6200 or abs(p[1]) > 4500:
                        break
                    line.append(p)
                if len(line) < 3:
                    continue
                kind = rng.choice(["track", "track", "track", "path", "cycleway", "unclassified"])
                tags = {"highway": kind}
                if kind == "track":
                    grade = rng.randint(1, 5)
                    tags.update(tracktype=f"grade{grade}",
                                surface=["asphalt", "gravel", "compacted", "dirt", "grass"][grade - 1])
                    if rng.random() < 0.5:
                        tags["motor_vehicle"] = rng.choice(["agricultural", "forestry", "no",
                                                            "agricultural;forestry"])
                elif kind == "cycleway":
                    tags.update(surface="asphalt", foot=rng.choice(["yes", "designated"]))
                elif kind == "unclassified":
                    tags.update(name=self.namer(), maxspeed=str(rng.choice([50, 70])))
                draw(line, tags, smooth=False, snap=90)
        # Riverside ways for feet and wheels, on both banks.
        for bank, kind in ((self.left, "cycleway"), (self.right, "footway")):
            off = 16 if bank is self.left else -16
            line = [p for p in parallel(bank, off) if -2500 < p[1] < 2300]
            draw(line, {"highway": kind, "name": "Saelufer", "surface": "compacted",
                        "bicycle": "designated" if kind == "cycleway" else "yes",
                        "foot": "yes"}, smooth=False, snap=60)
        draw([(-400, -600), (-330, -800), (-420, -1010), (-380, -1230)],
             {"highway": "footway", "name": "Kirchgang", "lit": "yes"}, snap=50)
        draw([(-700, -1180), (-690, -1230), (-700, -1300)],
             {"highway": "steps", "step_count": "42", "handrail": "yes", "incline": "up"}, snap=50)
        coal = draw([(290, -1480), (560, -1520), (760, -1500), (1080, -1490)],
                    {"highway": "footway", "name": "Kohlenweg", "lit": "yes"}, snap=90)
        d = crossings(coal.points, self.rail.points)[0]
        coal.section(d - 15, d + 15, {"tunnel": "yes", "layer": "-1", "name": "Kohlentunnel"}, -1)

    def _open(self, p):
        """Whether a country way may lie here; main roads are crossed, water is not."""
        return (not any(math.dist(p, q) < 75 for q in self.river) and p[1] > -3000
                and not any(math.dist(p, q) < 60 for q in self.motorway.centre.points))
