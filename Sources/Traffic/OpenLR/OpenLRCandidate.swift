import Geo
import MapReader
import NavFormat
import RoadModel

/// The costs of differences between a reference and a map; 1 is a difference that another map often has.
enum OpenLRRating {
  /// The maximum distance of a road from a point in metres, as the white paper proposes.
  static let maximumDistance = 100.0
  /// Candidates that cost more are left out.
  static let maximumCost = 12.0
  /// The length of road that defines its direction, in metres.
  static let bearingMetres = 20.0
  /// The maximum number of classes between roads of the path and the lowest class of the reference.
  ///
  /// Main roads through a town may be streets on another map: 3 and 6.
  static let classTolerance: UInt8 = 3

  /// The cost of a point at a distance in metres from a road.
  static func distance(_ metres: Double) -> Double { metres / 8 }

  /// The cost of a direction: none within the sector of the reference.
  static func bearing(_ degrees: Double, _ point: OpenLRPoint) -> Double {
    var turn = abs(degrees - point.bearingDegrees)
    if turn > 180 { turn = 360 - turn }
    return max(0, turn - OpenLRPoint.degreesPerSector / 2) / 12
  }

  /// The cost of a class.
  static func roadClass(_ a: UInt8, _ b: UInt8) -> Double { 0.35 * Double(a > b ? a - b : b - a) }

  /// The cost of a form.
  static func form(_ a: FormOfWay, _ b: FormOfWay) -> Double {
    if a == b { return 0 }
    if a == .undefined || b == .undefined { return 0.1 }
    return switch Set([a, b]) {
    case [.motorway, .multipleCarriageway], [.multipleCarriageway, .singleCarriageway],
      [.singleCarriageway, .other]:
      0.3
    default: 0.6
    }
  }

  /// The cost of a place between junctions; points of a reference lie at junctions.
  static let betweenJunctions = 0.5

  /// The cost of the length of a path, in metres; nil if it differs too much from the reference.
  static func length(_ metres: Double, _ point: OpenLRPoint) -> Double? {
    let excess = max(0, abs(metres - point.distanceMetres) - OpenLRPoint.metresPerInterval / 2)
    guard excess <= tolerance(point) else { return nil }
    return excess / (5 + 0.02 * point.distanceMetres)
  }

  /// The maximum difference in length of a path in metres, besides the rounding.
  static func tolerance(_ point: OpenLRPoint) -> Double { 50 + 0.2 * point.distanceMetres }

  /// The maximum length of a path in metres.
  static func maximumLength(_ point: OpenLRPoint) -> Double {
    point.distanceMetres + OpenLRPoint.metresPerInterval / 2 + tolerance(point)
  }

  /// The confidence in a chain with a mean cost of its points and paths.
  static func confidence(_ mean: Double) -> Double {
    // An approximate exponential without a C library: (1 + x / 2^10)^(2^10).
    var value = 1 + max(-mean / 2, -40) / 1_024
    for _ in 0..<10 { value *= value }
    return value
  }
}

/// A place on a directed edge that a point of a reference may denote.
struct OpenLRCandidate {
  var place: EdgePlace
  /// Metres from the beginning of the edge.
  var metres: Double
  /// The length of the edge in metres.
  var length: Double
  var cost: Double

  /// The number of candidates that are kept for a point.
  private static let maximumCount = 8
  /// The maximum number of roads to consider around a point.
  private static let maximumRoads = 60
  /// Metres within which a place on an edge is the junction at its end.
  private static let atJunction = 5.0
  /// Metres within which the junction is another candidate, besides the place on the edge.
  private static let nearJunction = 30.0

  /// The candidates of a point, best first.
  static func near(
    _ point: OpenLRPoint, isLast: Bool, _ network: OpenLRNetwork
  ) throws(NavError) -> [OpenLRCandidate] {
    let map = network.map
    let roads = try map.nearest(
      to: point.position, within: OpenLRRating.maximumDistance, count: maximumRoads
    ) { OpenLRNetwork.isRoad($0, $1) }
    var found: [OpenLRCandidate] = []
    for road in roads {
      for direction in [Direction.forward, .backward] {
        let place = EdgePlace(tile: road.tile, segment: road.segment, direction: direction)
        let tile = try map.tile(road.tile)
        if OpenLRNetwork.isRoad(tile, place.edge) {
          try append(place, road, point, isLast: isLast, network, to: &found)
        }
      }
    }
    found.sort {
      ($0.cost, $0.place.tile, $0.place.edge, $0.metres)
        < ($1.cost, $1.place.tile, $1.place.edge, $1.metres)
    }
    return Array(found.prefix(maximumCount))
  }

  /// Appends the candidates on an edge: the place nearest to the point, and the junction if that is near.
  private static func append(
    _ place: EdgePlace, _ nearest: RoadPoint, _ point: OpenLRPoint, isLast: Bool,
    _ network: OpenLRNetwork, to found: inout [OpenLRCandidate]
  ) throws(NavError) {
    let road = try network.road(place)
    let length = Double(road.length) / 100
    let line = MeasuredLine(road.shape, length: road.length)
    let offset = Double(min(nearest.offset, road.length)) / 100
    let metres = place.direction == .forward ? offset : length - offset
    // The road leaves the first points, and arrives at the last.
    let junction = isLast ? length : 0
    let isBehind = isLast ? metres <= atJunction : metres >= length - atJunction
    var places: [Double] = []
    if abs(metres - junction) <= nearJunction { places.append(junction) }
    if abs(metres - junction) > atJunction, !isBehind { places.append(metres) }
    for metres in places {
      let isJunction = metres == junction
      let step = isLast ? -OpenLRRating.bearingMetres : OpenLRRating.bearingMetres
      let far = min(max(metres + step, 0), length)
      let away =
        isJunction ? Distance.metres(point.position, line.position(at: metres)) : nearest.distance
      let cost =
        OpenLRRating.distance(away)
        + OpenLRRating.bearing(line.bearing(from: metres, to: far), point)
        + OpenLRRating.roadClass(road.roadClass, point.roadClass)
        + OpenLRRating.form(road.form, point.form)
        + (isJunction ? 0 : OpenLRRating.betweenJunctions)
      if cost <= OpenLRRating.maximumCost {
        found.append(OpenLRCandidate(place: place, metres: metres, length: length, cost: cost))
      }
    }
  }
}
