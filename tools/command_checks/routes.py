"""`mapc route`: its text and page, what is known of roads, and places far from them."""

import http.client
import json
import re
import subprocess

from command_checks import guidance
from command_checks.program import BRIDGE, HARBOUR, ISLAND, PLACES, SQUARE, expect, place


def route(mapc, *options):
    """The car's route over the bridge: its JSON and the ways that it takes."""
    found = json.loads(mapc.run(
        "route", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR), "--format", "json",
        *options).stdout)["routes"][0]
    edges = [edge for section in found["sections"] for edge in section["edges"]]
    return found, edges


def check_blockers(mapc):
    """What stands in the way is the same on the command line and in the service (Formats/route-json.md)."""
    refused = subprocess.run(
        [mapc.path, "route", "map.nav", "--from", place(SQUARE), "--to", place(ISLAND), "--truck-height", "4.5",
         "--format", "json"], cwd=mapc.folder, capture_output=True, text=True, timeout=120)
    expect(refused.returncode == 1, f"route to the island: status {refused.returncode}")
    told = json.loads(refused.stdout)["blockers"]
    ferry = [b for b in told if b["tag"] == "maxheight=4.2"]
    expect(len(ferry) == 1, f"route to the island: {told}")
    for blocker in ferry:
        expect(blocker["rule"] == {"limit": "height", "value": 4200, "directions": ["forward", "backward"],
                                   "condition": []}, f"blocker: {blocker}")
        expect(blocker["needed"] == 4500 and blocker["reason"] == "maxheight=4.2, needs 4.5 m", f"blocker: {blocker}")
        expect(blocker["wayID"] > 0 and len(blocker["position"]) == 2, f"blocker: {blocker}")
    service = subprocess.Popen([mapc.path, "serve", "map.nav", "--port", "0"], cwd=mapc.folder, stderr=subprocess.PIPE,
                               text=True)
    try:
        port = next(found.group(1) for found in (re.search(r"port=(\d+)", line) for line in service.stderr) if found)
        ends = ";".join(f"{lon},{lat}" for lat, lon in (SQUARE, ISLAND))
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
        connection.request("GET", f"/route/v1/truck/{ends}?height=4.5&explain=true")
        served = json.loads(connection.getresponse().read())
        expect(served["blockers"] == told, f"served: {served}, told: {told}")
    finally:
        service.terminate()
        service.communicate()


def check_roads(mapc):
    """Closures, slow roads, weights and speed caps do what they say."""
    usual, edges = route(mapc)
    expect(any(edge["way_id"] == BRIDGE for edge in edges), "the car does not take the bridge")
    closed, edges = route(mapc, "--close-way", BRIDGE)
    expect(all(edge["way_id"] != BRIDGE for edge in edges), "the route takes a closed way")
    expect(closed["duration_s"] > usual["duration_s"], "a detour is quicker")
    direction = "forward" if any(
        edge["forward"] for edge in route(mapc)[1] if edge["way_id"] == BRIDGE) else "backward"
    other = "backward" if direction == "forward" else "forward"
    expect(route(mapc, "--close-way", f"{BRIDGE}:{direction}")[0]["duration_s"]
           == closed["duration_s"], "closing a direction is not closing it")
    expect(route(mapc, "--close-way", f"{BRIDGE}:{other}")[0]["duration_s"]
           == usual["duration_s"], "closing the other direction does something")
    on_bridge = sum(e["duration_s"] for e in route(mapc)[1] if e["way_id"] == BRIDGE)
    slow, edges = route(mapc, "--slow-way", f"{BRIDGE}=3")
    expect(abs(slow["duration_s"] - usual["duration_s"] - 2 * on_bridge) < 0.05,
           f"three times {on_bridge} s make {slow['duration_s'] - usual['duration_s']} s more")
    weighed, edges = route(mapc, "--weigh-way", f"{BRIDGE}=2")
    expect(weighed["duration_s"] == usual["duration_s"], "a weight makes a road slower")
    weighed, edges = route(mapc, "--weigh-way", f"{BRIDGE}=1000")
    expect(weighed["duration_s"] == closed["duration_s"], "a heavy weight is no detour")
    traffic = mapc.folder / "traffic.csv"
    traffic.write_text(f"way_id,speed_kmh\n{BRIDGE},0\n1,30\n")
    done = mapc.run("route", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR), "--traffic", "traffic.csv",
                    "--format", "json")
    expect("1 of 2 records have no place on this map and are ignored: 1 on ways that are not roads of it (such as line 3)" in done.stderr, done.stderr)
    expect(json.loads(done.stdout)["routes"][0]["duration_s"] == closed["duration_s"], "no speed does not close a way")
    traffic.write_text(f"name;way_id;direction;speed_kmh\nbridge;{BRIDGE};{direction};10\n")
    jam, edges = route(mapc, "--traffic", "traffic.csv")
    crawling = sum(e["length_m"] for e in route(mapc)[1] if e["way_id"] == BRIDGE) * 3.6 / 10
    expect(jam["duration_s"] == closed["duration_s"] or
           abs(jam["duration_s"] - usual["duration_s"] - crawling + on_bridge) < 0.1, f"a jam makes {jam['duration_s']} s")
    traffic.write_text(f"way_id,direction,speed_kmh\n{BRIDGE},{other},10\n")
    expect(route(mapc, "--traffic", "traffic.csv")[0]["duration_s"] == usual["duration_s"], "a jam on the other side")
    for edge in route(mapc, "--max-speed", "20")[1]:
        # Times are whole hundredths.
        expect(edge["length_m"] / (edge["duration_s"] + 0.01) * 3.6 <= 20.0, f"too fast: {edge}")
    done = mapc.run("route", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR),
                    "--close-way", "1", "--stats")
    expect("way 1 is not a road of this map: ignored" in done.stderr, "an unknown way is not named")
    expect("edges settled" in done.stderr, "--stats says nothing")


def check_far_places(mapc):
    """Places far from the road are named in the text, and swapped coordinates are asked about."""
    def ask(start, *options, status=0):
        return mapc.run("route", "map.nav", "--from", place(start), "--to", place(HARBOUR), *options, status=status)

    expect("from the road" not in ask(SQUARE).stdout, "a place on the road is called far")
    # Off the island to the south there is the sea.
    for step in range(1, 6):
        start = (ISLAND[0] - 0.01 * step, ISLAND[1])
        metres = json.loads(ask(start, "--format", "json").stdout)["routes"][0]["sections"][0]["departure"]["distance_m"]
        lines = [line for line in ask(start).stdout.splitlines() if "from the road" in line]
        expect(len(lines) == (metres >= 100), f"{metres} m from the road: {lines}")
        for line in lines:
            expect(line.startswith(f"  note: waypoint 1 is {round(metres):,} m from the road at "), line)
            expect("swap" not in line, f"not swapped: {line}")
    expect(metres >= 100, "no place is far from the road")
    place_note = mapc.run("explain", "map.nav", "--at", place(start)).stderr
    expect(place_note.startswith("note: the place is ") and " m from the road at " in place_note, place_note)
    expect(mapc.run("explain", "map.nav", "--at", place(SQUARE)).stderr == "", "explain: a place on the road is called far")
    for command in (("explain", "map.nav", "--at", place(SQUARE)), ("explain", "map.nav", "--at", place(SQUARE), "--json"),
                    ("table", "map.nav", "--from", "places.csv", "--to", "places.csv"),
                    ("search", "map.nav", "--near", place(SQUARE), "--category", "fuel", "--by-time"),
                    ("drive", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR))):
        note = mapc.run(*command, "--depart", "2026-11-24T08:00").stderr
        expect("note: the map's time zone is unknown" in note, f"{command}: {note}")
    question = "did you swap latitude and longitude?"
    swapped = (SQUARE[1], SQUARE[0])
    expect(question in ask(swapped, status=1).stderr, "swapped places are not asked about")
    expect(question not in ask((10, 10), status=1).stderr, "places that were not swapped are asked about")
    for asked, is_swapped in ((swapped, True), ((10, 10), False)):
        done = mapc.run("explain", "map.nav", f"--at={place(asked)}", status=1)
        expect((question in done.stderr) == is_swapped, f"explain: {done.stderr}")
        done = mapc.run("match", "map.nav", "-", text=f"lat,lon\n{place(asked)}\n", status=1)
        expect((question in done.stderr) == is_swapped, f"match: {done.stderr}")


def check_excluded(mapc):
    """Kinds of roads add up, whether an option is given once or several times."""
    def answer(*options):
        done = mapc.run("bench", "map.nav", "--pairs", "pairs.csv", *options)
        return [(x["status"], x["duration_s"]) for x in map(json.loads, done.stdout.splitlines())]

    for option in ("--exclude", "--avoid"):
        both, one, other = answer(option, "toll,motorway"), answer(option, "toll"), answer(option, "motorway")
        expect(answer(option, "toll", option, "motorway") == both, f"{option} twice is not both")
        expect(answer(option, "motorway", option, "toll") == both, f"{option} twice depends on the order")
        if option == "--exclude":
            expect(both not in (one, other), "the sample can't tell both from the last of two")
    trip = ["--from", place(SQUARE), "--to", place(HARBOUR)]
    for command in (["route", "map.nav", *trip], ["bench", "map.nav", "--pairs", "pairs.csv"]):
        done = mapc.run(*command, "--avoid", "steep=8", status=64)
        expect("--elevation" in done.stderr, f"--avoid steep without elevation: {done.stderr}")


def check_route_text(mapc):
    """The text of a route fits a screen, joins stretches of one road, and tells the same way once; or all maneuvers."""
    trip = ["route", "map.nav"]
    plain = mapc.run(*trip).stdout.splitlines()
    expect(sum(line.endswith("  Ostruper Chaussee (B 1)") for line in plain) == 1, f"route: a road in pieces: {plain}")
    expect(not any("shorter stretches" in line for line in plain), f"route: a short one is cut: {plain}")
    expect(not any("potential" in line or ":conditional" in line for line in plain), f"route: codes in {plain}")
    twice = mapc.run(*trip, "--compare", "car").stdout.splitlines()
    expect("  both take the same roads:" in twice and len(twice) == len(plain) + 2, f"route: the same way twice: {twice}")
    tour = [x for n in range(14) for x in ("--via", place(PLACES[n % 2]))]
    tour = [*trip, "--from", place(SQUARE), *tour, "--to", place(SQUARE)]
    short = mapc.run(*tour).stdout.splitlines()
    whole = mapc.run(*tour, "--all-roads").stdout.splitlines()
    expect(len(short) <= 24 < len(whole), f"route: {len(short)} lines, with --all-roads {len(whole)}")
    expect(any("left out: --all-roads" in x for x in short) and any("more stops: --all-roads" in x for x in short),
           f"route: nothing said of what is left out: {short}")
    expect(not any("left out" in line for line in whole), f"route --all-roads leaves out: {whole}")
    expect(set(short[1:9]) <= set(whole), "route: a line that --all-roads does not have")
    guidance.check_steps(mapc)


def check_route_page(mapc):
    """The page of a route says as avoided what changed the route, and all in words."""
    page = mapc.run("route", "map.nav", "--truck-height", "4.0", "--format", "html").stdout
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    avoided = [limit for limit in data["limits"] if limit["avoided"]]
    expect([(x["wayID"], x["tag"]) for x in avoided] == [(BRIDGE, "maxheight=3.8")], f"route page: avoids {avoided}")
    binding = [limit for limit in data["limits"] if limit["binds"]]
    expect(len(binding) > len(avoided), "route page: no limit that binds the truck lies beside its way")
    expect(all("=" not in limit["reason"] for limit in data["limits"]), "route page: a limit as a tag")
    notices = [notice["text"] for notice in data["answer"]["routes"][0]["notices"]]
    expect(notices and not any("potential" in x or ":conditional" in x for x in notices), f"route page: {notices}")
