import RoadModel

/// The meaning of the value of a speed tag.
enum SpeedValue: Equatable {
  /// A limit.
  case speed(Speed)
  /// A known value that is not a number: `signals`, `variable`, `unposted`.
  case silent
  /// An unreadable value.
  case problem(TagProblem.Reason)

  /// Reads a value such as `50`, `30 mph`, `none`, `walk`, `DE:urban` or `50;30`.
  ///
  /// - Parameters:
  ///   - text: The value; the lowest of a list counts.
  ///   - country: The country for the law of a plain `urban`.
  init(_ text: String, country: String?) {
    var lowest: Speed?
    var problem: TagProblem.Reason?
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      switch Self.single(String(part.trimmed()), country) {
      case .speed(let speed): lowest = min(lowest ?? speed, speed)
      case .silent: break
      case .problem(let reason): problem = reason
      }
    }
    if let problem {
      self = .problem(problem)
    } else {
      self = lowest.map(SpeedValue.speed) ?? .silent
    }
  }

  private static func single(_ text: String, _ country: String?) -> SpeedValue {
    let word = text.lowercased()
    if let known = words[word] { return known }
    if let zone = zone(word, country) { return .speed(zone) }
    var scanner = ValueScanner(text)
    guard let number = scanner.decimal() else { return .problem(.unknownValue) }
    guard let factor = units[scanner.unit()] else { return .problem(.unknownUnit) }
    guard scanner.isAtEnd else { return .problem(.unparsable) }
    // In 1/100 of a tenth, to round to the nearest.
    guard let value = number.scaled(by: factor, over: 1_000), (50...50_000).contains(value) else {
      return .problem(.outOfRange)
    }
    return .speed(Speed(deciKmh: UInt16((value + 5) / 10)))
  }

  private static let words: [String: SpeedValue] = [
    "none": .speed(.unlimited), "unlimited": .speed(.unlimited),
    "walk": .speed(walk), "walking": .speed(walk),
    "signals": .silent, "variable": .silent, "unposted": .silent, "unknown": .silent,
    "implicit": .silent, "sign": .silent, "default": .silent,
  ]

  /// Walking pace: 7 km/h, as German courts and OSRM define it.
  static let walk = Speed.kmh(7)

  /// Hundredths of km/h, times 1,000, by unit.
  private static let units: [String: Int] = [
    "": 100_000, "km/h": 100_000, "kmh": 100_000, "kph": 100_000, "kmph": 100_000,
    "mph": 160_934, "knots": 185_200, "knot": 185_200, "kn": 185_200,
  ]

  /// The speed of `de:urban`, `de:zone30`, `de:zone:30`, `de:30`, or the same without the country.
  private static func zone(_ word: String, _ country: String?) -> Speed? {
    var parts = word.split(separator: ":")
    var code = country
    if parts.count > 1, let first = parts.first, CountryFacts.isCode(first) {
      code = first.uppercased()
      parts.removeFirst()
    }
    let rest = parts.joined()
    if let kind = CountryFacts.Zone(rest), let code {
      return CountryFacts.speed(kind, in: code)
    }
    let digits = rest.hasPrefix("zone") ? rest.dropFirst(4) : rest[...]
    guard rest.count != digits.count || parts.count != word.split(separator: ":").count,
      let number = UInt16(digits), (5...150).contains(number)
    else { return nil }
    return CountryFacts.usesMiles(code ?? "") ? Speed(miles: number) : .kmh(number)
  }
}

extension Speed {
  /// Miles per hour, rounded to the nearest tenth of a kilometre per hour.
  init(miles: UInt16) { self.init(deciKmh: UInt16((Int(miles) * 16_093_44 + 50_000) / 100_000)) }
}

extension ValueScanner {
  /// Reads a unit of speed: letters with a slash (`km/h`).
  mutating func unit() -> String {
    var unit = word()
    if !unit.isEmpty, take("/") { unit += "/" + word() }
    return unit
  }
}
