import Geo
import NavFormat
import RoadModel

/// Charging stations, to which the charge points around them belong.
///
/// A charge point (`man_made=charge_point`) is one device of a station, inside its area or beside its node. A station
/// that names no connectors has those of its charge points; one that names them without a power has the highest power
/// of its charge points with such a connector. Charge points far from all stations are a station themselves.
struct StationSites {
  /// A station or a charge point.
  struct Site {
    let element: StationsView.Element
    var reading: StationReading
    let position: Coordinate
    /// The box around its outline.
    let box: Box
    let isChargePoint: Bool
  }

  private struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  /// The maximum distance in metres of a charge point from the box of its station.
  private static let reach = 50.0
  /// The side of a cell is 2 to the power of this many units, about 180 m.
  private static let cellBits = 14
  /// The maximum number of cells of a station; a larger one is not a station, but an error of the map.
  private static let maximumCells = 1_000

  /// The stations: those of the input in their order, then those of charge points.
  private(set) var stations: [Site] = []
  /// Whether each station takes the connectors of its charge points.
  private var takesConnectors: [Bool] = []
  private var cells: [Cell: [Int]] = [:]

  /// The stations among some sites, in any order of stations and charge points.
  init(_ sites: [Site]) {
    for site in sites where !site.isChargePoint {
      add(site, takesConnectors: site.reading.connectors.isEmpty)
    }
    var powers: [Int: [StationReading.Socket: UInt32]] = [:]
    for site in sites where site.isChargePoint {
      guard let station = station(near: site.position) else {
        add(site, takesConnectors: true)
        continue
      }
      if takesConnectors[station] {
        stations[station].reading.add(site.reading.connectors)
        continue
      }
      for connector in site.reading.connectors {
        let known = powers[station]?[connector.socket] ?? 0
        powers[station, default: [:]][connector.socket] = max(known, connector.watts)
      }
    }
    for (station, powers) in powers { stations[station].reading.complete(with: powers) }
  }

  private mutating func add(_ site: Site, takesConnectors takes: Bool) {
    for cell in Self.cells(site.box) { cells[cell, default: []].append(stations.count) }
    stations.append(site)
    takesConnectors.append(takes)
  }

  /// The station nearest to a place; nil if none is within ``reach``.
  private func station(near place: Coordinate) -> Int? {
    let plane = LocalPlane(at: place)
    let north = Self.reach / Distance.metresPerUnit
    let east = Self.reach / max(plane.metresPerLongitudeUnit, 1e-3)
    var box = Box.empty
    box.add(place)
    var best: (station: Int, metres: Double)?
    for cell in Self.cells(box, north: Int(north), east: Int(east)) {
      for station in cells[cell] ?? [] {
        let metres = plane.metres(to: stations[station].box)
        guard metres <= Self.reach else { continue }
        if metres < best?.metres ?? .infinity { best = (station, metres) }
      }
    }
    return best?.station
  }

  /// The cells that a box with margins in units touches; none if they are too many.
  private static func cells(_ box: Box, north: Int = 0, east: Int = 0) -> [Cell] {
    let low = (row: Int(box.minLatitude) - north, column: Int(box.minLongitude) - east)
    let high = (row: Int(box.maxLatitude) + north, column: Int(box.maxLongitude) + east)
    let rows = (low.row >> cellBits)...(high.row >> cellBits)
    let columns = (low.column >> cellBits)...(high.column >> cellBits)
    guard rows.count * columns.count <= maximumCells else { return [] }
    return rows.flatMap { row in columns.map { Cell(row: row, column: $0) } }
  }
}

extension StationReading {
  /// Gives connectors without a power that of their kind.
  fileprivate mutating func complete(with powers: [Socket: UInt32]) {
    for index in connectors.indices where connectors[index].watts == 0 {
      connectors[index].watts = powers[connectors[index].socket] ?? 0
    }
  }

  /// Adds connectors to those of the same kind and power.
  fileprivate mutating func add(_ others: [Connectors]) {
    for other in others {
      let known = connectors.firstIndex {
        $0.socket == other.socket && $0.watts == other.watts
      }
      if let known {
        connectors[known].count = UInt16(
          clamping: Int(connectors[known].count) + Int(other.count))
      } else {
        connectors.append(other)
      }
    }
  }
}
