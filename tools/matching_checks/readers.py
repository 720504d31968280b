"""The readers of traces: the same trace in every form, in parts, with odd lines."""

import json
import pathlib
import subprocess
import threading

from .program import START, expect, gpx, iso, ways


def check_readers(m, fixes):
    """The same trace in every form gives the same roads and times."""
    times = [START + n for n in range(len(fixes))]
    rows = [(a, b, t) for (a, b), t in zip(fixes, times)]
    expected = None
    csv = "time,lat,lon\n" + "".join(f"{t},{a:.7f},{b:.7f}\n" for a, b, t in rows)
    line = {"type": "LineString", "coordinates": [[round(b, 7), round(a, 7)] for a, b in fixes]}
    isos = [iso(n) for n in range(len(fixes))]
    feature = {"type": "Feature", "geometry": line, "properties": {"name": "x", "coordinateProperties": {"times": isos}}}
    turned = {"properties": {"times": times}, "geometry": dict(reversed(list(line.items()))), "type": "Feature"}
    short = {"id": "x", "locations": [[round(a, 7), round(b, 7), t] for a, b, t in rows]}
    objects = {"locations": [{"lat": round(a, 7), "lon": round(b, 7), "time": t * 1000} for a, b, t in rows]}
    forms = {
        "csv": csv,
        "csv with CR LF": csv.replace("\n", "\r\n"),
        "csv with CR": csv.replace("\n", "\r"),
        "csv with semicolons": csv.replace(",", ";"),
        "csv with tabs and a mark": "\ufeff" + csv.replace(",", "\t"),
        "csv with quotes, dates and other names": "\"Longitude\", \"note, or none\" ,\"LATITUDE\",\"timestamp\"\n" + "".join(
            f'"{b:.7f}","a ""b"", c", {a:.7f} ,"{iso(n)}"\n' for n, (a, b) in enumerate(fixes)),
        "gpx": gpx(fixes),
        "gpx 1.0": gpx(fixes, "1.0"),
        "gpx on one line, with comments and text that is not XML": gpx(fixes).replace("\n", "").replace(
            "<trkseg>", "<!-- <trkpt> > --><desc><![CDATA[<trkpt lat='1' lon='1'>]]></desc><trkseg>"),
        "geojson": json.dumps(line),
        "geojson with times": json.dumps(feature),
        "geojson, times first": json.dumps(turned, indent=1),
        "geojson collection": json.dumps({"features": [feature], "type": "FeatureCollection"}),
        "json": json.dumps(short),
        "json with objects and milliseconds": json.dumps(objects),
    }
    for name, text in forms.items():
        path = m.file("trace.any", text)
        answer = m.json(path)
        expect(len(answer["traces"]) == 1, f"{name}: {answer.get('error', 'not one trace')}")
        if len(answer["traces"]) != 1:
            continue
        trace = answer["traces"][0]
        expected = expected or ways(trace)
        expect(ways(trace) == expected, f"{name}: other roads")
        expect(len(trace["points"]) == len(fixes), f"{name}: {len(trace['points'])} points")
        edge = trace["matchings"][0]["edges"][-1]
        has_times = name != "geojson"
        expect((edge["left"] is not None) == has_times, f"{name}: times")
        if has_times:
            expect(abs(edge["left"] - times[-1]) < 0.5, f"{name}: ends at {edge['left']}")
        expect(m.json("-", text=text)["traces"] == answer["traces"], f"{name}: another answer from standard input")
    return expected


def check_parts(m, fixes):
    """Several tracks, segments, lines and trips in one file."""
    n = len(fixes) // 3
    parts = [fixes[:n], fixes[n:2 * n], fixes[2 * n:]]
    points = ["".join(f'<trkpt lat="{a:.7f}" lon="{b:.7f}"/>' for a, b in part) for part in parts]
    text = (f'<gpx version="1.1"><wpt lat="1" lon="2"><name>no</name></wpt><trk><name>One</name><trkseg>{points[0]}</trkseg>'
            f'<trkseg/><trkseg>{points[1]}</trkseg></trk><rte><name>Two</name>{points[2].replace("trkpt", "rtept")}</rte></gpx>')
    answer = m.json(m.file("parts.gpx", text))["traces"]
    expect([t["name"] for t in answer] == ["One", "One", "Two"], "the names of tracks, segments and routes")
    expect([len(t["points"]) for t in answer] == [len(p) for p in parts], "the points of tracks, segments and routes")
    lines = [[[b, a] for a, b in part] for part in parts]
    times = [[1000 * k + i for i in range(len(part))] for k, part in enumerate(parts)]
    times[1] = times[1][:5]
    text = json.dumps({"type": "Feature", "properties": {"name": "M", "coordTimes": times},
                       "geometry": {"type": "MultiLineString", "coordinates": lines}})
    answer = m.json(m.file("parts.geojson", text))["traces"]
    expect([len(t["points"]) for t in answer] == [len(p) for p in parts], "the lines of a MultiLineString")
    expect(int(answer[2]["matchings"][0]["edges"][0]["entered"]) == 2000, "the times of a MultiLineString's last line")
    rows = "".join(f"{k},{a},{b}\n" for k, part in enumerate(parts) for a, b in part)
    answer = m.json(m.file("parts.csv", "trip,lat,lon\n" + rows))["traces"]
    expect([(t["name"], len(t["points"])) for t in answer] == [(str(k), len(p)) for k, p in enumerate(parts)], "trips of CSV")
    text = "\n".join(json.dumps({"id": k, "locations": part}) for k, part in enumerate(parts))
    answer = m.json(m.file("parts.jsonl", text))["traces"]
    expect([t["name"] for t in answer] == ["0", "1", "2"], "JSON values one after the other")


def check_references(m, fixes):
    """Characters of GPX that are written as references mean the same, in times, names, places and extensions."""
    def references(text, form):
        return "".join(form % ord(letter) for letter in text)

    document = gpx(fixes)
    plain = m.json("-", text=document)["traces"][0]
    expect(plain["name"] == "A & B", f"references: a name {plain['name']!r}")
    changes = {
        "a digit": lambda n: f"<time>{iso(n).replace('2', '&#50;')}<",
        "all": lambda n: f"<time>{references(iso(n), '&#%d;')}<",
        "hexadecimal": lambda n: f"<time>{references(iso(n), '&#x%x;')}<",
        "space around": lambda n: f"<time>&#10; {iso(n)}&#32;<",
        "a comment between": lambda n: f"<time>{iso(n)[:7]}<!-- &#50; -->{iso(n)[7:]}<",
        "CDATA and references": lambda n: f"<time><![CDATA[{iso(n)[:7]}]]>{references(iso(n)[7:], '&#%d;')}<",
    }
    for what, change in changes.items():
        text = document
        for n in range(len(fixes)):
            text = text.replace(f"<time>{iso(n)}<", change(n))
        expect(text != document, f"references: {what} changes nothing")
        expect(m.json("-", text=text)["traces"][0] == plain, f"references: {what}: another answer")
    text = document.replace('lat="4', 'lat="&#52;').replace("A &amp; B", "&#x41; <![CDATA[&]]> &#66;")
    expect(m.json("-", text=text)["traces"][0] == plain, "references: places and a name: another answer")
    # What is text in spite of its looks makes a time odd.
    text = document.replace(f"<time>{iso(3)}<", f"<time>{iso(3)}<![CDATA[&#50;]]><", 1)
    expect(m.json("-", text=text)["traces"][0]["odd_times"] == 1, "references: CDATA is read as one")
    # With what is no reference a document is no XML.
    for wrong in ("&#;", "&#x;", "&#+50;", "&#0;", "&two;", "&#50", "&", "&#1114112;"):
        text = document.replace(f"<time>{iso(3)}<", f"<time>{iso(3)}{wrong}<", 1)
        done = m.run("-", "--format", "json", text=text)
        expect(done.returncode == 65 and b"line " in done.stderr, f"references: {wrong}: {done.returncode} {done.stderr!r}")


def check_lines(m, fixes):
    """--jsonl: a result a line in order, an error object for a bad line, and on."""
    good = json.dumps({"id": "g", "locations": fixes})
    collection = json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[b, a] for a, b in part]}}
        for part in (fixes[:30], fixes[30:])]})
    lines = [good, "nonsense", "", '{"locations":[[1,2],', collection, '{"locations":[]}', '{"locations":[[1,1],[1,2]]}',
             good[:-1] + ',"more":', good + " x", good]
    for text in ("\n".join(lines), "\r\n".join(lines) + "\r\n"):
        done = m.run("-", "--jsonl", text=text)
        expect(done.returncode == 0, f"--jsonl: status {done.returncode}: {done.stderr!r}")
        got = [json.loads(line) for line in done.stdout.decode().splitlines()]
        expect([g.get("line") for g in got] == [None, 2, 4, None, None, None, 8, 9, None], "--jsonl: which lines are bad")
        expect(all(g["error"].startswith(f"line {g['line']}, byte ") for g in got if "error" in g), "--jsonl: errors")
        if len(got) == 9:
            expect(got[0] == got[8] and got[0]["name"] == "g", "--jsonl: the same line, the same answer")
            expect(len(got[3]["points"]) == len(fixes), "--jsonl: the lines of a collection are one trace")
            expect(got[4]["points"] == [] and got[5]["matchings"] == [], "--jsonl: traces without fixes or roads")
    process = subprocess.Popen([m.program, "match", m.map, "-", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(3):
        process.stdin.write((good + "\n").encode())
        process.stdin.flush()
        reader = threading.Thread(target=lambda: answers.append(process.stdout.readline()))
        answers = []
        reader.start()
        reader.join(20)
        expect(answers and json.loads(answers[0])["name"] == "g", "--jsonl: an answer before the next line is written")
    process.stdin.close()
    expect(process.wait() == 0, "--jsonl: the end of the input")
    expect(m.run("-", "--jsonl", "--format", "gpx", text="").returncode == 64, "--jsonl with --format gpx")
    path = str(m.folder / "lines.out")
    done = m.run(m.file("lines.in", good), "--jsonl", "-o", path)
    expect(json.loads(pathlib.Path(path).read_text())["name"] == "g" and b"wrote" in done.stderr, "--jsonl -o")
