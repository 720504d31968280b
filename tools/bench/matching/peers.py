"""The peers, in this process: Valhalla and OSRM. Both are told the noise of a trace."""
import json
import math
import os
import time

from .engines import Answer
from .geometry import Plane, decode, walked

NOTHING = Answer([], [])
DEFAULT = "default"
BEST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer_settings.json")


def best_settings():
    """The best setting of each peer in each cell, as `--tune-peers` found them."""
    if not os.path.exists(BEST):
        return {}
    with open(BEST) as f:
        return json.load(f)


class Figures:
    """Mismatches by peer, cell and setting."""

    def __init__(self):
        self.shares = {}

    def add(self, engine, cell, setting, shares):
        self.shares.setdefault((engine.name, cell), {}).setdefault(setting, []).extend(shares)

    def write(self):
        """Prints all means, and writes down the best setting of each cell."""
        best = best_settings()
        for (name, cell), settings in self.shares.items():
            rest = sorted((sum(v) / len(v), s) for s, v in settings.items())
            best.setdefault(name, {})[cell] = rest[0][1]
            print(f"{name} {cell}: " + "; ".join(f"{s} {100 * v:.2f}" for v, s in rest))
        with open(BEST, "w") as f:
            json.dump(best, f, indent=1, sort_keys=True)
            f.write("\n")


def opened(live, engine, group):
    """An engine with the group's map; only the last one stays open."""
    if live.get(engine, (None,))[0] != group.map:
        matcher = engine()
        matcher.open(group)
        live[engine] = group.map, matcher
    return live[engine][1]


def cell_name(kind, every, added):
    return f"{kind} {every}+{added}"


def noise(trace):
    """The deviation of a trace's fixes that the peers are told, in metres."""
    return trace["noise"] if "noise" in trace else trace["truth"]["margin"] / 3


def columns(trace):
    """Latitudes, longitudes and times (or None) of a trace."""
    found = []
    for at in trace["locations"]:
        if isinstance(at, dict):
            found.append((at["lat"], at["lon"], at.get("time")))
        else:
            found.append((at[0], at[1], at[2] if len(at) > 2 else None))
    return found


def valhalla_settings():
    """Search radius in metres; fixes nearer than so many metres to the one before are interpolated; turn penalty."""
    found = {DEFAULT: {}}
    for radius, near, turns in ((30, 10, 200), (60, 10, 200), (60, 30, 200), (60, 30, 500), (60, 60, 500),
                                (60, 100, 500), (100, 10, 500), (100, 30, 500), (100, 60, 500), (100, 100, 500)):
        found[f"radius {radius}, interpolation {near}, turns {turns}"] = {
            "search_radius": radius, "interpolation_distance": near, "turn_penalty_factor": turns}
    found["breakage 10000"] = {"search_radius": 60, "interpolation_distance": 30, "turn_penalty_factor": 500,
                               "breakage_distance": 10000}
    return found


class Valhalla:
    """Meili by way of trace_attributes."""
    name = "Valhalla"
    # Tried and left out: `use_timestamps` changes no line; sigma_z of 10 and 20 and beta of 8 and 20 in its
    # configuration, and gps_accuracy of two and three times the noise, change less than the radius does.
    SETTINGS = valhalla_settings()

    def open(self, group):
        import valhalla
        self.actor = valhalla.Actor(os.path.join(group.build("valhalla"), "query.json"))

    def request(self, trace, setting):
        s, spread = self.SETTINGS[setting], noise(trace)
        options = {"search_radius": min(max(3 * spread, 30), 100), **s, "gps_accuracy": max(spread, 5)}
        shape = [{"lat": a, "lon": b} | ({} if t is None else {"time": t}) for a, b, t in columns(trace)]
        request = {"shape": shape, "costing": "auto", "shape_match": "map_snap", "trace_options": options,
                   "filters": {"action": "include", "attributes": [
                       "shape", "edge.begin_shape_index", "edge.end_shape_index", "edge.length", "matched.point",
                       "matched.type", "matched.edge_index", "matched.distance_along_edge",
                       "matched.begin_route_discontinuity", "matched.end_route_discontinuity"]}}
        return json.dumps(request)

    def match(self, traces, setting=DEFAULT):
        answers, seconds = [], 0.0
        for trace in traces:
            text, start = self.request(trace, setting), time.thread_time()
            try:
                answer = self.actor.trace_attributes(text)
            except Exception:
                # It raises where it finds nothing; all of the drive is missed then.
                answers.append(NOTHING)
                continue
            finally:
                seconds += time.thread_time() - start
            answers.append(read_valhalla(json.loads(answer) if isinstance(answer, str) else answer))
        return answers, seconds


def read_valhalla(answer):
    """The shape, cut where the answer jumps from one place to another."""
    shape, edges = decode(answer["shape"]), answer["edges"]
    plane = Plane(shape[0])
    sums = walked([plane.xy(p) for p in shape])
    lines, places = [], []
    for k, edge in enumerate(edges):
        begin, end = edge["begin_shape_index"], edge["end_shape_index"]
        if k == 0 or begin != edges[k - 1]["end_shape_index"]:
            lines.append((begin, end))
        lines[-1] = lines[-1][0], end
        places.append((len(lines) - 1, sums[begin] - sums[lines[-1][0]], sums[end] - sums[begin]))
    fixes = []
    for n, point in enumerate(answer["matched_points"]):
        if point["type"] != "unmatched" and point.get("edge_index", len(edges)) < len(edges):
            edge, (line, start, length) = edges[point["edge_index"]], places[point["edge_index"]]
            low, high = edge.get("source_percent_along", 0.0), edge.get("target_percent_along", 1.0)
            part = (point["distance_along_edge"] - low) / (high - low) if high > low else 0.0
            fixes.append((n, line, start + min(max(part, 0.0), 1.0) * length))
    return Answer([shape[a:b + 1] for a, b in lines], fixes)


def osrm_settings():
    """Factor of the radiuses; fixes nearer than so many metres to the one before left out by the caller; tidy."""
    found = {DEFAULT: {}}
    for radius, thin, tidy in ((2, 0, False), (4, 0, False), (1, 0, True), (2, 0, True), (4, 0, True), (1, 20, False),
                               (2, 20, False), (4, 20, False), (2, 50, False), (4, 50, False)):
        found[f"radius x{radius}" + f", thinned to {thin} m" * bool(thin) + ", tidy" * tidy] = {
            "radius": radius, "thin": thin, "tidy": tidy}
    return found


def thinned(at, far):
    """The indices of fixes that lie at least so many metres from the one kept before, and of the last."""
    kept = [0]
    for n in range(1, len(at)):
        if n == len(at) - 1 or math.hypot(*Plane(at[kept[-1]][:2]).xy(at[n][:2])) >= far:
            kept.append(n)
    return kept


class Osrm:
    """OSRM's match."""
    name = "OSRM"
    # Tried and left out: gaps=split is the same as gaps=ignore in all cells, without timestamps all are worse.
    SETTINGS = osrm_settings()

    def open(self, group):
        import osrm
        self.osrm = osrm
        self.engine = osrm.OSRM(storage_config=os.path.join(group.build("osrm-mld"), "map.osrm"), algorithm="MLD",
                                use_shared_memory=False, max_locations_map_matching=-1)

    def parameters(self, at, spread, setting):
        s = self.SETTINGS[setting]
        radius = max(spread, 5.0) * s.get("radius", 1.0)
        words = {"coordinates": [(b, a) for a, b, _ in at], "radiuses": [radius] * len(at), "gaps": "ignore",
                 "tidy": s.get("tidy", False), "overview": "full", "geometries": "polyline6", "generate_hints": False}
        if at[0][2] is not None:
            words["timestamps"] = [int(t) for _, _, t in at]
        return self.osrm.MatchParameters(**words)

    def match(self, traces, setting=DEFAULT):
        answers, seconds = [], 0.0
        for trace in traces:
            at = columns(trace)
            start = time.thread_time()
            kept = thinned(at, self.SETTINGS[setting].get("thin", 0))
            seconds += time.thread_time() - start
            parameters, start = self.parameters([at[n] for n in kept], noise(trace), setting), time.thread_time()
            try:
                answer = self.engine.Match(parameters)
            except Exception:
                # It raises where it finds nothing; all of the drive is missed then.
                answers.append(NOTHING)
                continue
            finally:
                seconds += time.thread_time() - start
            answers.append(read_osrm(answer, kept))
        return answers, seconds


def read_osrm(answer, kept):
    starts = []
    for matching in answer["matchings"]:
        sums = [0.0]
        for leg in matching["legs"]:
            sums.append(sums[-1] + leg["distance"])
        starts.append(sums)
    fixes = [(kept[n], int(p["matchings_index"]), starts[int(p["matchings_index"])][int(p["waypoint_index"])])
             for n, p in enumerate(answer["tracepoints"]) if p]
    return Answer([decode(m["geometry"]) for m in answer["matchings"]], fixes)


PEERS = (Valhalla, Osrm)
