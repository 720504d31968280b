import Bytes
import MapReader
package import NavFormat
import RoadModel

/// The properties of the attribute sets of each tile for a kind of vehicle.
///
/// Searches need them at every turn, so they are computed once and shared by all queries with the same costs. Rules and
/// limits of single roads are not included.
package final class RoadTables: Sendable {
  /// The entries of a tile: two for each attribute set, forward and backward.
  ///
  /// If grades count, the ``RoadModel/Grade`` of each base edge follows, copies included.
  package final class Table: Sendable {
    /// Two entries for each attribute set, then the grades.
    package let entries: [UInt32]
    /// The maximum speed of all entries, in tenths of km/h.
    package let maximumSpeed: UInt32

    fileprivate init(_ entries: [UInt32], grades: [UInt32], _ costing: Costing) {
      self.entries = entries + grades
      let usual = entries.reduce(1) { max($0, $1 & RoadTables.speedMask) }
      maximumSpeed = grades.isEmpty ? usual : costing.fastestDownhill(usual)
    }
  }

  /// Set in an entry if the road is open to through traffic.
  @inlinable package static var passes: UInt32 { 1 << 16 }
  /// Set in an entry if access, regardless of exclusions, allows at least to begin or end a trip.
  @inlinable package static var isUsable: UInt32 { 1 << 17 }
  /// Set in an entry of an avoided road.
  @inlinable package static var isAvoided: UInt32 { 1 << 18 }
  /// Set in an entry of a roundabout or traffic circle.
  @inlinable package static var isRing: UInt32 { 1 << 19 }
  /// The first of the highest bits of an entry: the kinds of the road that have a preference.
  @inlinable package static var firstTrait: UInt32 { 1 << traitShift }
  /// The number of bits below it.
  @inlinable package static var traitShift: UInt32 { 24 }
  /// The bits of an entry with the speed in tenths of km/h.
  @inlinable package static var speedMask: UInt32 { 0xFFFF }

  private let tables: [OnceFilled<Table>]

  /// No tables yet, of a map with so many tiles.
  package init(tileCount: Int) { tables = (0..<tileCount).map { _ in OnceFilled() } }

  /// The table of a tile.
  package func table(_ tile: borrowing TileView, _ rules: QueryRules) -> Table {
    let slot = tables[tile.number.rawValue]
    if let known = slot.object { return known }
    return slot.store(Self.table(tile, rules))
  }

  /// Computes the table of a tile.
  package static func table(_ tile: borrowing TileView, _ rules: QueryRules) -> Table {
    let costing = rules.costing(tile.layout)
    var entries: [UInt32] = []
    entries.reserveCapacity(2 * tile.layout.attributeCount)
    for row in 0..<tile.layout.attributeCount {
      let road = tile.attributes(row: row)
      let isExcluded = rules.excludes(road)
      for direction in Direction.allCases {
        var entry = UInt32(costing.speed(road, direction))
        let access = road.access(direction)[rules.mode]
        if access.isOpenToThroughTraffic && !isExcluded { entry |= passes }
        if access.isUsable { entry |= isUsable }
        if rules.price(road) > 0 { entry |= isAvoided }
        if road.flags.contains(.roundabout) { entry |= isRing }
        entry |= UInt32(rules.traits(road)) << traitShift
        entries.append(entry)
      }
    }
    return Table(entries, grades: rules.storedGrades(tile), costing)
  }
}

extension QueryRules {
  /// The table of a tile; see ``RoadTables``.
  package func table(_ tile: borrowing TileView) -> RoadTables.Table {
    tables?.table(tile, self) ?? RoadTables.table(tile, self)
  }

  /// The entries of the table of a tile.
  package func entries(_ tile: borrowing TileView) -> [UInt32] { table(tile).entries }

  /// Whether roads have the same properties by both rules, apart from rules and limits of single roads.
  package func hasSameRoads(_ other: QueryRules) -> Bool {
    mode == other.mode && avoid == other.avoid && exclude == other.exclude
      && isShortest == other.isShortest
      && costing == other.costing && foreign?.classes == other.foreign?.classes
      && weights == other.weights && hasGrades == other.hasGrades
  }
}

extension TileView {
  /// The entry of a base edge among those of its tile.
  @inline(__always)
  package func entry(_ edge: EdgeIndex, _ entries: borrowing Span<UInt32>) -> UInt32 {
    entries[edge.place(inPairs: attributeRow(way(edge.segment)))]
  }
}
