"""Tracks on the page of the service."""

import json
import pathlib
import urllib.request

from page_checks.results import check, count_colour

GPX = """<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>
%s</trkseg></trk></gpx>"""


def tracks(browser, base, folder):
    browser.size(1280, 800)
    with urllib.request.urlopen(
            base + "route/v1/driving/-20.429951,46.193142;-20.582507,46.17392?overview=full&geometries=geojson") as reply:
        line = json.load(reply)["routes"][0]["geometry"]["coordinates"]
    points = "".join(
        f'<trkpt lat="{lat + 4e-5}" lon="{lon}"><time>2026-01-01T{10 + n * 8 // 3600:02}:{n * 8 // 60 % 60:02}:{n * 8 % 60:02}Z'
        "</time></trkpt>\n" for n, (lon, lat) in enumerate(line))
    points = points.replace("<time>2026-01-01T10:00:40Z<", "<time>noon<").replace(
        "<time>2026-01-01T10:01:20Z<", "<time>2026-02-30T10:01:20Z<")
    browser.open(base)
    browser.run(
        "(() => { const data = new DataTransfer();"
        f"data.items.add(new File([{json.dumps(GPX % points)}], 'morning.gpx'));"
        "const at = { bubbles: true, cancelable: true, dataTransfer: data };"
        "document.getElementById('map').dispatchEvent(new DragEvent('dragenter', at));"
        "document.getElementById('map').dispatchEvent(new DragEvent('drop', at)); })()")
    check("a GPX file is matched", browser.until("/^done$/.test(document.body.dataset.tracks)", 60),
          browser.run("document.getElementById('trace-answer').innerText"))
    browser.settle()
    text = browser.run("document.getElementById('trace-answer').innerText")
    check(f"all its {len(line)} fixes, in pieces", "km on roads" in text and "off the roads" not in text, text)
    check("times that can't be read are counted", "2 times not read" in text, text)
    parts = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/PageParts/Parts"
    placed = browser.run(
        f"(() => {{ {(parts / 'traces.js').read_text()}; return readTrack('lat,lon\\n46.2,-20.4\\n,\\n46.3\\n', 'a.csv')"
        ".map(({ at }) => at.every(Number.isFinite)); })()")
    check("a row without a place is no fix at 0, 0", placed == [True, False, False], str(placed))
    signs = parts / "signs.js"
    blank = browser.run(
        f"(() => {{ {signs.read_text()}; return ['maxheight=default', 'maxweight=none', 'maxheight=3.8', "
        "'maxweight=12.345', 'hgv=no', 'access=no', 'tunnel category=E'].map((tag) => readLimit(tag).blank); })()")
    check("a limit without a number has no sign", blank == [True, True] + [False] * 5, str(blank))
    check("the track is drawn", count_colour(browser, 0x8a, 0x3f, 0xb5) > 300)
    browser.picture(folder, "track")
    for name, text in (("a.csv", "lat,lon\n46.1931,-20.4299\n46.1935,-20.4310\n"), ("b.geojson", json.dumps(
            {"type": "LineString", "coordinates": line[:40]}))):
        browser.run(f"openedBefore = document.querySelectorAll('.track').length;"
                    "(() => { const data = new DataTransfer();"
                    f"data.items.add(new File([{json.dumps(text)}], '{name}'));"
                    "window.dispatchEvent(new DragEvent('drop', { dataTransfer: data })); })()")
        check(f"{name} is matched too", browser.until(
            "document.querySelectorAll('.track').length > openedBefore && "
            "/done$/.test(document.body.dataset.tracks)", 20))
    browser.run("(() => { const data = new DataTransfer(); data.items.add(new File(['{\"a\":'], 'broken.json'));"
                "window.dispatchEvent(new DragEvent('drop', { dataTransfer: data })); })()")
    check("a broken file is told of", browser.until("document.querySelector('.track.bad') !== null", 5))
