import Testing

@testable import OSMInput

/// The same five elements in every encoding: every kind of element and of member, tags on each.
enum Sample {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osm version="0.6" generator="tests" timestamp="2023-11-14T22:13:20Z">
      <bounds minlat="43.7" minlon="7.4" maxlat="43.8" maxlon="7.5"/>
      <node id="1" lat="43.7311" lon="7.4197"/>
      <node id="9000000002" lat="-0.0000001" lon="-180">
        <tag k="highway" v="stop"/>
        <tag k="name" v="Café"/>
      </node>
      <node id="-3" lat="90" lon="180"/>
      <way id="7">
        <nd ref="1"/>
        <nd ref="9000000002"/>
        <tag k="highway" v="primary"/>
      </way>
      <relation id="8">
        <member type="way" ref="7" role="from"/>
        <member type="node" ref="1" role="via"/>
        <member type="relation" ref="8" role=""/>
        <tag k="name" v="Café"/>
      </relation>
    </osm>
    """

  static let lines = [
    "n1 437311000,74197000",
    "n9000000002 -1,-1800000000 highway=stop name=Café",
    "n-3 900000000,1800000000",
    "w7 1,9000000002 highway=primary",
    "r8 w7:from,n1:via,r8: name=Café",
  ]

  /// The order in which a string table of the sample has them, after the empty one.
  private static let strings = ["highway", "stop", "name", "Café", "primary", "from", "via"]

  /// The sample with all nodes in one dense list.
  static func densePBF(_ compression: PBFWriter.Compression) -> [UInt8] {
    PBFWriter.file(strings: strings, compression) { group in
      group.message(2) { dense in
        dense.deltas(1, [1, 9_000_000_002, -3])
        dense.deltas(8, [437_311_000, -1, 900_000_000])
        dense.deltas(9, [74_197_000, -1_800_000_000, 1_800_000_000])
        dense.packed(10, [0, 1, 2, 3, 4, 0, 0])
      }
      writeRest(&group)
    }
  }

  /// The sample with a message for each node.
  static func plainPBF(_ compression: PBFWriter.Compression) -> [UInt8] {
    PBFWriter.file(strings: strings, compression) { group in
      group.message(1) { node in
        node.signed(1, 1)
        node.signed(8, 437_311_000)
        node.signed(9, 74_197_000)
      }
      group.message(1) { node in
        node.signed(1, 9_000_000_002)
        node.packed(2, [1, 3])
        node.packed(3, [2, 4])
        node.signed(8, -1)
        node.signed(9, -1_800_000_000)
      }
      group.message(1) { node in
        node.signed(1, -3)
        node.signed(8, 900_000_000)
        node.signed(9, 1_800_000_000)
      }
      writeRest(&group)
    }
  }

  private static func writeRest(_ group: inout ProtobufWriter) {
    group.message(3) { way in
      way.number(1, 7)
      way.packed(2, [1])
      way.packed(3, [5])
      way.deltas(8, [1, 9_000_000_002])
    }
    group.message(4) { relation in
      relation.number(1, 8)
      relation.packed(2, [3])
      relation.packed(3, [4])
      relation.packed(8, [6, 7, 0])
      relation.deltas(9, [7, 1, 8])
      relation.packed(10, [1, 0, 2])
    }
  }

  /// The sample in one encoding.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var encoding: OSMEncoding
    var bytes: [UInt8]
    var testDescription: String { name }
  }

  /// The sample in every encoding, and in every form that an encoding has.
  static let cases: [Case] = {
    let text = Array(xml.utf8)
    let cut = text.count / 2
    let halves = (Array(text[..<cut]), Array(text[cut...]))
    return [
      Case(name: "XML", encoding: .xml, bytes: text),
      Case(
        name: "XML after byte-order mark and white space", encoding: .xml,
        bytes: [0xEF, 0xBB, 0xBF] + Array("\r\n \t".utf8) + text),
      Case(name: "gzip", encoding: .xmlGzip, bytes: Compressors.gzip(text)),
      Case(
        name: "gzip, two members", encoding: .xmlGzip,
        bytes: Compressors.gzip(halves.0) + Compressors.gzip(halves.1)),
      Case(
        name: "gzip, an empty member and padding", encoding: .xmlGzip,
        bytes: Compressors.gzip([]) + Compressors.gzip(text) + [0, 0, 0]),
      Case(name: "bzip2", encoding: .xmlBzip2, bytes: Compressors.bzip2(text)),
      Case(
        name: "bzip2, two streams", encoding: .xmlBzip2,
        bytes: Compressors.bzip2(halves.0) + Compressors.bzip2(halves.1)),
      Case(
        name: "bzip2, an empty stream and padding", encoding: .xmlBzip2,
        bytes: Compressors.bzip2([]) + Compressors.bzip2(text) + [0, 0]),
      Case(name: "PBF, dense, raw", encoding: .pbf, bytes: densePBF(.raw)),
      Case(name: "PBF, dense, zlib", encoding: .pbf, bytes: densePBF(.zlib)),
      Case(name: "PBF, plain, raw", encoding: .pbf, bytes: plainPBF(.raw)),
      Case(name: "PBF, plain, zlib", encoding: .pbf, bytes: plainPBF(.zlib)),
    ]
  }()
}
