import RoadModel
import RouteModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The golden files of this version have every word, notice, error and option of it.
///
/// A new one is added there, and to Formats/route-json.md.
@Suite struct GoldenCasesTests {
  // MARK: Words

  private static func words(_ name: String) throws -> [String] {
    let all: [String: [String]] = try GoldenFile.read("1/words.json")
    return try #require(all[name], "words.json has no list of \(name)")
  }

  /// Expects that a list of words is that of some values, each with its own.
  private func expect<Value: Codable & Hashable>(_ name: String, _ values: [Value]) throws {
    let words = try Self.words(name)
    let read: [Value] = try GoldenFile.decoded(.array(words.map(Tree.string)))
    #expect(Set(read) == Set(values) && read.count == values.count, "\(name)")
    #expect(try GoldenFile.tree(read) == .array(words.map(Tree.string)), "\(name)")
  }

  /// Expects that a list of words is that of the named bits of a set.
  private func expectBits<Bits: OptionSet & Codable>(_ name: String, _: Bits.Type) throws
  where Bits.RawValue: FixedWidthInteger {
    var named: Set<String> = []
    for bit in 0..<Bits.RawValue.bitWidth {
      let written = try GoldenFile.tree(Bits(rawValue: 1 << Bits.RawValue(bit)))
      named.formUnion(try GoldenFile.decoded(written, as: [String].self))
    }
    let words = try Self.words(name)
    #expect(named == Set(words), "\(name)")
    let read: Bits = try GoldenFile.decoded(.array(words.map(Tree.string)))
    #expect(Set(try GoldenFile.decoded(try GoldenFile.tree(read), as: [String].self)) == named)
  }

  @Test("every word of what is asked is in the golden file, and no other")
  func wordsOfRequests() throws {
    try expect("modes", Mode.allCases)
    try expect("limits", LimitKind.allCases)
    try expect("waypointKinds", all(Waypoint.Kind.stopover))
    try expect("approaches", all(Waypoint.Approach.curb))
    try expect("objectives", all(RouteRequest.Options.Objective.fastest))
    try expect("carriers", EnergyCarrier.allCases)
    try expect("connectors", ConnectorType.allCases)
    try expectBits("modes", ModeSet.self)
    try expectBits("avoidances", Avoidance.self)
  }

  @Test("every word of a road is in the golden file, and no other")
  func wordsOfRoads() throws {
    try expect("access", Access.allCases)
    try expect("classes", RoadClass.allCases)
    try expect("surfaces", Surface.allCases)
    try expect("comparisons", Condition.Comparison.allCases)
    try expect("endUses", Condition.EndUse.allCases)
    try expectBits("flags", RoadFlags.self)
    try expectBits("directions", DirectionSet.self)
  }

  @Test("every word of an answer is in the golden file, and no other")
  func wordsOfAnswers() throws {
    try expect("origins", RouteOrigin.allCases)
    try expect("rungs", SearchRung.allCases)
    try expect("parts", RequestPart.allCases)
    try expect("mapFailures", MapFailure.Kind.allCases)
    try expect("maneuvers", RouteManeuver.Kind.allCases)
    try expect("turns", RouteManeuver.Direction.allCases)
    try expect("drivingSides", all(DrivingSide.unknown))
    try expectBits("indications", LaneIndications.self)
    #expect(RouteOrigin.allCases.allSatisfy(isKnown))
    #expect(ConnectorType.allCases.allSatisfy(isKnown))
    #expect(SearchRung.allCases.allSatisfy(isKnown))
    #expect(RequestPart.allCases.allSatisfy(isKnown))
    #expect(MapFailure.Kind.allCases.allSatisfy(isKnown))
    #expect(RouteManeuver.Kind.allCases.allSatisfy(isKnown))
    #expect(RouteManeuver.Direction.allCases.allSatisfy(isKnown))
  }

  @Test("a word of a later version is kept where it has a place, and written back")
  func laterWords() throws {
    func expectKept<Word: OpenWord>(_: Word.Type) throws {
      let word = Tree.string("X-word")
      let read: Word = try GoldenFile.decoded(word)
      #expect(read == .unknown("X-word") && !Word.allCases.contains(read))
      #expect(try GoldenFile.tree(read) == word)
    }
    try expectKept(RouteOrigin.self)
    try expectKept(SearchRung.self)
    try expectKept(RequestPart.self)
    try expectKept(MapFailure.Kind.self)
    try expectKept(RouteManeuver.Kind.self)
    try expectKept(RouteManeuver.Direction.self)
    try expectKept(ConnectorType.self)
  }

  // MARK: Kinds with facts

  @Test("every notice is in a golden file")
  func notices() throws {
    let response: RouteResponse = try GoldenFile.read("1/response.json")
    let more: [RouteNotice] = try GoldenFile.read("1/more-notices.json")
    let all = response.routes[0].notices + more
    #expect(Set(all.compactMap(NoticeCase.init)) == Set(NoticeCase.allCases))
    #expect(all.allSatisfy { NoticeCase($0) != nil })
  }

  @Test("every error, failure of a service and closure is in a golden file")
  func errors() throws {
    let all: [RoutingError] =
      try GoldenFile.read("1/errors.json") + GoldenFile.read("1/more-errors.json")
    #expect(Set(all.compactMap(ErrorCase.init)) == Set(ErrorCase.allCases))
    #expect(all.allSatisfy { ErrorCase($0) != nil })
    let failures = all.compactMap { if case .service(let failure) = $0 { failure } else { nil } }
    #expect(Set(failures.compactMap(FailureCase.init)) == Set(FailureCase.allCases))
    #expect(failures.allSatisfy { FailureCase($0) != nil })
    let closures = all.flatMap { error -> [Blocker.Closure] in
      guard case .noRoute(_, _, _, let blockers) = error else { return [] }
      return blockers.compactMap(\.closure)
    }
    #expect(Set(closures.map(ClosureCase.init)) == Set(ClosureCase.allCases))
  }

  @Test("every kind of rule, term, action and adjustment is in a golden file")
  func kinds() throws {
    let response: RouteResponse = try GoldenFile.read("1/response.json")
    let rules = response.routes[0].sections[0].edges[0].conditionalRules
    #expect(Set(rules.map(RuleCase.init)) == Set(RuleCase.allCases))
    let terms = rules.flatMap(\.condition.terms)
    #expect(Set(terms.map(TermCase.init)) == Set(TermCase.allCases))
    let more: RouteResponse = try GoldenFile.read("1/more-response.json")
    let actions = more.routes[0].sections[0].postActions
    #expect(Set(actions.compactMap(ActionCase.init)) == Set(ActionCase.allCases))
    let request: RouteRequest = try GoldenFile.read("1/more-request.json")
    let adjustments = request.options.adjustments
    #expect(Set(adjustments.map(AdjustmentCase.init)) == Set(AdjustmentCase.allCases))
    #expect(Set(request.options.costs.preferences.keys) == Set(RoadTrait.allCases))
    #expect(Set(request.options.costs.turnSeconds.keys) == Set(TurnDelay.allCases))
  }

  // MARK: Members

  @Test("every property of a request, and of what an answer has, is in a golden file")
  func members() throws {
    let first: RouteRequest = try GoldenFile.read("1/request.json")
    let more: RouteRequest = try GoldenFile.read("1/more-request.json")
    // Traffic brought by the request has a file format of its own.
    try expectMembers([first.options, more.options], without: ["traffic"])
    try expectMembers(first.waypoints + more.waypoints)
    try expectMembers([try #require(more.options.energy)])
    try expectMembers([try #require(more.options.energy?.model)])
    try expectMembers([try #require(more.options.energy?.battery)])
    try expectMembers([more.options.costs])
    let response: RouteResponse = try GoldenFile.read("1/response.json")
    let answer: RouteResponse = try GoldenFile.read("1/more-response.json")
    try expectMembers([response, answer])
    let sections = (response.routes + answer.routes).flatMap(\.sections)
    // These have other keys in JSON (Formats/route-json.md): durations in seconds, and a way by its members. What only
    // a later version knows has no key of its own.
    try expectMembers(sections, without: ["foreignWayIDs", "unknownEnergy"])
    try expectMembers(sections.flatMap(\.edges), without: ["time", "turnTime", "way"])
    let steps: [RouteStep] =
      try GoldenFile.read("1/steps.json") + GoldenFile.read("1/more-steps.json")
    try expectMembers(steps, without: ["unknownDrivingSide"])
    try expectMembers(steps.compactMap(\.sign))
    try expectMembers(steps.map(\.maneuver))
    try expectMembers(steps.flatMap(\.intersections))
  }

  /// Expects that each stored property of a type is a member of the JSON of one of its values.
  private func expectMembers<Value: Codable>(_ values: [Value], without: Set<String> = []) throws {
    var members: Set<String> = []
    for value in values {
      guard case .object(let object) = try GoldenFile.tree(value) else { continue }
      members.formUnion(object.keys)
    }
    let properties = Mirror(reflecting: try #require(values.first)).children.compactMap(\.label)
    #expect(!properties.isEmpty)
    #expect(
      Set(properties).subtracting(without).subtracting(members).isEmpty,
      "\(Value.self) without \(Set(properties).subtracting(members).sorted())")
  }

  // MARK: The specification

  @Test("the specification names every word of the golden files, and every code")
  func specification() throws {
    func page(_ name: String) throws -> String {
      String(
        decoding: try Data(contentsOf: URL(filePath: "\(TestData.package)/Formats/\(name)")),
        as: UTF8.self)
    }
    let pages = try page("route-json.md") + page("energy-json.md")
    var words: Set<String> = []
    for name in [
      "modes", "limits", "avoidances", "waypointKinds", "approaches", "objectives", "carriers",
      "connectors", "origins", "rungs", "parts", "mapFailures", "drivingSides",
    ] { words.formUnion(try Self.words(name)) }
    words.formUnion(NoticeCase.allCases.map { "\($0)" })
    words.formUnion(ErrorCase.allCases.map { "\($0)" })
    words.formUnion(FailureCase.allCases.map { "\($0)" })
    words.formUnion(ActionCase.allCases.map { "\($0)" })
    let missing = words.filter { !pages.contains("`\($0)`") }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}
