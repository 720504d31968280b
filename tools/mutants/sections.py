"""Changes of the file: of its header, of sections and of their table. Each gives what it changed, as text."""

import struct

from mutants.changes import change_bytes, change_word
from navdump_reader.container import (DIRECTORY, ELEVATION, HEADER_LENGTH, HIERARCHY, INDEX, NAMES, NODE_IDS, PROVENANCE,
                                      RESTRICTIONS, STATIONS, TRIP)


def header(random, image):
    done = change_word(random, image.header, random.randrange(8, 252, 4) if random.random() < 0.3 else
                        random.choice((8, 10, 24, 56, 64, 68, 72, 76, 80, 84, 88, 92, 96, 112)))
    return done and "header: " + done


def section_word(random, image):
    """A number of a section that is numbers."""
    found = [number for number in (INDEX, TRIP, HIERARCHY, RESTRICTIONS, NODE_IDS, ELEVATION, STATIONS) if image.section(number)]
    number = random.choice(found)
    data = bytearray(image.section(number))
    done = change_word(random, data, random.randrange(0, len(data) - 3, 4))
    image.put(number, data)
    return done and "section %d: %s" % (number, done)


def section_bytes(random, image):
    found = [number for number in (NAMES, PROVENANCE, NODE_IDS, ELEVATION, STATIONS) if image.section(number)]
    number = random.choice(found)
    data = bytearray(image.section(number))
    done = change_bytes(random, data)
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
        image.sections[index][0] = random.choice((0, 6, 9, 10, 11, 16, 42, 99, 16 | 1 << 32, 16 | 256 << 32, 16 | 9 << 32,
                                                  4 | 1 << 32))
    elif how == "gap":
        image.padding[index] = random.choice((1, 2))
    elif how == "unknown":
        image.sections.append([random.choice((10, 11, 99, 1 << 31)), b"something else"])
        image.padding.append(0)
    else:
        image.header[24] ^= 1 << random.randrange(6)
        number = 0
    return "sections: %s %d" % (how, number)


def file_word(random, image):
    """Any four bytes of the file as it is put together; offsets and lengths among them."""
    def late(data):
        sections = struct.unpack_from("<I", data, 48)[0]
        if random.random() < 0.5:
            return change_word(random, data, HEADER_LENGTH + 4 * random.randrange(8 * sections))
        return change_word(random, data, 4 * random.randrange(len(data) // 4))
    image.late = late
    return "file: a word"
