import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// Collects charging stations and charge points while the input is read: nodes, outlines of areas as node ids, areas
/// with several outlines (multipolygons) as way ids, and sites, which group what lies apart, as ids of both.
struct StationCollector: Sendable {
  private struct Spot: Sendable {
    var reading: StationReading
    var position: Coordinate? = nil
    var nodes: [Int64] = []
    /// The outer ways of a multipolygon, or the ways of a site.
    var ways: [Int64] = []
    var isChargePoint: Bool
    /// Whether it is a site, whose nodes and ways need not be a part of the station's outline.
    var isSite = false
  }

  /// The maximum number of nodes of an outline that are read.
  private static let sampledNodes = 64

  private let rules: RoadRules
  /// The stations by element; the last version of an element counts.
  private var spots: [StationsView.Element: Spot] = [:]

  init(_ rules: RoadRules) { self.rules = rules }

  private static func isStation(_ tags: borrowing OSMTags) -> Bool {
    tags.value(for: "amenity", equals: "charging_station")
  }

  private static func isChargePoint(_ tags: borrowing OSMTags) -> Bool {
    tags.value(for: "man_made", equals: "charge_point")
  }

  mutating func node(_ id: Int64, at position: Coordinate, _ tags: borrowing OSMTags) {
    let element = StationsView.Element(.node, id)
    guard var spot = spot(element, tags) else { return }
    spot.position = position
    spots[element] = spot
  }

  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    let element = StationsView.Element(.way, id)
    guard var spot = spot(element, tags) else { return }
    let step = max(nodes.count / Self.sampledNodes, 1)
    for place in stride(from: 0, to: nodes.count, by: step) { spot.nodes.append(nodes[place]) }
    spots[element] = spot
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {
    let element = StationsView.Element(.relation, id)
    let isSite = tags.value(for: "type", equals: "site")
    guard isSite || tags.value(for: "type", equals: "multipolygon"),
      var spot = spot(element, tags)
    else { return }
    spot.isSite = isSite
    for member in copy members {
      switch member.kind {
      case .node where isSite: spot.nodes.append(member.ref)
      case .way where isSite || member.role != "inner": spot.ways.append(member.ref)
      default: break
      }
    }
    spots[element] = spot
  }

  /// The station or charge point of an element, without its place; nil if it is none, which also removes an earlier
  /// version that was.
  private mutating func spot(_ element: StationsView.Element, _ tags: borrowing OSMTags) -> Spot? {
    let isStation = Self.isStation(tags)
    guard isStation || Self.isChargePoint(tags),
      StationsView.Element.numbers.contains(element.number),
      let reading = rules.chargingStation(Collector.roadTags(tags))
    else {
      if !spots.isEmpty { spots[element] = nil }
      return nil
    }
    return Spot(reading: reading, isChargePoint: !isStation)
  }

  /// Whether the outline of a multipolygon, or a member of a site, is a station itself and would be there twice.
  ///
  /// The charge points of a site are its devices.
  private func hasStation(_ spot: Spot) -> Bool {
    func isKnown(_ element: StationsView.Element) -> Bool {
      spots[element].map { !spot.isSite || !$0.isChargePoint } ?? false
    }
    return spot.ways.contains { isKnown(StationsView.Element(.way, $0)) }
      || spot.isSite && spot.nodes.contains { isKnown(StationsView.Element(.node, $0)) }
  }

  /// A node of each way of relations, by way.
  private func outlines(_ wayNodes: [(way: Int64, node: Int64)]) -> [Int64: Int64] {
    let wanted = Set(spots.values.lazy.flatMap(\.ways))
    if wanted.isEmpty { return [:] }
    return Dictionary(
      wayNodes.lazy.filter { wanted.contains($0.way) }.map { ($0.way, $0.node) },
      uniquingKeysWith: { $1 })
  }

  /// The stations with a known position.
  ///
  /// - Parameters:
  ///   - nodes: All nodes of the input, sealed.
  ///   - wayNodes: A node of each way, in the order of the input.
  ///   - names: Receives their texts.
  /// - Returns: The stations; nil if there are none.
  func contents(
    _ nodes: borrowing NodeStore, wayNodes: [(way: Int64, node: Int64)], _ names: inout NameTable
  ) -> StationsContents? {
    var sites: [StationSites.Site] = []
    var near = NodeStore.Hint()
    let outlines = outlines(wayNodes)
    for element in spots.keys.sorted() {
      guard let spot = spots[element], !hasStation(spot) else { continue }
      var box = Box.empty
      if let position = spot.position { box.add(position) }
      for id in spot.nodes + spot.ways.compactMap({ outlines[$0] }) {
        if let node = nodes.index(of: id, near: &near) { box.add(nodes.position(node)) }
      }
      if box.isEmpty { continue }
      sites.append(
        StationSites.Site(
          element: element, reading: spot.reading, position: spot.position ?? box.centre,
          box: box, isChargePoint: spot.isChargePoint))
    }
    let found = StationSites(sites).stations.map { site in
      let reading = site.reading
      return StationsContents.Station(
        element: site.element, position: site.position,
        texts: (
          names.offset(of: reading.name), names.offset(of: reading.operatorName),
          names.offset(of: reading.openingHours), names.offset(of: reading.access)
        ), reading: reading)
    }
    return found.isEmpty ? nil : StationsContents(found)
  }
}
