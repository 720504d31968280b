"""Input and options that can't be used, and a build that is interrupted."""

import bz2
import gzip
import signal
import subprocess

from command_checks.program import expect


def check_wrong_input(mapc):
    """Wrong input ends with the exit status that the help lists, and a line that says where."""
    folder = mapc.folder
    files = {"empty.csv": "", "header.csv": "lat,lon\n", "plain.csv": "46.19,-20.5\n",
             "word.csv": "lat,lon\n46.19,-20.5\n46.19,west\n", "three.csv": "lat,lon\n1,2,3\n",
             "mars.csv": "lat,lon\n\n146.19,-20.5\n", "far.csv": "lat,lon\n46.19,-20.5\n\n10,10\n",
             "nan.csv": "lat,lon\nnan,1\n", "twice.csv": "lat,lon,y\n1,2,3\n",
             "quote.csv": 'lat,lon,id\n46.19,-20.5,"a ""b"""\n46.19,-20.5,"c\n',
             "short.csv": "lat,lon,id\n46.19,-20.5,\n46.19\n", "comma.csv": 'lat,lon\n"46,19",-20.5\n'}
    for name, text in files.items():
        (folder / name).write_text(text)

    def table(start, end="places.csv", *options, status, says):
        done = mapc.run("table", "map.nav", "--from", start, "--to", end, *options, status=status)
        expect(says in done.stderr, f"table {start} {end} {options}: {done.stderr}")

    table("none.csv", status=66, says="none.csv: cannot open")
    for name in ("empty.csv", "header.csv"):
        table(name, status=65, says=f"{name}: no places")
    table("plain.csv", status=65, says="plain.csv: line 1: names no column 'lat'")
    table("word.csv", status=65, says="word.csv: line 3: 'west' is not a longitude")
    table("three.csv", status=65, says="three.csv: line 2: has 3 fields, the header 2")
    table("twice.csv", status=65, says="twice.csv: line 1: has two columns for 'lat': 'lat', 'y'")
    table("quote.csv", status=65, says="quote.csv: line 3: a quote is not closed")
    table("short.csv", status=65, says="short.csv: line 3: has 1 fields, the header 3")
    table("comma.csv", status=65, says="comma.csv: line 2: '46,19' is not a latitude")
    table("mars.csv", status=65, says="mars.csv: line 3 is out of range")
    table("nan.csv", status=65, says="nan.csv: line 2: 'nan' is not a latitude")
    table("places.csv", "far.csv", status=1, says="far.csv: line 4: no road for a car within 10 km")
    table("places.csv", "places.csv", "-o", "no/such/file", status=73, says="no/such/file: cannot create")
    for text, *command in (("<gpx>", "drive", "map.nav", "--route"), ("<gpx>", "search", "map.nav", "--route"),
                           ("{}", "search", "map.nav", "--route"), ("way_id,speed_kmh\n", "traffic", "info")):
        more = ["--category", "fuel"] if command[0] == "search" else []
        done = mapc.run(*command, "-", *more, text=text, status=65)
        expect(done.stderr.startswith("mapc: standard input: "), f"{command} -: {done.stderr}")
    for option, value in (("--close-way", "B7"), ("--close-way", "1:up"), ("--slow-way", "1"),
                          ("--slow-way", "1=0"), ("--weigh-way", "1=nan"), ("--max-speed", "0"),
                          ("--max-speed", "-3"), ("--max-speed", "nan"), ("--format", "xml")):
        table("places.csv", "places.csv", option, value, status=64, says=value)
    for option, value, says in (("--prefer", "toll=1.5", "0 to 1 for toll, not '1.5'"),
                                ("--prefer", "road=1", "not 'road=1'"), ("--prefer", "toll", "not 'toll'"),
                                ("--turn-cost", "signals=nan", "0 to 3600 for signals, not 'nan'"),
                                ("--turn-cost", "gate=-1", "for gate, not '-1'"),
                                ("--speed-factor", "primary=0", "0.1 to 4 for primary, not '0'"),
                                ("--speed-factor", "lane=1", "not 'lane=1'"),
                                ("--prefer", "toll=0,toll=1", "has toll twice")):
        table("places.csv", "places.csv", option, value, status=64, says=says)
    for text, says in (("", "is empty"), ("way,speed\n", "line 1: names no column way_id"),
                       ("way_id,direction,minutes,speed_kmh\n1,forward,0-60,30\n",
                        "line 1: has speeds by the time of the week"),
                       ("way_id,speed_kmh\n1,fast\n", "line 2: speed_kmh takes a number, not 'fast'"),
                       ("way_id,speed_kmh\n\nB7,30\n", "line 3: way_id takes an OSM id, not 'B7'"),
                       ("way_id,speed_kmh\n1,-3\n", "line 2: a speed takes 0 to 500 km/h, not -3"),
                       ("way_id,speed_kmh\n1,nan\n", "line 2: speed_kmh takes a number, not 'nan'"),
                       ("way_id,speed_kmh,direction\n1,30,up\n", "line 2: direction takes forward, backward or both, not 'up'"),
                       ("way_id,way_id,speed_kmh\n1,1,30\n", "line 1: has two columns 'way_id'"),
                       ("way_id,speed_kmh\n1\n", "line 2: has 1 fields, the header 2")):
        (folder / "traffic.csv").write_text(text)
        table("places.csv", "places.csv", "--traffic", "traffic.csv", status=65, says="traffic.csv: " + says)
    table("places.csv", "places.csv", "--traffic", "none.csv", status=66, says="none.csv: cannot open")
    mapc.run("route", "map.nav", "--traffic", "traffic.csv", "-o", "traffic.csv", status=73)
    expect((folder / "traffic.csv").read_text() == text, "a traffic file was overwritten")
    mapc.run("table", "none.nav", "--from", "places.csv", "--to", "places.csv", status=66)
    mapc.run("table", "places.csv", "--from", "places.csv", "--to", "places.csv", status=65)
    mapc.run("bench", "map.nav", "--pairs", "none.csv", status=66)
    mapc.run("bench", "map.nav", "--pairs", "places.csv", status=65)
    mapc.run("bench", "map.nav", "--pairs", "pairs.csv", "--fresh-vehicles", status=64)
    expect(mapc.run("bench", "map.nav", "--pairs", "empty.csv").stdout == "", "pairs out of nothing")
    mapc.run("build", "none.osm", "-o", "x.nav", status=66)
    changes = ("<osmChange version='0.6'><create><node id='1' lat='0' lon='0'/><node id='2' lat='0' lon='0.01'/>"
               "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='residential'/></way></create>"
               "<delete><way id='1'/></delete></osmChange>")
    (folder / "changes.osc").write_text(changes)
    (folder / "changes.osc.gz").write_bytes(gzip.compress(changes.encode()))
    (folder / "changes.osc.bz2").write_bytes(bz2.compress(changes.encode()))
    (folder / "inside.osm").write_text(changes.replace("osmChange", "osm"))
    for name, what in (("changes.osc", "an osmChange document"), ("changes.osc.gz", "an osmChange document"),
                       ("changes.osc.bz2", "an osmChange document"), ("inside.osm", "<create>")):
        done = mapc.run("build", name, "-o", "x.nav", status=65)
        expect(f"{name}: {what} at byte " in done.stderr and "'osmium apply-changes'" in done.stderr, done.stderr)
    done = mapc.run("build", "-", "-o", "x.nav", status=65, text=changes)
    expect("an osmChange document at byte 0" in done.stderr and not (folder / "x.nav").exists(), done.stderr)
    for days in ("", "2026-12-25,", "Christmas"):
        done = mapc.run("route", "map.nav", "--holidays", days, status=64)
        expect("--holidays takes dates such as 2026-12-25, not '" in done.stderr, f"--holidays '{days}': {done.stderr}")
    for profiles in ("car,plane", "", "car-no-plane", "car-no-", "no-toll"):
        mapc.run("build", "places.csv", "-o", "x.nav", "--profiles", profiles, status=64)
    for command in (["route", "map.nav"], ["table", "map.nav", "--from", "places.csv", "--to", "places.csv"],
                    ["match", "map.nav", "places.csv"], ["build", "places.csv"]):
        done = mapc.run(*command, "-o", "", status=64)
        expect("-o takes the name of a file" in done.stderr, f"{command} -o '': {done.stderr}")
    (folder / "link").symlink_to("nowhere")
    for command in (["route", "map.nav"], ["table", "map.nav", "--from", "places.csv", "--to", "places.csv"],
                    ["match", "map.nav", "places.csv"], ["build", "places.csv"]):
        for force in ([], ["--force"]):
            done = mapc.run(*command, "-o", "link", *force, status=73)
            expect("link: is a symbolic link that leads to no file" in done.stderr, f"{command} -o link: {done.stderr}")
    expect((folder / "link").is_symlink() and not (folder / "nowhere").exists(), "a broken link is replaced or followed")
    done = mapc.run("build", "places.csv", "-o", "x.nav", "--memory", "-5", status=64)
    expect("--memory takes bytes, such as 500M or 4G, at least 10M, not '-5'" in done.stderr, done.stderr)
    for option, value, says in (("--workers", "257", "1 to 256, not 257"), ("--workers", "0", "1 to 256, not 0"),
                                ("--max-connections", "-5", "1 to 1000000, not -5")):
        done = mapc.run("serve", "map.nav", option, value, status=64)
        expect(says in done.stderr, f"serve {option} {value}: {done.stderr}")
    for size in ("0", "-1", "4X", "G", "1e9", "99999999999999G"):
        done = mapc.run("build", "places.csv", "-o", "x.nav", f"--memory={size}", status=64)
        expect("--memory takes bytes" in done.stderr, f"--memory {size}: {done.stderr}")


def check_interrupted(mapc):
    """A build that is interrupted ends at once, with the status of shells, and leaves nothing."""
    folder = mapc.folder / "interrupted"
    folder.mkdir()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # What runs in the background, or under nohup, is started to ignore signals, and so would the build be.
        build = subprocess.Popen([mapc.path, "build", "-", "-o", "x.nav"], cwd=folder,
                                 stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                 preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        build.stdin.write(b"<osm>" + b"<node id='1' lat='1' lon='1'/>\n" * 100_000)
        build.stdin.flush()
        build.send_signal(number)
        expect(build.wait(60) == 128 + number, f"{number.name}: status {build.returncode}")
        expect(not list(folder.iterdir()), f"{number.name}: {list(folder.iterdir())}")
