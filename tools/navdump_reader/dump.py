"""The records of a map, one JSON object a line. The order of the keys is part of the output."""

import json

from . import conditions, restrictions, rules
from .container import RESTRICTIONS
from .links import Links
from .tile import HAS_RULES, NONE

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _file_records(file):
    """The kinds of record before the tiles: name and a function that gives its records."""
    def header():
        h = file.header
        yield {"major": h.major, "minor": h.minor, "required": h.required, "optional": h.optional, "length": h.length,
               "snapshot": h.snapshot, "box": h.box, "tiles": h.tiles, "edges": h.edges, "junctions": h.junctions,
               "segments": h.segments, "country": h.country, "side": h.side, "build_id": "%016x" % h.build_id, "edge_end": h.edge_end}

    def section():
        for s in file.sections:
            yield {"id": s.id, "key": s.key, "offset": s.offset, "length": s.length, "check": "%08x" % s.check}

    def provenance():
        yield file.provenance()

    def trip():
        points = file.trip()
        if points:
            yield {"from": points[0], "to": points[1]}

    return (("header", header), ("section", section), ("provenance", provenance), ("trip", trip))


class _TileRecords:
    """The records of one tile, a method a kind; each gives what follows the keys *record* and *tile*."""

    def __init__(self, file, number):
        self.file, self.tile = file, file.tile(number)
        self._links = None

    @property
    def links(self):
        # Made only when needed: it touches the neighbours.
        if self._links is None:
            self._links = Links(self.file, self.tile)
        return self._links

    def tile_record(self):
        tile, entry = self.tile, self.tile.entry
        yield {"offset": entry.offset, "length": entry.length, "check": "%08x" % entry.check, "box": entry.box,
               "first_edge": entry.first_edge, "edges": entry.edges, "first_junction": entry.first_junction,
               "junctions": entry.junctions, "segments": entry.segments, "all_segments": tile.T, "ways": tile.W,
               "crossings": tile.X, "via_edges": tile.V, "conditions": tile.C, "cells": tile.D,
               "country": tile.country, "timezone": self.file.time_zone(tile)}

    def junction(self):
        tile = self.tile
        first, out, flags = tile["junction first out"], tile["out"], tile["junction flags"]
        for n, at in enumerate(zip(tile["junction latitude"], tile["junction longitude"])):
            yield {"junction": n, "at": at, "osm": tile.junction_osm(n), "flags": flags[n],
                   "out": out[first[n]:first[n + 1]].tolist()}

    def segment(self):
        tile, links, node_ids = self.tile, self.links, self.file.node_ids()
        rows = zip(tile["segment from"], tile["segment to"], tile["segment way"], tile["segment length"],
                   tile["segment flags"], tile["segment bearing from"], tile["segment bearing to"])
        for s, (begin, end, way, length, flags, bearing_from, bearing_to) in enumerate(rows):
            yield {"segment": s, "own": s < tile.S, "edge": links.edge_of_segment(s), "from": begin, "to": end,
                   "way": way, "length": length, "flags": flags, "bearings": (bearing_from, bearing_to), "reach": tile.reach(s),
                   "shape": links.shape(s), **({"nodes": node_ids.of_segment(*links.home(s))} if node_ids else {})}

    def elevation(self):
        """The own segments whose heights are known."""
        elevation = self.file.elevation()
        for s, row in enumerate(elevation.of_tile(self.tile)[1] if elevation else ()):
            if row is not None:
                heights, uphill, downhill, extra = row
                yield {"segment": s, "heights": heights, "uphill": uphill, "downhill": downhill, "extra_climb": extra}

    def way(self):
        tile = self.tile
        for w, row in enumerate(tile["way attributes"]):
            yield {"way": w, "osm": tile.way_osm(w), "name": self._name(tile.name_offset("way name", w)),
                   "ref": self._name(tile.name_offset("way ref", w)), "attributes": row}

    def _name(self, offset):
        # A dump shows what it can of a broken name; --verify refuses it.
        name = self.file.name_bytes(offset)
        return None if name is None else name.decode("utf-8", "replace")

    def attributes(self):
        for row in range(self.tile.A):
            (forward, backward, road_class, surface, flags, speed_forward, speed_backward, truck_forward, truck_backward,
             track_grade, smoothness, lanes) = self.tile.attributes(row)
            yield {"row": row, "access": (forward, backward), "class": road_class, "surface": surface, "flags": flags,
                   "speed": (speed_forward, speed_backward), "truck_speed": (truck_forward, truck_backward),
                   "track_grade": track_grade, "smoothness": smoothness, "lanes": lanes}

    def crossing(self):
        tile, _ = self.tile, self.links
        rows = zip(tile["crossing segment"], tile["crossing tile"], tile["crossing junction"], tile["crossing there"])
        for x, (segment, number, junction, there) in enumerate(rows):
            yield {"crossing": x, "segment": segment, "to_tile": number, "junction": junction, "there": there}

    def via(self):
        for j, (base, there) in enumerate(zip(self.tile["via base"], self.tile["via there"])):
            yield {"via": j, "base": base, "there": _or_none(there), "edge": self.links.edge_of_via(j)}

    def turn(self):
        tile = self.tile
        for row in zip(tile["turn from"], tile["turn to"], tile["turn enter"], tile["turn banned"]):
            yield {"from": row[0], "to": row[1], "enter": _or_none(row[2]), "banned": row[3] >> 1,
                   "rules": bool(row[3] & HAS_RULES)}

    def rule(self):
        for rule in self.tile.rules():
            yield {"of": rule.of, "subject": rule.subject, "directions": rule.directions, "kind": rule.kind,
                   "value": rule.value, "sets": rules.text(rule), "condition": _or_none(rule.condition)}

    def condition(self):
        for row in range(self.tile.C):
            yield {"condition": row, "terms": conditions.terms(self.tile.condition_bytes(row))}

    def barrier(self):
        tile = self.tile
        for row in zip(tile["barrier junction"], tile["barrier passing"], tile["barrier end only"]):
            yield {"junction": row[0], "passing": row[1], "end_only": row[2]}

    def word(self):
        tile = self.tile
        rows = zip(tile["word way"], tile["word kind"], tile["word directions"], tile["word text"])
        for way, kind, directions, text in rows:
            yield {"way": way, "kind": kind, "directions": directions, "text": self._name(text)}

    def junction_word(self):
        tile = self.tile
        for junction, kind, text in zip(tile["junction word junction"], tile["junction word kind"], tile["junction word text"]):
            yield {"junction": junction, "kind": kind, "text": self._name(text)}

    def approach(self):
        tile = self.tile
        rows = zip(tile["approach segment"], tile["approach point"], tile["approach kind"], tile["approach directions"])
        for segment, point, kind, directions in rows:
            yield {"segment": segment, "point": point, "kind": kind, "directions": directions}

    def nodes(self):
        """The nodes of the cells and of the cut edges."""
        hierarchy = self.file.hierarchy()
        return hierarchy.nodes_of(self.tile) if hierarchy else ((), ())

    def cell(self):
        tile = self.tile
        for d, node in enumerate(self.nodes()[0]):
            ranges = {name + "s": tile["cell first " + name][d:d + 2].tolist() for name in ("junction", "segment", "via")}
            yield {"cell": d, "node": node, **ranges}

    def top(self):
        tile, links = self.tile, self.links
        edges = [links.edge_of_segment(edge >> 1) + (edge & 1) for edge in range(2 * tile.SC, 2 * tile.T)]
        edges += [links.edge_of_via(via) for via in range(tile.VC, tile.V)]
        for edge, node in zip(edges, self.nodes()[1]):
            yield {"edge": edge, "node": node}


def _nodes(file):
    """The nodes of the hierarchy, each with its list and which of the arcs have a way up and down."""
    hierarchy = file.hierarchy()
    for node in range(hierarchy.n if hierarchy else 0):
        kind, number = hierarchy.content(node)
        arcs = hierarchy.arcs(node)
        yield {"node": node, kind: number, "size": hierarchy["sizes"][node], "behind": hierarchy["cells"][node],
               "list": hierarchy.list_of(node), "up": hierarchy.ways["up"][arcs.start:arcs.stop],
               "down": hierarchy.ways["down"][arcs.start:arcs.stop]}


def _restrictions(file):
    """The lists of restricted edges, entry by entry."""
    section = file.by_id.get(RESTRICTIONS)
    for kind, entries in restrictions.read(file, section) if section else ():
        for value, edge in entries:
            yield {"kind": kind, "value": value, "edge": edge}


_TILE_KINDS = (
    ("tile", _TileRecords.tile_record), ("junction", _TileRecords.junction), ("segment", _TileRecords.segment),
    ("elevation", _TileRecords.elevation), ("way", _TileRecords.way), ("attributes", _TileRecords.attributes), ("crossing", _TileRecords.crossing),
    ("via", _TileRecords.via), ("turn", _TileRecords.turn), ("rule", _TileRecords.rule),
    ("condition", _TileRecords.condition), ("barrier", _TileRecords.barrier), ("word", _TileRecords.word),
    ("junction_word", _TileRecords.junction_word), ("approach", _TileRecords.approach), ("cell", _TileRecords.cell),
    ("top", _TileRecords.top),
)
KINDS = ("header", "section", "provenance", "trip", *(name for name, _ in _TILE_KINDS), "index", "node",
         "restriction", "place", "station")


def _or_none(number):
    return None if number == NONE else number


def lines(file, tiles, kinds):
    """The lines of the dump: of the tiles with these numbers, records of these kinds only."""
    for kind, records in _file_records(file):
        if kind in kinds:
            for record in records():
                yield _encode({"record": kind, **record})
    tile_kinds = [entry for entry in _TILE_KINDS if entry[0] in kinds]
    if tile_kinds:
        for number in tiles:
            of_tile = _TileRecords(file, number)
            for kind, records in tile_kinds:
                for record in records(of_tile):
                    yield _encode({"record": kind, "tile": number, **record})
    if "index" in kinds:
        yield _encode({"record": "index", "tiles": file.index})
    if "node" in kinds:
        for record in _nodes(file):
            yield _encode({"record": "node", **record})
    if "place" in kinds and file.places():
        for record in file.places().records():
            yield _encode({"record": "place", **record})
    if "station" in kinds and file.stations():
        for record in file.stations().records():
            yield _encode({"record": "station", **record})
    if "restriction" in kinds:
        for record in _restrictions(file):
            yield _encode({"record": "restriction", **record})
