public import RoadModel

/// A day is text as in ISO 8601: `2026-11-21`.
extension LocalDate: Codable {
  /// Reads a day.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = LocalDate(iso8601: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day: \(text)")
    }
    self = date
  }

  /// Writes a day.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A departure is text as in ISO 8601: `2026-11-21T10:00+01:00`.
extension Departure: Codable {
  /// Reads a departure.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let departure = Departure(iso8601: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time: \(text)")
    }
    self = departure
  }

  /// Writes a departure.
  ///
  /// - Throws: `EncodingError` for a year beyond 0 to 9999, which can't be read.
  public func encode(to encoder: any Encoder) throws {
    guard Departure(iso8601: text) != nil else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a departure in a year beyond 0 to 9999: \(text)"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Opening hours are the list of their rules.
extension OpeningHours: Codable {
  /// Reads rules.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Rule].self))
  }

  /// Writes rules.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rules)
  }
}

/// Missing members have defaults: all days, all hours, open.
extension OpeningHours.Rule: Codable {
  private enum CodingKeys: String, CodingKey {
    case dates, weekdays, onHolidays, times, isOff, isAdditional
  }

  /// Reads a rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      dates: try container.decode(.dates, default: []),
      weekdays: try container.decode(.weekdays, default: OpeningHours.Rule().weekdays),
      onHolidays: try container.decode(.onHolidays, default: false),
      times: try container.decode(.times, default: []),
      isOff: try container.decode(.isOff, default: false),
      isAdditional: try container.decode(.isAdditional, default: false))
  }

  /// Writes a rule.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(dates, forKey: .dates)
    try container.encode(weekdays, forKey: .weekdays)
    try container.encode(onHolidays, forKey: .onHolidays)
    try container.encode(times, forKey: .times)
    try container.encode(isOff, forKey: .isOff)
    try container.encode(isAdditional, forKey: .isAdditional)
  }
}

/// A range of days is `[[year, month, day], [year, month, day]]`; year 0 is every year.
extension OpeningHours.DateRange: Codable {
  /// Reads two days.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(
      try container.decode(OpeningHours.YearDay.self),
      try container.decode(OpeningHours.YearDay.self))
  }

  /// Writes two days.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(last)
  }
}

extension OpeningHours.YearDay: Codable {
  /// Reads year, month and day.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(
      year: try container.decode(UInt16.self), month: try container.decode(UInt8.self),
      day: try container.decode(UInt8.self))
  }

  /// Writes year, month and day.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(year)
    try container.encode(month)
    try container.encode(day)
  }
}

/// A span of a day is `[start, end]` in minutes from midnight.
extension OpeningHours.TimeSpan: Codable {
  /// Reads two numbers.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(try container.decode(UInt16.self), try container.decode(UInt16.self))
  }

  /// Writes two numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(start)
    try container.encode(end)
  }
}
