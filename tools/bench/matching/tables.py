"""Sums of scores, and the tables of a run."""
import math


class Sum:
    """What an engine did in a cell."""

    def __init__(self):
        self.scores, self.seconds, self.fixes = [], 0.0, 0

    def add(self, scores, seconds, fixes):
        self.scores += scores
        self.seconds += seconds
        self.fixes += fixes

    def merge(self, other):
        self.add(other.scores, other.seconds, other.fixes)

    def mean(self):
        """The mean mismatch in %, and its standard error."""
        return mean([s.share for s in self.scores])

    def part(self, field):
        """The mean share of missed or added length in %."""
        return f"{100 * sum(getattr(s, field) / max(s.true, 5) for s in self.scores) / max(len(self.scores), 1):.2f}"

    def loops(self):
        """Loops on 100 km."""
        return f"{1e5 * sum(s.loops for s in self.scores) / max(sum(s.true for s in self.scores), 1):.1f}"

    def too_far(self):
        """Metres on a kilometre that go farther than the car did."""
        return f"{1e3 * sum(s.too_far for s in self.scores) / max(sum(s.true for s in self.scores), 1):.1f}"

    def rate(self):
        return f"{self.fixes / self.seconds:.0f}" if self.seconds else "-"


def mean(shares):
    count = len(shares)
    middle = sum(shares) / max(count, 1)
    square = sum((share - middle) ** 2 for share in shares) / max(count - 1, 1)
    return f"{100 * middle:.2f} ±{100 * math.sqrt(square / max(count, 1)):.2f}"


def table(head, rows, markdown):
    """The lines of a table."""
    if not markdown:
        return ["\t".join(row) for row in [head] + rows]
    return ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head)] + rows]


def classes(sums, engines, markdown):
    """The tables of a run over classes; sums by (class, interval, added noise, engine)."""
    cells = list(dict.fromkeys(key[:3] for key in sums))
    names = [e for e in engines if any(key[3] == e for key in sums)]
    head = ["class", "every s", "+ noise m", "traces"] + [f"{e} {what}" for e in names
                                                          for what in ("% ±", "added", "missed")]
    rows, rates = [], []
    for cell in cells + [(kind, "all", "all") for kind in dict.fromkeys(c[0] for c in cells)]:
        own = [sums_of(sums, cell, name) for name in names]
        label = [cell[0], "mixed" if cell[1] == 0 else str(cell[1]), str(cell[2])]
        rows.append(label + [str(max(len(s.scores) for s in own))]
                    + [x for s in own for x in (s.mean(), s.part("added"), s.part("missed"))])
        rates.append(label + [x for s in own for x in (s.loops(), s.too_far(), s.rate())])
    second = ["class", "every s", "+ noise m"] + [f"{e} {what}" for e in names
                                                  for what in ("loops/100 km", "too far m/km", "fixes/s")]
    return table(head, rows, markdown) + [""] + table(second, rates, markdown)


def sums_of(sums, cell, engine):
    """The sum of a cell, or of all cells of a class."""
    total = Sum()
    for key, value in sums.items():
        if key[3] == engine and key[0] == cell[0] and cell[1] in ("all", key[1]) and cell[2] in ("all", key[2]):
            total.merge(value)
    return total
