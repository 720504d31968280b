"""Nodes, ways and relations as they will stand in the file, and the questions asked of them."""

import math
from collections import defaultdict

DRIVABLE = {"motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link",
            "secondary", "secondary_link", "tertiary", "unclassified", "residential",
            "living_street", "service", "ferry"}


class Way:
    def __init__(self, refs, tags):
        self.refs = list(refs)
        self.tags = dict(tags)

    @property
    def road(self):
        return self.tags.get("highway") or (self.tags.get("route") == "ferry" and "ferry") or ""


class Network:
    """A map in memory: places by number, ways by list, relations by member objects."""

    def __init__(self):
        self.places = []                  # index -> (x, y)
        self.tags = defaultdict(dict)     # index -> tags, for the few nodes that have some
        self.ways = []
        self.relations = []               # (tags, [(type, object or id, role)])
        self._shared = {}

    def node(self, point, level=0, share=True):
        """The node at a point; lines of one level that name the same point get the same node."""
        key = (round(point[0], 1), round(point[1], 1), level)
        if share and key in self._shared:
            return self._shared[key]
        self.places.append((point[0], point[1]))
        number = len(self.places) - 1
        if share:
            self._shared[key] = number
        return number

    def point(self, point, tags):
        """A node of its own: a shop, a tree, a place."""
        number = self.node(point, share=False)
        self.tags[number].update(tags)
        return number

    def way(self, points, tags, closed=False):
        refs = [self.node(p, share=False) for p in points]
        way = Way(refs + refs[:1] if closed else refs, tags)
        self.ways.append(way)
        return way

    def near(self, point, among=None):
        """The node of a drivable road nearest to a point."""
        if among is None:
            among = {r for w in self.ways if w.road in DRIVABLE for r in w.refs if isinstance(r, int)}
        return min(sorted(among), key=lambda n: math.dist(self.places[n], point))

    def roads_at(self):
        """Node -> the road ways through it."""
        at = defaultdict(list)
        for way in self.ways:
            if way.road:
                for ref in dict.fromkeys(way.refs):
                    at[ref].append(way)
        return at

    def split(self, way, node):
        """Cuts a way at an inner node; returns the part before and the part after."""
        i = way.refs.index(node)
        if i in (0, len(way.refs) - 1):
            return way, way
        rest = Way(way.refs[i:], way.tags)
        way.refs = way.refs[:i + 1]
        self.ways.insert(self.ways.index(way) + 1, rest)
        return way, rest

    def arms(self, node):
        """The roads that meet at a node, each cut so that it begins or ends there."""
        for way in [w for w in self.ways if w.road in DRIVABLE and node in w.refs[1:-1]]:
            if way.refs[0] != way.refs[-1]:
                self.split(way, node)
        return [w for w in self.ways if w.road in DRIVABLE and node in (w.refs[0], w.refs[-1])]

    def heading(self, way, node):
        """The direction (radians) in which a way leaves one of its end nodes."""
        a, b = (way.refs[0], way.refs[1]) if way.refs[0] == node else (way.refs[-1], way.refs[-2])
        (x, y), (u, v) = self.places[a], self.places[b]
        return math.atan2(v - y, u - x)

    # Reachability by car.

    def arcs(self):
        """Directed car arcs between all nodes: node -> [(node, way)]."""
        out = defaultdict(list)
        for way in self.ways:
            if way.road not in DRIVABLE or way.tags.get("motor_vehicle") == "no":
                continue
            oneway = way.tags.get("oneway")
            if way.tags.get("junction") == "roundabout" or way.road == "motorway":
                oneway = oneway or "yes"
            for a, b in zip(way.refs, way.refs[1:]):
                if not (isinstance(a, int) and isinstance(b, int)):
                    continue  # beyond the cut edge
                if oneway != "-1":
                    out[a].append((b, way))
                if oneway not in ("yes", "1", "true"):
                    out[b].append((a, way))
        return out

    def reach(self, start, arcs, backwards=False):
        if backwards:
            turned = defaultdict(list)
            for a, heads in arcs.items():
                for b, way in heads:
                    turned[b].append((a, way))
            arcs = turned
        seen, stack = {start}, [start]
        while stack:
            for head, _ in arcs.get(stack.pop(), ()):
                if head not in seen:
                    seen.add(head)
                    stack.append(head)
        return seen

    def tidy(self, start, keep=()):
        """Removes roads that nobody can reach and opens one-way streets that trap.

        Afterwards a car gets from `start` to every drivable node and back, except on roads of the
        classes in `keep` (motorways that leave the map).
        """
        both = defaultdict(list)
        for way in self.ways:
            if way.road:
                for a, b in zip(way.refs, way.refs[1:]):
                    both[a].append((b, way))
                    both[b].append((a, way))
        joined = self.reach(start, both)
        self.ways = [w for w in self.ways if not w.road or w.refs[0] in joined]
        for _ in range(8):
            arcs = self.arcs()
            core = self.reach(start, arcs) & self.reach(start, arcs, backwards=True)
            traps = [w for w in self.ways if w.road in DRIVABLE and w.road not in keep
                     and "oneway" in w.tags and any(r not in core for r in w.refs)
                     and not w.tags.get("junction")]
            if not traps:
                break
            for way in traps:
                del way.tags["oneway"]
        arcs = self.arcs()
        core = self.reach(start, arcs) & self.reach(start, arcs, backwards=True)
        lost = [w for w in self.ways if w.road in DRIVABLE and w.road not in keep
                and w.tags.get("motor_vehicle") != "no" and not all(r in core for r in w.refs)]
        doomed = {id(w) for w in lost}
        self.ways = [w for w in self.ways if id(w) not in doomed]
        return lost
