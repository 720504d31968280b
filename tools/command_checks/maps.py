"""What builds store, and the ids of nodes."""

from command_checks.program import ISLAND, ROOT, SQUARE, expect, place


def check_maps(mapc, source):
    """What a build stores is what info tells; verify accepts it, and finds a byte that changed."""
    mapc.run("build", source, "-o", "map.nav", "--quiet")
    mapc.run("build", source, "-o", "plain.nav", "--quiet", "--no-hierarchy")
    mapc.run("build", source, "-o", "bicycle.nav", "--quiet", "--profiles", "bicycle")
    mapc.run("build", source, "-o", "avoiding.nav", "--quiet", "--profiles", "truck-no-tunnel,bicycle,car-no-unpaved")
    expected = {"map.nav": ["car", "truck"], "plain.nav": [], "bicycle.nav": ["bicycle"],
                "avoiding.nav": ["car", "truck", "bicycle", "truck-no-tunnel", "car-no-unpaved"]}
    for name, modes in expected.items():
        info = mapc.lines("info", name, "--json", "--sizes")[0]
        expect(info["metrics"] == modes, f"{name}: metrics {info['metrics']}")
        expect((info["hierarchy_nodes"] > 0) == (modes != []), f"{name}: hierarchy")
        for mode in modes:
            expect(info["sizes"].get(f"section metric {mode}", 0) > 0, f"{name}: no section of {mode}")
        mapc.run("verify", name)
    data = bytearray((mapc.folder / "map.nav").read_bytes())
    # The sections of the metrics are the last.
    data[-40] ^= 1
    (mapc.folder / "flipped.nav").write_bytes(data)
    done = mapc.run("verify", "flipped.nav", status=1)
    expect("metric" in done.stderr, f"verify names another fault: {done.stderr}")


def check_node_ids(mapc):
    """A map with the ids of all nodes routes as one without, and its edges have nodes, each from where the last ended."""
    mapc.run("build", ROOT / "Samples/saelmund.osm.bz2", "-o", "nodes.nav", "--quiet", "--node-ids")
    mapc.run("verify", "nodes.nav")
    sizes = [mapc.lines("info", name, "--json", "--sizes")[0]["sizes"] for name in ("map.nav", "nodes.nav")]
    expect("section node ids" not in sizes[0] and sizes[1].get("section node ids", 0) > 0, "node ids: sections")
    trip = ("--from", place(SQUARE), "--to", place(ISLAND), "--format", "json")
    plain, found = [mapc.lines("route", name, *trip)[0]["routes"][0] for name in ("map.nav", "nodes.nav")]
    edges = [edge for section in found["sections"] for edge in section["edges"]]
    nodes = [edge.pop("nodes") for edge in edges]
    expect(plain["sections"] == found["sections"], "node ids: another route, or nodes without the section")
    expect(len(nodes) > 10 and all(len(ids) > 1 for ids in nodes), "node ids: edges without nodes")
    expect(all(a[-1] == b[0] for a, b in zip(nodes, nodes[1:])), "node ids: an edge begins elsewhere")
    # All but the first and the last edge are driven whole; no two nodes of the sample lie at one place.
    for edge, ids in list(zip(edges, nodes))[1:-1]:
        first, last = edge["points"]
        expect(len(ids) == last - first + 1, f"node ids: {len(ids)} nodes for the points {first} to {last}")
    check_matched_nodes(mapc, found, edges, nodes)


def check_matched_nodes(mapc, route, edges, nodes):
    """The line of a route is matched onto its edges, with all their nodes where the map has them."""
    line = [point for section in route["sections"] for point in decoded(section["polyline6"])]
    (mapc.folder / "line.csv").write_text("lat,lon\n" + "".join(f"{lat},{lon}\n" for lat, lon in line))
    known = {edge["edge"]: ids for edge, ids in zip(edges, nodes)}
    for name, all_nodes in (("nodes.nav", True), ("map.nav", False)):
        matched = mapc.lines("match", name, "line.csv", "--format", "json")[0]["traces"][0]["matchings"][0]["edges"]
        expect(len(matched) >= len(known) - 2, f"{name}: {len(matched)} edges of {len(known)} matched")
        for edge in matched:
            ids = known.get(edge["edge"], edge["nodes"])
            wanted = ids if all_nodes else [ids[0], ids[-1]]
            expect(edge["nodes"] == wanted, f"{name}: edge {edge['edge']} has nodes {edge['nodes']}, not {wanted}")


def decoded(text):
    """The places of a polyline of six decimals."""
    values, number, shift = [], 0, 0
    for letter in text:
        bits = ord(letter) - 63
        number |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            values.append(~(number >> 1) if number & 1 else number >> 1)
            number, shift = 0, 0
    places, lat, lon = [], 0, 0
    for dlat, dlon in zip(values[::2], values[1::2]):
        lat, lon = lat + dlat, lon + dlon
        places.append((lat / 1e6, lon / 1e6))
    return places
