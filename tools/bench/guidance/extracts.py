"""Extracts, the folder where everything about them is kept, and random pairs of places on their roads."""
import bisect
import json
import os
import random
import sys

from matching import maps
from matching.geometry import Plane, walked

ROADS = {r + link for r in ("motorway", "trunk", "primary", "secondary", "tertiary") for link in ("", "_link")} | {
    "unclassified", "residential", "living_street"}
CLOSED = {"no", "private", "agricultural", "forestry"}
SHORTEST, LONGEST = 500.0, 12_000.0
# No more of them are asked, however few are driven alike.
PAIRS = 5000


class Extract:
    """An extract and its folder in the work directory."""

    def __init__(self, name, work, seed):
        files = [f for f in sorted(os.listdir(maps.DATA)) if f.split(".osm.")[0] in (name, name + ".test")]
        if not files:
            sys.exit(f"{maps.DATA} has no extract {name}")
        self.name, self.seed = name, seed
        self.file = os.path.join(maps.DATA, files[0])
        self.folder = os.path.join(work, name)
        os.makedirs(self.folder, exist_ok=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def kept(self, name, make):
        """The content of a JSON file, made when it is missing."""
        path = self.path(name)
        if not os.path.exists(path):
            content = make()
            with open(path + ".part", "w") as f:
                json.dump(content, f)
            os.rename(path + ".part", path)
        with open(path) as f:
            return json.load(f)

    def pairs(self):
        """The pairs of this seed: (lat, lon, lat, lon)."""
        return self.kept(f"pairs-seed-{self.seed}.json", self._pairs)

    def _pairs(self):
        roads = self._roads()
        plane = Plane(roads[0][0])
        sums = [0.0]
        for a, b in roads:
            sums.append(sums[-1] + walked([plane.xy(a), plane.xy(b)])[1])
        rng, pairs = random.Random(f"{self.name} {self.seed}"), []

        def end():
            a, b = roads[min(bisect.bisect(sums, rng.uniform(0, sums[-1])), len(roads)) - 1]
            t = rng.uniform(0.3, 0.7)
            return tuple(round(x + t * (y - x), 6) for x, y in zip(a, b))

        while len(pairs) < PAIRS:
            a, b = end(), end()
            if SHORTEST <= walked([plane.xy(a), plane.xy(b)])[1] <= LONGEST:
                pairs.append(a + b)
        return pairs

    def _roads(self):
        """Every straight piece of the roads that cars may use."""
        import osmium
        roads = []
        for way in osmium.FileProcessor(self.file, osmium.osm.NODE | osmium.osm.WAY).with_locations():
            if not way.is_way() or way.tags.get("highway") not in ROADS or way.tags.get("area") == "yes" or \
                    any(way.tags.get(key) in CLOSED for key in ("access", "vehicle", "motor_vehicle", "motorcar")):
                continue
            places = [(round(n.lat, 7), round(n.lon, 7)) for n in way.nodes if n.location.valid()]
            roads += [pair for pair in zip(places, places[1:]) if pair[0] != pair[1]]
        return roads
