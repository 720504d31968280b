/// The members of OSRM's answers that tell of junctions; all of them may be missing.
extension OSRMAnswer {
  /// A place where roads meet.
  struct Intersection: Decodable {
    /// Longitude, latitude.
    var location: [Double]
    var bearings: [Int]?
    var entry: [Bool]?
    var arriving: Int?
    var leaving: Int?
    var classes: [String]?
    var lanes: [Lane]?

    private enum CodingKeys: String, CodingKey {
      case location, bearings, entry, classes, lanes
      case arriving = "in"
      case leaving = "out"
    }
  }

  /// A lane before it.
  struct Lane: Decodable {
    var indications: [String]
    var valid: Bool
    /// Whether it is a good choice, and which of its arrows is followed: only where words were asked for.
    var active: Bool?
    var validIndication: String?

    private enum CodingKeys: String, CodingKey {
      case indications, valid, active
      case validIndication = "valid_indication"
    }
  }
}
