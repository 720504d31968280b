"""A parser of answers after the published model of Ferrostar (common/ferrostar/src/routing_adapters/osrm/models.rs).

What is required there is required here, with its type: a value that Rust's `u16` or an enumeration does not take is a
fault, since it ends the parser there.
"""
TYPES = {"turn", "new name", "depart", "arrive", "merge", "on ramp", "off ramp", "fork", "end of road", "continue",
         "roundabout", "rotary", "roundabout turn", "notification", "exit roundabout", "exit rotary"}
MODIFIERS = {"uturn", "sharp right", "right", "slight right", "straight", "slight left", "left", "sharp left"}


def f64(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def usize(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def u16(value):
    return usize(value) and value < 65536


def string(value):
    return isinstance(value, str)


def boolean(value):
    return isinstance(value, bool)


def coordinate(value):
    return isinstance(value, list) and len(value) == 2 and all(f64(each) for each in value)


def word(words):
    return lambda value: value in words


class Vec:
    """A list of values of one kind."""

    def __init__(self, item):
        self.item = item


class Struct:
    """An object: required members, and members that may be missing, by name."""

    def __init__(self, required, optional=None):
        self.required, self.optional = required, optional or {}


CONTENT = Struct({"text": string}, {
    "type": word(TYPES), "modifier": word(MODIFIERS), "degrees": u16,
    "components": Vec(Struct({}, {"text": string, "type": string, "active": boolean, "directions": Vec(string),
                                  "active_direction": string}))})
BANNER = Struct({"distanceAlongGeometry": f64, "primary": CONTENT}, {"secondary": CONTENT, "sub": CONTENT})
VOICE = Struct({"announcement": string, "distanceAlongGeometry": f64}, {"ssmlAnnouncement": string})
MANEUVER = Struct({"location": coordinate, "bearing_before": u16, "bearing_after": u16, "type": string},
                  {"modifier": string, "instruction": string})
LANE = Struct({"indications": Vec(string), "valid": boolean})
INTERSECTION = Struct({"location": coordinate, "bearings": Vec(u16), "entry": Vec(boolean)},
                      {"classes": Vec(string), "in": usize, "out": usize, "lanes": Vec(LANE)})
STEP = Struct(
    {"distance": f64, "duration": f64, "geometry": string, "maneuver": MANEUVER, "intersections": Vec(INTERSECTION)},
    {"name": string, "ref": string, "pronunciation": string, "mode": string, "exits": string, "driving_side": string,
     "bannerInstructions": Vec(BANNER), "voiceInstructions": Vec(VOICE)})
ANNOTATION = Struct({"duration": Vec(f64), "distance": Vec(f64)}, {"speed": Vec(f64)})
LEG = Struct({"duration": f64, "distance": f64, "steps": Vec(STEP)}, {"annotation": ANNOTATION})
ROUTE = Struct({"duration": f64, "distance": f64, "geometry": string, "legs": Vec(LEG)})
WAYPOINT = Struct({"location": coordinate}, {"name": string, "distance": f64})
RESPONSE = Struct({"code": string, "routes": Vec(ROUTE), "waypoints": Vec(WAYPOINT)})


def faults(value, kind=RESPONSE, path="answer"):
    """Where the parser would end, in words."""
    if isinstance(kind, Vec):
        if not isinstance(value, list):
            yield f"Ferrostar: {path} is no list"
            return
        for index, item in enumerate(value):
            yield from faults(item, kind.item, f"{path}[{index}]")
    elif isinstance(kind, Struct):
        if not isinstance(value, dict):
            yield f"Ferrostar: {path} is no object"
            return
        for name, member in kind.required.items():
            if name not in value:
                yield f"Ferrostar: {path} has no {name}"
            else:
                yield from faults(value[name], member, f"{path}.{name}")
        for name, member in kind.optional.items():
            if value.get(name) is not None:
                yield from faults(value[name], member, f"{path}.{name}")
    elif not kind(value):
        yield f"Ferrostar: {path} is {value!r:.60}"
