import Geo
package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// The tiles that one query has used, numbered in order of first use, so that labels are small.
package struct TouchedTiles {
  /// One tile of the query.
  package struct Slot {
    /// The tile.
    package let tile: TileNumber
    /// The numbers of its edges in the map.
    package let numbers: EdgeNumbers
    /// Where its columns are.
    package let layout: TileLayout
  }

  /// The map.
  package let map: NavMap
  /// The tiles in the order of first use.
  package private(set) var slots: [Slot] = []
  /// A hash table of slots by tile, with linear probing; -1 is empty.
  ///
  /// It has at least twice as many entries as there are slots.
  private var places = [Int32](repeating: -1, count: 64)

  /// No tiles of a map.
  package init(_ map: NavMap) { self.map = map }

  /// The place of a tile in the hash table, or the empty place where it would be.
  private func place(ofTile tile: TileNumber) -> Int {
    // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
    let hash = UInt64(tile) &* 0x9E37_79B9_7F4A_7C15
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hash &>> 32) & mask
    while places[place] >= 0, slots[Int(places[place])].tile != tile {
      place = (place &+ 1) & mask
    }
    return place
  }

  /// The slot of a tile; the map checks the tile on first use.
  package mutating func slot(ofTile tile: TileNumber) throws(RoutingError) -> TileSlot {
    do { return try slot(of: tile) } catch { throw RoutingError(error) }
  }

  private mutating func slot(of tile: TileNumber) throws(NavError) -> TileSlot {
    let place = place(ofTile: tile)
    if places[place] >= 0 { return TileSlot(places[place]) }
    let layout = try map.layout(tile)
    slots.append(Slot(tile: tile, numbers: map.edgeNumbers(tile), layout: layout))
    places[place] = Int32(slots.count - 1)
    if 2 * slots.count > places.count { spread() }
    return TileSlot(slots.count - 1)
  }

  /// Makes room for more tiles.
  private mutating func spread() {
    places = [Int32](repeating: -1, count: 2 * places.count)
    for slot in slots.indices { places[place(ofTile: slots[slot].tile)] = Int32(slot) }
  }

  /// The slot of a tile; nil if the query has not used it.
  package func slotIfTouched(ofTile tile: TileNumber) -> TileSlot? {
    let slot = places[place(ofTile: tile)]
    return slot < 0 ? nil : TileSlot(slot)
  }

  /// The end of an edge: the junction, the slot that owns it, and the arriving edge there.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if the other tile is damaged, or lacks the target of the
  ///   crossing.
  package mutating func arrival(
    _ slot: TileSlot, _ edge: EdgeIndex
  ) throws(RoutingError) -> (slot: TileSlot, junction: JunctionIndex, edge: EdgeIndex) {
    let here = slots[slot.rawValue]
    let map = self.map
    let tile = map.view(here.layout)
    let head = tile.head(tile.base(edge))
    if here.layout.isOwn(head) { return (slot, head, edge) }
    do throws(NavError) {
      let end = try map.arrival(of: edge, in: here.layout)
      return (try self.slot(of: end.tile), end.junction, end.edge)
    } catch { throw RoutingError(error) }
  }

  /// An edge in the tile that it belongs to: the slot and its local number there.
  package mutating func home(
    _ slot: TileSlot, _ edge: EdgeIndex
  ) throws(RoutingError) -> (slot: TileSlot, edge: EdgeIndex) {
    if slots[slot.rawValue].layout.isOwn(edge) { return (slot, edge) }
    do throws(NavError) {
      let home = try map.home(of: edge, in: slots[slot.rawValue].layout)
      return (try self.slot(of: home.tile), home.edge)
    } catch { throw RoutingError(error) }
  }

  /// The number in the map of an edge that belongs to its slot's tile.
  package func id(_ slot: TileSlot, _ edge: EdgeIndex) -> EdgeNumber {
    let here = slots[slot]
    return here.numbers.number(of: edge, in: here.layout)
  }

  /// The local number in its slot's tile of an edge, base or via, by its number in the map.
  package func edge(_ slot: TileSlot, id: EdgeNumber) -> EdgeIndex {
    let here = slots[slot]
    return here.numbers.edge(id, in: here.layout)
  }
}
