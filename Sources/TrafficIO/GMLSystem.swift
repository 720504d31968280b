/// The coordinate system of a line in GML, by the attributes of its elements.
struct GMLSystem {
  /// The system, as the attribute `srsName`; empty if not given.
  var name = ""
  /// The numbers of each point, as the attribute `srsDimension`; empty if not given.
  var dimension = ""

  /// The order of the numbers of a point.
  enum Order {
    /// Latitude, then longitude, in degrees.
    case latitudeFirst
    /// Longitude, then latitude, in degrees.
    case longitudeFirst
  }

  /// The systems in degrees by their numbers: WGS 84 and ETRS89, with and without heights.
  private static let degrees: Set = ["4326", "4979", "4258", "4937"]

  /// The number of numbers of each point; nil for other points than those on earth, with or without a height.
  var count: Int? {
    switch dimension {
    case "", "2": 2
    case "3": 3
    default: nil
    }
  }

  /// The order of the numbers; nil if they are not degrees, but metres on a map, for example.
  ///
  /// A system without a number is taken for one in degrees, in the order of DATEX II.
  var order: Order? {
    let word = name.uppercased()
    if word.contains("CRS84") || word.contains("CRS:84") { return .longitudeFirst }
    let numbers = word.split { !$0.isNumber }.map(String.init).filter { $0.count >= 4 }
    let isKnown = numbers.isEmpty || !Self.degrees.isDisjoint(with: numbers)
    return isKnown ? .latitudeFirst : nil
  }
}
