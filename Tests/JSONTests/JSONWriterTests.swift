import Testing

@testable import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bytes that are written.
@Suite struct JSONWriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return json.text
  }

  @Test("members and elements have commas between them")
  func structure() {
    let written = text { json in
      json.object {
        $0.string("a", "x")
        $0.string("b", nil)
        $0.array("c") { list in
          list.int(1)
          list.object { _ in }
          list.array { _ in }
          list.bool(true)
          list.null()
        }
        $0.object("d") { $0.int("e", nil) }
        $0.ints("f", [-1, .min])
        $0.strings("g", ["y", ""])
        $0.rows("h", [[1.25, nil], [], [.nan]], decimals: 1)
      }
    }
    #expect(
      written == #"{"a":"x","b":null,"c":[1,{},[],true,null],"d":{"e":null},"#
        + #""f":[-1,-9223372036854775808],"g":["y",""],"h":[[1.3,null],[],[null]]}"#)
  }

  @Test(
    "what has a meaning in JSON or in a page is escaped",
    arguments: [
      ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""),
      ("</script>", #""\u003c/script>""#), ("é\u{2028}👍", "\"é\u{2028}👍\""), ("", #""""#),
    ])
  func escapes(_ value: String, _ expected: String) throws {
    let written = text { $0.string(value) }
    #expect(written == expected)
    #expect(try JSONDecoder().decode([String].self, from: Data("[\(written)]".utf8)) == [value])
  }

  @Test(
    "a number has so many decimals at most",
    arguments: [
      (0, 2, "0"), (-0.001, 2, "0"), (-0.0, 0, "0"), (1, 2, "1"), (1.5, 2, "1.5"),
      (-1.25, 2, "-1.25"), (1.005, 2, "1"), (0.05, 1, "0.1"), (99.999, 2, "100"),
      (100, 0, "100"), (43.7311001, 7, "43.7311001"), (0.0000001, 7, "0.0000001"),
      (12_345_678_901.5, 1, "12345678901.5"), (1e17, 0, "100000000000000000"),
      (1e300, 2, "1e+300"), (.infinity, 2, "null"), (.nan, 2, "null"),
    ] as [(Double, Int, String)])
  func decimals(_ value: Double, _ decimals: Int, _ expected: String) {
    #expect(text { $0.number(value, decimals: decimals) } == expected)
  }

  @Test("a number may be given in units of its last decimal")
  func units() {
    let written = text { json in
      json.array { list in
        for units in [74_200_000, -5, 0] { list.number(units: units, decimals: 7) }
      }
    }
    #expect(written == "[7.42,-0.0000005,0]")
  }

  @Test("a number without decimals is read again as it was")
  func shortest() throws {
    var generator = SystemRandomNumberGenerator()
    var values = [
      0, 1, -1, 0.1, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15,
      9_007_199_254_740_994, 1e16, -123_456.789, -0x1p63, 0x1p63,
    ]
    for _ in 0..<1_000 {
      let value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &generator))
      if value.isFinite { values.append(value) }
    }
    for value in values {
      let written = text { $0.array { $0.number(value) } }
      #expect(try JSONDecoder().decode([Double].self, from: Data(written.utf8)) == [value])
    }
    #expect(text { $0.number(2.0) } == "2" && text { $0.number(0.1) } == "0.1")
    #expect(text { $0.number(.infinity) } == "null" && text { $0.number(.nan) } == "null")
  }

  @Test("what is open stays open when the bytes are taken")
  func parts() {
    var json = JSONWriter()
    var written = ""
    func take() {
      written += json.text
      json.removeAll()
    }
    json.openObject()
    json.key("a")
    json.openArray()
    take()
    json.int(1)
    take()
    json.int(2)
    json.json(Array("3,4".utf8))
    take()
    json.closeArray()
    json.key("b")
    json.openString()
    json.part(Array("x\\".utf8))
    take()
    json.part(Array("y".utf8))
    json.closeString()
    take()
    json.closeObject()
    take()
    #expect(written == #"{"a":[1,2,3,4],"b":"x\\y"}"#)
    json.restart()
    json.int(5)
    #expect(json.text == "5")
  }

  // MARK: Values with a form of their own

  private struct Inner: Codable, Equatable {
    var name: String
    var list: [Double]
    var none: Int?
  }

  private struct Outer: Codable, Equatable {
    var inners: [Inner]
    var byWord: [String: Int]
    var range: ClosedRange<Int>
    var big: UInt64
    var isSo: Bool
    var some: Inner?
  }

  @Test("a value is written as its encoding says, and read again as it was")
  func encodable() throws {
    let value = Outer(
      inners: [Inner(name: "<a>", list: [], none: 3), Inner(name: "", list: [1, 0.5], none: nil)],
      byWord: ["x": -1], range: 2...5, big: .max, isSo: true, some: nil)
    let written = text { json in
      json.object {
        $0.value("v", value)
        $0.value("w", [Int?.none, 1])
        $0.int("z", 1)
      }
    }
    #expect(
      written
        == #"{"v":{"inners":[{"name":"\u003ca>","list":[],"none":3},{"name":"","list":[1,0.5]}],"#
        + #""byWord":{"x":-1},"range":[2,5],"big":18446744073709551615,"isSo":true},"#
        + #""w":[null,1],"z":1}"#)
    struct Frame: Decodable { var v: Outer }
    #expect(try JSONDecoder().decode(Frame.self, from: Data(written.utf8)).v == value)
  }

  private struct Empty: Encodable { func encode(to encoder: any Encoder) {} }

  private struct Broken: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode("lost")
      throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "as wished"))
    }
  }

  private struct Nested: Encodable {
    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var list = members.nestedUnkeyedContainer(forKey: .a)
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(2.5, forKey: .b)
      try list.encodeNil()
      try members.encodeNil(forKey: .b)
    }
    enum Key: String, CodingKey { case a, b }
  }

  @Test("containers in containers end where the one around them goes on")
  func nested() {
    #expect(text { $0.value(Nested()) } == #"{"a":[1,{"b":2.5},null],"b":null}"#)
  }

  @Test("numbers of single precision have the fewest digits, too")
  func singlePrecision() {
    #expect(text { $0.value([0.1, -2, .infinity] as [Float]) } == "[0.1,-2.0,null]")
  }

  @Test("a value that encodes nothing is an empty object, one that can't be encoded is null")
  func odd() {
    #expect(
      text { json in
        json.array {
          $0.value(Empty())
          $0.value(Broken())
          $0.value([[Double.nan]])
          $0.int(1)
        }
      } == "[{},null,[[null]],1]")
  }
}
