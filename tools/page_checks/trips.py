"""Trips on the page of the service: by clicks and keys, refused, far off, on a phone."""

import json
import re
import time
import urllib.request
from urllib.parse import unquote

from page_checks.results import COLOURS, STOPS, TEXT, asked, check, count_colour


def first_view(browser, base, folder):
    browser.size(1280, 800)
    check("the page opens and its tiles come", browser.open(base))
    check("roads are drawn", browser.until(f"{COLOURS} > 40"), str(browser.run(COLOURS)))
    credit = browser.run("document.getElementById('credit').textContent")
    check("the attribution of the file is shown", "OpenStreetMap" in credit, credit)
    browser.picture(folder, "start")


def plan_by_clicks(browser, base, folder):
    browser.open(base)
    browser.click(560, 420)
    check("one click asks for the destination", "destination" in browser.run(TEXT), browser.run(TEXT))
    browser.click(1010, 330)
    check("two clicks make a route", browser.answered() == "Ok", browser.run(TEXT)[:200])
    text = browser.run(TEXT)
    check("it has a length, a time and steps", re.search(r"\d+ min[\s\S]* km[\s\S]*Head", text) is not None, text[:200])
    check("the route is drawn", count_colour(browser, 0x0a, 0x6f, 0xc2) > 300)
    browser.picture(folder, "route")
    cards = browser.run("[...document.querySelectorAll('#routes button small')].map((card) => card.innerText)")
    check("routes to choose from have different names", len(set(cards)) == len(cards) > 0, str(cards))
    steps = browser.run("document.querySelectorAll('ol.steps li').length")
    row = browser.run(
        "(() => { const r = document.querySelector('ol.steps li:nth-child(2) button').getBoundingClientRect();"
        "return [r.x + 30, r.y + 10]; })()")
    browser.mouse("mouseMoved", *row)
    browser.settle()
    check("pointing at a step lights it up", count_colour(browser, 0xff, 0x8a, 0x1f) > 5)
    browser.picture(folder, "step")
    browser.click(800, 560, button="right")
    check("a menu opens", browser.run("!document.getElementById('menu').hidden"))
    browser.picture(folder, "menu")
    browser.run("[...document.querySelectorAll('#menu button')].find((b) => /Stop/.test(b.innerText)).click()")
    time.sleep(0.3)
    check("a stop between them is added", browser.answered() == "Ok" and
          browser.run("document.querySelectorAll('#stops li').length") == 3)
    more = browser.run("document.querySelectorAll('ol.steps li').length")
    check("and the route goes by it", more > steps, f"{steps} steps before, {more} after")
    before = browser.run("location.hash")
    browser.drag(800, 560, 830, 500)
    time.sleep(0.3)
    browser.answered()
    time.sleep(0.4)
    after = browser.run("location.hash")
    check("a mark can be dragged", before.split("stops=")[1] != after.split("stops=")[1], after)
    browser.picture(folder, "via")
    text = browser.run(TEXT)
    browser.open(base + after)
    browser.answered()
    check("the address brings the trip back", browser.run(TEXT) == text, browser.run(TEXT)[:100])


def refused(browser, base, folder):
    browser.open(base)
    browser.run("[...document.querySelectorAll('#answer button')].find((b) => /example/.test(b.innerText)).click()")
    time.sleep(0.3)
    check("the example is a route for a car", browser.answered() == "Ok")
    browser.run("document.querySelector('[value=truck]').click()")
    time.sleep(0.3)
    check("and for a truck without figures", browser.answered() == "Ok")
    browser.run(
        "(() => { const p = document.getElementById('preset'); p.selectedIndex = 4;"
        "p.dispatchEvent(new Event('change', { bubbles: true })); })()")
    time.sleep(0.3)
    check("one of 40 t is refused", browser.answered() == "NoRoute", browser.run(TEXT)[:300])
    text = browser.run(TEXT)
    check("limit, need, road and way are named", all(
        word in text for word in ("maxaxleload=10", "needs 11.5 t", "Küstenstraße", "way 100030")), text)
    check("the sign is drawn on the map", count_colour(browser, 0xc8, 0x10, 0x2e) > 60)
    browser.picture(folder, "refused")
    browser.run("document.querySelector('.refusal .row').click()")
    browser.settle()
    browser.picture(folder, "blocker")
    browser.size(1280, 800, dark=True)
    browser.settle()
    browser.picture(folder, "blocker-dark")


def avoided(browser, base, folder):
    browser.size(1280, 800)
    browser.open(base + "#stops=46.193142,-20.429951;46.17392,-20.582507&by=truck&height=4&weight=18&avoid=toll,ferry")
    browser.answered()
    check("the address sets the vehicle", browser.run("document.querySelector('[name=height]').value") == "4")
    check("and what to avoid", browser.run("document.querySelector('[value=toll]').checked"))
    browser.run("document.getElementById('options').open = true")
    browser.picture(folder, "truck")


def departure(browser, base, folder):
    """The map has no time zone: a departure counts by the clock of the reader, with its offset or one of its own."""
    browser.size(1280, 800)
    browser.call("Emulation.setTimezoneOverride", timezoneId="America/St_Johns")
    for typed, sent in (("2026-11-21T10:00", "10:00-03:30"), ("2026-11-21T10:00%2B01:00", "10:00+01:00")):
        browser.open(base + STOPS + "&depart_at=" + typed)
        check("a trip with a departure has a route", browser.answered() == "Ok")
        check("it is asked for with an offset", sent in unquote(asked(browser)[-1]), asked(browser)[-1])
        check("and counts", "departure" not in browser.run(TEXT) and "arrival\u00a010:15" in browser.run(TEXT),
              browser.run(TEXT)[:200])
        browser.run("document.getElementById('map').focus()")
        before = browser.run("location.hash")
        browser.key("+", "+")
        check("the address keeps it", browser.until(
            f"location.hash !== {json.dumps(before)} && location.hash.endsWith({json.dumps('depart_at=' + typed)})"),
              browser.run("location.hash"))
    browser.call("Emulation.setTimezoneOverride", timezoneId="")
    browser.picture(folder, "departure")


def vehicles(browser, base, folder):
    """Everyone for whom the service routes can be chosen: by a button, or in the list of the others."""
    with urllib.request.urlopen(base + "map.json") as reply:
        profiles = json.load(reply)["profiles"]
    browser.size(1280, 800)
    browser.open(base + STOPS)
    browser.answered()
    buttons = browser.run("[...document.querySelectorAll('#profiles input')].map((b) => b.value)")
    others = browser.run("[...document.querySelector('[name=other]').options].map((o) => o.value)")
    check("a button or an entry for each profile", sorted(buttons + others[1:]) == sorted(profiles) and others[0] == "",
          f"{buttons} {others} {profiles}")
    chosen = ("[...document.querySelectorAll('#profiles input:checked')].map((b) => b.value)"
              ".concat([document.querySelector('[name=other]').value])")
    for profile in others[1:]:
        browser.run(
            f"(() => {{ const s = document.querySelector('[name=other]'); s.value = '{profile}';"
            "s.dispatchEvent(new Event('change', { bubbles: true })); })()")
        time.sleep(0.6)
        answer = browser.answered()
        check(f"{profile} is asked for", f"/route/v1/{profile}/" in asked(browser)[-1] and answer in ("Ok", "NoRoute"),
              f"{answer} {asked(browser)[-1]}")
        check("and chosen alone", browser.run(chosen) == [profile], str(browser.run(chosen)))
        check("with a name", browser.run("document.querySelector('[name=other]').selectedOptions[0].text") == profile.title())
        room = browser.run(
            "(() => { const s = document.querySelector('[name=other]'), c = getComputedStyle(s), g = new OffscreenCanvas(1, 1)"
            ".getContext('2d'); g.font = `${c.fontWeight} ${c.fontSize} ${c.fontFamily}`;"
            "return s.clientWidth - g.measureText(s.selectedOptions[0].text).width; })()")
        check("for which there is room", room >= 0, f"{room} px")
        check("and kept in the address", f"&by={profile}" in browser.run("location.hash"), browser.run("location.hash"))
    browser.picture(folder, "other")
    after = browser.run("location.hash")
    browser.open(base + after)
    browser.answered()
    check("the address brings the vehicle back", browser.run(chosen) == [others[-1]], str(browser.run(chosen)))
    browser.run("document.querySelector('#profiles [value=cycling]').click()")
    time.sleep(0.6)
    browser.answered()
    check("a button takes its place", browser.run(chosen) == ["cycling", ""] and "/route/v1/cycling/" in asked(browser)[-1],
          str(browser.run(chosen)))
    browser.run("(() => { const s = document.querySelector('[name=other]'); s.value = '';"
                "s.dispatchEvent(new Event('change', { bubbles: true })); })()")
    time.sleep(0.6)
    browser.answered()
    check("none of the others is a car", browser.run(chosen) == ["driving", ""], str(browser.run(chosen)))


def many_stops(browser, base, folder):
    """A long trip has a short name, and numbers of roads stay on one line."""
    browser.size(1280, 800)
    ends = STOPS.removeprefix("#stops=").split(";")
    between = ["46.2285,-20.4411", "46.2137,-20.5404", "46.175135,-20.473225", "46.1793,-20.511"]
    browser.open(base + "#stops=" + ";".join([ends[0], *between, *between[::-1], ends[1]]))
    check("a trip of ten stops has a route", browser.answered() == "Ok")
    course = browser.run("document.querySelector('#routes button small').innerText").removeprefix("via ")
    roads = course.split(", ")
    check("of which a few roads are named, each once", 1 < len(roads) <= 5 and len(set(roads)) == len(roads), course)
    steps = browser.run("[...document.querySelectorAll('ol.steps .what > span:first-child')].map((s) => s.textContent)")
    numbers = re.findall(r"\([A-Z][^()]*\)", " ".join(steps))
    check("no line ends within the number of a road", numbers and not any(" " in n for n in numbers), str(numbers[:3]))
    browser.picture(folder, "ten-stops")


def far_off(browser, base, folder):
    """Roads that are far from a stop are not what was meant."""
    browser.open(base + STOPS.replace("46.193142", "47.193142"))
    check("a stop 100 km from any road is refused", browser.answered() == "NoSegment")
    text = browser.run(TEXT)
    check("in words", "within 1 km of “Start”" in text.replace("1.0 km", "1 km").replace("1000 m", "1 km"), text[:300])
    check("without a hint that helps nobody", "swap" not in text, text[:300])
    browser.open(base + "#stops=-20.429951,46.193142;46.17392,-20.582507")
    check("swapped coordinates are refused", browser.answered() == "NoSegment")
    check("and asked about", "Did you swap latitude and longitude?" in browser.run(TEXT), browser.run(TEXT)[:300])
    browser.picture(folder, "swapped")
    browser.run("document.getElementById('unswap').click()")
    time.sleep(0.3)
    check("swapped back, there is a route", browser.answered() == "Ok" and "-20.429951,46.193142" in asked(browser)[-1])


def keyboard(browser, base):
    browser.open(base)
    before = browser.run("location.hash")
    browser.run("document.getElementById('map').focus()")
    browser.key("+", "+")
    browser.key("ArrowRight")
    check("keys move the map", browser.until(f"location.hash !== {json.dumps(before)}"))
    browser.key("Enter", "\r")
    check("Enter opens the menu", browser.run("document.activeElement.closest('#menu') !== null"))
    browser.key("Escape")
    check("Escape closes it", browser.run("document.getElementById('menu').hidden"))
    names = browser.run(
        "[...document.querySelectorAll('button, input, select, canvas[tabindex]')].filter((e) => "
        "!(e.getAttribute('aria-label') || e.closest('label') || e.innerText.trim() || "
        "document.querySelector(`label[for='${e.id}']`))).map((e) => e.outerHTML.slice(0, 80))")
    check("every control has a name", names == [], str(names))


def phone(browser, base, folder):
    browser.size(390, 844, phone=True)
    browser.open(base + "#stops=46.193142,-20.429951;46.17392,-20.582507")
    check("a phone shows the route", browser.answered() == "Ok")
    wide = browser.run("document.documentElement.scrollWidth")
    check("and nothing is wider than it", wide <= 390, str(wide))
    browser.picture(folder, "phone")
    browser.run("document.getElementById('fold').click()")
    browser.settle()
    check("folded, length and time remain", "min" in browser.run("document.getElementById('brief').innerText"))
    small = browser.run(
        "[...document.querySelectorAll('#zoom button, #fold, .stop button')].filter((b) => b.offsetParent && "
        "(b.offsetWidth < 40 || b.offsetHeight < 40)).length")
    check("what is touched is large enough", small == 0, str(small))
    browser.picture(folder, "phone-folded")
    browser.size(390, 844, phone=True, dark=True)
    browser.open(base + "#stops=46.193142,-20.429951;46.17392,-20.582507&by=truck&height=4&width=2.55&weight=40&axle_load=11.5")
    check("a refusal on a phone", browser.answered() == "NoRoute")
    browser.picture(folder, "phone-refused-dark")
