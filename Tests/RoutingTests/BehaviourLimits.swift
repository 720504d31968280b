import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Limits of size and weight: who is stopped, where, and what the refusal says.
@Suite struct BehaviourLimits {
  /// The way past B and C is the quickest; the one by E and F goes round.
  static func detour(_ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:]) -> AsciiMap {
    AsciiMap(
      """
      A---B-N-C---D
          |   |
          E---F
      """,
      ways: [
        "AB": "highway=primary", "BNC": tags, "CD": "highway=primary",
        "BEFC": "highway=residential",
      ],
      nodes: ["N": node])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var kind: LimitKind
    /// The maximum value that passes, in the unit of the kind.
    var passes: UInt32
    init(_ tags: String, _ kind: LimitKind, _ passes: UInt32) {
      self.tags = tags
      self.kind = kind
      self.passes = passes
    }
    var testDescription: String { tags }
  }

  // Metres to millimetres, tonnes to kilograms; feet are 304.8 mm, short tons 907.18 kg.
  static let limits = [
    Case("maxheight=3.8", .height, 3_800),
    Case("maxheight=4", .height, 4_000),
    Case("maxheight=12'6\"", .height, 3_810),
    Case("maxwidth=2.55", .width, 2_550),
    Case("maxlength=12", .length, 12_000),
    Case("maxweight=7.5", .weight, 7_500),
    Case("maxweightrating=3.5", .weightRating, 3_500),
    Case("maxaxleload=10", .axleLoad, 10_000),
    Case("maxbogieweight=16", .bogieLoad, 16_000),
    Case("maxaxles=3", .axles, 3),
    Case("trailer=no", .trailers, 0),
    Case("hazmat=no", .hazmat, 0),
  ]

  @Test("a vehicle of exactly the limit passes, one unit more does not", arguments: limits)
  func boundary(_ row: Case) async throws {
    let map = try await Self.detour(AsciiMap.Tags("highway=primary \(row.tags)")).build()
    var lorry = Vehicle(.truck)
    #expect(try await map.route(from: "A", to: "D", lorry) == "ABNCD")
    lorry[row.kind] = row.passes
    #expect(try await map.route(from: "A", to: "D", lorry) == "ABNCD")
    lorry[row.kind] = row.passes + 1
    #expect(try await map.route(from: "A", to: "D", lorry) == "ABEFCD")
    #expect(try await map.route(from: "D", to: "A", lorry) == "DCFEBA")
  }

  @Test("a limit binds any vehicle that has the property, and none of another")
  func otherProperties() async throws {
    let map = try await Self.detour("highway=primary maxheight=2.1").build()
    var van = Vehicle(.car)
    van.height = 2_500
    #expect(try await map.route(from: "A", to: "D", van) == "ABEFCD")
    #expect(try await map.route(from: "A", to: "D", .lorry(weight: 40_000)) == "ABNCD")
    #expect(try await map.route(from: "A", to: "D") == "ABNCD")
  }

  @Test("a limit of one direction binds in that direction")
  func directions() async throws {
    let lorry = Vehicle.lorry(height: 4_000)
    let ahead = try await Self.detour("highway=primary maxheight:forward=3.8").build()
    #expect(try await ahead.route(from: "A", to: "D", lorry) == "ABEFCD")
    #expect(try await ahead.route(from: "D", to: "A", lorry) == "DCNBA")
    let back = try await Self.detour("highway=primary maxheight:backward=3.8").build()
    #expect(try await back.route(from: "A", to: "D", lorry) == "ABNCD")
    #expect(try await back.route(from: "D", to: "A", lorry) == "DCFEBA")
  }

  @Test("values that are no limit let everything pass", arguments: ["none", "default", "unsigned"])
  func noLimit(_ value: String) async throws {
    let map = try await Self.detour(AsciiMap.Tags("highway=primary maxheight=\(value)")).build()
    #expect(try await map.route(from: "A", to: "D", .lorry(height: 4_500)) == "ABNCD")
  }

  @Test("a limit at a node binds what crosses it, not what stops before it")
  func nodeLimit() async throws {
    let map = try await Self.detour(
      "highway=primary", node: "barrier=height_restrictor maxheight=2.1"
    ).build()
    let van = Vehicle.lorry(height: 2_100)
    let lorry = Vehicle.lorry(height: 2_101)
    #expect(try await map.route(from: "A", to: "D", van) == "ABNCD")
    #expect(try await map.route(from: "A", to: "D", lorry) == "ABEFCD")
    #expect(try await map.route(from: "A", to: "B>N 0.5", lorry) == "AB")
    #expect(try await map.route(from: "A", to: "N>C 0.5", lorry) == "ABEFC")
  }

  @Test("a node with only a conditional limit or one of a direction has it")
  func nodeLimitByKey() async throws {
    var lorry = Vehicle.lorry(height: 4_000)
    lorry[.axles] = 5
    for node: AsciiMap.Tags in ["maxaxles:conditional=4~@~(24/7)", "maxheight:forward=3.8"] {
      let map = try await Self.detour("highway=primary", node: node).build()
      #expect(try await map.route(from: "A", to: "D", lorry) == "ABEFCD")
    }
  }

  // MARK: Refusals

  /// One road from A to D, low between B and C.
  static func only(_ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:]) -> AsciiMap {
    AsciiMap(
      "A---B---N---C---D",
      ways: ["AB": "highway=primary", "BNC": tags, "CD": "highway=primary"], nodes: ["N": node])
  }

  private func blockers(_ error: RoutingError) -> [Blocker]? {
    guard case .noRoute(0, 1, .truck, let blockers) = error else { return nil }
    return blockers
  }

  @Test("a refusal names the limit, the vehicle's value, the road and the way")
  func refusal() async throws {
    let map = try await Self.only("highway=primary name=Harbour~Street maxheight=3.8").build()
    let error = try await map.refusal(from: "A", to: "D", .lorry(height: 4_000))
    let blocker = try #require(blockers(error)?.first)
    #expect(blockers(error)?.count == 1)
    #expect(blocker.limit == VehicleLimit(.height, 3_800))
    #expect(blocker.needed == 4_000)
    #expect(blocker.road == "Harbour Street")
    #expect(blocker.wayID == (try map.drawing.way("BNC")))
    #expect(
      blocker.text.hasPrefix("maxheight=3.8, needs 4 m: Harbour Street (way 102) at 47.0,8.00"))
    #expect(error.description.contains("maxheight=3.8"))
  }

  @Test("a refusal gives the middle of the road that is limited")
  func refusalPosition() async throws {
    for tags in ["maxheight=3.8", "maxheight=3.8 oneway=-1"] {
      let map = try await AsciiMap(
        "A---B---C---D",
        ways: [
          "AB": "highway=primary", "CB": AsciiMap.Tags("highway=primary \(tags)"),
          "CD": "highway=primary",
        ]
      ).build()
      let error = try await map.refusal(from: "A", to: "D", .lorry(height: 4_000))
      let blocker = try #require(blockers(error)?.first)
      let middle = try map.drawing.place("B>C 0.5")
      #expect(Distance.metres(blocker.position, middle) < 1)
    }
  }

  @Test("a road without a name is called by its number")
  func refusalRef() async throws {
    let map = try await Self.only("highway=primary ref=B~42 maxweight=12").build()
    let error = try await map.refusal(from: "A", to: "D", .lorry(weight: 18_000))
    let blocker = try #require(blockers(error)?.first)
    #expect(blocker.road == "B 42")
    #expect(blocker.limit == VehicleLimit(.weight, 12_000))
    #expect(blocker.needed == 18_000)
  }

  @Test("a limit at a node is named with the node's place")
  func refusalAtNode() async throws {
    let map = try await Self.only(
      "highway=primary name=Park~Lane", node: "barrier=height_restrictor maxheight=2.1"
    ).build()
    let error = try await map.refusal(from: "A", to: "D", .lorry(height: 4_000))
    let blocker = try #require(blockers(error)?.first)
    #expect(blockers(error)?.count == 1)
    #expect(blocker.limit?.value == 2_100)
    #expect(blocker.road == "Park Lane")
    #expect(blocker.position == (try map.drawing.place("N")))
  }

  @Test("several limits on the way are named in its order, a way once")
  func refusalOrder() async throws {
    var lorry = Vehicle.lorry(height: 4_000, weight: 18_000)
    let radius = RouteRequest.Options(snapRadiusMetres: 1)
    let map = try await AsciiMap(
      "A---B-N-C---D---E---F",
      ways: [
        "AB": "highway=primary", "BNC": "highway=primary maxheight=3.8", "CD": "highway=primary",
        "ED": "highway=primary maxheight=3 maxweight=7.5", "EF": "highway=primary",
      ],
      nodes: ["N": "highway=traffic_signals"]
    ).build()
    let error = try await map.refusal(from: "A", to: "F", lorry, radius)
    #expect(blockers(error)?.map(\.rule.tag) == ["maxheight=3.8", "maxheight=3", "maxweight=7.5"])
    #expect(blockers(error)?.map(\.wayID) == [102, 104, 104])
    lorry.height = 3_500
    let second = try await map.refusal(from: "A", to: "F", lorry, radius)
    #expect(blockers(second)?.map(\.rule.tag) == ["maxheight=3", "maxweight=7.5"])
  }

  @Test("a limit of the other direction is not named")
  func refusalDirection() async throws {
    let map = try await Self.only(
      "highway=primary maxheight:forward=3.8 maxweight:backward=7.5"
    ).build()
    let lorry = Vehicle.lorry(height: 4_000, weight: 18_000)
    let ahead = try await map.refusal(from: "A", to: "D", lorry)
    #expect(blockers(ahead)?.map(\.limit?.kind) == [.height])
    let back = try await map.refusal(from: "D", to: "A", lorry)
    #expect(blockers(back)?.map(\.limit?.kind) == [.weight])
  }

  @Test("a limit past the end of the trip is not named")
  func refusalBeyondEnd() async throws {
    let map = try await AsciiMap(
      "A---B---C---N---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "CND": "highway=primary",
      ],
      nodes: ["N": "barrier=height_restrictor maxheight=2.1"]
    ).build()
    let error = try await map.refusal(from: "A", to: "C>N 0.5", .lorry(height: 4_000))
    #expect(blockers(error)?.map(\.limit?.value) == [3_800])
  }

  @Test("where no road leads without limits either, none is named")
  func refusalWithoutLimits() async throws {
    let map = try await AsciiMap(
      "A---B---C   X---Y",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "XY": "highway=primary",
      ]
    ).build()
    let error = try await map.refusal(
      from: "A", to: "Y", .lorry(height: 4_000), .init(snapRadiusMetres: 1))
    #expect(blockers(error) == [])
    #expect(error.description.contains("no roads connect them"))
  }

  @Test("an end on a road that is too low is not moved to another without a word")
  func endOnLimitedRoad() async throws {
    let map = try await AsciiMap(
      "A---B---C",
      ways: ["AB": "highway=primary", "BC": "highway=residential maxheight=3.8"]
    ).build()
    do {
      let route = try await map.response(from: "A", to: "C", .lorry(height: 4_000))
      #expect(!route.notices.isEmpty)
    } catch let error as RoutingError {
      #expect(blockers(error)?.map(\.limit?.value) == [3_800])
    }
  }
}
