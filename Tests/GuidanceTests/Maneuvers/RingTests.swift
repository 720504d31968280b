import Testing

@testable import Guidance

/// What a ring of roads is to those who drive round it.
@Suite struct RingTests {
  /// A ring of a radius, with arms at bearings.
  private func ring(
    radius: Double, named: UInt32 = 0, circular: Bool = false, arms: [Int] = [0, 90, 180, 270],
    armName: UInt32 = 7, twoWay: Bool = true
  ) -> Ring {
    Ring(
      lengthMetres: 2 * Double.pi * radius, isCircular: circular, name: named, text: nil,
      arms: arms.enumerated().map { index, heading in
        Ring.Arm(heading: heading, isTwoWay: twoWay, name: armName, junction: index)
      })
  }

  @Test("a large ring with a name that no arm bears is a rotary")
  func rotary() {
    #expect(ring(radius: 20, named: 3).isRotary)
    #expect(!ring(radius: 20, named: 7).isRotary)
    #expect(!ring(radius: 14, named: 3).isRotary)
    #expect(!ring(radius: 20).isRotary)
  }

  @Test("a circle with a name is a rotary, whatever its size and its arms are called")
  func circle() {
    #expect(ring(radius: 8, named: 7, circular: true).isRotary)
    #expect(!ring(radius: 8, circular: true).isRotary)
  }

  @Test("a small ring where up to four undivided roads meet, well apart, is driven like a junction")
  func junction() {
    #expect(ring(radius: 10).isJunction)
    #expect(!ring(radius: 16).isJunction)
    #expect(!ring(radius: 10, twoWay: false).isJunction)
    #expect(!ring(radius: 10, arms: [0, 30, 180]).isJunction)
    #expect(!ring(radius: 10, arms: [0, 72, 144, 216, 288]).isJunction)
  }

  @Test("a one-way street is an undivided road, two one-way roads of one name are not")
  func oneWayStreets() {
    var ring = ring(radius: 10)
    ring.arms[1].isTwoWay = false
    ring.arms[1].name = 8
    #expect(ring.isJunction)
    ring.arms[2].isTwoWay = false
    #expect(ring.isJunction)
    ring.arms[2].name = 8
    #expect(!ring.isJunction)
    // A one-way street that goes on across the ring.
    ring.arms[2].isTwoWay = true
    ring.arms[3].isTwoWay = false
    ring.arms[3].name = 8
    #expect(ring.isJunction)
  }
}
