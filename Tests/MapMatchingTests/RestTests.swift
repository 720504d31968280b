import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapMatching

/// Drivers who walk about with the receiver, or take it into a house.
@Suite struct RestTests {
  /// A street with lanes to both sides, round which a matcher drives that takes a walk for a drive.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      H----I----J----K----L----M----N
      |    |    |    |    |    |    |
      A----B----C----D----E----F----G
      |    |    |    |    |    |    |
      O----P----Q----R----S----T----U
      """, metresPerCell: 10,
      ways: [
        "ABCDEFG": "highway=tertiary", "HIJKLMN": "highway=service", "OPQRSTU": "highway=service",
        "HAO": "highway=service", "IBP": "highway=service", "JCQ": "highway=service",
        "KDR": "highway=service", "LES": "highway=service", "MFT": "highway=service",
        "NGU": "highway=service",
      ]
    ).build()
  }

  /// Fixes one second apart, whose errors change by some centimetres, as those of receivers do.
  private static func trace(_ places: [Coordinate]) -> [Location] {
    places.enumerated().map { second, place in
      Location(
        latitude: place.latitude + 0.000_003 * Double(second % 2), longitude: place.longitude,
        time: Double(second))
    }
  }

  /// Places one second apart on straight lines between the letters, at a speed in metres per second.
  private static func way(
    _ letters: String, _ speed: Double, _ roads: AsciiRoads
  ) throws -> [Coordinate] {
    let ends = try letters.map { try roads.drawing.place(String($0)) }
    var result: [Coordinate] = []
    for (from, to) in zip(ends, ends.dropFirst()) {
      let count = max((Distance.metres(from, to) / speed).rounded(), 1)
      result += (0..<Int(count)).map { from.interpolated(to: to, share: Double($0) / count) }
    }
    return result
  }

  private static func metres(_ result: MatchResult) -> Double {
    result.pieces.reduce(0) { $0 + $1.lengthMetres }
  }

  @Test(
    "a driver who walks round the houses with the receiver has one stop, and drives nothing there",
    arguments: [0, 5, 40])
  func walks(resting: Int) async throws {
    let roads = try await Self.roads()
    let car = try roads.drawing.place("D")
    var places = try Self.way("AD", 10, roads)
    places += Array(repeating: car, count: resting)
    places += try Self.way("DKLED", 1.3, roads)
    places += Array(repeating: car, count: resting) + (try Self.way("DG", 10, roads))
    let result = try await roads.match(Self.trace(places))
    #expect(result.pieces.map(roads.letters) == ["ABCDEFG"])
    #expect(abs(Self.metres(result) - 300) < 25, "\(Self.metres(result)) m")
    #expect(result.stops.count == 1)
    #expect(result.offRoad.isEmpty)
  }

  @Test("who walks to the car and home drives neither way")
  func walksAtEnds() async throws {
    let roads = try await Self.roads()
    var places = try Self.way("JQPB", 1.3, roads)
    places += Array(repeating: try roads.drawing.place("B"), count: 20)
    places += try Self.way("BF", 10, roads)
    places += Array(repeating: try roads.drawing.place("F"), count: 20)
    places += try Self.way("FMNGUS", 1.3, roads)
    let result = try await roads.match(Self.trace(places))
    #expect(result.pieces.count == 1)
    // It may stand some metres beside the corners.
    #expect(result.pieces.map(roads.letters).joined().contains("BCDEF"))
    #expect(abs(Self.metres(result) - 200) < 25, "\(Self.metres(result)) m")
  }

  @Test("a queue that creeps is driven", arguments: [0.9, 1.5, 2])
  func queue(speed: Double) async throws {
    let roads = try await AsciiMap(
      """
      A------------------------------------------------------------B
      """, metresPerCell: 10, ways: ["AB": "highway=primary"]
    ).build()
    let ends = [try roads.drawing.place("A"), try roads.drawing.place("B")]
    let share = { (metres: Double) in
      ends[0].interpolated(to: ends[1], share: metres / Distance.metres(ends[0], ends[1]))
    }
    // 100 m driven, 400 m in the queue, the rest driven.
    var places = stride(from: 0.0, to: 100, by: 10).map(share)
    places += stride(from: 100, to: 500, by: speed).map(share)
    places += stride(from: 500, through: 600, by: 10).map(share)
    let result = try await roads.match(Self.trace(places))
    #expect(abs(Self.metres(result) - 600) < 25, "\(Self.metres(result)) m")
    #expect(result.pieces.count == 1)
  }

  @Test("a trace that only creeps is matched")
  func onlyCreeps() async throws {
    let roads = try await Self.roads()
    let result = try await roads.match(Self.trace(try Self.way("AG", 1.5, roads)))
    #expect(Self.metres(result) > 270)
  }

  @Test("what is given out is what was taken, in its order, dropped fixes too")
  func keepsAll() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      var rests = RestFilter()
      var given: [Int] = []
      var clock = 0.0
      var place = Coordinate(latitudeUnits: 500_000_000, longitudeUnits: 80_000_000)
      let count = Int.random(in: 0...900, using: &random)
      var step = 0
      for index in 0..<count {
        if index % 60 == 0 { step = [0, 5, 100, 3_000].randomElement(using: &random) ?? 0 }
        clock += [0, 0.2, 1, 1, 1, 20, -5, 700].randomElement(using: &random) ?? 1
        place = Coordinate(
          latitudeUnits: place.latitudeUnits + Int32.random(in: 0...Int32(step), using: &random),
          longitudeUnits: place.longitudeUnits)
        let isUntimed = Int.random(in: 0..<90, using: &random) == 0
        rests.add(
          Int.random(in: 0..<20, using: &random) == 0
            ? .dropped(index, .outOfOrder)
            : .fix(Observation(index: index, place: place, time: isUntimed ? nil : clock)),
          noise: 4)
        while let item = rests.decided() { given.append(Self.index(item)) }
        // However long it waits, it keeps no more than what it may be.
        #expect(index - given.count < 4_200)
      }
      rests.finish(noise: 4)
      while let item = rests.decided() { given.append(Self.index(item)) }
      #expect(given == Array(0..<count))
    }
  }

  @Test("fixes that all have the same time do not wait for the end")
  func atOnce() {
    var rests = RestFilter()
    var given = 0
    for index in 0..<20_000 {
      let place = Coordinate(
        latitudeUnits: 500_000_000 + Int32(index % 7), longitudeUnits: 80_000_000)
      rests.add(.fix(Observation(index: index, place: place, time: 5)), noise: 4)
      while rests.decided() != nil { given += 1 }
    }
    #expect(given > 18_000)
  }

  @Test("who leaves a place and is back near it between sparse fixes does not rest there")
  func leavesAndReturns() throws {
    let degrees = 1 / (Distance.metresPerUnit * Coordinate.unitsPerDegree)
    // Two and a half minutes at one place, 50 m away in 15 s, back to 20 m, and off.
    let metres = Array(repeating: 0.0, count: 10) + [50, 20, 170, 320, 470]
    var rests = RestFilter()
    for (index, east) in metres.enumerated() {
      let place = try #require(Coordinate(latitude: 0, longitude: east * degrees))
      let fix = Observation(index: index, place: place, time: 15 * Double(index))
      rests.add(.fix(fix), noise: 3.5)
    }
    rests.finish(noise: 3.5)
    var resting: [Int] = []
    while case .fix(let fix)? = rests.decided() { if fix.rest != nil { resting.append(fix.index) } }
    #expect(resting.contains(5))
    #expect(!resting.contains(10) && !resting.contains(11))
  }

  @Test("however many fixes are unusable, few wait", arguments: [0, 60])
  func unusable(resting: Int) {
    var rests = RestFilter()
    let place = Coordinate(latitudeUnits: 500_000_000, longitudeUnits: 80_000_000)
    for second in 0..<resting {
      let fix = Observation(index: second, place: place, time: Double(second))
      rests.add(.fix(fix), noise: 4)
    }
    var given = 0
    for index in resting..<100_000 {
      rests.add(.dropped(index, .outOfOrder), noise: 4)
      while rests.decided() != nil { given += 1 }
      // Who is away for an hour with a fix a second may be back, but with no more fixes.
      #expect(index - given < 4_700)
    }
  }

  private static func index(_ item: TraceEngine.Checked) -> Int {
    switch item {
    case .fix(let fix): fix.index
    case .dropped(let index, _): index
    }
  }
}
