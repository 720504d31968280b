"""The roads of an extract, as far as changing it needs them."""
import math
from typing import NamedTuple

from . import geometry

ROADS = {kind + link for kind in ("motorway", "trunk", "primary", "secondary", "tertiary") for link in ("", "_link")}
ROADS |= {"unclassified", "residential", "living_street", "service", "road"}


class Way(NamedTuple):
    """A road: its nodes and tags, and its length in metres."""
    nodes: list
    tags: dict
    length: float


class Network:
    """Ways and nodes of all roads, and how many arms each node has."""

    def __init__(self, path):
        import osmium
        self.ways, self.nodes, self.arms, self.last = {}, {}, {}, 0
        entities = osmium.osm.NODE | osmium.osm.WAY | osmium.osm.RELATION
        for thing in osmium.FileProcessor(path, entities).with_locations():
            self.last = max(self.last, thing.id)
            if thing.is_way() and thing.tags.get("highway") in ROADS:
                self._add(thing)

    def _add(self, way):
        refs, length, before = [], 0.0, None
        for node in way.nodes:
            if not node.location.valid():
                continue
            here = node.location.lat, node.location.lon
            self.nodes[node.ref] = here
            if before:
                length += math.hypot(*geometry.Plane(before).xy(here))
            before = here
            refs.append(node.ref)
        for n, ref in enumerate(refs):
            self.arms[ref] = self.arms.get(ref, 0) + (1 if n in (0, len(refs) - 1) else 2)
        self.ways[way.id] = Way(refs, dict(way.tags), length)

    def node_at(self, way, place):
        """The node of a way at a place (lat, lon), if one is there."""
        plane = geometry.Plane(place)
        far, node = min((math.hypot(*plane.xy(self.nodes[ref])), ref) for ref in self.ways[way].nodes)
        return node if far < 0.5 else None

    def lines(self, plane):
        """All roads in metres of a plane."""
        return [[plane.xy(self.nodes[ref]) for ref in way.nodes] for way in self.ways.values()]
