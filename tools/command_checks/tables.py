"""`mapc table`: its formats, and the files of places."""

import csv
import json
import subprocess

from command_checks.program import HARBOUR, ISLAND, PLACES, SQUARE, expect, place


def check_table_formats(mapc):
    """JSON and CSV of a table agree, and have the members that Formats/cli-json.md names."""
    arguments = ["table", "map.nav", "--from", "places.csv", "--to", "-", "--distances",
                 "--truck-height", "4.5"]
    text = "lat,lon\n" + "".join(f"{place(p)}\n" for p in (HARBOUR, ISLAND))
    table = json.loads(mapc.run(*arguments, text=text).stdout)
    expect(list(table) == ["map", "attribution", "durations_s", "distances_m", "origins",
                           "destinations"], f"table: members {list(table)}")
    expect(table["map"] == "map.nav" and "OpenStreetMap" in table["attribution"], "table: map")
    expect(len(table["origins"]) == len(PLACES) and len(table["destinations"]) == 2, "table: ends")
    expect(list(table["origins"][0]) == ["at", "distance_m"], "table: an origin's members")
    expect(table["durations_s"][0][1] is None and table["distances_m"][0][1] is None,
           "table: a truck of 4.5 m gets to the island")
    done = mapc.run(*arguments, "--format", "csv", "-o", "table.csv", text=text)
    # A line for each place far from the road, or off a road that the truck may not use, and nothing else.
    notes, last = done.stderr.splitlines()[:-1], done.stderr.splitlines()[-1]
    far = [f"places.csv: line {n + 2}" for n, x in enumerate(table["origins"]) if x["distance_m"] >= 100]
    expect(done.stdout == "" and last == "wrote table.csv", f"table -o prints more: {done}")
    expect([x[len("note: "):].split(" is ")[0] for x in notes if "from the road" in x] == far, f"table: notes {notes}")
    expect(all("took one" in x or "from the road" in x for x in notes), f"table: notes {notes}")
    rows = list(csv.DictReader(open(mapc.folder / "table.csv", newline="")))
    expect(len(rows) == 2 * len(PLACES), f"table: {len(rows)} lines of CSV")
    for row in rows:
        for key, members in (("duration_s", "durations_s"), ("distance_m", "distances_m")):
            cell = table[members][int(row["from"])][int(row["to"])]
            expect((float(row[key]) if row[key] else None) == cell, f"table: CSV has {row}")


def check_places(mapc):
    """Files of places in the forms in which others write them mean the same."""
    points = [SQUARE, HARBOUR]
    ids = ['the "square", old', "7"]
    ask = ["table", "map.nav", "--from", "odd.csv", "--to", "places.csv", "--distances"]
    mapc.write("two.csv", "lat,lon", points)
    plain = json.loads(mapc.run(*ask[:3], "two.csv", *ask[4:]).stdout)
    quoted = ['"' + i.replace('"', '""') + '"' for i in ids]
    forms = {
        "id and name": "id,lat,lon,name\n" + "".join(
            f"{i},{a},{b},stop\n" for i, (a, b) in zip(quoted, points)),
        "longitude first": "LON,Lat\n" + "".join(f"{b},{a}\n" for a, b in points),
        "long names": "note,longitude,latitude\n" + "".join(f"x,{b}, {a} \n" for a, b in points),
        "x and y": "x\ty\n" + "".join(f"{b}\t{a}\n" for a, b in points),
        "quotes, mark and CR LF": "\ufeff\"lat\",\"lon\"\r\n" + "".join(
            f'"{a}","{b}"\r\n\r\n' for a, b in points),
        "semicolons": "id;lat;lon\n" + "".join(
            f"{i};{str(a).replace('.', ',')};{str(b).replace('.', ',')}\n" for i, (a, b) in zip(quoted, points)),
    }
    for form, text in forms.items():
        (mapc.folder / "odd.csv").write_bytes(text.encode())
        found = json.loads(mapc.run(*ask).stdout)
        origins = found["origins"]
        expect(found["durations_s"] == plain["durations_s"] and found["distances_m"] == plain["distances_m"],
               f"table from {form}: other numbers")
        has_ids = text.startswith("id")
        expect([o.get("id") for o in origins] == (ids if has_ids else [None, None]), f"table from {form}: ids")
        expect([o.get("name") for o in origins] == (["stop"] * 2 if "name" in form and has_ids else [None] * 2),
               f"table from {form}: names")
        rows = list(csv.DictReader(mapc.run(*ask, "--format", "csv").stdout.splitlines()))
        expect([r.get("from_id") for r in rows] == [
            i for i in (ids if has_ids else [None] * 2) for _ in PLACES], f"table from {form}: from_id")
        expect("to_id" not in rows[0], f"table from {form}: to_id without ids")
    swapped = "to_lon,to_lat,id,from_lon,from_lat\n" + "".join(
        f"{b[1]},{b[0]},x,{a[1]},{a[0]}\n" for a in points for b in PLACES)
    lines = [json.loads(x) for x in mapc.run("bench", "map.nav", "--pairs", "-", text=swapped).stdout.splitlines()]
    expect([x["duration_s"] for x in lines] == [d for row in plain["durations_s"] for d in row],
           "bench: pairs in another order have other durations")


def check_table_notes(mapc):
    """Places far from the road and those that were moved are named by file and line, the first of many."""
    far, swapped = (ISLAND[0] - 0.01, ISLAND[1]), (SQUARE[1], SQUARE[0])
    mapc.write("start.csv", "lat,lon", [SQUARE])

    def notes(start, end, *options):
        done = mapc.run("table", "map.nav", "--from", start, "--to", end, *options)
        return done.stdout, done.stderr.splitlines()

    expect(notes("start.csv", "start.csv")[1] == [], "table: notes on a place on the road")
    (mapc.folder / "off.csv").write_text(f"lat,lon\n{place(SQUARE)}\n\n{place(far)}\n")
    for form in ("json", "csv"):
        text, lines = notes("start.csv", "off.csv", "--format", form)
        expect(len(lines) == 1 and lines[0].startswith("note: off.csv: line 4 is ") and "m from the road at" in lines[0],
               f"table: a far place in {form}: {lines}")
        expect("off.csv" not in text, "table: a note among the results")
    metres = json.loads(notes("start.csv", "off.csv")[0])["destinations"][1]["distance_m"]
    expect(metres >= 100 and f"is {round(metres):,} m from" in lines[0], f"table: {metres} m: {lines}")
    expect(len(notes("off.csv", "off.csv")[1]) == 1, "table: a place that is origin and destination is told of twice")
    mapc.write("many.csv", "lat,lon", [far] * 25)
    lines = notes("start.csv", "many.csv")[1]
    expect(len(lines) == 11 and lines[-1] == "note: 15 more places are far from the road or were moved",
           f"table: 25 far places: {lines}")
    mapc.write("swapped.csv", "lat,lon", [SQUARE, swapped])
    for start, end in (("swapped.csv", "start.csv"), ("start.csv", "swapped.csv"), ("start.csv", "-")):
        done = mapc.run("table", "map.nav", "--from", start, "--to", end, status=1,
                        text=(mapc.folder / "swapped.csv").read_text() if end == "-" else None)
        name = "standard input" if end == "-" else "swapped.csv"
        expect(f"{name}: line 3: no road for a car within 10 km of this place" in done.stderr, done.stderr)
        expect(done.stderr.endswith("; did you swap latitude and longitude?\n"), done.stderr)
        expect("waypoint" not in done.stderr, f"table: a place is called a waypoint: {done.stderr}")


def check_table_size(mapc):
    """A table too large is refused before it is made, with the numbers; the largest are not."""
    mapc.write("start.csv", "lat,lon", [SQUARE])
    for count in (100_001, 200_000):
        mapc.write("many.csv", "lat,lon", [SQUARE] * count)
        done = mapc.run("table", "map.nav", "--from", "start.csv", "--to", "many.csv", status=65)
        expect("many.csv: line 100002: more places than the maximum of 100,000" in done.stderr, done.stderr)
    mapc.write("many.csv", "lat,lon", [SQUARE] * 3_163)
    done = mapc.run("table", "map.nav", "--from", "many.csv", "--to", "many.csv", status=65)
    expect("from 3,163 to 3,163 places has 10,004,569 pairs, more than the maximum of 10,000,000" in done.stderr,
           done.stderr)


def check_endless_places(mapc):
    """A file of places without an end, or a line without one, is refused at a bound."""
    mapc.write("start.csv", "lat,lon", [SQUARE])
    with open(mapc.folder / "zeros.csv", "wb") as file:
        file.truncate(3 << 30)
    (mapc.folder / "tail.csv").write_bytes(f"lat,lon\n{place(SQUARE)}\n".encode() + b" " * ((1 << 20) + 1))
    for name, line in (("zeros.csv", 1), ("tail.csv", 3)):
        for start, end in ((name, "start.csv"), ("start.csv", name)):
            done = mapc.run("table", "map.nav", "--from", start, "--to", end, status=65)
            expect(f"{name}: line {line}: a line longer than 1048576 bytes" in done.stderr, done.stderr)
        done = mapc.run("bench", "map.nav", "--pairs", name, status=65)
        expect(f"{name}: line 1: " in done.stderr, done.stderr)
    done = mapc.run("match", "map.nav", "zeros.csv", status=65)
    expect("zeros.csv: line 1: a line longer than 1048576 bytes" in done.stderr, done.stderr)
    (mapc.folder / "zeros.csv").unlink()
    for words, says in (((place(SQUARE),), "line 100002: more places than the maximum of 100,000"),
                        (("",), "the file exceeds 268,435,456 bytes")):
        endless = subprocess.Popen(["sh", "-c", 'echo lat,lon; exec yes "$1"', "sh", *words],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        done = subprocess.run(
            [mapc.path, "table", "map.nav", "--from", "-", "--to", "start.csv"], cwd=mapc.folder,
            stdin=endless.stdout, capture_output=True, text=True, timeout=120)
        endless.stdout.close()
        endless.wait(60)
        expect(done.returncode == 65 and says in done.stderr, f"endless {words}: {done.returncode} {done.stderr}")
