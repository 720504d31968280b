import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// Parameters out of range, and pieces that no result has: an error that names them, never a crash.
@Suite struct OddOptionsTests {
  private static var fields: [(name: String, field: WritableKeyPath<MatchOptions, Double>)] {
    [
      ("minimumNoiseMetres", \.minimumNoiseMetres), ("maximumNoiseMetres", \.maximumNoiseMetres),
      ("maximumRadiusMetres", \.maximumRadiusMetres), ("metresPerNat", \.metresPerNat),
      ("lengthShare", \.lengthShare), ("dropCost", \.dropCost), ("dropShare", \.dropShare),
      ("breakCost", \.breakCost), ("turnRoundCost", \.turnRoundCost),
      ("wrongWayCost", \.wrongWayCost), ("closedRoadCost", \.closedRoadCost),
      ("barrierCost", \.barrierCost), ("forbiddenTurnCost", \.forbiddenTurnCost),
      ("offRoadCost", \.offRoadCost), ("offRoadFixCost", \.offRoadFixCost),
      ("privateCost", \.privateCost), ("maximumGapMetres", \.maximumGapMetres), ("beam", \.beam),
      ("natsPerSecondLate", \.natsPerSecondLate), ("bend", \.bend), ("headingCost", \.headingCost),
      ("offRoadFactor", \.offRoadFactor), ("slackDeviations", \.slackDeviations),
      ("natsPerMetreBeyond", \.natsPerMetreBeyond),
    ]
  }

  private func refused(
    _ options: MatchOptions, _ fixes: [Location], _ roads: AsciiRoads
  ) async -> String? {
    do throws(MatchingError) {
      let matcher = MapMatcher(map: roads.built.map, options: options)
      _ = try await matcher.match(Trace(fixes))
      return nil
    } catch {
      guard case .invalidSetting(let name, _, _, _) = error else { return "\(error)" }
      return name
    }
  }

  @Test("a parameter that is no number or negative is named; one of 0 or 1e300 is never a crash")
  func parameters() async throws {
    let roads = try await OddTraceTests.roads.build()
    let fixes = try roads.drive("ABCDE", every: 30)
    for (name, field) in Self.fields {
      for value in [Double.nan, -1, -Double.infinity] {
        var options = MatchOptions()
        options[keyPath: field] = value
        #expect(await refused(options, fixes, roads) == name, "\(value)")
      }
      for value in [0, .leastNonzeroMagnitude, 1e300, Double.infinity] {
        var options = MatchOptions()
        options[keyPath: field] = value
        let answer = await refused(options, fixes, roads)
        #expect(answer == nil || answer == name, "\(value)")
      }
    }
  }

  @Test("noise and window are bounded too")
  func others() async throws {
    let roads = try await OddTraceTests.roads.build()
    let fixes = try roads.drive("ABCDE", every: 30)
    for noise in [Double.nan, 0, -1, 1e300, .infinity] {
      var options = MatchOptions()
      options.noiseMetres = noise
      #expect(await refused(options, fixes, roads) == "noiseMetres", "\(noise)")
    }
    for window in [Int.min, 0, 1, Int.max] {
      var options = MatchOptions()
      options.window = window
      #expect(await refused(options, fixes, roads) == "window", "\(window)")
    }
    #expect(await refused(MatchOptions(), fixes, roads) == nil)
  }

  @Test("sessions, workers and routes of other engines name the parameter as well")
  func entries() async throws {
    let roads = try await OddTraceTests.roads.build()
    let fixes = try roads.drive("ABCDE", every: 30)
    var options = MatchOptions()
    options.bend = 0
    let error = MatchingError.invalidSetting(name: "bend", value: 0, minimum: 0.1, maximum: 100)
    let matcher = MapMatcher(map: roads.built.map, options: options)
    #expect(throws: error) {
      var session = MatchSession(matcher)
      _ = try session.push(fixes[0])
    }
    #expect(throws: error) {
      var session = MatchSession(matcher)
      _ = try session.finish()
    }
    #expect(throws: error) {
      var worker = MatchWorker(matcher)
      try worker.push(fixes[0])
    }
    #expect(throws: error) { _ = try matcher.snap([roads.drawing.place("A")]) }
    #expect("\(error)" == "the bend is 0.0, out of range: 0.1 to 100.0")
  }

  @Test("a piece without edges, or with edges out of order, has neither section nor route")
  func pieces() async throws {
    let roads = try await OddTraceTests.roads.build()
    let matcher = MapMatcher(map: roads.built.map)
    let result = try await roads.match(try roads.drive("ABCDE", every: 30))
    let piece = try #require(result.pieces.first)
    try #require(piece.edges.count > 1)
    var pieces = [MatchedPiece](repeating: piece, count: 5)
    pieces[0].edges.swapAt(0, 1)
    pieces[1].polyline = []
    pieces[2].edges = []
    pieces[3].edges[0].lengthMetres = .nan
    pieces[4].edges[0].points = 5...1_000_000
    for piece in pieces {
      #expect(throws: MatchingError.invalidPiece) { _ = try matcher.section(of: piece) }
      #expect(throws: MatchingError.invalidPiece) { _ = try matcher.route(of: piece) }
    }
    #expect(try matcher.route(of: piece).sections.count == 1)
  }
}
