"""The form of the page: nothing is asked with less than what it says."""

import json
import time

from page_checks.results import STOPS, TEXT, asked, check, count_colour


def typed(browser, selector, text):
    """Types into a field as a person does, and leaves it."""
    browser.run(
        f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
        "for (let p = e.closest('details'); p; p = p.parentElement.closest('details')) p.open = true;"
        "e.focus(); e.select(); })()")
    browser.call("Input.insertText", text=text)
    browser.run(f"document.querySelector({json.dumps(selector)}).blur()")
    time.sleep(0.6)


def invalid(browser, base, folder):
    """Nothing is asked with less than what the form says."""
    browser.size(1280, 900)
    browser.open(base + STOPS + "&by=truck&height=3.9")
    check("a truck of 3.9 m has a route", browser.answered() == "Ok")
    before = len(asked(browser))
    for name, text, words in (("height", "-3", "At least 0.1 m"), ("height", "51", "At most 50 m"),
                              ("height", "e", "Not a number"), ("axle_count", "2.5", "A whole number")):
        typed(browser, f"[name={name}]", text)
        said = browser.run(f"document.getElementById('fault-{name}')?.innerText || ''")
        check(f"{name} {text}: there are words beside the field", words in said, said)
        check("which is in sight", browser.run(f"document.querySelector('[name={name}]').offsetParent !== null"))
        check("nothing is asked", len(asked(browser)) == before, str(asked(browser)[before:]))
        check("the answer says so", browser.run("document.body.dataset.answer") == "Invalid" and
              "Not calculated" in browser.run(TEXT), browser.run(TEXT)[:200])
        check("and that the route is an old one", browser.run("document.querySelector('.old .route') !== null") and
              "Out of date" in browser.run(TEXT), browser.run(TEXT)[:300])
        check("which is grey on the map", count_colour(browser, 0x8c, 0x91, 0x96) > 200 and
              count_colour(browser, 0x0a, 0x6f, 0xc2) < 50)
        browser.picture(folder, f"invalid-{name}-{text}")
        typed(browser, f"[name={name}]", "3")
        check("put right, it is asked again", browser.answered() == "Ok" and f"{name}=3" in asked(browser)[-1] and
              browser.run("document.querySelector('.old, .fault')") is None, asked(browser)[-1])
        before = len(asked(browser))
    typed(browser, "[data-stop='1']", "Town hall")
    check("a stop that is no place stops the asking", len(asked(browser)) == before and
          "Not a place" in browser.run("document.getElementById('fault-stop-1')?.innerText || ''") and
          browser.run("document.querySelector(\"[data-stop='1']\").value") == "Town hall", browser.run(TEXT)[:200])
    browser.picture(folder, "invalid-stop")
    typed(browser, "[data-stop='1']", "46.17392, -20.582507")
    check("a place goes on", browser.answered() == "Ok")
    typed(browser, "[name=height]", "-3")
    browser.run("document.querySelector('[value=driving]').click()")
    time.sleep(0.6)
    check("what is no part of a car's trip does not stop it", browser.answered() == "Ok" and "height" not in asked(browser)[-1])
    for part in ("&by=truck&height=abc", "&by=truck&height=-3", "&by=rocket", "&exclude=toll,hills", "&depart_at=soon",
                 "&by=truck&hazmat=some"):
        browser.open("about:blank")
        before = len(asked(browser))
        browser.open(base + STOPS + part)
        check(f"an address with {part} is not asked for as if that were not there", len(asked(browser)) == before and
              browser.run("document.body.dataset.answer") == "Invalid", str(asked(browser)[before:]))
