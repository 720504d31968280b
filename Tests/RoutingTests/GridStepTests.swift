import Testing

@testable import Routing

@Suite struct GridStepTests {
  @Test("cells have few sizes, each an even number of units and at most an eighth larger")
  func steps() {
    var before = GridStep(atMost: 64)
    for size in stride(from: 64.0, to: 1_000_000, by: 1) {
      let step = GridStep(atMost: size)
      #expect(Double(step.units) <= size && step.units % 2 == 0)
      if step != before {
        #expect(Double(step.units) == size && step.units * 8 <= before.units * 9)
        before = step
      }
    }
  }
}
