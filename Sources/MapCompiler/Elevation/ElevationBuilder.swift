import Geo
import NavFormat
import RoadModel

/// Makes the encoded height profiles of all segments from grids of heights.
///
/// 1. Each segment that follows the ground gives both its junctions bounds, from the heights along it.
/// 2. ``HeightBounds`` spreads them over the network, so that no road is steeper than ``RoadGrades`` allow.
/// 3. Junctions on bridges and in tunnels get heights on the straight line between the ends.
/// 4. Each segment receives a profile between the heights of its junctions, by the same bounds.
///
/// The heights along segments are read in steps 1 and 4, so that they need no memory. Memory: 28
/// bytes for each junction, 24 for each segment, the parts of the file, and the grids.
struct ElevationBuilder: Sendable {
  let graph: RoadGraph
  let partition: Partition
  /// The segments of other tiles that touch each tile, ascending.
  let copies: [[RoadSegment]]
  let heights: HeightSource

  /// The bounds for the heights of a segment's ends, from the heights along it.
  private struct Finding: Sendable {
    let segment: RoadSegment
    var from = HeightBounds.Pair()
    var to = HeightBounds.Pair()
    /// The maximum climb of the segment, in centimetres.
    var climb = 0
    /// Whether the grid has heights at the beginning and at the end.
    var covered = (from: false, to: false)
    /// The numbers of places along it with a filled height and without a height.
    var filled = 0
    var unknown = 0
    /// Whether a stretch without heights is too long for interpolation.
    var isUnknown = false
  }

  /// The maximum length in centimetres of a stretch without heights that is interpolated.
  private static let drawnLength = Int(100 * HeightGrid.filledMetres)

  /// Builds the parts of all tiles.
  ///
  /// - Parameter threads: The number of tiles at a time; the result does not depend on it.
  /// - Returns: The parts in the order of the tiles, and the report.
  func build(threads: Int) async -> ([[UInt8]], ElevationReport) {
    let grounded = groundedJunctions()
    var bounds = [HeightBounds.Pair](repeating: .init(), count: graph.junctionCount)
    var climbs = [Int](repeating: 0, count: graph.segmentCount)
    var isCovered = [Bool](repeating: false, count: graph.junctionCount)
    var blanked: [RoadSegment] = []
    var report = ElevationReport()
    for found in await tileByTile(threads: threads, { findings(tile: $0, grounded) }) {
      for finding in found {
        let (from, to) = (graph.from[finding.segment], graph.to[finding.segment])
        climbs[finding.segment] = finding.climb
        report.filledPlaces += finding.filled
        report.unknownPlaces += finding.unknown
        bounds[from].add(finding.from, climb: 0)
        bounds[to].add(finding.to, climb: 0)
        if finding.covered.from { isCovered[from] = true }
        if finding.covered.to { isCovered[to] = true }
        if finding.isUnknown { blanked.append(finding.segment) }
      }
    }
    HeightBounds.spread(graph, climbs, &bounds)
    var junctions = bounds.indices.map { isCovered[$0] ? bounds[$0].mean : nil }
    StraightChains(graph, grounded).straighten(&junctions)
    // A segment has heights only if both its junctions have. The end with fewer roads loses its height.
    for segment in blanked {
      let (from, to) = (graph.from[segment], graph.to[segment])
      guard junctions[from] != nil, junctions[to] != nil else { continue }
      junctions[graph.out(from).count < graph.out(to).count ? from : to] = nil
    }
    let (levels, limits) = (junctions, bounds)
    let encoded = await tileByTile(threads: threads) { part(tile: $0, levels, limits) }
    for (_, tile) in encoded {
      report.segments += tile.segments
      report.unknownSegments += tile.unknownSegments
      report.straightSegments += tile.straightSegments
      report.maximumGradePercent = max(report.maximumGradePercent, tile.maximumGradePercent)
    }
    report.files = heights.readNames
    report.missingFiles = heights.missingNames
    return (encoded.map(\.0), report)
  }

  /// Runs a task for each tile, some at a time, and returns the results in order.
  private func tileByTile<Result: Sendable>(
    threads: Int, _ work: @escaping @Sendable (TileNumber) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (TileNumber, Result).self) { group in
      var results = [Result?](repeating: nil, count: partition.tiles.count)
      var waiting = partition.tiles
      func start(_ group: inout TaskGroup<(TileNumber, Result)>) {
        guard let tile = waiting.popFirst(), !Task.isCancelled else { return }
        group.addTask { (tile, work(tile)) }
      }
      for _ in 0..<max(threads, 1) { start(&group) }
      while let (tile, result) = await group.next() {
        results[tile] = result
        start(&group)
      }
      return results.compactMap { $0 }
    }
  }

  /// Whether each junction is on the ground: at the end of a road on the ground, or a quay.
  private func groundedJunctions() -> [Bool] {
    graph.junctions.map { junction in
      let out = graph.out(junction)
      let ferries = out.count { graph.road($0.segment).flags.contains(.ferry) }
      return out.count < 2 || ferries > 0 && ferries < out.count
        || out.contains { !graph.leavesGround($0.segment) }
    }
  }

  // MARK: Bounds

  /// The findings of a tile's segments.
  private func findings(tile: TileNumber, _ grounded: [Bool]) -> [Finding] {
    var sampler = HeightSampler(heights)
    return partition.tileSegments[tile].map { finding($0, grounded, &sampler) }
  }

  private func finding(
    _ segment: RoadSegment, _ grounded: [Bool], _ sampler: inout HeightSampler
  ) -> Finding {
    let isStraight = graph.leavesGround(segment)
    let line = SegmentLine(graph, segment, isCut: !isStraight)
    let climbs = climbs(of: line, segment)
    var finding = Finding(segment: segment, climb: climbs.reduce(0, +))
    var walked = 0
    let last = line.places.count - 1
    let before = (filled: sampler.filled, unknown: sampler.unknown)
    var gap = 0
    for (index, place) in line.places.enumerated() {
      walked += climbs[index]
      let isEnd = index == 0 || index == last
      if isStraight && !isEnd { continue }
      guard let height = sampler.centimetres(place).map(Int.init) else {
        gap += line.steps[index]
        if gap > Self.drawnLength, !isStraight { finding.isUnknown = true }
        continue
      }
      gap = 0
      if index == 0 { finding.covered.from = true }
      if index == last { finding.covered.to = true }
      let here = HeightBounds.Pair(high: height, low: height)
      // A road off the ground has heights only at its ends, if these are on the ground.
      let ends = (graph.from[segment], graph.to[segment])
      if !isStraight || index == 0 && grounded[ends.0] {
        finding.from.add(here, climb: walked)
      }
      if !isStraight || index == last && grounded[ends.1] {
        finding.to.add(here, climb: finding.climb - walked)
      }
    }
    finding.filled = sampler.filled - before.filled
    finding.unknown = sampler.unknown - before.unknown
    return finding
  }

  /// The maximum climbs of a segment from place to place, in centimetres.
  private func climbs(of line: SegmentLine, _ segment: RoadSegment) -> [Int] {
    let grade = graph.maximumGrade(segment)
    return line.steps.map { min($0 * grade / 1_000, HeightBounds.maximumClimb / line.steps.count) }
  }

  // MARK: Profiles

  /// The encoded part of a tile.
  private func part(
    tile: TileNumber, _ junctions: [Int?], _ bounds: [HeightBounds.Pair]
  ) -> ([UInt8], ElevationReport) {
    var sampler = HeightSampler(heights)
    var report = ElevationReport()
    var segments: [ElevationContents.Segment] = []
    for segment in partition.tileSegments[tile] {
      guard let from = junctions[graph.from[segment]], let to = junctions[graph.to[segment]] else {
        segments.append(.init())
        report.unknownSegments += 1
        continue
      }
      let isStraight = graph.leavesGround(segment)
      let line = SegmentLine(graph, segment, isCut: !isStraight)
      let profile =
        isStraight
        ? Self.straight(line, from: from, to: to)
        : ground(line, segment, bounds, from: from, to: to, &sampler)
      let stored = Self.stored(profile, line, signed: graph.signedGrade(segment))
      segments.append(stored)
      report.segments += 1
      if isStraight { report.straightSegments += 1 }
      let grade = Int(max(stored.uphill, stored.downhill))
      let road = graph.road(segment)
      if road.forwardAccess[.car].isUsable || road.backwardAccess[.car].isUsable {
        report.maximumGradePercent = max(report.maximumGradePercent, grade)
      }
    }
    let local = partition.tileJunctions[tile] + crossedJunctions(of: tile)
    let latitudes = partition.tileJunctions[tile].map { graph.positions[$0].latitudeUnits }
    let middle = (Double(latitudes.min() ?? 0) + Double(latitudes.max() ?? 0)) / 2
    let encoded = ElevationContents.encoded(
      junctions: local.map { junctions[$0] }, segments: segments, latitude: middle)
    return (encoded, report)
  }

  /// The far junctions of a tile's crossings, in order.
  private func crossedJunctions(of tile: TileNumber) -> [RoadJunction] {
    (partition.tileSegments[tile] + copies[tile]).compactMap { segment in
      [graph.from[segment], graph.to[segment]].first { partition.tile(of: $0) != tile }
    }
  }

  /// The heights on the straight line between the ends.
  private static func straight(_ line: SegmentLine, from: Int, to: Int) -> [Int] {
    let whole = max(line.steps.reduce(0, +), 1)
    var walked = 0
    return line.steps.map { step in
      walked += step
      return from + (to - from) * walked / whole
    }
  }

  /// The heights of the grid, within bounds from themselves and the ends.
  private func ground(
    _ line: SegmentLine, _ segment: RoadSegment, _ bounds: [HeightBounds.Pair], from: Int, to: Int,
    _ sampler: inout HeightSampler
  ) -> [Int] {
    let climbs = climbs(of: line, segment)
    let last = line.places.count - 1
    var pairs = line.places.map { place in
      sampler.centimetres(place).map { HeightBounds.Pair(high: Int($0), low: Int($0)) } ?? .init()
    }
    pairs[0] = bounds[graph.from[segment]]
    pairs[last] = bounds[graph.to[segment]]
    for index in 1...last { pairs[index].add(pairs[index - 1], climb: climbs[index]) }
    for index in (0..<last).reversed() {
      pairs[index].add(pairs[index + 1], climb: climbs[index + 1])
    }
    var heights = pairs.map { $0.mean ?? from }
    (heights[0], heights[last]) = (from, to)
    return heights
  }

  /// A profile for the file.
  ///
  /// Between the points of a grid, a road may be steeper than along them. The tag `incline`, as on signs,
  /// gives the grade there; where the grid is level, also whether the road falls.
  private static func stored(
    _ profile: [Int], _ line: SegmentLine, signed: (percent: UInt8, falls: Bool)
  ) -> ElevationContents.Segment {
    var result = ElevationContents.Segment()
    result.points = line.points.map { line.places[$0] }
    result.heights = line.points.map { profile[$0] }
    var climb = 0
    for (a, b) in zip(profile, profile.dropFirst()) { climb += max(b - a, 0) }
    let rise = profile[profile.count - 1] - profile[0]
    result.extraClimb = climb - max(rise, 0)
    (result.uphill, result.downhill) = grades(profile, line)
    if rise <= -levelRise || rise < levelRise && signed.falls {
      result.downhill = max(result.downhill, signed.percent)
    } else {
      result.uphill = max(result.uphill, signed.percent)
    }
    return result
  }

  /// The rise in centimetres below which a grid says nothing: heights are often whole metres.
  private static let levelRise = 100
  /// The minimum length in centimetres for measuring a grade; over less it is mostly noise.
  private static let gradeLength = 10_000

  /// The maximum grades in percent, up and down.
  private static func grades(_ profile: [Int], _ line: SegmentLine) -> (UInt8, UInt8) {
    var (up, down) = (0, 0)
    var (end, length) = (0, 0)
    for start in profile.indices {
      if start > 0 { length -= line.steps[start] }
      while length < gradeLength, end < profile.count - 1 {
        end += 1
        length += line.steps[end]
      }
      // For a shorter segment only the whole counts.
      if start > 0, length < gradeLength { break }
      let rise = profile[end] - profile[start]
      let distance = max(length, 100)
      let percent = (abs(rise) * 100 + distance / 2) / distance
      if rise > 0 { up = max(up, percent) } else { down = max(down, percent) }
    }
    return (UInt8(clamping: up), UInt8(clamping: down))
  }
}
