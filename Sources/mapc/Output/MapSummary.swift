import Geo
import MapReader
import NavFormat
import Notation
import RoadModel

/// What a map holds, in words and as JSON.
struct MapSummary {
  private let map: NavMap

  init(_ map: NavMap) { self.map = map }

  func lines(tiles: Bool, sizes: Bool) throws -> [String] {
    let header = map.header
    let box = header.box
    var lines = [
      "file       \(map.path), \(Text.bytes(Int(header.fileLength))), format 1.\(header.minor), "
        + "build \(map.id)",
      "place      \(degrees(box.minLatitude)),\(degrees(box.minLongitude)) to "
        + "\(degrees(box.maxLatitude)),\(degrees(box.maxLongitude))",
      "country    \(header.country.isEmpty ? "unknown" : header.country), driving side "
        + "\(header.drivingSide), time zone "
        + (map.provenance.timeZone.isEmpty ? "unknown" : map.provenance.timeZone),
      "network    \(Text.count(Int(header.junctionCount))) junctions, "
        + "\(Text.count(Int(header.segmentCount))) segments, "
        + "\(Text.count(Int(header.edgeCount))) directed edges, \(map.tileCount) tiles",
      "data       " + (header.snapshot == 0 ? "of unknown date" : CivilDate.text(header.snapshot))
        + (map.provenance.source.isEmpty ? "" : ", written by \(map.provenance.source)"),
      "made by    \(map.provenance.generator)",
      "licence    \(map.provenance.attribution)",
    ]
    lines.insert(hierarchy, at: 4)
    if let trip = map.sampleTrip {
      lines.append("trip       --from \(trip.from) --to \(trip.to)")
    }
    if sizes {
      lines += ["", Self.row("", "bytes", "%", "per edge", "per tile")]
      for (name, bytes) in try self.sizes() {
        func share(of count: Int) -> Double { Double(bytes) / Double(max(count, 1)) }
        lines.append(
          Self.row(
            name, Text.count(bytes), Text.fixed(100 * share(of: Int(header.fileLength)), 1),
            Text.fixed(share(of: Int(header.edgeCount)), 2),
            Text.count(Int(share(of: map.tileCount).rounded()))))
      }
    }
    if tiles {
      lines.append("")
      for tile in 0..<map.tileCount {
        let entry = map.entry(tile)
        lines.append(
          "tile \(tile): \(entry.junctionCount) junctions, \(entry.edgeCount) edges, "
            + "\(Text.bytes(Int(entry.byteCount))) at \(entry.offset), middle \(entry.box.centre)")
      }
    }
    return lines
  }

  func json(tiles: Bool, sizes: Bool) throws -> JSON {
    let header = map.header
    var members: [(String, JSON)] = [
      ("file", .string(map.path)), ("bytes", .int(Int(header.fileLength))),
      ("format", .string("1.\(header.minor)")), ("build_id", .string(map.id.description)),
      ("box", box(header.box)), ("country", .string(header.country)),
      ("driving_side", .string("\(header.drivingSide)")),
      ("timezone", .string(map.provenance.timeZone)), ("snapshot", .int(Int(header.snapshot))),
      ("junctions", .int(Int(header.junctionCount))),
      ("segments", .int(Int(header.segmentCount))),
      ("directed_edges", .int(Int(header.edgeCount))), ("tiles", .int(map.tileCount)),
      ("generator", .string(map.provenance.generator)),
      ("source", .string(map.provenance.source)),
      ("attribution", .string(map.provenance.attribution)),
    ]
    members.append(("hierarchy_nodes", .int(map.hierarchyLayout?.nodeCount ?? 0)))
    members.append(("metrics", .array(map.metricProfiles.map { .string($0.name) })))
    if let trip = map.sampleTrip {
      members.append(("sample_trip", .array([place(trip.from), place(trip.to)])))
    }
    if sizes { members.append(("sizes", .object(try self.sizes().map { ($0, .int($1)) }))) }
    if tiles {
      let list = (0..<map.tileCount).map { tile in
        let entry = map.entry(tile)
        return JSON.object([
          ("tile", .int(tile)), ("bytes", .int(Int(entry.byteCount))),
          ("junctions", .int(Int(entry.junctionCount))), ("edges", .int(Int(entry.edgeCount))),
          ("box", box(entry.box)),
        ])
      }
      members.append(("tile_list", .array(list)))
    }
    return .object(members)
  }

  /// Whether queries have a hierarchy, and for whom.
  private var hierarchy: String {
    guard let layout = map.hierarchyLayout else { return "hierarchy  none" }
    let profiles = map.metricProfiles.map(\.name).joined(separator: ", ")
    return "hierarchy  \(Text.count(layout.nodeCount)) nodes, "
      + (profiles.isEmpty ? "no costs stored" : "costs of \(profiles)")
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

  /// Bytes by section, then those of the tiles and of the hierarchy by column.
  private func sizes() throws -> [(String, Int)] {
    var result = map.sections.entries.map { ("section \($0.name)", Int($0.length)) }
    var columns: [(String, Int)] = []
    for tile in 0..<map.tileCount {
      let found = try map.tile(tile).layout.columns
      if columns.isEmpty { columns = found.map { ($0.name, 0) } }
      for (index, column) in found.enumerated() { columns[index].1 += column.bytes }
    }
    result += columns.map { ("column \($0.0)", $0.1) }
    let hierarchy = map.hierarchyLayout?.columns ?? []
    result += hierarchy.map { ("column hierarchy \($0.name)", $0.bytes) }
    return result
  }

  private func degrees(_ units: Int32) -> String {
    Text.fixed(Double(units) / Coordinate.unitsPerDegree, 5)
  }

  private func place(_ place: Coordinate) -> JSON {
    .array([.number(place.latitude, decimals: 7), .number(place.longitude, decimals: 7)])
  }

  private func box(_ box: Box) -> JSON {
    .array(
      [box.minLatitude, box.minLongitude, box.maxLatitude, box.maxLongitude].map {
        .number(Double($0) / Coordinate.unitsPerDegree, decimals: 7)
      })
  }
}

/// Dates of the Gregorian calendar from seconds since 1970.
enum CivilDate {
  /// `2026-11-21 10:00 UTC`.
  static func text(_ seconds: Int64) -> String {
    let time = LocalTime(seconds: seconds)
    let (hour, minute) = (time.minuteOfDay / 60, time.minuteOfDay % 60)
    return "\(time.date) \(Decimals.padded(hour, 2)):\(Decimals.padded(minute, 2)) UTC"
  }
}
