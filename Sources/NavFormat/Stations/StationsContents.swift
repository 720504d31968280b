internal import Bytes
package import Geo
package import RoadModel

/// Encodes the section that ``StationsView`` reads.
package struct StationsContents: Sendable {
  /// A station with its texts as offsets in the names section.
  package struct Station: Sendable {
    /// The OSM element.
    package var element: StationsView.Element
    /// The position.
    package var position: Coordinate
    /// The offsets of its texts; 0 for none.
    package var texts: (name: UInt32, operatorName: UInt32, openingHours: UInt32, access: UInt32)
    /// All other facts; its texts are not written.
    package var reading: StationReading

    /// A station from its parts.
    package init(
      element: StationsView.Element, position: Coordinate,
      texts: (name: UInt32, operatorName: UInt32, openingHours: UInt32, access: UInt32),
      reading: StationReading
    ) {
      self.element = element
      self.position = position
      self.texts = texts
      self.reading = reading
    }
  }

  /// The stations, with neighbours next to each other.
  package var stations: [Station]

  /// The contents of some stations; sorts them.
  package init(_ stations: [Station]) {
    let keyed = stations.map { ($0, HilbertCurve.index(of: $0.position)) }
    self.stations = keyed.sorted { ($0.1, $0.0.element) < ($1.1, $1.0.element) }.map(\.0)
  }

  /// The bytes of the section.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    func align() { while writer.count % 8 != 0 { writer.u8(0) } }
    func column(_ write: (Station) -> Void) {
      align()
      for station in stations { write(station) }
    }
    let connectors = stations.flatMap(\.reading.connectors)
    writer.u32(UInt32(stations.count))
    writer.u32(UInt32(connectors.count))
    writer.u32(StationsLayout.version)
    writer.u32(0)
    column { writer.i64($0.element.stored) }
    column { writer.i32($0.position.latitudeUnits) }
    column { writer.i32($0.position.longitudeUnits) }
    column { writer.u32($0.texts.name) }
    column { writer.u32($0.texts.operatorName) }
    column { writer.u32($0.texts.openingHours) }
    column { writer.u32($0.texts.access) }
    column { writer.u16($0.reading.capacity) }
    column { writer.u8($0.reading.fee.map { $0 ? 2 : 1 } ?? 0) }
    column { writer.u8($0.reading.vehicles.rawValue) }
    align()
    var first: UInt32 = 0
    writer.u32(0)
    for station in stations {
      first += UInt32(station.reading.connectors.count)
      writer.u32(first)
    }
    align()
    let boxes = stations.map { station in
      var box = Box.empty
      box.add(station.position)
      return box
    }
    for box in BoxTree(itemCount: boxes.count).boxes(of: boxes) { box.write(to: &writer) }
    align()
    for row in connectors { writer.u32(row.watts) }
    align()
    for row in connectors { writer.u16(row.count) }
    align()
    for row in connectors { writer.u8(row.socket.rawValue) }
    return writer.bytes
  }
}
