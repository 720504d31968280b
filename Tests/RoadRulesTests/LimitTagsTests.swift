import RoadModel
import Testing

@testable import RoadRules

@Suite struct LimitTagsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// Tags in canonical form; `>` and `<` mark those of one direction.
    var limits: [String]
    var problems: [TagProblem.Reason]
    init(_ tags: String, _ limits: [String], _ problems: TagProblem.Reason...) {
      self.tags = tags
      self.limits = limits
      self.problems = problems
    }
    var testDescription: String { tags }
  }

  static let keys = [
    Case("", []),
    Case("maxheight=3.8", ["maxheight=3.8"]),
    Case("maxwidth=2.2", ["maxwidth=2.2"]),
    Case("maxlength=12", ["maxlength=12"]),
    Case("maxweight=7.5", ["maxweight=7.5"]),
    Case("maxgcweight=40", ["maxweight=40"]),
    Case("maxweightrating=3.5", ["maxweightrating=3.5"]),
    Case("maxweightrating:hgv=7.5", ["maxweightrating=7.5"]),
    Case("maxweightrating:goods=7.5", ["maxweightrating=7.5"]),
    Case("maxweight:hgv=7.5", ["maxweight=7.5"]),
    Case("maxaxleload=10", ["maxaxleload=10"]),
    Case("maxbogieweight=16", ["maxbogieweight=16"]),
    Case("maxaxles=3", ["maxaxles=3"]),
    Case("trailer=no", ["trailer=0"]),
    Case("trailer=yes", []),
    Case("trailer=destination", ["trailer=0"]),
    Case("trailer=private", ["trailer=0"], .readStricter),
    Case("trailer=banana", [], .unknownValue),
    Case("hgv_articulated=no", ["trailer=0"]),
    Case("hgv_articulated:backward=no", ["trailer=0 <"]),
    Case("maxunladenweight=5", [], .notApplied),
    Case("maxweight=7.5 maxheight=3.8", ["maxheight=3.8", "maxweight=7.5"]),
    Case("maxspeed=50 maxstay=‹2 h›", []),
  ]

  static let suffixes = [
    Case("maxheight=4 maxheight:physical=3.9", ["maxheight=3.9"]),
    Case("maxheight=3.8 maxheight:physical=4.1", ["maxheight=3.8"]),
    Case("maxheight=default maxheight:physical=4.1", ["maxheight=4.1"]),
    Case("maxheight:signed=3.7 maxheight=3.9", ["maxheight=3.7"]),
    Case("maxheight:signed=no maxheight=3.9", ["maxheight=3.9"]),
    Case("maxweight:signed=no", []),
    Case("maxwidth:physical=2.5", ["maxwidth=2.5"]),
    Case("maxheight:forward=3.8", ["maxheight=3.8 >"]),
    Case("maxheight:backward=3.8", ["maxheight=3.8 <"]),
    Case("maxheight:forward=3.8 maxheight:backward=3.8", ["maxheight=3.8"]),
    Case("maxheight:forward=3.8 maxheight:backward=4", ["maxheight=3.8 >", "maxheight=4 <"]),
    Case("maxheight=4 maxheight:forward=3.8", ["maxheight=3.8 >", "maxheight=4 <"]),
    Case("maxheight=3.5 maxheight:forward=3.8", ["maxheight=3.5"]),
    Case("maxheight:lanes=3.8|4.2", ["maxheight=4.2"]),
    Case("maxheight:lanes=3.8|", []),
    Case("maxheight:lanes=3.8|none", []),
    Case("maxheight:lanes=3.8|banana", ["maxheight=3.8"], .unknownValue),
    Case("maxheight:lanes:forward=3.8|4.2", ["maxheight=4.2 >"]),
    Case("maxheight=3.5 maxheight:lanes=3.8|4.2", ["maxheight=3.5"]),
    Case("maxheight:source=sign", []),
    Case("maxweight:bus=none maxweight=3.5", ["maxweight=3.5"], .notApplied),
    Case("maxheight:hgv:lanes=3.8|4.2", ["maxheight=4.2"]),
    Case("maxheight:lanes:hgv=3.8|4.2", ["maxheight=4.2"]),
    Case("maxheight=below_default", [], .belowDefault),
    Case("maxheight=banana", [], .unknownValue),
  ]

  static let loads = [
    Case("hazmat=no", ["hazmat=no"]),
    Case("hazmat=designated", []),
    Case("hazmat=destination", ["hazmat=no"]),
    Case("hazmat:forward=no", ["hazmat=no >"]),
    Case("hazmat:water=no", ["hazmat:water=no"]),
    Case("hazmat:water=permissive", []),
    Case("hazmat:A=no", ["hazmat=no"]),
    Case("hazmat:B=no", ["hazmat=no"], .readStricter),
    Case("hazmat:B=yes", []),
    Case("hazmat:A=no hazmat:B=no", ["hazmat=no"], .readStricter),
    Case("hazmat:B=no tunnel=yes", ["tunnel category=B"]),
    Case("hazmat:B=no covered=yes", ["tunnel category=B"]),
    Case("hazmat:B=no tunnel=no", ["hazmat=no"], .readStricter),
    Case("hazmat:C=no", ["tunnel category=C"]),
    Case("hazmat:D=no", ["tunnel category=D"]),
    Case("hazmat:E=no", ["tunnel category=E"]),
    Case("hazmat:B=no hazmat:C=no hazmat:D=no", ["tunnel category=D"]),
    Case("hazmat:B=no hazmat:C=no hazmat:D=no hazmat:E=no", ["tunnel category=E"]),
    Case("hazmat:B=no hazmat:E=yes", ["tunnel category=B"]),
    Case("hazmat:adr_tunnel_cat=C", ["tunnel category=C"]),
    Case("hazmat:tunnel_cat=A", []),
    Case("hazmat:tunnel_cat=F", [], .unknownValue),
    Case("hazmat:explosive=no", [], .notApplied),
    Case("hazmatter=no", []),
    Case("hazmat=banana", [], .unknownValue),
  ]

  @Test("limit tags combine to the strictest per direction", arguments: keys + suffixes + loads)
  func limits(_ row: Case) {
    var log = ProblemLog()
    let limits = LimitTags.read(tags(row.tags), &log).compactMap(\.alwaysLimit)
    let written = limits.map { limit in
      switch limit.directions {
      case .forward: limit.tag + " >"
      case .backward: limit.tag + " <"
      default: limit.tag
      }
    }
    #expect(written == row.limits)
    #expect(log.problems.map(\.reason) == row.problems)
  }

  @Test(
    "a category lets the codes pass that are less severe", arguments: zip("BCDE", [3, 2, 1, 0]))
  func categories(_ letter: Character, _ maximum: UInt32) {
    var log = ProblemLog()
    let limits = LimitTags.read(tags("hazmat:\(letter)=no tunnel=yes"), &log)
    #expect(limits == [RoadRule(.limit(.tunnelCode, maximum))])
  }
}
