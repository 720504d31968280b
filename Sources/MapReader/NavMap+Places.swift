public import Geo
internal import NavFormat

extension NavMap {
  /// Whether a place lies outside the map's box, and inside it with latitude and longitude exchanged: then they
  /// were probably written the wrong way round.
  public func holdsSwapped(_ place: Coordinate) -> Bool {
    guard !header.box.contains(place),
      let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    else { return false }
    return header.box.contains(swapped)
  }
}
