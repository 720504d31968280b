"""Disagreements as JSON, and examples of a class in words."""
from collections import Counter
import json
import random
from fnmatch import fnmatchcase

from . import figures
from .surroundings import Drawing, turn, words


def angle(step):
    m = step["maneuver"]
    return turn(m["bearing_before"], m["bearing_after"])


def summary(step):
    """What a step is, with the junction where it begins."""
    if step is None:
        return None
    m = step["maneuver"]
    found = {"type": m["type"], "modifier": m.get("modifier"), "exit": m.get("exit"), "angle": angle(step)}
    found.update((k, step[k]) for k in ("name", "ref", "rotary_name", "destinations", "exits", "mode") if k in step)
    found["intersection"] = {k: v for k, v in step["intersections"][0].items() if k != "location"}
    return found


class Disagreement:
    def __init__(self, extract, number, pair, theirs, ours, place):
        self.extract, self.number, self.pair, self.place = extract, number, pair, place
        self.theirs, self.ours = theirs, ours
        self.label = figures.label_of(place, theirs["steps"], ours["steps"])
        self.step = theirs["steps"][place.theirs] if place.theirs is not None else ours["steps"][place.ours]

    @property
    def location(self):
        lon, lat = self.step["maneuver"]["location"]
        return lat, lon

    def around(self, route, own):
        """The steps of a route before, at and after the place."""
        steps = route["steps"]
        if own is not None:
            return steps[own - 1] if own else None, steps[own], steps[own + 1] if own + 1 < len(steps) else None
        after = next((n for n, s in enumerate(steps) if s["along"] > self.step["along"]), len(steps) - 1)
        return steps[max(after - 1, 0)], None, steps[after]

    def json(self):
        record = {"extract": self.extract.name, "pair": self.number, "from": self.pair[:2], "to": self.pair[2:],
                  "class": self.label, "place": self.location, "along": round(self.step["along"], 1)}
        for name, route, own in ("osrm", self.theirs, self.place.theirs), ("mapc", self.ours, self.place.ours):
            before, here, after = self.around(route, own)
            record[name] = summary(here)
            for side, step in ("before", before), ("after", after):
                record[f"{name}_{side}"] = step and dict(
                    summary(step), metres=round(abs(step["along"] - self.step["along"]), 1))
        return json.dumps(record, ensure_ascii=False)

    def print(self, number, drawing):
        lat, lon = self.location
        print(f"\n{number}. {self.label}   {self.extract.name} pair {self.number}   {lat},{lon}"
              f"   https://www.openstreetmap.org/#map=19/{lat}/{lon}")
        for name, route, own in ("OSRM", self.theirs, self.place.theirs), ("mapc", self.ours, self.place.ours):
            before, here, after = self.around(route, own)

            def far(step):
                return f"{figures.label(step)} {abs(step['along'] - self.step['along']):.0f} m" if step else "-"

            def called(step):
                return words(step, ("name", "ref")) if step else "-"

            what = "none" if here is None else figures.label(here) + f" {angle(here):+d}°" + \
                f" exit {here['maneuver'].get('exit')}" * ("exit" in here["maneuver"])
            names = called(before) + (f" -> {called(here)}" if here else "")
            if here and "destinations" in here:
                names += f" towards {here['destinations']}"
            print(f"  {name}  {what}   {names}   | before: {far(before)}   after: {far(after)}")
        print("\n".join(drawing.draw(self.theirs, self.ours, self.place)))


def changes(found, path, most):
    """Prints the classes that are more or less frequent than in an earlier file, the most changed first.

    Extracts that this run did not ask are left out. The pairs that are driven alike may be others than before.
    """
    extracts = {d.extract.name for d in found}
    now = Counter(d.label for d in found)
    with open(path) as f:
        records = [json.loads(line) for line in f]
    before = Counter(r["class"] for r in records if r["extract"] in extracts)
    rows = [[label, before[label], now[label], f"{now[label] - before[label]:+d}"] for label in before | now]
    rows = sorted((r for r in rows if r[1] != r[2]), key=lambda r: (-abs(r[1] - r[2]), r[0]))[:most]
    rows.append(["all", before.total(), now.total(), f"{now.total() - before.total():+d}"])
    print(figures.table(["theirs -> ours", "before", "now", "change"], rows) + "\n")


def show(found, pattern, count, reach, seed):
    """Examples of the classes that fit a pattern, each of another place, and drawn at random."""
    fitting, places = [d for d in found if fnmatchcase(d.label, pattern)], set()
    print(f'\n"{pattern}": {len(fitting)} times at {len({d.location for d in fitting})} places')
    random.Random(seed).shuffle(fitting)
    drawings, number = {}, 0
    for d in fitting:
        if d.location in places or number == count:
            continue
        places.add(d.location)
        number += 1
        if d.extract.name not in drawings:
            drawings[d.extract.name] = Drawing(d.extract, reach)
        d.print(number, drawings[d.extract.name])
