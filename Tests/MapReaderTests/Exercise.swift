import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

/// Does everything with a file that a reader does, and counts what came of it; what matters is that
/// it comes back.
struct Exercise {
  /// Files that opened.
  var opened = 0
  /// Files that were refused when they were opened.
  var refused = 0
  /// Files in which all was found good.
  var verified = 0
  /// Routes found, and requests that were refused.
  var routes = 0, refusals = 0
  /// Errors that do not begin with the file's name.
  var nameless: [String] = []

  private mutating func note(_ error: NavError, _ path: String) {
    if !error.description.hasPrefix(path + ": ") { nameless.append(error.description) }
  }

  /// Opens a file, reads all of it, searches and routes.
  mutating func run(_ path: String, near places: [Coordinate]) async {
    let map: NavMap
    do throws(NavError) { map = try NavMap(path: path) } catch {
      refused += 1
      note(error, path)
      return
    }
    opened += 1
    do throws(NavError) {
      try map.verify()
      try map.verifyHierarchy()
      verified += 1
    } catch { note(error, path) }
    do throws(NavError) { try readHierarchy(map) } catch { note(error, path) }
    for tile in map.tiles {
      do throws(NavError) { try readAll(map, tile) } catch { note(error, path) }
    }
    for number in 0..<min(map.header.edgeCount, 1_000) {
      let edge = map.edgeID(EdgeNumber(rawValue: number))
      do throws(NavError) { _ = try map.nodeIDs(ofEdge: edge) } catch {
        note(error, path)
      }
    }
    for place in places {
      do throws(NavError) {
        _ = try map.nearest(to: place, within: .infinity, count: 5) { _, _ in true }
      } catch { note(error, path) }
    }
    do throws(NavError) { try map.forEachSegment(in: map.header.box) { _, _, _ in } } catch {
      note(error, path)
    }
    if !places.isEmpty { await route(map, places) }
  }

  /// Climbs from every node of the hierarchy to its root, and finds the tiles of all that nodes are.
  private func readHierarchy(_ map: NavMap) throws(NavError) {
    for profile in map.metricProfiles { _ = try map.metric(profile) }
    guard let hierarchy = try map.hierarchy() else { return }
    var depths = [Int](repeating: 0, count: hierarchy.nodeCount)
    for node in (0..<hierarchy.nodeCount).reversed() {
      let arcs = hierarchy.first[node]..<hierarchy.first[node + 1]
      for place in 0..<arcs.count {
        let head = Int(hierarchy.lists[Int(hierarchy.starts[node]) + place])
        depths[node] = max(depths[node], depths[head] + 1)
      }
      let content = hierarchy.contents[node]
      _ = hierarchy.tile(ofCell: content & ~HierarchyView.cellBit)
      _ = hierarchy.directory.tile(ofEdge: EdgeNumber(rawValue: content))
    }
  }

  /// Reads every column of a tile through its view.
  private func readAll(_ map: NavMap, _ number: TileNumber) throws(NavError) {
    let tile = try map.tile(number)
    for junction in tile.layout.junctions {
      _ = (tile.flags(junction), tile.junctionOSMID(junction))
      _ = (tile.passing(junction), tile.endOnly(junction))
      readRules(tile, tile.ruleRows(of: junction))
      for row in tile.words(of: junction) { _ = map.name(tile.junctionWord(row).text) }
    }
    for segment in tile.layout.segments {
      _ = tile.shape(segment)
      _ = tile.crossing(ofSegment: segment)
      let way = tile.way(segment)
      _ = (map.name(tile.nameOffset(way)), map.name(tile.refOffset(way)), tile.road(segment))
      for row in tile.words(ofWay: way) { _ = map.name(tile.word(row).text) }
      for direction in Direction.allCases {
        _ = map.laneCount(direction, ofWay: way, in: tile)
        _ = map.word(.turnLanes, direction, ofWay: way, in: tile).map { LaneIndications.lanes($0) }
        _ = map.word(.laneAccess, direction, ofWay: way, in: tile).map { LaneAccess.lanes($0) }
      }
      let points = tile.shape(segment)
      for row in tile.approachRows(of: segment) { _ = points[Int(tile.approach(row).point)] }
      _ = (tile.hasLimits(segment), tile.hasRules(segment))
      readRules(tile, tile.ruleRows(of: segment))
    }
    for index in 0..<tile.layout.viaCount { _ = tile.via(index) }
    for cell in tile.layout.cells {
      _ = (tile.cellJunctions(cell), tile.cellSegments(cell), tile.cellVias(cell))
    }
    for edge in tile.layout.edges {
      _ = (tile.cell(ofEdge: edge), tile.topNodeNumber(edge))
    }
    for row in 0..<tile.layout.turnCount {
      let turn = tile.turn(row)
      _ = tile.turnRow(from: turn.from, to: turn.to)
      readRules(tile, tile.ruleRows(ofTurn: row))
    }
    for row in 0..<tile.layout.conditionCount { _ = tile.condition(row).text }
  }

  /// Reads some rules, and asks their conditions about moments of all kinds.
  private func readRules(_ tile: borrowing TileView, _ rows: Range<Int>) {
    var truck = Vehicle(.truck)
    truck.weight = 12_000
    for row in rows {
      let rule = tile.rule(row)
      _ = (rule.effect, rule.limitKind)
      let condition = tile.condition(Int(rule.condition))
      for seconds in [0, 1_782_000_000, -1, .max / 2, .min / 2] as [Int64] {
        let now = LocalTime(seconds: seconds)
        _ = condition.holds(Circumstances(truck, time: now, isAtEnd: seconds < 0))
      }
      _ = condition.holds(Circumstances(.car))
    }
  }

  private mutating func route(_ map: NavMap, _ places: [Coordinate]) async {
    let ends = [Waypoint(places[0]), Waypoint(places[places.count - 1])]
    var past = places.map { Waypoint($0) }
    for index in past.indices.dropFirst().dropLast() { past[index].kind = .passThrough }
    var curb = ends
    curb[1].approach = .curb
    let requests = [
      RouteRequest(waypoints: ends),
      RouteRequest(waypoints: past, vehicle: .truck(height: .meters(4), weight: .tonnes(18))),
      RouteRequest(waypoints: past.reversed(), options: .init(objective: .shortest)),
      RouteRequest(
        waypoints: curb, vehicle: Vehicle(.foot), options: .init(avoid: [.tolls, .ferries])),
    ]
    let engine = OfflineRoutingEngine(map: map)
    for request in requests {
      do throws(RoutingError) {
        _ = try await engine.routes(for: request)
        routes += 1
      } catch {
        refusals += 1
        _ = error.description
      }
    }
  }
}
