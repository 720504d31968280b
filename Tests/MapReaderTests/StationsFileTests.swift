import Bytes
import Geo
import MapReader
import RoadModel
import TestSupport
import Testing

@testable import NavFormat

/// The section of charging stations: read as it was written, and refused where it says what can't be.
@Suite struct StationsFileTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="1.0" lon="1.0"/><node id="2" lat="1.0" lon="1.01"/>
      <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <node id="3" lat="1.001" lon="1.003"><tag k="amenity" v="charging_station"/>
        <tag k="name" v="Ham"/><tag k="operator" v="Power Ltd"/><tag k="capacity" v="4"/>
        <tag k="fee" v="yes"/><tag k="access" v="customers"/><tag k="opening_hours" v="24/7"/>
        <tag k="socket:type2" v="2"/><tag k="socket:type2:output" v="22 kW"/>
        <tag k="socket:chademo" v="1"/><tag k="truck" v="no"/></node>
      <node id="6" lat="1.002" lon="1.004"/><node id="7" lat="1.002" lon="1.006"/>
      <node id="8" lat="1.004" lon="1.006"/>
      <way id="9"><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="6"/>
        <tag k="amenity" v="charging_station"/><tag k="fee" v="no"/></way>
      <node id="10" lat="1.0" lon="1.0"><tag k="amenity" v="fuel"/></node>
      <node id="-3" lat="1.009" lon="1.001"><tag k="amenity" v="charging_station"/></node>
      <node id="11" lat="1.006" lon="1.002"/><node id="12" lat="1.006" lon="1.004"/>
      <node id="13" lat="1.008" lon="1.002"/><node id="14" lat="1.008" lon="1.004"/>
      <way id="15"><nd ref="11"/><nd ref="12"/><nd ref="14"/></way>
      <way id="16"><nd ref="14"/><nd ref="13"/><nd ref="11"/></way>
      <way id="17"><nd ref="6"/><nd ref="7"/><nd ref="6"/></way>
      <relation id="3"><member type="way" ref="15" role="outer"/>
        <member type="way" ref="16" role="outer"/><member type="way" ref="17" role="inner"/>
        <tag k="type" v="multipolygon"/><tag k="amenity" v="charging_station"/></relation>
      <relation id="4"><member type="way" ref="9" role="outer"/>
        <tag k="type" v="multipolygon"/><tag k="amenity" v="charging_station"/></relation>
      <relation id="5"><member type="way" ref="15" role="outer"/>
        <tag k="type" v="collection"/><tag k="amenity" v="charging_station"/></relation>
    </osm>
    """

  /// What the section says, read to the end; the error if it is refused.
  private static func read(_ file: MapFile, _ folder: TemporaryFolder) throws -> [String] {
    let path = folder.file("stations.nav")
    file.write(to: path)
    let map = try NavMap(path: path)
    let stations = try map.chargingStations()
    _ = stations.stations(in: map.header.box)
    return (0..<stations.count).map { station in
      let texts = stations.textOffsets(station)
      let words = [texts.name, texts.operatorName, texts.openingHours, texts.access]
        .map { map.name($0) ?? "-" }
      let connectors = stations.connectors(station).map { "\($0.count) \($0.socket) \($0.watts)" }
      return "\(stations.element(station)) \(stations.position(station)) "
        + words.joined(separator: " ") + " \(stations.capacity(station)) "
        + "\(stations.fee(station).map { "\($0)" } ?? "-") "
        + "\(stations.vehicles(station).rawValue) " + connectors.joined(separator: " ")
    }
  }

  @Test("the section is read as it was written")
  func good() async throws {
    let lines = try Self.read(try await MapFile(xml: Self.xml), try TemporaryFolder())
    #expect(
      Set(lines) == [
        "node/3 1.001,1.003 Ham Power Ltd 24/7 customers 4 true 1 1 chademo 0 2 type2 22000",
        "way/9 1.003,1.005 - - - - 0 false 3 ",
        // The id of an editor, and a multipolygon with a number that a node has: all are there.
        "node/-3 1.009,1.001 - - - - 0 - 3 ",
        // The middle of the box around nodes 12 and 13.
        "relation/3 1.007,1.003 - - - - 0 - 3 ",
      ])
  }

  @Test("stations are found by box")
  func box() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let stations = try built.map.chargingStations()
    func found(_ south: Int32, _ west: Int32, _ north: Int32, _ east: Int32) -> Int {
      stations.stations(
        in: Box(minLatitude: south, minLongitude: west, maxLatitude: north, maxLongitude: east)
      ).count
    }
    #expect(found(10_000_000, 10_000_000, 10_040_000, 10_100_000) == 2)
    #expect(found(10_000_000, 10_000_000, 10_010_000, 10_030_000) == 1)
    #expect(found(10_000_000, 10_000_000, 10_009_999, 10_100_000) == 0)
  }

  @Test("a map without stations has no section")
  func none() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6"><node id="1" lat="1" lon="1"/><node id="2" lat="1" lon="1.01"/>
        <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="service"/></way></osm>
        """)
    #expect(!built.map.hasChargingStations)
    #expect(built.map.header.optional & FileHeader.stationsFeature == 0)
    #expect(throws: NavError.self) { _ = try built.map.chargingStations().count }
  }

  @Test("every changed byte, its checks put right, is refused or read without harm")
  func everyByte() async throws {
    let good = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    let refused = try good.refusals(of: .stations, called: "charging stations") {
      _ = try Self.read($0, folder)
    }
    #expect(refused > good.section(.stations).range.count / 2)
  }

  @Test(
    "navdump reads it, and refuses what is refused here",
    .enabled(if: Program.hasPython, "needs python3"))
  func navdump() async throws {
    let good = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    #expect(Program.verdict(good, in: folder) == 0)
    let range = good.section(.stations).range
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 7) {
      var file = good
      file.bytes[offset] ^= 0xFF
      file.repair()
      var isRefused = false
      do { _ = try Self.read(file, folder) } catch is NavError { isRefused = true }
      let verdict = Program.verdict(file, in: folder)
      #expect(verdict == (isRefused ? 1 : 0), "byte \(offset - range.lowerBound)")
    }
  }
}
