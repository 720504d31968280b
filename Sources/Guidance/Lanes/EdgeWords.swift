package import RoadModel
package import RouteModel

/// The lanes and signs along an edge of a path, for the direction of travel.
///
/// It is an object because all edges of a way share it, and each copy would copy all of its lists.
package final class EdgeWords: Sendable {
  /// A lane at the end of the edge.
  package struct Lane: Sendable, Hashable {
    /// The arrows on it; empty if it has none.
    package var indications: LaneIndications
    /// Whether the traveller may use it.
    package var isOpen: Bool
    /// The places on the sign above it.
    package var towards: [String]
    /// The numbers of roads on that sign.
    package var roadNumbers: [String]

    /// A lane from its parts.
    package init(
      indications: LaneIndications, isOpen: Bool, towards: [String] = [],
      roadNumbers: [String] = []
    ) {
      self.indications = indications
      self.isOpen = isOpen
      self.towards = towards
      self.roadNumbers = roadNumbers
    }
  }

  /// The lanes, from left to right; empty if their arrows are unknown.
  package let lanes: [Lane]
  /// The content of the signs that lead onto the edge; nil if there are none.
  package let sign: RoadSign?
  /// The pronunciation of the road's name; nil if unknown.
  package let pronunciation: String?
  /// The name of the tunnel in which the road lies; nil if unknown.
  package let tunnelName: String?

  /// Whether there are none.
  package var isEmpty: Bool {
    lanes.isEmpty && sign == nil && pronunciation == nil && tunnelName == nil
  }

  /// Words from their parts.
  package init(
    lanes: [Lane] = [], sign: RoadSign? = nil, pronunciation: String? = nil,
    tunnelName: String? = nil
  ) {
    self.lanes = lanes
    self.sign = sign
    self.pronunciation = pronunciation
    self.tunnelName = tunnelName
  }
}
