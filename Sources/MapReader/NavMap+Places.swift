public import Geo
internal import NavFormat

extension NavMap {
  /// Whether a coordinate lies outside the map's box, but inside it if latitude and longitude are swapped.
  ///
  /// The values were then probably given in the wrong order.
  public func holdsSwapped(_ place: Coordinate) -> Bool {
    guard !header.box.contains(place),
      let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    else { return false }
    return header.box.contains(swapped)
  }
}
