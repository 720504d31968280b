"""The comparison: pairs are asked until enough are driven along the same path."""
from statistics import median
import time

from . import alignment, engines, figures
from .disagreements import Disagreement, changes, show
from .extracts import Extract
from .lanes import COLUMNS, Lanes


class Comparison:
    """What one engine's steps are beside another's, by extract."""

    def __init__(self, theirs, ours):
        self.theirs, self.ours, self.figures, self.found, self.lanes = theirs, ours, {}, [], {}

    def add(self, extract, number, pair, theirs, ours):
        one = self.figures.setdefault(extract.name, figures.Figures())
        one.asked += 1
        if not alignment.same_path(theirs, ours):
            return
        one.same += 1
        self.lanes.setdefault(extract.name, Lanes()).add(theirs, ours)
        places = alignment.align(theirs["steps"], ours["steps"])
        one.add(theirs["steps"], ours["steps"], places)
        self.found += [Disagreement(extract, number, pair, theirs, ours, p) for p in places if p.verdict != "equal"]

    def print(self, most):
        table, total = figures.shares(self.figures)
        print(f"\nTheirs {self.theirs}, ours {self.ours}:\n\n{table}\n")
        if self.ours == "mapc" and self.theirs == "OSRM":
            rows = [[name, *lanes.row()] for name, lanes in self.lanes.items()]
            print(figures.table(["Lanes", *COLUMNS], rows) + "\n")
        if most:
            at = {}
            for d in self.found:
                at.setdefault(d.label, set()).add(d.location)
            print(figures.classes(total, most, at) + "\n")


def compare(o):
    main, others = Comparison("OSRM", "mapc"), []
    if "valhalla" in o.peers:
        others = [Comparison("Valhalla", "mapc"), Comparison("OSRM", "Valhalla")]
    for name in o.extracts:
        extract = Extract(name, o.work, o.seed)
        osrm, valhalla, mapc = engines.Osrm(extract), engines.Valhalla(extract), engines.Mapc(extract)
        try:
            ask(o, extract, osrm, valhalla if others else None, mapc, main, others)
        finally:
            for engine in osrm, valhalla, mapc:
                engine.close()
    for comparison in [*others[::-1], main]:
        comparison.print(o.classes if comparison is main else 0)
    if o.since:
        changes(main.found, o.since, o.classes)
    if o.disagreements:
        with open(o.disagreements, "w") as f:
            f.writelines(d.json() + "\n" for d in main.found)
    if o.klass:
        show(main.found, o.klass, o.show, o.around, o.seed)


def ask(o, extract, osrm, valhalla, mapc, main, others):
    """Asks the engines about pairs of an extract, in batches."""
    one = main.figures.setdefault(extract.name, figures.Figures())
    pairs, count = extract.pairs(), engines.Kept.COUNT
    for batch in range(len(pairs) // count):
        theirs = engines.Kept(osrm).batch(batch)
        second = engines.Kept(valhalla).batch(batch) if valhalla else [None] * count
        for n, (pair, a, v) in enumerate(zip(pairs[batch * count:], theirs, second), batch * count):
            if one.same >= o.same:
                return
            b = mapc.route(pair)
            if a and b:
                main.add(extract, n, pair, a, b)
            if v and b:
                others[0].add(extract, n, pair, v, b)
            if a and v:
                others[1].add(extract, n, pair, a, v)


def speed(o):
    """Medians of the times over HTTP of the same requests with steps and without."""
    rows = []
    for name in o.extracts:
        extract = Extract(name, o.work, o.seed)
        services, times = [engines.Osrm(extract), engines.Mapc(extract)], {}
        try:
            for turn in range(4):
                for n, pair in enumerate(extract.pairs()[:250]):
                    for service in services:
                        for steps in "false", "true":
                            service.get(pair, f"steps={steps}&overview=false") if turn == 0 and n == 0 else None
                            start = time.perf_counter()
                            service.get(pair, f"steps={steps}&overview=false")
                            # The first round warms up.
                            if turn:
                                times.setdefault((service.name, steps, n), []).append(time.perf_counter() - start)
        finally:
            for service in services:
                service.close()
        cells = [median(1000 * min(v) for (s, t, _), v in times.items() if (s, t) == (service.name, steps))
                 for service in services for steps in ("false", "true")]
        rows.append([name, *(f"{x:.3f}" for x in cells[:2]), f"{cells[1] / cells[0]:.2f}",
                     *(f"{x:.3f}" for x in cells[2:]), f"{cells[3] / cells[2]:.2f}", f"{cells[2] / cells[0]:.2f}",
                     f"{cells[3] / cells[1]:.2f}"])
    print(figures.table(["extract", "OSRM ms", "with steps", "ratio", "mapc ms", "with steps", "ratio",
                         "mapc / OSRM", "with steps"], rows))
