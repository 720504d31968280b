internal import NavFormat

/// Verification of the references between tiles.
extension NavMap {
  /// Checks that each crossing and via edge is mutual, and that copies equal their segments.
  func verifyLinks(of tile: TileNumber) throws(NavError) {
    let map = self
    let view = try map.tile(tile)
    for index in 0..<view.layout.crossingCount {
      let crossing = view.crossing(index)
      let other = try map.tile(crossing.tile)
      if let rule = Self.flaw(view, crossing, other) {
        throw fault(
          tile, "crossing \(index) is not answered by tile \(crossing.tile): \(rule)")
      }
    }
    for via in 0..<view.layout.viaCount {
      let (base, there) = view.via(via)
      guard let crossing = view.crossing(ofSegment: base.segment) else {
        guard there == TurnRow.none else {
          throw fault(tile, "via edge \(via) does not cross, but has a number elsewhere")
        }
        continue
      }
      let other = try map.tile(crossing.tile)
      let layout = other.layout
      let isOwn = via < view.layout.ownViaCount
      let range = isOwn ? layout.ownViaCount..<layout.viaCount : 0..<layout.ownViaCount
      guard range.contains(there),
        other.via(there) == (base.moved(to: crossing.there), via)
      else { throw fault(tile, "via edge \(via) is not answered by tile \(crossing.tile)") }
    }
  }

  /// The flaw of a crossing from one tile to another; nil if there is none.
  private static func flaw(
    _ view: borrowing TileView, _ crossing: Crossing, _ other: borrowing TileView
  ) -> String? {
    let segment = crossing.segment
    let there = crossing.there
    let isOwn = view.layout.isOwn(segment)
    guard crossing.tile != view.number else { return "it leads into its own tile" }
    guard isOwn == (view.number < crossing.tile) else {
      return "its segment belongs to the wrong tile"
    }
    let layout = other.layout
    guard layout.isOwn(crossing.junction), layout.segments.contains(there),
      layout.isOwn(there) != isOwn,
      let back = other.crossing(ofSegment: there), back.tile == view.number,
      back.there == crossing.segment
    else { return "nothing leads back" }
    // The near end here is the far end there; the direction is the same.
    let isForward = view.layout.isOwn(view.from(segment))
    let (near, far) =
      isForward
      ? (other.to(there), other.from(there)) : (other.from(there), other.to(there))
    guard near == crossing.junction, !layout.isOwn(far),
      back.junction == min(view.from(segment), view.to(segment))
    else { return "tile \(crossing.tile) has other ends of its segment" }
    guard other.position(crossing.junction) == crossing.position else {
      return "its place is not that of the junction in tile \(crossing.tile)"
    }
    if isOwn { return nil }
    return view.difference(segment, other, there).map { "the copy has another \($0)" }
  }
}
