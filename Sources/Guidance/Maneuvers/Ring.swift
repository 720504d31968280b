/// A complete roundabout or traffic circle.
package struct Ring: Sendable {
  /// A road that meets it.
  package struct Arm: Sendable {
    /// The bearing in which it leaves the ring, in whole degrees.
    package var heading: Int
    /// Whether traffic uses it in both directions.
    package var isTwoWay: Bool
    /// Number of its name; 0 for none.
    package var name: UInt32
    /// The index of the junction on the ring, in driving order.
    package var junction: Int

    /// An arm from its parts.
    package init(heading: Int, isTwoWay: Bool, name: UInt32, junction: Int) {
      self.heading = heading
      self.isTwoWay = isTwoWay
      self.name = name
      self.junction = junction
    }
  }

  /// Its circumference in metres.
  package var lengthMetres: Double
  /// Whether it is mapped as a circle that is not a roundabout (`junction=circular`).
  package var isCircular: Bool
  /// Number of its own name; 0 for none.
  package var name: UInt32
  /// Its name.
  package var text: String?
  /// The roads that meet it.
  package var arms: [Arm]

  /// A ring from its parts.
  package init(
    lengthMetres: Double, isCircular: Bool = false, name: UInt32, text: String?, arms: [Arm]
  ) {
    self.lengthMetres = lengthMetres
    self.isCircular = isCircular
    self.name = name
    self.text = text
    self.arms = arms
  }

  /// The maximum radius of a ring that is driven like a junction, in metres.
  private static let smallRadius = 15.0
  /// The minimum angle between roads of a ring that is driven like a junction, in degrees.
  private static let apart = 40
  /// The maximum angle between the carriageways of a road that meets a ring, in degrees.
  private static let parting = 95

  private var radius: Double { lengthMetres / (2 * Double.pi) }

  /// Whether its own name is used: a named circle, or a large roundabout whose name no arm has.
  var isRotary: Bool {
    guard name != 0 else { return false }
    return isCircular || radius > Self.smallRadius && !arms.contains { $0.name == name }
  }

  /// Whether it is driven like a junction: it is small, and few undivided roads meet, among them one-way streets.
  var isJunction: Bool {
    guard radius <= Self.smallRadius, 2...4 ~= arms.count, !meetsDividedRoad,
      Set(arms.map(\.junction)).count == arms.count
    else { return false }
    let headings = arms.map(\.heading).sorted()
    return headings.indices.allSatisfy { index in
      let next = headings[(index + 1) % headings.count]
      return (next - headings[index] + 360) % 360 >= Self.apart
    }
  }

  /// Whether two of its arms are the carriageways of one road: one-way roads of one name on one side.
  ///
  /// A one-way street that goes on across the ring is no such road.
  private var meetsDividedRoad: Bool {
    arms.indices.contains { index in
      let arm = arms[index]
      return !arm.isTwoWay
        && arms[..<index].contains { other in
          let angle = (other.heading - arm.heading + 360) % 360
          return !other.isTwoWay && other.name == arm.name
            && min(angle, 360 - angle) <= Self.parting
        }
    }
  }
}
