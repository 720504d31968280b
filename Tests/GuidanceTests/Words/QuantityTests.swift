import Guidance
import Testing

@Suite struct QuantityTests {
  struct Distance: Sendable, CustomTestStringConvertible {
    let metres: Double
    let tag: String
    let units: DistanceUnits
    let shown: String
    let spoken: String
    var testDescription: String { "\(metres) m, \(tag)" }

    init(
      _ metres: Double, _ tag: String, _ units: DistanceUnits, _ shown: String, _ spoken: String
    ) {
      self.metres = metres
      self.tag = tag
      self.units = units
      self.shown = shown
      self.spoken = spoken
    }
  }

  static let distances: [Distance] = [
    .init(0, "en", .metric, "0 m", "5 meters"),
    .init(-.infinity, "en", .metric, "0 m", "5 meters"),
    .init(.nan, "en", .metric, "0 m", "5 meters"),
    .init(12, "en", .metric, "12 m", "10 meters"),
    .init(29.7, "en", .metric, "30 m", "30 meters"),
    .init(50, "en-GB", .metric, "50 m", "50 metres"),
    .init(134, "en-GB", .metric, "130 m", "150 metres"),
    .init(980, "en-GB", .metric, "1 km", "1 kilometre"),
    .init(1234, "en-GB", .metric, "1.2 km", "1.2 kilometres"),
    .init(1234, "de", .metric, "1,2 km", "1,2 Kilometer"),
    .init(1000, "de", .metric, "1 km", "einen Kilometer"),
    .init(1500, "fr", .metric, "1,5 km", "1,5 kilomètre"),
    .init(2000, "fr", .metric, "2 km", "2 kilomètres"),
    .init(2300, "es", .metric, "2,3 km", "2,3 kilómetros"),
    .init(5230, "pt", .metric, "5,2 km", "5 quilómetros"),
    .init(9990, "pt-BR", .metric, "10 km", "10 quilômetros"),
    .init(1500, "pt-BR", .metric, "1,5 km", "1,5 quilômetro"),
    .init(1500, "pt", .metric, "1,5 km", "1,5 quilómetros"),
    .init(1_234_000, "de", .metric, "1.234 km", "1.234 Kilometer"),
    .init(1_234_000, "fr", .metric, "1\u{202F}234 km", "1\u{202F}234 kilomètres"),
    .init(12, "en", .imperial, "40 ft", "40 feet"),
    .init(91.44, "en", .imperial, "300 ft", "300 feet"),
    .init(402, "en", .imperial, "¼ mi", "a quarter mile"),
    .init(804, "en", .imperial, "½ mi", "half a mile"),
    .init(1207, "en", .imperial, "¾ mi", "three quarters of a mile"),
    .init(1609, "en", .imperial, "1 mi", "1 mile"),
    .init(2414, "en", .imperial, "1.5 mi", "1 ½ miles"),
    .init(32_186, "en", .imperial, "20 mi", "20 miles"),
    .init(91.44, "en-GB", .british, "100 yd", "100 yards"),
    .init(804, "de", .imperial, "½ mi", "eine halbe Meile"),
    .init(2414, "fr", .imperial, "1,5 mi", "1 mile et demi"),
    .init(4023, "es", .imperial, "2,5 mi", "2 millas y media"),
  ]

  @Test("distances are rounded and worded", arguments: distances)
  func distance(item: Distance) throws {
    let words = Instructions(
      language: try #require(Language(tag: item.tag)), units: item.units)
    #expect(words.distance(item.metres) == item.shown)
    #expect(words.spokenDistance(item.metres) == item.spoken)
  }

  static let durations: [(seconds: Double, tag: String, shown: String, spoken: String)] = [
    (0, "en", "< 1 min", "less than a minute"), (60, "en", "1 min", "1 minute"),
    (720, "de", "12 min", "12 Minuten"),
    (4320, "de", "1 h 12 min", "1 Stunde und 12 Minuten"),
    (3600, "fr", "1 h", "1 heure"), (7260, "es", "2 h 1 min", "2 horas y 1 minuto"),
    (3599, "pt", "1 h", "1 hora"), (97_200, "de", "1 Tag 3 h", "1 Tag und 3 Stunden"),
    (.nan, "en", "< 1 min", "less than a minute"),
  ]

  @Test("durations are worded", arguments: durations)
  func duration(item: (seconds: Double, tag: String, shown: String, spoken: String)) throws {
    let words = Instructions(language: try #require(Language(tag: item.tag)), units: .metric)
    #expect(words.duration(item.seconds) == item.shown)
    #expect(words.spokenDuration(item.seconds) == item.spoken)
  }

  static let times: [(minute: Int, tag: String, time: String)] = [
    (0, "en", "12:00 am"), (845, "en", "2:05 pm"), (720, "en", "12:00 pm"),
    (845, "de", "14:05 Uhr"),
    (545, "fr", "9 h 05"), (545, "es", "9:05"), (545, "pt", "09:05"), (-1, "pt", "23:59"),
  ]

  @Test("times are on the clock of the language", arguments: times)
  func time(item: (minute: Int, tag: String, time: String)) throws {
    let words = Instructions(language: try #require(Language(tag: item.tag)), units: .metric)
    #expect(words.time(minuteOfDay: item.minute) == item.time)
    #expect(words.arrival(minuteOfDay: item.minute).hasSuffix(item.time))
  }
}
