import Testing

@testable import Hierarchy

@Suite struct StoredCostsTests {
  @Test("costs of three bytes read like those of four")
  func threeBytes() {
    let costs: [UInt32] = [0, 1, 0xFF, 0xFFFF, 0x1_0000, 0xAB_CDEF, 0xFF_FFFE]
    let lows = costs.map { UInt16(truncatingIfNeeded: $0) }
    let highs = costs.map { UInt8($0 >> 16) }
    let narrow = StoredCosts(lows: lows.span, highs: highs.span)
    let whole = StoredCosts(costs.span)
    #expect(narrow.count == costs.count && whole.count == costs.count)
    for (index, cost) in costs.enumerated() {
      let (a, b) = (narrow[index], whole[index])
      #expect(a == cost && b == cost)
    }
  }

  @Test("the largest number of three bytes stands for no way")
  func unreachable() {
    let (lows, highs): ([UInt16], [UInt8]) = ([0xFFFF], [0xFF])
    let cost = StoredCosts(lows: lows.span, highs: highs.span)[0]
    #expect(cost == Cost.unreachable)
  }
}
