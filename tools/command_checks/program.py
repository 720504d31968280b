"""mapc as a user runs it, the places of the sample map, and the count of what was checked."""

import json
import pathlib
import subprocess

from counting import count, expect, failures  # noqa: F401 (for the checks)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Samples/README.md: the old town square, the harbour, and the island that only a ferry of 4.2 m reaches.
SQUARE = (46.1920860, -20.5079909)
HARBOUR = (46.1793156, -20.4805101)
ISLAND = (46.1671119, -20.4525438)
# The low bridge that a car takes.
BRIDGE = 100013
PLACES = [SQUARE, HARBOUR, ISLAND, (46.2010, -20.5301), (46.1755, -20.5402), (46.2211, -20.4703)]


class Program:
    """mapc in a folder."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = pathlib.Path(folder)

    def run(self, *arguments, status=0, text=None):
        """Runs a command, which must end with a status."""
        done = subprocess.run(
            [self.path, *map(str, arguments)], cwd=self.folder, input=text, capture_output=True,
            text=True, timeout=120)
        name = "mapc " + " ".join(map(str, arguments))
        expect(done.returncode == status, f"{name}: status {done.returncode}, not {status}: {done.stderr}")
        if status != 0:
            expect(done.stdout == "", f"{name}: prints on standard output although it failed")
            lines = done.stderr.splitlines()
            expect(len(lines) == 1 and lines[0].startswith("mapc: "), f"{name}: not one line: {done.stderr}")
        return done

    def lines(self, *arguments, **more):
        """The JSON objects that a command prints."""
        return [json.loads(line) for line in self.run(*arguments, **more).stdout.splitlines()]

    def write(self, name, header, rows):
        """Writes a CSV file."""
        lines = [header] + [",".join(str(value) for value in row) for row in rows]
        (self.folder / name).write_text("\n".join(lines) + "\n")


def place(point):
    """A place as an argument."""
    return f"{point[0]},{point[1]}"


