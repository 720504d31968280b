"""Whether words stand out from what is behind them, by light and in the dark."""

from page_checks.results import STOPS, check

# Words with less than 4.5 times the luminance of their background or its inverse (WCAG 2.2, 1.4.3), with the ratio.
FAINT = """(() => {
  const channel = (c) => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3) return c;
    }
    return [255, 255, 255];
  };
  const faint = [], look = (e, color, words) => {
    const [a, b] = [light(parse(color)), light(behind(e))].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) faint.push(words.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
  };
  for (const e of document.querySelectorAll('body *')) {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        || e.closest('noscript, option')) continue;
    const words = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('');
    if (words.trim()) look(e, getComputedStyle(e).color, words);
    if (e.placeholder) look(e, getComputedStyle(e, '::placeholder').color, e.placeholder);
  }
  return faint;
})()"""


def contrast(browser, base):
    pages = {
        "empty": "", "with a route": STOPS,
        "with a refusal": STOPS + "&by=truck&height=4&width=2.55&weight=40&axle_load=11.5&avoid=toll",
        "with faults": STOPS + "&by=truck&height=99",
    }
    for dark in (False, True):
        browser.size(1280, 800, dark=dark)
        for name, page in pages.items():
            browser.open(base + page)
            if page:
                browser.answered()
            faint = browser.run(FAINT)
            check(f"the {'dark' if dark else 'light'} page {name} has no faint words", faint == [], str(faint))
    browser.size(1280, 800)
