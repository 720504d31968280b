import RoadModel
import Testing

@testable import RoadRules

@Suite struct LimitValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var value: String
    var kind: LimitKind
    /// Millimetres, kilograms or pieces; nil where no limit can be stated.
    var limit: UInt32?
    var problems: [TagProblem.Reason]
    init(
      _ value: String, _ kind: LimitKind, _ limit: UInt32?, _ problems: TagProblem.Reason...
    ) {
      self.value = value
      self.kind = kind
      self.limit = limit
      self.problems = problems
    }
    var testDescription: String { "\(kind.key)=\(value)" }
  }

  static let lengths = [
    Case("3.8", .height, 3_800),
    Case("3,8", .height, 3_800),
    Case("3,8 m", .height, 3_800),
    Case("3.80m", .height, 3_800),
    Case("3.8 meters", .height, 3_800),
    Case("3.8\u{A0}m", .height, 3_800),
    Case(" 4 ", .height, 4_000),
    Case("3m80", .height, 3_800),
    Case("380 cm", .height, 3_800),
    Case("380cm", .height, 3_800),
    Case("3800 mm", .height, 3_800),
    Case("12'6\"", .height, 3_810),
    Case("12' 6\"", .height, 3_810),
    Case("12’6”", .height, 3_810),
    Case("12′6″", .height, 3_810),
    Case("12'6''", .height, 3_810),
    Case("12'6", .height, 3_810),
    Case("12'-6\"", .height, 3_810),
    Case("12 ft 6 in", .height, 3_810),
    Case("12ft6in", .height, 3_810),
    Case("12 feet 6 inches", .height, 3_810),
    Case("12'6.5\"", .height, 3_822),
    Case("12ft", .height, 3_657),
    Case("12'", .height, 3_657),
    Case("12.5 ft", .height, 3_810),
    Case("13'0\"", .height, 3_962),
    Case("150 in", .height, 3_810),
    Case("150\"", .height, 3_810),
    Case("3.999999", .height, 3_999),
    Case("2.2", .width, 2_200),
    Case("5'6\"", .width, 1_676),
    Case("12", .length, 12_000),
  ]

  static let masses = [
    Case("7.5", .weight, 7_500),
    Case("7.5 t", .weight, 7_500),
    Case("7.5t", .weight, 7_500),
    Case("7,5", .weight, 7_500),
    Case("7500 kg", .weight, 7_500),
    Case("7500kg", .weight, 7_500),
    Case("15000 lbs", .weight, 6_803),
    Case("15,000 lbs", .weight, 6_803),
    Case("15000 lb", .weight, 6_803),
    Case("8 st", .weight, 7_257),
    Case("10 cwt", .weight, 453),
    Case("10 lt", .weight, 10_160),
    Case("3.5", .weightRating, 3_500),
    Case("11.5", .axleLoad, 11_500),
    Case("16", .bogieLoad, 16_000),
    Case("3", .axles, 3),
  ]

  static let lists = [
    Case("3.5;4.0", .weight, 3_500),
    Case("4.0; 3.5", .weight, 3_500),
    Case("none;3.5", .weight, 3_500),
    Case("3.5;?", .weight, 3_500, .unknownValue),
    Case("~4", .height, 4_000, .approximate),
    Case("~ 4 m", .height, 4_000, .approximate),
  ]

  static let words = [
    Case("default", .height, nil), Case("none", .height, nil), Case("unsigned", .weight, nil),
    Case("no_sign", .height, nil), Case("no_indications", .height, nil),
    Case("no-sign", .height, nil), Case("None", .height, nil),
    Case("below_default", .height, nil, .belowDefault),
  ]

  static let refused = [
    Case("", .height, nil, .unknownValue),
    Case("?", .height, nil, .unknownValue),
    Case("low", .height, nil, .unknownValue),
    Case("4 bananas", .height, nil, .unknownUnit),
    Case("4 t", .height, nil, .unknownUnit),
    Case("4 m", .weight, nil, .unknownUnit),
    Case("8 tons", .weight, nil, .unknownUnit),
    Case("3.8.1", .height, nil, .unparsable),
    Case("3.8 m (sign)", .height, nil, .unparsable),
    Case("3-4", .height, nil, .unparsable),
    Case("-4", .height, nil, .unparsable),
    Case("3.", .height, nil, .unparsable),
    Case("3m8", .height, nil, .unparsable),
    Case("12'14\"", .height, nil, .unparsable),
    Case("12'6 m", .height, nil, .unknownUnit),
    Case("٣", .height, nil, .unparsable),
    Case("99999999999999999999", .weight, nil, .unparsable),
    Case("2.5", .axles, nil, .unparsable),
    Case("2 axles", .axles, nil, .unknownUnit),
  ]

  // What is written binds, however strange.
  static let strange = [
    Case("38", .height, 38_000, .outOfRange),
    Case("60", .height, 60_000, .outOfRange),
    Case("250", .width, 250_000, .outOfRange),
    Case("38 mm", .height, 38, .outOfRange),
    Case("0", .height, 0, .outOfRange),
    Case("3500", .weight, 3_500_000, .outOfRange),
    Case("7.500 kg", .weight, 7, .outOfRange),
    Case("999999999", .height, .max, .outOfRange),
  ]

  @Test(
    "a value means its limit", arguments: lengths + masses + lists + words + refused + strange)
  func value(_ row: Case) {
    let read = LimitValue(row.value, row.kind)
    #expect(read.limit == row.limit)
    #expect(read.problems == row.problems)
  }

  @Test("a height keeps its centimetres")
  func centimetres() {
    for centimetres in 100...600 {
      let text = "\(centimetres / 100).\(centimetres % 100 / 10)\(centimetres % 10)"
      #expect(LimitValue(text, .height).limit == UInt32(centimetres * 10))
    }
  }
}
