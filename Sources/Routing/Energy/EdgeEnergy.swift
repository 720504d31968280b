import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The energy of edges by a model of consumption, from the times of a query and the elevation of the map.
///
/// The energy of an edge is a whole number of thousandths, rounded once; only this type computes
/// it. A part of an edge consumes its share, by length, of the whole edge's energy, including climb
/// and descent.
struct EdgeEnergy {
  /// The part of an edge that is driven, in centimetres from its beginning.
  struct Part {
    var driven: UInt32
    var length: UInt32

    /// The driven share of the edge; 1 for an edge without length.
    var share: Double { length > 0 ? Double(driven) / Double(length) : 1 }
  }

  private let rules: QueryRules
  private let map: NavMap
  private let carrier: EnergyCarrier
  private let freeFlow: SpeedCurve
  /// The consumption by speed in traffic; nil if it is the same as without.
  private let traffic: SpeedCurve?
  private let ascent: Double
  private let descent: Double
  private let auxiliary: Double

  /// The energy by a model that was checked.
  init(_ model: ConsumptionModel, _ rules: QueryRules, _ map: NavMap) {
    let model = model.completed(for: rules.vehicle)
    self.rules = rules
    self.map = map
    carrier = model.carrier
    freeFlow = SpeedCurve(model.freeFlow ?? [])
    traffic = model.traffic.map { SpeedCurve($0) }
    ascent = model.ascentPerMetre ?? 0
    descent = model.descentRecoveryPerMetre ?? 0
    auxiliary = model.auxiliaryPerSecond ?? 0
  }

  /// The energy of a base edge and of the turn onto it.
  ///
  /// - Parameters:
  ///   - tile: The tile; the edge may be a copy of one of another tile.
  ///   - edge: The base edge.
  ///   - entered: The time of entry.
  ///   - time: The time of the whole edge.
  ///   - turn: The time of the turn onto it.
  ///   - part: The part that is driven.
  /// - Returns: Thousandths of the unit.
  /// - Throws: `NavError` if the map is damaged there.
  func energy(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds,
    turn: Centiseconds, _ part: Part
  ) throws(NavError) -> Int64 {
    // On a ferry the motor is off.
    if tile.isFerry(edge.segment) { return 0 }
    let metres = Double(part.length) / 100
    let seconds = Double(time) / 100
    let curve =
      if let traffic, rules.hasTrafficTime(tile, edge, at: entered) { traffic } else { freeFlow }
    var whole = metres * curve.value(at: metres / max(seconds, 0.01) * 3.6) + seconds * auxiliary
    if let climb = try map.climb(of: edge, in: tile) {
      whole += Double(climb.ascent) / 10 * ascent - Double(climb.descent) / 10 * descent
    }
    var energy = part.share * whole + Double(turn) / 100 * auxiliary
    if carrier.isFuel { energy = max(energy, 0) }
    let most = Double(SectionEnergy.Span.maximumEnergy)
    return Int64(min(max((energy * 1_000).rounded(), -most), most))
  }

  /// The need above which that of places farther back along a path stays above a value, in hundredths.
  ///
  /// An edge takes at least what its climb would recover, so a path lowers the need by no more than the recovery from
  /// its beginning down to its end. Roads without heights and ferries may join roads of any height, hence twice that.
  ///
  /// - Throws: `NavError` if the elevation of the map is damaged.
  func greatestNeed(within value: UInt32) throws(NavError) -> UInt32 {
    if carrier.isFuel || descent == 0 { return value }
    let recovered = min(2 * (try map.relief()), Self.greatestDescent) * descent
    return UInt32(clamping: Int64(value) + Int64(recovered * 100))
  }

  /// More metres than between the lowest and the highest road.
  private static let greatestDescent = 10_000.0

  /// The energy of only a turn, in thousandths.
  func energy(ofTurn time: Centiseconds) -> Int64 {
    Int64((Double(time) / 100 * auxiliary * 1_000).rounded())
  }
}

/// A consumption by speed, linear between rows.
private struct SpeedCurve {
  private let rows: [SpeedConsumption]

  /// A curve with speeds in order.
  init(_ rows: [SpeedConsumption]) { self.rows = rows }

  /// The consumption for each metre at a speed in km/h.
  func value(at kmh: Double) -> Double {
    guard let first = rows.first, let last = rows.last else { return 0 }
    if kmh <= first.kmh { return first.perMetre }
    if kmh >= last.kmh { return last.perMetre }
    var (low, high) = (0, rows.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows[middle].kmh <= kmh { low = middle } else { high = middle }
    }
    let (a, b) = (rows[low], rows[high])
    return a.perMetre + (b.perMetre - a.perMetre) * (kmh - a.kmh) / (b.kmh - a.kmh)
  }
}
