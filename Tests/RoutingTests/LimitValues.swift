import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Limits as people write them, from the sign to the route: what passes and what not, to the unit.
@Suite struct LimitValues {
  struct Case: Sendable, CustomTestStringConvertible {
    var key: String
    var value: String
    var kind: LimitKind
    /// The maximum value that passes, in millimetres, kilograms or pieces; nil: there is no limit.
    var passes: UInt32?
    init(_ key: String, _ value: String, _ kind: LimitKind, _ passes: UInt32?) {
      self.key = key
      self.value = value
      self.kind = kind
      self.passes = passes
    }
    var testDescription: String { "\(key)=\(value)" }
  }

  // A foot is 304.8 mm, an inch 25.4 mm; a pound 0.45359237 kg, a short ton 2,000, a long ton 2,240 lb.
  static let heights = [
    ("3.8", 3_800), ("3,8 m", 3_800), ("3.80m", 3_800), ("3,80", 3_800), ("3.8 m", 3_800),
    ("12'6\"", 3_810), ("12 ft 6 in", 3_810), ("12ft", 3_657), ("12 ft", 3_657), ("12'", 3_657),
    ("12'6", 3_810), ("12' 6\"", 3_810), ("13'0\"", 3_962), ("14'2\"", 4_318), ("6'7\"", 2_006),
    ("380 cm", 3_800), ("380cm", 3_800), ("4", 4_000), ("4.0", 4_000), ("~4", 4_000),
    ("3.5;4.0", 3_500), ("4.0;3.5", 3_500), ("3.5; 4", 3_500), ("3.75", 3_750), ("2.05", 2_050),
    ("4.25 m", 4_250), ("150 in", 3_810), ("3.8 meters", 3_800),
  ].map { Case("maxheight", $0.0, .height, UInt32($0.1)) }

  static let weights = [
    ("7.5", 7_500), ("7.5 t", 7_500), ("7,5", 7_500), ("7.5t", 7_500), ("7500 kg", 7_500),
    ("7500kg", 7_500), ("15000 lbs", 6_803), ("15000 lb", 6_803), ("8 st", 7_257),
    ("5 st", 4_535), ("10 lt", 10_160), ("12", 12_000), ("3.5", 3_500), ("2.8", 2_800),
    ("0.5", 500), ("16.0", 16_000), ("44 t", 44_000), ("7.5;12", 7_500), ("~18", 18_000),
    ("6000 lbs", 2_721),
  ].map { Case("maxweight", $0.0, .weight, UInt32($0.1)) }

  static let others = [
    Case("maxwidth", "2.55", .width, 2_550), Case("maxwidth", "6'6\"", .width, 1_981),
    Case("maxwidth", "2,3 m", .width, 2_300), Case("maxwidth", "230 cm", .width, 2_300),
    Case("maxlength", "12", .length, 12_000), Case("maxlength", "40 ft", .length, 12_192),
    Case("maxlength", "18.75 m", .length, 18_750), Case("maxlength", "30'", .length, 9_144),
    Case("maxweightrating", "3.5", .weightRating, 3_500),
    Case("maxweightrating", "7.5 t", .weightRating, 7_500),
    Case("maxweightrating:hgv", "12", .weightRating, 12_000),
    Case("maxaxleload", "11.5", .axleLoad, 11_500), Case("maxaxleload", "5 st", .axleLoad, 4_535),
    Case("maxaxleload", "8,5 t", .axleLoad, 8_500),
    Case("maxbogieweight", "16", .bogieLoad, 16_000),
    Case("maxbogieweight", "19000 kg", .bogieLoad, 19_000),
    Case("maxaxles", "3", .axles, 3), Case("maxaxles", "2", .axles, 2),
    Case("trailer", "no", .trailers, 0), Case("hgv_articulated", "no", .trailers, 0),
    Case("hazmat", "no", .hazmat, 0), Case("hazmat:water", "no", .hazmatWater, 0),
    Case("maxheight:physical", "3.9", .height, 3_900),
    Case("maxwidth:physical", "2.1", .width, 2_100),
    Case("maxheight:signed", "no", .height, nil),
    Case("hazmat", "yes", .hazmat, nil), Case("hazmat", "designated", .hazmat, nil),
    Case("trailer", "yes", .trailers, nil),
  ]

  static let unlimited = [
    "default", "none", "unsigned", "no_sign", "no_indications", "below_default",
  ].flatMap { value in
    [
      Case("maxheight", value, .height, nil), Case("maxweight", value, .weight, nil),
      Case("maxlength", value, .length, nil),
    ]
  }

  @Test(
    "exactly the limit passes, one unit more does not",
    arguments: heights + weights + others + unlimited)
  func boundary(_ row: Case) async throws {
    let map = try await Bypass.map([row.key: row.value]).build()
    guard let passes = row.passes else {
      let large: UInt32 = [.trailers, .hazmat, .hazmatWater].contains(row.kind) ? 1 : 90_000
      #expect(try await map.letters(.truck([row.kind: large])) == "ABNCD")
      return
    }
    for backward in [false, true] {
      let fitting = try await map.letters(.truck([row.kind: passes]), backward: backward)
      #expect(fitting == Bypass.letters(short: true, backward: backward))
      let larger = try await map.letters(.truck([row.kind: passes + 1]), backward: backward)
      #expect(larger == Bypass.letters(short: false, backward: backward))
    }
    #expect(try await map.letters(Vehicle(.truck)) == "ABNCD")
  }

  @Test("a hundredweight is that of America or of Britain")
  func hundredweight() async throws {
    let map = try await Bypass.map(["maxweight": "10 cwt"]).build()
    #expect(try await map.letters(.lorry(weight: 453)) == "ABNCD")
    #expect(try await map.letters(.lorry(weight: 509)) == "ABEFCD")
  }

  // MARK: What is not understood

  static let reported = [
    ("maxheight", "about four"), ("maxheight", "3.8 parsec"), ("maxweight", "5 tons of bricks"),
    ("maxweight", "5 stone"), ("maxlength", "long"), ("maxheight", "below_default"),
    ("maxheight", "~4"), ("maxaxles", "several"), ("maxwidth", "2.5 x"),
    ("maxweight:conditional", "7,5 foo @ (22:00-06:00)"), ("hazmat", "perhaps"),
    ("maxheight", "3.8.5"), ("maxweight", "-3"),
  ]

  @Test("what is not understood, or in doubt, is reported with its way", arguments: reported)
  func report(_ key: String, _ value: String) async throws {
    let map = try await Bypass.map([key: value]).build()
    let problem = try #require(map.report.problems.first)
    #expect("\(problem)".contains(key) && "\(problem)".contains(value))
    #expect(problem.count == 1 && problem.examples == ["way 102"])
  }

  @Test(
    "words that people use for 'no limit' are no problem",
    arguments: ["none", "default", "unsigned", "no_sign"])
  func notReported(_ value: String) async throws {
    let map = try await Bypass.map(["maxheight": value]).build()
    #expect(map.report.problems.isEmpty)
  }

  @Test("of a list a part that is not understood does not lift the other")
  func partOfList() async throws {
    let map = try await Bypass.map(["maxheight": "3.8;low"]).build()
    #expect(try await map.letters(.lorry(height: 3_801)) == "ABEFCD")
    #expect(map.report.problems.count == 1)
  }
}
