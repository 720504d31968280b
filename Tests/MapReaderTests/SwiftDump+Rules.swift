import NavFormat
import RoadModel

/// Rules and conditions in the words of `tools/navdump`.
extension SwiftDump {
  mutating func addRules(_ t: (String, String), _ tile: borrowing TileView) {
    for row in 0..<tile.layout.ruleCount {
      let rule = tile.rule(row)
      let directions =
        switch rule.of {
        case .segment: Int(rule.directions.rawValue)
        case .junction: 4
        case .turn: 8
        }
      add(
        "rule",
        [
          t, ("of", Self.json("\(rule.of)")), ("subject", "\(rule.subject)"),
          ("directions", "\(directions)"), ("kind", "\(rule.kind)"), ("value", "\(rule.value)"),
          ("sets", Self.json(rule.effect.map { Self.text($0) })),
          ("condition", rule.condition == RuleRow.always ? "null" : "\(rule.condition)"),
        ])
    }
    for row in 0..<tile.layout.conditionCount {
      let terms = tile.condition(row).terms.map { Self.json(Self.text($0)) }
      add(
        "condition",
        [t, ("condition", "\(row)"), ("terms", "[\(terms.joined(separator: ","))]")])
    }
  }

  private static func text(_ effect: RoadRule.Effect) -> String {
    switch effect {
    case .limit(let kind, let value): words(kind) + (value.map { " <= \($0)" } ?? " unlimited")
    case .access(let access, let modes): "access \(words(access)) for \(words(modes))"
    case .speed(let speed): "speed \(speed.deciKmh)"
    case .truckSpeed(let speed): "truck speed \(speed.deciKmh)"
    case .ban(let modes): "ban for \(words(modes))"
    case .turnRound(let modes): "turn round for \(words(modes))"
    }
  }

  private static func words(_ modes: ModeSet) -> String {
    let names = Mode.allCases.filter { modes.contains($0) }.map(\.name)
    return names.isEmpty ? "none" : names.joined(separator: ",")
  }

  private static func words(_ access: Access) -> String {
    switch access {
    case .privateOnly: "private"
    case .useSidepath: "use sidepath"
    default: "\(access)"
    }
  }

  private static func words(_ kind: LimitKind) -> String {
    switch kind {
    case .weightRating: "permitted weight"
    case .axleLoad: "axle load"
    case .bogieLoad: "bogie load"
    case .hazmat: "hazardous goods"
    case .hazmatWater: "goods hazardous to water"
    case .tunnelCode: "tunnel code"
    default: "\(kind)"
    }
  }

  private static func text(_ term: Condition.Term) -> String {
    switch term {
    case .time(let hours): "time: " + hours.rules.map { text($0) }.joined(separator: "; ")
    case .vehicle(let kind, let comparison, let value):
      "\(words(kind)) \(["<", "<=", "=", ">=", ">"][Int(comparison.rawValue)]) \(value)"
    case .atEnds(let use): "at ends: \(use)"
    case .unknown(let words): "unknown: " + words
    }
  }

  private static func text(_ rule: OpeningHours.Rule) -> String {
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    let weekdays = (0..<7).filter { rule.weekdays >> $0 & 1 == 1 }.map { names[$0] }
    let dates = rule.dates.map { text($0.first) + ".." + text($0.last) }
    let times = rule.times.map { text($0.start) + "-" + text($0.end) }
    let parts = [
      rule.isAdditional ? "+" : "", dates.joined(separator: ","),
      (weekdays + (rule.onHolidays ? ["PH"] : [])).joined(separator: ","),
      times.joined(separator: ","), rule.isOff ? "off" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func text(_ day: OpeningHours.YearDay) -> String {
    let year = day.year == 0 ? "" : padded(Int(day.year), 4) + "-"
    return year + padded(Int(day.month), 2) + "-" + padded(Int(day.day), 2)
  }

  private static func text(_ minutes: UInt16) -> String {
    padded(Int(minutes) / 60, 2) + ":" + padded(Int(minutes) % 60, 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
