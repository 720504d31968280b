import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Vehicles that stand, whose fixes drift.
@Suite struct StopTests {
  /// A block of short streets: a matcher that believes drifting fixes drives round it.
  static let streets = AsciiMap(
    """
    A---B---C---D---E
    |   |   |   |   |
    F---G---H---I---J
    |   |   |   |   |
    K---L---M---N---O
    """, metresPerCell: 10,
    ways: [
      "ABCDE": "highway=residential", "FGHIJ": "highway=residential name=Middle",
      "KLMNO": "highway=residential", "AFK": "highway=residential", "BGL": "highway=residential",
      "CHM": "highway=residential", "DIN": "highway=residential", "EJO": "highway=residential",
    ])

  /// A drive along the middle street with a stop in front of H, whose fixes drift as a first-order process.
  private func trace(
    _ roads: AsciiRoads, standing seconds: Double, every interval: Double, deviation: Double,
    seed: UInt64
  ) throws -> (fixes: [Location], stop: ClosedRange<Double>) {
    var random = SeededGenerator(seed: seed)
    var (east, north) = (0.0, 0.0)
    let keep = 1 - min(interval / 40, 1)
    func drift() -> Double { Double.random(in: -1.7...1.7, using: &random) * deviation }
    let start = try roads.drawing.place("F")
    let speed = 8.0
    let halt = 70 / speed
    var fixes: [Location] = []
    var clock = 0.0
    while clock < halt + seconds + 80 / speed {
      let metres = clock < halt ? clock * speed : max(clock - seconds, halt) * speed
      let fresh = (1 - keep * keep).squareRoot()
      (east, north) = (keep * east + fresh * drift(), keep * north + fresh * drift())
      fixes.append(
        Location(
          latitude: start.latitude + north / Distance.metresPerUnit / Coordinate.unitsPerDegree,
          longitude: start.longitude + (metres + east) / Distance.metresPerUnit
            / Coordinate.unitsPerDegree / Trigonometry.cosine(units: Double(start.latitudeUnits)),
          time: clock))
      clock += interval
    }
    return (fixes, halt...(halt + seconds))
  }

  @Test("while a vehicle waits it drives no round: it turned where it stood")
  func waits() async throws {
    let roads = try await AsciiMap(
      """
      A---------------B-C
                      | |
                      E-D
      """, metresPerCell: 20,
      ways: ["AB": "highway=residential", "BCDEB": "highway=residential oneway=yes"]
    ).build()
    let line = try roads.drive("AB", every: 4)
    // 20, 156 and 300 m from A, where it waits; then back.
    let fixes = [2, 36, 72, 72, 68, 32].enumerated().map { second, index in
      var fix = line[index]
      fix.time = 15 * Double(second)
      return fix
    }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABA"])
  }

  @Test("a fix without a time ends a stand, and the fixes just before it keep their outcomes")
  func untimed() async throws {
    let roads = try await AsciiMap(
      """
      A---------------B
      """, metresPerCell: 20, ways: ["AB": "highway=residential"]
    ).build()
    var fixes: [Location] = []
    for second in 0..<30 {
      var fix = try #require(try roads.drive("AB").first)
      fix.latitude += 0.000_003 * Double(second % 2)
      fix.time = Double(second)
      fixes.append(fix)
    }
    // It drives off: two fixes outside its surroundings, then one whose time is missing.
    let line = try roads.drive("AB", every: 12, speed: 12, from: 22)
    fixes += line[8...]
    fixes[32].time = nil
    let result = try await roads.match(fixes)
    #expect(result.stops.count == 1)
    #expect(result.points.map(\.index) == Array(fixes.indices))
  }

  @Test(
    "fixes that hang on one that is left out are not on the road before", arguments: [15.0, 40])
  func elsewhere(seconds: Double) async throws {
    let roads = try await AsciiMap(
      """
      A---------------B
      """, metresPerCell: 20, ways: ["AB": "highway=residential"]
    ).build()
    var fixes = try roads.drive("AB", every: 60)
    let last = try #require(fixes.last)
    // 4 km away; the same place again and again, some metres apart.
    for index in 1...4 {
      fixes.append(
        Location(
          latitude: last.latitude + 0.04, longitude: last.longitude + 0.000_003 * Double(index % 2),
          time: (last.time ?? 0) + seconds * Double(index)))
    }
    let result = try await roads.match(fixes)
    for point in result.points.suffix(4) { #expect(point.position == nil, "\(point)") }
    for stop in result.stops where stop.points.upperBound > fixes.count - 4 {
      #expect(stop.road == nil)
    }
  }

  @Test(
    "a vehicle that stands is at one place, and drives no round",
    arguments: [(20.0, 1.0), (120, 1), (2_400, 1), (600, 5), (600, 15)])
  func stands(seconds: Double, interval: Double) async throws {
    let roads = try await Self.streets.build()
    for seed in 1...6 as ClosedRange<UInt64> {
      let (fixes, halt) = try trace(
        roads, standing: seconds, every: interval, deviation: 5, seed: seed)
      let result = try await roads.match(fixes)
      let metres = result.pieces.reduce(0) { $0 + $1.lengthMetres }
      #expect(metres < 190, "seed \(seed): \(metres) m")
      let stop = try #require(result.stops.max { $0.durationSeconds < $1.durationSeconds })
      #expect(result.stops.count == 1, "seed \(seed)")
      #expect(abs(stop.times.lowerBound - halt.lowerBound) <= max(interval, 6), "seed \(seed)")
      #expect(abs(stop.times.upperBound - halt.upperBound) <= max(interval, 6), "seed \(seed)")
      #expect(stop.road?.name == "Middle", "seed \(seed)")
      let place = try roads.drawing.place("F")
      let (east, north) = Distance.offset(from: place, to: stop.place)
      #expect(abs(east - 70) < 12 && abs(north) < 8, "seed \(seed): \(east), \(north)")
      for point in result.points[
        stop.points.lowerBound + 20..<max(stop.points.upperBound - 5, stop.points.lowerBound + 20)]
      {
        if case .standing = point.outcome { continue }
        Issue.record("fix \(point.index) of seed \(seed) does not stand")
      }
    }
  }

  @Test("a parked car is at one place, even if its receiver drifts far", arguments: [1.0, 5, 15])
  func driftsFar(interval: Double) async throws {
    let roads = try await Self.streets.build()
    var stops: [MatchedStop] = []
    for seed in 1...6 as ClosedRange<UInt64> {
      let (fixes, _) = try trace(
        roads, standing: 1_800, every: interval, deviation: 15, seed: seed)
      let result = try await roads.match(fixes)
      stops += result.stops
      #expect(result.points.map(\.index) == Array(fixes.indices))
    }
    // An odd one may fall apart, and the first minutes may pass unseen.
    #expect(6...7 ~= stops.count, "\(stops.count) stops")
    #expect(stops.reduce(0) { $0 + $1.durationSeconds } > 6 * 1_800 * 0.85)
  }

  @Test("two stops of a queue that moves on between them are two", arguments: [1.0, 5])
  func queue(interval: Double) async throws {
    let roads = try await AsciiMap(
      """
      A---------------------------------B
      """, metresPerCell: 10, ways: ["AB": "highway=residential"]
    ).build()
    // 5 m/s from stop to stop: 100 m, 40 m, 100 m.
    let line = try roads.drive("AB", every: 5, speed: 5)
    var places = Array(0...20) + Array(repeating: 20, count: 30)
    places += Array(21...28) + Array(repeating: 28, count: 30)
    places += Array(29...48)
    let fixes = stride(from: 0, to: places.count, by: Int(interval)).map { second in
      var fix = line[places[second]]
      // Some centimetres apart, like the fixes of a receiver that works.
      fix.latitude += 0.000_001 * Double(second % 2)
      fix.time = Double(second)
      return fix
    }
    #expect(try await roads.match(fixes).stops.count == 2)
  }

  @Test("a vehicle that waits, turns at the end of the road just ahead and comes back was there")
  func turnsAhead() async throws {
    let roads = try await AsciiMap(
      """
      A------------------------B
      """, metresPerCell: 10, ways: ["AB": "highway=residential"]
    ).build()
    // 4.5 m/s: after 198 m it waits for 40 s, 40 m before it turns, and does not wait again.
    let line = try roads.drive("AB", every: 4.5, speed: 4.5)
    let places =
      Array(0...41) + Array(repeating: 41, count: 40) + Array(41..<line.count)
      + (0..<line.count - 1).reversed()
    let fixes = places.enumerated().map { second, place in
      var fix = line[place]
      fix.latitude += 0.000_004 * Double(second % 2)
      fix.time = Double(second)
      return fix
    }
    let result = try await roads.match(fixes)
    #expect(result.stops.count == 1)
    let metres = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    let driven = 2 * 4.5 * Double(line.count - 1)
    #expect(abs(metres - driven) < 15, "\(metres) of \(driven) m")
  }

  @Test("sparse fixes of a good receiver drive as soon as they are farther away than its noise")
  func leavesSparsely() async throws {
    let roads = try await AsciiMap(
      """
      A----------------------------------------B
      """, metresPerCell: 20, ways: ["AB": "highway=residential"]
    ).build()
    // A fix each 10 s; after 360 m it waits for five minutes.
    let line = try roads.drive("AB", every: 36, speed: 3.6)
    let places = Array(0...10) + Array(repeating: 10, count: 30) + Array(11...20)
    let fixes = places.enumerated().map { index, place in
      var fix = line[place]
      fix.latitude += 0.000_004 * Double(index % 2)
      fix.time = 10 * Double(index)
      return fix
    }
    let result = try await roads.match(fixes)
    #expect(result.stops.count == 1)
    for point in result.points.suffix(10) {
      if case .matched = point.outcome { continue }
      Issue.record("\(point)")
    }
  }

  @Test("a vehicle that moves up and stands until the end of the trace has moved up")
  func movesUp() async throws {
    let roads = try await AsciiMap(
      """
      A------------------------------B
      """, metresPerCell: 10, ways: ["AB": "highway=residential"]
    ).build()
    // 4.5 m/s: after 198 m it waits for 30 s, and 36 m ahead until the end.
    let line = try roads.drive("AB", every: 4.5, speed: 4.5)
    let places =
      Array(0...44) + Array(repeating: 44, count: 30) + Array(44...52)
      + Array(repeating: 52, count: 40)
    let fixes = places.enumerated().map { second, place in
      var fix = line[place]
      fix.latitude += 0.000_004 * Double(second % 2)
      fix.time = Double(second)
      return fix
    }
    let result = try await roads.match(fixes)
    #expect(result.stops.count == 2)
    let metres = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(metres - 4.5 * 52) < 10, "\(metres) m")
  }

  @Test("a slow drive is not a stop")
  func slow() async throws {
    let roads = try await Self.streets.build()
    let fixes = try roads.drive("FGHIJ", every: 2, speed: 2)
    #expect(try await roads.match(fixes).stops.isEmpty)
  }

  @Test("a pedestrian who walks does not stand, and one who rests does", arguments: [1.0, 5])
  func walk(interval: Double) async throws {
    let roads = try await AsciiMap(
      """
      A--------------------------------------------------B
      """, metresPerCell: 20, ways: ["AB": "highway=footway"]
    ).build()
    let line = try roads.drive("AB", every: 1.2 * interval, speed: 1.2)
    let middle = line.count / 2
    let places =
      Array(0..<middle) + Array(repeating: middle, count: Int(300 / interval))
      + Array(middle..<line.count)
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      // A standard deviation of 4 m on each axis.
      func noise() -> Double { Double.random(in: -7...7, using: &random) * 9e-6 }
      let fixes = places.enumerated().map { index, place in
        var fix = line[place]
        fix.latitude += noise()
        fix.longitude += noise()
        fix.time = Double(index) * interval
        return fix
      }
      let stops = try await roads.match(fixes, Vehicle(.foot)).stops
      #expect(stops.count == 1, "seed \(seed)")
      #expect(240...360 ~= stops.first?.durationSeconds ?? 0, "seed \(seed)")
    }
  }

  @Test("a drive lasts until the vehicle leaves its end, and no longer")
  func drive() async throws {
    let roads = try await Self.streets.build()
    let start = try roads.drawing.place("F")
    // Along the middle street, a minute at its end, then off to where there are no roads.
    let scale = Distance.metresPerUnit * Coordinate.unitsPerDegree
    let east = scale * Trigonometry.cosine(units: Double(start.latitudeUnits))
    let metres = (0...16).map { 10 * Double($0) } + Array(repeating: 160, count: 60)
    var fixes = metres.enumerated().map { index, metres in
      Location(
        latitude: start.latitude, longitude: start.longitude + metres / east, time: Double(index))
    }
    let last = fixes.count
    for step in 1...40 {
      fixes.append(
        Location(
          latitude: start.latitude + 60 * Double(step) / scale,
          longitude: start.longitude + (160 + 60 * Double(step)) / east, time: Double(last + step)))
    }
    let result = try await roads.match(fixes)
    let drive = try #require(result.longestDrive(of: fixes))
    #expect(drive.fixes.lowerBound == 0)
    #expect(last - 20...last + 1 ~= drive.fixes.upperBound, "\(drive.fixes)")
  }
}
