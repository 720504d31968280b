import Bytes
import RoadCosts
import RouteModel

/// The energies along arcs of the hierarchy, kept from table to table.
///
/// The tables of a trip with charging stops, and the trips of a vehicle, have most of their roads in common.
final class EnergyArcCache: Sendable {
  /// What the energies depend on.
  struct Key: Hashable, Sendable {
    /// The number of the metric, whose paths they are.
    let metric: UInt32
    let rules: MetricCache.Key
    let model: ConsumptionModel
  }

  private struct State {
    /// The latest last.
    var kept: [(key: Key, arcs: KnownArcs<EnergyBalance>)] = []
  }

  /// The maximum number of vehicles.
  private static let vehicleLimit = 2
  /// The maximum number of arcs of a vehicle, which take some ten megabytes.
  private static let arcLimit = 150_000
  private let state = Guarded(State())

  /// Takes the known arcs, to be put back with more.
  func take(_ key: Key) -> KnownArcs<EnergyBalance> {
    state.withLock { state in
      guard let place = state.kept.firstIndex(where: { $0.key == key }) else { return KnownArcs() }
      return state.kept.remove(at: place).arcs
    }
  }

  /// Keeps known arcs, unless there are too many.
  func put(_ arcs: KnownArcs<EnergyBalance>, _ key: Key) {
    if arcs.count > Self.arcLimit { return }
    state.withLock { state in
      state.kept.removeAll { $0.key == key }
      state.kept.append((key, arcs))
      if state.kept.count > Self.vehicleLimit { state.kept.removeFirst() }
    }
  }
}
