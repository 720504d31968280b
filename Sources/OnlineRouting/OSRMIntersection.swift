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
    var railwayCrossing: Bool?
    var trafficSignal: Bool?
    var stopSign: Bool?
    var yieldSign: Bool?
    var tollCollection: TollCollection?

    private enum CodingKeys: String, CodingKey {
      case location, bearings, entry, classes, lanes
      case tunnelName = "tunnel_name"
      case railwayCrossing = "railway_crossing"
      case trafficSignal = "traffic_signal"
      case stopSign = "stop_sign"
      case yieldSign = "yield_sign"
      case tollCollection = "toll_collection"
      case arriving = "in"
      case leaving = "out"
    }

    /// What drivers meet there, in the words of its members.
    var encounters: [String] {
      let members: [(key: CodingKeys, isThere: Bool)] = [
        (.railwayCrossing, railwayCrossing == true), (.trafficSignal, trafficSignal == true),
        (.stopSign, stopSign == true), (.yieldSign, yieldSign == true),
        (.tollCollection, tollCollection != nil),
      ]
      return members.filter(\.isThere).map(\.key.rawValue)
    }
  }

  /// A place where a toll is paid.
  struct TollCollection: Decodable {}

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
