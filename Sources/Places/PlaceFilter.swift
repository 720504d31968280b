public import Geo
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
  /// Sockets as in OpenStreetMap, such as `type2`, with or without a cable, or `ccs` and `ccs1` for its `type2_combo`
  /// and `type1_combo`; a charging station must have at least one of them.
  public var sockets: Set<String> = []
  /// The minimum capacity in trucks; places of unknown capacity do not qualify.
  public var minimumTruckCapacity: Int?
  /// Whether places are left out that only some people may use by their `access`, such as private car parks.
  ///
  /// Those for customers are kept, and those of unknown access.
  public var isPublic = false

  /// A place of worship must have one of these religions; empty accepts all.
  package var religions: Set<String> = []

  /// The box in which a place must lie; nil for everywhere.
  public var box: Box?
  /// The countries in which a place must lie, ISO 3166-1 alpha-2 in capital letters; empty for all.
  ///
  /// A place qualifies if the map does not know its country.
  public var countries: Set<String> = []
  /// The tags that a place must have.
  package var tags = PlaceTagRules()

  /// The words of a list such as `diesel, HGV_diesel`, without the spaces around them.
  package static func list(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { PlaceText.trimmed(String($0)) }.filter { !$0.isEmpty })
  }

  /// A filter of categories alone.
  public init(_ categories: Set<PlaceCategory> = []) { self.categories = categories }

  /// Whether more than the category is wanted.
  var hasAttributes: Bool { hasEquipment || box != nil || !countries.isEmpty || !tags.isEmpty }

  /// Whether what a place sells, has room for or serves, or whom, matters.
  private var hasEquipment: Bool {
    !fuels.isEmpty || !sockets.isEmpty || minimumTruckCapacity != nil || isPublic
      || !religions.isEmpty
  }

  /// Whether a place meets the requirements.
  func matches(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    let category = places.category(place)
    let isWanted =
      categories.isEmpty ? category.isPointOfInterest : categories.contains(category)
    return isWanted && (box == nil || contains(places.position(place)))
      && hasAttributes(place, places, map)
  }

  /// Whether a coordinate lies in the box.
  func contains(_ position: Coordinate) -> Bool { box?.contains(position) ?? true }

  /// Whether a place, or a house of it, lies where places are wanted, has such a tag, and sells or has room for what is
  /// wanted.
  func hasAttributes(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    if !hasAttributes { return true }
    guard reaches(place, places), hasTag(place, places, map),
      countries.isEmpty || PlaceReader(map).isIn(countries, place, places)
    else { return false }
    return !hasEquipment || isEquipped(place, places, map)
  }

  /// Whether a place lies in the box, or may have a house there.
  private func reaches(_ place: Int, _ places: borrowing PlacesView) -> Bool {
    guard let box, !box.contains(places.position(place)) else { return true }
    return places.groups(of: place).contains { box.intersects(places.wideBox(ofGroup: $0)) }
  }

  /// Whether a place, or a house of it, may have a tag that is wanted; the class of streets is not looked up.
  private func hasTag(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    if tags.isEmpty { return true }
    let category = places.category(place)
    if category == .street { return tags.mayBeStreet || tags.allows(.house) }
    let type = places.details(of: place).first { places.detailKind($0) == .type }
      .flatMap { map.name(places.detailText($0)) }
    return tags.allows(PlaceTag(category, type: type))
      || category.isSettlement && tags.allows(.house)
  }

  /// Whether a place sells, has room for, and serves what is wanted, and whom.
  private func isEquipped(_ place: Int, _ places: borrowing PlacesView, _ map: NavMap) -> Bool {
    var texts: [PlaceDetail: String] = [:]
    for row in places.details(of: place) {
      texts[places.detailKind(row)] = map.name(places.detailText(row))
    }
    if isPublic, PlaceAccess.isLimited(texts[.access]) { return false }
    if !Self.words(fuels).isSubset(of: Self.words(texts[.fuels])) { return false }
    let wanted = Set(Self.words(sockets).flatMap { Self.fitting[$0] ?? [$0] })
    if !wanted.isEmpty, wanted.isDisjoint(with: Self.words(texts[.sockets])) { return false }
    if !religions.isEmpty, religions.isDisjoint(with: Self.words(texts[.religion])) { return false }
    guard let least = minimumTruckCapacity else { return true }
    let isForTrucks = places.category(place) == .truckParking
    let capacity = texts[.truckCapacity] ?? (isForTrucks ? texts[.capacity] : nil)
    return capacity.flatMap(Self.leastNumber).map { $0 >= least } ?? false
  }

  /// The first number of a text such as `40`, `50-60` or `approx. 30`; nil if it has none.
  private static func leastNumber(_ text: String) -> Int? {
    let digits = text.utf8.drop { !TypedWords.isDigit($0) }.prefix(while: TypedWords.isDigit)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The sockets of OpenStreetMap that serve what is wanted by a usual name; of some there are several keys.
  private static let fitting = [
    "ccs": ["type2_combo", "tesla_supercharger_ccs", "ccs", "ccs2"],
    "ccs1": ["type1_combo", "ccs1"], "type2": ["type2", "type2_cable"],
  ]

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
