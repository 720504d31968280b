public import RoadModel

/// The meaning of a single limit tag.
public struct LimitTagReading: Sendable, Equatable {
  /// The rules that it sets; none if it states that there is no limit, or can't be read.
  public var rules: [RoadRule]
  /// The reasons why it could not be applied as written.
  public var problems: [TagProblem]
}

extension RoadRules {
  /// Whether a key limits vehicles by size, weight, number or load.
  package static func isLimit(key: String) -> Bool {
    guard let first = key.utf8.first,
      [UInt8(ascii: "m"), UInt8(ascii: "h"), UInt8(ascii: "t")].contains(first)
    else {
      return false
    }
    let stem = key.prefix { $0 != ":" }
    return LimitTags.kinds[String(stem)] != nil
      || ["maxunladenweight", "hazmat", "trailer", "hgv_articulated"].contains(stem)
  }

  /// The meaning of a single limit tag, for reports.
  ///
  /// - Parameters:
  ///   - key: A key for which ``isLimit(key:)`` holds.
  ///   - value: Its value.
  /// - Returns: The rules that it sets, and the reasons why it could not be applied as written.
  package static func limit(key: String, value: String) -> LimitTagReading {
    var log = ProblemLog()
    let rules = LimitTags.read(RoadTags([(key: key, value: value)]), &log)
    return LimitTagReading(rules: rules, problems: log.problems)
  }
}
