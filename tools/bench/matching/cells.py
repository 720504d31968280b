"""Cells of noise and interval: drives exactly at the speeds that the router expects, with white or drifting noise.

A drive's mismatch is that of `scoring`, but a place counts once however often a line passes it.
"""
import json
import math
import random

from . import drives, engines, geometry, maps, peers, tables

CELLS = "5/1,5/5,5/15,5/30,5/60,10/1,10/5,10/15,10/30,10/60,20/1,20/5,20/15,20/30,20/60,40/1,40/5,40/15,40/30,40/60"


class Drive:
    """A true route: its line, and where one is on it at which time."""
    LEAD = 150.0

    def __init__(self, section):
        line = geometry.decode(section["polyline6"])
        self.plane = geometry.Plane(line[0])
        self.line = [self.plane.xy(p) for p in line]
        self.walked = geometry.walked(self.line)
        clock, self.clock = 0.0, [(0.0, 0.0)]
        for edge in section["edges"]:
            clock += edge["turn_s"]
            if edge["turn_s"]:
                self.clock.append((clock, self.clock[-1][1]))
            clock += edge["duration_s"]
            self.clock.append((clock, self.walked[edge["points"][1]]))
        self.length = self.walked[-1]
        self.cover = geometry.Cover([self.line])

    def metres(self, clock):
        for (a, m), (b, n) in zip(self.clock, self.clock[1:]):
            if clock <= b:
                return m + (n - m) * (clock - a) / (b - a) if b > a else n
        return self.length

    def trace(self, noise, every, o, seed):
        """Fixes (lat, lon, seconds), and the true metres of the first and the last."""
        rng = random.Random(seed)
        clock, fixes, ends, nx, ny = 0.0, [], [], rng.gauss(0, noise), rng.gauss(0, noise)
        while self.metres(clock) < self.LEAD:
            clock += 1
        keep = math.exp(-every / o.drift) if o.drift else 0.0
        dark = -1.0
        while self.metres(clock) <= self.length - self.LEAD:
            metres = self.metres(clock)
            x, y = geometry.place(self.line, self.walked, metres)
            if o.drift:
                spread = noise * math.sqrt(1 - keep * keep)
                nx, ny = keep * nx + rng.gauss(0, spread), keep * ny + rng.gauss(0, spread)
            else:
                nx, ny = rng.gauss(0, noise), rng.gauss(0, noise)
            ox, oy = nx, ny
            if rng.random() < o.outliers:
                turn = rng.random() * 2 * math.pi
                ox, oy = ox + 150 * math.cos(turn), oy + 150 * math.sin(turn)
            if o.tunnels and metres > dark + 1500 and rng.random() < o.tunnels:
                dark = metres + 400
            if metres > dark or not fixes:
                fixes.append((*self.plane.place(x + ox, y + oy), round(clock, 1)))
                ends.append(metres)
            clock += every
        return fixes, ends

    def mismatch(self, lines, start, end, noise):
        """Wrongly added plus wrongly missed length over true length; lines are lists of (lat, lon)."""
        own = [[self.plane.xy(p) for p in line] for line in lines]
        cover = geometry.Cover(own)
        low, high = start + 3 * noise, end - 3 * noise
        true = [s for s in geometry.samples(self.line) if low <= s[4] <= high]
        missed = sum(not cover.has(*s[:4]) for s in true)
        added = sum(not self.cover.has(*s[:4]) for line in own for s in geometry.samples(line))
        return (missed + added) / max(len(true), 1)


def routes(name, count, seed):
    """Random car routes of 2 to 15 km."""
    pairs = maps.pairs(name)
    random.Random(seed).shuffle(pairs)
    found = []
    for pair in pairs:
        a, b, c, d = (float(x) for x in pair)
        section = (drives.route(name, [(a, b), (c, d)], through=False) or [None])[0]
        if section and 2_000 <= section["length_m"] <= 15_000:
            found.append(Drive(section))
        if len(found) == count:
            break
    return found


class Extract:
    """What engines open: the map of an extract as it is."""

    def __init__(self, name):
        self.name, self.map = name, name

    def build(self, engine):
        return maps.build(engine, self.name)


def label(o, cell):
    """A cell's name among the peers' settings."""
    return f"cells {cell[0]:g}/{cell[1]:g}" + (" drifting" if o.drift else "")


def key(o, engine, setting, name, cell, seed):
    run = f"drift {o.drift:g} outliers {o.outliers:g} tunnels {o.tunnels:g}"
    return f"{engine.name} {setting} {name} {cell[0]:g}/{cell[1]:g} routes {o.routes} seed {seed} {run}"


def batches(o, cells):
    """The traces of a run, one cell of an extract and seed at a time: (extract, seed, cell, traces)."""
    for name in (o.extracts or "monaco-osrm,aachen,porto_portugal,heidelberg,kbh-copenhagen").split(","):
        extract = Extract(name)
        for seed in o.seeds:
            true = routes(name, o.routes, seed)
            for cell in cells:
                made = [(d, *d.trace(*cell, o, f"{seed}/{name}/{cell}/{k}")) for k, d in enumerate(true)]
                yield extract, seed, cell, [{"locations": fixes, "noise": cell[0], "drive": drive, "ends": ends}
                                            for drive, fixes, ends in made if len(fixes) >= 3]


def shares(traces, answers):
    return [t["drive"].mismatch(a.lines, t["ends"][0], t["ends"][-1], t["noise"]) for t, a in zip(traces, answers)]


def tune_peers(o):
    """Matches all traces with all settings of the peers, and writes down the best of each cell."""
    figures, live = peers.Figures(), {}
    for extract, _, cell, traces in batches(o, chosen(o)):
        for engine in peers.PEERS:
            matcher = peers.opened(live, engine, extract)
            for setting in engine.SETTINGS:
                figures.add(engine, label(o, cell), setting, shares(traces, matcher.match(traces, setting)[0]))
    figures.write()


def chosen(o):
    return [tuple(float(x) for x in cell.split("/")) for cell in (o.cells or CELLS).split(",")]


def run(o, kept):
    """Compares in all cells, and prints the table."""
    names = [engines.Mapc] + ([] if o.no_peers else list(peers.PEERS))
    sums, worst, live, best = {}, [], {}, peers.best_settings()
    for extract, seed, cell, traces in batches(o, chosen(o)):
        for engine in names:
            setting = best.get(engine.name, {}).get(label(o, cell), peers.DEFAULT)
            own = key(o, engine, setting, extract.name, cell, seed)
            figures = kept.get(own) if engine.name != "mapc" else None
            if not figures:
                answers, seconds = peers.opened(live, engine, extract).match(traces, setting)
                figures = {"shares": shares(traces, answers), "seconds": seconds}
                kept.add(own, engine, figures)
            total = sums.setdefault((cell, engine.name), tables.Sum())
            total.add(figures["shares"], figures["seconds"], sum(len(t["locations"]) for t in traces))
            if engine.name == "mapc":
                worst += [(share, extract.name, seed, cell, t) for share, t in zip(figures["shares"], traces)]
        kept.save()
    head = ["noise m", "every s"] + [e.name + " % ±" for e in names] + [e.name + " fixes/s" for e in names]
    rows = []
    for cell in chosen(o):
        got = [sums[cell, e.name] for e in names]
        rows.append([f"{cell[0]:.0f}", f"{cell[1]:.0f}"] + [tables.mean(g.scores) for g in got]
                    + [g.rate() for g in got])
    print("\n".join(tables.table(head, rows, o.markdown)))
    for share, name, seed, cell, t in sorted(worst, key=lambda w: -w[0])[:o.worst]:
        print(f"{share:.3f} {name} seed {seed} {cell}: {json.dumps({'locations': t['locations']})[:160]}")
