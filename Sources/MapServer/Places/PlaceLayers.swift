import Places
import RoadModel

/// The layers of Photon, in which every place has one: `type` in its answers, `layer` in requests.
enum PlaceLayer: String, CaseIterable {
  case house, street, locality, district, city, county, state, country, other

  /// The layer of a category.
  init(_ category: PlaceCategory) {
    switch category {
    case .street: self = .street
    case .country: self = .country
    case .state: self = .state
    case .region: self = .county
    case .municipality, .city, .town, .village: self = .city
    case .suburb, .quarter: self = .district
    case .hamlet, .neighbourhood, .dwelling, .locality, .island, .square, .postcode:
      self = .locality
    default: self = .house
    }
  }

  /// The layer of a place.
  init(_ place: FoundPlace) {
    switch place.kind {
    case .address: self = .house
    case .place(let category): self.init(category)
    case .intersection, .coordinate, .unknown: self = .other
    }
  }
}

/// The layers that a request names: Photon's, or Nominatim's; all places if there are none.
struct PlaceLayers {
  /// Nominatim's layers.
  private static let ofNominatim = ["address", "poi", "railway", "natural", "manmade"]

  /// The layers that have points of interest.
  private static let ofPoints = ["house", "poi", "railway", "natural", "manmade"]

  private let words: Set<String>

  /// Nominatim's layer of the points of interest with a key.
  private static func layer(ofPointsWith key: String) -> String {
    switch key {
    case "railway": "railway"
    case "natural", "waterway": "natural"
    case "man_made", "landuse": "manmade"
    default: "poi"
    }
  }

  /// Layers by their words.
  ///
  /// - Throws: ``ServiceError`` for a word that neither service has.
  init(_ words: [String]) throws(ServiceError) {
    let known = PlaceLayer.allCases.map(\.rawValue) + Self.ofNominatim
    for word in words where !known.contains(word) {
      throw ServiceError(
        .invalidValue, "layer \(word) is not known: there are \(known.joined(separator: ", ")).")
    }
    self.words = Set(words)
  }

  /// The layers of Nominatim's `featureType`; nil for a word that it does not have, which it ignores.
  init?(featureType: String) {
    switch featureType {
    case "country", "state", "city": words = [featureType]
    case "settlement": words = ["state", "county", "city", "district", "locality"]
    default: return nil
    }
  }

  /// Whether all places are meant.
  var isEmpty: Bool { words.isEmpty }

  /// Whether houses are meant.
  var hasHouses: Bool { isEmpty || words.contains("house") || words.contains("address") }

  /// Whether points of interest are meant.
  var hasPoints: Bool { isEmpty || !words.isDisjoint(with: Self.ofPoints) }

  /// Whether a place is in one of them.
  func contains(_ place: FoundPlace) -> Bool {
    if isEmpty || words.contains(PlaceLayer(place).rawValue) { return true }
    guard place.category?.isPointOfInterest == true else { return words.contains("address") }
    return words.contains(Self.layer(ofPointsWith: place.tag.key))
  }

  /// The categories among which a search finds all places of the layers; empty for all.
  var categories: Set<PlaceCategory> {
    if isEmpty { return [] }
    return Set(
      PlaceCategory.allCases.filter { category in
        if words.contains(PlaceLayer(category).rawValue) { return true }
        // Houses are found by their street, or by a settlement without streets.
        return category.isPointOfInterest ? hasPoints : hasHouses
      })
  }
}
