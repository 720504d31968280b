import RoadModel

extension VehicleLimit {
  /// The limit in words, such as `height up to 3.8 m` and `no hazardous goods`.
  var words: String {
    switch kind {
    case .hazmat: value == 0 ? "no hazardous goods" : "hazardous goods allowed"
    case .hazmatWater:
      value == 0 ? "no goods hazardous to water" : "goods hazardous to water allowed"
    case .trailers where value == 0: "no trailers"
    case .tunnelCode: "tunnel of category \(kind.text(of: value))"
    default: "\(kind.name) up to \(kind.text(of: value))"
    }
  }
}
