import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

@Suite struct ChargingDetoursTests {
  @Test("where passing a station is a detour, the direct legs are as good with every charge")
  func everyCharge() {
    var found: [Bool: Int] = [:]
    for seed in 0..<300 {
      let reference = ChargingReference(ChargingReference.vehicles[seed % 3], seed: UInt64(seed))
      let problem = reference.problem
      var detours = ChargingDetours(problem, reference.row)
      let stations = problem.stations.indices
      for base in stations {
        for place in stations where place != base && reference.row(base)[place] != nil {
          let isDetour = detours.isDetour(past: place, from: base)
          #expect(isDetour == detours.isDetour(past: place, from: base))
          found[isDetour, default: 0] += 1
          guard isDetour else { continue }
          for end in 0...stations.count where end != base && end != place {
            #expect(isDirectAsGood(base, place, end, reference), "\(seed): \(base) \(place) \(end)")
          }
        }
      }
    }
    #expect(found[true] ?? 0 > 100 && found[false] ?? 0 > 100)
  }

  /// Whether the direct leg to a place is as good as the path past a station, for each charge in steps.
  private func isDirectAsGood(
    _ base: Int, _ passed: Int, _ end: Int, _ reference: ChargingReference
  ) -> Bool {
    guard let first = reference.legs[base][passed], let second = reference.legs[passed][end] else {
      return true
    }
    let minimum =
      end == reference.stations.count ? reference.minimumAtDestination : reference.minimumAtStation
    let path = ChargingReference.Leg(
      hundredths: first.hundredths + second.hundredths, edges: first.edges + second.edges)
    let delay = reference.vehicle.delay + reference.stations[passed].wait
    return (0...reference.vehicle.steps).allSatisfy { charge in
      guard let left = reference.driven(path, from: charge, atLeast: minimum) else { return true }
      guard let direct = reference.legs[base][end],
        let kept = reference.driven(direct, from: charge, atLeast: minimum)
      else { return false }
      let saved = Double(path.hundredths) / 100 + delay - Double(direct.hundredths) / 100
      return kept >= left && saved >= 0
    }
  }

  @Test("passing a station that lies beside the way is a detour, and on a way downhill it is not")
  func examples() {
    func leg(_ seconds: UInt32, _ energy: Int64) -> ChargingLeg {
      ChargingLeg(time: 100 * seconds, energy: EnergyBalance(edge: energy))
    }
    func problem() -> ChargingProblem {
      let function = ChargingFunction(curve: [], maximum: 50, capacity: 10_000)
      return ChargingProblem(
        capacity: 10_000, initial: 5_000, target: 10_000, minimumAtStation: 0,
        minimumAtDestination: 0,
        stations: Array(repeating: .init(function: function, delay: 60), count: 2))
    }
    // From station 0 past station 1 to the end.
    func isDetour(_ there: ChargingLeg, _ on: ChargingLeg, direct: ChargingLeg?) -> Bool {
      let rows: [ChargingSearch.Row] = [
        [nil, there, direct], [leg(9, 9), nil, on], [nil, nil, nil],
      ]
      var detours = ChargingDetours(problem(), { rows[$0] })
      return detours.isDetour(past: 1, from: 0)
    }
    #expect(isDetour(leg(100, 1_000), leg(100, 1_000), direct: leg(150, 1_500)))
    #expect(!isDetour(leg(100, 1_000), leg(100, 1_000), direct: nil))
    #expect(!isDetour(leg(100, 1_000), leg(100, 1_000), direct: leg(150, 2_500)))
    #expect(!isDetour(leg(100, 1_000), leg(100, -1_500), direct: leg(150, 500)))
    #expect(!isDetour(leg(100, 1_000), leg(20, 1_000), direct: leg(200, 1_500)))
    // No battery goes on from there.
    #expect(isDetour(leg(100, 1_000), leg(100, 20_000), direct: nil))
  }
}
