package import RoadModel

/// The factors of the costs of roads and U-turns from the preferences of a request.
package struct TraitWeights: Hashable, Sendable {
  /// The factor of each kind of road, in thousandths, by ``RoadTrait`` raw value; empty if all are 1.
  private let own: [UInt32]
  /// The factor of each set of kinds, in thousandths; empty if all are 1.
  @usableFromInline
  let bySet: [UInt32]
  /// The kinds with a factor other than 1.
  package let traits: UInt8
  /// The minimum factor of a road, at most 1.
  package let least: Double
  /// Whether some road costs more than without preferences.
  package let raisesCosts: Bool

  /// The factors of normalized settings.
  package init(_ settings: CostSettings) {
    let preferences = settings.preferences
    guard !preferences.isEmpty else {
      (own, bySet, traits, least, raisesCosts) = ([], [], 0, 1, false)
      return
    }
    let own = RoadTrait.allCases.map { trait in
      preferences[trait].map(Self.permille) ?? 1_000
    }
    self.own = own
    traits = (0..<8).reduce(0) { own[$1] == 1_000 ? $0 : $0 | 1 << UInt8($1) }
    bySet = (0..<256).map { set in
      let product = (0..<8).reduce(UInt64(1_000)) { product, trait in
        set >> trait & 1 == 0 ? product : product * UInt64(own[trait]) / 1_000
      }
      return UInt32(max(product, 1))
    }
    least = Double(min(bySet.min() ?? 1_000, 1_000)) / 1_000
    raisesCosts = bySet.contains { $0 > 1_000 }
  }

  private static func permille(_ preference: Double) -> UInt32 {
    guard CostSettings.preferenceRange.contains(preference) else { return 1_000 }
    return UInt32((CostSettings.weight(ofPreference: preference) * 1_000).rounded())
  }

  /// Whether every factor is 1.
  package var isUsual: Bool { own.isEmpty }

  /// The factor of U-turns, in thousandths.
  package var uTurn: UInt32 { own.isEmpty ? 1_000 : own[Int(RoadTrait.uTurn.rawValue)] }

  /// The factor of a road with a set of kinds, in thousandths.
  @inlinable
  package func permille(_ traits: UInt8) -> UInt32 {
    bySet.isEmpty ? 1_000 : bySet[Int(traits)]
  }

  /// Whether no factor is larger than the other's.
  package func isBound(of other: TraitWeights) -> Bool {
    RoadTrait.allCases.allSatisfy { trait in
      let place = Int(trait.rawValue)
      return (own.isEmpty ? 1_000 : own[place]) <= (other.own.isEmpty ? 1_000 : other.own[place])
    }
  }
}
