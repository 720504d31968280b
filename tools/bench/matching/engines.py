"""The form of answers, and mapc as a program that gives them."""
import json
import os
import subprocess
from typing import NamedTuple

from . import maps
from .geometry import decode


class Answer(NamedTuple):
    """The lines (lat, lon) of a match, and the fixes on them: (index, line, metres from the line's beginning)."""
    lines: list
    fixes: list


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

    # Options for `mapc match`, the same for all runs of this process.
    extra = ()

    def __init__(self, command=None):
        self.command = command or [maps.MAPC, "match", *self.extra]

    def open(self, group):
        self.map = os.path.join(group.build("mapc"), "map.nav")

    def match(self, traces, setting=None):
        text = "".join(json.dumps({"locations": t["locations"]}) + "\n" for t in traces)
        done = subprocess.run([*self.command, self.map, "-", "--jsonl", "--stats"], input=text,
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{self.command}: status {done.returncode}: {done.stderr.strip()}")
        seconds = float(done.stderr.strip().splitlines()[-1].split(" in ")[1].split(" s")[0])
        return [read_mapc(json.loads(line)) for line in done.stdout.splitlines()], seconds
