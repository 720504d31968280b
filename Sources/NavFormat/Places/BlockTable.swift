internal import Bytes

/// A table of eight columns in blocks of 64 rows, read in place (Formats/places.md, section 2.1).
///
/// Within a block, a number is as wide as the spread of its column there needs: of neighbours, most columns differ
/// little.
struct BlockTable: Sendable {
  /// A row.
  typealias Row = SIMD8<UInt32>

  /// The number of rows of a block.
  static let blockLength = 64
  /// The bytes in front of the rows of a block: the widths of the columns, then their least numbers.
  private static let headLength = 40
  /// The maximum width of a number, and of a row, in bits.
  private static let most = (number: 32, row: 255)

  /// The number of rows.
  let count: Int
  /// Where each block begins in the rows, then their length.
  let starts: Range<Int>
  /// The blocks.
  let rows: Range<Int>

  /// The number of blocks of a number of rows.
  static func blockCount(_ count: Int) -> Int { (count + blockLength - 1) / blockLength }

  /// The sum of eight bytes, which must be below 256: the product has it in its highest byte.
  @inline(__always)
  private static func sum(_ bytes: UInt64) -> Int { Int((bytes &* 0x0101_0101_0101_0101) &>> 56) }

  /// A column of the block of a row, and the least number in it.
  @inline(__always)
  private func column(
    _ bytes: RawSpan, _ column: Int, _ block: Int
  ) -> (packed: PackedColumn, least: UInt32) {
    let head = rows.lowerBound &+ Int(bytes.u32(starts.lowerBound &+ 4 &* block))
    let widths = bytes.u64(head)
    let before = column == 0 ? 0 : Self.sum(widths &<< UInt64(64 &- 8 &* column))
    let width = Int(truncatingIfNeeded: widths &>> UInt64(8 &* column) & 0xFF)
    let packed = PackedColumn(
      at: 8 &* (head &+ Self.headLength) &+ before, width: width, stride: Self.sum(widths))
    return (packed, bytes.u32(head &+ 8 &+ 4 &* column))
  }

  /// A number of a row.
  @inline(__always)
  func number(_ bytes: RawSpan, _ column: Int, _ row: Int) -> UInt32 {
    let (packed, least) = self.column(bytes, column, row / Self.blockLength)
    return least
      &+ UInt32(truncatingIfNeeded: packed.number(bytes, row % Self.blockLength))
  }

  /// The first row with a number above a limit in a column; nil if there is none.
  ///
  /// Most blocks are too narrow for such a number, so that their rows are not looked at.
  func firstRow(_ bytes: RawSpan, _ column: Int, above limit: Int64) -> Int? {
    for block in 0..<Self.blockCount(count) {
      let (packed, least) = self.column(bytes, column, block)
      if Int64(least) + Int64(packed.mask) <= limit { continue }
      let start = block * Self.blockLength
      for row in start..<min(start + Self.blockLength, count)
      where Int64(number(bytes, column, row)) > limit {
        return row
      }
    }
    return nil
  }

  /// The sum of a column over the rows of a block before a row.
  func total(_ bytes: RawSpan, _ column: Int, before row: Int) -> Int {
    let rows = row % Self.blockLength
    let (packed, least) = self.column(bytes, column, row / Self.blockLength)
    return (0..<rows).reduce(rows &* Int(least)) {
      $0 &+ Int(truncatingIfNeeded: packed.number(bytes, $1))
    }
  }

  /// Checks that the blocks follow each other without gaps and have the rows that they must have.
  ///
  /// - Returns: What is wrong and the byte where it is; nil if nothing is. Until then, no number may be read.
  func flaw(_ bytes: RawSpan) -> (at: Int, rule: String)? {
    let blocks = Self.blockCount(count)
    var end = 0
    for block in 0...blocks {
      let at = starts.lowerBound + 4 * block
      guard Int(bytes.u32(at)) == end else { return (at, "block \(block) begins elsewhere") }
      guard block < blocks else { break }
      let head = rows.lowerBound + end
      guard rows.upperBound - head >= Self.headLength else {
        return (head, "block \(block) is not inside")
      }
      let widths = (0..<8).map { Int(bytes.u8(head + $0)) }
      let stride = widths.reduce(0, +)
      guard widths.allSatisfy({ $0 <= Self.most.number }), stride <= Self.most.row else {
        return (head, "block \(block) has numbers that are too wide")
      }
      let here = min(count - block * Self.blockLength, Self.blockLength)
      end += Self.headLength + (here * stride + 7) / 8
      guard end <= rows.count else { return (head, "block \(block) is not inside") }
    }
    return end == rows.count ? nil : (rows.lowerBound, "there are rows of no block")
  }

  /// Encodes rows.
  ///
  /// - Returns: Where each block begins, then the length of all; and the blocks.
  static func encoded(_ table: [Row]) -> (starts: [UInt32], rows: [UInt8]) {
    var starts: [UInt32] = []
    var writer = ByteWriter()
    for start in stride(from: 0, to: table.count, by: blockLength) {
      starts.append(UInt32(writer.count))
      let block = table[start..<min(start + blockLength, table.count)]
      let low = block.reduce(Row(repeating: .max)) { pointwiseMin($0, $1) }
      let spread = block.reduce(Row()) { pointwiseMax($0, $1) } &- low
      let widths = (0..<8).map { UInt32.bitWidth - spread[$0].leadingZeroBitCount }
      writer.raw(widths.map { UInt8($0) })
      for column in 0..<8 { writer.u32(low[column]) }
      var packer = BitPacker()
      for row in block {
        for (column, width) in widths.enumerated() {
          packer.append(UInt64(row[column] - low[column]), width)
        }
      }
      writer.raw(packer.finished())
    }
    starts.append(UInt32(writer.count))
    return (starts, writer.bytes)
  }
}
