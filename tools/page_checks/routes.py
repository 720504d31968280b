"""The page that `mapc route` writes."""

import os
import subprocess
import tempfile

from page_checks.browser import PIXELS
from page_checks.results import COLOURS, check, count_colour


def route_page(browser, mapc, path, folder):
    """The file that `mapc route` writes: the page of the service with another source of data."""
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
        check("their roads are drawn", browser.until(f"{COLOURS} > 40"), str(browser.run(COLOURS)))
        check("and both of them", min(count_colour(browser, 0x0a, 0x6f, 0xc2), count_colour(browser, 0xd1, 0x57, 0x0b)) > 100)
        browser.picture(folder, "page")
        tip = "document.getElementById('tip').innerText"
        browser.run("document.querySelector('#more ol li:nth-child(2) button').click()")
        browser.drawn()
        check("a step is shown on the map", "Step 2 of" in browser.run(tip), browser.run(tip))
        browser.run("document.querySelector('#more .limits button').click()")
        browser.drawn()
        check("and a limit that was avoided", "may not pass" in browser.run(tip), browser.run(tip))
        browser.picture(folder, "page-limit")
        scale = "document.getElementById('scale').textContent"
        near = browser.run(scale)
        browser.key("0")
        browser.drawn()
        check("a key shows the whole route again", browser.run(scale) != near, near)
        check("each of its steps says what to do",
              "Turn" in browser.run("document.querySelector('#more ol').innerText"))
        form = "document.querySelector('form, #trace, #menu, input')"
        check("there is nothing to plan with", browser.run(form + " === null"))
        browser.size(390, 844, phone=True)
        browser.call("Page.navigate", url="about:blank")
        browser.call("Page.navigate", url="file://" + page)
        browser.until("document.querySelectorAll('#routes button').length === 2")
        browser.drawn()
        check("a phone has the panel folded, with both routes in sight", browser.run(
            "document.getElementById('panel').classList.contains('folded') && "
            "document.getElementById('panel').getBoundingClientRect().top > innerHeight / 2 && "
            "[...document.querySelectorAll('#routes button')].every((b) => b.offsetParent && "
            "b.getBoundingClientRect().bottom <= innerHeight)"))
        browser.picture(folder, "page-phone")
        browser.run("document.getElementById('fold').click()")
        browser.drawn()
        check("and the steps when it is opened", browser.run(
            "document.querySelector('#more ol button').getBoundingClientRect().top < innerHeight"))
        browser.picture(folder, "page-phone-open")
    asked = [url for url in browser.requests[before:] if not url.startswith(("file:", "data:", "about:"))]
    check("the page of a route asks for nothing", not asked, str(asked[:3]))
    del browser.requests[before:]
