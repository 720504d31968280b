import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import Traffic

/// References of real roads: made on a map, and found again on it or on another of the same region.
///
/// `MAPC_STRETCHES` sets the number of stretches of each map.
@Suite struct OpenLRRoundTripTests {
  /// What became of some stretches.
  private struct Tally: CustomStringConvertible {
    var stretches = 0
    var encoded = 0
    var decoded = 0
    var right = 0
    var rightOffsets = 0
    var bytes = 0
    var confidence = 0.0
    var lowest = 1.0
    var reasons: [String: Int] = [:]

    var description: String {
      "\(stretches) stretches, \(encoded) encoded in \(bytes / max(encoded, 1)) bytes, "
        + "\(decoded) decoded, \(right) to the same roads, \(rightOffsets) with the same offsets; "
        + "confidence \(confidence / Double(max(decoded, 1))), at least \(lowest) "
        + "\(reasons.sorted { $0.key < $1.key })"
    }

    mutating func add(_ location: OpenLRLocation) {
      decoded += 1
      confidence += location.confidence
      lowest = min(lowest, location.confidence)
    }

    mutating func add(_ reason: String) {
      // Without the number of an edge or a point.
      reasons[String(reason.filter { !$0.isNumber }.prefix(48)), default: 0] += 1
    }
  }

  private static let extracts = TestData.present([
    "liechtenstein-2025.osm.pbf", "andorra-2026.osm.pbf", "aachen.osm.pbf",
    "heidelberg.test.osm.pbf", "porto_portugal.osm.pbf",
  ])

  @Test(
    "a reference of a stretch gives the same edges, and its offsets within what a byte can say",
    .enabled(if: !extracts.isEmpty, "needs an extract; set MAPC_DATA"), arguments: extracts)
  func sameMap(_ name: String) async throws {
    let map = try await BuiltMap(extract: name).map
    let (encoder, decoder) = (OpenLREncoder(map: map), OpenLRDecoder(map: map))
    var stretches = Stretches(map, seed: 20_261_124)
    var tally = Tally()
    for _ in 0..<Stretches.count(200) {
      let stretch = try stretches.next()
      tally.stretches += 1
      do {
        let reference = try encoder.reference(
          of: stretch.edges, startOffsetMetres: stretch.startOffset,
          endOffsetMetres: stretch.endOffset)
        let bytes = try #require(reference.bytes)
        tally.encoded += 1
        tally.bytes += bytes.count
        let location = try decoder.location(of: OpenLRReference(bytes: bytes))
        tally.add(location)
        if let ends = Self.ends(of: location, in: stretch) {
          tally.right += 1
          let legs = try decoder.reading(of: reference)
          let whole = stretch.lengths.reduce(0, +)
          let isRight =
            abs(ends.begin - stretch.startOffset) <= legs.firstLeg / 512 + 1
            && abs(whole - ends.end - stretch.endOffset) <= legs.lastLeg / 512 + 1
          if isRight { tally.rightOffsets += 1 }
        }
      } catch { tally.add("\(error)") }
    }
    print("OpenLR \(name): \(tally)")
    #expect(tally.right * 100 >= tally.stretches * 99, "\(tally)")
    #expect(tally.rightOffsets * 100 >= tally.stretches * 99, "\(tally)")
  }

  /// Where a location begins and ends along a stretch in metres; nil if it has other edges.
  private static func ends(
    of location: OpenLRLocation, in stretch: Stretch
  ) -> (begin: Double, end: Double)? {
    guard let first = location.parts.first, let last = location.parts.last else { return nil }
    let edges = location.parts.map(\.edge)
    // A road may pass an edge twice.
    for start in stretch.edges.indices where stretch.edges[start...].starts(with: edges) {
      func begin(_ edge: Int) -> Double { stretch.lengths[..<edge].reduce(0, +) }
      let end = start + edges.count - 1
      let isWhole =
        zip(location.parts, location.parts.dropFirst()).allSatisfy {
          $0.toMetres == $0.edgeLengthMetres && $1.fromMetres == 0
        }
      return isWhole ? (begin(start) + first.fromMetres, begin(end) + last.toMetres) : nil
    }
    return nil
  }

  private static let regions = [
    ("liechtenstein-2013-08-03.osm.bz2", "liechtenstein-2025.osm.pbf"),
    ("liechtenstein-2025.osm.pbf", "liechtenstein-2013-08-03.osm.bz2"),
    ("andorra-2015.osm.gz", "andorra-2026.osm.pbf"),
    ("andorra-2026.osm.pbf", "andorra-2015.osm.gz"),
  ].filter { TestData.has($0.0) && TestData.has($0.1) }

  @Test(
    "a reference from a map many years older or newer finds what still exists",
    .enabled(if: !regions.isEmpty, "needs two extracts of a region; set MAPC_DATA"),
    arguments: regions)
  func otherMap(_ from: String, _ to: String) async throws {
    let map = try await BuiltMap(extract: from).map
    let other = try await BuiltMap(extract: to).map
    let (encoder, decoder) = (OpenLREncoder(map: map), OpenLRDecoder(map: other))
    var stretches = Stretches(map, seed: 47_11)
    var tally = Tally()
    for _ in 0..<Stretches.count(200) {
      let stretch = try stretches.next()
      guard try Self.exists(stretch, of: map, on: other) else { continue }
      tally.stretches += 1
      do {
        let reference = try encoder.reference(
          of: stretch.edges, startOffsetMetres: stretch.startOffset,
          endOffsetMetres: stretch.endOffset)
        tally.encoded += 1
        let bytes = try #require(reference.bytes)
        tally.bytes += bytes.count
        let location = try decoder.location(of: OpenLRReference(bytes: bytes))
        tally.add(location)
        if try Self.isSame(stretch, of: map, location, of: other) {
          tally.right += 1
        } else {
          tally.add("other road")
        }
      } catch { tally.add("\(error)") }
    }
    print("OpenLR \(from) on \(to): \(tally)")
    #expect(tally.right * 100 >= tally.stretches * 95, "\(tally)")
  }

  /// How far roads of two maps may be apart in metres, and by how many degrees they may differ.
  private static let tolerance = (metres: 8.0, degrees: 30.0)

  /// Whether the other map has a road for motor vehicles all along a stretch, in its direction.
  private static func exists(
    _ stretch: Stretch, of map: NavMap, on other: NavMap
  ) throws -> Bool {
    for (place, degrees) in try stretch.samples(map) {
      let near = try other.nearest(to: place, within: tolerance.metres, count: 20) {
        OpenLRNetwork.isRoad($0, $1)
      }
      var isThere = false
      for road in near {
        let tile = try other.tile(road.tile)
        let length = Double(tile.length(road.segment)) / 100
        let line = MeasuredLine(tile.shape(road.segment), length: tile.length(road.segment))
        let at = Double(road.offset) / 100
        let along = line.bearing(from: max(at - 1, 0), to: min(at + 1, length))
        for edge in road.segment.edges where OpenLRNetwork.isRoad(tile, edge) {
          let turn = abs(degrees - (edge.isForward ? along : along + 180)).truncatingRemainder(
            dividingBy: 360)
          if min(turn, 360 - turn) <= tolerance.degrees { isThere = true }
        }
      }
      if !isThere { return false }
    }
    return true
  }

  /// Whether a location lies along a stretch of another map, and is about as long.
  private static func isSame(
    _ stretch: Stretch, of map: NavMap, _ location: OpenLRLocation, of other: NavMap
  ) throws -> Bool {
    let found = Stretch(
      edges: location.parts.map(\.edge), lengths: location.parts.map(\.edgeLengthMetres),
      startOffset: location.parts[0].fromMetres,
      endOffset: location.parts[location.parts.count - 1].edgeLengthMetres
        - location.parts[location.parts.count - 1].toMetres)
    let slack = 40 + stretch.length / 20
    guard abs(found.length - stretch.length) <= slack else { return false }
    let (a, b) = try (stretch.samples(map), found.samples(other))
    func isNear(
      _ one: (place: Coordinate, degrees: Double), _ line: [(place: Coordinate, degrees: Double)]
    ) -> Bool {
      // Samples are 20 m apart along both.
      line.contains { Distance.metres(one.place, $0.place) <= tolerance.metres + 15 }
    }
    let far = a.count { !isNear($0, b) } + b.count { !isNear($0, a) }
    // The ends differ by what an offset can say.
    return far <= 2 + (a.count + b.count) / 50
  }
}
