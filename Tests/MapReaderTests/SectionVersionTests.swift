import MapReader
import NavFormat
import TestSupport
import Testing

/// Sections with a layout of their own say its version.
@Suite struct SectionVersionTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="1.0" lon="1.0"/><node id="2" lat="1.0" lon="1.01"/>
      <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="Long Lane"/></way>
      <node id="3" lat="1.001" lon="1.003"><tag k="amenity" v="charging_station"/></node>
    </osm>
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var section: SectionID
    /// Where the version lies in the section.
    var offset: Int
    /// The version that this program reads.
    var known: UInt32
    var open: @Sendable (NavMap) throws -> Void
  }

  static let cases = [
    Case(testDescription: "places", section: .places, offset: 44, known: 4) { _ = try $0.places() },
    Case(testDescription: "charging stations", section: .stations, offset: 8, known: 2) {
      _ = try $0.chargingStations()
    },
  ]

  @Test("a section of another layout is refused with what to do", arguments: cases)
  func otherVersion(_ example: Case) async throws {
    var file = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    let path = folder.file("version.nav")
    for version in [example.known - 1, example.known + 1, UInt32.max] {
      file.put(version, at: file.section(example.section).range.lowerBound + example.offset)
      file.repair()
      file.write(to: path)
      let map = try NavMap(path: path)
      let error = #expect(throws: NavError.self) { try example.open(map) }
      let text = error?.description ?? ""
      #expect(
        text.contains(
          "layout version \(version), but this program reads version \(example.known)")
          && text.contains("build the file again"))
    }
  }
}
