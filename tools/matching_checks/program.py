"""`mapc match` as a user runs it, traces along the sample map, and the count of what was checked."""

import json
import math
import pathlib
import subprocess

from counting import count, expect, failures  # noqa: F401 (for the checks)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Samples/README.md: the old town square and the harbour.
SQUARE, HARBOUR = "46.1920860,-20.5079909", "46.1793156,-20.4805101"
GPX = "{http://www.topografix.com/GPX/1/1}"
# 2020-09-13T12:00:00Z
START = 1_599_998_400


class Matcher:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.map = str(self.folder / "map.nav")
        subprocess.run([program, "build", str(ROOT / "Samples/saelmund.osm.bz2"), "-o", self.map],
                       capture_output=True, check=True)

    def run(self, *args, text=None, data=None):
        data = text.encode() if text is not None else data
        return subprocess.run([self.program, "match", self.map, *args], input=data, capture_output=True)

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def json(self, *args, **more):
        done = self.run(*args, "--format", "json", **more)
        return json.loads(done.stdout) if done.returncode == 0 else {"traces": [], "error": done.stderr.decode()}

    def route(self, start, end):
        done = subprocess.run([self.program, "route", self.map, "--from", start, "--to", end, "--format", "json"],
                              capture_output=True, check=True)
        return json.loads(done.stdout)["routes"][0]["sections"][0]


def decode(text):
    points, at, place = [], 0, [0, 0]
    while at < len(text):
        for axis in (0, 1):
            shift = value = 0
            while True:
                byte = ord(text[at]) - 63
                at += 1
                value |= (byte & 31) << shift
                shift += 5
                if byte < 32:
                    break
            place[axis] += ~(value >> 1) if value & 1 else value >> 1
        points.append((place[0] / 1e6, place[1] / 1e6))
    return points


def drive(line, metres=12.0):
    """A fix each so many metres of a line."""
    scale = math.cos(math.radians(line[0][0]))
    fixes, left = [], 0.0
    for (a, b), (c, d) in zip(line, line[1:]):
        length = math.hypot((c - a) * 111195, (d - b) * 111195 * scale)
        while left < length:
            fixes.append((a + left / length * (c - a), b + left / length * (d - b)))
            left += metres
        left -= length
    return fixes


def iso(second):
    return f"2020-09-13T{12 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"


def gpx(fixes, version="1.1", times=True):
    points = "".join(
        f'<trkpt lat="{a:.7f}" lon="{b:.7f}">' + (f"<time>{iso(n)}</time>" if times else "") + "</trkpt>\n"
        for n, (a, b) in enumerate(fixes))
    return (f'<?xml version="1.0"?>\n<gpx version="{version}" xmlns="http://www.topografix.com/GPX/'
            f'{version.replace(".", "/")}"><trk><name>A &amp; B</name><trkseg>\n{points}</trkseg></trk></gpx>\n')


def ways(trace):
    found = []
    for edge in (e for m in trace["matchings"] for e in m["edges"]):
        if not found or found[-1] != edge["way_id"]:
            found.append(edge["way_id"])
    return found
