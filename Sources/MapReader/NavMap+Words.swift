package import NavFormat
package import RoadModel

/// The texts of ways and junctions: lanes, signs, exits, names in other languages.
extension NavMap {
  /// The languages in which the map has names besides the local ones, such as `de` or `zh-Hant`.
  ///
  /// The name in the language at an index has the kind ``RoadWordKind/name(inLanguage:)``.
  public var languages: [String] { provenance.languages }

  /// A text of a way in a direction; nil if it has none.
  ///
  /// - Parameters:
  ///   - kind: The kind of text.
  ///   - direction: The direction along the way.
  ///   - row: The row of the way (`TileView.way(_:)`).
  ///   - tile: The tile that has the row.
  /// - Returns: The text in the form of its kind (``RoadWordKind/form``).
  /// - Complexity: O(log words of the tile + words of the way), and a copy of the text.
  package func word(
    _ kind: RoadWordKind, _ direction: Direction, ofWay row: Int, in tile: borrowing TileView
  ) -> String? {
    name(tile.wordOffset(kind, direction, ofWay: row))
  }

  /// A text of an own junction of a tile; nil if it has none of the kind.
  package func word(
    _ kind: RoadWordKind, of junction: JunctionIndex, in tile: borrowing TileView
  ) -> String? {
    name(tile.wordOffset(kind, of: junction))
  }

  /// The number of lanes of a way in a direction; nil if unknown.
  ///
  /// It is the word ``RoadWordKind/laneCount``; if there is none, the number of lanes with arrows;
  /// otherwise it follows from the lanes of the whole road (``LaneCount``).
  package func laneCount(
    _ direction: Direction, ofWay row: Int, in tile: borrowing TileView
  ) -> Int? {
    if let told = word(.laneCount, direction, ofWay: row, in: tile) { return Int(told) }
    if let arrows = word(.turnLanes, direction, ofWay: row, in: tile) {
      return LaneIndications.laneCount(arrows)
    }
    let road = tile.attributes(row: tile.attributeRow(row))
    var oneway: Direction?
    if road.flags.contains(.onewayForward) { oneway = .forward }
    if road.flags.contains(.onewayBackward) { oneway = .backward }
    return LaneCount.derived(total: Int(road.lanes), direction, oneway: oneway)
  }
}
