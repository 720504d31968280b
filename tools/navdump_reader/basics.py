"""What every part of the reader uses: the error, numbers of varying length, boxes (sections 1 and 7)."""

import sys
from array import array


class NavError(Exception):
    """The file breaks the format. The text says what is wrong and where."""


def numbers(kind, data):
    """The little-endian numbers of `data`: kind i (i32), I (u32), Q (u64), H (u16) or B (u8); fewer where it is cut off."""
    result = array(kind)
    result.frombytes(data[:len(data) // result.itemsize * result.itemsize])
    if sys.byteorder == "big":
        result.byteswap()
    return result


def packed(data, offset, width, stride, count):
    """The numbers of `width` bits each that lie `offset` bits behind every `stride`, the first in the first of `count` rows."""
    if width == 0:
        return array("Q", bytes(8 * count))
    mask, result = (1 << width) - 1, array("Q")
    for start in range(0, len(data), stride):  # so many bytes are eight rows
        word = int.from_bytes(data[start:start + stride], "little")
        result.extend([word >> shift & mask for shift in range(offset, offset + 8 * stride, stride)])
    return result[:count]


def varints(data):
    """All varints of `data`, in order. Raises ValueError for one that is cut off or does not fit in 64 bits."""
    result = []
    value = shift = 0
    for byte in data:
        if byte < 0x80:
            if shift:
                byte = value | byte << shift
                # A tenth byte has room for one bit only.
                if byte >> 64:
                    raise ValueError("a varint of more than 64 bits")
                value = shift = 0
            result.append(byte)
        else:
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift == 70:
                raise ValueError("a varint of more than 10 bytes")
    if shift:
        raise ValueError("a varint without its last byte")
    return result


def country_code(letters):
    """The country in two bytes, empty for zeros; None when they are neither zeros nor capital letters."""
    if letters == b"\0\0":
        return ""
    return letters.decode("ascii") if all(65 <= letter <= 90 for letter in letters) else None


def box_count(items):
    """How many boxes a box tree over so many items has."""
    total = 0
    while items:
        items = (items + 7) // 8
        total += items
        if items == 1:
            break
    return total


def box_at(values, index):
    return tuple(values[index * 4:index * 4 + 4])


def contains(outer, inner):
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def box_of(latitudes, longitudes):
    return (min(latitudes), min(longitudes), max(latitudes), max(longitudes))


def union(boxes):
    """The least box that holds some others."""
    south, west, north, east = zip(*boxes)
    return (min(south), min(west), max(north), max(east))


def check_tree(values, items, fail, rounded=lambda box: box):
    """Checks that every box of a tree is what it covers, no less and no more. `values` are the numbers of the boxes, `items`
    the boxes of the items; `fail` takes a sentence and raises; `rounded` gives a box as it is stored."""
    below, first = items, 0
    level = 1
    while below:
        boxes = [union(below[index:index + 8]) for index in range(0, len(below), 8)]
        for index, box in enumerate(boxes):
            if box_at(values, first + index) != rounded(box):
                fail("box %d of level %d of the box tree is not what it covers" % (index, level))
        if len(boxes) == 1:
            return
        below, first, level = boxes, first + len(boxes), level + 1
