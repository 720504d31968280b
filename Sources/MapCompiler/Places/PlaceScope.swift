/// The places that a map keeps.
public enum PlaceScope: String, Sendable, CaseIterable {
  /// No places.
  case none
  /// Settlements and points of interest.
  case poi
  /// Also streets, addresses and postcodes.
  case all
}
