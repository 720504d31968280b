"""Draws the junctions around a maneuver with the tags that OpenStreetMap has there."""
import math
import os
import pickle

from matching.geometry import Plane, walked

from .extracts import ROADS
from .figures import label

CARS = ROADS | {"service", "track", "road", "busway", "construction"}
WAY_TAGS = ("name", "ref", "oneway", "junction", "lanes", "turn:lanes", "turn:lanes:forward", "turn:lanes:backward",
            "destination", "destination:ref", "access", "motor_vehicle", "service", "bridge", "tunnel",
            "dual_carriageway")
NODE_TAGS = ("highway", "barrier", "junction", "name", "ref", "exit_to")
# Metres over which the direction of an arm is looked at, besides its first piece.
FAR = 20.0


def network(extract):
    """Nodes (lat, lon, tags), ways (tags, nodes) and turn restrictions by via node, kept in the extract's folder."""
    path = extract.path("network.pickle")
    if not os.path.exists(path):
        import osmium
        nodes, ways, bans = {}, {}, {}
        for thing in osmium.FileProcessor(extract.file).with_locations():
            if thing.is_way() and ("highway" in thing.tags or thing.tags.get("route") == "ferry"):
                kept = [n for n in thing.nodes if n.location.valid()]
                ways[thing.id] = dict(thing.tags), [n.ref for n in kept]
                nodes.update((n.ref, (n.lat, n.lon)) for n in kept)
            elif thing.is_relation() and "restriction" in thing.tags:
                roles = {m.role: m.ref for m in thing.members}
                ban = thing.tags["restriction"], roles.get("from"), roles.get("to")
                bans.setdefault(roles.get("via"), []).append(ban)
        tags = {n.id: {k: n.tags[k] for k in NODE_TAGS if k in n.tags}
                for n in osmium.FileProcessor(extract.file, osmium.osm.NODE) if n.id in nodes and len(n.tags)}
        with open(path + ".part", "wb") as f:
            pickle.dump((nodes, tags, ways, bans), f)
        os.rename(path + ".part", path)
    with open(path, "rb") as f:
        nodes, tags, ways, bans = pickle.load(f)
    around = {}
    for way, (_, refs) in ways.items():
        for n, ref in enumerate(refs):
            around.setdefault(ref, []).append((way, n))
    return nodes, tags, ways, bans, around


def bearing(a, b):
    x, y = Plane(a).xy(b)
    return math.degrees(math.atan2(x, y)) % 360


def turn(before, after):
    """The angle between two bearings, to the right if positive."""
    return (after - before + 180) % 360 - 180


def opening(tags, forward):
    """How an arm may be driven, seen from the junction: away from it (>), towards it (<), or both (<>)."""
    one = tags.get("oneway", "yes" if tags.get("junction") in ("roundabout", "circular") or
                   tags.get("highway") in ("motorway", "motorway_link") else "no")
    if one in ("yes", "true", "1"):
        return "> " if forward else "< "
    return ("< " if forward else "> ") if one in ("-1", "reverse") else "<>"


def words(tags, keys):
    return " ".join(f'"{tags[k]}"' if k == "name" else f"{k}={tags[k]}" for k in keys if k in tags)


class Drawing:
    """What is around the paths of an extract."""

    def __init__(self, extract, reach):
        self.reach = reach
        self.nodes, self.tags, self.ways, self.bans, self.around = network(extract)

    def arms(self, node):
        """The arms of a node: (neighbour, way, whether it leads along the way, the place about 20 m on)."""
        for way, n in self.around.get(node, ()):
            refs = self.ways[way][1]
            for step in (1, -1):
                if 0 <= n + step < len(refs) and refs[n + step] != node:
                    yield refs[n + step], way, step > 0, self.ahead(node, refs[n + step::step])

    def ahead(self, node, refs):
        """The place 20 m along nodes, or the last of them."""
        last, left = self.nodes[node], FAR
        for ref in refs:
            at = self.nodes[ref]
            x, y = Plane(last).xy(at)
            length = math.hypot(x, y)
            if length >= left:
                return Plane(last).place(x * left / length, y * left / length)
            last, left = at, left - length
        return last

    def draw(self, theirs, ours, place):
        """Lines of text about a place on the path."""
        line, nodes = theirs["line"], theirs["nodes"]
        step = theirs["steps"][place.theirs] if place.theirs is not None else ours["steps"][place.ours]
        if not nodes or len(nodes) != len(line):
            return ["  OSRM does not tell the nodes of this path"]
        sums, lines = walked([Plane(line[0]).xy(p) for p in line]), []
        meetings = {tuple(m["location"]): m for s in theirs["steps"] for m in s["intersections"]}
        for k in range(1, len(nodes) - 1):
            if abs(sums[k] - step["along"]) > self.reach or nodes[k] not in self.nodes:
                continue
            notes = [f"OSRM {label(s)}" for s in theirs["steps"] if abs(s["along"] - sums[k]) < 1] + \
                [f"mapc {label(s)}" for s in ours["steps"] if abs(s["along"] - sums[k]) < 1]
            drawn = self.draw_node(nodes, k, meetings.get((line[k][1], line[k][0])))
            if drawn or notes:
                tags = words(self.tags.get(nodes[k], {}), NODE_TAGS)
                lines.append(f"  {sums[k] - step['along']:+6.1f} m  node {nodes[k]} {tags}"
                             + "".join(f"  ** {n}" for n in notes))
                lines += drawn or self.draw_node(nodes, k, None, True)
        return lines

    def draw_node(self, nodes, k, meeting, always=False):
        """The arms of a node of the path, from the left to the right; nothing where no roads meet and none changes."""
        here, arms = self.nodes[nodes[k]], list(self.arms(nodes[k]))
        tags = {a[1]: self.ways[a[1]][0] for a in arms}
        cars = [a for a in arms if tags[a[1]].get("highway") in CARS or "highway" not in tags[a[1]]]
        own = {words(tags[a[1]], ("highway", *WAY_TAGS[:4])) for a in cars if a[0] in (nodes[k - 1], nodes[k + 1])}
        if len(cars) < 3 and len(own) < 2 and not meeting and not always or nodes[k - 1] not in self.nodes:
            return []
        before = bearing(self.nodes[nodes[k - 1]], here)
        far = next((bearing(a[3], here) for a in cars if a[0] == nodes[k - 1]), before)
        rows = []
        for neighbour, way, forward, place in cars:
            leaving = bearing(here, self.nodes[neighbour])
            mark = "from" if neighbour == nodes[k - 1] else "TO  " if neighbour == nodes[k + 1] else "    "
            angle = turn(before, leaving)
            text = f"      {mark} {opening(tags[way], forward)} {leaving:4.0f}°  turn {angle:+5.0f}°" \
                f" far {turn(far, bearing(here, place)):+5.0f}°{self.seen(meeting, leaving)}" \
                f"  {tags[way].get('highway', 'ferry')} {words(tags[way], WAY_TAGS)} (way {way})"
            rows.append((neighbour != nodes[k - 1], angle, text))
        lines = [text for _, _, text in sorted(rows)]
        paths = [tags[a[1]]["highway"] for a in arms if a not in cars]
        if paths:
            lines.append("           and " + ", ".join(f"{paths.count(x)} {x}" for x in sorted(set(paths))))
        return lines + [f"           {ban} from way {a} to way {b}" for ban, a, b in self.bans.get(nodes[k], ())
                        if a in tags]

    def seen(self, meeting, leaving):
        """The turn as OSRM tells it, which rounds bearings to 15° at most junctions, and whether it may be taken."""
        if not meeting:
            return ""
        near = min(range(len(meeting["bearings"])), key=lambda n: abs(turn(meeting["bearings"][n], leaving)))
        if abs(turn(meeting["bearings"][near], leaving)) > 40 or "in" not in meeting:
            return "  osrm  none   "
        angle = turn(meeting["bearings"][meeting["in"]] + 180, meeting["bearings"][near])
        return f"  osrm {angle:+5.0f}° {'open' if meeting['entry'][near] else 'shut'}"
