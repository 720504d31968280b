import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Reads the junctions of paths from the map.
struct JunctionReader {
  let map: NavMap
  let mode: Mode
  let walk: RoadWalk
  private let reader: ArmReader
  private let carriageways: CarriagewayReader
  private let slips: SlipReader

  init(map: NavMap, mode: Mode) {
    self.map = map
    self.mode = mode
    walk = RoadWalk(map: map, mode: mode)
    reader = ArmReader(walk: walk)
    carriageways = CarriagewayReader(reader)
    slips = SlipReader(reader)
  }

  /// How a path comes to a junction and goes on.
  struct Passage {
    /// The way of the edge before the junction.
    var before: RouteWay
    /// The way of the edge behind it.
    var after: RouteWay
    /// Whether lanes with arrows end there, for which directions matter.
    var hasLanes: Bool

    /// Whether the road keeps all that travellers know it by.
    var keepsRoad: Bool { Self.keepsRoad(before, after) }

    /// Whether one way keeps all that travellers know another by.
    static func keepsRoad(_ before: RouteWay, _ after: RouteWay) -> Bool {
      before === after
        || before.road.roadClass == after.road.roadClass && before.road.flags == after.road.flags
          && before.localName == after.localName && before.ref == after.ref
    }
  }

  /// The junction at the end of an edge; nil if the next edge does not begin there.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - next: The edge on which the path goes on.
  ///   - passage: What is known about both.
  /// - Returns: The junction.
  /// - Throws: `NavError` if the map is damaged there.
  func junction(
    after edge: EdgePlace, before next: EdgePlace, _ passage: Passage
  ) throws(NavError) -> Junction? {
    let map = self.map
    let layout = try map.layout(edge.tile)
    let here = try map.arrival(of: edge.edge, in: layout)
    let out = try map.arrival(
      of: next.edge.reversed, in: next.tile == edge.tile ? layout : map.layout(next.tile))
    guard out.tile == here.tile, out.junction == here.junction else { return nil }
    let tile = map.view(here.tile == edge.tile ? layout : try map.layout(here.tile))
    let onward = out.edge.reversed
    let met = try encounters(on: edge, to: here.junction, in: here.tile)
    if isUnnoticed(tile, here.junction, from: here.edge, to: onward, passage) {
      return .unnoticed(met)
    }
    return try arms(
      tile, here.junction, from: here.edge, to: onward, isSameWay: passage.before === passage.after,
      hasLanes: passage.hasLanes, met)
  }

  /// The number and the name of the exit at the junction at the end of an edge, and the places that it leads to; nil if
  /// it has none.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - names: The kind of the names in the preferred language; nil for local ones.
  /// - Returns: The sign.
  /// - Throws: ``NavError`` if a tile is damaged.
  func exit(after edge: EdgePlace, in names: RoadWordKind?) throws(NavError) -> RoadSign? {
    let map = self.map
    let here = try map.arrival(of: edge.edge, in: map.layout(edge.tile))
    let tile = try map.tile(here.tile)
    if tile.words(of: here.junction).isEmpty { return nil }
    var name = map.word(.exitName, of: here.junction, in: tile)
    if let names, let preferred = map.word(names, of: here.junction, in: tile) { name = preferred }
    return RoadSign(
      exitNumber: map.word(.exitNumber, of: here.junction, in: tile), exitName: name,
      towards: WordReader.list(map.word(.destination, of: here.junction, in: tile)))
  }

  private func arms(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from: EdgeIndex, to: EdgeIndex,
    isSameWay: Bool, hasLanes: Bool, _ met: [RoadEncounter]
  ) throws(NavError) -> Junction? {
    var found: [ArmReader.Entry] = []
    let dependsOnPath = try collect(&found, tile, junction, from: from, to: to)
    let isPast = !hasLanes && Self.isPastDrives(found, from.reversed, to)
    // If a way continues and no road meets it, directions are not needed.
    let isAlone = !hasLanes && isSameWay && found.count == 2 && from.reversed != to
    Self.sort(&found)
    guard let entered = found.firstIndex(where: { $0.edge == from.reversed }),
      let left = found.firstIndex(where: { $0.edge == to })
    else { return nil }
    if found.count < 3 || isPast {
      if !isPast, !isAlone { try reader.setHeadings(of: &found, at: junction, tile) }
      return Junction(arms: found.map(\.arm), from: entered, to: left, encounters: met)
    }
    if dependsOnPath {
      try look(at: &found, junction, tile)
    } else {
      try recall(&found, junction, tile)
    }
    // Footpaths and changes of the road divide it, but are no junctions to the traveller.
    if !isSameWay, found[left].arm.metres <= Junction.Arm.short {
      found[left].arm.metres = try walk.metresToCrossing(
        along: to, from: tile.layout.number, within: Junction.Arm.short)
    }
    let made = Junction(arms: found.map(\.arm), from: entered, to: left, encounters: met)
    guard let slip = try slips.slip(at: made, found, in: tile.layout.number) else { return made }
    return Junction(arms: made.arms, from: entered, to: left, slip: slip, encounters: met)
  }

  /// Collects the arms of a junction for a path.
  ///
  /// - Returns: Whether it depends on the path which roads these are: where the path uses one that is closed to the
  ///   mode, or one of two that are the same.
  private func collect(
    _ found: inout [ArmReader.Entry], _ tile: borrowing TileView, _ junction: JunctionIndex,
    from: EdgeIndex, to: EdgeIndex
  ) throws(NavError) -> Bool {
    var dependsOnPath = false
    let all = tile.outRange(junction)
    found.reserveCapacity(all.count)
    // The roads of the path first, so that they remain if another road is the same.
    for isOnPath in [true, false] {
      for entry in all {
        let edge = tile.out(entry)
        let isOwn = edge == to || edge == from.reversed
        guard isOwn == isOnPath else { continue }
        let isKnown = walk.isKnown(tile, edge)
        guard isOwn || isKnown else { continue }
        var isCopy = found.contains { self.isCopy(tile, edge, of: $0.edge) }
        for other in found where !isCopy && !isOwn {
          isCopy = try isPartlyCopy(tile, edge, of: other.edge)
        }
        if isCopy || !isKnown { dependsOnPath = true }
        if isCopy { continue }
        var arm = reader.arm(tile, edge)
        arm.isOpen =
          edge == to
          || arm.leads && edge != from.reversed
            && tile.turn(from: from, to: edge)?.banned.contains(mode) != true
        found.append((edge, arm))
      }
    }
    return dependsOnPath
  }

  /// Sets what ``look(at:_:_:)`` finds, which the map keeps for later paths through the junction.
  private func recall(
    _ found: inout [ArmReader.Entry], _ junction: JunctionIndex, _ tile: borrowing TileView
  ) throws(NavError) {
    let number = tile.layout.number
    if let roads = map.sights.roads(number, junction, mode), roads.count == found.count {
      for index in found.indices {
        found[index].arm.heading = roads[index].heading
        found[index].arm.first = roads[index].first
        found[index].arm.partner = roads[index].partner
      }
      return
    }
    try look(at: &found, junction, tile)
    let roads = found.map {
      SeenRoad(heading: $0.arm.heading, first: $0.arm.first, partner: $0.arm.partner)
    }
    map.sights.keep(roads, number, junction, mode)
  }

  /// Finds the headings of the sorted arms of a junction, and which of them are carriageways of one road.
  private func look(
    at found: inout [ArmReader.Entry], _ junction: JunctionIndex, _ tile: borrowing TileView
  ) throws(NavError) {
    let number = tile.layout.number
    try reader.setHeadings(of: &found, at: junction, tile)
    try carriageways.pair(&found, at: junction, in: number)
    for index in found.indices where mayPartAhead(found[index].arm) {
      let lean = try lean(of: found[index].edge, from: number)
      if lean == 0 { continue }
      let heading = found[index].arm.heading
      found[index].arm.heading = LineBearing.middle(heading, heading + 2 * lean)
      found[index].arm.first = found[index].arm.heading
    }
  }

  /// Whether a path goes on at a junction without anything that travellers notice, as far as that is known at a glance.
  ///
  /// It is where nothing but drives and the like meets a road that stays the same: ``Drafting`` announces nothing
  /// there, and nothing else is asked about it. Most junctions are such, so that only what the tile says of their roads
  /// is read; where that does not decide, all of it is.
  private func isUnnoticed(
    _ tile: borrowing TileView, _ junction: JunctionIndex, from: EdgeIndex, to: EdgeIndex,
    _ passage: Passage
  ) -> Bool {
    let back = from.reversed
    guard !passage.hasLanes, passage.keepsRoad, back != to, !isCopy(tile, to, of: back) else {
      return false
    }
    var (ownCount, otherCount) = (0, 0)
    for entry in tile.outRange(junction) {
      let edge = tile.out(entry)
      if edge == to || edge == back {
        ownCount += 1
      } else if walk.isKnown(tile, edge) {
        guard tile.roadOutline(edge.segment).roadClass.isMinor, !isCopy(tile, edge, of: to),
          !isCopy(tile, edge, of: back)
        else { return false }
        otherCount += 1
      }
    }
    guard ownCount == 2 else { return false }
    if otherCount == 0, passage.before === passage.after { return true }
    return isSameRoad(tile, back, to, isAlone: otherCount == 0)
  }

  /// Whether a road goes on from one edge to another of a junction as the same, and does not turn back.
  private func isSameRoad(
    _ tile: borrowing TileView, _ back: EdgeIndex, _ to: EdgeIndex, isAlone: Bool
  ) -> Bool {
    let (a, b) = (tile.roadOutline(back.segment), tile.roadOutline(to.segment))
    let (old, new) = (tile.way(back.segment), tile.way(to.segment))
    guard a.roadClass == b.roadClass, a.flags == b.flags,
      tile.nameOffset(old) == tile.nameOffset(new), tile.refOffset(old) == tile.refOffset(new)
    else { return false }
    if !isAlone, a.roadClass.isMinor || a.flags.contains(.roundabout) { return false }
    func heading(_ edge: EdgeIndex, _ tile: borrowing TileView) -> Double {
      var shape: [Coordinate] = []
      let first = isAlone ? reader.firstHeading(tile, edge, &shape) : nil
      return first ?? tile.departureBearing(edge).degrees
    }
    let turn = LineBearing.turn(
      from: LineBearing.opposite(heading(back, tile)), to: heading(to, tile))
    return abs(turn) <= Junction.turningBack
  }

  /// Sorts entries clockwise from north, by insertion, because there are few.
  private static func sort(_ found: inout [ArmReader.Entry]) {
    func isBefore(_ a: ArmReader.Entry, _ b: ArmReader.Entry) -> Bool {
      (a.arm.bearing, a.edge) < (b.arm.bearing, b.edge)
    }
    for index in found.indices.dropFirst() {
      var place = index
      while place > 0, isBefore(found[place], found[place - 1]) {
        found.swapAt(place - 1, place)
        place -= 1
      }
    }
  }

  /// Whether a road continues unchanged past drives, tracks and the like, whose destinations do not matter.
  private static func isPastDrives(
    _ found: [ArmReader.Entry], _ from: EdgeIndex, _ to: EdgeIndex
  ) -> Bool {
    guard found.count > 2, let a = found.first(where: { $0.edge == from })?.arm,
      let b = found.first(where: { $0.edge == to })?.arm, from != to
    else { return false }
    return !a.isMinor && a.name == b.name && a.ref == b.ref && a.road.flags == b.road.flags
      && a.road.roadClass == b.road.roadClass && !a.road.flags.contains(.roundabout)
      && found.allSatisfy { $0.edge == from || $0.edge == to || $0.arm.isMinor }
  }

  /// Whether an arm may be one of two carriageways that meet at the next junction.
  private func mayPartAhead(_ arm: Junction.Arm) -> Bool {
    arm.partner == nil && arm.metres <= Carriageways.reach && arm.name | arm.ref != 0
      && !(arm.leads && arm.comes) && !arm.road.flags.contains(.roundabout)
  }

  /// The angle between a short arm and the middle of its divided road, seen from here.
  private func lean(
    of edge: EdgeIndex, from number: TileNumber
  ) throws(NavError) -> Double {
    guard let end = try walk.crossing(along: edge, from: number, within: Carriageways.reach) else {
      return 0
    }
    let map = self.map
    let tile = try map.tile(end.tile)
    let unseen = reader.unseenArms(tile, end.junction)
    guard let index = unseen.firstIndex(where: { $0.edge == end.edge.reversed }),
      carriageways.hasPeer(index, among: unseen)
    else { return 0 }
    let found = try reader.arms(tile, end.junction)
    guard let partner = try carriageways.partner(of: index, found, at: end.junction, in: end.tile)
    else { return 0 }
    return Carriageways.lean(of: index, beside: partner, in: found.map(\.arm))
  }
}
