"""What the checks share: the count of what failed, and looks at the page."""

failures = 0

TEXT = "document.getElementById('answer').innerText"
# How many different colours the canvas shows: an empty map has two or three.
COLOURS = """(() => { const c = document.getElementById('map'), d = pixels(c), s = new Set();
  for (let k = 0; k < d.length; k += 64) s.add(d[k] << 16 | d[k + 1] << 8 | d[k + 2]);
  return s.size; })()"""
STOPS = "#stops=46.193142,-20.429951;46.17392,-20.582507"


def check(name, holds, detail=""):
    global failures
    failures += not holds
    print(("ok      " if holds else "FAILED  ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    return holds


def count_colour(browser, red, green, blue):
    return browser.run(
        "(() => { const d = pixels(document.getElementById('map')); let n = 0;"
        f"for (let k = 0; k < d.length; k += 4) n += d[k] === {red} && d[k+1] === {green} && d[k+2] === {blue};"
        "return n; })()")


def asked(browser):
    """How many routes the page has asked for."""
    browser.drawn()
    return [url for url in browser.requests if "/route/v1/" in url]
