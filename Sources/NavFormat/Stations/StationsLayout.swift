internal import Bytes

/// The positions of the columns in the section of charging stations (Formats/stations.md, section 2).
///
/// ``init(_:at:)`` checks that the columns fit the section's length; ``StationsView/validate(at:namesLength:)`` checks
/// their contents.
package struct StationsLayout: Sendable, Hashable {
  /// The version of the layout.
  package static let version: UInt32 = 2
  /// The length of the section's header in bytes.
  package static let headerLength = 16

  /// Number of stations (N).
  package let stationCount: Int
  /// Number of rows of connectors (K).
  package let connectorCount: Int

  let id: Range<Int>
  let latitude: Range<Int>
  let longitude: Range<Int>
  let name: Range<Int>
  let operatorName: Range<Int>
  let openingHours: Range<Int>
  let access: Range<Int>
  let capacity: Range<Int>
  let fee: Range<Int>
  let vehicles: Range<Int>
  let first: Range<Int>
  let boxes: Range<Int>
  let watts: Range<Int>
  let count: Range<Int>
  let socket: Range<Int>

  /// Reads the header of the section and locates its columns.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/truncated(part:needs:has:)``, ``FormatError/otherLayout(part:offset:found:known:)`` or
  ///   ``FormatError/invalid(part:offset:rule:)``.
  package init(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    let part = "section 'charging stations'"
    guard bytes.byteCount >= Self.headerLength else {
      throw .truncated(
        part: part, needs: UInt64(Self.headerLength), has: UInt64(bytes.byteCount))
    }
    guard bytes.u32(8) == Self.version else {
      throw .otherLayout(
        part: part, offset: offset + 8, found: bytes.u32(8), known: Self.version)
    }
    stationCount = Int(bytes.u32(0))
    connectorCount = Int(bytes.u32(4))
    guard bytes.u32(12) == 0 else {
      throw .invalid(part: part, offset: offset + 12, rule: "reserved is not zero")
    }
    var at = Self.headerLength
    // Counts are below 2^32, so the sums cannot overflow.
    func column(_ count: Int, _ stride: Int) -> Range<Int> {
      let start = (at + 7) & ~7
      at = start + count * stride
      return start..<at
    }
    id = column(stationCount, 8)
    latitude = column(stationCount, 4)
    longitude = column(stationCount, 4)
    name = column(stationCount, 4)
    operatorName = column(stationCount, 4)
    openingHours = column(stationCount, 4)
    access = column(stationCount, 4)
    capacity = column(stationCount, 2)
    fee = column(stationCount, 1)
    vehicles = column(stationCount, 1)
    first = column(stationCount + 1, 4)
    boxes = column(BoxTree(itemCount: stationCount).boxCount, 16)
    watts = column(connectorCount, 4)
    count = column(connectorCount, 2)
    socket = column(connectorCount, 1)
    guard at == bytes.byteCount else {
      throw .truncated(part: part, needs: UInt64(at), has: UInt64(bytes.byteCount))
    }
  }
}
