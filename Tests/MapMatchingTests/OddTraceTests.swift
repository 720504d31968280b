import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Gaps, outliers and nonsense: never a crash, always a reason.
@Suite struct OddTraceTests {
  static let roads = AsciiMap(
    """
    A---------B---------C---------D---------E
    |         |         |
    F---------G---------H

    X---------Y---------Z
    """,
    ways: [
      "ABCDE": "highway=primary", "FGH": "highway=residential", "AF": "highway=residential",
      "BG": "highway=residential", "CH": "highway=residential", "XYZ": "highway=residential",
    ])

  private func reasons(_ result: MatchResult) -> [Int: DropReason] {
    var found: [Int: DropReason] = [:]
    for point in result.points {
      if case .dropped(let reason) = point.outcome { found[point.index] = reason }
    }
    return found
  }

  @Test("a piece on which nothing is driven forward has no line")
  func thrownBack() async throws {
    let roads = try await AsciiMap(
      """
      A---------------B
      """, metresPerCell: 20, ways: ["AB": "highway=residential oneway=yes"]
    ).build()
    let line = try roads.drive("AB", every: 12)
    var fixes = [line[4], line[2]]
    for index in fixes.indices { fixes[index].time = 15 * Double(index) }
    var options = MatchOptions()
    options.obeyRules()
    let still = try await roads.match(fixes, .car, options).pieces.filter { $0.lengthMetres == 0 }
    #expect(!still.isEmpty)
    for piece in still { #expect(Set(piece.polyline).count <= 1, "\(piece)") }
  }

  @Test("one bad fix is left out rather than breaking the trace")
  func outlier() async throws {
    let roads = try await Self.roads.build()
    var fixes = try roads.drive("ABCDE", every: 30)
    fixes[20].latitude += 0.0012
    fixes[31].latitude -= 0.05
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCE"])
    #expect(reasons(result)[31] == .noRoad)
    #expect(reasons(result).count <= 2)
  }

  @Test("one bad fix is left out, however soon it is decided", arguments: [0, 1, 12])
  func outlier(delay: Int) async throws {
    let roads = try await AsciiMap(
      """
      A--------------------------B
      """, metresPerCell: 20, ways: ["AB": "highway=residential"]
    ).build()
    var options = MatchOptions()
    options.noiseMetres = 5
    var fixes = try roads.drive("AB", every: 10)
    // 28 m to the side.
    fixes[30].latitude += 0.000_252
    var session = MatchSession(
      MapMatcher(map: roads.built.map, options: options), delay: delay)
    var all: [CommittedLocation] = []
    for fix in fixes { all += try session.push(fix).committed }
    all += try session.finish()
    #expect(all.filter { $0.reason != nil }.map(\.index) == [30])
  }

  static let oneWay = AsciiMap(
    """
    A---------------------------------------B
    |                                       |
    |                                       |
    |                                       |
    |                                       |
    |                                       |
    |                                       |
    C---------------------------------------D
    """, metresPerCell: 25,
    ways: ["AB": "highway=residential oneway=yes", "ACDB": "highway=residential"])

  @Test(
    "a trace against a one-way street does not stand still on it: its fixes are left out, with that reason"
  )
  func againstOneWay() async throws {
    let roads = try await Self.oneWay.build()
    let along = try roads.drive("AB", every: 15)
    let back = try roads.drive("BA", every: 15)
    // So much noise that each fix may be that of one who stands.
    var options = MatchOptions()
    options.noiseMetres = 8
    options.wrongWay = .never
    let result = try await roads.match(back, .car, options)
    let against = reasons(result).values.filter { $0 == .againstOneWay }
    #expect(against.count > back.count * 3 / 4)
    #expect(result.pieces.reduce(0) { $0 + $1.lengthMetres } < 60)
    #expect(reasons(try await roads.match(along, .car, options)).isEmpty)
    // Who may go either way does, and so does who is told to.
    #expect(reasons(try await roads.match(back, Vehicle(.foot), options)).isEmpty)
    options.wrongWay = .free
    #expect(reasons(try await roads.match(back, .car, options)).isEmpty)
  }

  @Test("noise that throws fixes back, and a stop, are no drive against a one-way street")
  func standing() async throws {
    let roads = try await Self.oneWay.build()
    var random = SeededGenerator(seed: 30)
    var fixes = try roads.drive("AB", every: 15)
    let stop = fixes[20]
    var standing: [Location] = []
    for second in 1...40 {
      var fix = stop
      fix.latitude += Double.random(in: -6e-5...6e-5, using: &random)
      fix.longitude += Double.random(in: -9e-5...9e-5, using: &random)
      fix.time = (stop.time ?? 0) + Double(second)
      standing.append(fix)
    }
    for index in 21..<fixes.count { fixes[index].time = (fixes[index].time ?? 0) + 40 }
    fixes.insert(contentsOf: standing, at: 21)
    let result = try await roads.match(fixes)
    #expect(!reasons(result).values.contains(.againstOneWay))
  }

  @Test("a road beyond the 180th meridian is found from either side", arguments: [1.0, -1])
  func meridian(side: Double) async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="0" lon="\(side * 179.9998)"/>
          <node id="2" lat="0.01" lon="\(side * 179.9998)"/>
          <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
        </osm>
        """)
    // 28 m beside it.
    let fixes = (0..<40).map { index in
      Location(
        latitude: 0.001 + 0.0002 * Double(index), longitude: side * -179.99995,
        time: 2 * Double(index))
    }
    var options = MatchOptions()
    options.noiseMetres = 10
    let matcher = MapMatcher(map: built.map, vehicle: .car, options: options)
    let result = try await matcher.match(Trace(fixes))
    #expect(result.points.allSatisfy { $0.position != nil })
  }

  @Test("fixes that are no numbers, repeated or out of order are left out with the reason")
  func nonsense() async throws {
    let roads = try await Self.roads.build()
    let good = try roads.drive("ABCDE", every: 30)
    var fixes = good
    fixes.insert(Location(latitude: .nan, longitude: 8, time: 1), at: 1)
    fixes.insert(Location(latitude: 47, longitude: .infinity, time: 1), at: 2)
    fixes.insert(Location(latitude: 91, longitude: 8, time: 1), at: 3)
    fixes.insert(fixes[8], at: 9)
    fixes.insert(
      Location(latitude: fixes[12].latitude, longitude: fixes[12].longitude, time: 0.5), at: 13)
    fixes.insert(
      Location(latitude: fixes[14].latitude, longitude: fixes[14].longitude, time: .nan), at: 15)
    let result = try await roads.match(fixes)
    #expect(
      reasons(result) == [
        1: .notOnEarth, 2: .notOnEarth, 3: .notOnEarth, 9: .repeated, 13: .outOfOrder,
        15: .outOfOrder,
      ])
    #expect(result.points.map(\.index) == Array(0..<fixes.count))
    #expect(result.pieces.map(roads.letters) == ["ABCE"])
  }

  @Test("fixes from the future are left out, and the vehicle does not stand till then")
  func future() async throws {
    let roads = try await Self.roads.build()
    var fixes = try roads.drive("ABCDE", every: 20)
    let wrong = [20, 30, 31] + Array(36...40)
    for index in wrong { fixes[index].time = 4_000_000_000 + Double(index) }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCE"])
    #expect(
      reasons(result)
        == Dictionary(uniqueKeysWithValues: wrong.map { ($0, DropReason.outOfOrder) }))
    #expect(result.stops.isEmpty)
    #expect(result.points.map(\.index) == Array(fixes.indices))
    for edge in result.pieces[0].edges {
      let times = try #require(edge.times)
      #expect(times.upperBound < 1_000, "\(times)")
    }
  }

  @Test("who stands for a day and drives on has stood for a day")
  func parked() async throws {
    let roads = try await Self.roads.build()
    var fixes = try roads.drive("ABCDE", every: 20)
    for index in 20..<fixes.count { fixes[index].time? += 86_400 }
    let result = try await roads.match(fixes)
    #expect(reasons(result).isEmpty)
    #expect(result.stops.count == 1)
    #expect(result.stops.first?.durationSeconds ?? 0 > 86_000)
    #expect(result.pieces.map(roads.letters) == ["ABCE"])
  }

  @Test("a clock that is set back in the middle is believed after two fixes")
  func setBack() async throws {
    let roads = try await Self.roads.build()
    var fixes = try roads.drive("ABCDE", every: 30, from: 5_000)
    for index in 30..<fixes.count { fixes[index].time? -= 4_000 }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCE"])
    #expect(reasons(result) == [30: .outOfOrder, 31: .outOfOrder])
  }

  @Test("two roads that nothing connects are two pieces")
  func noWay() async throws {
    let roads = try await Self.roads.build()
    let fixes = try roads.drive("ABC") + roads.drive("ZYX", from: 200)
    var options = MatchOptions()
    options.obeyRules()
    let result = try await roads.match(fixes, .car, options)
    #expect(result.pieces.map(roads.letters) == ["ABC", "ZX"])
    #expect(result.pieces[0].breakReason == nil)
    #expect(result.pieces[1].breakReason == .noWay)
  }

  @Test("fixes that are missing in a tunnel are bridged")
  func tunnel() async throws {
    let roads = try await Self.roads.build()
    var fixes = try roads.drive("ABCDE")
    fixes.removeSubrange(12..<80)
    #expect(try await roads.matched(fixes) == "ABCE")
  }

  @Test(
    "fixes that are far off just behind a tunnel are left out, and the tunnel is bridged",
    arguments: [40.0, 60, 80], [60.0, 90, 120])
  func lateFixes(error: Double, seconds: Double) async throws {
    let roads = try await AsciiMap(
      """
      A-----------B
                  |
                  |
                  |
                  |
                  |
                  |
                  |
                  C-----------D
      """,
      ways: ["ABCD": "highway=tertiary"]
    ).build()
    for side in [1.0, -1] {
      let drive = try roads.drive("ABCD", every: 10)
      // From 400 to 1,100 m there is no reception.
      var fixes = Array(drive[..<39])
      var left = side * error / Distance.metresPerUnit / Coordinate.unitsPerDegree
      for var fix in drive[109...] {
        fix.latitude += left
        fix.time = fix.time.map { $0 + seconds - 70 }
        fixes.append(fix)
        left *= 0.7
      }
      let result = try await roads.match(fixes)
      #expect(result.pieces.map { ($0.lengthMetres / 10).rounded() } == [157], "\(side)")
    }
  }

  @Test(
    "fixes that are missing on a slow crossing are bridged", arguments: ["ferry", "shuttle_train"])
  func crossing(route: String) async throws {
    let roads = try await AsciiMap(
      """
      A---B------------------------------C---D
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=residential", "CD": "highway=residential",
        "BC": AsciiMap.Tags("route=\(route) motor_vehicle=yes duration=00:20"),
      ]
    ).build()
    // None on the 3.1 km from B to C, for twenty minutes.
    var fixes = try roads.drive("ABCD")
    fixes.removeSubrange(20..<175)
    for index in 20..<fixes.count { fixes[index].time = (fixes[index].time ?? 0) + 890 }
    #expect(try await roads.matched(fixes) == "ABCD")
  }

  @Test(
    "a ship 280 m beside the line of its ferry is on it", arguments: [2, 6], [280.0, -280])
  func besideFerry(every: Int, metres: Double) async throws {
    let roads = try await AsciiMap(
      """
      A---B------------------------------C---D
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=residential", "CD": "highway=residential",
        "BC": "route=ferry motor_vehicle=yes duration=00:06",
      ]
    ).build()
    var fixes = try roads.drive("ABCD")
    for index in fixes.indices {
      // 20 m each; B and C are 400 and 3,500 m from A.
      let share = (12 + 20 * Double(index) - 400) / 3_100
      let beside = 4 * max(share * (1 - share), 0) * metres
      fixes[index].latitude += beside / Distance.metresPerUnit / Coordinate.unitsPerDegree
    }
    fixes = stride(from: 0, to: fixes.count, by: every / 2).map { fixes[$0] }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCD"])
    #expect(result.offRoad.isEmpty)
    #expect(result.noiseMetres < 10)
  }

  @Test("a trace far from every road has no pieces, and says why")
  func nowhere() async throws {
    let roads = try await Self.roads.build()
    let fixes = (0..<50).map {
      Location(latitude: 10, longitude: 10 + Double($0) * 1e-4, time: Double($0))
    }
    let result = try await roads.match(fixes)
    #expect(result.pieces.isEmpty)
    #expect(Set(reasons(result).values) == [.noRoad])
  }

  @Test(
    "what waits is bounded: long standing and long stretches without a road are decided on the way")
  func bounded() async throws {
    let roads = try await Self.roads.build()
    let way = try roads.drive("ABCDE")
    let stop = way[way.count - 1]
    var session = MatchSession(MapMatcher(map: roads.built.map))
    var decided = 0
    for fix in way { decided += try session.push(fix).committed.count }
    for second in 0..<20_000 {
      let isAway = second < 10_000
      let fix = Location(
        latitude: stop.latitude + (isAway ? 1 : 0), longitude: stop.longitude,
        time: 1_000 + Double(second))
      decided += try session.push(fix).committed.count
      #expect(way.count + second - decided < 3_000)
    }
  }

  @Test("traces of none, one and two fixes are matched as far as they go", arguments: 0...3)
  func short(count: Int) async throws {
    let roads = try await Self.roads.build()
    let result = try await roads.match(Array(try roads.drive("AB", every: 60).prefix(count)))
    #expect(result.points.count == count)
    #expect(result.pieces.count == min(count, 1))
  }

  @Test("any numbers at all give an answer for every fix", arguments: 1...40)
  func hostile(seed: UInt64) async throws {
    let roads = try await Self.roads.build()
    var generator = SeededGenerator(seed: seed)
    let odd = [
      Double.nan, .infinity, -.infinity, 0, -0.0, 90, -90, 180, -180, 1e300, 1e-300, 47, 8,
    ]
    let centre = try roads.drawing.place("B")
    var fixes: [Location] = []
    for index in 0..<200 {
      func pick(_ usual: Double) -> Double {
        Int.random(in: 0..<12, using: &generator) == 0
          ? odd[Int.random(in: 0..<odd.count, using: &generator)] : usual
      }
      let spread = 0.004
      fixes.append(
        Location(
          latitude: pick(centre.latitude + Double.random(in: -spread...spread, using: &generator)),
          longitude: pick(
            centre.longitude + Double.random(in: -spread...spread, using: &generator)),
          time: Bool.random(using: &generator) ? pick(Double(index)) : nil,
          accuracyMetres: pick(20), headingDegrees: pick(90), speed: pick(10)))
    }
    let result = try await roads.match(fixes)
    #expect(result.points.map(\.index) == Array(0..<fixes.count))
  }
}
