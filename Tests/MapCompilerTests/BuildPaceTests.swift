import OSMInput
import Testing

@testable import MapCompiler

@Suite struct BuildPaceTests {
  private static let names = [
    "network", "reach", "order", "hierarchy", "tiles", "write", "metrics",
  ]

  /// A build of which reading and each phase take some seconds.
  private static func shares(
    reading: Double, phases: [(String, Double)], hierarchy: Bool = true
  ) -> [(time: Double, share: Double, left: Double?)] {
    var pace = BuildPace(hierarchy: hierarchy)
    var seen: [(Double, Double, Double?)] = []
    var time = 0.0
    func look(until end: Double, _ step: Double, _ pace: inout BuildPace, note: Bool) {
      let start = time
      while time < end {
        if note {
          let bytes = Int((time - start) / (end - start) * 1_000)
          pace.note(.reading(bytes: bytes, of: 1_000), at: time)
        }
        if let share = pace.share(at: time) {
          seen.append((time, share, pace.secondsLeft(at: time)))
        }
        time += step
      }
      time = end
    }
    pace.note(.input(.pbf), at: 0)
    look(until: reading, reading / 50, &pace, note: true)
    for (name, seconds) in phases {
      pace.note(.phase(name), at: time)
      look(until: time + seconds, seconds / 20, &pace, note: false)
    }
    return seen
  }

  @Test("the share covers all phases, and never goes back", arguments: [0.1, 1, 7])
  func covers(_ reading: Double) {
    let phases = Self.names.map { ($0, 1.0) }
    let shares = Self.shares(reading: reading, phases: phases)
    #expect(shares.allSatisfy { (0...1).contains($0.share) })
    for (a, b) in zip(shares, shares.dropFirst()) { #expect(a.share <= b.share + 1e-9) }
    // Reading is less than half of it, and the last phase nearly the end.
    let atReadingsEnd = shares.last { $0.time < reading }?.share ?? 1
    #expect((0.3...0.5).contains(atReadingsEnd))
    #expect((shares.last?.share ?? 0) > 0.98)
    #expect((shares.first?.share ?? 1) < 0.02)
  }

  @Test("phases after reading tell how long the others take")
  func left() throws {
    // A tenth as quick as reading would let one think, in the usual proportions.
    let whole = 150.0
    let parts = [0.10, 0.24, 0.35, 0.05, 0.14, 0.01, 0.11]
    let phases = zip(Self.names, parts.map { $0 * whole })
    let shares = Self.shares(reading: 10, phases: Array(phases))
    for row in shares where row.time > 10 + whole * 0.1 {
      let left = try #require(row.left)
      let real = 10 + whole - row.time
      #expect(abs(left - real) < 0.06 * whole, "at \(row.time): \(left) for \(real)")
    }
  }

  @Test("a map without a hierarchy has fewer phases, which are the whole")
  func withoutHierarchy() {
    let phases = ["network", "reach", "tiles", "write"].map { ($0, 1.0) }
    let shares = Self.shares(reading: 2, phases: phases, hierarchy: false)
    #expect((shares.last?.share ?? 0) > 0.98)
    for (a, b) in zip(shares, shares.dropFirst()) { #expect(a.share <= b.share + 1e-9) }
  }

  @Test("nothing is said while nothing is known")
  func unknown() {
    var pace = BuildPace()
    #expect(pace.secondsLeft(at: 5) == nil)
    pace.note(.reading(bytes: 1_000, of: nil), at: 1)
    #expect(pace.share(at: 1) == nil && pace.secondsLeft(at: 1) == nil)
    pace.note(.phase("network"), at: 2)
    #expect((pace.share(at: 2) ?? 0) > 0.1 && (pace.secondsLeft(at: 2) ?? 0) > 0)
    pace.note(.phase("a phase that is not known"), at: 3)
    #expect((pace.share(at: 3) ?? 0) > 0.1)
  }
}
