"""The outputs and options of `mapc match`."""

import json
import pathlib
import xml.etree.ElementTree as ElementTree

from .program import GPX, decode, expect, gpx, ways


def check_outputs(m, fixes, section):
    """Every output holds the route that was driven."""
    path = m.file("trace.gpx", gpx(fixes))
    answer = m.json(path)
    trace = answer["traces"][0]
    expect(trace["name"] == "A & B", f"the name of a track: {trace['name']}")
    expect(answer["map"] and "attribution" in answer, "json: map and attribution")
    matching = trace["matchings"][0]
    expect(len(trace["matchings"]) == 1 and 0.8 < matching["confidence"] <= 1, "json: one sure piece")
    expect(abs(matching["length_m"] - section["length_m"]) < 30, f"json: {matching['length_m']} m")
    expect(abs(sum(e["length_m"] for e in matching["edges"]) - matching["length_m"]) < 1, "json: lengths of edges")
    for before, edge in zip(matching["edges"], matching["edges"][1:]):
        expect(before["nodes"][-1] == edge["nodes"][0], "json: edges hang together")
        expect(before["left"] <= edge["entered"] <= edge["left"], "json: times of edges")
    driven = [e["way_id"] for e in section["edges"]]
    expect(all(e["way_id"] in driven for e in matching["edges"]), "json: ways of the route")
    for point in trace["points"]:
        edge = trace["matchings"][point["matching"]]["edges"][point["edge"]]
        expect(edge["way_id"] == point["way_id"] and edge["name"] == point["name"], "json: edges of points")
        expect(point["status"] in ("matched", "merged") and point["distance_m"] < 3, "json: points")
    line = decode(matching["polyline6"])
    tree = ElementTree.fromstring(m.run(path, "--format", "gpx").stdout)
    got = [(float(p.get("lat")), float(p.get("lon"))) for p in tree.iter(GPX + "trkpt")]
    same = len(got) == len(line) and all(abs(a - c) < 2e-6 and abs(b - d) < 2e-6 for (a, b), (c, d) in zip(got, line))
    expect(same, "gpx: the line")
    expect(tree.find(f"{GPX}trk/{GPX}name").text == "A & B", "gpx: the name")
    features = json.loads(m.run(path, "--format", "geojson").stdout)["features"]
    lines = [f for f in features if f["geometry"]["type"] == "LineString"]
    expect(len(lines) == 1 and len(lines[0]["geometry"]["coordinates"]) == len(line), "geojson: the line")
    expect(lines[0]["properties"]["ways"] == ways(trace), "geojson: the ways")
    expect(len(features) == 1 + len(fixes), "geojson: the points")
    text = m.run(path).stdout.decode()
    expect(text.startswith("A & B\n  fixes 0 to") and f"{len(fixes)} of {len(fixes)} fixes on roads" in text, "text")
    alone = json.loads(m.run("-", "--format", "geojson", text=f"lat,lon\n{fixes[9][0]},{fixes[9][1]}\n").stdout)
    expect(len(alone["features"][-1]["geometry"]["coordinates"]) == 2, "geojson: a line of one fix has two points")
    for kind in ("json", "geojson", "gpx", "text"):
        out = str(m.folder / "out")
        done = m.run(path, "--format", kind, "-o", out, "--stats")
        expect(pathlib.Path(out).read_bytes() == m.run(path, "--format", kind).stdout, f"{kind}: -o")
        expect(f"{len(fixes)} fixes in " in done.stderr.decode(), f"{kind}: --stats: {done.stderr!r}")
        expect(not [p for p in m.folder.iterdir() if "part" in p.name and p.suffix == ".part"], f"{kind}: leftovers")
    done = m.run(m.file("bad.gpx", gpx(fixes)[:-9]), "-o", str(m.folder / "never"))
    expect(done.returncode == 65 and not (m.folder / "never").exists(), "a bad trace leaves no file")
    done = m.run(path, "-o", str(m.folder / "no" / "such"))
    expect(done.returncode == 73, f"a folder that is not there: {done.returncode}")


def check_options(m, fixes):
    back = "lat,lon\n" + "".join(f"{a},{b}\n" for a, b in reversed(fixes))
    strict = m.json("-", text=back)["traces"][0]
    free = m.json("-", "--allow-wrong-way", "free", text=back)["traces"][0]
    length = [sum(x["length_m"] for x in t["matchings"]) for t in (strict, free)]
    forward = m.json("-", text="lat,lon\n" + "".join(f"{a},{b}\n" for a, b in fixes))["traces"][0]
    expect(abs(length[1] - sum(x["length_m"] for x in forward["matchings"])) < 60, f"--allow-wrong-way free: {length}")
    noisy = m.json("-", "--noise", "25", text=back)["traces"][0]
    expect(noisy["noise_m"] == 25, f"--noise: {noisy['noise_m']}")
    for noise in ("0", "501", "x", "nan"):
        done = m.run("-", "--noise", noise, text=back)
        expect(done.returncode == 64, f"--noise {noise}: {done.returncode}")
    soon = m.json("-", "--delay", "6", text="lat,lon\n" + "".join(f"{a},{b}\n" for a, b in fixes))["traces"][0]
    expect(ways(soon) == ways(forward), f"--delay: {ways(soon)}, not {ways(forward)}")
    for delay in ("-1", "10001", "x"):
        expect(m.run("-", f"--delay={delay}", text=back).returncode == 64, f"--delay={delay}")
    for policy in ("never", "rare", "free"):
        expect(m.run("-", "--allow-wrong-way", policy, text=back).returncode == 0, f"--allow-wrong-way {policy}")
    expect(m.run("-", "--allow-wrong-way", "often", text=back).returncode == 64, "--allow-wrong-way often")
    for profile in ("car", "truck", "bicycle", "foot"):
        done = m.run("-", "--profile", profile, text=back)
        expect(done.returncode == 0, f"--profile {profile}: {done.stderr!r}")
    expect(m.run("-", "--format", "xml", text=back).returncode == 64, "--format xml")


def check_issues(m, fixes):
    """What --map-issues gathers is what the matchings violate."""
    path, trips = m.folder / "issues.geojson", 3
    rows = "".join(f"{t},{a},{b},{10 * i}\n" for t in range(trips) for i, (a, b) in enumerate(fixes))
    # A truck that is too high for the road that the car takes.
    answer = m.json("-", "--truck-height", "4.6", "--map-issues", str(path), text="trip,lat,lon,time\n" + rows)
    issues = json.loads(path.read_text())
    expect(issues["type"] == "FeatureCollection" and issues["unlisted"] == 0, "--map-issues: a collection")
    found = {}
    for number, trace in enumerate(answer["traces"]):
        for matching in trace["matchings"]:
            before = set()
            for edge in matching["edges"]:
                here = set()
                for v in edge.get("violations", []):
                    key = (v["kind"], v["rule"]["tag"], v["rule"]["wayID"])
                    at = tuple(v["rule"]["position"]) if v["kind"] in ("barrier", "forbidden turn") else ()
                    here.add((*key, at))
                    counted = found.setdefault(key, [0, set()])
                    # The edges of one way in a row are one finding.
                    counted[0] += (*key, at) not in before
                    counted[1].add(number)
                before = here
    told = {}
    for feature in issues["features"]:
        p = feature["properties"]
        if p["kind"] != "missing road":
            known = told.setdefault((p["kind"], p["tag"], p["way_id"]), [0, 0])
            known[0] += p["count"]
            known[1] = max(known[1], p["traces"])
    expect(told == {k: [n, len(t)] for k, (n, t) in found.items()}, f"--map-issues: {told}, not {found}")
    expect(told and all(n % trips == 0 for n, _ in told.values()), f"--map-issues: {told}")
    for bad in ("", "-"):
        done = m.run("-", "--map-issues", bad, text=rows)
        expect(done.returncode == 64, f"--map-issues {bad!r}: {done.returncode}")
    trace = m.file("trips.csv", "trip,lat,lon,time\n" + rows)
    expect(m.run(trace, "--map-issues", trace).returncode == 73, "--map-issues does not replace the trace")
    expect(m.run(trace, "--map-issues", str(m.folder / "no" / "such")).returncode == 73, "--map-issues: no folder")
