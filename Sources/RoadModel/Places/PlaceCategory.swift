/// The category of a place: a settlement, a street, a postcode, or a point of interest (Formats/places.md, section 3).
public enum PlaceCategory: UInt8, Sendable, Hashable, CaseIterable {
  case country = 1
  case state = 2
  case region = 3
  case municipality = 4
  case city = 5
  case town = 6
  case village = 7
  case suburb = 8
  case quarter = 9
  case hamlet = 10
  case neighbourhood = 11
  case dwelling = 12
  case locality = 13
  case island = 14
  case square = 15
  case postcode = 20
  case street = 21
  case fuel = 32
  case chargingStation = 33
  case parking = 34
  case truckParking = 35
  case restArea = 36
  case services = 37
  case tollBooth = 38
  case weighStation = 39
  case borderControl = 40
  case ferryTerminal = 41
  case motorwayExit = 42
  case food = 43
  case lodging = 44
  case shop = 45
  case hospital = 46
  case pharmacy = 47
  case police = 48
  case atm = 49
  case bank = 50
  case attraction = 51
  case station = 52
  case airport = 53
  case school = 54
  case worship = 55
  case publicService = 56
  case leisure = 57
  case carService = 58
  case toilets = 59
  case other = 60

  /// The word of the category on the command line, in JSON and in requests, such as `charging-station`.
  public var word: String {
    switch self {
    case .chargingStation: "charging-station"
    case .truckParking: "truck-parking"
    case .restArea: "rest-area"
    case .tollBooth: "toll-booth"
    case .weighStation: "weigh-station"
    case .borderControl: "border-control"
    case .ferryTerminal: "ferry-terminal"
    case .motorwayExit: "motorway-exit"
    case .publicService: "public-service"
    case .carService: "car-service"
    default: "\(self)"
    }
  }

  /// The category of a word; nil if there is none.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// Whether places of this category can contain others: countries down to neighbourhoods.
  public var isSettlement: Bool { rawValue < Self.postcode.rawValue }

  /// Whether it is a point of interest.
  public var isPointOfInterest: Bool { rawValue >= Self.fuel.rawValue }

  /// The depth in the hierarchy of settlements, 0 for countries; a place lies in one of a lower depth.
  public var depth: UInt8 {
    switch self {
    case .country: 0
    case .state: 1
    case .region, .island: 2
    case .municipality: 3
    case .city, .town: 4
    case .village: 5
    case .suburb: 6
    case .quarter, .hamlet: 7
    case .neighbourhood: 8
    case .dwelling, .locality, .square: 9
    case .postcode, .street: 10
    default: 11
    }
  }
}

/// The kind of a detail of a place (Formats/places.md, section 4).
public struct PlaceDetail: RawRepresentable, Sendable, Hashable, Comparable {
  /// The number in the file.
  public var rawValue: UInt8

  /// A kind from its number; readers ignore numbers that they do not know.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another name.
  public static let alternativeName = Self(rawValue: 1)
  /// A former name.
  public static let oldName = Self(rawValue: 2)
  /// A short name.
  public static let shortName = Self(rawValue: 3)
  /// The official name.
  public static let officialName = Self(rawValue: 4)
  /// The number of a road, an exit or a station.
  public static let ref = Self(rawValue: 5)
  /// The brand.
  public static let brand = Self(rawValue: 6)
  /// The operator.
  public static let operatorName = Self(rawValue: 7)

  /// The value of `opening_hours`, as in OpenStreetMap.
  public static let openingHours = Self(rawValue: 32)
  /// The fuels sold, as in `fuel:*`, separated by semicolons: `diesel;HGV_diesel`.
  public static let fuels = Self(rawValue: 33)
  /// The capacity in vehicles.
  public static let capacity = Self(rawValue: 34)
  /// The capacity in trucks.
  public static let truckCapacity = Self(rawValue: 35)
  /// The value of `hgv`.
  public static let trucks = Self(rawValue: 36)
  /// The sockets as in `socket:*`, separated by semicolons: `type2:4;chademo:1`.
  public static let sockets = Self(rawValue: 37)
  /// The value of `access`.
  public static let access = Self(rawValue: 38)
  /// The value of `fee`.
  public static let fee = Self(rawValue: 39)
  /// The kind of shop, food or attraction: the value of the tag that made it a place.
  public static let type = Self(rawValue: 40)
  /// The house number and street of a point of interest.
  public static let houseNumber = Self(rawValue: 41)
  /// The street of a point of interest.
  public static let street = Self(rawValue: 42)
  /// The country of a settlement, ISO 3166-1 alpha-2.
  public static let countryCode = Self(rawValue: 43)
  /// The religion of a place of worship, as in OpenStreetMap: `christian`, `muslim`; of several, separated by
  /// semicolons.
  public static let religion = Self(rawValue: 44)

  /// The numbers of names in other languages; 128 is the name in the first language of the file.
  public static let names: ClosedRange<UInt8> = 128...190

  /// The name in a language, by its index in the file's languages.
  public static func name(language: Int) -> Self {
    Self(rawValue: names.lowerBound + UInt8(min(max(language, 0), names.count - 1)))
  }

  /// Whether the place can be found by this text.
  public var isName: Bool { rawValue >= 1 && rawValue <= 7 || Self.names.contains(rawValue) }

  /// Orders by number.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
