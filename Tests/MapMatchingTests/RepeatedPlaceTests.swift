import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// Receivers that repeat their last place while the vehicle drives on.
@Suite struct RepeatedPlaceTests {
  @Test(
    "a receiver that repeats its last place for some seconds, and then jumps, is on the road",
    arguments: [5, 10, 20])
  func repeated(seconds: Int) async throws {
    let roads = try await AsciiMap(
      """
              H
              |
      A-------B  E---------F
              |  |
              C--D
                 |
                 G
      """, metresPerCell: 35,
      ways: [
        "ABCDEF": "highway=residential", "BH": "highway=residential", "DG": "highway=residential",
      ]
    ).build()
    // A single jump over half a kilometre of residential streets in 20 s is not plausible.
    for speed in [10.0, 15, 25] where speed * Double(seconds) <= 300 {
      let fixes = try roads.drive("ABCDEF", every: speed, speed: speed)
      let held = fixes.indices.map { index in
        var fix = fixes[index - index % seconds]
        fix.time = fixes[index].time
        return fix
      }
      let result = try await roads.match(held)
      let metres = result.pieces.reduce(0) { $0 + $1.lengthMetres }
      let driven = speed * Double((fixes.count - 1) / seconds * seconds)
      #expect(result.pieces.count == 1, "\(speed) m/s")
      #expect(abs(metres - driven) < 20, "\(speed) m/s: \(metres) of \(driven) m")
    }
  }

  @Test(
    "a receiver that repeats its last place in a tunnel did not stand there, whatever its noise",
    arguments: [20, 60], [0.0, 4])
  func tunnel(seconds: Int, noise: Double) async throws {
    let roads = try await AsciiMap(
      """
      A--------------------------------------------------------------B
      """, metresPerCell: 50, ways: ["AB": "highway=primary"]
    ).build()
    var random = SeededGenerator(seed: 3)
    var fixes = try roads.drive("AB", every: 25, speed: 25).map { fix in
      var fix = fix
      fix.latitude += Double.random(in: -noise...noise, using: &random) * 9e-6
      return fix
    }
    for index in 31..<30 + seconds {
      (fixes[index].latitude, fixes[index].longitude) = (fixes[30].latitude, fixes[30].longitude)
    }
    let result = try await roads.match(fixes)
    #expect(result.stops.isEmpty)
    #expect(result.pieces.map(\.lengthMetres).map { ($0 / 100).rounded() } == [31])
    for point in result.points {
      if case .standing = point.outcome { Issue.record("fix \(point.index) stands") }
    }
    // A vehicle that drives off from there after the same time did stand there.
    let halt = fixes[30 + seconds..<fixes.count].map(\.time)
    for (index, time) in zip(31..., halt) {
      var fix = try #require(try roads.drive("AB", every: 25, speed: 25).dropFirst(index).first)
      fix.time = time
      fixes[seconds + index - 1] = fix
    }
    #expect(try await roads.match(fixes).stops.count == 1)
  }

  @Test("a receiver that repeats its last place while the road turns back drove along the road")
  func hairpin() async throws {
    let roads = try await AsciiMap(
      """
      A-------------------B
                          |
      D-------------------C
      """, metresPerCell: 60, ways: ["ABCD": "highway=secondary"]
    ).build()
    var fixes = try roads.drive("ABCD", every: 18, speed: 18)
    // From 288 m before B to 312 m behind C: 720 m of road in 40 s, to a place 122 m away.
    let (first, last) = (50, 90)
    for index in first + 1..<last {
      (fixes[index].latitude, fixes[index].longitude) = (
        fixes[first].latitude, fixes[first].longitude
      )
    }
    let result = try await roads.match(fixes)
    // Between A and D there is no junction.
    #expect(result.pieces.map(roads.letters) == ["AD"])
    #expect(result.offRoad.isEmpty && result.stops.isEmpty)
  }
}
