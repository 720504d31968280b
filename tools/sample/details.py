"""What stands on the roads and at their corners: signals, barriers, turn restrictions, oddities.

These work on the woven network, because a restriction names ways and a node, not a drawing.
"""

import math
from collections import defaultdict

from .geometry import distance
from .network import DRIVABLE, Way

MAIN = {"trunk", "primary", "secondary", "tertiary"}


def compass(heading):
    """A mathematical angle folded to [-pi, pi)."""
    return (heading + math.pi) % (2 * math.pi) - math.pi


def junctions(network, least=3):
    """Nodes where at least `least` road arms meet on the ground, with the ways that meet there."""
    out = {}
    for node, ways in network.roads_at().items():
        ways = [w for w in ways if w.road in DRIVABLE and w.road != "ferry"]
        arms = sum(1 if node in (w.refs[0], w.refs[-1]) and w.refs[0] != w.refs[-1] else 2
                   for w in ways)
        if arms >= least:
            out[node] = ways
    return out


def signals_and_crossings(network, rng):
    for node, ways in junctions(network).items():
        kinds = {w.road for w in ways} & MAIN
        names = {w.tags.get("name") for w in ways if w.road in MAIN}
        circle = any(w.tags.get("junction") for w in ways)
        if len(kinds) >= 1 and len(names) >= 2 and not circle and rng.random() < 0.8:
            network.tags[node].update(highway="traffic_signals")
        elif kinds and not circle and rng.random() < 0.12:
            network.tags[node].update(highway="traffic_signals")
        elif kinds and not circle and rng.random() < 0.05:
            network.tags[node].update(highway=rng.choice(["stop", "give_way", "mini_roundabout"]))
    feet = {"footway", "cycleway", "path", "steps"}
    for node, ways in network.roads_at().items():
        roads = {w.road for w in ways}
        if roads & feet and roads & MAIN and not network.tags[node]:
            network.tags[node].update(highway="crossing", crossing=rng.choice(
                ["traffic_signals", "uncontrolled", "unmarked", "marked"]))
    for way in network.ways:
        if way.road in MAIN and "bridge" not in way.tags and len(way.refs) > 4 and rng.random() < 0.3:
            node = way.refs[len(way.refs) // 2]
            if not network.tags[node]:
                network.tags[node].update(highway=rng.choice(["crossing", "bus_stop", "speed_camera"]))
    arms = defaultdict(int)
    for way in network.ways:
        if way.road:
            for ref in way.refs:
                arms[ref] += 1
    for way in network.ways:
        end = way.refs[-1]
        if way.road == "residential" and arms[end] == 1 and rng.random() < 0.5:
            network.tags[end].update(highway=rng.choice(["turning_circle", "turning_loop"]))


BARRIERS = [("residential", {"barrier": "bollard", "motor_vehicle": "no", "bicycle": "yes"}),
            ("service", {"barrier": "gate", "access": "private"}),
            ("service", {"barrier": "lift_gate", "access": "customers"}),
            ("cycleway", {"barrier": "cycle_barrier", "maxwidth": "0.9"}),
            ("track", {"barrier": "gate", "access": "private", "foot": "yes"}),
            ("track", {"barrier": "gate"}),
            ("path", {"barrier": "stile"}),
            ("residential", {"barrier": "height_restrictor", "maxheight": "2.1"}),
            ("service", {"barrier": "height_restrictor", "maxheight": "3.0"}),
            ("residential", {"barrier": "bollard"}),
            ("residential", {"barrier": "sump_buster", "maxwidth:physical": "2.0"}),
            ("residential", {"barrier": "gate", "locked": "no", "access": "permissive"}),
            ("service", {"barrier": "swing_gate", "access": "no", "emergency": "yes"}),
            ("unclassified", {"barrier": "cattle_grid"}),
            ("living_street", {"barrier": "block", "foot": "yes", "bicycle": "yes"})]


def barriers(network, rng, start):
    """Barriers on nodes inside ways, where shutting them cuts nobody off."""
    pools = defaultdict(list)
    at = network.roads_at()
    for way in network.ways:
        pools[way.road].extend((way, r) for r in way.refs[1:-1] if len(at[r]) == 1)
    everyone = len(network.reach(start, network.arcs()))
    for kind, tags in BARRIERS * 2:
        for _ in range(40):
            if not pools[kind]:
                break
            way, node = rng.choice(pools[kind])
            if network.tags[node] or not _spared(network, way, node, start, everyone):
                continue
            network.tags[node].update(tags)
            break


def _spared(network, way, node, start, everyone):
    """Whether the map without passage at `node` still holds together for cars."""
    if way.road not in DRIVABLE:
        return True
    arcs = network.arcs()
    arcs[node] = []
    return len(network.reach(start, arcs)) >= everyone - 1


def on_line(network, line, along, tags):
    """Tags on the node of the network nearest to a place on a drawn line (a toll booth)."""
    place = line.at(along)
    road = {r for w in network.ways if w.road == line.tags["highway"] for r in w.refs[1:-1]}
    node = min(sorted(road), key=lambda n: distance(network.places[n], place))
    network.tags[node].update(tags)


def private(network, ground, rng, ways, count):
    """Driveways and alleys off residential streets, each ending at a door."""
    made = 0
    at = network.roads_at()
    rng.shuffle(ways)
    for way in ways:
        if made >= count:
            return
        for i in range(1, len(way.refs) - 1):
            node = way.refs[i]
            if len(at[node]) > 1 or network.tags[node] or rng.random() < 0.3:
                continue
            (ax, ay), (x, y) = network.places[way.refs[i - 1]], network.places[node]
            step = distance((ax, ay), (x, y)) or 1
            side = rng.choice((1, -1)) / step
            dx, dy = -(y - ay) * side, (x - ax) * side
            far = rng.uniform(24, 40)
            end = (x + dx * far, y + dy * far)
            if not ground.free(end):
                continue
            bend = (x + dx * far * 0.6 + rng.uniform(-2, 2), y + dy * far * 0.6)
            tags = {"highway": "service"}
            tags.update(rng.choice([{"service": "driveway", "access": "private"},
                                    {"service": "driveway"},
                                    {"service": "driveway", "motor_vehicle": "private"},
                                    {"service": "alley", "access": "destination"},
                                    {"service": "driveway", "access": "delivery"},
                                    {"access": "no", "access:conditional": "yes @ (Mo-Fr 06:00-20:00)"}]))
            network.ways.append(Way([node, network.node(bend), network.node(end)], tags))
            ground.spot(end, 8)
            ground.spot(bend, 5)
            made += 1


# Turn restrictions.

def _arm(network, node, arms, came, turn):
    """The arm whose direction is `turn` (radians, left positive) from straight on."""
    straight = compass(network.heading(came, node) + math.pi)
    best = min((w for w in arms if w is not came),
               key=lambda w: abs(compass(network.heading(w, node) - straight - turn)), default=None)
    if best and abs(compass(network.heading(best, node) - straight - turn)) < 0.7:
        return best
    return None


TURNS = {"no_left_turn": math.pi / 2, "no_right_turn": -math.pi / 2, "no_straight_on": 0.0,
         "only_straight_on": 0.0, "only_right_turn": -math.pi / 2, "only_left_turn": math.pi / 2}

PLAN = [("no_left_turn", {}), ("no_right_turn", {}), ("only_straight_on", {}), ("no_u_turn", {}),
        ("no_left_turn", {"except": "bicycle;psv"}), ("no_straight_on", {}),
        ("no_left_turn", {"_key": "restriction:hgv"}), ("only_straight_on", {"_key": "restriction:hgv"}),
        ("no_right_turn", {"except": "psv"}), ("no_u_turn", {"except": "bicycle"}),
        ("only_right_turn", {}), ("no_left_turn", {"_key": "restriction:conditional"}),
        ("no_straight_on", {"except": "bicycle"}), ("only_left_turn", {}),
        ("no_left_turn", {}), ("no_right_turn", {})] * 2


def restrictions(network, rng, keep_clear):
    """Restrictions at plain crossings of streets, each turn named for what it really is."""
    places = [n for n, ways in junctions(network, 4).items()
              if not any(w.tags.get("junction") or "oneway" in w.tags or w.road == "service"
                         or w.road == "motorway" for w in ways)
              and all(distance(network.places[n], p) > 350 for p in keep_clear)]
    places.sort()
    rng.shuffle(places)
    made = 0
    for kind, more in PLAN:
        while places:
            node = places.pop()
            arms = network.arms(node)
            came = rng.choice(arms)
            turn = TURNS.get(kind)
            to = came if turn is None else _arm(network, node, arms, came, turn)
            if to is None:
                continue
            tags = {"type": "restriction"}
            key = more.get("_key", "restriction")
            tags[key] = f"{kind} @ (Mo-Fr 07:00-09:00)" if "conditional" in key else kind
            tags.update({k: v for k, v in more.items() if k != "_key"})
            network.relations.append((tags, [("way", came, "from"), ("node", node, "via"),
                                             ("way", to, "to")]))
            made += 1
            break
    return made


def via_ways(network, rng, keep_clear, count=6):
    """Restrictions over one way (and, every third, over two): into it and out of it, not so."""
    nodes = junctions(network, 3)
    short = [w for w in network.ways if w.road in ("residential", "tertiary", "secondary", "unclassified")
             and "oneway" not in w.tags and not w.tags.get("junction")
             and all(distance(network.places[w.refs[0]], p) > 350 for p in keep_clear)]
    rng.shuffle(short)
    used, made = set(), 0
    for way in short:
        stops = [r for r in way.refs if r in nodes]
        legs = 2 if made % 3 == 2 else 1
        if len(stops) < legs + 1 or made >= count:
            continue
        chain = stops[:legs + 1]
        if used & set(chain) or way.refs[0] == way.refs[-1]:
            continue
        arms = [network.arms(n) for n in chain]
        via = [next((w for w in arms[i] if chain[i + 1] in (w.refs[0], w.refs[-1])), None)
               for i in range(legs)]
        if None in via or len({id(v) for v in via}) < legs:
            continue
        came = next((w for w in arms[0] if w not in via and "oneway" not in w.tags), None)
        to = next((w for w in arms[-1] if w not in via and w is not came and "oneway" not in w.tags),
                  None)
        if not came or not to:
            continue
        used |= set(chain)
        out = compass(network.heading(to, chain[-1]) - network.heading(via[-1], chain[-1]))
        kind = "only_straight_on" if made == 4 else "no_left_turn" if out < 0 else "no_right_turn"
        members = [("way", came, "from"), *(("way", v, "via") for v in via), ("way", to, "to")]
        network.relations.append(({"type": "restriction", "restriction": kind}, members))
        made += 1
    return made


def broken_relations(network):
    """What real data contains: restrictions that can not be applied. Readers count and skip them."""
    base = [m for t, m in network.relations if t.get("restriction")][:6]
    far = base[5][1][1]
    note = {"type": "restriction"}
    network.relations += [
        ({**note, "restriction": "no_left_turn", "note": "the via node is not on either way"},
         [base[0][0], ("node", far, "via"), base[0][2]]),
        ({**note, "restriction": "no_right_turn", "note": "the to member is not in the file"},
         [base[1][0], base[1][1], ("way", 999_999_999, "to")]),
        ({**note, "restriction": "no_u_turn", "note": "there is no via"}, [base[2][0], base[2][2]]),
        ({**note, "note": "there is no restriction tag"}, list(base[3])),
        ({**note, "restriction": "no_flying", "note": "an unknown restriction"}, list(base[4])),
        ({**note, "restriction": "no_left_turn", "note": "two members are from"},
         [base[5][0], (base[0][0][0], base[0][0][1], "from"), base[5][1], base[5][2]])]


# Oddities of real data that must never upset a reader.

def oddities(network):
    def street(name, points, **more):
        way = network.way(points, {"highway": "residential", "name": name, **more})
        # Each hangs on the nearest street, so that it is part of the network.
        anchor = network.near(points[0], roads)
        way.refs[0] = anchor
        return way

    roads = {r for w in network.ways if w.road == "residential" for r in w.refs}
    loop = street("Ringelreihen", [(-2350, -300), (-2420, -260), (-2470, -310), (-2440, -380),
                                   (-2370, -370)])
    loop.refs.append(loop.refs[1])
    ring = street("Kringel", [(3420, 100), (3480, 160), (3540, 110), (3500, 30)])
    ring.refs.append(ring.refs[0])
    twice = street("Doppelpunktweg", [(-1950, 2000), (-2050, 2040), (-2140, 2020)],
                   note="one node is listed twice in a row")
    twice.refs.insert(1, twice.refs[1])
    same = street("Am Zwillingsstein", [(2950, 1080), (3010, 1150), (3010, 1150), (3080, 1190)],
                  note="two nodes at one place")
    eight = street("Achterbahn", [(-2380, -150), (-2450, -120), (-2520, -160), (-2560, -110),
                                  (-2520, -70)])
    eight.refs += [eight.refs[2], network.node((-2500, -220), share=False)]
    single = street("Punktweg", [(1000, 620)], note="a way of one node")
    cut = street("Weg ins Freie", [(-2400, -500), (-2500, -520), (-2600, -560)],
                 note="the last nodes lie outside of the extract")
    cut.refs += [("missing", 8_000_000_001), ("missing", 8_000_000_002)]
    network.ways.append(Way([("missing", 8_000_000_003), ("missing", 8_000_000_004)],
                            {"highway": "track", "note": "no node of this way is in the file"}))
    network.ways.append(Way([], {"highway": "residential", "note": "a way without nodes"}))
    return [loop, ring, twice, same, eight, single, cut]
