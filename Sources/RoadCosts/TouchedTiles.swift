import Geo
package import MapReader
package import NavFormat
package import RouteModel

/// The tiles that one query has come by, numbered as they come, so that labels stay small.
package struct TouchedTiles {
  /// One tile of the query.
  package struct Slot {
    package let tile: Int
    package let firstEdge: UInt32
    package let layout: TileLayout
  }

  package let map: NavMap
  package private(set) var slots: [Slot] = []
  /// By a hash of a tile its slot or, when that place is taken, behind it: at least twice as many places as
  /// slots, so that some are empty (-1).
  private var places = [Int32](repeating: -1, count: 64)

  package init(_ map: NavMap) { self.map = map }

  /// The place of a tile, or the empty one where it would be.
  private func place(ofTile tile: Int) -> Int {
    // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
    let hash = UInt64(truncatingIfNeeded: tile) &* 0x9E37_79B9_7F4A_7C15
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hash &>> 32) & mask
    while places[place] >= 0, slots[Int(places[place])].tile != tile {
      place = (place &+ 1) & mask
    }
    return place
  }

  /// The slot of a tile; the tile is checked when the map has not touched it before.
  package mutating func slot(ofTile tile: Int) throws(RoutingError) -> Int {
    let place = place(ofTile: tile)
    if places[place] >= 0 { return Int(places[place]) }
    let layout: TileLayout
    do { layout = try map.layout(tile) } catch { throw RoutingError(error) }
    slots.append(
      Slot(
        tile: tile, firstEdge: map.entry(tile).firstEdge, layout: layout))
    places[place] = Int32(slots.count - 1)
    if 2 * slots.count > places.count { spread() }
    return slots.count - 1
  }

  /// Makes room for more tiles.
  private mutating func spread() {
    places = [Int32](repeating: -1, count: 2 * places.count)
    for slot in slots.indices { places[place(ofTile: slots[slot].tile)] = Int32(slot) }
  }

  /// The slot of a tile that the query has come by.
  package func slotIfTouched(ofTile tile: Int) -> Int? {
    let slot = places[place(ofTile: tile)]
    return slot < 0 ? nil : Int(slot)
  }

  /// Where an edge of a slot leads: the slot, junction and arriving edge where its head is an own
  /// junction.
  ///
  /// - Throws: ``RoutingError/map(_:)`` when the tile across is damaged, or does not have what a crossing names.
  package mutating func arrival(
    _ slot: Int, _ edge: Int
  ) throws(RoutingError) -> (slot: Int, junction: Int, edge: Int) {
    let here = slots[slot]
    let map = self.map
    let tile = map.view(here.layout)
    let base = tile.base(edge)
    let head = tile.head(base)
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
    let tile = map.view(here.layout)
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
  package func edge(_ slot: Int, id: UInt32) -> Int {
    let layout = slots[slot].layout
    let local = Int(id &- slots[slot].firstEdge)
    let own = 2 &* layout.ownSegmentCount
    return local < own ? local : local &- own &+ 2 &* layout.segmentCount
  }

  private func broken(_ tile: Int, _ what: String) -> RoutingError {
    RoutingError(
      .format(
        path: map.path,
        .invalid(
          part: "tile \(tile)", offset: map.entry(tile).offset,
          rule: "column '\(what)' names what the other tile does not have")))
  }
}
