import RoadModel
import Testing

@testable import RoadRules

@Suite struct SpeedValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var value: String
    var speed: SpeedValue
    init(_ value: String, deciKmh: UInt16) {
      self.value = value
      self.speed = .speed(Speed(deciKmh: deciKmh))
    }
    init(_ value: String, _ speed: SpeedValue) {
      self.value = value
      self.speed = speed
    }
    var testDescription: String { value }
  }

  static let cases = [
    Case("50", deciKmh: 500),
    Case("50 km/h", deciKmh: 500),
    Case("50kmh", deciKmh: 500),
    Case("30 mph", deciKmh: 483),
    Case("30mph", deciKmh: 483),
    Case("70 mph", deciKmh: 1_127),
    Case("8 knots", deciKmh: 148),
    Case("6.5", deciKmh: 65),
    Case("none", .speed(.unlimited)),
    Case("walk", deciKmh: 70),
    Case("50;30", deciKmh: 300),
    Case("50; 40", deciKmh: 400),
    Case("none;100", deciKmh: 1_000),
    Case("DE:urban", deciKmh: 500),
    Case("de:urban", deciKmh: 500),
    Case("DE:rural", deciKmh: 1_000),
    Case("DE:motorway", .speed(.unlimited)),
    Case("AT:motorway", deciKmh: 1_300),
    Case("CH:rural", deciKmh: 800),
    Case("RU:urban", deciKmh: 600),
    Case("RU:living_street", deciKmh: 200),
    Case("DE:living_street", deciKmh: 70),
    Case("DE:walk", deciKmh: 70),
    Case("BE-VLG:rural", deciKmh: 700),
    Case("BE-WAL:rural", deciKmh: 900),
    Case("GB:nsl_single", deciKmh: 966),
    Case("GB:nsl_dual", deciKmh: 1_127),
    Case("UK:motorway", deciKmh: 1_127),
    Case("zone:30", deciKmh: 300),
    Case("zone30", deciKmh: 300),
    Case("DE:zone30", deciKmh: 300),
    Case("DE:zone:30", deciKmh: 300),
    Case("DE:30", deciKmh: 300),
    Case("GB:zone20", deciKmh: 322),
    Case("signals", .silent),
    Case("variable", .silent),
    Case("XX:urban", .problem(.unknownValue)),
    Case("urban", .problem(.unknownValue)),
    Case("fast", .problem(.unknownValue)),
    Case("50 furlongs", .problem(.unknownUnit)),
    Case("0", .problem(.outOfRange)),
    Case("5000", .problem(.outOfRange)),
    Case("50 mph sign", .problem(.unparsable)),
    Case("50;fast", .problem(.unknownValue)),
  ]

  @Test("a value means its speed", arguments: cases)
  func value(_ row: Case) {
    #expect(SpeedValue(row.value, country: nil) == row.speed)
  }

  @Test("a bare zone means that of the country of the map")
  func bareZone() {
    #expect(SpeedValue("urban", country: "DE") == .speed(.kmh(50)))
    #expect(SpeedValue("rural", country: "FR") == .speed(.kmh(80)))
  }
}
