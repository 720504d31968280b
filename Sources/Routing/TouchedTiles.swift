import Geo
package import MapReader
package import NavFormat

/// The tiles that one query has come by, numbered as they come, so that labels stay small.
package struct TouchedTiles {
  /// One tile of the query.
  package struct Slot {
    package let tile: Int
    package let range: Range<Int>
    package let firstEdge: UInt32
    package let layout: TileLayout
  }

  package let map: NavMap
  package private(set) var slots: [Slot] = []
  private var slotOf: [Int: Int] = [:]

  package init(_ map: NavMap) { self.map = map }

  /// The slot of a tile; the tile is checked when the map has not touched it before.
  package mutating func slot(ofTile tile: Int) throws(RoutingError) -> Int {
    if let known = slotOf[tile] { return known }
    let layout: TileLayout
    do { layout = try map.layout(tile) } catch { throw .map(error) }
    slots.append(
      Slot(
        tile: tile, range: map.range(tile), firstEdge: map.entry(tile).firstEdge, layout: layout))
    slotOf[tile] = slots.count - 1
    return slots.count - 1
  }

  /// The slot of a tile that the query has come by.
  func slotIfTouched(ofTile tile: Int) -> Int? { slotOf[tile] }

  /// Where an edge of a slot leads: the slot, junction and arriving edge where its head is an own
  /// junction.
  ///
  /// - Throws: ``RoutingError/map(_:)`` when the tile across is damaged, or does not have what a crossing names.
  package mutating func arrival(
    _ slot: Int, _ edge: Int
  ) throws(RoutingError) -> (slot: Int, junction: Int, edge: Int) {
    let here = slots[slot]
    let map = self.map
    let tile = map.view(here.range, layout: here.layout)
    let base = tile.base(edge)
    let head = base & 1 == 0 ? tile.to(base >> 1) : tile.from(base >> 1)
    if head < here.layout.junctionCount { return (slot, head, edge) }
    let crossing = tile.crossing(head &- here.layout.junctionCount)
    let there = try self.slot(ofTile: Int(crossing.tile))
    let layout = slots[there].layout
    guard Int(crossing.junction) < layout.junctionCount,
      Int(crossing.there) < layout.segmentCount
    else { throw broken(here.tile, "crossing") }
    guard edge != base else {
      return (there, Int(crossing.junction), Int(crossing.there) &* 2 &+ base & 1)
    }
    let via = tile.via(edge &- 2 &* here.layout.segmentCount).there
    guard via < layout.viaCount else { throw broken(here.tile, "via there") }
    return (there, Int(crossing.junction), 2 &* layout.segmentCount &+ via)
  }

  /// The slot and local number of an edge in the tile that it belongs to.
  package mutating func home(_ slot: Int, _ edge: Int) throws(RoutingError) -> (
    slot: Int, edge: Int
  ) {
    if edge < 2 &* slots[slot].layout.ownSegmentCount { return (slot, edge) }
    let here = slots[slot]
    let map = self.map
    let tile = map.view(here.range, layout: here.layout)
    let base = tile.base(edge)
    if base < 2 &* here.layout.ownSegmentCount { return (slot, edge) }
    guard let crossing = tile.crossing(ofSegment: base >> 1) else {
      throw broken(here.tile, "crossing")
    }
    let there = try self.slot(ofTile: Int(crossing.tile))
    let layout = slots[there].layout
    guard Int(crossing.there) < layout.ownSegmentCount else { throw broken(here.tile, "crossing") }
    guard edge != base else { return (there, Int(crossing.there) &* 2 &+ base & 1) }
    let via = tile.via(edge &- 2 &* here.layout.segmentCount).there
    guard via < layout.ownViaCount else { throw broken(here.tile, "via there") }
    return (there, 2 &* layout.segmentCount &+ via)
  }

  /// The file's id of an edge that belongs to its slot's tile.
  package func id(_ slot: Int, _ edge: Int) -> UInt32 {
    let here = slots[slot]
    let copies = 2 &* (here.layout.segmentCount &- here.layout.ownSegmentCount)
    let own = edge < 2 &* here.layout.ownSegmentCount ? edge : edge &- copies
    return here.firstEdge &+ UInt32(truncatingIfNeeded: own)
  }

  /// The local number, in its slot's tile, of an edge known by its id: base or via.
  func edge(_ slot: Int, id: UInt32) -> Int {
    let layout = slots[slot].layout
    let local = Int(id &- slots[slot].firstEdge)
    let own = 2 &* layout.ownSegmentCount
    return local < own ? local : local &- own &+ 2 &* layout.segmentCount
  }

  private func broken(_ tile: Int, _ what: String) -> RoutingError {
    .map(
      .format(
        path: map.path,
        .invalid(
          part: "tile \(tile)", offset: map.entry(tile).offset,
          rule: "column '\(what)' names what the other tile does not have")))
  }
}
