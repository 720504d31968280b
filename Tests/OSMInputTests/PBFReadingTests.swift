import Testing

@testable import OSMInput

@Suite struct PBFReadingTests {
  private let empty = PBFWriter.blob("OSMData", PBFWriter.block { _ in })

  @Test("the header says who wrote the file, and when its data was current")
  func provenance() throws {
    let file = PBFWriter.header(generator: "tests", timestamp: 1_700_000_000) + empty
    let summary = try Reading(file).result.get()
    #expect(summary.generator == "tests")
    #expect(summary.snapshot == 1_700_000_000)
    #expect(summary.bytesRead == file.count)
    #expect(
      try Reading(PBFWriter.header()).result.get()
        == {
          var summary = OSMSummary(encoding: .pbf)
          summary.bytesRead = PBFWriter.header().count
          return summary
        }())
  }

  @Test("a history, and changes in this form, are refused before anything of them is taken")
  func history() {
    let features = ["OsmSchema-V0.6", "DenseNodes", "HistoricalInformation"]
    let complaint = Reading(PBFWriter.header(features: features)).complaint
    #expect(
      complaint.hasPrefix("test: required PBF feature 'HistoricalInformation' at byte ")
        && complaint.contains("osmium time-filter") && complaint.contains("osmium apply-changes"),
      "\(complaint)")
  }

  @Test("a required feature that is not known is refused by name")
  func unknownFeature() {
    let reading = Reading(PBFWriter.header(features: ["OsmSchema-V0.6", "Time-Travel"]) + empty)
    #expect(
      reading.complaint == "test: required PBF feature 'Time-Travel' at byte 17 is not supported; "
        + "rewrite the file without it, as with 'osmium cat FILE -o NEW.osm.pbf'")
    #expect(Reading(PBFWriter.header(features: PBFHeader.supportedFeatures)).error == nil)
  }

  @Test(
    "a compression that is not supported is refused by name, with advice",
    arguments: [(4, "lzma"), (5, "bzip2"), (6, "LZ4"), (7, "zstd")] as [(UInt64, String)])
  func compressions(_ field: UInt64, _ name: String) {
    var blob = ProtobufWriter()
    blob.number(2, 100)
    blob.bytes(field, [1, 2, 3])
    let header = PBFWriter.header()
    let complaint = Reading(header + PBFWriter.framed("OSMData", blob.bytes)).complaint
    // The blob begins after four bytes of length and 11 of blob header.
    #expect(
      complaint.hasPrefix(
        "test: PBF blob compressed with \(name) at byte \(header.count + 15) is not supported; "
          + "rewrite the file with 'osmium cat"))
  }

  @Test("blobs of unknown kinds are passed over, and a header may come again")
  func otherBlobs() throws {
    let file =
      Sample.densePBF(.zlib) + PBFWriter.framed("OSMIndex", [0xFF, 0xFF])
      + Sample.plainPBF(.raw)
    #expect(Reading(file).lines == Sample.lines + Sample.lines)
  }

  struct Flawed: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    var reason: String
    var testDescription: String { name }
  }

  static let flawed: [Flawed] = {
    let header = PBFWriter.header()
    func blob(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
      var blob = ProtobufWriter()
      write(&blob)
      return header + PBFWriter.framed("OSMData", blob.bytes)
    }
    func blobHeader(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
      var inner = ProtobufWriter()
      write(&inner)
      return header + PBFWriter.length(inner.bytes.count) + inner.bytes
    }
    let text = Array("hello, hello, hello".utf8)
    return [
      Flawed(
        name: "no header first", bytes: PBFWriter.blob("OSMData", []),
        reason: "corrupt PBF data at byte 0: the file does not begin with an OSMHeader blob"),
      Flawed(
        name: "blob header of length 0", bytes: header + [0, 0, 0, 0],
        reason: "corrupt PBF data at byte \(header.count): a blob header of 0 bytes"),
      Flawed(
        name: "blob header too long", bytes: header + [0, 1, 0, 1],
        reason: "a blob header of 65537 bytes; at most 65536 are allowed"),
      Flawed(
        name: "blob too long",
        bytes: blobHeader {
          $0.text(1, "OSMData"); $0.number(3, 33_554_433)
        },
        reason: "a blob of 33554433 bytes; at most 33554432 are allowed"),
      Flawed(
        name: "blob of negative length",
        bytes: blobHeader {
          $0.text(1, "OSMData"); $0.number(3, -1)
        },
        reason: "a blob of 18446744073709551615 bytes"),
      Flawed(
        name: "blob header without type", bytes: blobHeader { $0.number(3, 0) },
        reason: "a blob header without type"),
      Flawed(
        name: "blob header without size", bytes: blobHeader { $0.text(1, "OSMData") },
        reason: "a blob header without size"),
      Flawed(
        name: "empty blob", bytes: blob { _ in }, reason: "a blob without data"),
      Flawed(
        name: "two kinds of data",
        bytes: blob {
          $0.bytes(1, []); $0.bytes(3, [])
        },
        reason: "a blob with both raw and compressed data"),
      Flawed(
        name: "no size", bytes: blob { $0.bytes(3, Compressors.zlib(text)) },
        reason: "a blob that unpacks to an unknown size; 1 to 33554432 are allowed"),
      Flawed(
        name: "huge size",
        bytes: blob {
          $0.number(2, .max); $0.bytes(3, Compressors.zlib(text))
        },
        reason: "a blob that unpacks to 9223372036854775807 bytes"),
      Flawed(
        name: "size too small",
        bytes: blob {
          $0.number(2, 5); $0.bytes(3, Compressors.zlib(text))
        },
        reason: "does not decompress to exactly 5 bytes"),
      Flawed(
        name: "size too large",
        bytes: blob {
          $0.number(2, 50); $0.bytes(3, Compressors.zlib(text))
        },
        reason: "does not decompress to exactly 50 bytes"),
      Flawed(
        name: "bytes after the zlib stream",
        bytes: blob {
          $0.number(2, 19); $0.bytes(3, Compressors.zlib(text) + [0])
        },
        reason: "does not decompress to exactly 19 bytes"),
      Flawed(
        name: "not zlib",
        bytes: blob {
          $0.number(2, 19); $0.bytes(3, text)
        },
        reason: "zlib data of a blob: "),
      Flawed(
        name: "raw data as a number", bytes: blob { $0.number(1, 5) },
        reason: "field 1 has wire type 0"),
    ]
  }()

  @Test("a frame that breaks the format is corrupt", arguments: flawed)
  func corrupt(_ flawed: Flawed) {
    let complaint = Reading(flawed.bytes).complaint
    #expect(complaint.hasPrefix("test: corrupt PBF data at byte "))
    #expect(complaint.contains(flawed.reason))
  }

  @Test("a file that ends inside a frame is truncated at its end")
  func truncated() {
    let header = PBFWriter.header()
    #expect(
      Reading(header + [0, 0]).complaint
        == "test: truncated PBF data at byte \(header.count + 2): "
        + "the file ends inside the length of a blob header")
    #expect(Reading(header + [0, 0, 0, 20, 1]).complaint.contains("a blob header of 20 bytes"))
    #expect(Reading(Array((header + empty).dropLast())).complaint.contains("inside a blob of "))
  }
}
