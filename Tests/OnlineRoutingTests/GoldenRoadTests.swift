import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What the edges and blockers of a later version's answer keep of words that this version does not know.
@Suite struct GoldenRoadTests {
  /// A response without an edge.
  private struct NoEdge: Error {}
  /// A value without members.
  private struct NoObject: Error {}

  @Test("a later version's words about a road are kept, and written back")
  func laterRoad() throws {
    let response: RouteResponse = try GoldenFile.read("later/response.json")
    let edge = response.routes[0].sections[0].edges[0]
    let words: Set = [
      "X-skyway", "X-glass", "X-heated", "X-permit", "X-tram", "X-draught", "X-upward", "newToll",
      "X-emission", "X-about", "X-visitors",
    ]
    #expect(words.subtracting(edge.unknownWords).isEmpty)
    #expect(response.routes[0].sections[0].edges[1].unknownWords.isEmpty)
    let file = try Self.firstEdge(try GoldenFile.read("later/response.json"))
    let written = try Self.firstEdge(try GoldenFile.tree(response))
    #expect(written["limits"] == file["limits"])
    #expect(written["conditionalRules"] == file["conditionalRules"])
    guard case .object(let old)? = file["road"], case .object(let new)? = written["road"] else {
      Issue.record("an edge without a road")
      return
    }
    for name in ["class", "surface", "flags", "forwardAccess"] {
      #expect(old[name] == new[name], "\(name)")
    }
    // Another list of limits has those that are not understood too.
    var changed = edge
    changed.limits = [VehicleLimit(.width, 2_550)]
    guard case .object(let members) = try GoldenFile.tree(changed),
      case .array(let limits)? = members["limits"], case .array(let before)? = file["limits"]
    else {
      Issue.record("an edge without limits")
      return
    }
    #expect(limits.count == 2 && limits.last == before.first)
  }

  private static func members(_ tree: Tree) throws -> [String: Tree] {
    guard case .object(let members) = tree else { throw NoObject() }
    return members
  }

  /// The members of the first edge of a response.
  private static func firstEdge(_ response: Tree) throws -> [String: Tree] {
    var tree = response
    for name in ["routes", "sections", "edges"] {
      guard case .array(let values)? = try members(tree)[name], let first = values.first else {
        throw NoEdge()
      }
      tree = first
    }
    return try members(tree)
  }

  @Test("the energy of a carrier that this version does not know is written back")
  func laterEnergy() throws {
    func energies(_ response: Tree) -> [Tree?] {
      guard case .object(let members) = response, case .array(let routes)? = members["routes"],
        case .object(let route)? = routes.first, case .array(let sections)? = route["sections"]
      else { return [] }
      return sections.map { section in
        if case .object(let members) = section { members["energy"] } else { nil }
      }
    }
    let response: RouteResponse = try GoldenFile.read("later/response.json")
    let written = energies(try GoldenFile.tree(response))
    let read = energies(try GoldenFile.read("later/response.json"))
    #expect(response.routes[0].sections[0].energy == nil)
    #expect(written.count == 3 && read.count == 3)
    #expect(written.first == read.first && written.first != .some(nil))
  }

  @Test("a later version's words about a step and its lanes are written back")
  func laterStep() throws {
    let response: RouteResponse = try GoldenFile.read("later/response.json")
    let step = try #require(response.routes[0].sections[2].steps.first)
    guard case .object(let written) = try GoldenFile.tree(step),
      case .array(let intersections)? = written["intersections"],
      case .object(let first)? = intersections.first, case .array(let lanes)? = first["lanes"],
      case .object(let lane)? = lanes.first
    else {
      Issue.record("a step without lanes")
      return
    }
    #expect(written["drivingSide"] == .string("X-middle"))
    #expect(lane["indications"] == .array([.string("left"), .string("X-up")]))
    #expect(lane["followed"] == .array([.string("left"), .string("X-up")]))
    var known = step
    known.drivingSide = .left
    let members = try Self.members(try GoldenFile.tree(known))
    #expect(members["drivingSide"] == .string("left"))
  }

  @Test("a rule with an unknown mode keeps the texts of its writer, and is written back")
  func laterRule() throws {
    let rule = Tree.object([
      "access": .string("no"), "modes": .array([.string("car"), .string("X-tram")]),
      "directions": .array([.string("forward")]), "condition": .array([]),
    ])
    let members: [String: Tree] = [
      "text": .string("…"), "tag": .string("tram=no"), "reason": .string("closed to trams"),
      "rule": rule, "wayID": .number(12), "position": .array([.number(43.73), .number(7.42)]),
    ]
    let blocker: Blocker = try GoldenFile.decoded(.object(members))
    #expect(
      blocker.rule == RoadRule(.access(.no, ModeSet(.car)), directions: .forward))
    #expect(blocker.tag == "tram=no" && blocker.reason == "closed to trams")
    let potential: PotentialRule = try GoldenFile.decoded(.object(members))
    #expect(potential.tag == "tram=no" && potential.kind == "potentialAccess")
    for written in [try GoldenFile.tree(blocker), try GoldenFile.tree(potential)] {
      let again = try Self.members(written)
      #expect(again["rule"] == rule && again["reason"] == members["reason"])
    }
  }
}
