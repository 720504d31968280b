"""Conditions: their bytes and their text (section 6.9)."""

LIMITS = ("height", "width", "length", "weight", "permitted weight", "axle load", "bogie load", "axles", "trailers",
          "hazardous goods", "goods hazardous to water", "tunnel code")  # kinds 1 to 12
COMPARISONS = ("<", "<=", "=", ">=", ">")
USES = ("destination", "delivery", "customers", "residents")
DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
OFF, ADDITIONAL, HOLIDAYS = 1, 2, 4


class _Bytes:
    """Reads one part after the other; raises ValueError for what the format does not allow."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def u8(self, most=255, least=0):
        if self.at == len(self.data):
            raise ValueError("the bytes end too early")
        value = self.data[self.at]
        self.at += 1
        if not least <= value <= most:
            raise ValueError("%d is not %d to %d" % (value, least, most))
        return value

    def varint(self, most, least=0):
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
            if shift == 70:
                raise ValueError("a varint of more than 10 bytes")
        if not least <= value <= most:
            raise ValueError("%d is not %d to %d" % (value, least, most))
        return value

    def count(self):
        count = self.varint(1 << 64)
        # Every element takes a byte at least.
        if count > len(self.data) - self.at:
            raise ValueError("the bytes end too early")
        return count

    def take(self, length):
        self.at += length
        return self.data[self.at - length:self.at]


def terms(data):
    """The terms of a condition as texts. Raises ValueError when the bytes are not exactly a condition."""
    source = _Bytes(data)
    result = [_term(source) for _ in range(source.count())]
    if not result:
        raise ValueError("no terms")
    if source.at != len(data):
        raise ValueError("bytes after the last term")
    return result


def words(data):
    """The bytes of the unknown terms of a condition that is well formed."""
    source, found = _Bytes(data), []
    for _ in range(source.count()):
        _term(source, found)
    return found


def kinds(data):
    """The kinds of the terms of a condition that is well formed."""
    source, found = _Bytes(data), []
    for _ in range(source.count()):
        found.append(source.data[source.at])
        _term(source)
    return found


def _term(source, found=None):
    kind = source.u8(least=1, most=4)
    if kind == 1:
        return "time: " + "; ".join(_rule(source) for _ in range(source.count()))
    if kind == 2:
        limit, comparison = source.u8(least=1, most=12), source.u8(most=4)
        return "%s %s %d" % (LIMITS[limit - 1], COMPARISONS[comparison], source.varint((1 << 32) - 1))
    if kind == 3:
        return "at ends: " + USES[source.u8(most=3)]
    text = bytes(source.take(source.count()))
    if found is not None:
        found.append(text)
    return "unknown: " + text.decode("utf-8", "replace")


def _rule(source):
    """A rule of opening hours, such as `+ 12-24..01-06 Mo,Tu,PH 07:00-19:00 off`."""
    flags, weekdays = source.u8(most=7), source.u8(most=127)
    dates = [_day(source) + ".." + _day(source) for _ in range(source.count())]
    times = [_span(source) for _ in range(source.count())]
    days = [day for bit, day in enumerate(DAYS) if weekdays >> bit & 1] + ["PH"] * bool(flags & HOLIDAYS)
    parts = ["+"] * bool(flags & ADDITIONAL) + [",".join(dates), ",".join(days), ",".join(times)] + ["off"] * (flags & OFF)
    return " ".join(part for part in parts if part)


def _day(source):
    year, month, day = source.varint(65535), source.u8(least=1, most=12), source.u8(least=1, most=31)
    return ("%04d-" % year if year else "") + "%02d-%02d" % (month, day)


def _span(source):
    start = source.varint(1439)
    end = start + source.varint(2880 - start, least=1)
    return "%02d:%02d-%02d:%02d" % (start // 60, start % 60, end // 60, end % 60)
