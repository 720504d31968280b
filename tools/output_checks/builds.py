"""Builds that are killed, their time zones and their progress."""

import json
import os
import pty
import re
import subprocess

from .program import expect


def check_killed_builds(mapc):
    """A build that is killed leaves nothing that the next does not remove; links in its way are not followed."""
    folder = mapc.folder / "killed"
    folder.mkdir()
    for number in range(3):
        build = subprocess.Popen([mapc.path, "build", "-", "-o", "x.nav"], cwd=folder,
                                 stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        build.stdin.write(b"<osm>" + b"<node id='1' lat='1' lon='1'/>\n" * 10_000)
        build.stdin.flush()
        # What a build of this number would once have written to.
        victim = folder / f"victim{number}"
        victim.write_text("safe")
        os.symlink(victim, folder / f"x.nav.{build.pid}.part")
        build.kill()
        build.wait()
        expect(victim.read_text() == "safe", "a link was followed")
    # Left by a build where files have names from the beginning.
    (folder / "x.nav.0123456789abcdef.part").write_bytes(b"half")
    (folder / "y.nav.0123456789abcdef.part").write_bytes(b"of another")
    done = mapc.run("build", "in.osm.bz2", "-o", "killed/x.nav", "--quiet")
    names = {path.name for path in folder.iterdir() if not path.is_symlink() and "victim" not in path.name}
    expect(done.returncode == 0 and names == {"x.nav", "y.nav.0123456789abcdef.part"}, f"left behind: {names}")


def check_time_zones(mapc):
    """Names of time zones become the rules that the system knows."""
    zones = mapc.folder / "zones" / "Land"
    zones.mkdir(parents=True)
    block = b"\0" * 3 + b"\1" + b"\0" * 3 + b"\1" + b"\0" * 12 + b"\0\0\0\4"
    body = b"\0" * 6 + b"LMT\0" + b"\0"
    head = b"TZif2" + b"\0" * 15 + block
    (zones / "City").write_bytes(head + body + head + body + b"\nXYZ-3:30XYS,M3.5.0,M10.5.0/3\n")
    environment = {**os.environ, "TZDIR": str(mapc.folder / "zones")}
    done = mapc.run("build", "in.osm.bz2", "-o", "zone.nav", "--quiet", "--timezone", "Land/City", env=environment)
    expect(done.returncode == 0, f"--timezone Land/City: {done.stderr}")
    info = json.loads(mapc.run("info", "zone.nav", "--json").stdout)
    expect(info["timezone"] == "XYZ-3:30XYS,M3.5.0,M10.5.0/3", f"time zone {info['timezone']}")
    build = ["build", "in.osm.bz2", "-o", "zone.nav", "--timezone"]
    mapc.fails(64, "'Land/Town' is not in the time zone database", *build, "Land/Town", env=environment)
    mapc.fails(64, "'../zones/Land/City'", *build, "../zones/Land/City", env=environment)
    mapc.fails(64, "no time zone database", *build, "Land/City", env={**environment, "TZDIR": "/no/such"})
    mapc.fails(64, "takes a name such as Europe/Berlin or a POSIX rule", *build, "CET-1CEST,M3", env=environment)


def on_terminal(mapc, arguments, **environment):
    """What a command writes to a terminal, and its status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(mapc.folder)
        os.environ.update({"TERM": "xterm", **environment})
        os.execv(mapc.path, [mapc.path, *arguments])
    text = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(terminal)
    return text.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def check_terminal(mapc):
    """Colours on a terminal unless refused, and a bar that covers all phases."""
    os.environ.pop("NO_COLOR", None)
    for arguments in (["fly"], ["info", "none.nav"]):
        expect("\x1b[1;31mmapc:\x1b[0m " in on_terminal(mapc, arguments)[0], f"{arguments}: no colour")
        for refusal in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            expect("\x1b" not in on_terminal(mapc, arguments, **refusal)[0], f"{arguments} {refusal}: colour")
        expect("\x1b[1;31m" in on_terminal(mapc, arguments, NO_COLOR="")[0], "an empty NO_COLOR refuses")
    expect("\x1b[1mUSAGE:\x1b[0m" in on_terminal(mapc, ["--help"])[0], "no heading is bold")
    text, status = on_terminal(mapc, ["build", "in.osm.bz2", "-o", "bar.nav"])
    expect(status == 0, f"build on a terminal: {status}")
    shares = [int(share) for share in re.findall(r"\] (\d+) %", text)]
    expect(shares and shares == sorted(shares) and shares[0] < 50 and 85 <= shares[-1] <= 100, f"the bar: {shares}")
    for phase in ("reading", "network", "reach", "order", "hierarchy", "tiles", "write", "metrics"):
        expect(re.search(r"\] \d+ %(, [^:]* left)?: " + phase, text), f"the bar does not show '{phase}'")
    expect(" of memory" not in text and " of disk" not in text, "an estimate that nobody can make")
