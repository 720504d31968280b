import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// Collects charging stations while the input is read: nodes, and outlines of areas as node ids.
struct StationCollector: Sendable {
  private struct Spot: Sendable {
    var reading: StationReading
    var position: Coordinate?
    var nodes: [Int64]
  }

  /// The maximum number of nodes of an outline that are read.
  private static let sampledNodes = 64

  private let rules: RoadRules
  /// The stations by element, of which the last version counts.
  private var spots: [StationsView.Element: Spot] = [:]

  init(_ rules: RoadRules) { self.rules = rules }

  private static func isStation(_ tags: borrowing OSMTags) -> Bool {
    tags.value(for: "amenity", equals: "charging_station")
  }

  mutating func node(_ id: Int64, at position: Coordinate, _ tags: borrowing OSMTags) {
    let element = StationsView.Element(isWay: false, number: id)
    guard Self.isStation(tags), id > 0,
      let reading = rules.chargingStation(Collector.roadTags(tags))
    else {
      if !spots.isEmpty { spots[element] = nil }
      return
    }
    spots[element] = Spot(reading: reading, position: position, nodes: [])
  }

  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    let element = StationsView.Element(isWay: true, number: id)
    guard Self.isStation(tags), id > 0,
      let reading = rules.chargingStation(Collector.roadTags(tags))
    else {
      if !spots.isEmpty { spots[element] = nil }
      return
    }
    var sample: [Int64] = []
    let step = max(nodes.count / Self.sampledNodes, 1)
    for place in stride(from: 0, to: nodes.count, by: step) { sample.append(nodes[place]) }
    spots[element] = Spot(reading: reading, position: nil, nodes: sample)
  }

  /// The stations with a known position.
  ///
  /// - Parameters:
  ///   - nodes: All nodes of the input, sealed.
  ///   - names: Receives their texts.
  /// - Returns: The stations; nil if there are none.
  func contents(_ nodes: borrowing NodeStore, _ names: inout NameTable) -> StationsContents? {
    var found: [StationsContents.Station] = []
    var near = NodeStore.Hint()
    let elements = spots.keys.sorted {
      ($0.isWay ? 1 : 0, $0.number) < ($1.isWay ? 1 : 0, $1.number)
    }
    for element in elements {
      guard let spot = spots[element] else { continue }
      var box = Box.empty
      for id in spot.nodes {
        if let node = nodes.index(of: id, near: &near) { box.add(nodes.position(node)) }
      }
      guard let position = spot.position ?? (box.isEmpty ? nil : box.centre) else { continue }
      let reading = spot.reading
      found.append(
        StationsContents.Station(
          element: element, position: position,
          texts: (
            names.offset(of: reading.name), names.offset(of: reading.operatorName),
            names.offset(of: reading.openingHours), names.offset(of: reading.access)
          ), reading: reading))
    }
    return found.isEmpty ? nil : StationsContents(found)
  }
}
