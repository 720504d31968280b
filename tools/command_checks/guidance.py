"""`mapc route --steps`: its maneuvers in text, JSON, GeoJSON, GPX and the page, in languages and units."""

import json
import re
import xml.etree.ElementTree

from command_checks.program import HARBOUR, ISLAND, SQUARE, expect, place

GPX = "{http://www.topografix.com/GPX/1/1}"
# The members of a maneuver, as Formats/cli-json.md names them.
MEMBERS = ["instruction", "action", "type", "modifier", "exit", "at", "bearings", "road", "ref", "pronunciation",
           "rotary", "sign", "driving_side", "ferry", "length_m", "duration_s", "points", "lanes", "intersections",
           "announcements"]
# The order of the elements of a point in GPX 1.1, those before `name` left out.
ORDER = ["name", "cmt", "desc", "src", "link", "sym", "type"]


def trip(mapc, *options):
    """The text that is printed for a trip with a stop."""
    return mapc.run("route", "map.nav", "--from", place(SQUARE), "--via", place(HARBOUR), "--to", place(ISLAND),
                    *options).stdout


def check_steps(mapc):
    """All formats tell the same maneuvers, in the same words; without --steps none does."""
    found = json.loads(trip(mapc, "--steps", "--format", "json"))
    expect(found["language"] == "en" and found["units"] == "metric", "route --steps: no language or units")
    sections = found["routes"][0]["sections"]
    told = [[maneuver["instruction"] for maneuver in section["maneuvers"]] for section in sections]
    for section in sections:
        check_section(section)
    usual = json.loads(trip(mapc, "--format", "json"))
    expect("language" not in usual and not any("maneuvers" in x for x in usual["routes"][0]["sections"]),
           "route: maneuvers without --steps")
    for section in sections:
        del section["maneuvers"]
    expect(usual["routes"][0]["sections"] == sections, "route --steps: another route")
    check_text(mapc, told)
    check_cues(mapc, told)
    check_gpx(mapc, told)
    page = trip(mapc, "--format", "html")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    shown = [[step["maneuver"]["instruction"] for step in leg["steps"]] for leg in data["answer"]["routes"][0]["legs"]]
    expect(shown == told, f"route page: other instructions: {shown}")
    check_language(mapc, told)


def check_section(section):
    """The maneuvers of a section lead from its departure to its arrival, and fit its line."""
    maneuvers = section["maneuvers"]
    for maneuver in maneuvers:
        expect(list(maneuver) == MEMBERS, f"maneuver: members {list(maneuver)}")
        expect(maneuver["action"]["number"] > 0 and maneuver["instruction"], f"maneuver: {maneuver}")
        text = maneuver["instruction"]
        expect("  " not in text and text == text.strip() and text[0].isupper(), f"instruction: {text!r}")
        at = [x["distance_m"] for x in maneuver["announcements"]]
        expect(at == sorted(at, reverse=True) and all(0 <= x <= maneuver["length_m"] + 0.1 for x in at),
               f"announcements at {at} of {maneuver['length_m']} m")
        for intersection in maneuver["intersections"]:
            expect(len(intersection["bearings"]) == len(intersection["open"]), f"intersection: {intersection}")
    expect([maneuvers[0]["type"], maneuvers[-1]["type"]] == ["depart", "arrive"], "a section without its ends")
    expect(maneuvers[0]["at"] == section["departure"]["at"], "a departure elsewhere")
    for name in ("length_m", "duration_s"):
        total = sum(maneuver[name] for maneuver in maneuvers)
        expect(abs(total - section[name]) < 0.02 * len(maneuvers), f"maneuvers: {name} {total}, not {section[name]}")
    points = [maneuver["points"] for maneuver in maneuvers]
    expect(points[0][0] == 0 and all(a[1] == b[0] for a, b in zip(points, points[1:])), f"maneuvers: points {points}")


def check_text(mapc, told):
    """The text numbers the maneuvers through all sections."""
    lines = trip(mapc, "--steps").splitlines()
    numbered = [re.match(r" +(\d+)  ", line) for line in lines]
    numbers = [int(match.group(1)) for match in numbered if match]
    instructions = [text for section in told for text in section]
    expect(numbers == list(range(1, len(instructions) + 1)), f"route --steps: numbers {numbers}")
    shown = [line for line, match in zip(lines, numbered) if match]
    expect(all(line.endswith("  " + text) for line, text in zip(shown, instructions)), f"route --steps: {shown}")
    goals = sum(line.startswith(("  to stop ", "  to the destination")) for line in lines)
    expect(goals == len(told), f"route --steps: stops in {lines}")
    expect(not any("left out" in line for line in lines), f"route --steps leaves out: {lines}")


def check_cues(mapc, told):
    """GeoJSON has a point for each maneuver behind the line of its section."""
    features = json.loads(trip(mapc, "--steps", "--format", "geojson"))["features"]
    cues = [x["properties"] for x in features if "maneuver" in x["properties"]]
    wanted = [(s, m, text) for s, section in enumerate(told) for m, text in enumerate(section)]
    expect([(x["section"], x["maneuver"], x["instruction"]) for x in cues] == wanted, f"geojson: cues {cues}")
    plain = json.loads(trip(mapc, "--format", "geojson"))["features"]
    expect(plain == [x for x in features if "maneuver" not in x["properties"]], "geojson --steps: other features")


def check_gpx(mapc, told):
    """GPX has its elements in the order of the schema, and a route of cues with --steps alone."""
    root = xml.etree.ElementTree.fromstring(trip(mapc, "--steps", "--format", "gpx"))
    kinds = [child.tag.removeprefix(GPX) for child in root]
    expect(kinds == ["metadata", "wpt", "wpt", "wpt", "rte", "trk"], f"gpx: elements {kinds}")
    route = root.find(GPX + "rte")
    expect([child.tag.removeprefix(GPX) for child in route] == ["name"] + ["rtept"] * sum(map(len, told)), "gpx: rte")
    cues = route.findall(GPX + "rtept")
    for cue in cues:
        names = [child.tag.removeprefix(GPX) for child in cue]
        expect(names == sorted(names, key=ORDER.index) and set(names) == {"name", "desc", "type"}, f"gpx: cue {names}")
        expect(cue.findtext(GPX + "desc").startswith(cue.findtext(GPX + "name")), "gpx: a cue's desc")
    expect([cue.findtext(GPX + "name") for cue in cues] == [text for section in told for text in section], "gpx: cues")
    expect("<rte" not in trip(mapc, "--format", "gpx"), "gpx: cues without --steps")


def check_language(mapc, told):
    """Each language has other words, a file has its own, and units are as asked for."""
    for tag in ("de", "fr", "es", "it", "pt-BR"):
        found = json.loads(trip(mapc, "--steps", "--format", "json", "--language", tag))
        texts = [[x["instruction"] for x in section["maneuvers"]] for section in found["routes"][0]["sections"]]
        expect(found["language"] == tag, f"--language {tag}: {found['language']}")
        expect([len(x) for x in texts] == [len(x) for x in told] and texts[0][0] != told[0][0],
               f"--language {tag}: {texts}")
    (mapc.folder / "words.txt").write_text("language: en-XX\nname: Test\ninherit: en\narrive: here it is\n")
    for path in ("words.txt", "./words.txt", str(mapc.folder / "words.txt")):
        found = json.loads(trip(mapc, "--steps", "--format", "json", "--language", path))
        expect(found["language"] == "en-XX", f"--language {path}: {found['language']}")
    imperial = trip(mapc, "--steps", "--units", "imperial")
    expect(" mi, " in imperial.splitlines()[0] and " ft " in imperial and " km" not in imperial,
           f"imperial: {imperial}")
    expect(" yd " in trip(mapc, "--steps", "--units", "british_imperial"), "british_imperial: no yards")
    page = trip(mapc, "--format", "html", "--language", "de", "--units", "imperial")
    about = json.loads(page.split('id="data">')[1].split("</script>")[0])["about"]
    expect((about["language"], about["units"]) == ("de", "imperial"), f"route page: {about}")
