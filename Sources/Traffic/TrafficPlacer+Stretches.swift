import Geo
import MapMatching
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Roads from one point to another; the source states no line.
extension TrafficPlacer {
  /// The maximum metres from a point to its road.
  private static let reachMetres = 30.0
  /// The minimum metres between points: nearer ones may be the same place.
  private static let leastMetres = 20.0
  /// The usual length of a road, as a multiple of the straight line.
  private static let usualDetour = 1.1
  /// The length of a piece at an end that may lie on another road, in metres.
  private static let endMetres = 5.0

  mutating func placeStretches(_ records: [TrafficRecord]) throws(NavError) {
    let matcher = MapMatcher(map: map)
    let network = OpenLRNetwork(map: map)
    var budget = Self.maximumSettled
    for (number, record) in records.enumerated() {
      guard case .stretch(let from, let to) = record.place else { continue }
      guard from != to else {
        refuse(number, .empty)
        continue
      }
      if isOver {
        refuse(number, .outOfTime)
        continue
      }
      // A straight road needs no name.
      if let parts = try parts(under: [from, to], matcher) {
        add(number, along: parts)
      } else if let path = try path(from, to, network, &budget) {
        try add(number, along: parts(of: path))
      } else {
        refuse(number, .noRoad)
      }
    }
  }

  /// The only road with a number or a name that leads from one point to another; nil if none does, or several do.
  private func path(
    _ from: Coordinate, _ to: Coordinate, _ network: OpenLRNetwork, _ budget: inout Int
  ) throws(NavError) -> [OpenLRDecoder.Stretch]? {
    let metres = Distance.metres(from, to) * Self.usualDetour
    guard Self.leastMetres..<255 * OpenLRPoint.metresPerInterval ~= metres else { return nil }
    var starts = try candidates(at: from)
    var targets = try candidates(at: to)
    Self.keepCommon(&starts, &targets)
    func point(_ place: Coordinate) -> OpenLRPoint {
      OpenLRPoint(
        position: place, roadClass: 7, form: .undefined, bearing: 0,
        interval: UInt8(metres / OpenLRPoint.metresPerInterval))
    }
    let granted = min(budget, OpenLRSearch.maximumSettled)
    var search = OpenLRSearch(network, budget: granted)
    defer { budget -= granted - search.budget }
    var paths: [(path: [OpenLRDecoder.Stretch], distance: Double, metres: Double)] = []
    for start in starts.map(\.candidate) {
      let ends = targets.map(\.candidate)
      var leg = OpenLRLeg(start, to: ends, point(from), point(to))
      try leg.find(&search, network)
      for (target, metres) in zip(ends, leg.lengths) {
        guard let metres else { continue }
        let one = OpenLRLeg(start, to: [target], point(from), point(to))
        let path = Self.withoutShortEnds(try one.path(search, network))
        if try isOneRoad(path) { paths.append((path, start.cost + target.cost, metres)) }
      }
    }
    // The nearest one; others may only begin later or end earlier on it.
    let nearest = paths.min { ($0.distance, $0.metres) < ($1.distance, $1.metres) }
    guard search.budget > 0, let best = nearest?.path else { return nil }
    let edges = Set(best.map(\.place))
    guard paths.allSatisfy({ $0.path.allSatisfy { edges.contains($0.place) } }),
      try !forks(best, network)
    else { return nil }
    return best
  }

  /// Whether a path of one road passes another edge of it that leads away, which may be what the source means.
  private func forks(
    _ path: [OpenLRDecoder.Stretch], _ network: OpenLRNetwork
  ) throws(NavError) -> Bool {
    var common: Set<String>?
    for place in path.map(\.place) {
      let own = try titles(place)
      common = common?.intersection(own) ?? own
    }
    for (before, behind) in zip(path, path.dropFirst()) {
      let node = try network.head(before.place)
      for leaving in try network.leaving(node, atMost: 7) {
        let place = try network.place(leaving.edge, from: node)
        if place.tile == before.place.tile, place.segment == before.place.segment { continue }
        if place != behind.place, try !titles(place).isDisjoint(with: common ?? []) { return true }
      }
    }
    return false
  }

  /// A place on a directed edge, with the numbers and names of its road.
  private typealias NamedCandidate = (candidate: OpenLRCandidate, titles: Set<String>)

  /// The places on directed edges near a point, with their distances as costs.
  private func candidates(at place: Coordinate) throws(NavError) -> [NamedCandidate] {
    let map = self.map
    var found: [NamedCandidate] = []
    for road in try map.nearest(
      to: place, within: Self.reachMetres, count: 10, where: { OpenLRNetwork.isRoad($0, $1) })
    {
      let tile = try map.tile(road.tile)
      let length = tile.length(road.segment)
      for edge in road.segment.edges where OpenLRNetwork.isRoad(tile, edge) {
        let along = edge.isForward ? road.offset : length - min(road.offset, length)
        let candidate = OpenLRCandidate(
          place: EdgePlace(tile: road.tile, edge: edge), metres: Double(along) / 100,
          length: Double(length) / 100, cost: road.distance)
        found.append((candidate, try titles(candidate.place)))
      }
    }
    return found
  }

  /// Removes the places on roads that are not at both ends.
  private static func keepCommon(
    _ starts: inout [NamedCandidate], _ targets: inout [NamedCandidate]
  ) {
    func titles(_ candidates: [NamedCandidate]) -> Set<String> {
      candidates.reduce(into: []) { $0.formUnion($1.titles) }
    }
    let common = titles(starts).intersection(titles(targets))
    starts.removeAll { $0.titles.isDisjoint(with: common) }
    targets.removeAll { $0.titles.isDisjoint(with: common) }
  }

  /// A path without the short pieces at its ends, where points at junctions lie on other roads.
  private static func withoutShortEnds(
    _ path: [OpenLRDecoder.Stretch]
  ) -> [OpenLRDecoder.Stretch] {
    func isShort(_ stretch: OpenLRDecoder.Stretch) -> Bool {
      stretch.to - stretch.from < endMetres
    }
    guard let first = path.firstIndex(where: { !isShort($0) }),
      let last = path.lastIndex(where: { !isShort($0) })
    else { return path }
    return Array(path[first...last])
  }

  /// Whether all edges of a path have the same number or the same name, and it does not turn back.
  private func isOneRoad(_ path: [OpenLRDecoder.Stretch]) throws(NavError) -> Bool {
    var common: Set<String>?
    var edges: Set<EdgePlace> = []
    for place in path.map(\.place) {
      let own = try titles(place)
      let shared = common?.intersection(own) ?? own
      // Most paths to other roads show that soon.
      if shared.isEmpty { return false }
      common = shared
      edges.insert(EdgePlace(tile: place.tile, segment: place.segment, direction: .forward))
    }
    return !path.isEmpty && edges.count == path.count
  }

  /// The numbers and the name of a road.
  private func titles(_ place: EdgePlace) throws(NavError) -> Set<String> {
    let map = self.map
    let tile = try map.tile(place.tile)
    let way = tile.way(place.segment)
    let numbers = (map.name(tile.refOffset(way)) ?? "").split(separator: ";").map {
      String($0.drop { $0 == " " })
    }
    return Set(numbers + [map.name(tile.nameOffset(way))].compactMap(\.self))
  }

  private func parts(of path: [OpenLRDecoder.Stretch]) throws(NavError) -> [EdgePart] {
    let map = self.map
    var parts: [EdgePart] = []
    for stretch in path {
      let tile = try map.tile(stretch.place.tile)
      let length = tile.length(stretch.place.segment)
      guard length > 0 else { continue }
      parts.append(
        EdgePart(
          edge: map.number(of: stretch.place.edge, in: tile.layout), from: stretch.from * 100,
          to: stretch.to * 100, of: length))
    }
    return parts
  }
}
