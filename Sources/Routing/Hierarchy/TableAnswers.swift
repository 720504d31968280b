import Hierarchy
import NavFormat
import RoadCosts
import RouteModel

/// The ends of a place in a table, and its access to the hierarchy.
struct TableEntry {
  let ends: [SearchEnd]
  var access = TopAccess<WayMeasure>()
  /// The access with energies; empty unless they are requested.
  var energyAccess = TopAccess<EnergyBalance>()
  /// The nodes of the searched cells next to the place.
  var cells: [TopNode] = []
  /// The edges between the place and open roads.
  var zone: Set<LocalKey<TileNumber, EdgeIndex>> = []

  init(_ ends: [SearchEnd]) { self.ends = ends }
}

/// The answers of the top of the hierarchy for pairs of places.
struct TableAnswers {
  /// The answer for a pair.
  enum Answer {
    /// The duration in centiseconds, and the length in centimetres if requested.
    case way(duration: UInt32, length: UInt64)
    case none
    /// The pair requires its own search.
    case unknown
  }

  private let origins: [TableEntry]
  private let table: TopTable<WayMeter>
  /// The energies, a row for each origin; nil unless they are requested.
  private let energies: [[EnergyBalance]]?
  /// Whether a path may exist at any cost, a row for each origin; empty if the costs show it.
  private let isConnected: [[Bool]]
  /// The destinations by the nodes of their cells, and by the edges of their zones.
  private var byCell: [TopNode: [Int]] = [:]
  private var byZone: [LocalKey<TileNumber, EdgeIndex>: [Int]] = [:]

  init(
    from origins: [TableEntry], to destinations: [TableEntry], _ table: TopTable<WayMeter>,
    energies: [[EnergyBalance]]?, isConnected: [[Bool]]
  ) {
    self.origins = origins
    self.table = table
    self.energies = energies
    self.isConnected = isConnected
    for (column, destination) in destinations.enumerated() {
      for cell in destination.cells { byCell[cell, default: []].append(column) }
      for edge in destination.zone { byZone[edge, default: []].append(column) }
    }
  }

  /// The answers from an origin to each destination.
  func row(_ origin: Int) -> [Answer] {
    var answers = table.costs[origin].indices.map { answer(origin, $0) }
    // Paths between places that are close together may not use the top.
    for cell in origins[origin].cells {
      for column in byCell[cell] ?? [] { answers[column] = .unknown }
    }
    for edge in origins[origin].zone {
      for column in byZone[edge] ?? [] { answers[column] = .unknown }
    }
    return answers
  }

  /// The energies from an origin, for the paths in ``row(_:)``; nil unless they are requested.
  func energies(_ origin: Int) -> [EnergyBalance]? { energies?[origin] }

  private func answer(_ row: Int, _ column: Int) -> Answer {
    let cost = table.costs[row][column]
    if cost >= Cost.unreachable {
      // The prices of a path may add up to more than a metric can represent.
      return !isConnected.isEmpty && isConnected[row][column] ? .unknown : .none
    }
    if table.measures.isEmpty { return .way(duration: cost, length: 0) }
    let measure = table.measures[row][column]
    // Only a hostile file has durations out of range.
    guard let duration = UInt32(exactly: Int64(cost) - measure.extra),
      duration <= measure.steadyTime
    else { return .unknown }
    return .way(duration: duration, length: measure.centimetres)
  }
}
