import Geo
import RoadModel
import Routing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rules and notices as `explain=true` has them (Formats/http.md).
extension JSONText {
  /// The members of a rule that stands in the way, or is broken.
  mutating func members(of blocker: Blocker) {
    string("text", blocker.text)
    string("reason", blocker.reason)
    string("tag", blocker.tag)
    if let limit = blocker.limit {
      string("kind", limit.kind.key)
      string("limit", limit.kind.text(of: limit.value))
    }
    if let limit = blocker.limit, let needed = blocker.needed {
      string("needed", limit.kind.text(ofVehicle: needed))
    }
    if let road = blocker.road { string("name", road) }
    int("way", Int(blocker.wayID))
    key("location")
    place(blocker.position)
    if let span = blocker.span {
      array("span") {
        $0.number(span.lowerBound, decimals: 1)
        $0.number(span.upperBound, decimals: 1)
      }
    }
    coded("blocker", blocker)
  }

  /// A value as other engines read it again (Formats/route-json.md).
  private mutating func coded(_ key: String, _ value: some Encodable) {
    let encoder = JSONEncoder()
    // The same answer has the same bytes each time.
    encoder.outputFormatting = .sortedKeys
    // What can't be coded is left out; the words are there.
    if let data = try? encoder.encode(value) { json(key, data) }
  }

  /// Notices as a member, where there are some.
  mutating func write(_ notices: [RouteNotice]) {
    guard !notices.isEmpty else { return }
    array("notices") { list in
      for notice in notices { list.object { $0.members(of: notice) } }
    }
  }

  /// The members of a notice.
  mutating func members(of notice: RouteNotice) {
    string("kind", notice.kind)
    string("text", notice.text)
    switch notice {
    case .violated(let blocker), .endLimited(_, _, let blocker):
      object("rule") { $0.members(of: blocker) }
    case .potential(let rule):
      object("rule") {
        $0.string("tag", rule.tag)
        if let road = rule.road { $0.string("name", road) }
        if let way = rule.wayID { $0.int("way", Int(way)) }
        $0.key("location")
        $0.place(rule.position)
      }
    case .avoidanceViolated, .snappedFarther, .fewerAlternatives, .departureIgnored,
      .notConsidered, .fromService, .notOnMap, .unknown:
      break
    }
    coded("notice", notice)
  }
}

extension RouteNotice {
  /// What it is about, as a word of the protocol.
  fileprivate var kind: String {
    switch self {
    case .avoidanceViolated: "avoidance"
    case .snappedFarther: "snapped"
    case .endLimited: "end"
    case .fewerAlternatives: "alternatives"
    case .violated: "violated"
    case .potential: "potential"
    case .departureIgnored: "departure"
    // None of the offline engine's.
    case .notConsidered, .fromService, .notOnMap, .unknown: "service"
    }
  }
}
