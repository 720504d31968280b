"""A map with a hierarchy answers as one without, and tables as routes."""

import json

from command_checks.program import BRIDGE, PLACES, expect


def bench(mapc, file, options):
    """Status, duration and length of all pairs, and the rungs that answered."""
    lines = mapc.lines("bench", file, "--pairs", "pairs.csv", "--json", *options)
    expect(len(lines) == len(PLACES) ** 2, f"bench {file} {options}: {len(lines)} lines")
    for line in lines:
        for key in ("ms", "cpu_ms", "duration_s", "distance_m", "status"):
            expect(key in line, f"bench {file} {options}: no '{key}' in {line}")
    found = [(line["status"], line["duration_s"], line["distance_m"]) for line in lines]
    return found, {line.get("rung") for line in lines if line["status"] == "ok"}


# Options, and whether a place may have no way to another.
OPTIONS = [
    [],
    ["--truck-height", "4.0"],
    ["--truck-height", "4.5"],
    ["--truck-weight", "18", "--hazmat", "any"],
    ["--avoid", "ferry,unpaved"],
    ["--avoid", "unpaved"],
    ["--avoid", "unpaved,tunnel", "--truck-height", "4.0"],
    ["--shortest"],
    ["--profile", "bicycle"],
    ["--depart", "2026-11-23T08:00+01:00"],
    ["--max-speed", "40"],
    ["--prefer", "unpaved=0.1,u_turn=0", "--prefer", "motorway=0.9"],
    ["--turn-cost", "signals=30,across_traffic=20", "--speed-factor", "primary=0.6,residential=1.2"],
    ["--close-way", BRIDGE, "--slow-way", "100015=3", "--weigh-way", "100040=0.5"],
]


def check_agreement(mapc):
    """A map with a hierarchy answers as one without; tables say what routes do."""
    rungs = set()
    for options in OPTIONS:
        plain, plain_rungs = bench(mapc, "plain.nav", options)
        found, found_rungs = bench(mapc, "map.nav", options)
        rungs |= found_rungs
        expect(plain_rungs == {"plain"}, f"{options}: without hierarchy by {plain_rungs}")
        # Two routes may cost the same: of the shortest ones the length is sure, of the others the time.
        key, column = ("distances_m", 2) if "--shortest" in options else ("durations_s", 1)
        costs = [[(x[0], x[column]) for x in answers] for answers in (plain, found)]
        expect(costs[0] == costs[1], f"{options}: hierarchy differs")
        table = json.loads(mapc.run(
            "table", "map.nav", "--from", "places.csv", "--to", "places.csv", "--distances", *options).stdout)
        cells = [cell for row in table[key] for cell in row]
        expect(cells == [x[column] for x in plain], f"{options}: the table differs from the routes")
        # The same where costs of those who keep away from something are stored, which then answer at once.
        found, found_rungs = bench(mapc, "avoiding.nav", options)
        expect([(x[0], x[column]) for x in found] == costs[0], f"{options}: stored avoidances differ")
        if options[0:2] == ["--avoid", "unpaved"]:
            expect(found_rungs == {"metric"}, f"avoiding by {found_rungs}")
    expect({"metric", "overlay", "guided"} <= rungs, f"only {rungs} answered")
    expect(any(x[0] == "no-route" for x in bench(mapc, "map.nav", OPTIONS[2])[0]), "nothing unreachable")
    fresh, _ = bench(mapc, "map.nav", ["--profile", "truck", "--fresh-vehicles"])
    expect(any(x[0] == "ok" for x in fresh), "fresh vehicles get nowhere")
