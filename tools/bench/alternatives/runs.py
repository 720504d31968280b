"""Asks the engines and prints the tables."""
import math
import statistics

from guidance import extracts
from guidance.figures import table
from .engines import Mapc, MapcTruck, Osrm, Valhalla
from .judge import verdicts

ENGINES = {"osrm": Osrm, "valhalla": Valhalla, "mapc": Mapc, "mapc-truck": MapcTruck}


def _percentile(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else float("nan")


def _mean(values):
    return statistics.fmean(values) if values else float("nan")


def row(engine, pairs, o):
    """One engine on the pairs of an extract."""
    asked, single, several, found = 0, [], [], []
    for pair in pairs:
        routes = engine.asked(pair, o.count)
        if not routes:
            continue
        asked += 1
        found.append(verdicts(engine, routes) if o.judge else [None] * (len(routes) - 1))
    for pair in pairs:
        single.append(min(engine.timed(pair, 0) for _ in range(2)))
        several.append(min(engine.timed(pair, o.count) for _ in range(2)))
    good = [[v for v in verdict if v.reasonable] if o.judge else verdict for verdict in found]
    every = [v for verdict in found for v in verdict if v]
    pieces = sum(v.pieces for v in every)

    def share(part, of):
        return f"{100 * part / of:.1f}" if of else "–"
    return [
        engine.name, asked, share(sum(len(v) >= 1 for v in found), asked), share(sum(len(v) >= 2 for v in found), asked),
        share(sum(len(v) >= 1 for v in good), asked), share(sum(len(v) >= 2 for v in good), asked),
        f"{_mean([v.stretch for v in every]):.3f}", f"{_mean([v.sharing for v in every]):.2f}",
        share(sum(not v.detours for v in every), len(every)), share(sum(v.reasonable for v in every), len(every)),
        share(sum(v.unsure for v in every), pieces),
        f"{_percentile(single, 0.5):.2f}", f"{_percentile(several, 0.5):.2f}", f"{_percentile(several, 0.95):.2f}",
        f"{_percentile(several, 0.5) / _percentile(single, 0.5):.1f}"]


HEAD = ["engine", "pairs", "first %", "second %", "first, reasonable", "second, reasonable", "stretch", "sharing",
        "locally optimal %", "reasonable %", "unsure pieces %", "ms, one", "ms, all", "p95", "ratio"]


def compare(o):
    # Trips of all lengths.
    extracts.SHORTEST, extracts.LONGEST, extracts.PAIRS = 500.0, math.inf, o.pairs
    for name in o.extracts:
        extract = extracts.Extract(name, o.work, f"all-{o.pairs}-{o.seed}")
        rows = []
        for key in o.engines:
            engine = ENGINES[key](extract)
            engine.open()
            rows.append(row(engine, extract.pairs()[:o.pairs], o))
            engine.close()
        print(f"\n{name}\n")
        print(table(HEAD, rows), flush=True)
