"""The engines: how their maps are built, how they are asked, and how their answers are kept."""
import glob
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time

from matching import maps
from matching.geometry import Plane, walked


def run(command, log, env=None):
    """Runs a command; its output goes into a file."""
    with open(log, "a") as out:
        out.write(" ".join(command) + "\n")
        out.flush()
        if subprocess.run(command, stdout=out, stderr=out, env=env).returncode:
            sys.exit(f"{command[0]} failed; see {log}")


def package(module):
    """The folder of an installed Python package."""
    return os.path.dirname(__import__(module).__file__)


def read(answer):
    """What is kept of an answer in OSRM's form: its line (lat, lon), its length, and its steps with their places.

    Each step gets "point", the index of its place on the line, and "along", its distance from the start in metres;
    all distances are measured on the lines in the same way, whatever the engine calls them.
    """
    if answer.get("code") != "Ok":
        return None
    route = answer["routes"][0]
    line = [(round(lat, 6), round(lon, 6)) for lon, lat in route["geometry"]["coordinates"]]
    plane = Plane(line[0])
    sums, point, steps = walked([plane.xy(p) for p in line]), 0, []
    for step in (step for leg in route["legs"] for step in leg["steps"]):
        count = len(step.pop("geometry")["coordinates"])
        steps.append(dict(step, point=point, along=sums[point]))
        point = len(line) - 1 if step["maneuver"]["type"] == "arrive" else min(point + count - 1, len(line) - 1)
    steps[-1].update(point=len(line) - 1, along=sums[-1])
    return {"line": line, "length": sums[-1], "steps": steps,
            "nodes": route["legs"][0].get("annotation", {}).get("nodes")}


class Service:
    """An HTTP service with OSRM's API in a process of its own."""
    extra = ""

    def __init__(self, extract):
        self.extract, self.process, self.connection = extract, None, None

    def open(self):
        self.process, port = self.start()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def close(self):
        if self.process:
            self.connection.close()
            self.process.terminate()
            self.process.wait()
            self.process = None

    def launch(self, command):
        self.log = self.extract.path(self.name + ".serve.log")
        with open(self.log, "w") as out:
            return subprocess.Popen(command, stdout=out, stderr=out)

    def get(self, pair, options):
        """The text that answers a request."""
        a, b, c, d = pair
        return self.ask(f"{b},{a};{d},{c}", options)

    def ask(self, coordinates, options):
        """The text that answers a request for a route through coordinates (lon,lat;…)."""
        if not self.process:
            self.open()
        for again in True, False:
            try:
                self.connection.request("GET", f"/route/v1/driving/{coordinates}?{options}")
                return self.connection.getresponse().read()
            except (http.client.RemoteDisconnected, ConnectionError):
                # Services close connections after some requests, or when they are idle.
                self.connection.close()
                if not again:
                    raise

    def route(self, pair):
        return read(json.loads(self.get(pair, "steps=true&geometries=geojson&overview=full" + self.extra)))


class Osrm(Service):
    """osrm-routed of the package osrm-bindings, with its car profile."""
    name = "OSRM"
    extra = "&annotations=nodes"

    def start(self):
        home = package("osrm")
        base, log = self.extract.path("osrm", "map.osrm"), self.extract.path("osrm.log")
        if not os.path.exists(base + ".cell_metrics"):
            os.makedirs(os.path.dirname(base), exist_ok=True)
            env = dict(os.environ, OSRM_PROFILES=home + "/share/profiles")
            run([home + "/bin/osrm-extract", "-p", home + "/share/profiles/car.lua", "-o", base[:-5],
                 self.extract.file], log, env)
            run([home + "/bin/osrm-partition", base], log)
            run([home + "/bin/osrm-customize", base], log)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = self.launch([home + "/bin/osrm-routed", "-a", "MLD", "-t", "1", "-i", "127.0.0.1", "-p", str(port),
                               base])
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return process, port
            except OSError:
                time.sleep(0.1)
        sys.exit(f"osrm-routed does not answer; see {self.log}")


class Mapc(Service):
    """`mapc serve`. Its map is built anew whenever the program is newer."""
    name = "mapc"
    # With banners, lanes say whether they are recommended.
    extra = "&banner_instructions=true"

    def start(self):
        built = self.extract.path(f"mapc-{os.stat(maps.MAPC).st_mtime_ns}.nav")
        if not os.path.exists(built):
            for old in glob.glob(self.extract.path("mapc-*.nav")):
                os.unlink(old)
            run([maps.MAPC, "build", self.extract.file, "-o", built], self.extract.path("mapc.log"))
        process = self.launch([maps.MAPC, "serve", built, "--port", "0"])
        for _ in range(300):
            with open(self.log) as f:
                port = re.search(r"port=(\d+)", f.read())
            if port:
                return process, int(port.group(1))
            time.sleep(0.1)
        sys.exit(f"mapc serve does not answer; see {self.log}")


class Valhalla:
    """pyvalhalla, in this process. It has no boundaries of countries: it drives on the right everywhere."""
    name = "Valhalla"

    def __init__(self, extract):
        self.extract, self.actor = extract, None

    def open(self):
        import valhalla
        folder, config = self.extract.path("valhalla"), self.extract.path("valhalla.json")
        if not os.path.exists(config):
            os.makedirs(folder, exist_ok=True)
            made = valhalla.get_config(tile_dir=folder, tile_extract="")
            made["mjolnir"]["concurrency"] = 1
            for name in "admin", "timezone", "landmarks", "tile_extract", "traffic_extract", "transit_dir":
                made["mjolnir"].pop(name, None)
            for part in made, made["mjolnir"], made["loki"], made["thor"]:
                part.setdefault("logging", {})["type"] = ""
            with open(config + ".part", "w") as f:
                json.dump(made, f)
            run([package("valhalla") + "/bin/valhalla_build_tiles", "-c", config + ".part", self.extract.file],
                self.extract.path("valhalla.log"))
            os.rename(config + ".part", config)
        self.actor = valhalla.Actor(config)

    def close(self):
        self.actor = None

    def route(self, pair):
        if not self.actor:
            self.open()
        places = [{"lat": pair[0], "lon": pair[1]}, {"lat": pair[2], "lon": pair[3]}]
        try:
            return read(json.loads(self.actor.route(json.dumps(
                {"locations": places, "costing": "auto", "format": "osrm", "shape_format": "geojson"}))))
        except RuntimeError:
            return None     # no route


class Kept:
    """The answers of a peer to the pairs of an extract, kept in files of so many."""
    COUNT = 250

    def __init__(self, engine):
        self.engine, self.extract = engine, engine.extract

    def batch(self, number):
        """The answers to pairs from number * COUNT on; None for a pair without a route."""
        path = self.extract.path(f"{self.engine.name}-seed-{self.extract.seed}-{number}.jsonl")
        if not os.path.exists(path):
            with open(path + ".part", "w") as f:
                for pair in self.extract.pairs()[number * self.COUNT:(number + 1) * self.COUNT]:
                    f.write(json.dumps(self.engine.route(pair), separators=(",", ":"), ensure_ascii=False) + "\n")
            os.rename(path + ".part", path)
        with open(path) as f:
            answers = [json.loads(line) for line in f]
        for answer in filter(None, answers):
            answer["line"] = [tuple(p) for p in answer["line"]]
        return answers
