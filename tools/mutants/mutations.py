"""Changes of a map: of one field, one column, one table, one section. Each gives what it changed, as text."""

import struct

from navdump_reader import hierarchy
from navdump_reader.container import (DIRECTORY, HEADER_LENGTH, HIERARCHY, INDEX, NAMES, NODE_IDS, PROVENANCE, RESTRICTIONS,
                                      TRIP)

U32 = (1 << 32) - 1


# Columns: a list of numbers, changed in place

def _span(random, count):
    """A range of rows: often short, sometimes all."""
    if random.random() < 0.3:
        return 0, count
    length = min(count, random.choice((1, 2, 3, 8, 50)))
    start = random.randrange(count - length + 1)
    return start, start + length


def change_column(random, values, bits):
    """Changes some numbers of a column; gives what was done, None when that is nothing."""
    if not values:
        return None
    before = list(values)
    row, most = random.randrange(len(values)), (1 << bits) - 1
    how = random.choice(("zero", "most", "greatest", "up", "down", "random", "wild", "next", "copy", "swap", "reverse", "fill",
                         "bit", "rotate", "half"))
    start, end = _span(random, len(values))
    other = random.randrange(len(values))
    if how == "swap":
        values[row], values[other] = values[other], values[row]
    elif how == "reverse":
        values[start:end] = values[start:end][::-1]
    elif how == "fill":
        values[start:end] = [random.choice((0, most, values[row]))] * (end - start)
    elif how == "rotate":
        values[start:end] = values[start + 1:end] + values[start:start + 1]
    else:
        values[row] = {
            "zero": 0, "most": most, "greatest": max(values), "up": min(values[row] + 1, most),
            "down": max(values[row] - 1, 0), "random": random.randrange(max(values) + 1), "wild": random.getrandbits(bits),
            "next": values[(row + 1) % len(values)], "copy": values[other], "bit": values[row] ^ 1 << random.randrange(bits),
            "half": values[row] >> 1}[how]
    return "%s %d" % (how, row) if values != before else None


def change_rows(random, columns):
    """Changes the order of rows of a table in all columns."""
    count = min(map(len, columns))
    if count < 2:
        return None
    before = [list(values) for values in columns]
    start, end = _span(random, count)
    one, other = random.randrange(count), random.randrange(count)
    how = random.choice(("swap rows", "reverse rows", "copy row"))
    for values in columns:
        if how == "swap rows":
            values[one], values[other] = values[other], values[one]
        elif how == "reverse rows":
            values[start:end] = values[start:end][::-1]
        else:
            values[one] = values[other]
    return "%s %d" % (how, one) if before != columns else None


# Tiles

COUNTED = ("O", "E", "U", "A", "X", "V", "R", "L", "B")


def tile_column(random, image):
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    table = random.choice([table for table in tile.tables if len(table)])
    name = random.choice(list(table.columns))
    done = change_column(random, table.columns[name], table.bits[name])
    image.encode_tile(number)
    return done and "tile %d, %s: %s" % (number, name, done)


def tile_rows(random, image):
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    table = random.choice([table for table in tile.tables if len(table)])
    done = change_rows(random, list(table.columns.values()))
    image.encode_tile(number)
    return done and "tile %d, %s: %s" % (number, table.name, done)


def tile_columns(random, image):
    """A column becomes a copy of another of its table, or the two are exchanged."""
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    table = random.choice([table for table in tile.tables if len(table.columns) > 1 and len(table)])
    one, other = random.sample(list(table.columns), 2)
    columns, before = table.columns, dict(table.columns)
    mask = (1 << table.bits[one]) - 1
    count = len(columns[one])
    columns[one] = [value & mask for value in (columns[other] + [0])[:count]]
    done = columns != before and len(columns[one]) == count
    image.encode_tile(number)
    return done and "tile %d, %s: copy of %s" % (number, one, other)


def tile_count(random, image):
    """A table has a row less or more."""
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    tables = [table for table in tile.tables if table.rows in COUNTED and len(table)]
    if not tables:
        return None
    table = random.choice(tables)
    row = random.randrange(len(table))
    isLess = random.random() < 0.6
    for name, values in table.columns.items():
        if isLess:
            del values[row]
        else:
            values.insert(row, random.choice((values[row], 0, random.getrandbits(table.bits[name]))))
    tile.counted(table.rows, -1 if isLess else 1)
    if table.rows in "OV":  # the starts, and the number of own via edges, follow
        firsts = tile.table_of("junction first out").columns["junction first out"]
        if table.rows == "O":
            firsts[:] = [first + ((-1 if isLess else 1) if first > row else 0) for first in firsts]
    image.encode_tile(number)
    return "tile %d, %s: %s row %d" % (number, table.name, "less" if isLess else "more", row)


def tile_tail(random, image):
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    name = random.choice(("conditions", "shapes", "shapes", "padding"))
    done = _change_bytes(random, tile.tails[name])
    image.encode_tile(number)
    return done and "tile %d, %s: %s" % (number, name, done)


def _change_bytes(random, data):
    if not data:
        return None
    place = random.randrange(len(data))
    before = bytes(data)
    how = random.choice(("bit", "zero", "most", "random", "swap", "copy"))
    other = random.randrange(len(data))
    if how == "swap":
        data[place], data[other] = data[other], data[place]
    else:
        data[place] = {"bit": data[place] ^ 1 << random.randrange(8), "zero": 0, "most": 255,
                       "random": random.randrange(256), "copy": data[other]}[how]
    return "%s byte %d" % (how, place) if bytes(data) != before else None


def tile_header(random, image):
    """Any number of the header; also the widths, which then are not those that the tables have."""
    number = random.randrange(len(image.tiles))
    data = bytearray(image.tile_bytes[number])
    done = _change_word(random, data, random.randrange(0, 176, 4))
    image.tile_bytes[number] = bytes(data)
    return done and "tile %d, header: %s" % (number, done)


def tile_bits(random, image):
    number = random.randrange(len(image.tiles))
    data = bytearray(image.tile_bytes[number])
    done = _change_bytes(random, data)
    image.tile_bytes[number] = bytes(data)
    return done and "tile %d, bytes: %s" % (number, done)


def tile_box(random, image):
    entry = random.choice(image.entries)
    edges = [edge & U32 for edge in entry[3:7]]
    done = change_column(random, edges, 32)
    entry[3:7] = struct.unpack("<4i", struct.pack("<4I", *edges))
    return done and "directory, box: " + done


def both_sides(random, image):
    """The same change of a segment and of its copy."""
    tiles = [number for number, tile in enumerate(image.tiles) if len(tile.table_of("crossing segment"))]
    if not tiles:
        return None
    number = random.choice(tiles)
    tile = image.own_tile(number)
    crossings = tile.table_of("crossing segment").columns
    row = random.randrange(len(crossings["crossing segment"]))
    there, other = crossings["crossing there"][row], image.own_tile(crossings["crossing tile"][row])
    name = random.choice(("segment length", "segment bearing from", "segment bearing to"))
    value = random.choice((0, 1, 100, tile.table_of(name).columns[name][crossings["crossing segment"][row]] + 1))
    for place, at in ((tile, crossings["crossing segment"][row]), (other, there)):
        place.table_of(name).columns[name][at] = value & (1 << place.table_of(name).bits[name]) - 1
    for changed in (number, crossings["crossing tile"][row]):
        image.encode_tile(changed)
    return "tile %d, %s: both sides %d" % (number, name, row)


# Other sections

def _change_word(random, data, place):
    """Changes the number of four bytes at a place."""
    if place + 4 > len(data):
        return None
    values = [struct.unpack_from("<I", data, place)[0]]
    old = values[0]
    how = random.choice(("zero", "one", "most", "up", "down", "bit", "random", "byte"))
    new = {"zero": 0, "one": 1, "most": U32, "up": old + 1 & U32, "down": old - 1 & U32, "bit": old ^ 1 << random.randrange(32),
           "random": random.getrandbits(32), "byte": old ^ random.randrange(256) << 8 * random.randrange(4)}[how]
    struct.pack_into("<I", data, place, new)
    return "%s at %d" % (how, place) if new != old else None


def header(random, image):
    done = _change_word(random, image.header, random.randrange(8, 252, 4) if random.random() < 0.3 else
                        random.choice((8, 10, 24, 56, 64, 68, 72, 76, 80, 84, 88, 92, 96)))
    return done and "header: " + done


def section_word(random, image):
    """A number of a section that is numbers."""
    found = [number for number in (INDEX, TRIP, HIERARCHY, RESTRICTIONS, NODE_IDS) if image.section(number)]
    number = random.choice(found)
    data = bytearray(image.section(number))
    done = _change_word(random, data, random.randrange(0, len(data), 4))
    image.put(number, data)
    return done and "section %d: %s" % (number, done)


def section_bytes(random, image):
    found = [number for number in (NAMES, PROVENANCE, NODE_IDS) if image.section(number)]
    number = random.choice(found)
    data = bytearray(image.section(number))
    done = _change_bytes(random, data)
    image.put(number, data)
    return done and "section %d: %s" % (number, done)


def section_size(random, image):
    """A section ends earlier, or has more bytes."""
    section = random.choice(image.sections)
    if section[0] in (DIRECTORY, 3):
        image.tail = bytes(random.choice((1, 16)))
        return "file: bytes behind the end"
    change = random.choice((-16, -4, -1, 1, 4, 16))
    section[1] = section[1][:change] if change < 0 else section[1] + bytes(change)
    return "section %d: %d bytes" % (section[0], change)


def section_table(random, image):
    """A section goes, comes twice, changes places or its number; or there is more between two."""
    how = random.choice(("lose", "twice", "move", "number", "gap", "unknown", "feature"))
    index = random.randrange(len(image.sections))
    number = image.sections[index][0]
    if how == "lose":
        del image.sections[index], image.padding[index]
    elif how == "twice":
        image.sections.append(list(image.sections[index]))
        image.padding.append(0)
    elif how == "move":
        image.sections.append(image.sections.pop(index))
    elif how == "number":
        image.sections[index][0] = random.choice((0, 6, 9, 10, 16, 17, 23, 24, 42, 64, 99))
    elif how == "gap":
        image.padding[index] = random.choice((1, 2))
    elif how == "unknown":
        image.sections.append([random.choice((10, 99, 1 << 31)), b"something else"])
        image.padding.append(0)
    else:
        image.header[24] ^= 1 << random.randrange(4)
        number = 0
    return "sections: %s %d" % (how, number)


def hierarchy_column(random, image):
    if not image.section(HIERARCHY):
        return None
    head, columns = image.columns_of_hierarchy()
    name = random.choice(list(columns))
    done = change_column(random, columns[name], 64 if name.endswith("masks") else 32)
    image.put_hierarchy(head, columns)
    return done and "hierarchy, %s: %s" % (name, done)


def hierarchy_way(random, image):
    """A way is along another arc; the counts follow."""
    if not image.section(HIERARCHY):
        return None
    head, columns = image.columns_of_hierarchy()
    name = random.choice(("up", "down"))
    masks = columns[name + " masks"]
    bits = [bit for bit in range(head[1]) if masks[bit // 64] >> bit % 64 & 1]
    free = [bit for bit in range(head[1]) if not masks[bit // 64] >> bit % 64 & 1]
    if not bits or not free:
        return None
    for bit in (random.choice(bits), random.choice(free)):
        masks[bit // 64] ^= 1 << bit % 64
    total = 0
    for word, mask in enumerate(masks):
        columns[name + " counts"][word] = total
        total += bin(mask).count("1")
    image.put_hierarchy(head, columns)
    return "hierarchy, %s masks: move a way" % name


def restriction(random, image):
    """An entry or a list goes, comes, or changes."""
    if not image.section(RESTRICTIONS):
        return None
    lists = image.restrictions()
    how = random.choice(("lose", "add", "change", "lose list", "empty list", "kind", "no lists"))
    if how == "no lists":
        lists = []
    elif how == "empty list":
        lists.append([random.choice((1, 12, 13, 33)), []])
    elif not lists:
        return None
    else:
        one = random.choice(lists)
        entry = random.choice(one[1])
        if how == "lose":
            one[1].remove(entry)
        elif how == "add":
            one[1].append([entry[0], entry[1] + random.choice((1, 2, 5))])
        elif how == "change":
            entry[random.randrange(2)] += random.choice((1, 2, 100))
        elif how == "lose list":
            lists.remove(one)
        else:
            one[0] = random.choice((1, 4, 12, 13, 32, 33))
        one[1].sort()
        lists.sort(key=lambda pair: pair[0])
        lists = [pair for pair in lists if pair[1]]
    before = image.section(RESTRICTIONS)
    image.put_restrictions(lists)
    return "restrictions: " + how if image.section(RESTRICTIONS) != before else None


def metric(random, image):
    """Some costs of a metric, its header, or the costs of another."""
    found = image.metrics()
    if not found:
        return None
    number = random.choice(found)
    how = random.choice(("costs", "costs", "unreachable", "zero", "cheaper", "dearer", "other", "head"))
    width, costs = image.costs(number)
    none = (1 << 30) - 1 if width == 4 else (1 << 24) - 1
    before, start = image.section(number), 0
    start, end = _span(random, len(costs)) if costs else (0, 0)
    if how == "other":
        image.put(number, image.section(random.choice(found)))
    elif how == "head":
        data = bytearray(before)
        _change_word(random, data, random.choice((0, 4, 8, 12, 16, 20)))
        image.put(number, data)
        image.keep = (number,)
    elif how == "costs":
        change_column(random, costs, 8 * width)
        image.put_costs(number, width, costs)
    else:
        costs[start:end] = [{"unreachable": none, "zero": 0, "cheaper": cost - 1 if 1 < cost < none else cost,
                             "dearer": cost + 1 if cost < none - 1 else cost}[how] for cost in costs[start:end]]
        image.put_costs(number, width, costs)
    return "metric %d: %s" % (number, how) if image.section(number) != before else None


def file_word(random, image):
    """Any four bytes of the file as it is put together; offsets and lengths among them."""
    def late(data):
        sections = struct.unpack_from("<I", data, 48)[0]
        if random.random() < 0.5:
            return _change_word(random, data, HEADER_LENGTH + 4 * random.randrange(8 * sections))
        return _change_word(random, data, 4 * random.randrange(len(data) // 4))
    image.late = late
    return "file: a word"


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
    # Country and side of the road; the rule of the time zone; the trip.
    return what.startswith(("header: ", "section 4:", "section 5:", "section 6:", "file: "))


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


__all__ = ["mutant", "is_data", "hierarchy"]
