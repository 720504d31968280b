import Geo
import MapReader
import NavFormat
import RoadModel

/// The roads of a map that motor vehicles may use, each with OpenLR's class and form.
///
/// Turns, turn restrictions and costs do not count, since no two maps agree on them.
struct OpenLRNetwork: Sendable {
  let map: NavMap

  /// OpenLR's word for a junction.
  typealias Node = JunctionPlace

  /// A directed edge that leaves a node, in the numbering of the node's tile.
  struct Leaving {
    var edge: EdgeIndex
    var head: Node
    var length: UInt32
    var roadClass: UInt8
  }

  /// Whether a motor vehicle may use an edge of a tile, except ferries and roads closed to all.
  static func isRoad(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    if tile.isFerry(edge.segment) { return false }
    let access = tile.access(edge.segment, edge.direction)
    return Mode.allCases.contains { $0.isMotorised && access[$0].isUsable }
  }

  /// Whether a motor vehicle may use a segment in at least one direction.
  static func isRoad(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    isRoad(tile, segment.forwardEdge) || isRoad(tile, segment.forwardEdge.reversed)
  }

  /// The functional class of a road.
  static func functionalClass(_ road: RoadClass) -> UInt8 {
    switch road {
    case .motorway: 0
    case .trunk: 1
    case .primary: 2
    case .secondary: 3
    case .tertiary: 4
    case .unclassified, .road, .unknown: 5
    case .residential, .livingStreet: 6
    default: 7
    }
  }

  /// The form of a road.
  static func form(_ road: RoadAttributes) -> FormOfWay {
    if road.flags.contains(.roundabout) { return .roundabout }
    if road.flags.contains(.link) { return .slipRoad }
    let isOneWay = road.flags.contains(.onewayForward) || road.flags.contains(.onewayBackward)
    return switch road.roadClass {
    case .motorway: .motorway
    // A main road that is one-way has another carriageway nearby.
    case .trunk, .primary, .secondary: isOneWay ? .multipleCarriageway : .singleCarriageway
    case .tertiary, .unclassified, .residential, .livingStreet, .road, .unknown: .singleCarriageway
    default: .other
    }
  }

  /// The shape of an edge in its direction, its length in centimetres, and its road's attributes.
  func road(
    _ place: EdgePlace
  ) throws(NavError) -> (shape: [Coordinate], length: UInt32, roadClass: UInt8, form: FormOfWay) {
    let map = self.map
    let tile = try map.tile(place.tile)
    var shape = tile.shape(place.segment)
    if place.direction == .backward { shape.reverse() }
    let road = tile.road(place.segment)
    return (
      shape, tile.length(place.segment), Self.functionalClass(road.roadClass), Self.form(road)
    )
  }

  /// The length of an edge in centimetres.
  func length(_ place: EdgePlace) throws(NavError) -> UInt32 {
    let map = self.map
    return try map.tile(place.tile).length(place.segment)
  }

  /// The class of an edge.
  func roadClass(_ place: EdgePlace) throws(NavError) -> UInt8 {
    let map = self.map
    return Self.functionalClass(try map.tile(place.tile).roadOutline(place.segment).roadClass)
  }

  /// The node at which an edge ends.
  func head(_ place: EdgePlace) throws(NavError) -> Node { try map.head(of: place) }

  /// The node at which an edge begins.
  func tail(_ place: EdgePlace) throws(NavError) -> Node { try map.tail(of: place) }

  /// The position of a node.
  func position(_ node: Node) throws(NavError) -> Coordinate {
    let map = self.map
    return try map.tile(node.tile).position(node.junction)
  }

  /// The edge in its own tile.
  func place(_ edge: EdgeIndex, from node: Node) throws(NavError) -> EdgePlace {
    let home = try map.home(of: edge, in: try map.layout(node.tile))
    return EdgePlace(tile: home.tile, edge: home.edge)
  }

  /// The roads that leave a node, down to a class.
  func leaving(_ node: Node, atMost lowest: UInt8) throws(NavError) -> [Leaving] {
    let map = self.map
    let tile = try map.tile(node.tile)
    var leaving: [Leaving] = []
    for index in tile.outRange(node.junction) {
      let edge = tile.out(index)
      let roadClass = Self.functionalClass(tile.roadOutline(edge.segment).roadClass)
      guard roadClass <= lowest, Self.isRoad(tile, edge) else { continue }
      let end = try map.arrival(of: edge, in: tile.layout)
      leaving.append(
        Leaving(
          edge: edge, head: Node(tile: end.tile, junction: end.junction),
          length: tile.length(edge.segment), roadClass: roadClass))
    }
    return leaving
  }
}

extension MeasuredLine {
  /// The shape of an edge whose length in centimetres is known.
  init(_ points: [Coordinate], length: UInt32) {
    self.init(points, length: Double(length) / 100)
  }

  /// The direction from a place on the line to another in degrees, at least 0 and below 360.
  func bearing(from begin: Double, to end: Double) -> Double {
    LineBearing.exact(position(at: begin), position(at: end))
  }
}
