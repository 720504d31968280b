import JSON
import Testing

/// The scanner reads what RFC 8259 defines, and names the place of anything else.
@Suite struct JSONScannerTests {
  private func scanner(_ text: String) -> JSONScanner { scanner(Array(text.utf8)) }

  private func scanner(_ bytes: [UInt8]) -> JSONScanner {
    JSONScanner(ByteSource(bytes: bytes, name: "x"))
  }

  /// The value of a text that is a string.
  private func string(_ text: String) throws -> String? {
    var scanner = scanner(text)
    guard case .string(let value) = try scanner.scalar() else { return nil }
    return value
  }

  @Test(
    "strings with escapes",
    arguments: [
      (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
      (#""\u00e4\u20AC""#, "ä€"), (#""\ud83d\ude00""#, "😀"), ("\"ä😀\"", "ä😀"),
      // Halves of pairs are no characters.
      (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\n""#, "\u{FFFD}\n"),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    ])
  func strings(_ text: String, _ value: String) throws { #expect(try string(text) == value) }

  @Test(
    "numbers",
    arguments: [
      ("0", 0.0), ("-0.5", -0.5), ("12", 12), ("1e3", 1_000), ("2.5E-2", 0.025), ("1e+2", 100),
    ])
  func numbers(_ text: String, _ value: Double) throws {
    var scanner = scanner(text)
    guard case .number(let found) = try scanner.scalar() else {
      Issue.record("\(text)")
      return
    }
    #expect(found == value)
    #expect(try scanner.peek() == nil)
  }

  @Test("the members of an object and the elements of an array, in their order")
  func parts() throws {
    var scanner = scanner(" { \"a\" : [ true , null ] ,\n\t\"b\" : { \"c\" : [ 1 ] } } ")
    try scanner.open("{")
    var isFirst = true
    #expect(try scanner.nextKey(&isFirst) == "a")
    try scanner.open("[")
    var isFirstElement = true
    #expect(try scanner.nextElement(&isFirstElement))
    guard case .truth(true) = try scanner.scalar() else {
      Issue.record("not true")
      return
    }
    #expect(try scanner.nextElement(&isFirstElement))
    guard case .other = try scanner.scalar() else {
      Issue.record("not null")
      return
    }
    #expect(try !scanner.nextElement(&isFirstElement))
    #expect(try scanner.nextKey(&isFirst) == "b")
    // Values with parts are skipped.
    guard case .other = try scanner.scalar() else {
      Issue.record("not skipped")
      return
    }
    #expect(try scanner.nextKey(&isFirst) == nil)
    #expect(try scanner.peek() == nil)
  }

  @Test(
    "what is no JSON is an error",
    arguments: [
      "", "tru", "nul", "-", "1.2.3", "1e999", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\\u12", "\"\n\"",
      "[1 2]", "[1,]", "[", "{", "{\"a\" 1}", "{a:1}", "{\"a\":1,}", "'a'",
      String(repeating: "[", count: 10_000),
    ])
  func flaws(_ text: String) {
    #expect(throws: TextError.self) {
      var scanner = scanner(text)
      _ = try scanner.scalar()
    }
  }

  @Test("an error states the line and the byte")
  func place() {
    var scanner = scanner("{\n  \"a\": 1\n  \"b\": 2\n}")
    #expect {
      _ = try scanner.scalar()
    } throws: { error in
      guard case TextError.malformed("x", let flaw)? = error as? TextError else { return false }
      return flaw.line == 3 && flaw.column == 3
    }
  }

  @Test("bytes that are not UTF-8 are replaced, or refused on request")
  func notUTF8() throws {
    let bytes = [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]
    var lenient = scanner(bytes)
    guard case .string("\u{FFFD}") = try lenient.scalar() else {
      Issue.record("not replaced")
      return
    }
    var strict = scanner(bytes)
    strict.requiresUTF8 = true
    #expect(throws: TextError.self) { try strict.scalar() }
  }
}
