import Notation
import Testing

@Suite struct DecimalsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let value: Double
    let decimals: Int
    let short: String?
    let long: String?
    var testDescription: String { "\(value) to \(decimals)" }
  }

  static let cases: [Case] = [
    .init(value: 0, decimals: 0, short: "0", long: "0"),
    .init(value: 0, decimals: 2, short: "0", long: "0.00"),
    .init(value: -0.001, decimals: 2, short: "0", long: "0.00"),
    .init(value: 7.4197, decimals: 2, short: "7.42", long: "7.42"),
    .init(value: -7.4, decimals: 2, short: "-7.4", long: "-7.40"),
    .init(value: 0.05, decimals: 2, short: "0.05", long: "0.05"),
    .init(value: 1_000, decimals: 3, short: "1000", long: "1000.000"),
    .init(value: 12.5, decimals: 0, short: "13", long: "13"),
    .init(value: -12.5, decimals: 0, short: "-13", long: "-13"),
    .init(value: 120, decimals: 0, short: "120", long: "120"),
    .init(value: 179.999_999_95, decimals: 7, short: "180", long: "180.0000000"),
    .init(value: 0.000_000_1, decimals: 7, short: "0.0000001", long: "0.0000001"),
    .init(
      value: 9_007_199_254_740_992, decimals: 0, short: "9007199254740992",
      long: "9007199254740992"),
    .init(value: 1e18, decimals: 1, short: nil, long: nil),
    .init(value: .infinity, decimals: 1, short: nil, long: nil),
    .init(value: .nan, decimals: 1, short: nil, long: nil),
  ]

  @Test("a number is rounded, with its last zeros or without", arguments: cases)
  func numbers(_ item: Case) {
    #expect(Decimals.text(item.value, decimals: item.decimals) == item.short)
    #expect(Decimals.text(item.value, decimals: item.decimals, keepsZeros: true) == item.long)
    var bytes = Array("x".utf8)
    let isNumber = Decimals.append(item.value, decimals: item.decimals, to: &bytes)
    #expect(isNumber == (item.short != nil))
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + (item.short ?? ""))
  }

  @Test(
    "units of the last decimal are put at their places",
    arguments: [
      (437_311_000, 7, "43.7311"), (-5, 7, "-0.0000005"), (3_800, 3, "3.8"), (3_000, 3, "3"),
      (0, 3, "0"), (40, 0, "40"), (Int64.min, 3, "-9223372036854775.808"),
      (Int64.max, 0, "9223372036854775807"),
    ] as [(Int64, Int, String)])
  func units(_ units: Int64, _ decimals: Int, _ text: String) {
    #expect(Decimals.text(units: units, decimals: decimals) == text)
  }

  @Test("every number of units comes back as the number that it is")
  func roundTrip() throws {
    for units in stride(from: Int64(-2_000_000), through: 2_000_000, by: 617) {
      let text = Decimals.text(units: units, decimals: 4)
      let value = try #require(Double(text))
      #expect(value == Double(units) / 10_000)
      #expect(Decimals.text(value, decimals: 4) == text)
      #expect(Decimals.value(Array(text.utf8)[...]) == value)
    }
  }

  @Test(
    "a whole number gets zeros before it",
    arguments: [(7, 2, "07"), (70, 2, "70"), (700, 2, "700"), (-7, 3, "-007"), (0, 1, "0")])
  func padded(_ number: Int, _ digits: Int, _ text: String) {
    #expect(Decimals.padded(number, digits) == text)
  }

  @Test(
    "a decimal number is read as the standard library reads it",
    arguments: [
      "0", "-8.6186430", "+3", ".5", "7.", "1.5e3", "-1E-2", "123456789012345678901234567890",
      "0.1234567890123456789", "9007199254740993", "000000000000000000007.25",
    ])
  func reads(_ text: String) throws {
    // The library wants a digit on both sides of the point.
    let plain = text == ".5" ? "0.5" : text == "7." ? "7.0" : text
    let value = try #require(Decimals.value(Array(text.utf8)[...]))
    #expect(value == Double(plain))
  }

  @Test(
    "nothing else is a number",
    arguments: ["", "-", ".", "+-1", "1,5", "1.2.3", "0x10", "nan", "inf", "1e", " 1", "1 ", "e5"])
  func refuses(_ text: String) {
    #expect(Decimals.value(Array(text.utf8)[...]) == nil)
  }
}
