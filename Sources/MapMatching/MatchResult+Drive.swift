package import Geo
package import RouteModel

extension MatchResult {
  /// How far from its last fix on a road a vehicle is taken to stand there, in metres.
  private static let standing = 50.0

  /// What of a trace is one drive: the piece with the most fixes, and its fixes until the vehicle leaves its end.
  ///
  /// Receivers go on where a vehicle is parked, and by that a trip is known to have ended.
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
