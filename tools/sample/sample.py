"""The sample map, from drawing to finished network."""

import random

from . import details, land
from .network import Way
from .region import HARBOUR, SQUARE, Region
from .town import Ground

# Two nodes with ids of their own, so that documents and tests can name them for good.
SQUARE_ID, HARBOUR_ID = 1001, 1002
BOX = ((-6700.0, -4800.0), (6700.0, 4800.0))


class Sample:
    """`network` with everything in it, and the two nodes of the demonstration."""

    def __init__(self, seed):
        region = Region(seed)
        rng = random.Random(seed + 2)
        network = self.network = region.build()
        self.start, self.goal = network.near(SQUARE), network.near(HARBOUR)
        # Motorways and the edges of the map may end in the open; all other roads lead back.
        network.tidy(self.start, keep={"motorway", "motorway_link"})
        clear = [SQUARE, HARBOUR, (455, -930), (900, -900)]

        for ring, tags in region.areas:
            # A square is part of the network: its corners are nodes of the ways that touch it.
            refs = [network.node(p, share="highway" in tags) for p in ring]
            network.ways.append(Way(refs + refs[:1], tags))
        for line, along in region.toll_gates:
            details.on_line(network, line, along, {"barrier": "toll_booth", "name": "Maut Sael",
                                                   "fee": "yes"})
        for place, ref, name in region.motorway.junctions:
            node = network.near(place, {r for w in network.ways if w.road == "motorway" for r in w.refs})
            network.tags[node].update(highway="motorway_junction", ref=ref, name=name)
        for place in region.level_crossings:
            node = network.near(place)
            network.tags[node].update(railway="level_crossing")
        details.signals_and_crossings(network, rng)
        details.barriers(network, rng, self.start)

        ground = Ground()
        ground.outlines, ground.islands = region.ground.outlines, region.ground.islands
        for way in network.ways:
            if way.road or "railway" in way.tags:
                ground.line([network.places[r] for r in way.refs], 7)
        for i, p in enumerate(region.river):
            ground.spot(p, region.river_width(i / len(region.river)) / 2 + 6)
        streets = [w for w in network.ways if w.road == "residential"]
        details.private(network, ground, rng, streets, 240)
        land.houses(network, ground, rng, 1500)
        land.water(network, region)
        land.fields(network, region, rng)
        land.places(network)

        details.restrictions(network, rng, clear)
        details.via_ways(network, rng, clear)
        details.oddities(network)
        details.broken_relations(network)
        self.routes()
        network.tags[self.start].update(note="Old town square: the demonstration starts here")
        network.tags[self.goal].update(note="Harbour: the demonstration ends here")
        self.well_known = {self.start: SQUARE_ID, self.goal: HARBOUR_ID}

    def routes(self):
        """Relations that are not restrictions, so that a reader meets some."""
        network = self.network
        for ref in ("A 7", "B 12"):
            members = [("way", w, "") for w in network.ways if w.tags.get("ref") == ref]
            network.relations.append(({"type": "route", "route": "road", "ref": ref,
                                       "name": f"Straße {ref}"}, members))

    @staticmethod
    def far(place):
        """The island has the large ids."""
        return place[1] < -3400 and place[0] > 3000
