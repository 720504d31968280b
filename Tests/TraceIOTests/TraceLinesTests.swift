import Geo
import JSON
import Testing
import TraceIO

@Suite struct TraceLinesTests {
  /// The numbers of the lines, each with its fixes or its fault.
  private static func lines(_ text: String) throws(TextError) -> [String] {
    var lines = try TraceLines(bytes: Array(text.utf8), name: "test")
    var result: [String] = []
    while let number = try lines.nextLine() {
      var fixes = 0
      var names: [String] = []
      do throws(TextError) {
        while let event = try lines.next() {
          if case .fix = event { fixes += 1 }
          if case .began(let name) = event { names.append(name ?? "-") }
        }
        result.append("\(number): \(names.joined(separator: "+")) \(fixes)")
      } catch { result.append("\(number): \(error)") }
    }
    return result
  }

  @Test("a bad line costs no other, whatever the ends of lines", arguments: ["\n", "\r\n"])
  func badLines(_ end: String) throws {
    let good = #"{"id":"g","locations":[[1,1],[1,2]]}"#
    let line = #"{"type":"LineString","coordinates":[[0,0]]}"#
    let text = [
      good, "nonsense", "", #"{"locations":[[1,2],"#, #"{"features":[\#(line),\#(line)]}"#,
      #"{"locations":[]}"#, "  ", good.dropLast() + #","more":"#, good + " x", good + good, good,
    ]
    let lines = try Self.lines("\u{FEFF}" + text.joined(separator: end))
    #expect(
      lines.map { $0.prefix { $0 != ":" } } == ["1", "2", "4", "5", "6", "8", "9", "10", "11"])
    #expect(lines[0] == "1: g 2")
    #expect(lines[1] == "2: test: line 2, byte 1: expected '{'")
    #expect(lines[2].hasPrefix("4: test: line 4, byte "))
    #expect(lines[3] == "5: -+- 2")
    #expect(lines[4] == "6:  0")
    #expect(lines[5].hasPrefix("8: test: line 8, byte "))
    #expect(lines[6] == "9: test: line 9, byte 38: something follows the value")
    #expect(lines[7] == "10: test: line 10, byte 37: something follows the value")
    #expect(lines[8] == "11: g 2")
    #expect(try Self.lines(text.joined(separator: end) + end).count == 9)
  }

  @Test("no line is no trace", arguments: ["", "\n", "\n \r\n\t"])
  func empty(_ text: String) throws {
    #expect(try Self.lines(text).isEmpty)
  }

  @Test("what was not read of a line is left out")
  func leftOut() throws {
    let text = #"{"id":"a","locations":[[1,1],[2,2]]}"# + "\n" + #"{"id":"b","locations":[[3,3]]}"#
    var lines = try TraceLines(bytes: Array(text.utf8), name: "test")
    #expect(try lines.nextLine() == 1)
    #expect(try lines.next() == .began(name: "a"))
    #expect(try lines.nextLine() == 2)
    #expect(try lines.next() == .began(name: "b"))
    #expect(try lines.next() == .fix(Location(latitude: 3, longitude: 3), hasOddTime: false))
    #expect(try lines.next() == .ended)
    #expect(try lines.next() == nil)
    #expect(try lines.nextLine() == nil)
  }
}
