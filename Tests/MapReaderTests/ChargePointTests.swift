import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

/// Charge points, the devices of charging stations.
@Suite struct ChargePointTests {
  /// The stations of a map with some elements, each with its access and its connectors.
  private static func stations(_ elements: [String]) async throws -> Set<String> {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="1.0" lon="1.0"/><node id="2" lat="1.0" lon="1.01"/>
        <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
        \(elements.joined())
      </osm>
      """
    let map = try await BuiltMap(xml: xml).map
    guard map.hasChargingStations else { return [] }
    let stations = try map.chargingStations()
    var lines: Set<String> = []
    for station in 0..<stations.count {
      let connectors = stations.connectors(station).map { "\($0.count) \($0.socket) \($0.watts)" }
      let access = map.name(stations.textOffsets(station).access) ?? "-"
      lines.insert(
        ["\(stations.element(station))", access, connectors.sorted().joined(separator: ", ")]
          .joined(separator: " "))
    }
    return lines
  }

  /// A node with tags such as `amenity=charging_station`, metres north of the road.
  private static func node(_ id: Int, north: Double, east: Double = 0, _ tags: String...) -> String
  {
    let (latitude, longitude) = (1 + north / 111_195, 1 + east / 111_178)
    let tags = tags.map { tag in
      let parts = tag.split(separator: "=")
      return "<tag k=\"\(parts[0])\" v=\"\(parts[1])\"/>"
    }
    return "<node id=\"\(id)\" lat=\"\(latitude)\" lon=\"\(longitude)\">\(tags.joined())</node>"
  }

  private static let point = "man_made=charge_point"
  private static let station = "amenity=charging_station"

  @Test("a station that names no connectors has those of its charge points, and only these")
  func lent() async throws {
    let found = try await Self.stations([
      Self.node(10, north: 100, Self.station, "access=customers"),
      Self.node(11, north: 120, Self.point, "socket:type2=2", "socket:type2:output=22 kW"),
      Self.node(12, north: 80, Self.point, "socket:type2=1", "socket:type2:output=22 kW"),
      Self.node(13, north: 130, Self.point, "socket:chademo=1"),
    ])
    #expect(found == ["node/10 customers 1 chademo 0, 3 type2 22000"])
  }

  @Test("a station with connectors keeps them: its charge points are no others")
  func stated() async throws {
    let found = try await Self.stations([
      Self.node(10, north: 100, Self.station, "socket:type2=4"),
      Self.node(11, north: 110, Self.point, "socket:type2=2"),
    ])
    #expect(found == ["node/10 - 4 type2 0"])
  }

  @Test("connectors without a power have the highest of the charge points with such a connector")
  func powers() async throws {
    let found = try await Self.stations([
      Self.node(
        10, north: 100, Self.station, "socket:type2=4", "socket:chademo=1",
        "socket:chademo:output=50 kW"),
      Self.node(11, north: 110, Self.point, "socket:type2=2", "socket:type2:output=22 kW"),
      Self.node(12, north: 90, Self.point, "socket:type2=2", "socket:type2:output=11 kW"),
      Self.node(13, north: 95, Self.point, "socket:chademo=1", "socket:chademo:output=90 kW"),
      Self.node(14, north: 105, Self.point, "socket:type1=1", "socket:type1:output=7 kW"),
    ])
    #expect(found == ["node/10 - 1 chademo 50000, 4 type2 22000"])
  }

  /// A relation of nodes that is a station.
  private static func site(_ id: Int, _ nodes: Int...) -> String {
    "<relation id=\"\(id)\">"
      + nodes.map { "<member type=\"node\" ref=\"\($0)\" role=\"\"/>" }.joined()
      + "<tag k=\"type\" v=\"site\"/><tag k=\"amenity\" v=\"charging_station\"/></relation>"
  }

  @Test("a site is a station with its charge points, unless a member is a station")
  func sites() async throws {
    let found = try await Self.stations([
      Self.node(11, north: 100, Self.point, "socket:type2=2"),
      Self.node(12, north: 250, Self.point, "socket:chademo=1"),
      Self.node(13, north: 1_000, Self.station, "socket:type1=1"),
      Self.node(14, north: 1_200, Self.point, "socket:type2=1"),
      Self.site(20, 11, 12, 999), Self.site(21, 13, 14), Self.site(22, 999),
    ])
    #expect(
      found == [
        "relation/20 - 1 chademo 0, 2 type2 0", "node/13 - 1 type1 0", "node/14 - 1 type2 0",
      ])
  }

  @Test("a charge point inside a large area, or near its border, belongs to it")
  func area() async throws {
    let found = try await Self.stations([
      Self.node(21, north: 0),
      Self.node(22, north: 0, east: 900),
      Self.node(23, north: 900, east: 900),
      Self.node(24, north: 900),
      "<way id=\"30\"><nd ref=\"21\"/><nd ref=\"22\"/><nd ref=\"23\"/><nd ref=\"24\"/>",
      "<nd ref=\"21\"/><tag k=\"amenity\" v=\"charging_station\"/></way>",
      Self.node(11, north: 300, east: 700, Self.point, "socket:type2=1"),
      Self.node(12, north: 300, east: 940, Self.point, "socket:chademo=1"),
      Self.node(13, north: 300, east: 960, Self.point, "socket:type1=1"),
    ])
    #expect(found == ["way/30 - 1 chademo 0, 1 type2 0", "node/13 - 1 type1 0"])
  }

  @Test("charge points without a station are one, and each belongs to the nearest station")
  func alone() async throws {
    let found = try await Self.stations([
      Self.node(11, north: 500, Self.point, "socket:type2=1", "access=private"),
      Self.node(12, north: 530, Self.point, "socket:type2=1"),
      Self.node(13, north: 1_000, Self.point, "socket:type2_combo=1"),
      Self.node(20, north: 1_045, Self.station, "socket:type1=1"),
      Self.node(21, north: 1_020, Self.station),
    ])
    #expect(
      found == [
        "node/11 private 2 type2 0", "node/20 - 1 type1 0", "node/21 - 1 ccs 0",
      ])
  }
}
