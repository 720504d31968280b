"""Wrong use, and what is said then."""

import os
import re
import socket
import subprocess

from .program import COMMANDS, expect


def check_wrong_use(mapc):
    """Wrong use is one line with a hint; what does not exist is not helped with something else."""
    hint = "see 'mapc help"
    for arguments, says in (
            (["route"], "missing expected argument '<file>'; " + hint + " route'"),
            (["fly"], "'fly' is not a command"), (["fly", "--help"], "'fly' is not a command"),
            (["help", "fly"], "'fly' is not a help topic"), (["help", "route", "fly"], "'fly'"),
            (["--frobnicate"], "unknown option '--frobnicate'; " + hint + "'"),
            (["route", "map.nav", "--frm", "1,2"], "(did you mean '--from'?); " + hint + " route'"),
            (["route", "map.nav", "--format", "xml"], "choose one of 'text', 'json'"),
            (["route", "map.nav", "a", "b"], "unexpected arguments: 'a', 'b'"),
            (["route", "map.nav", "--steps", "--language", "nl"],
             "--language takes en, en-GB, en-CA, de, de-CH, fr, es, it, pt, pt-BR or the path of a language file such "
             "as ./nl.txt, not 'nl'"),
            (["route", "map.nav", "--steps", "--language", ""], "not ''"),
            (["route", "map.nav", "--steps", "--units", "miles"], "choose one of 'metric', 'imperial'"),
            (["route", "map.nav", "--language", "de"], "--language is for steps: add --steps"),
            (["route", "map.nav", "--units", "imperial"], "--units is for steps: add --steps"),
            (["route", "map.nav", "--steps", "--all-roads"], "choose one of them"),
            (["completions", "tcsh"], "choose one of 'bash', 'zsh' or 'fish'"),
            (["route", "map.nav", "--truck-height"], "missing value for '--truck-height <m>'"),
            (["build", "in.osm.bz2", "-o", "x.nav", "--country", "ZZ"], "ISO 3166-1 code, such as DE, not 'ZZ'"),
            (["build", "in.osm.bz2", "-o", "x.nav", "--memory", "1"], "at least 10M, not '1'"),
            (["build", "in.osm.bz2", "-o", "x.nav", "--memory", "9M"], "at least 10M, not '9M'")):
        mapc.fails(64, says, *arguments)
    for option in ("height", "width", "length", "weight", "weight-rating", "axle-load", "bogie-load", "axles",
                   "trailers"):
        says = f"--truck-{option} takes {1 if option == 'axles' else 0}"
        for value in ("-4", "-0.5") if option not in ("axles", "trailers") else ("-4",):
            mapc.fails(64, says, "route", "map.nav", f"--truck-{option}", value)
            mapc.fails(64, says, "route", "map.nav", f"--truck-{option}={value}")
    for option in ("port", "max-coordinates", "max-table-size", "workers", "timeout", "default-radius"):
        mapc.fails(64, f"--{option} takes", "serve", "map.nav", f"--{option}", "-1")
    for command in (["build", "in.osm.bz2", "-o", "x.nav", "--threads"], ["bench", "map.nav", "--pairs", "-", "--rounds"],
                    ["match", "map.nav", "trace.csv", "--noise"], ["match", "map.nav", "trace.csv", "--delay"]):
        mapc.fails(64, f"{command[-1]} takes", *command, "-5")
    expect(not (mapc.folder / "x.nav").exists(), "a refused build wrote a map")


def check_language_files(mapc):
    """What is wrong with a language file is told by file and line, before anything is written."""
    steps = ["route", "map.nav", "--steps", "--language"]
    head = "language: xx\nname: X\ninherit: en\n"
    for text, says in ((head + "turn.up: fly\n", "line 4: unknown key 'turn.up'"), (head + "fly\n", "line 4: no colon"),
                       (head + "arrive: here[\n", "line 4: a bracket"),
                       (head + "name: Y\n", "line 4: key 'name' was given"),
                       ("language: xx\ninherit: nl\n", "line 2: cannot inherit from 'nl'"),
                       ("language: xx\nname: X\n", "is missing"), ("", "is missing")):
        mapc.write("bad.txt", text)
        mapc.fails(65, "bad.txt: ", *steps, "bad.txt")
        mapc.fails(65, says, *steps, "./bad.txt", "-o", "none.out")
        for form in ("json", "gpx", "html"):
            mapc.fails(65, says, *steps, "bad.txt", "--format", form)
    expect(not (mapc.folder / "none.out").exists(), "an output in no language")
    mapc.fails(65, "/dev/zero: the file is larger than 1 MiB", *steps, "/dev/zero")
    (mapc.folder / "bytes.txt").write_bytes(b"language: \xff\n")
    mapc.fails(65, "bytes.txt: the file is not UTF-8", *steps, "bytes.txt")
    mapc.fails(65, "map.nav: ", *steps, "map.nav")
    mapc.fails(66, "none.txt: ", *steps, "none.txt")
    mapc.fails(74, ".: ", *steps, ".")


def check_help(mapc):
    """Help is for 80 columns: no example is broken."""
    for command in ("", *COMMANDS):
        pages = []
        for columns in ("80", "400"):
            done = mapc.run("help", *filter(None, [command]), env={**os.environ, "COLUMNS": columns})
            expect(done.returncode == 0 and b"\x1b" not in done.stdout, f"help {command}: {done.returncode}")
            pages.append([line for line in done.stdout.decode().splitlines()
                          if re.match(r"  (mapc|curl) .* ", line) and not line.startswith("  mapc help <")])
        expect(pages[0] == pages[1], f"help {command}: an example wraps: {set(pages[1]) - set(pages[0])}")
        expect(pages[0], f"help {command}: no example")
        expect(all(len(line) <= 80 for line in pages[0]), f"help {command}: too wide")
    script = mapc.run("completions", "bash").stdout
    expect(b"--truck-height" in script and b"completions" in script, "completions without options")
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, timeout=60)
    expect(done.returncode == 0, f"completions for bash: {done.stderr}")


def check_busy_port(mapc):
    """A port that is in use, and a host that is not known, are said in these words."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        mapc.fails(73, f"port {port} is in use", "serve", "map.nav", "--port", port)
    mapc.fails(73, "can't listen on no.such.host.invalid port 0: no address is known for 'no.such.host.invalid'",
               "serve", "map.nav", "--host", "no.such.host.invalid", "--port", "0")


def check_damaged_names(mapc):
    """Who reads the names of a map is told when they are damaged."""
    damaged = bytearray(mapc.bytes("map.nav"))
    place = damaged.find(b"Marktstra")
    expect(place > 0, "no street in the names")
    damaged[place] ^= 1
    (mapc.folder / "names.nav").write_bytes(damaged)
    start = "46.1920860,-20.5079909"
    for command in (["search", "names.nav", "hafen"], ["explain", "names.nav", "--at", start],
                    ["drive", "names.nav", "--events", "text"]):
        done = mapc.run(*command)
        expect(b"names.nav: the names in the map are damaged" in done.stderr, f"{command}: {done.stderr}")


def check_match(mapc):
    """Standard output gets results only: nothing where no fix lies near a road."""
    mapc.write("far.csv", "lat,lon,time\n" + "".join(f"10.{i},10.{i},{i}\n" for i in range(9)))
    for form in ("text", "json", "geojson", "gpx"):
        mapc.fails(1, "no fix is near a road", "match", "map.nav", "far.csv", "--format", form)
        mapc.fails(1, "no fix is near a road", "match", "map.nav", "far.csv", "--format", form, "-o", "far.out")
        expect(not (mapc.folder / "far.out").exists(), f"a file without results in {form}")
        done = mapc.run("match", "map.nav", "trace.csv", "--format", form)
        expect(done.returncode == 0 and done.stdout and done.stderr == b"", f"match {form}: {done.stderr}")
