"""Checks that what is told and shown lies where it should."""

# Lengths are written to a decimetre.
ROUNDING = 0.11


def faults(answer, expects_words, joins):
    """What is wrong with an answer, in words.

    `expects_words`: whether sentences and banners were asked for; `joins`: whether leaving a roundabout is no step.
    """
    if expects_words != ("uuid" in answer):
        yield "uuid: " + str(answer.get("uuid"))
    for route in answer["routes"]:
        if expects_words != ("voiceLocale" in route):
            yield "voiceLocale: " + str(route.get("voiceLocale"))
        for leg in route["legs"]:
            for step in leg["steps"]:
                yield from _step(step, expects_words)
            # A trip that begins on the ring has to leave it.
            if joins and any(step["maneuver"]["type"].startswith("exit ") for step in leg["steps"][2:]):
                yield "a step leaves a roundabout"
            yield from _leg(leg)


def _leg(leg):
    steps, length = leg["steps"], line_length(leg["steps"])
    if abs(sum(step["distance"] for step in steps) - leg["distance"]) > 0.1 + ROUNDING * len(steps):
        yield "the steps are not as long as their leg"
    last = -1
    for step in steps:
        for place in step["intersections"]:
            index = place.get("geometry_index", last)
            if index < last or index >= length:
                yield f"geometry_index {index} after {last}, of {length} points"
            last = index


def line_length(steps):
    """Points of the leg's line: steps share their ends; the arrival is a point twice."""
    return 1 + sum(points(step["geometry"]) - 1 for step in steps[:-1])


def points(text):
    """Points of an encoded line: two numbers each."""
    return sum(ord(letter) - 63 < 32 for letter in text) // 2


def _step(step, expects_words):
    is_last = step["maneuver"]["type"] == "arrive"
    for name in ("voiceInstructions", "bannerInstructions"):
        if expects_words != (name in step):
            yield f"{name} {'missing' if expects_words else 'not asked for'}"
            continue
        told = step.get(name, [])
        distances = [each["distanceAlongGeometry"] for each in told]
        if distances != sorted(distances, reverse=True):
            yield f"{name} do not come nearer: {distances}"
        if any(not 0 <= each <= step["distance"] + ROUNDING for each in distances):
            yield f"{name} at {distances} on a step of {step['distance']} m"
        if is_last and told:
            yield f"an arrival has {name}"
    banners = step.get("bannerInstructions", [])
    if banners and banners[0]["distanceAlongGeometry"] < step["distance"] - ROUNDING:
        yield "the first banner does not begin with its step"
    if expects_words and not is_last and not banners:
        yield "a step without a banner"
    if expects_words != ("instruction" in step["maneuver"]):
        yield "instruction: " + str(step["maneuver"].get("instruction"))
    yield from _words(step)
    for place in step["intersections"]:
        yield from _intersection(place, expects_words)


def _words(step):
    banners = step.get("bannerInstructions", [])
    texts = [step["maneuver"].get("instruction", "-")]
    texts += [each["announcement"] for each in step.get("voiceInstructions", [])]
    texts += [banner[name]["text"] for banner in banners for name in ("primary", "secondary") if name in banner]
    for text in texts:
        if not text.strip() or "  " in text or text != text.strip():
            yield f"the words {text!r}"
    for banner in banners:
        for name in ("primary", "secondary"):
            line = banner.get(name)
            if line and " ".join(each["text"] for each in line["components"]) != line["text"]:
                yield f"{line['text']!r} is not its parts"


def _intersection(place, expects_words):
    bearings = place["bearings"]
    if len(bearings) != len(place["entry"]):
        yield "not as many bearings as entries"
    if any(place.get(name, 0) >= len(bearings) for name in ("in", "out")):
        yield "in or out is no bearing"
    for lane in place.get("lanes", []):
        if expects_words != ("active" in lane):
            yield "active: " + str(lane)
        if lane.get("active") and not lane["valid"]:
            yield "a lane is recommended that leads elsewhere"
        arrow = lane.get("valid_indication")
        if arrow is not None and not (lane["valid"] and expects_words and arrow in lane["indications"]):
            yield "the arrow to follow is not on the lane: " + str(lane)
    # MapboxDirections refuses the route.
    arrows = {lane["valid_indication"] for lane in place.get("lanes", []) if "valid_indication" in lane}
    if len(arrows) > 1:
        yield "several arrows to follow: " + str(place["lanes"])
