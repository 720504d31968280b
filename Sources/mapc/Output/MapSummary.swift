import Geo
import JSON
import MapReader
import NavFormat
import Notation
import RoadModel

/// The contents of a map as text and as JSON.
struct MapSummary {
  private let map: NavMap

  init(_ map: NavMap) { self.map = map }

  func lines(tiles: Bool, sizes: Bool) throws -> [String] {
    var lines = facts
    let parts = self.parts.filter(\.isThere).map(\.name)
    lines.append(
      "has        " + (parts.isEmpty ? "no optional parts" : parts.joined(separator: ", ")))
    if map.hasChargingStations {
      let stations = try map.chargingStations()
      lines.append("charging   \(Text.count(stations.count)) stations")
    }
    if let trip = map.sampleTrip {
      lines.append("trip       --from \(trip.from) --to \(trip.to)")
    }
    if sizes { lines += [""] + (try sizeLines()) }
    if tiles { lines += [""] + map.tiles.map(line) }
    return lines
  }

  /// What all maps have, a line each.
  private var facts: [String] {
    let header = map.header
    let box = header.box
    var lines = [
      "file       \(map.path), \(Text.bytes(Int(header.fileLength))), "
        + "format \(FileHeader.version.major).\(header.minor), "
        + "build \(map.id)",
      "place      \(degrees(box.minLatitude)),\(degrees(box.minLongitude)) to "
        + "\(degrees(box.maxLatitude)),\(degrees(box.maxLongitude))",
      "country    \(header.country.isEmpty ? "unknown" : header.country), driving side "
        + "\(header.drivingSide), time zone "
        + (map.provenance.timeZone.isEmpty ? "unknown" : map.provenance.timeZone),
      "network    \(Text.count(Int(header.junctionCount))) junctions, "
        + "\(Text.count(Int(header.segmentCount))) segments, "
        + "\(Text.count(Int(header.edgeCount))) directed edges, "
        + "\(map.tileCount) tile\(map.tileCount == 1 ? "" : "s")",
      "data       " + (header.snapshot == 0 ? "of unknown date" : CivilDate.text(header.snapshot))
        + (map.provenance.source.isEmpty ? "" : ", written by \(map.provenance.source)"),
      "made by    \(map.provenance.generator)",
      "licence    \(map.provenance.attribution)",
    ]
    lines.insert(hierarchy, at: 4)
    if !map.languages.isEmpty {
      lines.insert("names      also in " + map.languages.joined(separator: ", "), at: 5)
    }
    return lines
  }

  /// The table of sizes.
  private func sizeLines() throws -> [String] {
    let header = map.header
    let rows = try sizes().map { name, bytes in
      func share(of count: Int) -> Double { Double(bytes) / Double(max(count, 1)) }
      return Self.row(
        name, Text.count(bytes), Text.fixed(100 * share(of: Int(header.fileLength)), 1),
        Text.fixed(share(of: Int(header.edgeCount)), 2),
        Text.count(Int(share(of: map.tileCount).rounded())))
    }
    return [Self.row("", "bytes", "%", "per edge", "per tile")] + rows
  }

  private func line(_ tile: TileNumber) -> String {
    let entry = map.entry(tile)
    return "tile \(tile): \(entry.junctionCount) junctions, \(entry.edgeCount) edges, "
      + "\(Text.bytes(Int(entry.byteCount))) at \(entry.offset), centre \(entry.box.centre)"
  }

  func json(tiles: Bool, sizes: Bool) throws -> String {
    let sizes = sizes ? try self.sizes() : nil
    let stations = map.hasChargingStations ? try map.chargingStations().count : 0
    var json = JSONWriter()
    json.object {
      writeFacts(to: &$0)
      $0.int("charging_stations", stations)
      for part in parts { $0.bool(part.name.replacing(" ", with: "_"), part.isThere) }
      if let trip = map.sampleTrip {
        $0.array("sample_trip") { list in
          list.place(trip.from)
          list.place(trip.to)
        }
      }
      if let sizes {
        $0.object("sizes") { members in for (name, bytes) in sizes { members.int(name, bytes) } }
      }
      if tiles { writeTiles(to: &$0) }
    }
    return json.text
  }

  private func writeFacts(to json: inout JSONWriter) {
    let header = map.header
    json.string("file", map.path)
    json.int("bytes", Int(header.fileLength))
    json.string("format", "\(FileHeader.version.major).\(header.minor)")
    json.string("build_id", map.id.description)
    write("box", header.box, to: &json)
    json.string("country", header.country)
    json.string("driving_side", "\(header.drivingSide)")
    json.string("timezone", map.provenance.timeZone)
    json.int("snapshot", Int(header.snapshot))
    json.int("junctions", Int(header.junctionCount))
    json.int("segments", Int(header.segmentCount))
    json.int("directed_edges", Int(header.edgeCount))
    json.int("tiles", map.tileCount)
    json.strings("languages", map.languages)
    json.string("generator", map.provenance.generator)
    json.string("source", map.provenance.source)
    json.string("attribution", map.provenance.attribution)
    json.int("hierarchy_nodes", map.hierarchyLayout?.nodeCount ?? 0)
    json.strings("metrics", map.metricProfiles.map(\.name))
  }

  private func writeTiles(to json: inout JSONWriter) {
    json.array("tile_list") { list in
      for tile in map.tiles {
        let entry = map.entry(tile)
        list.object {
          $0.int("tile", tile.rawValue)
          $0.int("bytes", Int(entry.byteCount))
          $0.int("junctions", Int(entry.junctionCount))
          $0.int("edges", Int(entry.edgeCount))
          write("box", entry.box, to: &$0)
        }
      }
    }
  }

  /// The optional parts of a map.
  private var parts: [(name: String, isThere: Bool)] {
    [("places", map.hasPlaces), ("elevation", map.hasElevation), ("node ids", map.hasNodeIDs)]
  }

  /// The size of the hierarchy, and the profiles with stored costs.
  private var hierarchy: String {
    guard let layout = map.hierarchyLayout else { return "hierarchy  none" }
    let profiles = map.metricProfiles.map(\.name).joined(separator: ", ")
    return "hierarchy  \(Text.count(layout.nodeCount)) nodes, "
      + (profiles.isEmpty ? "no stored costs" : "stored costs for \(profiles)")
  }

  /// A row of the table of sizes.
  private static func row(
    _ name: String, _ bytes: String, _ percent: String, _ perEdge: String, _ perTile: String
  ) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    return name + right(bytes, max(44 - name.count, bytes.count + 1)) + right(percent, 7)
      + right(perEdge, 10) + right(perTile, 10)
  }

  /// The bytes of each section, then of each column of tiles and hierarchy.
  private func sizes() throws -> [(String, Int)] {
    var result = map.sections.entries.map { ("section \($0.name)", Int($0.length)) }
    var columns: [(String, Int)] = []
    for tile in map.tiles {
      for (name, bytes) in try map.tile(tile).columns() {
        if let known = columns.firstIndex(where: { $0.0 == name }) {
          columns[known].1 += bytes
        } else {
          columns.append((name, bytes))
        }
      }
    }
    result += columns.map { ("column \($0.0)", $0.1) }
    let hierarchy = map.hierarchyLayout?.columns ?? []
    result += hierarchy.map { ("column hierarchy \($0.name)", $0.bytes) }
    return result
  }

  private func degrees(_ units: Int32) -> String {
    Text.fixed(Double(units) / Coordinate.unitsPerDegree, 5)
  }

  private func write(_ key: String, _ box: Box, to json: inout JSONWriter) {
    json.array(key) {
      for units in [box.minLatitude, box.minLongitude, box.maxLatitude, box.maxLongitude] {
        $0.number(Double(units) / Coordinate.unitsPerDegree, decimals: 7)
      }
    }
  }
}

/// Dates of the Gregorian calendar from seconds since 1970.
enum CivilDate {
  /// The date in the form `2026-11-21 10:00 UTC`.
  static func text(_ seconds: Int64) -> String {
    let time = LocalTime(seconds: seconds)
    let (hour, minute) = (time.minuteOfDay / 60, time.minuteOfDay % 60)
    return "\(time.date) \(Decimals.padded(hour, 2)):\(Decimals.padded(minute, 2)) UTC"
  }
}
