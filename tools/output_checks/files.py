"""Files that nothing may replace, read as another, or lose."""

import json
import os
import pathlib
import shutil
import subprocess

from .program import Program, expect


def check_inputs_stay(mapc):
    """No output replaces an input, by whatever name; --force changes nothing about it."""
    os.symlink("in.osm.bz2", mapc.folder / "symbolic.osm")
    os.link(mapc.folder / "in.osm.bz2", mapc.folder / "hard.osm")
    os.link(mapc.folder / "places.csv", mapc.folder / "same.csv")
    before = {name: mapc.bytes(name) for name in ("in.osm.bz2", "map.nav", "places.csv", "trace.csv", "words.txt")}
    is_input = "is an input"
    for force in ([], ["--force"]):
        for name in ("in.osm.bz2", "symbolic.osm", "hard.osm", "./in.osm.bz2"):
            mapc.fails(73, is_input, "build", "in.osm.bz2", "-o", name, *force)
            mapc.fails(73, is_input, "build", name, "-o", "in.osm.bz2", *force)
        with open(mapc.folder / "in.osm.bz2", "rb") as piped:
            mapc.fails(73, is_input, "build", "-", "-o", "in.osm.bz2", *force, stdin=piped)
        mapc.fails(73, is_input, "route", "map.nav", "-o", "map.nav", *force)
        for name in ("words.txt", "./words.txt"):
            mapc.fails(73, is_input, "route", "map.nav", "--steps", "--language", "words.txt", "-o", name, *force)
        table = ["table", "map.nav", "--from", "places.csv", "--to", "places.csv", "-o"]
        for name in ("map.nav", "places.csv", "same.csv"):
            mapc.fails(73, is_input, *table, name, *force)
        for name in ("map.nav", "trace.csv"):
            mapc.fails(73, is_input, "match", "map.nav", "trace.csv", "-o", name, *force)
    for name, bytes in before.items():
        expect(mapc.bytes(name) == bytes, f"{name} is not what it was")


def check_inputs_named_as_leftovers(mapc):
    """An input that has the name of what a killed build left is neither removed nor replaced."""
    folder = mapc.folder / "named"
    folder.mkdir()
    part = "0123456789abcdef.part"
    for command, source, output in (
            (["build", f"named/x.nav.{part}", "--quiet"], "in.osm.bz2", "named/x.nav"),
            (["route", f"named/x.json.{part}", "--format", "json"], "map.nav", "named/x.json"),
            (["match", "map.nav", f"named/x.txt.{part}"], "trace.csv", "named/x.txt"),
            (["table", "map.nav", "--from", f"named/x.csv.{part}", "--to", "places.csv"],
             "places.csv", "named/x.csv")):
        name = f"{output}.{part}"
        shutil.copy(mapc.folder / source, mapc.folder / name)
        done = mapc.run(*command, "-o", output)
        expect(done.returncode == 0 and mapc.bytes(name) == mapc.bytes(source), f"{command}: {done.stderr}")
        with open(mapc.folder / name, "rb") as piped:
            if command[0] == "build":
                done = mapc.run("build", "-", "-o", output, "--quiet", stdin=piped)
                expect(done.returncode == 0 and (mapc.folder / name).exists(), f"build - from {name}: {done.stderr}")


def check_others_stay(mapc):
    """A map replaces only maps and empty files, an answer only answers and empty files, unless told to."""
    mapc.write("notes.txt", "notes\n")
    mapc.fails(73, "give --force", "build", "in.osm.bz2", "-o", "notes.txt")
    expect(mapc.bytes("notes.txt") == b"notes\n", "notes lost")
    # Before the work: nothing of what is no input is read.
    mapc.fails(73, "give --force", "build", "-", "-o", "notes.txt", stdin=subprocess.DEVNULL)
    mapc.write("empty.nav", "")
    for name, options in (("empty.nav", []), ("empty.nav", []), ("notes.txt", ["--force"])):
        done = mapc.run("build", "in.osm.bz2", "-o", name, "--quiet", *options)
        expect(done.returncode == 0, f"build -o {name} {options}: {done.stderr}")
    for command in (["route", "map.nav"], ["match", "map.nav", "trace.csv"],
                    ["table", "map.nav", "--from", "places.csv", "--to", "places.csv"]):
        shutil.copy(mapc.folder / "map.nav", mapc.folder / "other.nav")
        mapc.fails(73, "give --force", *command, "-o", "other.nav")
        expect(mapc.bytes("other.nav") == mapc.bytes("map.nav"), f"{command}: a map lost")
        expect(mapc.run(*command, "-o", "other.nav", "--force").returncode == 0, f"{command} --force")
        expect(mapc.run(*command, "-o", "other.nav").returncode == 0, f"{command} over a text")
        mapc.write("other.txt", "notes\n")
        mapc.fails(73, "give --force", *command, "-o", "other.txt")
        expect(mapc.bytes("other.txt") == b"notes\n", f"{command}: notes lost")
    mapc.fails(73, "cannot create", "route", "map.nav", "-o", "no/such/folder")


def check_names_that_are_no_text(mapc):
    """An argument that is not UTF-8 is refused, and not taken for another one."""
    before = sorted(os.listdir(os.fsencode(mapc.folder)))
    for command, number in ((["build", "in.osm.bz2", "-o", b"out\xff.nav"], 4), (["verify", b"m\xfe.nav"], 2),
                            (["route", "map.nav", b"--output=a\xc3"], 3), ([b"\xed\xa0\x80"], 1)):
        done = subprocess.run([mapc.path, *command], cwd=mapc.folder, capture_output=True, timeout=300)
        shown = "".join(chr(x) if x < 128 else f"\\x{x:X}" for x in
                        (command[-1] if isinstance(command[-1], bytes) else command[-1].encode()))
        expect(done.returncode == 64 and not done.stdout
               and done.stderr.decode().startswith(f"mapc: argument {number} is not UTF-8: '{shown}'; see 'mapc help"),
               f"{command}: {done.returncode} {done.stderr}")
    expect(sorted(os.listdir(os.fsencode(mapc.folder))) == before, "an argument that is not UTF-8 wrote a file")
    # One name as two other sequences of bytes, which readers see as the same.
    (mapc.folder / "\u00e9.csv").write_bytes(mapc.bytes("places.csv"))
    (mapc.folder / "e\u0301.csv").write_bytes(b"".join(mapc.bytes("places.csv").splitlines(True)[:2]))
    done = mapc.run("table", "map.nav", "--from", "\u00e9.csv", "--to", "e\u0301.csv")
    expect(done.returncode == 0 and [len(x) for x in json.loads(done.stdout)["durations_s"]] == [1, 1],
           f"two files are taken for one: {done.stdout} {done.stderr}")


def check_permission(mapc):
    """Who may not read or write is told so, with a status of its own. Nobody can be told who may do everything."""
    if os.geteuid() != 0:
        become = None
    elif shutil.which("setpriv"):
        become = lambda: (os.setgid(65534), os.setuid(65534))  # noqa: E731
    else:
        return
    folder = mapc.folder / "closed"
    folder.mkdir()
    shutil.copy(mapc.folder / "map.nav", folder / "map.nav")
    shutil.copy(mapc.folder / "in.osm.bz2", folder / "in.osm.bz2")
    (folder / "map.nav").chmod(0)
    (folder / "in.osm.bz2").chmod(0)
    folder.chmod(0o555)
    mapc.folder.chmod(0o755)
    # The program may lie where that user can't go.
    program = Program("/proc/self/fd/9", mapc.folder)
    nine = os.open(mapc.path, os.O_RDONLY)
    os.dup2(nine, 9)
    os.set_inheritable(9, True)
    more = {"preexec_fn": become, "pass_fds": [9]}
    program.fails(77, "closed/map.nav: cannot open", "info", "closed/map.nav", **more)
    program.fails(77, "closed/in.osm.bz2", "build", "closed/in.osm.bz2", "-o", "/tmp/none.nav", **more)
    program.fails(77, "closed/new.nav: cannot create", "build", "in.osm.bz2", "-o", "closed/new.nav", **more)
    program.fails(77, "closed/new.txt: cannot create", "route", "map.nav", "-o", "closed/new.txt", **more)
    least = pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if least.exists() and int(least.read_text()) > 80:
        program.fails(77, "port 80: Permission denied", "serve", "map.nav", "--port", "80", **more)
    folder.chmod(0o755)
