import Geo
import MapMatching
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads with known answers.
@Suite struct MatcherTests {
  /// Two parallel roads 50 m apart, joined at their ends and in the middle.
  static let ladder = AsciiMap(
    """
    A-----B-----C
    |     |     |
    D-----E-----F
    """,
    ways: [
      "ABC": "highway=residential name=North", "DEF": "highway=residential name=South",
      "AD": "highway=residential", "BE": "highway=residential", "CF": "highway=residential",
    ])

  @Test("fixes on a road are matched to it, in the direction of their order")
  func plain() async throws {
    let roads = try await Self.ladder.build()
    #expect(try await roads.matched(roads.drive("ABC")) == "ABC")
    #expect(try await roads.matched(roads.drive("CBA")) == "CBA")
    #expect(try await roads.matched(roads.drive("ABEF")) == "ABEF")
  }

  @Test("of two parallel roads the nearer is taken", arguments: [-20.0, -8, 8, 20])
  func parallel(left: Double) async throws {
    let roads = try await Self.ladder.build()
    #expect(try await roads.matched(roads.drive("ABC", left: left)) == "ABC")
    #expect(try await roads.matched(roads.drive("DEF", left: left)) == "DEF")
  }

  @Test("the points of a line on a slow road are not those of a quick one 8 m beside it")
  func line() async throws {
    let roads = try await AsciiMap(
      """
      A----B----C----D----E----P--------------------------------------------------------------U
                               |                                                              |
                               Q----------------------------------R---------------------------V
      """, metresPerCell: 4,
      ways: [
        "ABCDEP": "highway=secondary maxspeed=50", "PU": "highway=secondary maxspeed=50",
        "PQ": "highway=service", "QRV": "highway=service maxspeed=10", "UV": "highway=service",
      ]
    ).build()
    for letters in ["ABCDEPQR", "RQPEDCBA"] {
      let fixes = try letters.map { letter in
        let place = try roads.drawing.place(String(letter))
        return Location(latitude: place.latitude, longitude: place.longitude)
      }
      let result = try await roads.match(fixes)
      #expect(result.pieces.count == 1)
      let service = try roads.drawing.way("QRV")
      let metres = result.pieces.flatMap(\.edges).filter { $0.wayID == service }
        .reduce(0) { $0 + $1.lengthMetres }
      #expect(abs(metres - 140) < 2, "\(letters): \(metres) m")
    }
  }

  @Test("a road of a kind that is excluded was not driven")
  func excluded() async throws {
    let roads = try await AsciiMap(
      """
      A-----------C
      D-----------F
      """,
      ways: ["AC": "highway=residential tunnel=yes", "DF": "highway=residential"]
    ).build()
    let drive = try roads.drive("AC")
    #expect(try await roads.matched(drive) == "AC")
    var options = MatchOptions()
    options.exclude = .tunnels
    #expect(try await roads.matched(drive, .car, options) == "DF")
    options.exclude = [.tolls, .unpaved]
    #expect(try await roads.matched(drive, .car, options) == "AC")
  }

  @Test("points have the road's name, the way and the distance")
  func points() async throws {
    let roads = try await Self.ladder.build()
    let result = try await roads.match(roads.drive("DEF", left: 6))
    #expect(result.points.count == 29)
    for point in result.points {
      let position = try #require(point.position)
      #expect(position.name == "South")
      #expect(try position.wayID == roads.drawing.way("DEF"))
      #expect(abs(position.distanceMetres - 6) < 1.7, "\(point)")
    }
    let piece = try #require(result.pieces.first)
    #expect(piece.confidence > 0.6 && piece.confidence <= 1)
    #expect(abs(piece.lengthMetres - 560) < 3)
    #expect(piece.edges.map(\.isForward) == [true, true])
  }

  @Test("edges have the times at which they were entered and left")
  func times() async throws {
    let roads = try await Self.ladder.build()
    let result = try await roads.match(roads.drive("ABC", from: 100))
    let times = try result.pieces[0].edges.map { try #require($0.times) }
    #expect(abs(times[0].lowerBound - 100) < 0.3)
    #expect(abs(times[0].upperBound - 128.8) < 0.3)
    #expect(times[0].upperBound == times[1].lowerBound)
    #expect(abs(times[1].upperBound - 156) < 0.3)
  }

  static let oneWay = AsciiMap(
    """
    A-----B-----C
          |     |
          D-----E
    """,
    ways: [
      "AB": "highway=residential", "BC": "highway=residential oneway=yes",
      "BD": "highway=residential", "DE": "highway=residential", "CE": "highway=residential",
    ])

  @Test("one-way streets are obeyed, and are not where the caller says so")
  func oneWays() async throws {
    let roads = try await Self.oneWay.build()
    #expect(try await roads.matched(roads.drive("ABC")) == "ABC")
    let against = try roads.drive("ECBA", left: -4)
    var options = MatchOptions()
    options.wrongWay = .never
    #expect(try await roads.matched(against, .car, options) != "ECBA")
    options.wrongWay = .free
    #expect(try await roads.matched(against, .car, options) == "ECBA")
    #expect(try await roads.matched(against, Vehicle(.foot)) == "ECBA")
  }

  /// From W, the only way to S without turning right at C leads round by E and F.
  static let noRightTurn = AsciiMap(
    """
          N
          |
          |
    W-----C-----E
          |     |
          S-----F
    """,
    ways: [
      "WC": "highway=residential", "CE": "highway=residential", "NC": "highway=residential",
      "CS": "highway=residential", "SF": "highway=residential", "EF": "highway=residential",
    ],
    relations: [.restriction("no_right_turn", from: "WC", via: "C", to: "CS")])

  @Test("a turn restriction is obeyed by cars and not by those on foot")
  func restriction() async throws {
    let roads = try await Self.noRightTurn.build()
    let fixes = try roads.drive("WCS", every: 25)
    var options = MatchOptions()
    options.obeyRules()
    #expect(try await roads.matched(fixes, .car, options) != "WCS")
    #expect(try await roads.matched(fixes, Vehicle(.foot)) == "WCS")
  }

  @Test("a via-way restriction is obeyed")
  func viaWay() async throws {
    let roads = try await AsciiMap(
      """
      A-----B-----C
            |
      D-----E-----F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential", "BE": "highway=residential",
        "DE": "highway=residential", "EF": "highway=residential",
      ],
      relations: [.restriction("no_u_turn", from: "AB", via: "BE", to: "DE")]
    ).build()
    #expect(try await roads.matched(roads.drive("ABEF")) == "ABEF")
    var options = MatchOptions()
    options.obeyRules()
    #expect(try await roads.matched(roads.drive("ABED"), .car, options) != "ABED")
    #expect(try await roads.matched(roads.drive("CBED")) == "CBED")
  }

  @Test("who turns round between junctions is followed")
  func turnRound() async throws {
    let roads = try await Self.ladder.build()
    let there = try roads.drive("AB")
    let back = there.dropLast(4).reversed().enumerated().map { index, fix in
      Location(latitude: fix.latitude, longitude: fix.longitude, time: 40 + Double(index) * 2)
    }
    let result = try await roads.match(Array(there.dropLast(3)) + back)
    #expect(result.pieces.count == 1)
    #expect(result.pieces[0].edges.map(\.isForward) == [true, false])
    #expect(roads.letters(result.pieces[0]).hasPrefix("AB"))
    #expect(result.pieces[0].lengthMetres > 350 && result.pieces[0].lengthMetres < 500)
  }

  @Test(
    "where the engine sees no dead end, turning round has its price: before a bridge too low, say",
    arguments: [false, true])
  func turnsBeforeLowBridge(isThere: Bool) async throws {
    let map =
      isThere
      ? AsciiMap(
        "A---------B-----C",
        ways: ["AB": "highway=residential", "BC": "highway=residential maxheight=2.5"])
      : AsciiMap("A---------B", ways: ["AB": "highway=residential"])
    let roads = try await map.build()
    var options = MatchOptions()
    options.obeyRules()
    options.turnRoundCost = .infinity
    let matched = try await roads.matched(
      roads.drive("ABA"), .truck(height: .meters(4.0)), options)
    #expect((matched == "ABA") == !isThere)
  }

  @Test("a loop is driven round, also twice")
  func loop() async throws {
    let roads = try await Self.ladder.build()
    #expect(try await roads.matched(roads.drive("ABEDABEDA")) == "ABEDABEDA")
  }

  /// A hairpin with arms of 400 m that lie 30 m apart.
  static let pass: AsciiMap = {
    let arm = String(repeating: "-", count: 39)
    return AsciiMap(
      "V---W\(arm)A\n\n\nF---E\(arm)B", metresPerCell: 10,
      ways: [
        "VW": "highway=tertiary", "WABE": "highway=tertiary", "EF": "highway=residential",
      ])
  }()

  @Test("noise that throws fixes to the other arm of a hairpin is no drive there and back")
  func hairpin() async throws {
    let roads = try await Self.pass.build()
    var random = SeededGenerator(seed: 21)
    // The sum of three has this deviation.
    let noise = 20 / Distance.metresPerUnit / Coordinate.unitsPerDegree
    var wrong = 0
    for _ in 0..<20 {
      var fixes = try roads.drive("WABE", every: 8, speed: 8)
      for index in fixes.indices {
        for _ in 1...3 {
          fixes[index].latitude += Double.random(in: -noise...noise, using: &random)
          fixes[index].longitude += Double.random(in: -noise...noise, using: &random)
        }
      }
      let metres = try await roads.match(fixes).pieces.reduce(0) { $0 + $1.lengthMetres }
      if abs(metres - 806) > 60 { wrong += 1 }
    }
    #expect(wrong <= 2)
  }

  @Test(
    "who seems to be on the other arm of a hairpin for some seconds does not turn round on the way",
    arguments: [150.0, 250, 320], [4, 8])
  func otherArm(from metres: Double, count: Int) async throws {
    let roads = try await Self.pass.build()
    var fixes = try roads.drive("WABE", every: 8, speed: 8)
    let first = Int((metres / 8).rounded())
    let across = 30 / Distance.metresPerUnit / Coordinate.unitsPerDegree
    for index in first..<first + count { fixes[index].latitude -= across }
    let driven = try await roads.match(fixes).pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(driven < 850)
  }

  @Test(
    "some fixes on a road that no way leads to are left out, though a moment late or early",
    arguments: [0, 0.02, -0.02], [4, 6])
  func uneven(seconds: Double, count: Int) async throws {
    let roads = try await AsciiMap(
      """
      A-----------------------B



      X-----------------------Y
      """,
      ways: ["AB": "highway=tertiary", "XY": "highway=tertiary"]
    ).build()
    var fixes = try roads.drive("AB", every: 10)
    for index in fixes.indices where index % 2 == 1 {
      fixes[index].time = fixes[index].time.map { $0 + seconds }
    }
    let across = 200 / Distance.metresPerUnit / Coordinate.unitsPerDegree
    for index in 60..<60 + count { fixes[index].latitude -= across }
    #expect(try await roads.matched(fixes) == "AB")
  }

  @Test(
    "a trip that ends with some fixes behind a gap ends there", arguments: [1.0, 15], [10.0, 14])
  func endBehindGap(seconds: Double, speed: Double) async throws {
    let line = String(repeating: "-", count: 39)
    let roads = try await AsciiMap(
      "A\(line)B", metresPerCell: 100, ways: ["AB": "highway=service"]
    ).build()
    let all = try roads.drive("AB", every: seconds * speed, speed: speed)
    // From 1,200 to 2,700 m there is no reception.
    let before = all.prefix { $0.time ?? 0 < 1_188 / speed }
    let behind = all.drop { $0.time ?? 0 < 2_688 / speed }.prefix(4)
    let result = try await roads.match(Array(before + behind))
    #expect(result.pieces.count == 1)
    let end = speed * ((behind.last?.time ?? 0) - (all.first?.time ?? 0))
    #expect(abs((result.pieces.first?.lengthMetres ?? 0) - end) < 10)
  }

  @Test("sparse fixes are joined by the quickest way between")
  func sparse() async throws {
    let roads = try await Self.ladder.build()
    #expect(try await roads.matched(roads.drive("ABEF", every: 320)) == "ABEF")
  }

  @Test("driveways that are driven far faster than expected are matched to their end")
  func fastDriveways() async throws {
    let roads = try await AsciiMap(
      """
      A-------B---C---D---E-------F
              |   |   |   |
              G   H   I   J
      """,
      ways: [
        "AB": "highway=secondary", "BG": "highway=secondary", "BCDEF": "highway=service",
        "CH": "highway=service", "DI": "highway=service", "EJ": "highway=service",
      ]
    ).build()
    // 50 km/h, where 15 are expected.
    #expect(try await roads.matched(roads.drive("ABCDEF", every: 210, speed: 14)) == "ABCDEF")
  }

  @Test("a standing vehicle stays where it is, however its fixes scatter")
  func standing() async throws {
    let roads = try await Self.ladder.build()
    var generator = SeededGenerator(seed: 3)
    var fixes = try roads.drive("AB")
    let stop = fixes[fixes.count - 1]
    for second in 1...120 {
      let east = Double.random(in: -8...8, using: &generator)
      let north = Double.random(in: -8...8, using: &generator)
      fixes.append(
        Location(
          latitude: stop.latitude + north / 111_195, longitude: stop.longitude + east / 76_000,
          time: 30 + Double(second)))
    }
    fixes += try roads.drive("BC", from: 152).dropFirst()
    let result = try await roads.match(fixes)
    #expect(result.pieces.count == 1)
    #expect(roads.letters(result.pieces[0]) == "ABC")
  }

  @Test("after places that jump farther than any vehicle drives, the next ones are on their roads")
  func jump() async throws {
    let letters = "CDEFGHIJKLMNOPQR"
    let rows = letters.flatMap { ["      |", "      \($0)-\($0.lowercased())"] }
    let names = ["AB\(letters)"] + letters.map { "\($0)\($0.lowercased())" }
    let ways = names.map { ($0, AsciiMap.Tags("highway=secondary")) }
    let roads = try await AsciiMap(
      (["A-----B"] + rows).joined(separator: "\n"), metresPerCell: 100, ways: ways
    ).build()
    // 20 m in 15 s each; then 1.1 km in 15 s, over a way of 1.5 km; then 300 m in 15 s each.
    let shares = (0..<3).map { "A>B \((100 + 20 * Double($0)) / 600)" }
    let places = shares + (0..<7).map { "B>R \((1_030 + 300 * Double($0)) / 3_200)" }
    let fixes = try places.enumerated().map { index, place in
      let at = try roads.drawing.place(place)
      return Location(latitude: at.latitude, longitude: at.longitude, time: 15 * Double(index))
    }
    let points = try await roads.match(fixes).points
    #expect(points.suffix(7).count { $0.position != nil } >= 6)
  }
}
