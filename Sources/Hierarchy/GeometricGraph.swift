/// The junctions and directed edges of a road network, as plain columns: what a ``Dissection`` cuts, by the places of
/// its junctions in the plane.
///
/// Edges that begin and end at the same junctions, in either direction, are one road to the dissection and
/// are never cut apart; copies of an edge (for restrictions over several roads) therefore need no special
/// care. Loops, several edges between two junctions and junctions without edges are all allowed.
public struct GeometricGraph: Sendable {
  /// For each directed edge the junction where it begins.
  public var tails: [UInt32]
  /// For each directed edge the junction where it ends.
  public var heads: [UInt32]
  /// For each junction its place, in any unit that makes distances to the east and to the north comparable.
  public var eastings: [Int32]
  /// For each junction its place to the north.
  public var northings: [Int32]

  /// A network of the given columns.
  ///
  /// - Parameters:
  ///   - tails: For each directed edge the junction where it begins; all are less than the number of junctions.
  ///   - heads: For each directed edge the junction where it ends.
  ///   - eastings: For each junction its place to the east.
  ///   - northings: For each junction its place to the north; as many as eastings.
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
