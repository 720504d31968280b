import Notation
import Testing

/// The strict form is tested where departures and days are: in RoadModelTests.
@Suite struct ISO8601TimeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    /// Since 1970-01-01 00:00 on the clocks of the text, as `date -u -d …` has it.
    let seconds: Int
    var fraction = 0.0
    var offset: Int?
    let needs: ISO8601Time.Leniency
    var testDescription: String { text }
  }

  /// The moment 2015-02-06T07:36:46 in seconds since 1970.
  private static let moment = 1_423_208_206

  static let cases: [Case] = [
    .init(text: "2015-02-06 07:36:46", seconds: moment, needs: .marks),
    .init(text: "2015-02-06t07:36:46z", seconds: moment, offset: 0, needs: .marks),
    .init(
      text: "2015-02-06T07:36:46.5Z", seconds: moment, fraction: 0.5, offset: 0, needs: .fractions),
    .init(
      text: "2015-02-06T07:36:46,25+0530", seconds: moment, fraction: 0.25, offset: 19_800,
      needs: .fractions),
    .init(text: "2016-12-31T23:59:60", seconds: 1_483_228_800, needs: .leapSeconds),
    .init(text: "2015-02-06T07:36:46-00:00", seconds: moment, offset: 0, needs: .unknownOffset),
  ]

  @Test("what is not strict is read where it is allowed, and only there", arguments: cases)
  func lenient(_ item: Case) throws {
    let time = try #require(ISO8601Time(item.text, allowing: item.needs))
    #expect(time.seconds == item.seconds)
    #expect(abs(time.fraction - item.fraction) < 1e-12)
    #expect(time.offset == item.offset)
    #expect(ISO8601Time(item.text, allowing: .all) == time)
    #expect(ISO8601Time(item.text) == nil)
    #expect(ISO8601Time(item.text, allowing: .all.subtracting(item.needs)) == nil)
  }

  @Test("what is strict is the same with all leniency")
  func strict() throws {
    let time = try #require(ISO8601Time("2015-02-06T07:36:46+01:00"))
    #expect(time.seconds == Self.moment)
    #expect(time.offset == 3_600)
    #expect(ISO8601Time("2015-02-06T07:36:46+01:00", allowing: .all) == time)
  }

  @Test(
    "no leniency makes a time of this",
    arguments: [
      "", "2015-02-06", "2015-02-30T07:36", "2015-02-06T24:00", "2015-02-06T07:60",
      "2015-02-06T07:36:61", "2015-02-06T07:36:46.5.5", "2015-02-06T07:36:46Z ",
      "2015-02-06T07:36:46+24:00", "2015-02-06T07:36:46+01:", "2015-02-06T07", "x",
      "2015-02-06  07:36", "２０15-02-06T07:36",
    ])
  func refused(_ text: String) {
    #expect(ISO8601Time(text, allowing: .all) == nil)
  }

  @Test("bytes are read from the middle of others")
  func slice() {
    let text = Array("time=2015-02-06T07:36:46Z;".utf8)
    #expect(ISO8601Time(text[5..<25])?.seconds == Self.moment)
    #expect(ISO8601Time(text[5...]) == nil)
  }
}
