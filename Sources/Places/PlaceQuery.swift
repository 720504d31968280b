public import Geo
public import RoadModel
public import RouteModel

/// A search for places by their names.
public struct PlaceQuery: Sendable, Hashable {
  /// The maximum length of the text in bytes; the rest is ignored.
  public static let maximumTextBytes = 1_000
  /// The maximum number of results.
  public static let maximumLimit = 100

  /// The text: words in any order, a house number, a postcode, a kind of place in English, German, French, Spanish or
  /// Portuguese (`pharmacy`, `Apotheke`), coordinates, a plus code, or `A and B`.
  public var text: String
  /// Results near this coordinate come first; nil ranks by match and importance alone.
  public var near: Coordinate?
  /// The maximum number of results, clamped to 1 to ``maximumLimit``.
  public var limit: Int
  /// The requirements on results; without categories, anything is found.
  ///
  /// Without a text, the nearest places of these categories are found.
  public var filter: PlaceFilter
  /// Whether the last word may be unfinished.
  public var isUnfinished: Bool

  /// A search.
  public init(
    _ text: String, near: Coordinate? = nil, limit: Int = 10,
    categories: Set<PlaceCategory> = [], isUnfinished: Bool = true
  ) {
    self.text = text
    self.near = near
    self.limit = limit
    filter = PlaceFilter(categories)
    self.isUnfinished = isUnfinished
  }

  /// The categories of results, those of ``filter``; empty for all.
  public var categories: Set<PlaceCategory> {
    get { filter.categories }
    set { filter.categories = newValue }
  }
}

/// A place that a search found.
public struct FoundPlace: Sendable, Hashable {
  /// The kind of a result.
  public enum Kind: OpenWord {
    /// A place of a category.
    case place(PlaceCategory)
    /// A house on a street.
    case address
    /// The junction of two streets.
    case intersection
    /// A coordinate or plus code.
    case coordinate
    /// A kind of a later version.
    case unknown(String)

    /// The kinds that this version knows.
    public static let allCases: [Kind] =
      PlaceCategory.allCases.map { .place($0) } + [.address, .intersection, .coordinate]

    /// The word in answers, such as `fuel`, `street` or `address`.
    public var word: String {
      switch self {
      case .place(let category): category.word
      case .address: "address"
      case .intersection: "intersection"
      case .coordinate: "coordinate"
      case .unknown(let word): word
      }
    }

    /// The word in JSON.
    public var rawValue: String { word }
  }

  /// A settlement that contains a place.
  public struct Surrounding: Sendable, Hashable {
    /// Its category.
    public var category: PlaceCategory
    /// Its name.
    public var name: String

    /// A settlement.
    public init(category: PlaceCategory, name: String) {
      self.category = category
      self.name = name
    }
  }

  /// A fact about a place, as in OpenStreetMap.
  public struct Detail: Sendable, Hashable, Codable {
    /// The kind of fact.
    public var kind: PlaceDetail
    /// The text.
    public var text: String

    /// A fact from its kind and text.
    public init(kind: PlaceDetail, text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The kind.
  public var kind: Kind
  /// The number of the place in the map; nil for coordinates and intersections.
  ///
  /// For an address, that of its street.
  public var place: Int?
  /// Its name; for an address, the name of its street; empty if it has none.
  public var name: String
  /// The house number of an address.
  public var houseNumber: String?
  /// Whether the house number follows from an interpolation line.
  public var isInterpolated: Bool
  /// The position.
  public var position: Coordinate
  /// The postcode, if known.
  public var postcode: String?
  /// The settlements that contain it, the smallest first.
  public var surroundings: [Surrounding]
  /// The country that it lies in, ISO 3166-1 alpha-2; nil if the map does not know.
  public var countryCode: String?
  /// Further facts.
  public var details: [Detail]
  /// The tag of the road that a street is; nil if unknown.
  package var roadTag: PlaceTag?
  /// The edge at which a trip to it ends; nil if there is no road near.
  public var edge: EdgeID?
  /// The position on that edge, 0 to 1 from its beginning.
  public var share: Double
  /// The distance in metres from the coordinate of the search, or from the route along which it is; nil without one.
  public var distanceMetres: Double?
  /// The quality of the match, 0 to about 2; only comparable within one search.
  public var score: Double
  /// Whether every word of the text matches it; otherwise some words were left out, at most half of them.
  public var isComplete: Bool

  /// A place from its parts; for one of a map, ``place`` and ``edge`` are those of that map.
  public init(
    kind: Kind, place: Int? = nil, name: String, houseNumber: String? = nil,
    isInterpolated: Bool = false, position: Coordinate, postcode: String? = nil,
    surroundings: [Surrounding] = [], countryCode: String? = nil, details: [Detail] = [],
    edge: EdgeID? = nil, share: Double = 0, distanceMetres: Double? = nil, score: Double = 0,
    isComplete: Bool = true
  ) {
    self.kind = kind
    self.place = place
    self.name = name
    self.houseNumber = houseNumber
    self.isInterpolated = isInterpolated
    self.position = position
    self.postcode = postcode
    self.surroundings = surroundings
    self.countryCode = countryCode
    self.details = details
    self.edge = edge
    self.share = share
    self.distanceMetres = distanceMetres
    self.score = score
    self.isComplete = isComplete
  }

  /// A text of a detail.
  public subscript(_ kind: PlaceDetail) -> String? {
    details.first { $0.kind == kind }?.text
  }

  /// The first line of its address: name, or street and number.
  public var title: String {
    if let houseNumber { return name.isEmpty ? houseNumber : "\(name) \(houseNumber)" }
    return name.isEmpty ? kind.word : name
  }

  /// A line that distinguishes it from others: title, street, postcode, settlements.
  public var label: String {
    var parts = [title]
    if case .place(let category) = kind, category.isPointOfInterest, let street = self[.street] {
      parts.append(self[.houseNumber].map { "\(street) \($0)" } ?? street)
    }
    if let postcode, title != postcode { parts.append(postcode) }
    for surrounding in surroundings where parts.last != surrounding.name {
      // The houses of a village without streets have its name in place of a street.
      if houseNumber != nil, surrounding.name == name { continue }
      parts.append(surrounding.name)
    }
    return parts.joined(separator: ", ")
  }
}

/// The JSON of places that were found (Formats/route-json.md).
extension FoundPlace: Codable {
  /// Reads a place; all but its kind, its name and its position is optional.
  ///
  /// Surroundings of categories that this version does not know are left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    let surroundings: [ReadSurrounding]? = try read(.surroundings)
    self.init(
      kind: try container.decode(Kind.self, forKey: .kind), place: try read(.place),
      name: try container.decode(String.self, forKey: .name),
      houseNumber: try read(.houseNumber), isInterpolated: try read(.isInterpolated) ?? false,
      position: try container.decode(Coordinate.self, forKey: .position),
      postcode: try read(.postcode),
      surroundings: (surroundings ?? []).compactMap(\.surrounding),
      countryCode: try read(.countryCode), details: try read(.details) ?? [],
      edge: try read(.edge), share: try read(.share) ?? 0,
      distanceMetres: try read(.distanceMetres), score: try read(.score) ?? 0,
      isComplete: try read(.isComplete) ?? true)
    roadTag = try read(.roadTag)
  }

  /// A settlement as it was read.
  private struct ReadSurrounding: Decodable {
    var category: String
    var name: String

    var surrounding: Surrounding? {
      PlaceCategory(word: category).map { Surrounding(category: $0, name: name) }
    }
  }
}

extension FoundPlace.Surrounding: Encodable {
  private enum CodingKeys: String, CodingKey { case category, name }

  /// Writes a settlement, with the word of its category.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(category.word, forKey: .category)
    try container.encode(name, forKey: .name)
  }
}

/// The kind of a detail is its number (Formats/places.md).
extension PlaceDetail: Codable {}
