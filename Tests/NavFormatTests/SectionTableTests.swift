import Bytes
import NavFormat
import RoadModel
import Testing

@Suite struct SectionTableTests {
  /// A file of 1,024 bytes with six sections, from byte 480 on; only its table matters here.
  static let good: [SectionEntry] = (0..<6 as Range<UInt64>).map { index in
    let offset: UInt64 = 480 + 64 * index
    return SectionEntry(
      id: UInt32(index) + 1, offset: offset, length: 33 + index,
      check: 0x0101_0101 * (UInt32(index) + 1))
  }

  private static func moved(_ entry: SectionEntry, by bytes: UInt64) -> SectionEntry {
    var entry = entry
    entry.offset += bytes
    return entry
  }

  /// The good sections, farther behind.
  private static func moved(by bytes: UInt64) -> [SectionEntry] {
    good.map { moved($0, by: bytes) }
  }

  /// Reads a table of entries as it stands in a file, with its check value put right.
  private static func read(
    _ entries: [SectionEntry], flip: Int? = nil, reserved: Int? = nil, length: Int = 1_024
  ) throws(FormatError) -> SectionTable {
    var table = SectionTable(entries: entries).encoded()
    if let reserved { table[reserved] = 1 }
    var header = FileHeader()
    header.sectionCount = UInt32(entries.count)
    header.sectionTableCheck = CRC32C.value(of: table.rawBytes)
    if let flip { table[flip / 8] ^= 1 << UInt8(flip % 8) }
    var bytes = [UInt8](repeating: 0, count: 256) + table
    bytes += [UInt8](repeating: 0, count: max(0, length - bytes.count))
    return try SectionTable(bytes.rawBytes, header: header)
  }

  private static func change(_ index: Int, _ edit: (inout SectionEntry) -> Void) -> [SectionEntry] {
    var entries = good
    edit(&entries[index])
    return entries
  }

  @Test("a table that was written is read the same, and found by id")
  func roundTrip() throws {
    let table = try Self.read(Self.good)
    #expect(table.entries == Self.good)
    #expect(SectionID.allCases.compactMap { table[$0]?.id } == [1, 2, 3, 4, 5, 6])
    // The mode, and a bit for what is kept away from.
    let keys: [UInt32] = [0, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12].flatMap { avoided in
      (0..<8).map { avoided | $0 }
    }
    #expect(MetricProfile.all.map { SectionID.metric($0).key } == keys)
    #expect(MetricProfile.all.allSatisfy { SectionID.metric($0).number == 16 })
    for id in SectionID.allCases { #expect(SectionID(number: id.number, key: id.key) == id) }
    let unknown: [(UInt32, UInt32)] = [
      (0, 0), (11, 0), (15, 0), (17, 0), (4, 1), (16, 8), (16, 3 << 8), (16, 1 << 13),
    ]
    for (number, key) in unknown { #expect(SectionID(number: number, key: key) == nil) }
    #expect(table[.names]?.range == 672..<708)
    let bytes = table.encoded()
    #expect(bytes.count == 6 * 32)
    // The second entry: id, key, offset, length, check, reserved.
    #expect(
      Array(bytes[32..<64]) == [
        2, 0, 0, 0, 0, 0, 0, 0, 0x20, 2, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0,
      ]
        + [0, 0, 2, 2, 2, 2, 0, 0, 0, 0])
  }

  @Test("the sample trip and the hierarchy may be missing, the first five sections may not")
  func missing() throws {
    #expect(try Self.read(Array(Self.good.dropLast()))[.sampleTrip] == nil)
    for id in SectionID.allCases where id.isRequired {
      let entries = Self.good.filter { $0.id != id.number }
      #expect(
        throws: FormatError.invalid(
          part: "section table", offset: 256, rule: "section '\(id.name)' is missing")
      ) { try Self.read(entries) }
    }
  }

  @Test("sections that are not known are skipped, and keep their place")
  func unknown() throws {
    let extra = SectionEntry(id: 77, offset: 896, length: 128, check: 5)
    let table = try Self.read(Self.good + [extra])
    #expect(table.entries.last == extra && extra.name == "section 77")
    // Known numbers with keys that are not, too.
    let others = [(4, 9), (16, 0x7000), (16, 31)].map {
      SectionEntry(id: $0.0, key: $0.1, offset: 896, length: 0, check: 0)
    }
    let more = try Self.read(Self.moved(by: 96) + others.map { Self.moved($0, by: 96) })
    #expect(more[.names]?.length == table[.names]?.length && more.entries.count == 9)
    #expect(others[0].name == "section 4 9")
  }

  @Test("there may be thousands of sections, of one number too")
  func many() throws {
    let many = (0..<4_000 as Range<UInt32>).map {
      SectionEntry(id: 16, key: $0, offset: 1 << 20, length: 0, check: 0)
    }
    let table = try Self.read(Self.moved(by: 1 << 18) + many, length: 1 << 20)
    #expect(table[.metric(MetricProfile(.foot))]?.key == 3)
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    let name: String
    let index: Int
    let rule: String
    let entries: [SectionEntry]
    var testDescription: String { name }
  }

  private static let outside = "lies outside the file or over another"

  static let flaws: [Flaw] = [
    .init(
      name: "over the one before", index: 2, rule: "section 'tiles' \(outside)",
      entries: change(2) { $0.offset = 560 }),
    .init(
      name: "at the same place", index: 1, rule: "section 'tile index' \(outside)",
      entries: change(1) { $0.offset = 480 }),
    .init(
      name: "too long, into the next", index: 3, rule: "section 'names' \(outside)",
      entries: change(2) { $0.length = 65 }),
    .init(
      name: "over the table", index: 0, rule: "section 'tile directory' \(outside)",
      entries: change(0) { $0.offset = 432 }),
    .init(
      name: "over the header", index: 0, rule: "section 'tile directory' \(outside)",
      entries: change(0) { $0.offset = 0 }),
    .init(
      name: "not at a multiple of 16", index: 5, rule: "section 'sample trip' \(outside)",
      entries: change(5) { $0.offset += 8 }),
    .init(
      name: "past the end by a byte", index: 5, rule: "section 'sample trip' \(outside)",
      entries: change(5) { $0.length = 1_024 - 800 + 1 }),
    .init(
      name: "far past the end", index: 5, rule: "section 'sample trip' \(outside)",
      entries: change(5) { $0.offset = 1 << 63 }),
    .init(
      name: "so long that its end wraps", index: 5, rule: "section 'sample trip' \(outside)",
      entries: change(5) { $0.length = .max - 700 }),
    .init(
      name: "at the last byte there is", index: 5, rule: "section 'sample trip' \(outside)",
      entries: change(5) {
        $0.offset = .max - 15
        $0.length = 32
      }),
    .init(
      name: "out of order", index: 1, rule: "section 'tile directory' \(outside)",
      entries: [good[1], good[0]] + good[2...]),
    .init(
      name: "twice", index: 3, rule: "section 'tiles' is there twice",
      entries: change(3) { $0.id = 3 }),
    .init(
      name: "an unknown one twice", index: 6, rule: "section 'section 11' is there twice",
      entries: change(5) { $0.id = 11 } + [SectionEntry(id: 11, offset: 896, length: 0, check: 0)]),
    .init(
      name: "a metric twice", index: 6, rule: "section 'metric truck' is there twice",
      entries: change(5) { ($0.id, $0.key) = (16, 1) } + [
        SectionEntry(id: 16, key: 1, offset: 896, length: 0, check: 0)
      ]),
  ]

  @Test("a table whose sections do not lie one after the other is refused", arguments: flaws)
  func refused(_ flaw: Flaw) {
    #expect(
      throws: FormatError.invalid(
        part: "section table", offset: UInt64(256 + 32 * flaw.index), rule: flaw.rule)
    ) { try Self.read(flaw.entries) }
  }

  @Test("a section up to the last byte, and an empty one at the end, are inside")
  func lastByte() throws {
    let whole = Self.change(5) { $0.length = 1_024 - 800 }
    #expect(try Self.read(whole)[.sampleTrip]?.range == 800..<1_024)
    let empty = whole + [SectionEntry(id: 9, offset: 1_024, length: 0, check: 0)]
    #expect(try Self.read(empty).entries.count == 7)
  }

  @Test("reserved bytes must be zero")
  func reserved() {
    for index in 0..<6 {
      for byte in [28, 29, 30, 31] {
        #expect(
          throws: FormatError.invalid(
            part: "section table", offset: UInt64(256 + 32 * index), rule: "reserved is not zero")
        ) { try Self.read(Self.good, reserved: 32 * index + byte) }
      }
    }
  }

  @Test("every flipped bit is found by the check")
  func flips() {
    for bit in 0..<8 * 6 * 32 {
      let error = #expect(throws: FormatError.self) { try Self.read(Self.good, flip: bit) }
      guard case .damaged(part: "section table", offset: 256, _, _) = error else {
        Issue.record("bit \(bit): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("a table that the file is too short for is truncated")
  func truncated() {
    var header = FileHeader()
    header.sectionCount = 6
    for length in 256..<448 {
      let bytes = [UInt8](repeating: 0, count: length)
      #expect(
        throws: FormatError.truncated(part: "section table", needs: 448, has: UInt64(length))
      ) { try SectionTable(bytes.rawBytes, header: header) }
    }
  }

  @Test("the build id folds the checks by 13 bits each")
  func buildID() {
    let table = SectionTable(entries: [
      SectionEntry(id: 1, offset: 0, length: 0, check: 0xFFFF_FFFF),
      SectionEntry(id: 2, offset: 0, length: 0, check: 0x0000_0001),
      SectionEntry(id: 3, offset: 0, length: 0, check: 0x8000_0000),
    ])
    // ffffffff << 13 = 1fffffffe000, ^ 1; << 13 = 3fffffffc002000 with nothing past bit 63.
    #expect(table.buildID == 0x03FF_FFFF_FC00_2000 ^ 0x8000_0000)
    #expect(SectionTable(entries: []).buildID == 0)
    let ones = SectionTable(
      entries: (0..<6).map { SectionEntry(id: $0, offset: 0, length: 0, check: 1) })
    // Bit 13 · k of each of the six; the last wraps at 65 to bit 1.
    #expect(ones.buildID == 1 | 1 << 13 | 1 << 26 | 1 << 39 | 1 << 52 | 1 << 1)
  }
}
