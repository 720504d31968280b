"""`mapc isoline`: its formats agree, areas grow, and what can't be asked is refused."""

import json

from command_checks.program import SQUARE, expect, place


def area(ring):
    """Twice the signed area of a ring in square degrees."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))


def check_isolines(mapc):
    """GeoJSON and JSON have the same areas; outer rings run counter-clockwise, holes clockwise."""
    ask = ["isoline", "map.nav", "--at", place(SQUARE), "--minutes", "10,5", "--truck-height", "4.0"]
    drawn = json.loads(mapc.run(*ask).stdout)
    features = drawn["features"]
    expect([f["properties"]["contour"] for f in features] == [10, 5], "isoline: the order of features")
    answer = json.loads(mapc.run(*ask, "--format", "json").stdout)
    expect([i["duration_s"] for i in answer["isolines"]] == [300, 600], "isoline: the order of values")
    expect(answer["isolines"][0]["area_km2"] < answer["isolines"][1]["area_km2"], "isoline: areas do not grow")
    expect((drawn["error_m"], drawn["margin_m"]) == (answer["error_m"], answer["margin_m"]), "isoline: other errors")
    for feature, isoline in zip(features, reversed(answer["isolines"])):
        shape = feature["geometry"]["coordinates"]
        polygons = [shape] if feature["geometry"]["type"] == "Polygon" else shape
        flipped = [[[point[::-1] for point in ring] for ring in polygon] for polygon in isoline["polygons"]]
        expect(polygons == flipped, "isoline: GeoJSON and JSON differ")
        for polygon in polygons:
            expect(all(ring[0] == ring[-1] for ring in polygon), "isoline: a ring is open")
            expect(area(polygon[0]) > 0 and all(area(hole) < 0 for hole in polygon[1:]), "isoline: a ring turns wrong")
    few = json.loads(mapc.run(*ask, "--max-points", "12", "--format", "json").stdout)
    expect(all(i["points"] <= 12 for i in few["isolines"]), "isoline: more points than wanted")
    network = json.loads(mapc.run(*ask, "--network", "--format", "json").stdout)["network"]
    expect(all(0 <= r["begin_s"] <= r["end_s"] <= 600 for r in network), "isoline: times of the network")
    text = mapc.run(*ask, "--reverse", "--format", "text").stdout
    expect(text.count("\n") == 3 and text.startswith("5 min: "), f"isoline: {text}")
    ask = ("isoline", "map.nav", "--at", place(SQUARE), "--kwh", "1", "--network", "--format", "json", "--reverse")
    network = json.loads(mapc.run(*ask).stdout)["network"]
    expect(network and all(1000 >= r["begin_wh"] >= r["end_wh"] >= 0 for r in network), "isoline: charges backward")
    for options in (["--minutes", "5", "--km", "5"], [], ["--minutes", "0"], ["--minutes", "x"], ["--km", "1,,2"],
                    ["--minutes", "1500"], ["--minutes", "5", "--max-points", "3"], ["--minutes", "nan"],
                    ["--minutes", "5", "--network", "--lines"]):
        mapc.run("isoline", "map.nav", "--at", place(SQUARE), *options, status=64)
    mapc.run("isoline", "map.nav", "--at", "10,10", "--minutes", "5", status=1)
    mapc.run("isoline", "none.nav", "--at", "10,10", "--minutes", "5", status=66)
