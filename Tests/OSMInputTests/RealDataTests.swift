import TestSupport
import Testing

@testable import OSMInput

/// Real extracts; the counts are those of `osmium fileinfo -e` (osmium-tool 1.15.0).
@Suite struct RealDataTests {
  struct Extract: CustomTestStringConvertible, Sendable {
    var file: String
    var nodes: Int
    var ways: Int
    var relations: Int
    init(_ file: String, _ nodes: Int, _ ways: Int, _ relations: Int) {
      self.file = file
      self.nodes = nodes
      self.ways = ways
      self.relations = relations
    }
    var testDescription: String { file }
  }

  static let extracts = [
    Extract("aachen.osm.pbf", 293_587, 59_950, 1170),
    Extract("andorra-2015.osm.gz", 69_385, 2722, 74),
    Extract("andorra-2026.osm.pbf", 490_035, 25_706, 721),
    Extract("cathedral-no-left.osm.pbf", 50_639, 8619, 158),
    Extract("fiji-ferry-antimeridian.osm.pbf", 10_640, 1179, 4),
    Extract("heidelberg.test.osm.pbf", 221_009, 31_619, 1700),
    Extract("kbh-copenhagen.osm.pbf", 132_142, 15_597, 379),
    Extract("liechtenstein-2013-08-03.osm.bz2", 65_733, 7121, 113),
    Extract("liechtenstein-2025.osm.pbf", 342_692, 40_117, 939),
    Extract("malta-2018.osm.pbf", 333_684, 56_021, 950),
    Extract("melbourne-restrictions.osm.pbf", 1161, 1278, 718),
    Extract("monaco-osrm.osm.pbf", 180_118, 27_377, 212),
    Extract("neubrandenburg.osm.bz2", 152_087, 25_897, 295),
    Extract("osr-ajaccio-ferry.osm.pbf", 1374, 82, 29),
    Extract("osr-hamburg-hafen-ferry.osm.pbf", 90_719, 1170, 117),
    Extract("porto_portugal.osm.pbf", 347_944, 51_458, 357),
    Extract("reisterstown-via-restriction.osm.pbf", 61_096, 7105, 36),
    Extract("synth-2m.osm.pbf", 1_927_845, 225_994, 982),
    Extract("valhalla-nh-access-restriction.osm.pbf", 4669, 453, 9),
    Extract("valhalla-ny-access-restriction.osm.pbf", 11_715, 2102, 133),
    Extract("valhalla-pa-access-restriction.osm.pbf", 2828, 523, 20),
  ]

  @Test(
    "all extracts are there, and in the encodings that their names say",
    .enabled(
      if: TestData.absent.isEmpty, "absent: \(TestData.absent.joined(separator: ", "))"))
  func encodings() throws {
    for name in TestData.extracts {
      let first = FileSystem.bytes(TestData.path(name), first: OSMEncoding.detectionLength)
      let encoding: OSMEncoding =
        name.hasSuffix(".gz") ? .xmlGzip : name.hasSuffix(".bz2") ? .xmlBzip2 : .pbf
      #expect(OSMEncoding.detect(try #require(first)) == .encoding(encoding), "\(name)")
    }
  }

  @Test(
    "every extract has as many elements as another reader finds",
    .enabled(if: extracts.contains { TestData.has($0.file) }, "needs extracts; set MAPC_DATA"),
    arguments: extracts.filter { TestData.has($0.file) })
  func counts(_ extract: Extract) throws {
    let path = TestData.path(extract.file)
    var counter = Counter()
    let summary = try OSMReader(.file(path)).read(into: &counter) { _, _ in true }
    #expect(summary.nodes == extract.nodes)
    #expect(summary.ways == extract.ways)
    #expect(summary.relations == extract.relations)
    #expect(summary.deleted + summary.badCoordinates + summary.badElements == 0)
    #expect(counter.elements == summary.nodes + summary.ways + summary.relations)
  }

  static let small = [
    "melbourne-restrictions.osm.pbf", "fiji-ferry-antimeridian.osm.pbf",
    "valhalla-ny-access-restriction.osm.pbf",
  ]

  @Test(
    "PBF, XML, gzip and bzip2 of one extract give the same elements",
    .enabled(if: !TestData.present(small).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(small))
  func sameElements(_ file: String) throws {
    let path = TestData.path(file)
    let reader = OSMReader(.file(path))
    var expected = Recorder()
    _ = try reader.read(into: &expected) { _, _ in true }
    var writer = XMLWriter()
    _ = try reader.read(into: &writer) { _, _ in true }
    let document = writer.document
    for bytes in [document, Compressors.gzip(document), Compressors.bzip2(document)] {
      let reading = Reading(bytes)
      #expect(reading.error == nil)
      #expect(reading.lines == expected.lines)
    }
  }

  @Test(
    "an extract with LZ4 blobs is refused by name, with advice",
    .enabled(
      if: TestData.has("monaco-lz4blocks.osm.pbf"), "needs monaco-lz4blocks.osm.pbf; set MAPC_DATA")
  )
  func lz4() {
    let path = TestData.path("monaco-lz4blocks.osm.pbf")
    var counter = Counter()
    do {
      _ = try OSMReader(.file(path)).read(into: &counter) { _, _ in true }
      Issue.record("read LZ4 blobs")
    } catch {
      #expect(error.kind == .badData)
      #expect(
        error.description == "\(path): PBF blob compressed with LZ4 at byte 18 is not supported; "
          + "rewrite the file with 'osmium cat FILE -o NEW.osm.pbf -f pbf,pbf_compression=zlib'")
    }
    #expect(counter.elements == 0)
  }
}
