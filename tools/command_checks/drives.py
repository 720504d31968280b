"""`mapc drive`: simulated drives, traces, and the order of events."""

import json
import subprocess
import threading

from command_checks.program import HARBOUR, SQUARE, expect, place

TRIP = ("drive", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR))


def check_drives(mapc):
    """A drive along the route arrives, twice the same, and the events are those of the specification."""
    events = mapc.lines(*TRIP, "--noise", 3, "--seed", 5, "--events", "jsonl")
    names = [event["event"] for event in events]
    expect(names[0] == "legBegan" and names[-1] == "ended", f"drive: from {names[0]} to {names[-1]}")
    expect(events[-1]["how"] == "arrived", f"drive: {events[-1]}")
    expect("leftRoute" not in names, "drive: left the route without a wrong turn")
    progress = [event for event in events if event["event"] == "progress"]
    shares = [event["shareDriven"] for event in progress]
    expect(shares == sorted(shares) and shares[-1] > 0.97, "drive: the progress runs backwards")
    expect(all(abs(event["position"][0] - event["rawPosition"][0]) < 0.0005 for event in progress),
           "drive: a place far from its fix")
    spoken = [event["text"] for event in events if event["event"] == "spoken"]
    expect(len(spoken) > 3 and "destination" in spoken[-1], f"drive: {spoken}")
    route = json.loads(mapc.run("route", "map.nav", "--from", place(SQUARE), "--to", place(HARBOUR),
                                "--format", "json").stdout)["routes"][0]
    left = progress[0]["metresLeft"]
    expect(abs(left - route["length_m"]) < 30, f"drive: {left} m of {route['length_m']}")
    again = mapc.run(*TRIP, "--noise", 3, "--seed", 5, "--events", "jsonl").stdout
    expect([json.loads(line) for line in again.splitlines()] == events, "drive: twice the same is not the same")
    german = mapc.run(*TRIP, "--noise", 0, "--language", "de").stdout
    expect("Ziel" in german, f"drive: {german}")
    check_traces(mapc, progress)
    check_stream(mapc, progress)
    check_usage(mapc)


def check_traces(mapc, progress):
    """The fixes of a drive, as a trace, give the same drive; a trace that goes elsewhere leaves the route."""
    mapc.write("drive.csv", "lat,lon,time",
               [(*event["rawPosition"], event["time"]) for event in progress])
    events = mapc.lines(*TRIP, "--trace", "drive.csv", "--events", "jsonl")
    names = [event["event"] for event in events]
    expect("leftRoute" not in names and "legBegan" in names, f"drive --trace: {set(names)}")
    back = mapc.lines("drive", "map.nav", "--from", place(HARBOUR), "--to", place(SQUARE),
                      "--trace", "drive.csv", "--events", "jsonl")
    expect("leftRoute" in [event["event"] for event in back], "drive --trace: the way back is no way back")
    check_times(mapc, progress)


def check_times(mapc, progress):
    """A trace with its newest fix first has a note, and one wrong time does not count as the time of the drive."""
    rows = [[*event["rawPosition"], event["time"]] for event in progress]
    mapc.write("newest.csv", "lat,lon,time", rows[::-1])
    note = mapc.run("drive", "map.nav", "--trace", "newest.csv").stderr
    expect("sort them by time" in note, f"drive --trace: the newest fix first: {note!r}")
    rows[20][2] += 365 * 86_400
    mapc.write("odd.csv", "lat,lon,time", rows)
    text = mapc.run(*TRIP, "--trace", "odd.csv").stdout
    minutes = int(text.splitlines()[-1].split(":")[0])
    expect(minutes < 60, f"drive --trace: {minutes} minutes after one wrong time")


def check_stream(mapc, progress):
    """Fixes through a pipe are driven as they come: the events of each are there before the next one is written."""
    drive = subprocess.Popen(
        [mapc.path, *TRIP, "--trace", "-", "--events", "jsonl"], cwd=mapc.folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # Ends a program that waits for the end of the trace.
    guard = threading.Timer(60, drive.kill)
    guard.start()
    drive.stdin.write("lat,lon,time\n")
    told = 0
    for sent in progress[:20]:
        drive.stdin.write(",".join(map(str, (*sent["rawPosition"], sent["time"]))) + "\n")
        drive.stdin.flush()
        for line in iter(drive.stdout.readline, ""):
            event = json.loads(line)
            if event["event"] == "progress" and event["time"] == sent["time"]:
                told += 1
                break
    expect(told == 20, f"drive --trace -: {told} of 20 fixes were told before the next one was sent")
    drive.communicate()
    guard.cancel()
    expect(drive.returncode == 0, f"drive --trace -: status {drive.returncode}")


def check_usage(mapc):
    """Wrong arguments and files."""
    mapc.run(*TRIP, "--noise", 500, status=64)
    mapc.run(*TRIP, "--trace", "drive.csv", "--simulate", status=64)
    mapc.run(*TRIP, "--trace", "drive.csv", "--seed", 4, status=64)
    mapc.run("drive", "map.nav", "--route", "missing.json", status=66)
    (mapc.folder / "odd.json").write_text('{"routes":[]}')
    mapc.run("drive", "map.nav", "--route", "odd.json", status=65)
    mapc.run(*TRIP, "--trace", "missing.gpx", status=66)
