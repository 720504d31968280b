import Guidance

/// Every member may be left out; it then has its default, as have units that this version does not know.
extension TripOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case asks, answerSeconds, requestSeconds, fixRules, approachSeconds, arrivalMetres
    case standingArrivalMetres, preventRerouteMetres, leavingNats, backoffSeconds
    case maximumBackoffSeconds, askAgainSeconds, improveSeconds, alternatives, gainSeconds
    case gainShare, refreshSeconds, estimateSeconds, lostSeconds, preference, language, units
  }

  /// Reads options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    func read<Value: Decodable>(_ key: CodingKeys, _ set: (Value) -> Void) throws {
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { set(value) }
    }
    try read(.asks) { asks = $0 }
    try read(.answerSeconds) { answerSeconds = $0 }
    try read(.requestSeconds) { requestSeconds = $0 }
    try read(.fixRules) { fixRules = $0 }
    try read(.approachSeconds) { approachSeconds = $0 }
    try read(.arrivalMetres) { arrivalMetres = $0 }
    try read(.standingArrivalMetres) { standingArrivalMetres = $0 }
    try read(.preventRerouteMetres) { preventRerouteMetres = $0 }
    try read(.leavingNats) { leavingNats = $0 }
    try read(.backoffSeconds) { backoffSeconds = $0 }
    try read(.maximumBackoffSeconds) { maximumBackoffSeconds = $0 }
    try read(.askAgainSeconds) { askAgainSeconds = $0 }
    try read(.improveSeconds) { improveSeconds = $0 }
    try read(.alternatives) { alternatives = $0 }
    try read(.gainSeconds) { gainSeconds = $0 }
    try read(.gainShare) { gainShare = $0 }
    try read(.refreshSeconds) { refreshSeconds = $0 }
    try read(.estimateSeconds) { estimateSeconds = $0 }
    try read(.lostSeconds) { lostSeconds = $0 }
    try read(.preference) { preference = $0 }
    // A null is no language, as it is written.
    if container.contains(.language) {
      language = try container.decodeIfPresent(String.self, forKey: .language)
    }
    try read(.units) { (word: String) in
      if let known = DistanceUnits(rawValue: word) { units = known } else { unknownUnits = word }
    }
  }

  /// Writes options; equal ones give the same bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(asks.sorted { $0.rawValue < $1.rawValue }, forKey: .asks)
    try container.encode(answerSeconds, forKey: .answerSeconds)
    try container.encode(requestSeconds, forKey: .requestSeconds)
    try container.encode(fixRules, forKey: .fixRules)
    try container.encode(approachSeconds, forKey: .approachSeconds)
    try container.encode(arrivalMetres, forKey: .arrivalMetres)
    try container.encode(standingArrivalMetres, forKey: .standingArrivalMetres)
    try container.encode(preventRerouteMetres, forKey: .preventRerouteMetres)
    try container.encode(leavingNats, forKey: .leavingNats)
    try container.encode(backoffSeconds, forKey: .backoffSeconds)
    try container.encode(maximumBackoffSeconds, forKey: .maximumBackoffSeconds)
    try container.encode(askAgainSeconds, forKey: .askAgainSeconds)
    try container.encode(improveSeconds, forKey: .improveSeconds)
    try container.encode(alternatives, forKey: .alternatives)
    try container.encode(gainSeconds, forKey: .gainSeconds)
    try container.encode(gainShare, forKey: .gainShare)
    try container.encode(refreshSeconds, forKey: .refreshSeconds)
    try container.encode(estimateSeconds, forKey: .estimateSeconds)
    try container.encode(lostSeconds, forKey: .lostSeconds)
    try container.encode(preference, forKey: .preference)
    try container.encode(language, forKey: .language)
    try container.encode(unknownUnits ?? units.rawValue, forKey: .units)
  }
}
