internal import Bytes
package import Geo
package import RoadModel

/// The charging stations of a map, read in place (Formats/stations.md); valid while the file's bytes are borrowed.
///
/// Once the bytes have passed ``validate(at:namesLength:)``, every index found in them is valid. Any other index that
/// is out of range traps.
package struct StationsView: ~Escapable {
  private let bytes: RawSpan
  private let layout: StationsLayout

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, layout: StationsLayout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// An OSM element by its kind and number.
  package struct Element: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The kinds of elements by their numbers in the file.
    package enum Kind: UInt8, Sendable {
      case node = 0
      case way = 1
      case relation = 2

      /// Its word, because finding the name of a case is slow.
      var word: String {
        switch self {
        case .node: "node"
        case .way: "way"
        case .relation: "relation"
        }
      }
    }

    /// The numbers that fit into the column with their kind.
    package static let numbers: ClosedRange<Int64> = -1 << 61...1 << 61 - 1

    /// Its kind.
    package var kind: Kind
    /// The OSM id, in ``numbers``; below zero in files from editors.
    package var number: Int64

    /// An element.
    package init(_ kind: Kind, _ number: Int64) {
      self.kind = kind
      self.number = number
    }

    /// The element of a value of the column; nil if its kind is unknown.
    init?(stored: Int64) {
      guard let kind = Kind(rawValue: UInt8(stored & 3)) else { return nil }
      self.init(kind, stored >> 2)
    }

    /// The value in the column.
    var stored: Int64 { number << 2 | Int64(kind.rawValue) }

    /// `node/123`, `way/123` or `relation/123`.
    package var description: String { "\(kind.word)/\(number)" }

    /// Nodes before ways before relations, then by number.
    package static func < (a: Element, b: Element) -> Bool {
      (a.kind.rawValue, a.number) < (b.kind.rawValue, b.number)
    }
  }

  private func u32(_ column: Range<Int>, _ row: Int) -> UInt32 {
    bytes.u32(column.lowerBound + 4 * row)
  }

  /// The number of stations.
  package var count: Int { layout.stationCount }

  /// The OSM element of a station.
  package func element(_ station: Int) -> Element {
    let stored = storedElement(station)
    return Element(stored: stored) ?? Element(.node, stored >> 2)
  }

  private func storedElement(_ station: Int) -> Int64 {
    bytes.i64(layout.id.lowerBound + 8 * station)
  }

  /// The position of a station.
  package func position(_ station: Int) -> Coordinate {
    Coordinate(
      latitudeUnits: Int32(bitPattern: u32(layout.latitude, station)),
      longitudeUnits: Int32(bitPattern: u32(layout.longitude, station)))
  }

  /// The offsets in the names section of name, operator, opening hours and access; 0 for none.
  package func textOffsets(
    _ station: Int
  ) -> (name: UInt32, operatorName: UInt32, openingHours: UInt32, access: UInt32) {
    (
      u32(layout.name, station), u32(layout.operatorName, station),
      u32(layout.openingHours, station), u32(layout.access, station)
    )
  }

  /// The number of vehicles that can charge at once; 0 if unknown.
  package func capacity(_ station: Int) -> UInt16 {
    bytes.u16(layout.capacity.lowerBound + 2 * station)
  }

  /// Whether charging costs money; nil if unknown.
  package func fee(_ station: Int) -> Bool? {
    switch bytes.u8(layout.fee.lowerBound + station) {
    case 1: false
    case 2: true
    default: nil
    }
  }

  /// The vehicles that a station serves.
  package func vehicles(_ station: Int) -> StationReading.Vehicles {
    StationReading.Vehicles(rawValue: bytes.u8(layout.vehicles.lowerBound + station))
  }

  /// The connectors of a station; kinds that this version does not know are `other`.
  package func connectors(_ station: Int) -> [StationReading.Connectors] {
    (u32(layout.first, station)..<u32(layout.first, station + 1)).map { row in
      let row = Int(row)
      let socket = bytes.u8(layout.socket.lowerBound + row)
      return StationReading.Connectors(
        StationReading.Socket(rawValue: socket) ?? .other, watts: u32(layout.watts, row),
        count: bytes.u16(layout.count.lowerBound + 2 * row))
    }
  }

  /// The stations in a box, ascending.
  ///
  /// - Complexity: O(log n) for few stations.
  package func stations(in box: Box) -> [Int] {
    var found: [Int] = []
    let start = layout.boxes.lowerBound
    BoxTree(itemCount: count).search(
      box: { Box(bytes, at: start + 16 * $0) }, bound: { $0.intersects(box) ? 0 : .infinity },
      visit: { stations in
        found += stations.filter { box.contains(position($0)) }
        return .infinity
      })
    return found.sorted()
  }

  /// Checks every reference in the section, so that no reader is misled.
  ///
  /// - Parameters:
  ///   - offset: The offset of the section in the file, for messages.
  ///   - namesLength: The length of the names section.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` for the first flaw.
  /// - Complexity: O(section).
  package func validate(at offset: UInt64, namesLength: UInt64) throws(FormatError) {
    func fault(_ column: Range<Int>, _ rule: String) -> FormatError {
      .invalid(
        part: "section 'charging stations'", offset: offset + UInt64(column.lowerBound), rule: rule)
    }
    guard u32(layout.first, 0) == 0, u32(layout.first, count) == layout.connectorCount else {
      throw fault(layout.first, "the first or the last row of connectors is another")
    }
    for station in 0..<count {
      guard Element(stored: storedElement(station)) != nil else {
        throw fault(layout.id, "the kind of the element of station \(station) is unknown")
      }
      guard position(station).isOnEarth else {
        throw fault(layout.latitude, "station \(station) lies not on earth")
      }
      guard u32(layout.first, station) <= u32(layout.first, station + 1) else {
        throw fault(layout.first, "the connectors of station \(station) are out of order")
      }
      for column in [layout.name, layout.operatorName, layout.openingHours, layout.access]
      where UInt64(u32(column, station)) >= namesLength {
        throw fault(column, "a text of station \(station) is not inside")
      }
      guard bytes.u8(layout.fee.lowerBound + station) <= 2 else {
        throw fault(layout.fee, "the fee of station \(station) is unknown")
      }
    }
    for row in 0..<layout.connectorCount
    where bytes.u16(layout.count.lowerBound + 2 * row) == 0 {
      throw fault(layout.count, "row \(row) has no connector")
    }
  }
}
