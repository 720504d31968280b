"""Where extracts and the engines' maps are, and how they are built when missing."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BENCH = os.environ.get("BENCH", os.path.join(ROOT, "..", "shared", "bench"))
DATA = os.environ.get("BENCH_DATA", os.path.join(ROOT, "..", "shared", "data", "osm"))
WORK = os.environ.get("BENCH_WORK", os.path.join(tempfile.gettempdir(), "mapc-peers"))
MAPC = os.environ.get("MAPC", os.path.join(ROOT, ".build", "release", "mapc"))


def folder(name):
    return os.path.join(WORK, name)


def own_map(name):
    """The map of mapc; $MATCH_MAPS is a folder of others to match on."""
    if "MATCH_MAPS" in os.environ and os.sep not in name:
        return os.path.join(os.environ["MATCH_MAPS"], name + ".nav")
    return os.path.join(folder(name), "mapc", "map.nav")


def source(name):
    """The extract as .osm.pbf, copied or converted from $BENCH_DATA."""
    path = os.path.join(folder(name), name + ".osm.pbf")
    if os.path.exists(path):
        return path
    found = [f for f in os.listdir(DATA) if f.split(".")[0] == name]
    if not found:
        sys.exit(f"{DATA} has no extract {name}")
    os.makedirs(folder(name), exist_ok=True)
    import osmium
    with osmium.SimpleWriter(path + ".part.osm.pbf") as writer:
        for thing in osmium.FileProcessor(os.path.join(DATA, found[0])):
            writer.add(thing)
    os.rename(path + ".part.osm.pbf", path)
    return path


def pairs(name):
    """Random pairs of places on car roads: (lat, lon, lat, lon) as texts."""
    path = os.path.join(folder(name), name)
    if not os.path.exists(path + ".pairs.csv"):
        # The script goes on to count things with a tool that may be missing; the pairs are written before.
        subprocess.run([sys.executable, os.path.join(BENCH, "pairs.py"), source(name), path, "-n", "300"],
                       capture_output=True, check=False)
    with open(path + ".pairs.csv") as f:
        return [line.strip().split(",") for line in f][1:]


def build(engine, name, pbf=None):
    """Builds an engine's map (mapc, valhalla, osrm-mld) of an extract unless it is there; returns its folder."""
    work = os.path.join(folder(name), engine)
    done = work + ".build.json"
    old = engine == "mapc" and os.path.exists(done) and os.path.getmtime(done) < os.path.getmtime(MAPC)
    if old or not os.path.exists(done):
        env = dict(os.environ, MAPC=MAPC, BENCH_RESULTS=WORK)
        run = subprocess.run([sys.executable, os.path.join(BENCH, "build.py"), engine, pbf or source(name),
                              "--work", work, "--json", done], env=env, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"{name}: {engine} failed: {(run.stdout + run.stderr).strip()}")
    return work
