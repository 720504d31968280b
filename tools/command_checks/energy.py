"""`mapc route --ev`: energy, charging stops and their forms, options that need each other, models that can't be."""

import json
import re
import subprocess
import xml.etree.ElementTree

from command_checks.program import PLACES, SQUARE, expect, place

PER_METRE, MINIMUM, POWER, SETUP = 0.2, 0.2, 10, 60  # Wh, kWh, kW, s
TRIP = ("route", "map.nav", "--from", place(SQUARE), "--to", place(PLACES[5]))
STATION = {"id": "mine", "latitude": 46.1925, "longitude": -20.5070, "name": "A & B", "openingHours": "24/7",
           "connectors": [{"type": "ccs", "powerKilowatts": 50, "count": 2}]}


def vehicle(**battery):
    """A vehicle that needs the same for every metre, so that all of its energy can be told from lengths."""
    return {"model": {"freeFlow": [{"kmh": 50, "perMetre": PER_METRE}], "auxiliaryPerSecond": 0},
            "battery": {"capacityKilowattHours": 2, "minimumChargeKilowattHours": MINIMUM, "setupSeconds": SETUP,
                        "maximumPowerKilowatts": POWER, "connectors": ["ccs"], **battery}}


def same(a, b, within=0.002):
    """Whether two numbers are nearly equal."""
    return abs(a - b) <= within


def refused(mapc, *arguments):
    """A run that should fail, whatever its status."""
    return subprocess.run([mapc.path, *map(str, arguments)], cwd=mapc.folder, capture_output=True, text=True, timeout=120)


def check_energy(mapc):
    """A charge that is too low is told; with charging stops it is enough, in every form of the answer."""
    (mapc.folder / "car.json").write_text(json.dumps(vehicle()))
    (mapc.folder / "stations.json").write_text(json.dumps([STATION]))
    ev = [*TRIP, "--ev", "car.json", "--charge", 0.4]
    plain = json.loads(mapc.run(*ev, "--format", "json").stdout)["routes"][0]
    expect(same(plain["consumption_kwh"], plain["length_m"] * PER_METRE / 1e6 * 1000), f"energy: {plain}")
    reach = (0.4 - MINIMUM) / PER_METRE
    expect(any(f"it reaches {reach:.2f} km" in note or f"it reaches {reach * 1000:.0f} m" in note
               for note in plain["notices"]), f"energy: no or another reach than {reach} km: {plain['notices']}")
    charged = [*ev, "--ensure-reachability", "--stations", "stations.json"]
    route = json.loads(mapc.run(*charged, "--format", "json").stdout)["routes"][0]
    check_stop(route)
    check_forms(mapc, charged, route)
    check_hours(mapc, charged)
    told = mapc.run(*charged).stdout
    expect("to charging station A & B" in told and "prepare charging for 1 min" in told, f"charging stop: {told}")


def check_stop(route):
    """The stop charges what the rest of the route needs, at the least of the powers."""
    before, after = route["sections"]
    setup, charging = before["post_actions"]
    need = after["energy"]["consumption_kwh"] + MINIMUM - before["energy"]["arrival_charge_kwh"]
    expect(before["charging_station"]["id"] == "mine", f"charging stop: {before['charging_station']}")
    expect(setup == {"action": "charging_setup", "duration_s": SETUP}, f"charging stop: {setup}")
    expect(same(charging["charged_kwh"], need), f"charging stop: {charging} instead of {need} kWh")
    expect(same(charging["duration_s"], need / POWER * 3600, 1), f"charging stop: {charging}")
    expect(same(route["arrival_charge_kwh"], MINIMUM), f"charging stop: arrives with {route['arrival_charge_kwh']}")
    driven = sum(section["duration_s"] for section in route["sections"])
    stopped = setup["duration_s"] + charging["duration_s"]
    expect(same(route["duration_s"], driven + stopped, 0.1) and same(route["stopped_s"], stopped, 0.1),
           f"charging stop: {route['duration_s']} s, driven {driven}, stopped {stopped}")


def check_forms(mapc, charged, route):
    """GPX, GeoJSON and the page have the same stop as the JSON."""
    before = route["sections"][0]
    features = json.loads(mapc.run(*charged, "--format", "geojson").stdout)["features"]
    stops = [f for f in features if f["geometry"]["type"] == "Point" and "charging_station" in f["properties"]]
    expect(len(stops) == 1 and stops[0]["geometry"]["coordinates"] == [STATION["longitude"], STATION["latitude"]],
           f"GeoJSON: {stops}")
    for stop in stops:
        expect(stop["properties"]["post_actions"] == before["post_actions"], f"GeoJSON: {stop}")
        expect(stop["properties"]["after_section"] == 0, f"GeoJSON: {stop}")
    lines = [f["properties"] for f in features if f["geometry"]["type"] == "LineString"]
    for line, section in zip(lines, route["sections"]):
        for name in ("consumption_kwh", "departure_charge_kwh", "arrival_charge_kwh"):
            expect(line[name] == section["energy"][name], f"GeoJSON: {name} of {line}")
    space = "{http://www.topografix.com/GPX/1/1}"
    file = xml.etree.ElementTree.fromstring(mapc.run(*charged, "--format", "gpx").stdout.encode())
    stops = [w for w in file.findall(space + "wpt") if w.find(space + "sym") is not None]
    expect(len(stops) == 1, f"GPX: {len(stops)} charging stations")
    for stop in stops:
        charge = before["post_actions"][1]["charged_kwh"]
        expect(stop.find(space + "name").text == "A & B", "GPX: another name")
        expect(f"charge {charge:.2f} kWh" in stop.find(space + "desc").text, f"GPX: {stop.find(space + 'desc').text}")
        expect([float(stop.get(key)) for key in ("lat", "lon")] == [STATION["latitude"], STATION["longitude"]],
               "GPX: another place")
    expect(len(file.findall(f"{space}trk/{space}trkseg")) == 2, "GPX: not a piece of track for each section")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', mapc.run(*charged, "--format", "html").stdout, re.DOTALL)
    shown = json.loads(data[1])["answer"]["routes"][0]
    expect(f"{route['consumption_kwh']:.2f} kWh" in shown["energy"], f"page: {shown['energy']}")
    expect([(stop["name"], stop["location"]) for stop in shown["charging"]]
           == [("A & B", [STATION["longitude"], STATION["latitude"]])], f"page: {shown['charging']}")
    expect(any("charge " in line for line in shown["charging"][0]["actions"]), f"page: {shown['charging']}")
    expect("profile" not in shown, "page: a profile without elevation")


def check_hours(mapc, charged):
    """The vehicle waits for an opening; a closed station is no stop, and that is said; unknown hours are told."""
    def told(hours, *options):
        (mapc.folder / "hours.json").write_text(json.dumps([{**STATION, "openingHours": hours}]))
        return refused(mapc, *charged[:-1], "hours.json", *options)
    at = ("--depart", "2026-11-23T12:00+00:00")
    expect("may be closed" not in told("Mo-Fr 08:00-20:00", *at).stdout, "a station that is open")
    early = told("Mo-Fr 14:00-20:00", *at)
    expect(early.returncode == 0 and " until it opens" in early.stdout, f"before the opening: {early}")
    closed = told("off", *at)
    expect(closed.returncode != 0 and "closed" in closed.stderr and "A & B" in closed.stderr, f"closed: {closed}")
    for hours, options in (("Mo-Fr 08:00-20:00", ()), ("sunrise-sunset", at)):
        done = told(hours, *options)
        expect(done.returncode == 0 and "may be closed" in done.stdout + done.stderr, f"{hours} {options}: {done}")
    for hours, word in (("now and then", "not understood"), ("week 1-53 Mo-Fr 08:00-20:00", ""), ("24/7", "")):
        found = "not understood" in told(hours, *at).stderr
        expect(found == bool(word), f"{hours}: a note: {found}")


def check_energy_refusals(mapc):
    """Options that need each other, and vehicles and stations that can't be, are refused by name."""
    for options, word in ((["--charge", 5], "--ev"), (["--ensure-reachability"], "--ev"),
                          (["--ev", "car.json", "--stations", "stations.json"], "--ensure-reachability"),
                          (["--ev", "default", "--charge", 5], "battery")):
        expect(word in mapc.run(*TRIP, *options, status=64).stderr, f"{options}: {word} is not named")
    done = mapc.run(*TRIP, "--ev", "-", text="[]", status=65)
    expect("standard input: not a vehicle" in done.stderr, f"--ev -: {done.stderr}")
    model = {"freeFlow": [{"kmh": 50, "perMetre": 0.2}]}
    bad = (
        ({"battery": {}}, "capacity"),
        (vehicle(capacityKilowattHours=0), "capacityKilowattHours"),
        (vehicle(connectors=["steam"]), "steam"),
        (vehicle(chargingCurve=[{"kilowattHours": 1, "kilowatts": 9}, {"kilowattHours": 1, "kilowatts": 8}]),
         "chargingCurve"),
        (vehicle(colour="red"), "colour"),
        ({"model": {"freeFlow": [{"kmh": 50, "perMetre": -1}]}}, "freeFlow"),
        ({"model": {"freeFlow": [{"kmh": 50}]}}, "perMetre"),
        ({"model": {**model, "auxiliaryPerSecond": -1}}, "auxiliaryPerSecond"),
    )
    for content, word in bad:
        (mapc.folder / "bad.json").write_text(json.dumps(content))
        done = refused(mapc, *TRIP, "--ev", "bad.json")
        expect(done.returncode in (64, 65) and word in done.stderr and done.stdout == "",
               f"{content}: {word} is not named: {done.returncode} {done.stderr}")
    (mapc.folder / "none.json").write_text("[]")
    done = refused(mapc, *TRIP, "--ev", "car.json", "--charge", 0.4, "--ensure-reachability", "--alternatives", 2)
    expect(done.returncode != 0 and "alternatives" in done.stderr, f"stops with alternatives: {done.stderr}")
