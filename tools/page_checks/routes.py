"""The page that `mapc route` writes."""

import os
import subprocess
import tempfile

from page_checks.browser import PIXELS
from page_checks.results import COLOURS, check, count_colour


def route_page(browser, mapc, path, folder):
    """The page that `mapc route` writes: it has scripts of its own and those that both pages share."""
    before = len(browser.requests)
    with tempfile.TemporaryDirectory() as place:
        page = os.path.join(place, "route.html")
        subprocess.run([mapc, "route", path, "--truck-height", "4.0", "--compare", "car", "--format", "html", "-o", page],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        browser.size(1280, 800)
        browser.call("Page.navigate", url="file://" + page)
        check("the page of a route has both routes",
              browser.until("document.querySelectorAll('#routes button').length === 2"))
        browser.run(PIXELS)
        browser.drawn()
    check("their roads are drawn", browser.run(COLOURS) > 40, str(browser.run(COLOURS)))
    check("and both of them", min(count_colour(browser, 0x0a, 0x6f, 0xc2), count_colour(browser, 0xd1, 0x57, 0x0b)) > 100)
    browser.picture(folder, "page")
    tip = "document.getElementById('tip').innerText"
    browser.run("document.querySelector('#more ol li:nth-child(2) button').click()")
    browser.drawn()
    check("a step is shown on the map", "Step 2 of" in browser.run(tip), browser.run(tip))
    browser.run("document.querySelector('#more ul button').click()")
    browser.drawn()
    check("and a limit that was avoided", "may not pass" in browser.run(tip), browser.run(tip))
    browser.picture(folder, "page-limit")
    scale = "document.getElementById('scale').textContent"
    near = browser.run(scale)
    browser.key("0")
    browser.drawn()
    check("a key shows the whole route again", browser.run(scale) != near, near)
    asked = [url for url in browser.requests[before:] if not url.startswith(("file:", "data:", "about:"))]
    check("the page of a route asks for nothing", not asked, str(asked[:3]))
    del browser.requests[before:]
