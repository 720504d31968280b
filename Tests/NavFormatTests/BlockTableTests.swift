import Bytes
import TestSupport
import Testing

@testable import NavFormat

/// Tables in blocks: read as they were written, and refused where a block says what can't be.
@Suite struct BlockTableTests {
  /// The widest numbers of each column; a row of a place has no more than 255 bits either.
  private static let widths = [27, 27, 32, 31, 32, 0, 8, 1]

  /// Rows whose numbers spread by at most so many bits in each column, from any least number on.
  private static func rows(_ count: Int, _ generator: inout SeededGenerator) -> [BlockTable.Row] {
    var table = [BlockTable.Row](repeating: BlockTable.Row(), count: count)
    for start in stride(from: 0, to: count, by: 64) {
      for (column, width) in widths.enumerated() {
        let spread = UInt64(1) << UInt64.random(in: 0...UInt64(width), using: &generator)
        let most = UInt32(truncatingIfNeeded: spread) &- 1
        let low = UInt32.random(in: 0...UInt32.max - most, using: &generator)
        for row in start..<min(start + 64, count) {
          table[row][column] = low + UInt32.random(in: 0...most, using: &generator)
        }
      }
    }
    return table
  }

  /// The bytes of a table, and behind them what follows in a section at least.
  private static func encoded(_ rows: [BlockTable.Row]) -> (table: BlockTable, bytes: [UInt8]) {
    let (starts, blocks) = BlockTable.encoded(rows)
    var writer = ByteWriter()
    for start in starts { writer.u32(start) }
    let begin = writer.count
    writer.raw(blocks)
    let end = writer.count
    writer.u64(.max)
    return (BlockTable(count: rows.count, starts: 0..<begin, rows: begin..<end), writer.bytes)
  }

  @Test("any numbers come back", arguments: [0, 1, 2, 63, 64, 65, 128, 1_000])
  func roundTrip(_ count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      let rows = Self.rows(count, &generator)
      let (table, bytes) = Self.encoded(rows)
      #expect(table.flaw(bytes.rawBytes) == nil)
      for (row, numbers) in rows.enumerated() {
        for column in 0..<8 {
          #expect(table.number(bytes.rawBytes, column, row) == numbers[column])
        }
        let before = rows[row / 64 * 64..<row].reduce(0) { $0 + Int($1[6]) }
        #expect(table.total(bytes.rawBytes, 6, before: row) == before)
      }
    }
  }

  @Test("rows that are equal take their block's head alone")
  func equal() {
    let row = BlockTable.Row(7, .max, 0, 1, 2, 3, 4, 5)
    let (starts, blocks) = BlockTable.encoded([BlockTable.Row](repeating: row, count: 65))
    #expect(starts == [0, 40, 80] && blocks.count == 80)
  }

  @Test("blocks elsewhere, too short, too long or too wide are refused")
  func flaws() throws {
    var generator = SeededGenerator(seed: 9)
    let (table, good) = Self.encoded(Self.rows(130, &generator))
    func isRefused(_ change: (inout [UInt8]) -> Void) -> Bool {
      var bytes = good
      change(&bytes)
      return table.flaw(bytes.rawBytes) != nil
    }
    let head = table.rows.lowerBound
    #expect(!isRefused { _ in })
    for block in 0...3 { #expect(isRefused { $0[4 * block] ^= 1 }) }
    #expect(isRefused { $0[head] += 1 })
    #expect(isRefused { $0[head] = 33 })
    #expect(isRefused { bytes in for column in 0..<8 { bytes[head + column] = 32 } })
    let cut = BlockTable(
      count: table.count, starts: table.starts, rows: head..<table.rows.upperBound - 1)
    #expect(cut.flaw(good.rawBytes) != nil)
    let more = BlockTable(
      count: table.count, starts: table.starts, rows: head..<table.rows.upperBound + 1)
    #expect(more.flaw(good.rawBytes) != nil)
  }
}
