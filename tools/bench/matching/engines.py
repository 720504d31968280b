"""What matches: mapc as a program, Valhalla and OSRM in this process. All give answers of one form."""
import json
import os
import subprocess
import time
from typing import NamedTuple

from . import maps
from .geometry import decode


class Answer(NamedTuple):
    """The lines (lat, lon) of a match, and the fixes on them: (index, line, metres from the line's beginning)."""
    lines: list
    fixes: list


NOTHING = Answer([], [])


def setting(engine, kind, every):
    """The best setting of a peer for a class and interval."""
    return "default"


def noise(trace):
    """The deviation of a trace's fixes that the peers are told, in metres."""
    return trace["noise"] if "noise" in trace else trace["truth"]["margin"] / 3


def read_mapc(trace):
    """The answer in an object that `mapc match --jsonl` prints."""
    lines = [decode(matching["polyline6"]) for matching in trace.get("matchings", ())]
    starts = []
    for matching in trace.get("matchings", ()):
        total, own = 0.0, []
        for edge in matching["edges"]:
            own.append(total - edge.get("start_m", 0.0))
            total += edge["length_m"]
        starts.append(own)
    fixes = [(n, p["matching"], starts[p["matching"]][p["edge"]] + p["along_m"])
             for n, p in enumerate(trace.get("points", ())) if "along_m" in p]
    return Answer(lines, fixes)


class Mapc:
    """One process for all traces on a map."""
    name = "mapc"

    def __init__(self, command=None, extra=()):
        self.command, self.extra = command or [maps.MAPC, "match"], list(extra)

    @classmethod
    def with_options(cls, extra):
        """The class, for instances that give the program these options."""
        return type("MapcWithOptions", (cls,), {"__init__": lambda self: cls.__init__(self, extra=extra)})

    def open(self, group):
        self.map = os.path.join(group.build("mapc"), "map.nav")

    def match(self, traces, setting=None):
        text = "".join(json.dumps({"locations": t["locations"]}) + "\n" for t in traces)
        done = subprocess.run([*self.command, self.map, "-", "--jsonl", "--stats", *self.extra], input=text,
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{self.command}: status {done.returncode}: {done.stderr.strip()}")
        seconds = float(done.stderr.strip().splitlines()[-1].split(" in ")[1].split(" s")[0])
        return [read_mapc(json.loads(line)) for line in done.stdout.splitlines()], seconds


def columns(trace):
    """Latitudes, longitudes and times (or None) of a trace."""
    found = []
    for at in trace["locations"]:
        if isinstance(at, dict):
            found.append((at["lat"], at["lon"], at.get("time")))
        else:
            found.append((at[0], at[1], at[2] if len(at) > 2 else None))
    return found


class Valhalla:
    """Meili by way of trace_attributes; told the noise."""
    name = "Valhalla"
    SETTINGS = {
        "default": {},
        "wide": {"accuracy": 2.0, "radius": 100},
        "turns": {"turn_penalty_factor": 200},
        "wide, turns": {"accuracy": 2.0, "radius": 100, "turn_penalty_factor": 200},
        "timestamps": {"use_timestamps": True},
        "breaks": {"breakage_distance": 500},
    }

    def open(self, group):
        import valhalla
        self.actor = valhalla.Actor(os.path.join(group.build("valhalla"), "query.json"))

    def request(self, trace, setting):
        s, spread = self.SETTINGS[setting or "default"], noise(trace)
        options = {"gps_accuracy": max(spread * s.get("accuracy", 1.0), 5),
                   "search_radius": s.get("radius", min(max(3 * spread, 30), 100))}
        options |= {k: v for k, v in s.items() if k in ("turn_penalty_factor", "breakage_distance")}
        shape = [{"lat": a, "lon": b} | ({} if t is None else {"time": t}) for a, b, t in columns(trace)]
        request = {"shape": shape, "costing": "auto", "shape_match": "map_snap", "trace_options": options,
                   "filters": {"action": "include", "attributes": [
                       "shape", "edge.begin_shape_index", "edge.end_shape_index", "edge.length", "matched.point",
                       "matched.type", "matched.edge_index", "matched.distance_along_edge",
                       "matched.begin_route_discontinuity", "matched.end_route_discontinuity"]}}
        if s.get("use_timestamps") and all(at[2] is not None for at in columns(trace)):
            request["use_timestamps"] = True
        return json.dumps(request)

    def match(self, traces, setting=None):
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
    lines = [decode(answer["shape"])] + [decode(x["shape"]) for x in answer.get("alternate_paths", [])]
    return Answer(lines, [])


class Osrm:
    """OSRM's match; told the noise as radiuses."""
    name = "OSRM"
    SETTINGS = {
        "default": {},
        "split": {"gaps": "split"},
        "tidy": {"tidy": True},
        "split, tidy": {"gaps": "split", "tidy": True},
        "wide": {"radius": 2.0},
        "no times": {"times": False},
    }

    def open(self, group):
        import osrm
        self.osrm = osrm
        self.engine = osrm.OSRM(storage_config=os.path.join(group.build("osrm-mld"), "map.osrm"), algorithm="MLD",
                                use_shared_memory=False, max_locations_map_matching=-1)

    def parameters(self, trace, setting):
        s, at = self.SETTINGS[setting or "default"], columns(trace)
        spread = max(noise(trace), 5)
        words = {"coordinates": [(b, a) for a, b, _ in at], "radiuses": [float(spread) * s.get("radius", 1.0)] * len(at),
                 "overview": "full", "geometries": "polyline6", "gaps": s.get("gaps", "ignore"),
                 "tidy": s.get("tidy", False), "generate_hints": False}
        if s.get("times", True) and at[0][2] is not None:
            words["timestamps"] = [int(t) for _, _, t in at]
        return self.osrm.MatchParameters(**words)

    def match(self, traces, setting=None):
        answers, seconds = [], 0.0
        for trace in traces:
            parameters, start = self.parameters(trace, setting), time.thread_time()
            try:
                answer = self.engine.Match(parameters)
            except Exception:
                # It raises where it finds nothing; all of the drive is missed then.
                answers.append(NOTHING)
                continue
            finally:
                seconds += time.thread_time() - start
            answers.append(Answer([decode(m["geometry"]) for m in answer["matchings"]], []))
        return answers, seconds


PEERS = (Valhalla, Osrm)
