"""CRC-32C (Castagnoli), the check of the `.nav` format (section 1)."""

import struct

POLYNOMIAL = 0x82F63B78  # 0x1EDC6F41 with its bits reversed
WORDS_A_TURN = 1 << 14


def _byte_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return table


def _wide_tables():
    """What 16 bits of the register become after two bytes, and after four.

    The check is linear, so four bytes can be taken in one turn: the halves of the register are looked up separately and
    joined by exclusive-or. Two tables of 65,536 numbers make a plain Python loop fast enough, and are themselves joined
    from what each byte alone becomes: most files are small, and wait for the tables longer than for their checks.
    """
    byte = _byte_table()

    def after_two(value):
        for _ in range(2):
            value = byte[value & 0xFF] ^ (value >> 8)
        return value

    def table(after):
        low = [after(value) for value in range(256)]
        return [high ^ value for high in (after(value << 8) for value in range(256)) for value in low]

    return byte, table(after_two), table(lambda value: after_two(after_two(value)))


_BYTE, _TWO, _FOUR = _wide_tables()


def crc32c(data):
    """The check of bytes or of a memoryview of bytes."""
    two, four = _TWO, _FOUR
    register = 0xFFFFFFFF
    words = len(data) // 4
    for start in range(0, words, WORDS_A_TURN):
        count = min(WORDS_A_TURN, words - start)
        for word in struct.unpack_from("<%dI" % count, data, start * 4):
            word ^= register
            register = four[word & 0xFFFF] ^ two[word >> 16]
    for value in data[words * 4:]:
        register = _BYTE[(register ^ value) & 0xFF] ^ (register >> 8)
    return register ^ 0xFFFFFFFF
