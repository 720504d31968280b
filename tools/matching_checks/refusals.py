"""Wrong and odd input of `mapc match`."""

import json

from .program import START, expect, gpx, iso, ways


def check_wrong(m):
    """What can't be read is told in one line with the file, the line and what it is."""
    cases = [
        ("", "is empty"), ("  \n\n", "is empty"),
        ("no,such,columns\n1,2,3\n", "line 1: "), ("lat,lon\n", "has no fix below its header"),
        ("lat,lon\n46,-20\n46,abc\n", "line 3: 'abc' is not a longitude"),
        ("<html><body/></html>", "line 1: begins with 'html', not with 'gpx'"),
        ("<gpx>\n<trk>\n<trkseg>", "line 3: the document ends inside 'trkseg'"),
        ("<gpx>\n<trk>\n</gpx>", "line 3: 'gpx' is closed inside 'trk'"),
        ("<gpx>\n<trk><trkseg>\n<trkpt lat='46'/>", "line 3: 'trkpt' without 'lon'"),
        ("<gpx>\n<trk><trkseg>\n<trkpt lat='46' lon='east'/>", "line 3: 'east' is not a longitude"),
        ("<gpx></gpx>", "has no track or route with points"), ("<gpx", "line 1: the document ends inside a tag"),
        ("<gpx/><gpx/>", "line 1: something follows the document"),
        ("{", "line 1, byte 2: the text ends"), ('{"type":"Point","coordinates":[1,2]}', "has no line"),
        ('{\n"locations":[[46,-20],\n[46]]}', "line 3, byte 5: a location without longitude"),
        ('{"locations":3}', "'locations' is not an array"), ('{"locations":[[46,-20,]]}', "byte 23: a comma"),
        ('{"type":"LineString"}', "neither 'locations' nor"), ('{"a":1}', "neither 'locations' nor"),
        ('{"a":' + "[" * 100, "nested deeper than 64"), ('{"a":"\\q"}', "an unknown escape"),
        ('{"a":tru}', "not a value"), ('{"a":1e}', "not a value"), ('{"a":"', "a string is not closed"),
        (b"\x00\xff\x00\xff", "line 1: "), (b"\x1f\x8b\x08\x00", "line 1: "),
    ]
    for text, reason in cases:
        path = m.file("wrong.any", text)
        done = m.run(path)
        error = done.stderr.decode()
        expect(done.returncode == 65, f"{text[:40]!r}: status {done.returncode}")
        expect(error.count("\n") == 1 and error.startswith(f"mapc: {path}: ") and reason in error,
               f"{text[:40]!r}: {error!r}, not {reason!r}")
        expect(done.stdout == b"", f"{text[:40]!r}: something on standard output")
        done = m.run("-", data=text if isinstance(text, bytes) else text.encode())
        expect(done.stderr.startswith(b"mapc: standard input: "), f"{text[:40]!r} from standard input: {done.stderr!r}")
    done = m.run(str(m.folder / "absent"))
    expect(done.returncode == 66, f"an absent file: {done.returncode}")
    done = m.run(m.file("far.csv", "lat,lon\n1,1\n1,2\n"))
    expect(done.returncode == 1 and b"no fix is near a road" in done.stderr, f"a trace far away: {done.stderr!r}")


def check_odd(m, fixes):
    """Fixes that can't be used are told by their numbers, and the others are used."""
    rows = [[START + n, a, b] for n, (a, b) in enumerate(fixes)]
    rows[5][1] = "nan"
    rows[9][1] = 91
    rows[14] = rows[13]
    rows[20][0] -= 100
    rows[25][0] += 10_000_000
    rows[40][1] = ""
    rows[50][1:] = [47.9, -20.5]
    text = "time,lat,lon\n" + "".join(f"{t},{a},{b}\n" for t, a, b in rows)
    points = m.json("-", text=text)["traces"][0]["points"]
    got = {n: p["reason"] for n, p in enumerate(points) if p["status"] == "dropped"}
    expect(got == {5: "not on earth", 9: "not on earth", 14: "repeated", 20: "out of order", 25: "out of order",
                   40: "not on earth", 50: "no road near"}, f"odd fixes: {got}")


def check_odd_times(m, fixes):
    """A time that can't be read costs its fix the time, in every form, and is counted."""
    odd = {3: "noon", 20: "2020-02-30T12:00:00Z", 21: "2020-09-13T25:00:00Z", 33: "1e99",
           34: "2020-09-13T12:26:40+99:99", 35: "2020-09-13T12:26:40-24:00"}
    times = [odd.get(n, iso(n)) for n in range(len(fixes))]
    document = gpx(fixes)
    for n, text in odd.items():
        document = document.replace(f"<time>{iso(n)}<", f"<time>{text}<")
    line = {"type": "LineString", "coordinates": [[b, a] for a, b in fixes]}
    forms = {
        "gpx": document,
        "csv": "time,lat,lon\n" + "".join(f"{t},{a},{b}\n" for t, (a, b) in zip(times, fixes)),
        "json": json.dumps({"locations": [[a, b, t] for t, (a, b) in zip(times, fixes)]}),
        "objects": json.dumps({"locations": [{"lat": a, "lon": b, "time": t} for t, (a, b) in zip(times, fixes)]}),
        "geojson": json.dumps({"type": "Feature", "properties": {"times": times}, "geometry": line}),
    }
    plain = m.json("-", text=gpx(fixes))["traces"][0]
    expect(plain["odd_times"] == 0, f"odd times of a good trace: {plain['odd_times']}")
    for form, text in forms.items():
        trace = m.json("-", text=text)["traces"][0]
        expect(ways(trace) == ways(plain), f"odd times in {form}: other roads")
        expect(trace["odd_times"] == len(odd), f"odd times in {form}: {trace['odd_times']}")
        expect([p["status"] for p in trace["points"]] == [p["status"] for p in plain["points"]],
               f"odd times in {form}: other fixes are used")
        left = [t["matchings"][0]["edges"][-1]["left"] for t in (trace, plain)]
        expect(abs(left[0] - left[1]) < 0.5, f"odd times in {form}: ends at {left}")
        error = m.run("-", text=text).stderr.decode()
        expect(error.count("\n") == 1 and "note: standard input: 6 times can't be read" in error
               and "'noon' is not a time" in error, f"odd times in {form}: {error!r}")


def check_order(m, fixes):
    """A trace with the newest fix first has a note, and one in order has none."""
    rows = [f"{START + n},{a},{b}\n" for n, (a, b) in enumerate(fixes)]
    for text, is_told in (("".join(rows), False), ("".join(rows[::-1]), True)):
        error = m.run("-", text="time,lat,lon\n" + text).stderr.decode()
        expect((error.count("\n") == 1 and "sort them by time" in error) == is_told, f"order of times: {error!r}")
