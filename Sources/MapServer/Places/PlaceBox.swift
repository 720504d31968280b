import Geo
import Places
import RoadModel

/// The box that a client of Nominatim or Photon shows of a place.
///
/// The map has points only, so the box has a size that is usual for the category, as Nominatim's has for nodes.
/// Otherwise maps would be zoomed in on one house of a city.
struct PlaceBox {
  /// Its edges in degrees.
  let south, north, west, east: Double
  /// Whether the place is larger than a house.
  let isArea: Bool

  init(_ place: FoundPlace) {
    let half = Self.half(place)
    isArea = half > Self.house
    let (latitude, longitude) = (place.position.latitude, place.position.longitude)
    south = Self.edge(max(latitude - half, -90))
    north = Self.edge(min(latitude + half, 90))
    west = Self.edge(max(longitude - half, -180))
    east = Self.edge(min(longitude + half, 180))
  }

  /// An edge with as many decimals as coordinates have.
  private static func edge(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  /// Half the height and width of a house in degrees.
  private static let house = 0.000_05

  /// Half the height and width in degrees.
  private static func half(_ place: FoundPlace) -> Double {
    switch place.category {
    case .country: 5
    case .state: 2.5
    case .region: 0.7
    case .island: 0.3
    case .municipality, .city: 0.16
    case .town: 0.04
    case .village, .hamlet, .suburb, .postcode: 0.02
    case .quarter, .neighbourhood, .locality: 0.01
    case .airport: 0.015
    case .station: 0.005
    case .street, .square, .dwelling: 0.002
    default: house
    }
  }
}
