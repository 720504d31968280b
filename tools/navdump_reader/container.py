"""The file around the tiles: header, section table, small sections (sections 3 to 5)."""

import struct
from collections import namedtuple

from .basics import NavError, box_count, country_code, numbers
from .crc32c import crc32c
from .elevation import Elevation
from .hierarchy import Hierarchy
from .node_ids import NodeIds
from .places import Places
from .stations import Stations
from .tile import Tile

MAGIC = b"\x89NAV\r\n\x1a\n"
HEADER_LENGTH = 256
MOST_SECTIONS = 4096
HAS_TRIP, HAS_HIERARCHY, HAS_NODE_IDS, HAS_PLACES = 1, 2, 4, 8  # the optional features of version 2.0
HAS_ELEVATION, HAS_STATIONS = 16, 32

DIRECTORY, INDEX, TILES, NAMES, PROVENANCE, TRIP, HIERARCHY, RESTRICTIONS, NODE_IDS, TIME_ZONES = range(1, 11)
ELEVATION, PLACES, STATIONS = 12, 13, 14
METRIC = 16
# The keys of metrics: the mode in the lower eight bits, then a bit for what is kept away from, one at most.
METRIC_KEYS = [mode | avoided for avoided in (0, *(1 << bit for bit in range(8, 13))) for mode in range(8)]
SECTION_NAMES = {DIRECTORY: "tile directory", INDEX: "tile index", TILES: "tiles", NAMES: "names",
                 PROVENANCE: "provenance", TRIP: "sample trip", HIERARCHY: "hierarchy",
                 RESTRICTIONS: "restrictions", NODE_IDS: "node ids", TIME_ZONES: "time zones",
                 ELEVATION: "elevation", PLACES: "places", STATIONS: "charging stations", METRIC: "metric"}
PROVENANCE_KEYS = ("generator", "attribution", "source", "timezone")
LANGUAGES = "languages"  # a key that may follow these

HEADER_LAYOUT = struct.Struct("<8sHHIQQQQIIq4iIIII2sB5sQI136sI")
SECTION_LAYOUT = struct.Struct("<IIQQII")
ENTRY_LAYOUT = struct.Struct("<QII4iIIIII12s")

Header = namedtuple("Header", "major minor required optional length table_offset section_count table_check snapshot "
                    "box tiles edges junctions segments country side build_id edge_end")
Section = namedtuple("Section", "id key offset length check")
Entry = namedtuple("Entry", "offset length check box first_edge edges first_junction junctions segments")


def section_name(number, key=0):
    return SECTION_NAMES.get(number, "section %d" % number) + (" %d" % key if key else "")


class NavFile:
    """An open map. `data` is a memoryview of the whole file. Opening checks the header, the section table, the tile
    directory and the tile index; tiles, names, node ids and the hierarchy are checked when they are first touched."""

    def __init__(self, data):
        self.data = data
        self.header = self._read_header()
        self.sections = self._read_sections()
        self.by_id = {section.id: section for section in self.sections if section.key == 0 and section.id != METRIC}
        self.metrics = [section for section in self.sections if section.id == METRIC and section.key in METRIC_KEYS]
        self.directory = self._read_directory()
        self.index, self.index_boxes = self._read_index()
        self._tiles = {}
        self._names = None
        self._hierarchy = None
        self._node_ids = None
        self._places = None
        self._elevation = None
        self._stations = None
        self._time_zones = None

    # Header and section table

    def _read_header(self):
        data = self.data
        if len(data) < HEADER_LENGTH:
            raise NavError("%d bytes are too few for a header of %d" % (len(data), HEADER_LENGTH))
        (magic, major, minor, header_length, required, optional, length, table_offset, section_count, table_check, snapshot,
         *box, tiles, edges, junctions, segments, country, side, reserved, build_id, edge_end, more_reserved, check
         ) = HEADER_LAYOUT.unpack_from(data, 0)
        if magic != MAGIC:
            raise NavError("not a .nav file (or copied in text mode): wrong magic bytes at byte 0")
        if major != 2:
            raise NavError("major version %d, this reader knows version 2 only, at byte 8" % major)
        found = crc32c(data[:252])
        if found != check:
            raise NavError("wrong check of the header, %08x instead of %08x, at byte 252" % (found, check))
        if required:
            bits = ", ".join(str(bit) for bit in range(64) if required >> bit & 1)
            raise NavError("needs unknown required features: %s, at byte 16" % bits)
        if header_length != HEADER_LENGTH:
            raise NavError("a header of %d bytes instead of %d, at byte 12" % (header_length, HEADER_LENGTH))
        if any(reserved) or any(more_reserved):
            raise NavError("reserved bytes of the header are not zero, at byte 99 or 116")
        if length != len(data):
            raise NavError("the header says %d bytes, the file has %d (a copy that stopped early?), at byte 32"
                           % (length, len(data)))
        if table_offset != HEADER_LENGTH:
            raise NavError("a section table at %d instead of %d, at byte 40" % (table_offset, HEADER_LENGTH))
        if section_count > MOST_SECTIONS:
            raise NavError("%d sections are more than %d, at byte 48" % (section_count, MOST_SECTIONS))
        if side > 2:
            raise NavError("unknown driving side %d, at byte 98" % side)
        country = country_code(country)
        if country is None:
            raise NavError("the country is not two capital letters, at byte 96")
        return Header(major, minor, required, optional, length, table_offset, section_count, table_check, snapshot,
                      tuple(box), tiles, edges, junctions, segments, country, side, build_id, edge_end)

    def _read_sections(self):
        header = self.header
        end = header.table_offset + header.section_count * SECTION_LAYOUT.size
        if end > header.length:
            raise NavError("the section table does not fit in the file, at byte %d" % header.table_offset)
        found = crc32c(self.data[header.table_offset:end])
        if found != header.table_check:
            raise NavError("wrong check of the section table, %08x instead of %08x, at byte %d"
                           % (found, header.table_check, header.table_offset))
        sections, seen, folded = [], set(), 0
        for place in range(header.table_offset, end, SECTION_LAYOUT.size):
            number, key, offset, length, check, reserved = SECTION_LAYOUT.unpack_from(self.data, place)
            where = "%s, at byte %d" % (section_name(number, key), place)
            if reserved:
                raise NavError("reserved bytes of the section table are not zero, " + where)
            if offset % 16:
                raise NavError("a section does not begin at a multiple of 16, " + where)
            if offset < end:
                raise NavError("a section overlaps the one before it or the section table, " + where)
            if offset + length > header.length:
                raise NavError("a section reaches beyond the end of the file, " + where)
            if (number, key) in seen:
                raise NavError("a section is there twice, " + where)
            end = offset + length
            seen.add((number, key))
            folded = ((folded << 13 | folded >> 51) & 0xFFFFFFFFFFFFFFFF) ^ check
            sections.append(Section(number, key, offset, length, check))
        metrics = any(number == METRIC for number, _ in seen)
        seen = {number for number, key in seen if key == 0}
        for number in (DIRECTORY, INDEX, TILES, NAMES, PROVENANCE):
            if number not in seen:
                raise NavError("section %d (%s) is missing, section table at byte %d"
                               % (number, SECTION_NAMES[number], header.table_offset))
        if bool(header.optional & HAS_TRIP) != (TRIP in seen):
            raise NavError("the header and the section table disagree on a sample trip, at byte 24")
        if bool(header.optional & HAS_HIERARCHY) != (HIERARCHY in seen):
            raise NavError("the header and the section table disagree on a hierarchy, at byte 24")
        if bool(header.optional & HAS_NODE_IDS) != (NODE_IDS in seen):
            raise NavError("the header and the section table disagree on node ids, at byte 24")
        if bool(header.optional & HAS_PLACES) != (PLACES in seen):
            raise NavError("the header and the section table disagree on places, at byte 24")
        if bool(header.optional & HAS_ELEVATION) != (ELEVATION in seen):
            raise NavError("the header and the section table disagree on elevation, at byte 24")
        if bool(header.optional & HAS_STATIONS) != (STATIONS in seen):
            raise NavError("the header and the section table disagree on charging stations, at byte 24")
        if HIERARCHY in seen and RESTRICTIONS not in seen:
            raise NavError("a hierarchy without restrictions, section table at byte %d" % header.table_offset)
        if metrics and HIERARCHY not in seen:
            raise NavError("a metric without a hierarchy, section table at byte %d" % header.table_offset)
        if folded != header.build_id:
            raise NavError("build id %016x does not fit the sections, they give %016x, at byte 104"
                           % (header.build_id, folded))
        return sections

    def bytes_of(self, section):
        return self.data[section.offset:section.offset + section.length]

    def checked(self, number):
        """The bytes of a section by id, after its check."""
        section = self.by_id[number]
        self.check_section(section)
        return self.bytes_of(section)

    def check_section(self, section):
        found = crc32c(self.bytes_of(section))
        if found != section.check:
            raise NavError("wrong check of the section %s, %08x instead of %08x, at byte %d"
                           % (section_name(section.id, section.key), found, section.check, section.offset))

    # Directory and index

    def _read_directory(self):
        header, section, tiles = self.header, self.by_id[DIRECTORY], self.by_id[TILES]
        if section.length != header.tiles * ENTRY_LAYOUT.size:
            raise NavError("a tile directory of %d bytes does not fit %d tiles, at byte %d"
                           % (section.length, header.tiles, section.offset))
        data = self.checked(DIRECTORY)
        directory = []
        end, edges_before, junctions_before, segments_before = tiles.offset, 0, 0, 0
        edge_end = junction_end = 0
        for tile, place in enumerate(range(0, len(data), ENTRY_LAYOUT.size)):
            (offset, length, check, *box, first_edge, edges, first_junction, junctions, segments, reserved
             ) = ENTRY_LAYOUT.unpack_from(data, place)
            where = "tile directory, tile %d, at byte %d" % (tile, section.offset + place)
            if any(reserved):
                raise NavError("reserved bytes are not zero, " + where)
            if offset % 16:
                raise NavError("a tile does not begin at a multiple of 16, " + where)
            if offset < end:
                raise NavError("a tile overlaps the one before it or begins before the section of tiles, " + where)
            if offset + length > tiles.offset + tiles.length:
                raise NavError("a tile reaches beyond the section of tiles, " + where)
            if first_edge < edge_end or first_junction < junction_end:
                raise NavError("numbers of edges or junctions that are also another tile's, " + where)
            edge_end, junction_end = first_edge + edges, first_junction + junctions
            end = offset + length
            edges_before += edges
            junctions_before += junctions
            segments_before += segments
            directory.append(Entry(offset, length, check, tuple(box), first_edge, edges, first_junction, junctions,
                                   segments))
        if edge_end != header.edge_end or junction_end >= 1 << 32:
            raise NavError("the numbers of edges end at %d, the header says otherwise, at byte 112" % edge_end)
        totals = (edges_before, junctions_before, segments_before)
        if totals != (header.edges, header.junctions, header.segments):
            raise NavError("the tiles have %d edges, %d junctions, %d segments together, the header says otherwise, "
                           "at byte 84" % totals)
        return directory

    def _read_index(self):
        section, tiles = self.by_id[INDEX], self.header.tiles
        boxes_at = 4 + 4 * tiles
        where = "tile index, at byte %d" % section.offset
        if section.length != boxes_at + 16 * box_count(tiles):
            raise NavError("%d bytes do not fit %d tiles, %s" % (section.length, tiles, where))
        data = self.checked(INDEX)
        count, *order = numbers("I", data[:boxes_at])
        if count != tiles:
            raise NavError("%d tiles instead of %d, %s" % (count, tiles, where))
        if sorted(order) != list(range(tiles)):
            raise NavError("not every tile is there once, " + where)
        return order, numbers("i", data[boxes_at:])

    # Tiles, names, provenance, trip

    def tile(self, number):
        """A tile, checked on first touch."""
        tile = self._tiles.get(number)
        if tile is None:
            entry = self.directory[number]
            data = self.data[entry.offset:entry.offset + entry.length]
            found = crc32c(data)
            if found != entry.check:
                raise NavError("wrong check of tile %d, %08x instead of %08x, at byte %d"
                               % (number, found, entry.check, entry.offset))
            tile = Tile(number, entry, data)
            if tile.time_zone > len(self.time_zones()):
                tile.fail("there is no time zone %d" % tile.time_zone, 30)
            self._tiles[number] = tile
        return tile

    def name_bytes(self, offset):
        """The bytes of a name; None when the offset is 0 or the name is not inside the section (section 8)."""
        if self._names is None:
            self._names = self.checked(NAMES)
            if not len(self._names) or self._names[0]:
                raise NavError("the names do not begin with a zero, at byte %d" % self.by_id[NAMES].offset)
        names = self._names
        if offset == 0:
            return None
        length = shift = 0
        for place in range(offset, min(offset + 10, len(names))):
            byte = names[place]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                start = place + 1
                return bytes(names[start:start + length]) if length <= len(names) - start else None
        return None

    def _lines(self, number):
        """The lines of a section of text."""
        where = "%s, at byte %d" % (section_name(number), self.by_id[number].offset)
        try:
            text = bytes(self.checked(number)).decode("utf-8")
        except UnicodeDecodeError:
            raise NavError("not valid UTF-8, " + where) from None
        lines = text.split("\n")
        if lines.pop() or not text:
            raise NavError("the last line does not end, " + where)
        return lines

    def time_zones(self):
        """The rules that tiles name, counted from one."""
        if self._time_zones is None:
            self._time_zones = self._lines(TIME_ZONES) if TIME_ZONES in self.by_id else []
        return self._time_zones

    def time_zone(self, tile):
        """The rule of a tile's time zone."""
        return self.time_zones()[tile.time_zone - 1] if tile.time_zone else self.provenance()["timezone"]

    def provenance(self):
        lines = self._lines(PROVENANCE)
        where = "provenance, at byte %d" % self.by_id[PROVENANCE].offset
        pairs = [line.partition("=") for line in lines]
        # Further keys, of a later minor version, may follow.
        if tuple(pair[0] for pair in pairs[:len(PROVENANCE_KEYS)]) != PROVENANCE_KEYS:
            raise NavError("the keys are not %s, %s" % (", ".join(PROVENANCE_KEYS), where))
        if not all(pair[1] for pair in pairs):
            raise NavError("a line is not key=value, " + where)
        known = len(PROVENANCE_KEYS)
        return {pair[0]: pair[2] for pair in pairs[:known] + [pair for pair in pairs[known:] if pair[0] == LANGUAGES]}

    def languages(self):
        """The languages in which the file has names, in the order in which the kinds of words count them."""
        return [code for code in self.provenance().get(LANGUAGES, "").split(",") if code]

    def hierarchy(self):
        """The hierarchy, checked on first touch; None without one."""
        section = self.by_id.get(HIERARCHY)
        if self._hierarchy is None and section is not None:
            self._hierarchy = Hierarchy(self, section)
        return self._hierarchy

    def node_ids(self):
        """The nodes of shapes, checked on first touch; None without them."""
        section = self.by_id.get(NODE_IDS)
        if self._node_ids is None and section is not None:
            self._node_ids = NodeIds(self, section)
        return self._node_ids

    def places(self):
        """The places, checked on first touch; None without them."""
        section = self.by_id.get(PLACES)
        if self._places is None and section is not None:
            self._places = Places(self, section)
        return self._places

    def stations(self):
        """The charging stations, checked on first touch; None without them."""
        section = self.by_id.get(STATIONS)
        if self._stations is None and section is not None:
            self._stations = Stations(self, section)
        return self._stations

    def elevation(self):
        """The elevation of segments, checked on first touch; None without it."""
        section = self.by_id.get(ELEVATION)
        if self._elevation is None and section is not None:
            self._elevation = Elevation(self, section)
        return self._elevation

    def trip(self):
        """The sample trip, two coordinates; None without one."""
        section = self.by_id.get(TRIP)
        if section is None:
            return None
        if section.length != 16:
            raise NavError("a sample trip of %d bytes instead of 16, at byte %d" % (section.length, section.offset))
        values = list(numbers("i", self.checked(TRIP)))
        return values[:2], values[2:]
