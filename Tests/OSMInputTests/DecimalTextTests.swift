import TestSupport
import Testing

@testable import OSMInput

@Suite struct DecimalTextTests {
  private func degrees(_ text: String) -> Int64? {
    DecimalText.degrees(Array(text.utf8).span)
  }

  private func id(_ text: String) -> Int64? {
    DecimalText.id(Array(text.utf8).span)
  }

  struct Number: CustomTestStringConvertible, Sendable {
    var text: String
    var value: Int64?
    init(_ text: String, _ value: Int64?) {
      self.text = text
      self.value = value
    }
    var testDescription: String { "'\(text)'" }
  }

  @Test(
    "degrees become units of 1e-7, rounded half away from zero",
    arguments: [
      Number("0", 0), Number("-0", 0), Number("43.7311", 437_311_000),
      Number("7", 70_000_000), Number("7.", 70_000_000), Number(".5", 5_000_000),
      Number("+1.5", 15_000_000), Number("-1.5", -15_000_000), Number("007.50", 75_000_000),
      Number("0.0000001", 1), Number("0.00000014", 1), Number("0.00000015", 2),
      Number("-0.00000015", -2), Number("0.000000149999999999999999", 1),
      Number("0.00000005", 1), Number("-0.00000005", -1), Number("0.000000049", 0),
      Number("89.99999995", 900_000_000), Number("180", 1_800_000_000),
      Number("-180.0000000000000000000000000", -1_800_000_000),
      Number("1e1", 100_000_000), Number("1E+1", 100_000_000), Number("1e-5", 100),
      Number("-2.5e-7", -3), Number("4.9e-8", 0), Number("5e-8", 1),
      Number("12345e-3", 123_450_000),
      Number("0.00001e5", 10_000_000), Number("1.23456789e0", 12_345_679),
      Number("0e999999999999", 0), Number("1e-999999999999", 0), Number(".5e1", 50_000_000),
    ])
  func degrees(_ number: Number) {
    #expect(degrees(number.text) == number.value)
  }

  @Test(
    "what is not a number of degrees is nothing",
    arguments: [
      "", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5.5", "1.2.3", "1,5", "12 ", " 12", "NaN",
      "nan", "inf", "-Infinity", "0x10", "1-", "--1", "+-1", "١٢", "43°", "1e1e1",
    ])
  func notDegrees(_ text: String) {
    #expect(degrees(text) == nil)
  }

  @Test(
    "numbers far beyond earth stay beyond earth",
    arguments: [
      "181", "-99999999999999999999999999", "1e300", "1e1000", "9e18446744073709551616",
      "123456789012345678901234567890.5", "1e4",
    ])
  func beyondEarth(_ text: String) throws {
    let units = try #require(degrees(text))
    #expect(units.magnitude > 1_800_000_000)
  }

  @Test(
    "ids have 64 bits and a sign",
    arguments: [
      Number("0", 0), Number("-0", 0), Number("1", 1), Number("-17", -17), Number("00042", 42),
      Number("4294967296", 4_294_967_296), Number("9223372036854775807", .max),
      Number("-9223372036854775808", .min), Number("9223372036854775808", nil),
      Number("-9223372036854775809", nil), Number("99999999999999999999999", nil),
      Number("", nil), Number("-", nil), Number("+1", nil), Number("1.0", nil), Number("1e3", nil),
      Number(" 1", nil), Number("1 ", nil), Number("0x1", nil), Number("one", nil),
    ])
  func ids(_ number: Number) {
    #expect(id(number.text) == number.value)
  }

  @Test("every seventh decimal survives being written and read")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let units = Int64.random(in: -1_800_000_000...1_800_000_000, using: &generator)
      let digits = String(units.magnitude)
      let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      let text = (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
      #expect(degrees(text) == units, "\(text)")
    }
  }
}
