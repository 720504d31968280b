"""Proves what the sample promises: a car goes the short way, a vehicle of 4.0 m must not.

A router in forty lines: quickest path over the woven network. It reads limits by itself and knows
only what the sample uses, so that it can't share a mistake with the compiler.
"""

import heapq
import math

SPEED = {"motorway": 120, "motorway_link": 60, "trunk": 80, "primary": 65, "secondary": 55,
         "tertiary": 45, "unclassified": 35, "residential": 25, "living_street": 8, "service": 10}
# Nodes at which a car must turn back.
SHUT = {"bollard", "block", "gate", "lift_gate", "swing_gate", "sump_buster"}


def metres(text):
    """A height limit in metres; None for `default`, `none` and what is not a number."""
    if "'" in text:
        feet, _, inches = text.partition("'")
        return int(feet) * 0.3048 + int(inches.strip('"') or 0) * 0.0254
    try:
        return float(text.split()[0])
    except ValueError:
        return None


def too_low(tags, height):
    limit = metres(tags.get("maxheight", "")) if tags.get("maxheight") else None
    return limit is not None and limit < height


def seconds(network, way, a, b):
    step = math.dist(network.places[a], network.places[b])
    if way.road == "ferry":
        total = sum(math.dist(network.places[p], network.places[q])
                    for p, q in zip(way.refs, way.refs[1:]))
        return 1200 * step / total
    speed = SPEED[way.road]
    if way.tags.get("maxspeed", "").isdigit():
        speed = min(speed, int(way.tags["maxspeed"]))
    return step / (speed / 3.6)


def quickest(network, start, goal, height=0.0):
    """The quickest path for a vehicle of this height: (metres, seconds, ways), or None."""
    arcs = network.arcs()
    best, came, heap = {start: 0.0}, {}, [(0.0, start)]
    while heap:
        cost, node = heapq.heappop(heap)
        if node == goal:
            break
        if cost > best[node]:
            continue
        tags = network.tags.get(node, {})
        if node != start and (too_low(tags, height) or tags.get("barrier") in SHUT):
            continue
        for head, way in arcs.get(node, ()):
            if too_low(way.tags, height) or way.tags.get("access") in ("private", "no"):
                continue
            new = cost + seconds(network, way, node, head)
            if new < best.get(head, math.inf):
                best[head], came[head] = new, (node, way)
                heapq.heappush(heap, (new, head))
    if goal not in came:
        return None
    total, ways, node = 0.0, [], goal
    while node != start:
        tail, way = came[node]
        total += math.dist(network.places[tail], network.places[node])
        ways.append(way)
        node = tail
    return total, best[goal], list(dict.fromkeys(reversed(ways)))


def names(ways):
    seen = []
    for way in ways:
        name = way.tags.get("bridge:name") or way.tags.get("name") or way.tags.get("ref") or way.road
        limit = way.tags.get("maxheight")
        name += f" [{limit} m]" if limit else ""
        if not seen or seen[-1] != name:
            seen.append(name)
    return " > ".join(seen)


def check(network, start, goal, say=print):
    """Prints both ways and returns whether the promises hold."""
    car, truck = quickest(network, start, goal), quickest(network, start, goal, 4.0)
    if not car or not truck:
        say("check: FAILED: no way at all")
        return False
    for label, (total, time, ways) in (("car", car), ("4.0 m", truck)):
        say(f"{label:>6}: {total / 1000:.2f} km, {time / 60:.1f} min: {names(ways)}")
    arcs = network.arcs()
    out, back = network.reach(start, arcs), network.reach(start, arcs, backwards=True)
    drivable = set(arcs) | {h for heads in arcs.values() for h, _ in heads}
    tests = [("the 4.0 m way is at least 30 % longer", truck[0] >= 1.3 * car[0]),
             ("the car passes a limit below 4.0 m", any(too_low(w.tags, 4.0) for w in car[2])),
             ("the 4.0 m way passes none", not any(too_low(w.tags, 4.0) for w in truck[2])),
             ("cars reach 97 % of all roads and come back", len(out & back) > 0.97 * len(drivable))]
    for text, holds in tests:
        say(f"{'ok' if holds else 'FAILED':>6}: {text}")
    say(f"        {len(out & back)} of {len(drivable)} drivable nodes are strongly connected")
    return all(holds for _, holds in tests)
