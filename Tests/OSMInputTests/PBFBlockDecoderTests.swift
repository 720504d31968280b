import Testing

@testable import OSMInput

@Suite struct PBFBlockDecoderTests {
  private func read(
    strings: [String] = [], granularity: Int64? = nil, offsets: (Int64, Int64)? = nil,
    _ group: (inout ProtobufWriter) -> Void
  ) -> Reading {
    let block = PBFWriter.block(
      strings: strings, granularity: granularity, offsets: offsets, group)
    return Reading(PBFWriter.header() + PBFWriter.blob("OSMData", block))
  }

  private func node(_ writer: inout ProtobufWriter, _ id: Int64, _ lat: Int64, _ lon: Int64) {
    writer.message(1) { node in
      node.signed(1, id)
      node.signed(8, lat)
      node.signed(9, lon)
    }
  }

  @Test("granularity and offsets scale coordinates, rounded half away from zero")
  func scale() {
    let coarse = read(granularity: 1000, offsets: (5_000_000_000, -7)) { node(&$0, 1, 3, -4) }
    #expect(coarse.lines == ["n1 50000030,-40"])
    let fine = read(granularity: 1) { node(&$0, 1, 149, -150) }
    #expect(fine.lines == ["n1 1,-2"])
    let half = read(granularity: 50) { node(&$0, 1, 1, -1) }
    #expect(half.lines == ["n1 1,-1"])
  }

  @Test("coordinates that overflow or are not on earth are counted, not fatal")
  func overflow() {
    let reading = read(granularity: 2_147_483_647, offsets: (.max, .min)) { group in
      node(&group, 1, .max, .min)
      node(&group, 2, 1, 1)
      node(&group, 3, .min, 0)
    }
    #expect(reading.lines == ["n1 nowhere", "n2 nowhere", "n3 nowhere"])
    #expect(reading.summary?.badCoordinates == 3)
    let far = read { node(&$0, 1, 900_000_001, 0) }
    #expect(far.lines == ["n1 nowhere"])
    let missing = read { $0.message(1) { $0.signed(1, 5) } }
    #expect(missing.lines == ["n5 nowhere"])
  }

  @Test("differences that overflow wrap around")
  func wrapping() {
    let reading = read { group in
      group.message(2) { dense in
        dense.packed(1, [-2, -2, -2, -2])
        dense.packed(8, [-2, -2, 0, 0])
        dense.packed(9, [-2, -2, 0, 0])
      }
      group.message(3) { way in
        way.number(1, .min)
        way.packed(8, [-2, -2])
      }
    }
    #expect(reading.error == nil)
    #expect(reading.lines.last == "w\(Int64.min) \(Int64.max),-2")
    #expect(reading.summary?.nodes == 4)
  }

  @Test("ids may be negative or beyond 32 bits in every kind of element")
  func ids() {
    let reading = read { group in
      group.message(2) { dense in
        dense.deltas(1, [-5, 1 << 40])
        dense.deltas(8, [0, 1])
        dense.deltas(9, [0, 1])
      }
      group.message(3) { way in
        way.number(1, -6)
        way.deltas(8, [1 << 40, -5])
      }
      group.message(4) { relation in
        relation.number(1, 1 << 41)
        relation.packed(8, [0])
        relation.deltas(9, [-6])
        relation.packed(10, [1])
      }
    }
    #expect(
      reading.lines == [
        "n-5 0,0", "n1099511627776 1,1", "w-6 1099511627776,-5", "r2199023255552 w-6:",
      ])
  }

  @Test("elements that are not visible are deleted")
  func deleted() {
    let reading = read { group in
      group.message(2) { dense in
        dense.deltas(1, [1, 2, 3])
        dense.message(5) { $0.packed(6, [1, 0, 1]) }
        dense.deltas(8, [0, 0, 0])
        dense.deltas(9, [0, 0, 0])
      }
      for (id, visible) in [(4, 0), (5, 1)] as [(Int64, Int64)] {
        group.message(1) { node in
          node.signed(1, id)
          node.message(4) { $0.number(6, visible) }
          node.signed(8, 0)
          node.signed(9, 0)
        }
        group.message(3) { way in
          way.number(1, id)
          way.message(4) { info in
            info.number(1, 3)
            info.number(6, visible)
          }
        }
        group.message(4) { relation in
          relation.number(1, id)
          relation.message(4) { $0.number(6, visible) }
        }
      }
    }
    #expect(reading.lines == ["n1 0,0", "n3 0,0", "n5 0,0", "w5 ", "r5 "])
    #expect(reading.summary?.deleted == 4)
  }

  @Test("members of an unknown kind make a bad element")
  func badMember() {
    let reading = read { group in
      group.message(4) { relation in
        relation.number(1, 1)
        relation.packed(8, [0, 0])
        relation.deltas(9, [1, 2])
        relation.packed(10, [1, 3])
      }
    }
    #expect(reading.lines.isEmpty)
    #expect(reading.summary?.badElements == 1)
  }

  @Test("tags that are not UTF-8 are repaired")
  func repaired() {
    var block = ProtobufWriter()
    block.message(1) { table in
      table.bytes(1, [])
      table.bytes(1, [0x61, 0xFF])
    }
    block.message(2) { group in
      group.message(3) { way in
        way.number(1, 1)
        way.packed(2, [1])
        way.packed(3, [1])
      }
    }
    let reading = Reading(PBFWriter.header() + PBFWriter.blob("OSMData", block.bytes))
    #expect(reading.lines == ["w1  a\u{FFFD}=a\u{FFFD}"])
  }

  struct Flawed: CustomTestStringConvertible, Sendable {
    var name: String
    var reason: String
    var block: [UInt8]
    init(_ name: String, _ reason: String, _ group: (inout ProtobufWriter) -> Void) {
      self.name = name
      self.reason = reason
      block = PBFWriter.block(strings: ["a"], group)
    }
    var testDescription: String { name }
  }

  static let flawed = [
    Flawed("string out of range", "string 2 of a table of 2") { group in
      group.message(3) {
        $0.number(1, 1); $0.packed(2, [1]); $0.packed(3, [2])
      }
    },
    Flawed("negative string", "of a table of 2") { group in
      group.message(3) {
        $0.number(1, 1); $0.packed(2, [-1]); $0.packed(3, [1])
      }
    },
    Flawed("more keys than values", "keys and values of different lengths") { group in
      group.message(3) {
        $0.number(1, 1); $0.packed(2, [1, 1]); $0.packed(3, [1])
      }
    },
    Flawed("more values than keys", "keys and values of different lengths") { group in
      group.message(1) {
        $0.signed(1, 1); $0.packed(3, [1])
      }
    },
    Flawed("latitudes missing", "lists of different lengths") { group in
      group.message(2) {
        $0.deltas(1, [1, 2]); $0.deltas(8, [1]); $0.deltas(9, [1, 2])
      }
    },
    Flawed("longitudes left over", "lists of different lengths") { group in
      group.message(2) {
        $0.deltas(1, [1]); $0.deltas(8, [1]); $0.deltas(9, [1, 2])
      }
    },
    Flawed("tags of too few dense nodes", "lists of different lengths") { group in
      group.message(2) {
        $0.deltas(1, [1, 2]); $0.deltas(8, [1, 1]); $0.deltas(9, [1, 2]); $0.packed(10, [0])
      }
    },
    Flawed("tags of too many dense nodes", "lists of different lengths") { group in
      group.message(2) {
        $0.deltas(1, [1]); $0.deltas(8, [1]); $0.deltas(9, [1]); $0.packed(10, [0, 0])
      }
    },
    Flawed("a key without value", "string") { group in
      group.message(2) {
        $0.deltas(1, [1]); $0.deltas(8, [1]); $0.deltas(9, [1]); $0.packed(10, [1, 9, 0])
      }
    },
    Flawed("visibility of too few", "lists of different lengths") { group in
      group.message(2) {
        $0.deltas(1, [1, 2]); $0.deltas(8, [1, 1]); $0.deltas(9, [1, 2])
        $0.message(5) { $0.packed(6, [1]) }
      }
    },
    Flawed("two lists of ids", "two lists of ids") { group in
      group.message(2) {
        $0.deltas(1, [1]); $0.deltas(1, [1])
      }
    },
    Flawed("ids that are not packed", "field 1 has wire type 0") { group in
      group.message(2) { $0.number(1, 1) }
    },
    Flawed("a node without id", "a node without id") { $0.message(1) { $0.signed(8, 1) } },
    Flawed("a way without id", "a way without id") { $0.message(3) { $0.deltas(8, [1]) } },
    Flawed("a relation without id", "a relation without id") { $0.message(4) { _ in } },
    Flawed("roles missing", "lists of different lengths") { group in
      group.message(4) {
        $0.number(1, 1); $0.deltas(9, [1]); $0.packed(10, [1])
      }
    },
    Flawed("roles left over", "member lists of different lengths") { group in
      group.message(4) {
        $0.number(1, 1); $0.packed(8, [1])
      }
    },
    Flawed("a role out of range", "string 7 of a table of 2") { group in
      group.message(4) {
        $0.number(1, 1); $0.packed(8, [7]); $0.deltas(9, [1]); $0.packed(10, [1])
      }
    },
    Flawed("a number of eleven bytes", "a number is longer than 64 bits") { group in
      group.bytes(3, [0x08] + [UInt8](repeating: 0xFF, count: 10) + [0x01])
    },
    Flawed("a number of 70 bits", "a number is longer than 64 bits") { group in
      group.bytes(3, [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x7F])
    },
    Flawed("a field that passes its message", "passes the end of its message") { group in
      group.bytes(3, [0x42, 0x05, 0x00])
    },
    Flawed("a field of 2^63 bytes", "passes the end of its message") { group in
      group.bytes(3, [0x42] + [UInt8](repeating: 0xFF, count: 9) + [0x01])
    },
    Flawed("field number 0", "field number 0") { $0.bytes(3, [0x02, 0x00]) },
    Flawed("an unknown wire type", "wire type 3") { $0.bytes(3, [0x7B]) },
    Flawed("a fixed field that is cut off", "a field is cut off") { $0.bytes(3, [0x79, 0, 0]) },
    Flawed("a number that is cut off", "a number is cut off, before byte 13 of the unpacked data") {
      $0.bytes(3, [0x08, 0x80])
    },
  ]

  @Test("a block that breaks the format is corrupt", arguments: flawed)
  func corrupt(_ flawed: Flawed) {
    let header = PBFWriter.header()
    let reading = Reading(header + PBFWriter.blob("OSMData", flawed.block))
    #expect(reading.complaint.hasPrefix("test: corrupt PBF data at byte \(header.count + 15): "))
    #expect(reading.complaint.contains(flawed.reason), "\(reading.complaint)")
  }

  @Test("a granularity that is not positive is corrupt", arguments: [0, -1, .max] as [Int64])
  func granularity(_ granularity: Int64) {
    #expect(
      read(granularity: granularity) { _ in }.complaint
        .contains("a block with granularity \(granularity)"))
  }

  @Test("unknown fields are passed over")
  func unknownFields() {
    let reading = read { group in
      group.number(90, 1)
      group.message(3) { way in
        way.number(1, 1)
        way.bytes(100, [1, 2, 3])
        way.deltas(8, [4])
        way.deltas(9, [7])
      }
    }
    #expect(reading.lines == ["w1 4"])
  }
}
