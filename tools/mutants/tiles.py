"""Changes of tiles: of a column, a table, a header, or of both copies of a segment. Each gives what it changed, as text."""

import struct

from mutants.changes import U32, change_bytes, change_column, change_rows, change_word

COUNTED = (3, 5, 8, 9, 10, 11, 12, 13, 15)  # tables of which the numbers of rows say how many things there are
OUT = 3


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
    if table.rows == OUT:  # the beginnings follow
        firsts = tile.table_of("junction first out").columns["junction first out"]
        firsts[:] = [first + ((-1 if isLess else 1) if first > row else 0) for first in firsts]
    image.encode_tile(number)
    return "tile %d, %s: %s row %d" % (number, table.name, "less" if isLess else "more", row)


def tile_tail(random, image):
    number = random.randrange(len(image.tiles))
    tile = image.own_tile(number)
    name = random.choice([name for name in ("conditions", "shapes", "shapes", "padding") if name in tile.tails])
    done = change_bytes(random, tile.tails[name])
    image.encode_tile(number)
    return done and "tile %d, %s: %s" % (number, name, done)


def tile_header(random, image):
    """Any number of the header; also the widths, which then are not those that the tables have; or any byte of the list."""
    number = random.randrange(len(image.tiles))
    data = bytearray(image.tile_bytes[number])
    if random.random() < 0.5:
        done = change_word(random, data, random.randrange(0, 48, 2))
    else:
        at = random.randrange(50, min(len(data), 300))
        before, data[at] = data[at], random.choice((0, 1, data[at] - 1 & 255, data[at] + 1 & 255, data[at] | 128))
        done = "byte %d" % at if data[at] != before else None
    image.tile_bytes[number] = bytes(data)
    return done and "tile %d, header: %s" % (number, done)


def tile_bits(random, image):
    number = random.randrange(len(image.tiles))
    data = bytearray(image.tile_bytes[number])
    done = change_bytes(random, data)
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
