import RouteModel
import TestSupport
import Testing

/// Joined balances drive a charge as edge by edge.
@Suite struct EnergyBalanceTests {
  /// Drives edges one by one; nil if the charge falls below zero.
  private static func drive(_ edges: [Int64], _ charge: Int64, _ capacity: Int64) -> Int64? {
    var left = charge
    for edge in edges {
      left = min(left - edge, capacity)
      if left < 0 { return nil }
    }
    return left
  }

  private static func balance(_ edges: some Collection<Int64>) -> EnergyBalance {
    edges.reduce(.zero) { $0 + EnergyBalance(edge: $1) }
  }

  @Test("a balance drives every charge as edge by edge", arguments: 1...4)
  func drivesAsEdgeByEdge(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...8, using: &random)
      let edges = (0..<count).map { _ in Int64.random(in: -6...9, using: &random) }
      let capacity = Int64.random(in: 0...20, using: &random)
      let balance = Self.balance(edges)
      for charge in 0...capacity {
        #expect(
          balance.charge(after: charge, usable: capacity) == Self.drive(edges, charge, capacity),
          "\(edges), \(charge) of \(capacity)")
      }
    }
  }

  @Test("joining in any order gives the same balance")
  func isAssociative() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let edges = (0..<9).map { _ in Int64.random(in: -6...9, using: &random) }
      let (i, j) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
      let (a, b) = (min(i, j), max(i, j))
      let (x, y, z) = (
        Self.balance(edges[..<a]), Self.balance(edges[a..<b]), Self.balance(edges[b...])
      )
      #expect((x + y) + z == Self.balance(edges))
      #expect(x + (y + z) == Self.balance(edges))
    }
  }
}
