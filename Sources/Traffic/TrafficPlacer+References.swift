import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Places that are not given by ids: locations of OpenLR, and points.
extension TrafficPlacer {
  /// The maximum metres from a point to its road, and the minimum extra metres to other roads.
  private static let pointMetres = (reach: 25.0, margin: 10.0)
  /// The maximum difference of a road's direction from the given one, in degrees.
  private static let pointDegrees = 45.0
  /// The maximum number of settled nodes for all references, some minutes, and again for all roads between two points;
  /// the rest are unsure, or have no road.
  static let maximumSettled = 1_000_000_000

  mutating func placeReferences(_ records: [TrafficRecord]) throws(NavError) {
    let decoder = OpenLRDecoder(map: map)
    var budget = Self.maximumSettled
    for (number, record) in records.enumerated() {
      switch record.place {
      case .openLR, .point, .road:
        if isOver {
          refuse(number, .outOfTime)
          continue
        }
      default: break
      }
      switch record.place {
      case .openLR(let reference):
        let location: OpenLRLocation
        do throws(OpenLRDecodingError) {
          location =
            try decoder.location(of: reference, budget: &budget)
        } catch {
          guard case .map(let error) = error else {
            refuse(number, .unsure)
            continue
          }
          throw error
        }
        confidences[number] = location.confidence
        if case .pointAlongLine(let orientation, _, _) = reference.kind {
          try add(number, location, orientation)
        } else {
          add(number, location)
        }
      case .point(let place, let heading):
        let found = try edges(at: place, heading)
        add(number, found.count == 1 ? found.map(\.edge) : [])
      case .road(let place):
        let found = try edges(at: place, nil)
        add(number, found.allSatisfy { $0.road == found[0].road } ? found.map(\.edge) : [])
      case .unsupported(let reason): refuse(number, reason)
      case .way, .nodes, .turn, .line, .stretch: continue
      }
    }
  }

  /// Adds edges; refuses the record if there are none.
  private mutating func add(_ record: Int, _ edges: [EdgeNumber]) {
    if edges.isEmpty { refuse(record, .unclearPoint) }
    for edge in edges { add(record, EdgePart(edge: edge)) }
  }

  /// Adds the parts of a road.
  private mutating func add(_ record: Int, _ location: OpenLRLocation) {
    var parts: [EdgePart] = []
    for part in location.parts {
      let length = UInt32((part.edgeLengthMetres * 100).rounded())
      guard length > 0 else { continue }
      parts.append(
        EdgePart(
          edge: part.edge.number, from: part.fromMetres * 100, to: part.toMetres * 100, of: length))
    }
    add(record, along: parts)
  }

  /// Adds the edge on which a point lies, or the one in the other direction, or both.
  private mutating func add(
    _ record: Int, _ location: OpenLRLocation, _ orientation: OpenLRReference.Orientation
  ) throws(NavError) {
    guard let edge = location.parts.first?.edge, let place = try map.place(ofEdge: edge) else {
      return
    }
    let map = self.map
    let tile = try map.tile(place.tile)
    if orientation != .backward { add(record, EdgePart(edge: edge.number)) }
    guard orientation == .backward || orientation == .both else { return }
    let reversed = place.edge.reversed
    if OpenLRNetwork.isRoad(tile, reversed) {
      add(record, EdgePart(edge: map.number(of: reversed, in: tile.layout)))
    } else if orientation == .backward {
      refuse(record, .unclearPoint)
    }
  }

  /// The edges for motor vehicles that fit a point about equally well, with a number for each road.
  private func edges(
    at place: Coordinate, _ heading: Double?
  ) throws(NavError) -> [(edge: EdgeNumber, road: Int)] {
    let map = self.map
    let (reach, margin) = Self.pointMetres
    let roads = try map.nearest(to: place, within: reach + margin, count: 20) {
      OpenLRNetwork.isRoad($0, $1)
    }
    var found: [(edge: EdgeNumber, road: Int, distance: Double)] = []
    for (number, road) in roads.enumerated() {
      let tile = try map.tile(road.tile)
      let length = tile.length(road.segment)
      let line = MeasuredLine(tile.shape(road.segment), length: length)
      let at = Double(road.offset) / 100
      let along = line.bearing(from: max(at - 5, 0), to: min(at + 5, Double(length) / 100))
      for edge in road.segment.edges where OpenLRNetwork.isRoad(tile, edge) {
        if let heading {
          let turn = abs(heading - (edge.isForward ? along : along + 180))
            .truncatingRemainder(dividingBy: 360)
          guard min(turn, 360 - turn) <= Self.pointDegrees else { continue }
        }
        found.append((map.number(of: edge, in: tile.layout), number, road.distance))
      }
    }
    guard let best = found.first, best.distance <= reach else { return [] }
    return found.filter { $0.distance < best.distance + margin }.map { ($0.edge, $0.road) }
  }
}
