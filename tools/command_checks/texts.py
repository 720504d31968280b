"""Texts from outside in what mapc prints: nothing in them acts on a terminal, and long ones are cut."""

import json

from command_checks.program import expect

# XML takes no other control characters; PBF does.
ODD = "A\nmapc: forged\t\x9b2J\u202egnorw\u2066\x7f\u2028Ö"
SHOWN = r"A\u{A}mapc: forged\u{9}\u{9B}2J\u{202E}gnorw\u{2066}\u{7F}\u{2028}Ö"
# 100 characters, most of them of two code points.
LONG = "fifty\x9b" + "e\u0301" * 94


def osm():
    """Two roads, one with an odd name and a speed that can't be read."""
    def value(text):
        return "".join(f"&#{ord(letter)};" for letter in text)

    nodes = "".join(f'<node id="{n}" lat="{46.1 + n / 1000}" lon="-20.5"/>' for n in range(3))
    ways = "".join(
        f'<way id="{n}"><nd ref="{n - 1}"/><nd ref="{n}"/><tag k="highway" v="residential"/>'
        f'<tag k="name" v="{value(ODD if n == 1 else "B")}"/>'
        + (f'<tag k="maxspeed" v="{value(LONG)}"/>' if n == 1 else "") + "</way>" for n in (1, 2))
    return f'<osm version="0.6">{nodes}{ways}</osm>'


def is_harmless(text):
    """Whether a text has lines and letters alone."""
    return not any(
        ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 or 0x2028 <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069
        for c in text)


def check_texts(mapc):
    """Names of roads, tags and files are shown harmless in texts, and stay as they are in JSON."""
    (mapc.folder / "odd.osm").write_text(osm(), encoding="utf-8")
    build = ["build", "odd.osm", "-o", "odd.nav", "--attribution", "by\x1b[2J"]
    done = mapc.run(*build)
    expect(is_harmless(done.stderr), f"build: {done.stderr!r}")
    line = next(x for x in done.stderr.splitlines() if "maxspeed=" in x)
    shown = r"maxspeed=fifty\u{9B}" + "e\u0301" * 54 + "…: unknown value"
    expect(shown in line, f"build: a long value is shown as {line!r}")
    report = json.loads(mapc.run(*build, "--quiet", "--json").stdout)
    expect([x["value"] for x in report["problems"]] == [LONG], f"build: the report has {report['problems']}")
    trip = ["--from", "46.1,-20.5", "--to", "46.102,-20.5"]
    trace = "lat,lon\n" + "".join(f"{46.1 + n / 5000},-20.5\n" for n in range(8))
    for command in (["route", "odd.nav", *trip], ["route", "odd.nav", *trip, "--compare", "bicycle"],
                    ["explain", "odd.nav", "--at", "46.1004,-20.5"], ["match", "odd.nav", "-"]):
        text = mapc.run(*command, text=trace).stdout
        expect(is_harmless(text) and SHOWN in text, f"{command}: {text!r}")
    expect(r"by\u{1B}[2J" in mapc.run("info", "odd.nav").stdout, "info: the attribution")
    for command in (["route", "odd.nav", *trip, "--format", "json"], ["explain", "odd.nav", "--at", "46.1004,-20.5", "--json"],
                    ["match", "odd.nav", "-", "--format", "json"]):
        text = mapc.run(*command, text=trace).stdout
        expect(ODD in strings(json.loads(text)), f"{command}: the name is not as it was: {text!r}")
    done = mapc.run("info", "no\x1b[2J\nfile", status=66)
    expect(r"no\u{1B}[2J\u{A}file" in done.stderr, f"info: {done.stderr!r}")


def strings(value):
    """All texts in JSON."""
    if isinstance(value, str):
        return {value}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(strings, parts))
