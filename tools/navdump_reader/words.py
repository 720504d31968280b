"""Words of ways and junctions: their kinds and the canonical forms of their texts (section 6.11)."""

import re

NAMES = range(64, 127)  # names in the languages of the file
MOST_LANES = 16
ARROWS = ("reverse", "sharp_left", "left", "slight_left", "merge_to_left", "through", "merge_to_right", "slight_right",
          "right", "sharp_right")
MODES = "ctbsuxm"  # the letters of the modes, in their order


def _is_text(text):
    return text != "" and not text.startswith(" ") and not text.endswith(" ")


def _is_list(text):
    return all(_is_text(value) for value in text.split(";"))


def _picks(values, choice):
    """Whether the values are some of a choice, each once and in its order."""
    return list(values) == [value for value in choice if value in values]


def _are_lanes(is_good):
    def test(text):
        lanes = text.split("|")
        return len(lanes) <= MOST_LANES and any(lanes) and all(is_good(lane) for lane in lanes if lane)
    return test


def _is_count(text):
    return text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= 3 and int(text) < 256


_CODE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")  # of a language
_ID = re.compile("0|-?[1-9][0-9]{0,18}")


def _are_languages(text):
    entries = [entry.partition("=") for entry in text.split("|")]
    codes = [code for code, _, _ in entries]
    return codes == sorted(set(codes)) and all(
        _CODE.fullmatch(code) and equals and _is_list(texts) for code, equals, texts in entries)


def _are_approaches(text):
    entries = [entry.partition("=") for entry in text.split("|")]
    if not all(_ID.fullmatch(way) and equals and _is_list(texts) for way, equals, texts in entries):
        return False
    ways = [int(way) for way, _, _ in entries]
    return ways == sorted(set(ways)) and all(-2 ** 63 <= way < 2 ** 63 for way in ways)


_ARROW_LANES = _are_lanes(lambda lane: _picks(lane.split(";"), ARROWS))
_MODE_LANES = _are_lanes(lambda lane: _picks(lane, MODES))
_LIST_LANES = _are_lanes(_is_list)
_FORMS = {1: _ARROW_LANES, 2: _MODE_LANES, 3: _is_count, 9: _LIST_LANES, 17: _LIST_LANES,
          **dict.fromkeys((4, 5, 6, 7, 8, 10, 12, 13, 18), _is_list), **dict.fromkeys(range(19, 25), _are_languages),
          **dict.fromkeys(range(25, 31), _are_approaches)}


def flaw(kind, text, languages):
    """What is wrong with the text of a word; None if nothing is."""
    if not _FORMS.get(kind, _is_text)(text):
        return "a word of kind %d is not in its canonical form" % kind
    if kind in NAMES and kind - NAMES.start >= languages:
        return "the file has no language %d" % (kind - NAMES.start)
    return None
