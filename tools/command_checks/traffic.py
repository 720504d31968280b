"""`mapc traffic` and `--traffic`: feeds, files, and what they do to routes."""

import json
import subprocess
import sys

from command_checks.program import BRIDGE, HARBOUR, ROOT, SQUARE, expect, place

# A road of the trip from the square to the harbour.
ROAD = 100106
TRIP = ("route", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR))


def check_traffic(mapc):
    """A compiled feed does what the feed does, and the file's reader says the same of it."""
    mapc.write("jam.csv", "way_id,direction,speed_kmh", [(ROAD, "both", 3)])
    feed = json.loads(mapc.run(*TRIP, "--traffic", "jam.csv", "--format", "json").stdout)["routes"][0]
    usual = json.loads(mapc.run(*TRIP, "--format", "json").stdout)["routes"][0]
    expect("traffic_delay_s" not in usual, "route: a delay without traffic")
    mapc.run("traffic", "compile", "map.nav", "jam.csv", "-o", "jam.traffic", "--made", "2026-11-23T08:00Z")
    told = json.loads(mapc.run("traffic", "info", "jam.traffic", "--json").stdout)
    expect(told["made"].startswith("2026-11-23T08:00") and told["horizon_s"] == 3600, f"traffic info: {told}")
    dump = dumped(mapc, "jam.traffic")
    expect(dump[0]["map"] == told["map"] and len(dump) == 1 + told["pieces"], f"trafficdump: {dump}")
    expect(all(x["speed"] == 30 for x in dump[1:]), f"trafficdump: {dump}")
    whole = json.loads(mapc.run(*TRIP, "--traffic", "jam.traffic", "--format", "json").stdout)["routes"][0]
    ways = [[edge["way_id"] for edge in route["sections"][0]["edges"]] for route in (feed, whole, usual)]
    expect(ways[0] == ways[1], "route: the feed and the file lead elsewhere")
    expect(ROAD in ways[2] and ROAD not in ways[0], "route: nobody goes round the jam")
    expect(whole["traffic_delay_s"] == 0 and whole["sections"][0]["traffic"] == [], f"route: {whole['sections'][0]}")
    mapc.run("traffic", "apply", "map.nav", "jam.traffic", "--profile", "truck")
    check_jam(mapc)
    check_usual(mapc)
    check_feeds(mapc)
    check_locations(mapc)
    check_datex(mapc)


def check_usual(mapc):
    """Usual speeds count at their time of the week alone, as a feed and as a file, over the end of the week too."""
    mapc.write("week.csv", "way_id,direction,minutes,speed_kmh", [
        (BRIDGE, "both", "0-10080", 60), (BRIDGE, "both", "1860-1980 10000-60", 15), (1, "both", "0-60", 5)])
    done = mapc.run("traffic", "compile", "--usual", "map.nav", "week.csv", "-o", "week.usual", "--traffic-version", "7")
    expect("1 of 2 records have no place" in done.stderr, f"traffic compile --usual: {done.stderr}")
    told = json.loads(mapc.run("traffic", "info", "week.usual", "--json").stdout)
    expect(told["version"] == "7" and told["profiles"] == 1 and told["runs"] == 5, f"traffic info: {told}")
    dump = dumped(mapc, "week.usual", "usualdump")
    expect(dump[0]["map"] == told["map"] and len(dump) == 2 + told["pieces"], f"usualdump: {dump}")
    expect(dump[1]["runs"] == [[0, 63], [60, 250], [1860, 63], [1980, 250], [10000, 63]], f"usualdump: {dump[1]}")
    seconds = []
    # Tuesday at 8 and 22, Sunday night and Monday morning, and no time.
    for depart in ("2026-11-24T08:00", "2026-11-24T22:00", "2026-11-22T23:30", "2026-11-23T00:30", "2026-11-23T01:30"):
        routes = [
            json.loads(mapc.run(*TRIP, "--usual", name, "--depart", depart + "+00:00", "--format", "json").stdout)
            for name in ("week.csv", "week.usual")]
        expect(routes[0] == routes[1] or routes[0]["routes"][0]["sections"] == routes[1]["routes"][0]["sections"],
               "route: usual speeds of the feed and the file differ")
        route = routes[1]["routes"][0]
        expect(abs(route["duration_without_traffic_s"] + route["traffic_delay_s"] - route["duration_s"]) < 0.02,
               f"route: {route['duration_s']}")
        expect(route["incidents"] == [], f"route: {route['incidents']}")
        seconds.append(route["duration_s"])
    slow, quick = seconds[0], seconds[1]
    expect(seconds == [slow, quick, slow, slow, quick] and slow > quick, f"route: usual speeds {seconds}")
    free = mapc.run(*TRIP, "--format", "json").stdout
    expect(json.loads(mapc.run(*TRIP, "--usual", "week.usual", "--format", "json").stdout)["routes"][0]["sections"]
           == json.loads(free)["routes"][0]["sections"], "route: usual speeds without a departure")
    for departs in (False, True):
        done = mapc.run(*TRIP, "--usual", "week.usual", *(["--depart", "2026-11-23T12:00Z"] if departs else []))
        expect(("--usual has no effect" in done.stderr) != departs, f"route --usual: {done.stderr}")
    mapc.run(*TRIP, "--usual", "jam.traffic", status=65)
    mapc.run(*TRIP, "--usual", "nothing.usual", status=66)
    mapc.run("traffic", "compile", "--usual", "map.nav", "week.usual", "-o", "x.usual", status=65)
    mapc.run("traffic", "compile", "--usual", "map.nav", "week.csv", "-o", "x.usual", "--horizon", "5", status=64)
    done = mapc.run(*TRIP, "--arrive", "2026-11-24T08:00", status=64)
    expect("--arrive" in done.stderr, f"route --arrive: {done.stderr}")


def dumped(mapc, name, tool="trafficdump"):
    """The records of a traffic file, by the reader of its specification."""
    done = subprocess.run([sys.executable, str(ROOT / "tools" / tool), str(mapc.folder / name)],
                          capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"{tool}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_jam(mapc):
    """A jam that nobody goes round: its delay is that of the route, and fades with the time."""
    mapc.write("slow.csv", "way_id,speed_kmh,text", [(BRIDGE, 15, "an accident")])
    mapc.run("traffic", "compile", "map.nav", "slow.csv", "-o", "slow.traffic", "--made", "2026-11-23T08:00Z",
             "--horizon", "30")
    seconds = []
    for depart in (None, "2026-11-23T08:05Z", "2026-11-23T08:45Z", "2026-11-23T09:30Z"):
        more = ("--depart", depart) if depart else ()
        route = json.loads(
            mapc.run(*TRIP, "--traffic", "slow.traffic", "--format", "json", *more).stdout)["routes"][0]
        spans = route["sections"][0]["traffic"]
        expect(abs(sum(x["delay_s"] for x in spans) - route["traffic_delay_s"]) < 0.05, f"route: delays {spans}")
        expect(all(x["text"] == "an accident" for x in spans), f"route: spans {spans}")
        seconds.append(route["traffic_delay_s"])
    expect(seconds[0] == seconds[1] > seconds[2] > seconds[3] == 0, f"route: delays {seconds}")


def check_feeds(mapc):
    """The forms of feeds mean the same, and each wrong one is refused whole."""
    (mapc.folder / "jam.jsonl").write_text(
        json.dumps({"way_id": ROAD, "speed_kmh": 3.0, "other": [1]}) + "\n"
        + json.dumps({"way_id": 1, "closed": True, "from_m": 0, "to_m": 5}) + "\n")
    done = mapc.run("traffic", "compile", "map.nav", "jam.jsonl", "-o", "two.traffic", "--made",
                    "2026-11-23T08:00Z", "--unplaced", "unplaced.csv")
    expect("1 of 2 records have no place" in done.stderr, f"traffic compile: {done.stderr}")
    expect((mapc.folder / "unplaced.csv").read_text() == "line,reason\n2,unknownWay\n", "traffic: --unplaced")
    expect(dumped(mapc, "two.traffic")[1:] == dumped(mapc, "jam.traffic")[1:], "traffic: JSON lines and CSV differ")
    wrong = {
        "": "empty", "way_id,speed_kmh\n1,fast\n": "line 2", "speed_kmh\n3\n": "way_id", "way_id\n7\n": "says nothing",
        "way_id,speed_kmh\n1,501\n": "0 to 500", "way_id,speed_kmh\n1,2,3\n": "3 fields", "1,2\n": "from_node",
        "way_id,speed_kmh,begin\n1,5,today\n": "offset", '{"way_id": 1, "speed_kmh": }': "byte",
        '{"way_id": 1.5, "speed_kmh": 3}': "OSM id", '{"speed_kmh": 3}': "no place",
        "way_id,from_m,to_m,closed\n1,9,3,all\n": "from_m below to_m", "\x89TRA": "not a traffic file",
    }
    for text, words in wrong.items():
        (mapc.folder / "wrong.csv").write_bytes(text.encode("latin-1"))
        done = mapc.run("traffic", "compile", "map.nav", "wrong.csv", "-o", "wrong.traffic", status=65) \
            if text[:1] != "\x89" else mapc.run(*TRIP, "--traffic", "wrong.csv", status=65)
        expect(words in done.stderr, f"traffic: {text!r}: {done.stderr}")
        expect(not (mapc.folder / "wrong.traffic").exists(), f"traffic: {text!r} leaves a file")
    mapc.run("traffic", "info", "jam.csv", status=65)
    mapc.run("traffic", "info", "nothing.traffic", status=66)
    mapc.run("traffic", "compile", "map.nav", "jam.csv", status=64)
    mapc.run("traffic", "compile", "map.nav", "jam.csv", "-o", "x.traffic", "--unplaced", "x.traffic", status=64)
    mapc.run("traffic", "compile", "map.nav", "jam.csv", "-o", "x.traffic", "--unplaced", "jam.csv", status=73)
    expect(not (mapc.folder / "x.traffic").exists(), "traffic compile: a refused --unplaced leaves a file")
    mapc.run("traffic", "compile", "map.nav", "jam.csv", "-o", "x.traffic", "--horizon", "99999", status=64)
    mapc.run("build", ROOT / "Samples/saelmund.osm.bz2", "-o", "other.nav", "--quiet", "--node-ids")
    done = mapc.run(*TRIP[:1], "other.nav", *TRIP[2:], "--traffic", "jam.traffic", status=65)
    expect("another map" in done.stderr, f"traffic of another map: {done.stderr}")


def check_locations(mapc):
    """A reference of a route leads along that route again, in a feed too."""
    code = mapc.run("traffic", "encode", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR)).stdout.strip()
    route = json.loads(mapc.run(*TRIP, "--format", "json").stdout)["routes"][0]
    found = json.loads(mapc.run("traffic", "decode", "map.nav", code, "--json").stdout)
    ways = dict.fromkeys(edge["way_id"] for edge in route["sections"][0]["edges"])
    # The last edge of the route has no length.
    expect(list(dict.fromkeys(x["way"] for x in found["edges"])) == list(ways), f"traffic decode: {found}")
    expect(found["openlr"] == code and found["kind"] == "line" and found["confidence"] > 0.9, f"decode: {found}")
    # An offset is told in 256ths of the route.
    expect(abs(found["length_m"] - route["length_m"]) < 2 + route["length_m"] / 256, f"traffic decode: {found}")
    expect("confidence 0.9" in mapc.run("traffic", "decode", "map.nav", code).stdout, "traffic decode: text")
    mapc.write("code.csv", "openlr,speed_kmh", [(code, 3)])
    done = mapc.run("traffic", "compile", "map.nav", "code.csv", "-o", "code.traffic")
    expect("1 locations of OpenLR have a confidence" in done.stderr, f"traffic compile: {done.stderr}")
    slow = json.loads(mapc.run(*TRIP, "--traffic", "code.traffic", "--format", "json").stdout)["routes"][0]
    expect(slow["duration_s"] > route["duration_s"], "route: a jam by OpenLR costs nothing")
    done = mapc.run("traffic", "decode", "map.nav", "CwmShiVYczPJBgCs/y0zAQ==", status=1)
    expect("no road" in done.stderr, f"traffic decode: {done.stderr}")
    for wrong in ("?", "Cw==", "CgRbWyNG9RpsCQCb/jsbtAT/6/+jK1lE"):
        mapc.run("traffic", "decode", "map.nav", wrong, status=65)
    mapc.run("traffic", "decode", "map.nav", status=64)
    mapc.run("traffic", "encode", "map.nav", "--from", "north", "--to", "1,1", status=64)
    mapc.run("traffic", "encode", "map.nav", "--from", place(SQUARE), "--to", place(SQUARE), status=1)


def check_datex(mapc):
    """DATEX II with a location in base64; measured speeds need the table of their sites."""
    code = mapc.run("traffic", "encode", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR)).stdout.strip()
    publication = "<d2LogicalModel><payloadPublication>{}</payloadPublication></d2LogicalModel>"
    (mapc.folder / "closed.xml").write_text(publication.format(
        '<situation><situationRecord type="Accident"><impact><trafficConstrictionType>roadBlocked'
        f"</trafficConstrictionType></impact><groupOfLocations><openlrBinary>{code}</openlrBinary>"
        "</groupOfLocations></situationRecord></situation>"))
    mapc.run("traffic", "compile", "map.nav", "closed.xml", "-o", "closed.traffic")
    told = json.loads(mapc.run("traffic", "info", "closed.traffic", "--json").stdout)
    expect(told["closed"] == told["edges"] > 0 and told["incidents"] == 1, f"traffic info: {told}")
    (mapc.folder / "local.xml").write_text((mapc.folder / "closed.xml").read_text().replace(
        "<impact>", "<overallStartTime>2026-11-24T08:00:00</overallStartTime><impact>"))
    done = mapc.run("traffic", "compile", "map.nav", "local.xml", "-o", "local.traffic")
    expect("times without an offset from UTC: 1, taken as" in done.stderr, f"traffic compile: {done.stderr}")
    (mapc.folder / "speeds.xml").write_text(publication.format(
        '<siteMeasurements><measurementSiteReference id="S"/><averageVehicleSpeed><speed>7</speed>'
        "</averageVehicleSpeed></siteMeasurements>"))
    (mapc.folder / "sites.xml").write_text(publication.format(
        f'<measurementSiteRecord id="S"><measurementSiteLocation><openlrBinary>{code}</openlrBinary>'
        "</measurementSiteLocation></measurementSiteRecord>"))
    done = mapc.run("traffic", "compile", "map.nav", "speeds.xml", "-o", "speeds.traffic")
    expect("1 of 1 records have no place" in done.stderr, f"traffic compile: {done.stderr}")
    mapc.run("traffic", "compile", "map.nav", "speeds.xml", "-o", "speeds.traffic", "--sites", "sites.xml", "--force")
    told = json.loads(mapc.run("traffic", "info", "speeds.traffic", "--json").stdout)
    expect(told["speeds"] == told["pieces"] > 0, f"traffic info: {told}")
    mapc.run("traffic", "compile", "map.nav", "speeds.xml", "-o", "x.traffic", "--sites", "closed.xml", status=65)
    mapc.run("traffic", "compile", "map.nav", "speeds.xml", "-o", "x.traffic", "--sites", "nothing.xml", status=66)
    (mapc.folder / "wrong.xml").write_text("<gpx/>")
    done = mapc.run("traffic", "compile", "map.nav", "wrong.xml", "-o", "x.traffic", status=65)
    expect("not DATEX II" in done.stderr, f"traffic compile: {done.stderr}")
    (mapc.folder / "turns.csv").write_text("1001,1002,1003,7.5\n")
    done = mapc.run("traffic", "compile", "map.nav", "turns.csv", "-o", "turns.traffic")
    expect("only maps built with --node-ids have" in done.stderr, f"traffic compile: {done.stderr}")
    for address in ("5001", "localhost:", ":5001", "::1:5001", "a:65536", "a:b"):
        mapc.run("serve", "map.nav", "--traffic-listen", address, status=64)
