"""OSM XML, written as a stream: the same bytes on every run, and never half a file."""

import bz2
import collections
import concurrent.futures
import contextlib
import gzip
import os
import sys
import tempfile
from xml.sax.saxutils import escape

from .geometry import degrees

STAMP = "2026-01-01T00:00:00Z"
META = f'version="1" timestamp="{STAMP}"'
NOTE = ("An invented map: no such place exists. Made by tools/make-sample of mapc; "
        "free to use for any purpose (CC0 1.0).")


@contextlib.contextmanager
def opened(name):
    """A binary file that appears under its name only when it is complete; `-` is standard output."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    folder = os.path.dirname(os.path.abspath(name))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".make-sample-")
    try:
        with os.fdopen(handle, "wb") as raw:
            if name.endswith(".bz2"):
                with Bzip2(raw) as out:
                    yield out
            elif name.endswith(".gz"):
                # Without name and time in the header, equal maps are equal files.
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out:
                    yield out
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp made it private
        os.replace(temporary, name)
    except BaseException:
        os.unlink(temporary)
        raise


class Bzip2:
    """Compresses with all cores: every 8 MB become a stream of their own, as pbzip2 writes them.

    The cut depends on the bytes alone, so the file is the same whatever the number of cores.
    """

    PIECE = 8 << 20

    def __init__(self, raw):
        self.raw, self.cores = raw, os.cpu_count() or 1
        self.pool = concurrent.futures.ThreadPoolExecutor(self.cores)
        self.waiting, self.piece = collections.deque(), bytearray()

    def write(self, data):
        self.piece += data
        while len(self.piece) >= self.PIECE:
            self._send(bytes(self.piece[:self.PIECE]))
            del self.piece[:self.PIECE]

    def _send(self, piece):
        self.waiting.append(self.pool.submit(bz2.compress, piece, 9))
        while len(self.waiting) > self.cores:  # hold no more than the cores can chew
            self.raw.write(self.waiting.popleft().result())

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            if self.piece:
                self._send(bytes(self.piece))
            for future in self.waiting:
                self.raw.write(future.result())
        self.pool.shutdown()


def attribute(text):
    return escape(text, {'"': "&quot;", "\n": "&#10;"})


def tag_lines(tags):
    return "".join(f'  <tag k="{attribute(k)}" v="{attribute(v)}"/>\n' for k, v in tags.items())


def header(box):
    """The opening, with the bounds (x, y of two corners)."""
    (south, west), (north, east) = degrees(*box[0]), degrees(*box[1])
    return (f"<?xml version='1.0' encoding='UTF-8'?>\n"
            f'<osm version="0.6" generator="mapc make-sample" upload="never" timestamp="{STAMP}"'
            f' osmosis_replication_timestamp="{STAMP}"\n'
            f'     copyright="mapc contributors" attribution="CC0 1.0: invented data"'
            f' license="https://creativecommons.org/publicdomain/zero/1.0/">\n'
            f"<note>{NOTE}</note>\n"
            f'<bounds minlat="{south:.7f}" minlon="{west:.7f}" maxlat="{north:.7f}"'
            f' maxlon="{east:.7f}"/>\n')


FOOTER = "</osm>\n"


def node_text(number, place, tags):
    lat, lon = degrees(*place)
    head = f'<node id="{number}" {META} lat="{lat:.7f}" lon="{lon:.7f}"'
    return f"{head}>\n{tag_lines(tags)}</node>\n" if tags else head + "/>\n"


def way_text(number, refs, tags):
    nodes = "".join(f'  <nd ref="{r}"/>\n' for r in refs)
    return f'<way id="{number}" {META}>\n{nodes}{tag_lines(tags)}</way>\n'


def relation_text(number, members, tags):
    lines = "".join(f'  <member type="{t}" ref="{r}" role="{role}"/>\n' for t, r, role in members)
    return f'<relation id="{number}" {META}>\n{lines}{tag_lines(tags)}</relation>\n'


# How the sample numbers its elements. Real ids passed 32 bits long ago, so some here do too.
FIRST_NODE, FIRST_BIG_NODE = 10_001, 5_000_000_001
FIRST_WAY, FIRST_BIG_WAY = 100_001, 6_000_000_001


def number_nodes(network, well_known, big):
    """Node index -> OSM id, in the order of the file: `well_known` as given, `big(place)` above 32 bits."""
    used = sorted({r for w in network.ways for r in w.refs if isinstance(r, int)}
                  | {n for n, tags in network.tags.items() if tags})
    ids = dict(well_known)
    small, large = FIRST_NODE, FIRST_BIG_NODE
    for node in used:
        if node in ids:
            continue
        if big(network.places[node]):
            ids[node], large = large, large + 1
        else:
            ids[node], small = small, small + 1
    return ids


def write_network(name, network, box, well_known, big):
    """Writes a network; returns (bytes of XML, node ids by index)."""
    ids = number_nodes(network, well_known, big)
    ways, small, large = {}, FIRST_WAY, FIRST_BIG_WAY
    for way in network.ways:
        if way.refs and isinstance(way.refs[0], int) and big(network.places[way.refs[0]]):
            ways[id(way)], large = large, large + 1
        else:
            ways[id(way)], small = small, small + 1

    def ref(r):
        return r[1] if isinstance(r, tuple) else ids[r]

    def member(m):
        kind, what, role = m
        if kind == "node":
            return kind, ids[what], role
        return kind, what if isinstance(what, int) else ways[id(what)], role

    with opened(name) as out:
        out.write(header(box).encode())
        for node, number in sorted(ids.items(), key=lambda pair: pair[1]):
            tags = network.tags.get(node)
            out.write(node_text(number, network.places[node], tags).encode())
        for way in sorted(network.ways, key=lambda w: ways[id(w)]):
            out.write(way_text(ways[id(way)], [ref(r) for r in way.refs], way.tags).encode())
        for k, (tags, members) in enumerate(network.relations):
            out.write(relation_text(1001 + k, [member(m) for m in members], tags).encode())
        out.write(FOOTER.encode())
    return ids
