internal import MapReader
internal import NavFormat
public import RoadModel

/// The requirements on places.
///
///     var filter = PlaceFilter([.fuel])
///     filter.fuels = ["HGV_diesel"]
public struct PlaceFilter: Sendable, Hashable {
  /// The categories; empty for all points of interest.
  public var categories: Set<PlaceCategory>
  /// Fuels that a place must sell, all of them, as in OpenStreetMap, such as `HGV_diesel`; case does not matter.
  public var fuels: Set<String> = []
  /// Sockets as in OpenStreetMap, such as `type2`, or `ccs` and `ccs1` for its `type2_combo` and `type1_combo`; a
  /// charging station must have at least one of them.
  public var sockets: Set<String> = []
  /// The minimum capacity in trucks; places of unknown capacity do not qualify.
  public var minimumTruckCapacity: Int?

  /// A filter of categories alone.
  public init(_ categories: Set<PlaceCategory> = []) { self.categories = categories }

  /// Whether more than the category is wanted.
  var hasAttributes: Bool { !fuels.isEmpty || !sockets.isEmpty || minimumTruckCapacity != nil }

  /// Whether a place is what is wanted.
  func matches(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    let category = places.category(place)
    let isWanted =
      categories.isEmpty ? category.isPointOfInterest : categories.contains(category)
    return isWanted && hasAttributes(place, places, map)
  }

  /// Whether a place sells, or has room for, what is wanted.
  func hasAttributes(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    if !hasAttributes { return true }
    var texts: [PlaceDetail: String] = [:]
    for row in places.details(of: place) {
      texts[places.detailKind(row)] = map.name(places.detailText(row))
    }
    if !Self.words(fuels).isSubset(of: Self.words(texts[.fuels])) { return false }
    let wanted = Set(Self.words(sockets).map { Self.combined[$0] ?? $0 })
    if !wanted.isEmpty, wanted.isDisjoint(with: Self.words(texts[.sockets])) { return false }
    guard let least = minimumTruckCapacity else { return true }
    let isForTrucks = places.category(place) == .truckParking
    let capacity = texts[.truckCapacity] ?? (isForTrucks ? texts[.capacity] : nil)
    return capacity.flatMap { Int($0) }.map { $0 >= least } ?? false
  }

  /// The keys of OpenStreetMap for the sockets of the Combined Charging System.
  private static let combined = ["ccs": "type2_combo", "ccs1": "type1_combo"]

  private static func words(_ words: Set<String>) -> Set<String> {
    Set(words.map { $0.lowercased() })
  }

  /// The words of a list such as `chademo:1;type2:4`.
  private static func words(_ text: String?) -> Set<String> {
    let parts = (text ?? "").split(separator: ";").map { part in
      String(part.prefix { $0 != ":" }).lowercased()
    }
    return Set(parts)
  }
}
