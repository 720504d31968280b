import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing

/// The golden files of explanations, tables, matched traces and isolines.
@Suite struct GoldenAnswerTests {
  private typealias Rule = RoadExplanation.Rule

  // MARK: This version

  @Test("what this version wrote is read, and written again as it was")
  func writtenAgain() throws {
    func expectSame<Value: Codable & Equatable>(_ name: String, _ type: Value.Type) throws {
      let value = try GoldenFile.read(name, as: type)
      let written = try GoldenFile.tree(value)
      #expect(try GoldenFile.read(name, as: Tree.self).difference(from: written) == nil, "\(name)")
      #expect(try GoldenFile.decoded(written) == value, "\(name)")
    }
    try expectSame("1/explanations.json", [RoadExplanation].self)
    try expectSame("1/table.json", TravelTable.self)
    try expectSame("1/match.json", MatchResult.self)
    try expectSame("1/trace.json", Trace.self)
    try expectSame("1/matching-errors.json", [MatchingError].self)
    try expectSame("1/isolines.json", IsolineResponse.self)
    try expectSame("1/isoline-request.json", IsolineRequest.self)
  }

  @Test("members that are added anywhere in an answer change nothing")
  func addedMembers() throws {
    try GoldenFile.expectGrownSame("1/explanations.json", [RoadExplanation].self)
    try GoldenFile.expectGrownSame("1/table.json", TravelTable.self)
    try GoldenFile.expectGrownSame("1/match.json", MatchResult.self)
    try GoldenFile.expectGrownSame("1/trace.json", Trace.self)
    try GoldenFile.expectGrownSame("1/matching-errors.json", [MatchingError].self)
    try GoldenFile.expectGrownSame("1/isolines.json", IsolineResponse.self)
  }

  @Test("every word is in the golden file, and no other")
  func words() throws {
    let words: [String: [String]] = try GoldenFile.read("1/answer-words.json")
    func expectAll<Word: OpenWord>(_ name: String, _ type: Word.Type) throws {
      let known = try #require(words[name])
      #expect(Word.allCases.map(\.rawValue) == known)
      let read: [Word] = try GoldenFile.decoded(.array(known.map(Tree.string)))
      #expect(read == Array(Word.allCases))
      let later: Word = try GoldenFile.decoded(.string("X-word"))
      #expect(later == .unknown("X-word"))
      #expect(try GoldenFile.tree(later) == .string("X-word"))
    }
    try expectAll("verdicts", RoadExplanation.Verdict.self)
    try expectAll("effects", Rule.Effect.self)
    try expectAll("breaks", BreakReason.self)
    try expectAll("drops", DropReason.self)
    try expectAll("violations", MatchedViolation.Kind.self)
    #expect(IsolineRequest.Quantity.allCases.map(\.rawValue) == words["quantities"])
  }

  @Test("facts of the explanation and the table of the files")
  func explanationAndTable() throws {
    let road = try GoldenFile.read("1/explanations.json", as: [RoadExplanation].self)[0]
    #expect(road.road.roadClass == .primary && road.road.access(.forward)[.truck] == .destination)
    #expect(road.sides.map(\.direction) == [.forward, .backward])
    #expect(road.sides.map(\.verdict) == [.endsOnly, .closed])
    #expect(
      road.sides.flatMap(\.rules).map(\.effect) == [
        .endsOnly, .setsSpeed, .notChecked, .mayHold, .closes, .overridden, .doesNotHold,
      ])
    #expect(road.junctions.flatMap(\.rules).map(\.effect) == [.allows])
    let table = try GoldenFile.read("1/table.json", as: TravelTable.self)
    #expect(table.durationSeconds == [[0, 120.25, nil]])
    #expect(table.lengthMetres == [[0, 1_500.5, nil]])
    #expect(table.energies?[0][1] == EnergyBalance(net: -500, need: 20, tail: 10, peak: 30))
    #expect(table.energies?[0][2] == nil && table.trafficVersion == 1_764_000_000)
    #expect(table.origins.map(\.name) == ["Port"] && table.destinations.count == 3)
  }

  @Test("facts of the match of the file")
  func match() throws {
    let result = try GoldenFile.read("1/match.json", as: MatchResult.self)
    let edges = result.pieces[0].edges
    #expect(edges.map(\.points) == [0...1, 1...2])
    #expect(edges.map(\.times) == [100...130.5, nil])
    #expect(edges.map(\.nodes) == [[1, 2], [2, 3, 4]])
    #expect(edges.map(\.isForward) == [true, false])
    #expect(result.violations.map(\.kind) == [.wrongWay])
    #expect(result.violations.map(\.rule.tag) == ["oneway=yes"])
    #expect(result.pieces.map(\.breakReason) == [nil, .offRoad] && result.noiseMetres == 5.5)
    #expect(result.points.map(\.index) == [0, 1, 2, 3, 4, 5])
    guard case .matched(let first) = result.points[0].outcome,
      case .merged = result.points[1].outcome,
      case .standing(.some) = result.points[2].outcome
    else {
      Issue.record("\(result.points)")
      return
    }
    #expect(first.alternative?.wayID == 10 && first.confidence == 0.75 && first.name == "Quai")
    #expect(
      result.points.dropFirst(3).map(\.outcome) == [.standing(nil), .offRoad, .dropped(.noRoad)])
    #expect(result.stops.map(\.durationSeconds) == [60.5, 10])
    #expect(result.offRoad.map(\.points) == [3...4, nil])
  }

  @Test("facts of the isolines and their request")
  func isolines() throws {
    let response = try GoldenFile.read("1/isolines.json", as: IsolineResponse.self)
    #expect(response.isolines.map(\.value) == [600])
    #expect(response.isolines[0].polygons.map(\.holes.count) == [1, 0])
    #expect(response.network?.map(\.isFerry) == [false, true])
    #expect(response.errorMetres == 25 && response.marginMetres == 30.5)
    var expected = IsolineRequest(
      place: Waypoint(latitude: 43.73, longitude: 7.42), quantity: .energy,
      values: [1_000, 2_000.5], vehicle: Vehicle(.truck), options: .init(exclude: .ferries),
      isReversed: true,
      drawing: .init(maximumPoints: 100, errorMetres: 25.5, minimumShare: 0.125),
      wantsPolygons: false, wantsNetwork: true)
    expected.vehicle.height = 4_000
    #expect(try GoldenFile.read("1/isoline-request.json") == expected)
    let short = Tree.object([
      "place": .object(["latitude": .number(1), "longitude": .number(2)]),
      "quantity": .string("time"), "values": .array([.number(600)]),
    ])
    #expect(
      try GoldenFile.decoded(short)
        == IsolineRequest(place: Waypoint(latitude: 1, longitude: 2), minutes: [10]))
  }

  // MARK: A later version

  @Test("a later version's explanation and table are read as far as they are known")
  func laterExplanation() throws {
    let road = try GoldenFile.read("later/explanations.json", as: [RoadExplanation].self)[0]
    #expect(road.road.roadClass == .unknown && road.road.flags == .toll && road.name == nil)
    #expect(road.junctions.isEmpty && road.sides.map(\.verdict) == [.unknown("X-by-lot")])
    #expect(
      road.sides[0].rules == [
        Rule(tag: "newtoll=350", effect: .unknown("X-charges"), text: "a toll of 350")
      ])
    // The words about the road are written back.
    let written = try GoldenFile.tree(road)
    guard case .object(let members) = written, case .object(let kept)? = members["road"] else {
      Issue.record("\(written)")
      return
    }
    #expect(kept["class"] == .string("X-skyway"))
    #expect(kept["flags"] == .array([.string("toll"), .string("X-heated")]))
    #expect(try GoldenFile.decoded(written) == road)
    let table = try GoldenFile.read("later/table.json", as: TravelTable.self)
    #expect(table.durationSeconds == [[nil]] && table.lengthMetres == nil && table.energies == nil)
    #expect(table.notices == [.unknown(code: "X-weather", text: "it rains")])
  }

  @Test("a later version's match is read as far as it is known")
  func laterMatch() throws {
    let result = try GoldenFile.read("later/match.json", as: MatchResult.self)
    #expect(result.pieces.map(\.breakReason) == [.unknown("X-flight")])
    #expect(result.pieces[0].edges.map(\.confidence) == [1])
    #expect(result.violations.map(\.kind) == [.unknown("X-noise")])
    #expect(result.violations.map(\.rule.tag) == ["newtoll=350"])
    #expect(
      result.points.prefix(3).map(\.outcome) == [
        .unknown("X-towed"), .dropped(.unknown("X-jammed")), .unknown("matched"),
      ])
    #expect(result.points.map { $0.position?.wayID } == [nil, nil, nil, 8])
    #expect(result.points[3].position?.confidence == 1)
    #expect(try GoldenFile.decoded(try GoldenFile.tree(result)) == result)
    let errors: [MatchingError] = try GoldenFile.read("later/matching-errors.json")
    #expect(
      errors == [
        .unknown(code: "X-rented", text: "the map's lease has ended"),
        .unknown(code: "unknownEdge", text: "there is no way 8"),
      ])
    #expect(errors[0].description == "the map's lease has ended")
    #expect(try GoldenFile.decoded(try GoldenFile.tree(errors)) == errors)
  }

  @Test("a later version's isolines are read as far as they are known")
  func laterIsolines() throws {
    let response = try GoldenFile.read("later/isolines.json", as: IsolineResponse.self)
    #expect(response.isolines.map(\.polygons.count) == [0, 1])
    #expect(response.isolines[1].polygons[0].holes.isEmpty)
    #expect(response.network?.map(\.isFerry) == [false])
    #expect(response.errorMetres == 0 && response.statistics == SearchStatistics())
  }

  @Test("a request for isolines with a word or a member of a later version is refused, and named")
  func laterRequests() throws {
    let requests: [Tree] = try GoldenFile.read("later/isoline-requests.json")
    for request in requests {
      #expect { try GoldenFile.decoded(request, as: IsolineRequest.self) } throws: { error in
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return context.debugDescription.contains("new")
          || context.debugDescription.contains("X-")
      }
    }
  }

  @Test("a piece whose edges have points that its line does not have is refused")
  func pointsOutOfRange() throws {
    let piece = try GoldenFile.read("1/match.json", as: MatchResult.self).pieces[0]
    for points in [-1...1, 1...3, 3...3] {
      var wrong = piece
      wrong.edges[1].points = points
      let tree = try GoldenFile.tree(wrong)
      #expect(throws: DecodingError.self) { try GoldenFile.decoded(tree, as: MatchedPiece.self) }
    }
  }
}
