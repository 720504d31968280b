/// Which places a map keeps.
public enum PlaceScope: String, Sendable, CaseIterable {
  /// None.
  case none
  /// Settlements and points of interest.
  case poi
  /// Streets, addresses and postcodes, too.
  case all
}
