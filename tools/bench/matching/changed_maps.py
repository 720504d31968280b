"""Maps that differ from the driven one: roads missing, one-ways turned, turns and roads closed."""
import hashlib
import json
import math
import os

from . import maps

FAST = {"motorway", "motorway_link", "trunk", "trunk_link"}
CLOSED = ({"access": "no"}, {"motor_vehicle": "no"}, {"access": "private"}, {"vehicle": "no"})
BARRIERS = ({"barrier": "bollard"}, {"barrier": "gate", "access": "no"}, {"barrier": "gate", "access": "private"},
            {"barrier": "block"})


class Edits:
    """What to do to an extract."""

    def __init__(self):
        self.removed, self.reversed, self.tags, self.nodes, self.bans = set(), set(), {}, {}, []

    def words(self):
        """All of it as text, in an order of its own."""
        return json.dumps([sorted(self.removed), sorted(self.reversed), sorted(self.tags.items()),
                           sorted(self.nodes.items()), sorted(self.bans)])


def candidates(drive, network, low, high, rng):
    """The edges of a drive on ways of such a length in metres, shuffled; none near its ends."""
    found = [e for e in drive.edges if e.way in network.ways and low <= network.ways[e.way].length <= high
             and e.start > 200 and e.end < drive.length - 200 and e.end - e.start > 15]
    rng.shuffle(found)
    return found


def missing(drives, network, rng):
    """Two or three driven roads of each drive are not there."""
    edits = Edits()
    for drive in drives:
        ways = dict.fromkeys(e.way for e in candidates(drive, network, 40, 700, rng) if e.kind not in FAST)
        edits.removed.update(list(ways)[:rng.randint(2, 3)])
    return edits


def turned(drives, network, rng):
    """Two or three one-ways of each drive point the other way, or two-way roads are one-way against it."""
    edits = Edits()
    for drive in drives:
        ways = {}
        for edge in candidates(drive, network, 40, 600, rng):
            if edge.kind not in FAST and "junction" not in network.ways[edge.way].tags:
                ways.setdefault(edge.way, edge)
        for way, edge in list(ways.items())[:rng.randint(2, 3)]:
            if way in edits.reversed or way in edits.tags:
                continue
            if network.ways[way].tags.get("oneway", "no") in ("yes", "1", "true", "-1"):
                edits.reversed.add(way)
            else:
                edits.tags[way] = {"oneway": "-1" if edge.forward else "yes"}
    return edits


def banned(drives, network, rng):
    """Each drive has two forbidden turns, a barrier and a closed road."""
    edits = Edits()
    for drive in drives:
        turns = [ban for a, b in zip(drive.edges, drive.edges[1:]) if (ban := forbidden(drive, network, a, b))]
        edits.bans += rng.sample(turns, min(len(turns), 2))
        for edge in candidates(drive, network, 30, 800, rng):
            inner = [ref for ref in network.ways[edge.way].nodes[1:-1] if network.arms[ref] == 2
                     and lies_on(drive, network, ref, edge)]
            if inner:
                edits.nodes[rng.choice(inner)] = rng.choice(BARRIERS)
                break
        for edge in candidates(drive, network, 20, 250, rng)[:1]:
            edits.tags[edge.way] = rng.choice(CLOSED)
    return edits


def lies_on(drive, network, ref, edge):
    """Whether a node lies on a driven edge."""
    x, y = drive.plane.xy(network.nodes[ref])
    steps = int((edge.end - edge.start) / 2)
    return any(math.dist(drive.at(edge.start + 2 * n), (x, y)) < 1.5 for n in range(2, steps - 1))


def forbidden(drive, network, a, b):
    """A restriction (from, via, to, kind) against a driven turn, where both ways end at a crossing of three or more."""
    if a.way == b.way or not {a.way, b.way} <= network.ways.keys() or not 200 < b.start < drive.length - 200:
        return None
    via = network.node_at(a.way, drive.plane.place(*drive.at(b.start)))
    ends = [network.ways[way].nodes[end] for way in (a.way, b.way) for end in (0, -1)]
    if via is None or ends.count(via) != 2 or network.arms[via] < 3:
        return None
    bend = math.sin(drive.heading(b.start + 8) - drive.heading(b.start - 8))
    kind = "no_straight_on" if abs(bend) < 0.5 else "no_left_turn" if bend > 0 else "no_right_turn"
    return a.way, via, b.way, kind


def write(edits, network, source, path):
    """Writes an extract with the edits."""
    import osmium
    number = network.last
    with osmium.SimpleWriter(path, overwrite=True) as writer:
        for thing in osmium.FileProcessor(source):
            if thing.is_node() and thing.id in edits.nodes:
                writer.add(thing.replace(tags={**dict(thing.tags), **edits.nodes[thing.id]}))
            elif thing.is_way() and thing.id in edits.removed:
                continue
            elif thing.is_way() and thing.id in edits.reversed:
                writer.add(thing.replace(nodes=[node.ref for node in thing.nodes][::-1]))
            elif thing.is_way() and thing.id in edits.tags:
                writer.add(thing.replace(tags={**dict(thing.tags), **edits.tags[thing.id]}))
            else:
                writer.add(thing)
        for start, via, end, kind in edits.bans:
            number += 1
            writer.add_relation(osmium.osm.mutable.Relation(
                id=number, version=1, tags={"type": "restriction", "restriction": kind},
                members=[("w", start, "from"), ("n", via, "via"), ("w", end, "to")]))


def changed(name, edits, network):
    """The name of the map of an extract with edits, kept by what they are; `build` it before use."""
    digest = hashlib.sha1(edits.words().encode()).hexdigest()[:12]
    own = os.path.join("changed", f"{name}-{digest}")
    pbf = changed_source(own)
    if not os.path.exists(pbf):
        os.makedirs(maps.folder(own), exist_ok=True)
        write(edits, network, maps.source(name), pbf + ".part.osm.pbf")
        os.rename(pbf + ".part.osm.pbf", pbf)
    return own


def changed_source(own):
    return os.path.join(maps.folder(own), "source.osm.pbf")
