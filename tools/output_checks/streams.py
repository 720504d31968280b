"""Standard output: what does not take what is written, or goes away."""

import os
import resource
import signal
import subprocess

from .program import AT, expect


def commands_with_results():
    """A command line of each kind that prints on standard output."""
    return [
        ["route", "map.nav"], ["route", "map.nav", "--format", "json"], ["route", "map.nav", "--format", "html"],
        ["route", "map.nav", "--steps"], ["route", "map.nav", "--steps", "--format", "gpx"],
        ["info", "map.nav"], ["info", "map.nav", "--json"], ["verify", "map.nav"],
        ["explain", "map.nav", "--at", AT], ["explain", "map.nav", "--at", AT, "--json"],
        ["table", "map.nav", "--from", "places.csv", "--to", "places.csv"],
        ["match", "map.nav", "trace.csv"], ["match", "map.nav", "trace.csv", "--format", "geojson"],
        ["match", "map.nav", "traces.jsonl", "--jsonl"],
        ["bench", "map.nav", "--pairs", "pairs.csv"], ["bench", "map.nav", "--pairs", "pairs.csv", "--threads", "2"],
        ["build", "in.osm.bz2", "-o", "json.nav", "--json", "--quiet"],
        ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
        ["--help"], ["--version"], ["help"], ["help", "route"], ["route", "--help"], [],
    ]


def check_streams_stay(mapc):
    """A log that a stream is appended to is not replaced by way of -o, and what is written to is not read."""
    lost = "is an open stream, and the output would replace the file behind it"
    table = ["table", "map.nav", "--from", "places.csv", "--to", "places.csv"]
    os.symlink("/dev/stdout", mapc.folder / "stdout.json")
    stream, file = "; give -o - to", "; a map needs a file"
    for command, advice in ((["route", "map.nav"], stream), (["match", "map.nav", "trace.csv"], stream),
                            (table, stream), (["build", "in.osm.bz2"], file)):
        for force in ([], ["--force"]):
            for path in ("/dev/stdout", "/dev/fd/1", "/dev/stderr", "stdout.json", "log.txt"):
                mapc.write("log.txt", "precious\n")
                with open(mapc.folder / "log.txt", "ab") as log:
                    streams = {"stderr": log} if path == "/dev/stderr" else {"stdout": log}
                    done = mapc.run(*command, "-o", path, *force, **streams)
                    os.write(log.fileno(), b"later\n")
                text = mapc.bytes("log.txt").decode()
                said = text if path == "/dev/stderr" else done.stderr.decode()
                expect(done.returncode == 73 and f"mapc: {path}: {lost}{advice}" in said,
                       f"{command} -o {path} {force}: {done.returncode} {said}")
                expect(text.startswith("precious\n") and text.endswith("later\n"),
                       f"{command} -o {path}: log lost: {text}")
    # Where the stream is no file there is nothing to lose, and still no file to write.
    mapc.fails(73, lost, "route", "map.nav", "-o", "/dev/stdout")
    expect(mapc.run("route", "map.nav", "-o", "-").stdout == mapc.run("route", "map.nav").stdout, "route -o -")

    read = "is an input, and standard output or standard error is written to it"
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    for command, name in ((["match", "map.nav", "--jsonl", "traces.jsonl"], "traces.jsonl"),
                          (["match", "map.nav", "trace.csv"], "trace.csv"), (table, "places.csv"),
                          (["bench", "map.nav", "--pairs", "pairs.csv"], "pairs.csv"),
                          (["build", "in.osm.bz2", "-o", "written.nav", "--json"], "in.osm.bz2")):
        before = mapc.bytes(name)
        for stream in ("stdout", "stderr"):
            with open(mapc.folder / name, "ab") as log:
                done = mapc.run(*command, preexec_fn=limited, **{stream: log})
            after = mapc.bytes(name)
            (mapc.folder / name).write_bytes(before)
            said = after[len(before):] if stream == "stderr" else done.stderr
            expect(done.returncode == 73 and f"{name}: {read}".encode() in said,
                   f"{command} with {stream} to its input: {done.returncode} {said[:200]}")
            expect(after[:len(before)] == before and len(after) < len(before) + 200, f"{command}: {name} grew")
    for command in (["match", "map.nav", "--jsonl", "-"], ["table", "map.nav", "--from", "-", "--to", "places.csv"]):
        name = "traces.jsonl" if command[0] == "match" else "places.csv"
        before = mapc.bytes(name)
        with open(mapc.folder / name, "rb") as piped, open(mapc.folder / name, "ab") as log:
            mapc.fails(73, "standard input: " + read, *command, stdin=piped, stdout=log, preexec_fn=limited)
        expect(mapc.bytes(name) == before, f"{command}: {name} grew")


def check_lost_writes(mapc):
    """What standard output does not take is an error, to the last byte."""
    lost = "standard output: cannot write"
    for command in commands_with_results():
        with open("/dev/full", "wb") as full:
            mapc.fails(74, lost, *command, stdout=full)
        closed = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", mapc.path, *command], cwd=mapc.folder,
            stderr=subprocess.PIPE, timeout=300)
        expect(closed.returncode == 74 and lost.encode() in closed.stderr,
               f"{command} with a closed standard output: {closed.returncode} {closed.stderr}")
    # A file that must not grow: what fits is written, the rest is an error.
    for limit, command in ((4096, ["--help"]), (1000, ["route", "map.nav", "--format", "json"])):
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with open(mapc.folder / "limited", "wb") as file:
            file.write(b"x" * (limit - 10))
            file.flush()
            mapc.fails(74, lost, *command, stdout=file, preexec_fn=limited)
    # Standard error alone may be closed: what is opened must not take its place.
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&- <&- >&-', "sh", mapc.path, "build", "in.osm.bz2", "-o", "closed.nav"],
        cwd=mapc.folder, timeout=300)
    expect(done.returncode == 0 and mapc.bytes("closed.nav") == mapc.bytes("map.nav"), "streams closed: map damaged")


def check_closed_pipes(mapc):
    """When nobody reads any more it ends quietly."""
    for ignored, status in ((False, -signal.SIGPIPE), (True, 141)):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [mapc.path, "info", "map.nav"], cwd=mapc.folder, stdout=writing, stderr=subprocess.PIPE,
            restore_signals=False,
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL))
        os.close(writing)
        expect(done.returncode == status and done.stderr == b"", f"closed pipe: {done.returncode} {done.stderr}")
