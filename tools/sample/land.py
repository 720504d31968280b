"""What is not a road: water, fields, houses, shops, places. A router skips it; a map does not."""

from .geometry import blob, curve, nearest
from .region import VILLAGES
from .town import buildings

SHOPS = [("shop", "bakery"), ("amenity", "cafe"), ("amenity", "restaurant"), ("shop", "supermarket"),
         ("amenity", "pharmacy"), ("amenity", "school"), ("tourism", "hotel"), ("shop", "bicycle"),
         ("amenity", "post_office"), ("amenity", "fuel"), ("amenity", "bank"), ("shop", "books")]
OWNERS = """Åström Büttner Çelik Dvořák Échalier Fjord Gößling Horák İnci Jürgens Kõiv Łukasik Møller
Núñez Østby Pérez Quist Řezník Şahin Tønder Ünal Vågen Weiß Xirau Yıldız Żuk""".split()

CHARGERS = [((-1650, -1260), "Ladepark Stadion", 4, "22 kW"), ((700, -560), "Bahnhof Süd", 6, "50 kW"),
            ((2400, 1420), "Einkaufspark Schnelllader", 8, "150 kW"),
            ((1560, 2330), "Autohof Saelmund-Mitte", 12, "300 kW"),
            ((-3480, 1780), "Westkreisel", 2, "50 kW"), ((5050, -700), "Dorfplatz Ostrup", 2, "22 kW"),
            ((1720, -2240), "Hafenkai", 4, "150 kW"), ((3900, -3850), "Inselstrom", 1, "11 kW")]


def water(network, region):
    bank = region.left + region.right[::-1]
    network.way([p for p in bank if p[1] > -2900], {"natural": "water", "water": "river",
                                                    "name": "Sael"}, closed=True)
    network.way(region.river, {"waterway": "river", "name": "Sael", "name:en": "River Sael"})
    network.way(curve(region.sea[:-2]), {"natural": "coastline"})
    # Anticlockwise: the land lies to the left of a coastline.
    network.way(region.island, {"natural": "coastline", "place": "island", "name": "Lissholm"},
                closed=True)
    for points, name in (([(-6300, 1300), (-5600, 1050), (-4700, 1250), (-3900, 1150), (-2900, 2000),
                           (-1700, 2450), (-700, 2250), (-420, 2150)], "Kräuterbach"),
                         ([(6300, 300), (5400, 200), (4900, -150), (3600, -100), (3300, -900)], "Ålebæk")):
        network.way(curve(points, 40), {"waterway": "stream", "name": name})


def fields(network, region, rng):
    kinds = [{"landuse": "forest"}, {"landuse": "farmland"}, {"landuse": "meadow"},
             {"natural": "wood", "leaf_type": "mixed"}, {"natural": "scrub"}, {"landuse": "orchard"}]
    for _ in range(70):
        x, y = rng.uniform(-6000, 6000), rng.uniform(-2300, 4300)
        if (-2400 < x < 3500 and -2900 < y < 2400) or nearest(region.river, (x, y))[0] < 450:
            continue
        ring = curve(blob((x, y), rng.uniform(120, 380), rng.uniform(100, 300), rng, 7), 60, closed=True)
        network.way(ring[:-1], rng.choice(kinds), closed=True)
    for (x, y), wide, high, tags in (
            ((-1000, -60), 190, 90, {"leisure": "park", "name": "Stadtpark", "name:en": "Town Park"}),
            ((290, -250), 90, 260, {"leisure": "park", "name": "Uferpark"}),
            ((2900, 1240), 420, 200, {"natural": "wood", "name": "Kesselberg"}),
            ((1300, -1500), 700, 600, {"landuse": "industrial", "name": "Speicherstadt"}),
            ((2800, -1750), 800, 380, {"landuse": "industrial", "name": "Freihafen"}),
            ((-1650, -600), 650, 480, {"landuse": "residential", "name": "Weststadt"})):
        network.way(curve(blob((x, y), wide, high, rng), 50, closed=True)[:-1], tags, closed=True)


def places(network):
    for name, kind, at, more in (
            ("Saelmund", "town", (-560, -930), {"name:en": "Saelmouth", "name:fr": "Saelbouche",
                                                "population": "21400"}),
            ("Altstadt", "neighbourhood", (-560, -1100), {}), ("Weststadt", "suburb", (-1650, -550), {}),
            ("Mühlenviertel", "neighbourhood", (-900, 600), {}), ("Sonnenhang", "suburb", (-1150, 1650), {}),
            ("Fischerviertel", "suburb", (-750, -2050), {}), ("Bahnhofsviertel", "neighbourhood",
                                                              (1050, -350), {}),
            ("Göll", "neighbourhood", (950, 620), {}), ("Neustadt", "suburb", (2350, 200), {}),
            ("Speicherstadt", "suburb", (1350, -1500), {}), ("Freihafen", "suburb", (2800, -1700), {})):
        network.point(at, {"place": kind, "name": name, **more})
    for name, at in VILLAGES.items():
        network.point(at, {"place": "village", "name": name})
    for at, name, capacity, power in CHARGERS:
        network.point(at, {"amenity": "charging_station", "name": name, "capacity": str(capacity),
                           "socket:type2_combo": str(max(1, capacity // 2)),
                           "socket:type2_combo:output": power, "socket:type2": str(capacity),
                           "operator": "Saelstrom", "fee": "yes"})
    network.point((520, -420), {"railway": "station", "name": "Saelmund Hauptbahnhof", "ele": "9"})
    network.point((4010, -3480), {"man_made": "lighthouse", "name": "Leuchtturm Lissholm"})


def houses(network, ground, rng, limit):
    """Houses with numbers; some of them are shops, some have an entrance."""
    kinds = ("residential", "living_street", "unclassified")
    streets = [w for w in network.ways if w.tags.get("highway") in kinds and w.tags.get("name")
               and not w.tags.get("bridge")]
    found = buildings(network, ground, rng, streets, share=0.6)
    rng.shuffle(found)
    for corners, way, number, _, centre in found[:limit]:
        tags = {"building": rng.choice(["yes", "house", "apartments", "yes", "retail", "detached"])}
        if rng.random() < 0.6:
            tags["addr:street"] = way.tags["name"]
            tags["addr:housenumber"] = str(number)
        network.way(corners, tags, closed=True)
        if rng.random() < 0.12:
            key, value = rng.choice(SHOPS)
            network.point(centre, {key: value, "name": f"{value.replace('_', ' ').title()} "
                                                       f"{rng.choice(OWNERS)}"})
    return len(found)
