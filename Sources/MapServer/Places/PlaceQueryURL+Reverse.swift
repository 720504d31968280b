import Geo
import Places
import RoadModel

extension PlaceQueryURL {
  /// What `/reverse` asks for.
  struct Reverse {
    var position: Coordinate
    /// The maximum number of places.
    var limit: Int
    /// The maximum distance of houses, streets and points of interest.
    var metres: Double
    /// How precise the answer may be, as of ``PlaceSearch/place(at:within:depth:)``.
    var depth: UInt8
    var filter: PlaceFilter
    var layers: PlaceLayers
  }

  /// The reverse search.
  func reverse() throws(ServiceError) -> Reverse {
    guard let position = try coordinate() else {
      throw ServiceError(.invalidQuery, "Give lat= and lon=.")
    }
    return Reverse(
      position: position, limit: try limit() ?? 1, metres: try radius(), depth: try depth(),
      filter: try filter(), layers: try layers())
  }

  /// The radius of `/reverse` in metres, given in kilometres; 1 km as in Photon if it is not given.
  private func radius() throws(ServiceError) -> Double {
    guard let text = self["radius"] else { return 1_000 }
    guard let radius = Double(text), radius > 0 else {
      throw ServiceError(.invalidValue, "radius takes a number of kilometres above 0.")
    }
    return min(radius, 50) * 1_000
  }

  /// How precise the answer of `/reverse` may be, as a depth of categories, from Nominatim's `zoom`.
  private func depth() throws(ServiceError) -> UInt8 {
    guard let text = self["zoom"] else { return 11 }
    guard let zoom = Double(text), zoom.isFinite else {
      throw ServiceError(.invalidValue, "zoom takes a number from 0 (country) to 18 (building).")
    }
    return switch zoom {
    case ..<5: PlaceCategory.country.depth
    case ..<8: PlaceCategory.state.depth
    case ..<10: PlaceCategory.region.depth
    case ..<13: PlaceCategory.city.depth
    case ..<14: PlaceCategory.suburb.depth
    case ..<15: PlaceCategory.neighbourhood.depth
    case ..<16: PlaceCategory.locality.depth
    case ..<18: PlaceCategory.street.depth
    default: 11
    }
  }
}
