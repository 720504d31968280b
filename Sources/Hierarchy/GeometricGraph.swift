/// The junctions and directed edges of a road network as plain columns, with coordinates in the plane.
///
/// A ``Dissection`` cuts it. Edges between the same two junctions, in either direction, count as one road and are never
/// separated. So copies of an edge, for restrictions via several roads, need no special care. Loops, several edges
/// between two junctions, and junctions without edges are allowed.
public struct GeometricGraph: Sendable {
  /// The junction where each directed edge begins.
  public var tails: [UInt32]
  /// The junction where each directed edge ends.
  public var heads: [UInt32]
  /// The coordinate of each junction to the east, in any unit that makes distances east and north comparable.
  public var eastings: [Int32]
  /// The coordinate of each junction to the north, in the same unit.
  public var northings: [Int32]

  /// A network of the given columns.
  ///
  /// - Parameters:
  ///   - tails: The junction where each directed edge begins; below the number of junctions.
  ///   - heads: The junction where each directed edge ends.
  ///   - eastings: The coordinate of each junction to the east.
  ///   - northings: The coordinate of each junction to the north; the same number as eastings.
  public init(tails: [UInt32], heads: [UInt32], eastings: [Int32], northings: [Int32]) {
    precondition(tails.count == heads.count && eastings.count == northings.count)
    self.tails = tails
    self.heads = heads
    self.eastings = eastings
    self.northings = northings
  }

  /// The number of directed edges.
  public var edgeCount: Int { tails.count }
  /// The number of junctions.
  public var junctionCount: Int { eastings.count }
}
