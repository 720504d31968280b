"""Runs over classes of drives: matching beside peers, keeping traces in a folder, and scoring a matcher on them."""
import hashlib
import json
import os
import shutil

from . import classes, engines, maps, peers, scoring, tables


def intervals(kind, wanted):
    """The intervals of a class; traces of mixed intervals have 0 for it."""
    return (0,) if kind == "mixed" else wanted


def batches(o):
    """The traces of a run by class, extract and seed, one cell at a time: (group, interval, added noise, traces)."""
    for kind in o.classes:
        for seed in o.seeds:
            for name, other in classes.extracts(kind, (o.extracts or "heidelberg,porto_portugal").split(",")):
                # There are four pairs of years for the two extracts of other classes.
                group = classes.Group(kind, name, other, max(o.routes // (2 if other else 1), 1), seed)
                for every in intervals(kind, o.intervals):
                    for added in o.noise:
                        traces = group.traces(every, added)
                        if traces:
                            yield group, every, added, traces


def key(engine, setting, traces):
    """What the figures of a peer are kept by: the traces themselves, so that other ones never take them."""
    digest = hashlib.sha1(json.dumps(traces, sort_keys=True).encode()).hexdigest()[:16]
    first = traces[0]
    return (f"{engine.name} {setting} {first['class']} {first['extract']} {first['every']}+{first['added']} "
            f"seed {first['seed']} {digest}")


def compare(o, kept):
    """Matches all traces with all engines, and prints the tables."""
    names = [engines.Mapc] + ([] if o.no_peers else list(peers.PEERS))
    sums, worst, live, best = {}, [], {}, peers.best_settings()
    for group, every, added, traces in batches(o):
        truths = None
        for engine in names:
            setting = best.get(engine.name, {}).get(peers.cell_name(group.kind, every, added), peers.DEFAULT)
            own = key(engine, setting, traces)
            figures = kept.get(own) if engine.name != "mapc" else None
            if not figures:
                truths = truths or [scoring.Truth(t) for t in traces]
                matcher = peers.opened(live, engine, group)
                answers, seconds = matcher.match(traces, setting)
                figures = {"scores": [t.score(a) for t, a in zip(truths, answers)], "seconds": seconds}
                kept.add(own, engine, figures)
            scores = [scoring.Score(*s) for s in figures["scores"]]
            cell = (group.kind, every, added, engine.name)
            sums.setdefault(cell, tables.Sum()).add(scores, figures["seconds"], sum(len(t["clock"]) for t in traces))
            if engine.name == "mapc":
                worst += list(zip(scores, traces, answers))
        kept.save()
    print("\n".join(tables.classes(sums, [e.name for e in names], o.markdown)))
    print_worst(worst, o.worst)


def tune_peers(o):
    """Matches all traces with all settings of the peers, and writes down the best of each cell."""
    figures, live = peers.Figures(), {}
    for group, every, added, traces in batches(o):
        truths = [scoring.Truth(t) for t in traces]
        for engine in peers.PEERS:
            matcher = peers.opened(live, engine, group)
            for setting in engine.SETTINGS:
                answers, _ = matcher.match(traces, setting)
                figures.add(engine, peers.cell_name(group.kind, every, added), setting,
                            [t.score(a).share for t, a in zip(truths, answers)])
    figures.write()


def print_worst(worst, count):
    """The worst traces, and where in them the three longest stretches are that were added or missed."""
    for score, t, answer in sorted(worst, key=lambda w: -w[0].share)[:count]:
        print(f"{100 * score.share:.1f} % (added {score.added:.0f} m, missed {score.missed:.0f} of {score.true:.0f}) "
              f"{t['class']} {t['extract']} seed {t['seed']} drive {t['drive']} every {t['every']} + {t['added']}, "
              f"map {t['map']}")
        for metres, what, (lat, lon) in scoring.Truth(t).stretches(answer)[:3]:
            print(f"    {what} {metres:.0f} m from {lat:.5f},{lon:.5f}")


def keep(o):
    """Writes traces, truths and mapc's maps into a folder."""
    os.makedirs(os.path.join(o.keep, "maps"), exist_ok=True)
    count = 0
    with open(os.path.join(o.keep, "traces.jsonl"), "w") as f:
        for group, _, _, traces in batches(o):
            own = group.map.replace(os.sep, "-") + ".nav"
            target = os.path.join(o.keep, "maps", own)
            if not os.path.exists(target):
                shutil.copy(os.path.join(group.build("mapc"), "map.nav"), target)
            for trace in traces:
                f.write(json.dumps({**trace, "map": own}) + "\n")
            count += len(traces)
    print(f"{count} traces in {o.keep}/traces.jsonl")


def score(o):
    """Scores a command on the traces of a folder; the command is called like `mapc match`."""
    with open(os.path.join(o.score, "traces.jsonl")) as f:
        traces = [t for t in map(json.loads, f) if chosen(o, t)]
    sums, worst = {}, []
    for cell in dict.fromkeys((t["class"], t["every"], t["added"], t["map"]) for t in traces):
        own = [t for t in traces if (t["class"], t["every"], t["added"], t["map"]) == cell]
        matcher = engines.Mapc(o.extra or [maps.MAPC, "match"])
        matcher.map = os.path.join(o.score, "maps", cell[3])
        answers, seconds = matcher.match(own)
        scores = [scoring.Truth(t).score(a) for t, a in zip(own, answers)]
        sums.setdefault((*cell[:3], "mapc"), tables.Sum()).add(scores, seconds, sum(len(t["clock"]) for t in own))
        worst += list(zip(scores, own, answers))
    print("\n".join(tables.classes(sums, ["mapc"], o.markdown)))
    print_worst(worst, o.worst)


def chosen(o, trace):
    """Whether the options of a run choose a kept trace."""
    return (trace["class"] in o.classes and trace["added"] in o.noise
            and (trace["every"] in o.intervals or trace["class"] == "mixed"))
