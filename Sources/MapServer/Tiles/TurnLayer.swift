import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// OSRM's layer `turns`: a point for each turn that the profile may make where it has a choice.
struct TurnLayer {
  private enum Key: Int { case bearingIn, turnAngle, cost, weight, type, modifier }

  private(set) var layer = VectorTileLayer(
    "turns", keys: ["bearing_in", "turn_angle", "cost", "weight", "type", "modifier"])
  private let area: TileArea
  private var count: UInt64 = 0

  init(_ area: TileArea) { self.area = area }

  /// Adds the turns at a tile's own junctions.
  mutating func add(_ tile: borrowing TileView) {
    for junction in 0..<tile.layout.junctionCount {
      guard let point = area.projection.point(tile.position(junction)) else { continue }
      add(tile, junction, at: point)
    }
  }

  private mutating func add(_ tile: borrowing TileView, _ junction: Int, at point: TilePoint) {
    var into: [Int] = []
    var outOf: [Int] = []
    var arms = 0
    for entry in tile.outRange(junction) {
      let edge = tile.out(entry)
      let leaves = isOpen(tile, edge)
      let arrives = isOpen(tile, edge ^ 1)
      if leaves { outOf.append(edge) }
      if arrives { into.append(edge ^ 1) }
      if leaves || arrives { arms += 1 }
    }
    guard arms > 2, area.rules.use(tile, junction: junction, at: 0).ends else { return }
    for from in into {
      for to in outOf where to != from ^ 1 && !isBanned(tile, from, to) {
        add(tile, junction, from, to, at: point)
      }
    }
  }

  private func isOpen(_ tile: borrowing TileView, _ edge: Int) -> Bool {
    area.isOpen(tile, edge >> 1, edge & 1 == 0 ? .forward : .backward)
  }

  private func isBanned(_ tile: borrowing TileView, _ from: Int, _ to: Int) -> Bool {
    guard let row = tile.turnRow(from: from, to: to) else { return false }
    return area.rules.isBanned(tile, turn: row, at: 0)
  }

  private mutating func add(
    _ tile: borrowing TileView, _ junction: Int, _ from: Int, _ to: Int, at point: TilePoint
  ) {
    let arrival = tile.arrivalBearing(from >> 1, from & 1 == 0 ? .forward : .backward)
    let departure = tile.departureBearing(to >> 1, to & 1 == 0 ? .forward : .backward)
    let angle = arrival.angle(to: departure)
    let cost = area.rules.turnTime(
      angle, isJunction: !QueryRules.followsRing(tile, from, to), isUTurn: false,
      node: tile.flags(junction))
    let seconds = (Float(cost) / 10).rounded() / 10
    let degrees = LineBearing.turn(
      from: Int(arrival.degrees.rounded()), to: Int(departure.degrees.rounded()))
    let direction = RouteManeuver.Direction(turn: degrees)
    tag(.bearingIn, .sint(Int64(arrival.degrees.rounded())))
    tag(.turnAngle, .sint(Int64(degrees)))
    tag(.cost, .float(seconds))
    tag(.weight, .float(seconds))
    tag(.type, .string(direction == .straight ? "(noturn)" : "turn"))
    tag(.modifier, .string(direction.rawValue))
    count += 1
    layer.addPoint(point, id: count)
  }

  private mutating func tag(_ key: Key, _ value: VectorTileLayer.Value) {
    layer.tag(key.rawValue, value)
  }
}

/// OSRM's layer `osmnodes`: the junctions with their ids; a .nav file keeps no ids of the nodes between.
struct NodeLayer {
  private(set) var layer = VectorTileLayer("osmnodes", keys: [])
  private let area: TileArea

  init(_ area: TileArea) { self.area = area }

  /// Adds a tile's own junctions.
  mutating func add(_ tile: borrowing TileView) {
    for junction in 0..<tile.layout.junctionCount {
      guard let point = area.projection.point(tile.position(junction)) else { continue }
      layer.addPoint(point, id: UInt64(max(tile.junctionOSMID(junction), 0)))
    }
  }
}
