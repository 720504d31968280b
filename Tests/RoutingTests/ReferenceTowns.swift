import Geo
import MapCompiler
import MapReader
import RoadModel
import RouteModel
import TestSupport

@testable import Routing

/// Two towns with nothing between them but a few links: so that a way from one to the other lies over the top
/// of the hierarchy, and the link it takes shows what was reckoned with.
///
/// The links begin at the northernmost row of the south town, column by column, and end at the southernmost
/// of the north town.
struct ReferenceTowns: Sendable {
  /// A road between the towns: the column of its ends, and its tags as words.
  struct Link: Sendable {
    var column: Int
    var tags: AsciiMap.Tags
  }

  static let firstLink: Int64 = 9_000_001

  let south = StreetGrid(rows: 16, columns: 16)
  let north: StreetGrid
  private let links: [Link]
  private let extra: String
  /// The map with a hierarchy, and the same without.
  let quick: BuiltMap
  let plain: BuiltMap

  /// Builds both maps.
  ///
  /// - Parameters:
  ///   - gap: Metres between the towns.
  ///   - links: The links, numbered as they come.
  ///   - extra: More elements, as XML; the towns' nodes have the ids of their grids.
  /// - Throws: What stops a build.
  init(gap: Double = 600, links: [Link], extra: String = "") async throws {
    north = StreetGrid(
      rows: 16, columns: 16,
      south: 470_000_000 + Int32((1_500 + gap) / Distance.metresPerUnit / 10) * 10,
      firstID: 10_000_000)
    self.links = links
    self.extra = extra
    let xml = Self.xml(south, north, links, extra)
    quick = try await BuiltMap(xml: xml)
    var options = MapCompiler.Options()
    options.hierarchy = false
    plain = try await BuiltMap(xml: xml, options: options)
  }

  private static func xml(
    _ south: StreetGrid, _ north: StreetGrid, _ links: [Link], _ extra: String
  ) -> String {
    var ways = ""
    for (index, link) in links.enumerated() {
      let ends = [south.node(15, link.column), north.node(0, link.column)]
      ways += way(Int(firstLink) + index, ends, link.tags)
    }
    return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n"
      + south.elements + north.elements + ways + extra + "</osm>\n"
  }

  /// A way as XML.
  static func way(_ id: Int, _ nodes: [Int], _ tags: AsciiMap.Tags) -> String {
    let refs = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
    return "<way id=\"\(id)\">\(refs)\(Self.tags(tags))</way>\n"
  }

  /// A node as XML.
  static func node(_ id: Int, _ place: Coordinate, _ tags: AsciiMap.Tags = [:]) -> String {
    "<node id=\"\(id)\" lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">\(Self.tags(tags))</node>\n"
  }

  private static func tags(_ tags: AsciiMap.Tags) -> String {
    tags.pairs.map { "<tag k=\"\($0.key)\" v=\"\(escaped($0.value))\"/>" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "<" ? "&lt;" : $1 == "&" ? "&amp;" : String($1) }
  }

  /// A trip from the far side of the south town to the far side of the north town.
  func request(
    column: Double = 5.5, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) -> RouteRequest {
    RouteRequest(
      waypoints: [Waypoint(south.place(0, column)), Waypoint(north.place(15, column))],
      vehicle: vehicle, options: options)
  }

  /// The links and other ways that are no streets of the towns on a route, each once.
  func ways(_ route: Route) -> [Int64] {
    var found: [Int64] = []
    for edge in route.sections.flatMap(\.edges)
    where edge.wayID >= Self.firstLink && edge.wayID < 10_000_000 && found.last != edge.wayID {
      found.append(edge.wayID)
    }
    return found
  }
}
