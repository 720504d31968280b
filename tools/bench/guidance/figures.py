"""Counts of what is equal, and the tables made of them."""
from collections import Counter

from . import alignment
from .alignment import is_end, kind, modifier

COLUMNS = ("pairs", "same path %", "theirs", "ours", "equal %", "ends apart %", "inner %", "theirs equal %",
           "missing %", "extra %", "type %", "modifier %", "exit %", "place %", "moved %", "names %")


def label(step):
    return f"{kind(step)} {modifier(step) or '-'}" if step else "none"


def label_of(place, theirs, ours):
    """The class of a disagreement."""
    a = theirs[place.theirs] if place.theirs is not None else None
    b = ours[place.ours] if place.ours is not None else None
    note = {"exit": " (other exit)", "place": " (moved)"}.get(place.verdict, "")
    return f"{label(a)} -> {label(b)}{note}"


class Figures:
    """Sums over routes on the same path."""

    def __init__(self):
        self.asked = self.same = 0
        self.count, self.classes = Counter(), Counter()

    def add(self, theirs, ours, places):
        """Counts the places of one pair."""
        c = self.count
        c["theirs"] += len(theirs)
        c["ours"] += len(ours)
        for place in places:
            a = theirs[place.theirs] if place.theirs is not None else None
            b = ours[place.ours] if place.ours is not None else None
            c["places"] += 1
            c[place.verdict] += 1
            c["moved"] += a is not None and b is not None and abs(place.moved) > alignment.NEAR
            if is_end(a or b):
                # Depart and arrive without their modifiers: the side of the road where one starts.
                c["loose"] += a is not None and b is not None
            else:
                c["inner places"] += 1
                c["inner equal"] += place.verdict == "equal"
                c["loose"] += place.verdict == "equal"
            if place.verdict == "equal":
                c["names"] += a.get("name", "") == b.get("name", "")
            else:
                self.classes[label_of(place, theirs, ours)] += 1

    def join(self, other):
        self.asked += other.asked
        self.same += other.same
        self.count += other.count
        self.classes += other.classes

    def row(self):
        c = self.count

        def share(what, of):
            return f"{100 * c[what] / c[of]:.1f}" if c[of] else "-"

        same = f"{100 * self.same / self.asked:.1f}" if self.asked else "-"
        return [str(self.same), same, str(c["theirs"]), str(c["ours"]), share("equal", "places"),
                share("loose", "places"), share("inner equal", "inner places"),
                share("equal", "theirs"), share("missing", "theirs"), share("extra", "ours"),
                *(share(what, "places") for what in ("type", "modifier", "exit", "place", "moved")),
                share("names", "equal")]


def table(head, rows):
    """A table in Markdown whose columns are aligned."""
    widths = [max(len(str(row[n])) for row in [head, *rows]) for n in range(len(head))]
    lines = [head, ["-" * w for w in widths], *rows]
    return "\n".join("| " + " | ".join(str(x).ljust(w) if n == 0 else str(x).rjust(w)
                                       for n, (x, w) in enumerate(zip(line, widths))) + " |" for line in lines)


def shares(figures):
    """The table of shares by extract, and over all; figures by name."""
    total = Figures()
    for one in figures.values():
        total.join(one)
    rows = [[name, *one.row()] for name, one in figures.items()]
    return table(["extract", *COLUMNS], rows + [["all", *total.row()]] * (len(rows) > 1)), total


def classes(total, most, at):
    """The most frequent classes of disagreement, and their shares; `at` has the locations of each."""
    every, rows, sum_ = sum(total.classes.values()), [], 0
    for name, count in total.classes.most_common(most):
        sum_ += count
        rows.append([name, count, len(at[name]), f"{100 * count / every:.1f}", f"{100 * sum_ / every:.1f}",
                     f"{100 * count / total.count['places']:.2f}"])
    return table(["theirs -> ours", "count", "locations", "% of them", "together %", "% of places"], rows)
