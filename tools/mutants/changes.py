"""Changes of numbers: in a column, in the rows of a table, in bytes. Each gives what it did, None when that is nothing."""

import struct

U32 = (1 << 32) - 1


def span(random, count):
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
    start, end = span(random, len(values))
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
    start, end = span(random, count)
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


def change_bytes(random, data):
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


def change_word(random, data, place):
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
