"""mapc in a folder with a map, places, pairs and traces, and the count of what was checked."""

import json
import pathlib
import re
import shutil
import subprocess

from counting import count, expect, failures  # noqa: F401 (for the checks)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AT = "46.1916385,-20.4943"
COMMANDS = ("build", "route", "table", "match", "drive", "search", "isoline", "explain", "info", "verify", "bench", "serve",
            "completions")


class Program:
    """mapc in a folder."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = pathlib.Path(folder)

    def run(self, *arguments, **more):
        """Runs a command; the streams are caught unless given."""
        for stream in ("stdout", "stderr"):
            more.setdefault(stream, subprocess.PIPE)
        return subprocess.run(
            [self.path, *map(str, arguments)], cwd=self.folder, timeout=300, **more)

    def fails(self, status, says, *arguments, **more):
        """Runs a command that must end with a status, one line, and no result."""
        done = self.run(*arguments, **more)
        name = "mapc " + " ".join(map(str, arguments))
        error = (done.stderr or b"").decode()
        expect(done.returncode == status, f"{name}: status {done.returncode}, not {status}: {error}")
        # The trip of the map that is taken where none is given is a note; the service has a log.
        lines = [x for x in error.splitlines() if not re.match(r"sample trip|\S+ notice mapc", x)]
        expect(len(lines) == 1 and lines[0].startswith("mapc: ") and says in lines[0], f"{name}: {error}")
        expect(not done.stdout, f"{name}: prints {(done.stdout or b'')[:80]} although it failed")

    def bytes(self, name):
        """What a file has."""
        return (self.folder / name).read_bytes()

    def write(self, name, text):
        """Writes a file."""
        (self.folder / name).write_text(text)


def prepare(mapc):
    """A map, places, pairs and traces."""
    shutil.copy(ROOT / "Samples/saelmund.osm.bz2", mapc.folder / "in.osm.bz2")
    done = mapc.run("build", "in.osm.bz2", "-o", "map.nav", "--quiet")
    expect(done.returncode == 0, f"build: {done.stderr}")
    mapc.write("places.csv", "lat,lon\n46.1920860,-20.5079909\n46.1793156,-20.4805101\n")
    mapc.write("pairs.csv", "from_lat,from_lon,to_lat,to_lon\n46.1920860,-20.5079909,46.1793156,-20.4805101\n")
    mapc.write("words.txt", "language: xx\nname: X\ninherit: en\n")
    route = json.loads(mapc.run(
        "route", "map.nav", "--from", "46.1920860,-20.5079909", "--to", "46.1793156,-20.4805101", "--format",
        "geojson").stdout)
    line = next(f["geometry"]["coordinates"] for f in route["features"] if f["geometry"]["type"] == "LineString")
    mapc.write("trace.csv", "lat,lon,time\n" + "".join(f"{y},{x},{5 * i}\n" for i, (x, y) in enumerate(line)))
    mapc.write("traces.jsonl", json.dumps({"locations": [[y, x, 5 * i] for i, (x, y) in enumerate(line)]}) + "\n")
