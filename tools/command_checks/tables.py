"""`mapc table`: its formats, and the files of places."""

import csv
import json

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
    expect(done.stdout == "" and done.stderr == "wrote table.csv\n", "table -o prints more")
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
