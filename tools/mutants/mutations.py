"""Changes of a map: of one field, one column, one table, one section."""

import struct

from mutants.derived import hierarchy_column, hierarchy_way, metric, restriction
from mutants.sections import file_word, header, section_bytes, section_size, section_table, section_word
from mutants.tiles import (both_sides, tile_bits, tile_box, tile_column, tile_columns, tile_count, tile_header, tile_rows,
                           tile_tail)

# How often each is taken.
ALL = ([tile_column] * 14 + [tile_rows] * 5 + [tile_columns] * 3 + [tile_count] * 5 + [tile_tail] * 2 + [tile_header] * 3
       + [tile_bits] * 3 + [tile_box] + [both_sides] + [header] * 3 + [section_word] * 5 + [section_bytes] * 2
       + [section_size] + [section_table] * 3 + [hierarchy_column] * 6 + [hierarchy_way] * 2 + [restriction] * 4
       + [metric] * 6 + [file_word] * 3)

# Numbers that say how roads are, and need not fit anything else: with them routes may differ.
DATA = ("reach", "segment way", "segment length", "segment reach", "segment bearing", "segment flags", "way ", "name",
        "access ", "road class", "surface", "road flags", "speed ", "truck speed ", "track grade", "smoothness", "lanes", "turn ",
        "rule ", "barrier ", "conditions", "condition ", "junction flags", "junction latitude", "junction longitude", "shapes",
        "via ")


def is_data(what):
    """Whether routes may differ after a change although nothing is wrong."""
    if what.startswith("tile ") and ", " in what:
        field = what.split(", ", 1)[1]
        # The country decides about speeds.
        return field.startswith(DATA) or field.startswith(("header", "bytes", "access"))
    # Country and side of the road; the rule of the time zone; the trip; grades, and where to charge.
    return what.startswith(("header: ", "section 4:", "section 5:", "section 6:", "section 10:", "section 12:", "section 14:",
                            "file: "))


def mutant(random, image):
    """A changed map: its bytes without right checks, what was changed, and the sections to keep."""
    while True:
        changed = image.copy()
        changed.keep, changed.late = (), None
        what = random.choice(ALL)(random, changed)
        if not what:
            continue
        try:
            data = changed.encoded()
        except (struct.error, ValueError, OverflowError):
            continue  # not a number that the layout has room for
        if changed.late:
            if not changed.late(data):
                continue
        return data, what, changed.keep
