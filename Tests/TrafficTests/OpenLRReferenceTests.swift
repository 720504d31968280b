import Geo
import TestSupport
import Testing

@testable import Traffic

/// Location references as bytes and as base64.
@Suite struct OpenLRReferenceTests {
  /// A text, and what the `openlr` package of TomTom (PyPI, version 1.0.1) reads in it.
  struct Known: Sendable, CustomTestStringConvertible {
    var text: String
    /// Longitude, latitude, class, form, bearing and metres to the next point in its roundings, lowest class.
    var points: [[Double]]
    var offsets: [Double]
    var kind = OpenLRReference.Kind.line

    var testDescription: String { text }
  }

  static let known = [
    Known(
      text: "CwRbWyNG9RpsCQCb/jsbtAT/6/+jK1lE",
      points: [
        [6.126819849014282, 49.60851788520813, 3, 2, 141, 557, 3],
        [6.128369849014282, 49.60398788520813, 3, 3, 231, 264, 5],
        [6.128159849014282, 49.60305788520813, 5, 3, 287, 29, 7],
      ], offsets: [0.267578125, 0]),
    Known(
      text: "CwmShiVYczPJBgCs/y0zAQ==",
      points: [
        [13.461116552352905, 52.51710534095764, 6, 3, 107, 381, 6],
        [13.462836552352906, 52.51499534095764, 6, 3, 17, 29, 7],
      ], offsets: [0, 0]),
    Known(
      text: "C4AALvQyDz//ACasJxABP+4nELHgLGH/AA==",
      points: [
        [-179.99900221824646, -16.600009202957153, 7, 7, 354, 29, 7],
        [-179.90000221824647, -16.500009202957152, 0, 1, 354, 13976, 1],
        [-179.80000221824648, -16.70000920295715, 5, 4, 17, 29, 7],
      ], offsets: [0.998046875, 0.001953125]),
    Known(
      text: "KwRWeSNFaJqIFAPoA+hWUUw=",
      points: [
        [6.0999977588653564, 49.59999918937683, 3, 2, 96, 1201, 4],
        [6.109997758865356, 49.60999918937683, 2, 6, 197, 29, 7],
      ], offsets: [0.298828125, 0], kind: .pointAlongLine(.backward, .right, poi: nil)),
  ]

  @Test("what another program reads in it, and the same text again", arguments: known)
  func reads(_ known: Known) throws {
    let reference = try OpenLRReference(base64: known.text)
    #expect(reference.kind == known.kind)
    try #require(reference.points.count == known.points.count)
    for (point, wanted) in zip(reference.points, known.points) {
      #expect(abs(point.position.longitude - wanted[0]) <= 1e-7)
      #expect(abs(point.position.latitude - wanted[1]) <= 1e-7)
      #expect(
        [point.roadClass, point.form.rawValue, point.lowestClass].map(Double.init)
          == [wanted[2], wanted[3], wanted[6]])
      #expect(abs(point.bearingDegrees - wanted[4]) <= 0.5)
      #expect(abs(point.distanceMetres - wanted[5]) <= 0.5)
    }
    #expect(OpenLRReference.share(reference.startOffset) == known.offsets[0])
    #expect(OpenLRReference.share(reference.endOffset) == known.offsets[1])
    #expect(reference.base64 == known.text)
  }

  @Test("base64 may be that of addresses, and without padding")
  func addressBase64() throws {
    let text = "CwjwSSeYIDPeCgBMAdIj2RQCzwLgM8oD/+D/lTNlGYI="
    let reference = try OpenLRReference(base64: text)
    for (digit, other) in [("+", "-"), ("/", "_"), ("=", "")] {
      #expect(try OpenLRReference(base64: text.replacing(digit, with: other)) == reference)
    }
  }

  @Test("a point of interest has the place of its access, and its own")
  func pointOfInterest() throws {
    var reference = try OpenLRReference(base64: "KwRWeSNFaJqIFAPoA+hWUUw=")
    let poi = Coordinate(latitudeUnits: 496_001_000, longitudeUnits: 60_998_000)
    reference.kind = .pointAlongLine(.both, .left, poi: poi)
    let bytes = try #require(reference.bytes)
    #expect(bytes.count == 21)
    let again = try OpenLRReference(bytes: bytes)
    guard case .pointAlongLine(.both, .left, let place?) = again.kind else {
      Issue.record("\(again.kind)")
      return
    }
    #expect(Distance.metres(place, poi) < 1)
    #expect(again.bytes == bytes)
  }

  @Test(
    "what can't be read names what is wrong with it",
    arguments: [
      ("", OpenLRFlaw.length(0)), ("=", .notBase64), ("Cw", .length(1)), ("A===", .notBase64),
      ("Cw=", .notBase64), ("C w=", .notBase64), ("Cx==", .notBase64), ("CwÄ=", .notBase64),
      ("CgRbWyNG9RpsCQCb/jsbtAT/6/+jK1lE", .version(2)), ("AwRWeSNFaAPo", .kind(0)),
      ("I/uph9y6mA==", .kind(4)), ("CwRbWyNG9RpsCQCb/jsbtAT/6/+jK1k=", .length(23)),
      ("CwRbWyNG9RpsCQCb/jsbtAT/6/+jK1lERA==", .length(25)),
      ("KwRWeSNFaJqIFAPoA+hWUQ==", .length(16)),
      // The latitude is above 90 degrees.
      ("CwRbW39G9RpsCQCb/jsbtAT/6/+jK1lE", .position),
    ])
  func refused(_ text: String, _ flaw: OpenLRFlaw) {
    #expect(throws: flaw) { try OpenLRReference(base64: text) }
  }

  @Test("one byte is told as one")
  func words() {
    #expect("\(OpenLRFlaw.length(1))" == "has 1 byte, which fits no location")
    #expect("\(OpenLRFlaw.length(23))" == "has 23 bytes, which fits no location")
  }

  @Test("a reference takes a thousand points at most")
  func longest() throws {
    let point = OpenLRPoint(
      position: try #require(Coordinate(latitude: 1, longitude: 1)), roadClass: 1, form: .motorway,
      bearing: 2, lowestClass: 3, interval: 4)
    func bytes(_ count: Int) throws -> [UInt8] {
      try #require(OpenLRReference(points: Array(repeating: point, count: count)).bytes)
    }
    #expect(try OpenLRReference(bytes: bytes(1_000)).points.count == 1_000)
    let longer = try bytes(1_001)
    #expect(throws: OpenLRFlaw.length(longer.count)) { try OpenLRReference(bytes: longer) }
  }

  @Test("positions cross the 180th meridian, and too far ones are not written")
  func edges() throws {
    func point(_ latitude: Double, _ longitude: Double) throws -> OpenLRPoint {
      OpenLRPoint(
        position: try #require(Coordinate(latitude: latitude, longitude: longitude)), roadClass: 1,
        form: .motorway, bearing: 2, lowestClass: 3, interval: 4)
    }
    var reference = OpenLRReference(points: [try point(-17, 179.9), try point(-17.1, -179.9)])
    let again = try OpenLRReference(bytes: try #require(reference.bytes))
    for (a, b) in zip(again.points, reference.points) {
      #expect(Distance.metres(a.position, b.position) < 2)
    }
    reference.points[1] = try point(-17, 179.9 - 0.33)
    #expect(reference.bytes == nil)
    reference.points = [try point(1, 1)]
    #expect(reference.bytes == nil)
    for place in [(90.0, 180.0), (-90, -180), (0, 0), (0, 180)] {
      reference.points = [try point(place.0, place.1), try point(place.0, place.1)]
      let read = try OpenLRReference(bytes: try #require(reference.bytes))
      // The last number before the 180th meridian is one and a half units of 2.4 m from it.
      #expect(Distance.metres(read.points[0].position, reference.points[0].position) < 4)
    }
  }

  @Test("nothing traps, and what is read is written again, whatever bytes are changed")
  func hostile() throws {
    var random = SeededGenerator(seed: 11)
    let good = try Self.known.map { try #require(Base64.bytes(of: $0.text)) }
    var compared = 0
    for _ in 0..<50_000 {
      var bytes = good[Int.random(in: 0..<good.count, using: &random)]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...2, using: &random))
      guard let reference = try? OpenLRReference(bytes: bytes) else { continue }
      guard let written = reference.bytes else { continue }
      #expect((try? OpenLRReference(bytes: written))?.points.count == reference.points.count)
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test("base64 of all lengths is read as it was written")
  func base64() {
    var random = SeededGenerator(seed: 3)
    for length in 0..<64 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.text(bytes)
      #expect(text.utf8.count == (length + 2) / 3 * 4)
      #expect(Base64.bytes(of: text) == bytes)
      #expect(Base64.bytes(of: text.replacing("=", with: "")) == bytes)
    }
    #expect(Base64.text(Array("Man is".utf8)) == "TWFuIGlz")
    #expect(Base64.text(Array("light w".utf8)) == "bGlnaHQgdw==")
  }
}
