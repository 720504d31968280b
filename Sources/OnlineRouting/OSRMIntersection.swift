/// The members of OSRM's answers about junctions; all are optional.
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
    /// Only if words were requested.
    var tunnelName: String?

    private enum CodingKeys: String, CodingKey {
      case location, bearings, entry, classes, lanes
      case tunnelName = "tunnel_name"
      case arriving = "in"
      case leaving = "out"
    }
  }

  /// A lane before it.
  struct Lane: Decodable {
    var indications: [String]
    var valid: Bool
    /// Whether it is a good choice, and the arrow to follow; only if words were requested.
    var active: Bool?
    var validIndication: String?

    private enum CodingKeys: String, CodingKey {
      case indications, valid, active
      case validIndication = "valid_indication"
    }
  }
}
