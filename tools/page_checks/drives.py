"""Drives on the page of the service: simulated and of a track; played, paused, wound, ended, and refused."""

import json
import time
import urllib.request

from page_checks.results import STOPS, check

STATE = "document.body.dataset.drive"
BANNER = "document.getElementById('banner').innerText"


def drives(browser, base, folder):
    browser.size(1280, 800)
    browser.open(base)
    browser.click(560, 420)
    browser.click(1010, 330)
    browser.answered()
    browser.run("document.getElementById('start-drive').click()")
    check("a drive begins to play", browser.until(f"{STATE} === 'plays'"), str(browser.run(STATE)))
    check("the banner says how far the maneuver is, and what is left", browser.until(
        f"/ (m|km)\\b[\\s\\S]*left/.test({BANNER})"), browser.run(BANNER))
    time.sleep(1.5)
    browser.picture(folder, "drive")
    before = browser.run("Number(document.getElementById('seek').value)")
    check("time goes on", browser.until(f"Number(document.getElementById('seek').value) > {before}"), str(before))
    browser.run("document.getElementById('play').click()")
    check("it can be paused", browser.until(f"{STATE} === 'paused'"), str(browser.run(STATE)))
    time.sleep(0.3)
    before = browser.run("Number(document.getElementById('seek').value)")
    time.sleep(0.5)
    after = browser.run("Number(document.getElementById('seek').value)")
    check("then time stands still", after == before, f"{before} {after}")
    browser.run("(() => { const bar = document.getElementById('seek'); bar.value = bar.max / 2;"
                "bar.dispatchEvent(new Event('input')); })()")
    time.sleep(0.4)
    browser.picture(folder, "drive-middle")
    half = browser.run("Number(document.getElementById('seek').value / document.getElementById('seek').max)")
    check("it can be wound to its middle", abs(half - 0.5) < 0.02, str(half))
    check("something was said until there", browser.run("document.getElementById('said').innerText.length") > 5)
    browser.run("(() => { const bar = document.getElementById('seek'); bar.value = bar.max;"
                "bar.dispatchEvent(new Event('input')); document.getElementById('play').click(); })()")
    check("at its end it says that it arrived", browser.until(f"/Arrived/.test({BANNER})"), browser.run(BANNER))
    check("and is over", browser.until(f"{STATE} === 'over'"), str(browser.run(STATE)))
    browser.run("document.getElementById('leave').click()")
    check("it can be left", browser.run("document.getElementById('drive').hidden"))
    cut(browser)
    failed(browser)
    cards(browser, base, folder)
    track(browser, base, folder)


def cut(browser):
    # The stream fails at its twentieth event, and never says that it ends.
    browser.run("window.whole = EventSource.prototype.addEventListener;"
                "EventSource.prototype.addEventListener = function (kind, act) {"
                "let n = 0; if (kind === 'end') return;"
                "whole.call(this, kind, kind !== 'trip' ? act : (event) => {"
                "if (++n < 20) act(event); else if (n === 20) this.dispatchEvent(new Event('failure')); }); }; 1")
    browser.run("document.getElementById('start-drive').click()")
    browser.until(f"{STATE} === 'plays'")
    browser.run("(() => { const bar = document.getElementById('seek'); bar.value = bar.max;"
                "bar.dispatchEvent(new Event('input')); })()")
    check("a drive that fails on the way says so where it stops", browser.until(f"/broke the drive off/.test({BANNER})"),
          browser.run(BANNER))
    browser.run("document.getElementById('leave').click(); EventSource.prototype.addEventListener = whole; 1")


def failed(browser):
    # The stream fails before its first event.
    browser.run("window.whole = EventSource.prototype.addEventListener;"
                "EventSource.prototype.addEventListener = function (kind, act) {"
                "whole.call(this, kind, kind === 'trip' ? () => this.dispatchEvent(new Event('failure')) : act); }; 1")
    browser.run("document.getElementById('start-drive').click()")
    check("a drive that fails at once says so", browser.until(f"{STATE} === 'failed'") and
          "can’t play" in browser.run("document.getElementById('drive').innerText"))
    browser.run("document.getElementById('leave').click(); EventSource.prototype.addEventListener = whole; 1")
    check("and can be put away", browser.run("document.getElementById('drive').hidden"))


def cards(browser, base, folder):
    """The card of a drive and the panel: side by side, or on a phone the card alone."""
    for width, height, phone in ((360, 740, True), (768, 1024, False), (1024, 768, False)):
        browser.size(width, height, phone)
        browser.open(base + STOPS)
        browser.answered()
        browser.run("document.getElementById('start-drive').click()")
        browser.until(f"{STATE} === 'plays'")
        apart = browser.run(
            "(() => { const panel = document.getElementById('panel'), a = panel.getBoundingClientRect(),"
            "b = document.getElementById('drive').getBoundingClientRect();"
            "return getComputedStyle(panel).visibility === 'hidden' || a.right <= b.left && b.right <= innerWidth; })()")
        check(f"at {width} px the card of a drive covers nothing of the panel", apart)
        check("the keyboard is at its controls", browser.run("document.activeElement.id") == "play")
        browser.picture(folder, f"drive-{width}")
        browser.run("document.getElementById('leave').click()")
        check("the panel is there when the drive ends", browser.run(
            "getComputedStyle(document.getElementById('panel')).visibility") == "visible")
        check("and the keyboard where it began", browser.run("document.activeElement.id") == "start-drive")
    browser.size(1280, 800)


def track(browser, base, folder):
    with urllib.request.urlopen(
            base + "route/v1/driving/-20.429951,46.193142;-20.582507,46.17392?overview=full&geometries=geojson") as reply:
        line = json.load(reply)["routes"][0]["geometry"]["coordinates"]
    rows = "".join(f"{lat},{lon},{1_700_000_000 + 8 * n}\n" for n, (lon, lat) in enumerate(line))
    browser.run("(() => { const data = new DataTransfer();"
                f"data.items.add(new File([{json.dumps('lat,lon,time' + chr(10) + rows)}], 'driven.csv'));"
                "window.dispatchEvent(new DragEvent('drop', { dataTransfer: data })); })()")
    check("a track with times can be driven", browser.until("document.querySelector('.drive-track') !== null", 60),
          browser.run("document.getElementById('trace-answer').innerText"))
    browser.run("document.querySelector('.drive-track').click()")
    check("its drive begins to play", browser.until(f"{STATE} === 'plays'"), str(browser.run(STATE)))
    check("with a banner", browser.until(f"/ (m|km)\\b[\\s\\S]*left/.test({BANNER})"), browser.run(BANNER))
    time.sleep(1)
    browser.picture(folder, "drive-track")
    browser.run("(() => { const bar = document.getElementById('seek'); bar.value = bar.max / 2;"
                "bar.dispatchEvent(new Event('input')); })()")
    time.sleep(0.4)
    text = browser.run(BANNER)
    check("in its middle the vehicle is on the roads of the track", "left" in text and "off the route" not in text, text)
    browser.run("document.getElementById('leave').click()")
