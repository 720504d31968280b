import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Of several ways that break rules the one that breaks the fewest, and those of size last.
@Suite struct ViolationOrder {
  static let anyway = RouteRequest.Options(snapRadiusMetres: 1, allowViolations: true)

  static let truck: Vehicle = {
    var truck = Vehicle.truck(height: .meters(4), weight: .tonnes(12), axleLoad: .tonnes(8))
    truck[.hazmat] = 1
    return truck
  }()

  @Test("one rule is broken rather than four of the same road")
  func fewest() async throws {
    let map = try await BehaviourLimits.detour(
      "highway=primary hgv=no maxweight=3.5 maxaxleload=2 hazmat=no"
    ).build()
    #expect(try await map.route(from: "A", to: "D", Self.truck, Self.anyway) == "ABEFCD")
    let both = try await AsciiMap(
      """
      A---B-N-C---D
          |   |
          E---F
      """,
      ways: [
        "AB": "highway=primary", "BNC": "highway=primary hgv=no maxweight=3.5 hazmat=no",
        "CD": "highway=primary", "BEFC": "highway=residential hazmat=no",
      ]
    ).build()
    let route = try await both.response(from: "A", to: "D", Self.truck, Self.anyway)
    #expect(both.letters(route) == "ABEFCD")
    #expect(route.violations.map(\.rule.tag) == ["hazmat=no"])
  }

  @Test(
    "a trip that may break rules begins and ends on roads that it may not use, where there are no others"
  )
  func ends() async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary maxheight=3", "BC": "highway=primary",
        "CD": "highway=primary hgv=no",
      ]
    ).build()
    for (from, to, tags) in [
      ("A", "C", ["maxheight=3"]), ("B", "D", ["hgv=no"]), ("A", "D", ["maxheight=3", "hgv=no"]),
      ("C>D 0.5", "D", ["hgv=no"]),
    ] {
      let route = try await map.response(from: from, to: to, Self.truck, Self.anyway)
      #expect(route.violations.map(\.rule.tag) == tags, "\(from) to \(to)")
      #expect(route.sections[0].arrival.distanceMetres < 1, "\(from) to \(to)")
    }
  }

  @Test("a dozen rules of the law are broken before one of size")
  func physicalLast() async throws {
    let closed = ["BE", "EG", "GH", "HI", "IJ", "JK", "KL", "LM", "MO", "OP", "PQ", "QC"]
    let map = try await AsciiMap(
      """
      A---B-----------N-----------C---D
          |                       |
          E-G-H-I-J-K-L-M-O-P---- Q
      """,
      ways: [
        ("AB", "highway=primary"), ("BNC", "highway=primary maxheight=3.8"),
        ("CD", "highway=primary"),
      ] + closed.map { ($0, "highway=residential hgv=no") }
    ).build()
    let route = try await map.response(from: "A", to: "D", Self.truck, Self.anyway)
    #expect(map.letters(route) == "ABEGHIJKLMOPQCD")
    #expect(route.violations.map(\.rule.tag) == Array(repeating: "hgv=no", count: 12))
  }

  @Test("however many low roads there are, the way over them is found and each is named")
  func many() async throws {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let ways = zip(letters, letters.dropFirst()).enumerated().map { index, pair in
      (
        "\(pair.0)\(pair.1)",
        AsciiMap.Tags(index % 2 == 1 ? "highway=primary maxheight=3.5" : "highway=primary")
      )
    }
    let map = try await AsciiMap(letters.map(String.init).joined(separator: "-"), ways: ways)
      .build()
    let lorry = Vehicle.lorry(height: 4_000)
    let route = try await map.response(from: "A", to: "z", lorry, Self.anyway)
    #expect(route.violations.count == 25)
    let refusal = try await map.refusal(from: "A", to: "z", lorry, .init(snapRadiusMetres: 1))
    guard case .noRoute(_, _, _, let blockers) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(blockers.map(\.wayID) == route.violations.map(\.wayID))
  }
}
