"""Stops by name: what is listed as one types, chosen by keys and by the pointer, and what is not found."""

import json
import time

from page_checks.results import TEXT, check

ROWS = "[...document.querySelectorAll('.found li')].map((row) => row.innerText)"


def write(browser, stop, text):
    browser.run(
        f"(() => {{ const e = document.querySelector(\"[data-stop='{stop}']\"); e.focus(); e.select(); }})()")
    browser.call("Input.insertText", text=text)


def value(browser, stop):
    return browser.run(f"document.querySelector(\"[data-stop='{stop}']\").value")


def names(browser, base, folder):
    """A trip is planned by the names of its stops."""
    browser.size(1280, 800)
    browser.open("about:blank")
    browser.open(base)
    write(browser, 0, "kuste")
    check("places are listed as one types", browser.until(f"{ROWS}.some((row) => /Küstenstraße/.test(row))"),
          json.dumps(browser.run(ROWS)))
    apart = browser.run(
        "(() => { const middle = (e) => { const r = e.getBoundingClientRect(); return r.top + r.height / 2; };"
        "const stop = document.querySelector('.stop');"
        "return Math.abs(middle(stop.querySelector('.mark')) - middle(stop.querySelector('input'))); })()")
    check("the mark of a stop stays beside its field", apart < 2, f"{apart} px")
    browser.picture(folder, "places")
    browser.key("ArrowDown")
    check("keys choose one", browser.run("document.querySelector('.found [aria-selected=true]') !== null"))
    browser.key("Enter", "\r")
    check("the field says its name", browser.until("/Küstenstraße/.test(document.querySelector(\"[data-stop='0']\").value)"),
          value(browser, 0))
    write(browser, 1, "leuchtturm")
    listed = browser.until(f"{ROWS}.length > 0")
    check("the other field lists places, too", listed, json.dumps(browser.run(ROWS)))
    at = browser.run(
        "(() => { const r = document.querySelector('.found li').getBoundingClientRect();"
        "return [r.x + 20, r.y + 8]; })()")
    browser.click(*at)
    check("two names make a route", browser.answered() == "Ok", browser.run(TEXT)[:200])
    check("the names stay", "Küstenstraße" in value(browser, 0) and "euchtturm" in value(browser, 1),
          value(browser, 0) + " / " + value(browser, 1))
    browser.picture(folder, "places-route")
    write(browser, 1, "xqzzyw")
    time.sleep(0.4)
    browser.run("document.activeElement.blur()")
    check("what the map does not have is told", browser.until(
        "/Not a place of this map/.test(document.getElementById('fault-stop-1')?.innerText || '')"))
    write(browser, 1, "kustenstrasse")
    browser.run("document.activeElement.blur()")
    check("a name that is typed to its end is found", browser.until(
        "/Küstenstraße/.test(document.querySelector(\"[data-stop='1']\").value)"), value(browser, 1))
