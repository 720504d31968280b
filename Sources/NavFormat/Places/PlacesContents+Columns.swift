internal import Bytes
internal import Geo
internal import RoadModel

extension PlacesContents {
  /// The steps in which positions are stored, from the south-west corner of all of them.
  struct Grid {
    /// The corner, in units of 1e-7 degrees.
    let origin: (latitude: Int32, longitude: Int32)

    /// The grid of some places and addresses.
    init(_ contents: PlacesContents) {
      var box = Box.empty
      for place in contents.places { box.add(place.position) }
      for address in contents.addresses { box.add(address.position) }
      origin = box.isEmpty ? (0, 0) : (box.minLatitude, box.minLongitude)
    }

    /// The nearest step that lies on earth.
    func steps(_ position: Coordinate) -> (latitude: UInt32, longitude: UInt32) {
      func steps(_ value: Int32, _ low: Int32, _ most: Int64) -> UInt32 {
        let step = Int64(PlacesContents.step)
        let units = Int64(value) - Int64(low)
        let rounded = (units + step / 2) / step
        return UInt32(Int64(low) + rounded * step <= most ? rounded : units / step)
      }
      return (
        steps(position.latitudeUnits, origin.latitude, 900_000_000),
        steps(position.longitudeUnits, origin.longitude, 1_800_000_000)
      )
    }

    /// The box around a position as a reader has it.
    func box(_ position: Coordinate) -> Box {
      let steps = steps(position)
      return box((steps.latitude, steps.latitude), (steps.longitude, steps.longitude))
    }

    /// The box from some steps to others, including both.
    func box(_ latitude: (UInt32, UInt32), _ longitude: (UInt32, UInt32)) -> Box {
      func units(_ low: Int32, _ steps: UInt32) -> Int32 {
        low &+ Int32(bitPattern: steps &* UInt32(PlacesContents.step))
      }
      return Box(
        minLatitude: units(origin.latitude, latitude.0),
        minLongitude: units(origin.longitude, longitude.0),
        maxLatitude: units(origin.latitude, latitude.1),
        maxLongitude: units(origin.longitude, longitude.1))
    }
  }

  /// Details, of which many places have the same.
  struct DistinctDetails {
    /// A kind and a text.
    struct Pair: Hashable {
      var kind: UInt8
      var text: UInt32
    }

    /// The distinct ones, ascending by kind and text.
    let distinct: [Pair]
    /// The index of each detail among them.
    let indices: [Int]
    /// The place of each detail.
    let places: [Int]

    /// The distinct ones among details.
    init(_ details: [Detail]) {
      func pair(_ detail: Detail) -> Pair { Pair(kind: detail.kind.rawValue, text: detail.text) }
      distinct = Set(details.map(pair)).sorted { ($0.kind, $0.text) < ($1.kind, $1.text) }
      let index = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1, $0) })
      indices = details.map { index[pair($0)] ?? 0 }
      places = details.map(\.place)
    }

    /// Writes the columns of details.
    func write(to writer: inout ByteWriter, placeCount: Int, textWidth: Int) {
      // The first detail of every block of places, then the number of all.
      var starts: [Int] = []
      var row = 0
      for place in stride(from: 0, to: placeCount, by: BlockTable.blockLength) {
        while row < places.count, places[row] < place { row += 1 }
        starts.append(row)
      }
      writer.column(starts + [places.count]) { $0.u32(UInt32($1)) }
      var packer = BitPacker()
      let width = PlacesLayout.bits(distinct.count - 1)
      for index in indices { packer.append(UInt64(index), width) }
      writer.column(packer.finished())
      writer.column(distinct) { $0.number($1.text, textWidth) }
      writer.column(distinct) { $0.u8($1.kind) }
    }
  }
}

/// Values numbered in the order in which they occur first.
struct FirstOccurrences<Value: Hashable> {
  private(set) var values: [Value] = []
  private var known: [Value: UInt32] = [:]

  /// Values that have numbers already.
  init(_ values: [Value] = []) {
    for value in values { _ = index(value) }
  }

  /// The number of a value, a new one if it has none.
  mutating func index(_ value: Value) -> UInt32 {
    if let index = known[value] { return index }
    let index = UInt32(values.count)
    known[value] = index
    values.append(value)
    return index
  }
}

extension ByteWriter {
  /// Appends the lowest bytes of a number.
  mutating func number(_ value: UInt32, _ width: Int) {
    switch width {
    case 2: u16(UInt16(truncatingIfNeeded: value))
    case 3:
      u16(UInt16(truncatingIfNeeded: value))
      u8(UInt8(truncatingIfNeeded: value >> 16))
    default: u32(value)
    }
  }

  /// Appends a column at the next multiple of eight bytes.
  mutating func column<Item>(_ items: [Item], _ write: (inout ByteWriter, Item) -> Void) {
    align(8)
    for item in items { write(&self, item) }
  }

  /// Appends a column of bytes.
  mutating func column(_ bytes: [UInt8]) {
    align(8)
    raw(bytes)
  }

  /// Appends both columns of a table in blocks.
  mutating func columns(_ table: (starts: [UInt32], rows: [UInt8])) {
    column(table.starts) { $0.u32($1) }
    column(table.rows)
  }

  /// Appends the tree of the boxes around rows.
  mutating func boxes(_ rows: [Box]) {
    let chunks = stride(from: 0, to: rows.count, by: PlacesLayout.chunk).map { start in
      rows[start..<min(start + PlacesLayout.chunk, rows.count)]
        .reduce(into: Box.empty) { $0.add($1) }
    }
    column(BoxTree(itemCount: chunks.count).boxes(of: chunks)) { $1.write(to: &$0) }
  }
}
