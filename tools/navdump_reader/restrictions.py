"""The lists of restricted edges (section 9.4)."""

from .basics import NavError, numbers

CONDITIONAL = 32
KINDS = (*range(1, 13), CONDITIONAL)
BITS = 7


def read(file, section):
    """The lists of a section: (kind, [(value, edge), ...]), checked."""
    def fail(what):
        raise NavError("%s, restrictions, at byte %d" % (what, section.offset))
    data = file.checked(section.id)
    if len(data) % 4 or len(data) < 4:
        fail("%d bytes are no whole numbers" % len(data))
    words = numbers("I", data).tolist()
    heads = words[1:1 + 2 * words[0]]
    if len(heads) != 2 * words[0]:
        fail("%d lists do not fit" % words[0])
    kinds, counts = heads[0::2], heads[1::2]
    if kinds != sorted(set(kinds)):
        fail("the kinds do not ascend")
    rest, lists = words[1 + len(heads):], []
    if len(rest) != 2 * sum(counts):
        fail("the entries do not end with the section")
    for kind, count in zip(kinds, counts):
        entries = list(zip(rest[0:2 * count:2], rest[1:2 * count:2]))
        rest = rest[2 * count:]
        if entries != sorted(set(entries)):
            fail("the entries of kind %d do not ascend" % kind)
        if any(edge >= file.header.edges for _, edge in entries):
            fail("an entry of kind %d names an edge that is not there" % kind)
        if kind == CONDITIONAL and any(not value & 3 or value > BITS for value, _ in entries):
            fail("a condition asks for nothing that is known")
        lists.append((kind, entries))
    return lists


def check(file, section):
    """Checks the section; gives nothing."""
    for kind, entries in read(file, section):
        if kind not in KINDS or not entries:
            raise NavError("list %d is unknown or empty, restrictions, at byte %d" % (kind, section.offset))
