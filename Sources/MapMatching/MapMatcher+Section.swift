public import RouteModel

extension MapMatcher {
  /// A matched piece as a section of a route, with the times that the router expects.
  ///
  /// - Parameter piece: A piece of a result of this matcher.
  /// - Returns: The section; its edges are those of the piece.
  /// - Throws: ``MatchingError``.
  public func section(of piece: MatchedPiece) throws(MatchingError) -> RouteSection {
    do throws(RoutingError) { return try SectionBuilder(self).section(piece) } catch {
      throw MatchingError(error)
    }
  }
}
