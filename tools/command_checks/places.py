"""Places by name on the command line: found, ambiguous, unknown, as coordinates of several kinds."""

import json
import re
import subprocess

from command_checks.program import HARBOUR, expect, place


def check_names(mapc):
    """An ambiguous name is listed line by line with status 1, and each line leads on."""
    done = subprocess.run([mapc.path, "route", "map.nav", "--from", "Küstenstraße", "--to", place(HARBOUR)],
                          cwd=mapc.folder, capture_output=True, text=True, timeout=120)
    first, *choices = done.stderr.splitlines()
    expect(done.returncode == 1 and done.stdout == "", f"an ambiguous name: {done.returncode} {done.stdout}")
    expect(first.startswith("mapc: 'Küstenstraße' is ambiguous"), first)
    expect(len(choices) >= 2, f"{len(choices)} choices")
    for line in choices:
        found = re.fullmatch(r"  (-?[\d.]+,-?[\d.]+)  Küstenstraße.*", line)
        expect(found, f"not a choice: {line}")
        if found:
            mapc.run("route", "map.nav", "--from", found.group(1), "--to", place(HARBOUR))
    town = choices[0].split("Küstenstraße, ")[1]
    mapc.run("route", "map.nav", "--from", f"Küstenstraße, {town}", "--to", place(HARBOUR))
    mapc.run("route", "map.nav", "--from", "Xqzzyw", "--to", place(HARBOUR), status=1)
    mapc.run("search", "map.nav", "xqzzyw", status=1)


def check_coordinates(mapc):
    """The same place in all its forms."""
    def position(*words):
        found = json.loads(mapc.run("search", "map.nav", *words, "--format", "json").stdout)["places"][0]
        return found["lat"], found["lon"]

    for text in ("46.1755, -20.5402", "N46.1755 W20.5402", "46°10'31.8\"N 20°32'24.72\"W", "geo:46.1755,-20.5402?z=9"):
        at = position(text)
        expect(abs(at[0] - 46.1755) < 1e-6 and abs(at[1] + 20.5402) < 1e-6, f"{text}: {at}")
    # The cell of 1/8000 degree around the place, as a code with and without its beginning.
    full, short = position("89RX5FG5+6W"), position("5FG5+6W Saelmund")
    expect(full == short, f"a short code with a town is another place: {full} {short}")
