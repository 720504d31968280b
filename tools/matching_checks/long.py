"""Traces of any length: time, and memory that does not grow."""

import math
import random
import resource
import subprocess

from .program import START, expect


def check_long(m, fixes, count):
    """A trace of so many fixes through every reader and output."""
    rng = random.Random(1)
    scale = math.cos(math.radians(fixes[0][0]))
    loop = fixes + fixes[::-1]
    noise = [(rng.gauss(0, 5) / 111195, rng.gauss(0, 5) / 111195 / scale) for _ in range(10_007)]

    def rows(form):
        for n in range(count):
            (a, b), (e, f) = loop[n % len(loop)], noise[n % len(noise)]
            yield form(n, a + e, b + f)

    def days(n):
        return (f"{2001 + n // 86400 // 336}-{n // 86400 // 28 % 12 + 1:02}-{n // 86400 % 28 + 1:02}"
                f"T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}Z")

    forms = {
        "csv": ("time,lat,lon\n", lambda n, a, b: f"{START + n},{a:.6f},{b:.6f}\n", ""),
        "gpx": ("<gpx><trk><trkseg>\n", lambda n, a, b: f'<trkpt lat="{a:.6f}" lon="{b:.6f}"><time>{days(n)}</time></trkpt>\n',
                "</trkseg></trk></gpx>"),
        "geojson": ('{"type":"LineString","coordinates":[[0,0]', lambda n, a, b: f",[{b:.6f},{a:.6f}]", "]}"),
        "json": ('{"locations":[[0,0]', lambda n, a, b: f",[{a:.6f},{b:.6f},{START + n}]", "]}"),
        "jsonl": ('{"locations":[[0,0]', lambda n, a, b: f",[{a:.6f},{b:.6f},{START + n}]", "]}\n"),
    }
    for (name, (head, form, tail)), kind in zip(forms.items(), ("json", "geojson", "gpx", "text", "jsonl")):
        options = ["--jsonl"] if kind == "jsonl" else ["--format", kind]
        process = subprocess.Popen([m.program, "match", m.map, "-", "--stats", *options], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        process.stdin.write(head)
        part = []
        for row in rows(form):
            part.append(row)
            if len(part) == 5_000:
                process.stdin.write("".join(part))
                part = []
        process.stdin.write("".join(part) + tail)
        process.stdin.close()
        said = process.stderr.read().strip()
        expect(process.wait() == 0, f"long {name}: {said}")
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"{name} to {kind}: {said}; greatest memory so far {memory:.0f} MB", flush=True)
        expect(memory < 150, f"long {name}: {memory:.0f} MB")
