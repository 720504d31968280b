package import Geo
package import RouteModel

extension MatchResult {
  /// The maximum distance of a standing vehicle's fixes from its last fix on a road, in metres.
  private static let standing = 50.0

  /// The longest drive in a trace.
  ///
  /// It is the piece with the most fixes, and its fixes until the vehicle leaves.
  ///
  /// Receivers continue while a vehicle is parked; these fixes show that the trip has ended.
  ///
  /// - Parameter fixes: The fixes that were matched.
  /// - Returns: The piece and the range of its fixes; nil if nothing was matched.
  package func longestDrive(of fixes: [Location]) -> (piece: MatchedPiece, fixes: Range<Int>)? {
    guard
      let index = pieces.indices.max(by: { pieces[$0].points.count < pieces[$1].points.count })
    else { return nil }
    let piece = pieces[index]
    var end = min(piece.points.upperBound + 1, fixes.count)
    let next = index + 1 < pieces.count ? pieces[index + 1].points.lowerBound : fixes.count
    guard let place = piece.polyline.last else { return (piece, piece.points.lowerBound..<end) }
    while end < next,
      let fix = Coordinate(latitude: fixes[end].latitude, longitude: fixes[end].longitude),
      Distance.metres(place, fix) <= Self.standing
    {
      end += 1
    }
    return (piece, piece.points.lowerBound..<end)
  }
}
