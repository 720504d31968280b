public import Geo

/// Receives the elements of an OSM file in the order of the file.
///
/// The order is not guaranteed: nodes may follow the ways that use them, ids may repeat, and an element that a way or
/// relation refers to may be missing, as at the cut edge of an extract. Deleted elements are not delivered. Arguments
/// are borrowed from buffers that the reader reuses.
///
///     struct Counter: OSMVisitor {
///       var nodes = 0
///       mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
///         nodes += 1
///       }
///       mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {}
///       mutating func relation(
///         _ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {}
///     }
public protocol OSMVisitor {
  /// Receives a node.
  ///
  /// - Parameters:
  ///   - id: The OSM id; negative in files from editors, beyond 32 bits in current data.
  ///   - position: Its position; `nil` if the coordinates are missing, not numbers, or not on
  ///     earth, which ``OSMSummary/badCoordinates`` also counts.
  ///   - tags: Its tags, valid during this call.
  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags)

  /// Receives a way.
  ///
  /// - Parameters:
  ///   - id: The OSM id.
  ///   - nodes: The ids of its nodes in order; there may be none or one.
  ///   - tags: Its tags, valid during this call.
  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags)

  /// Receives a relation.
  ///
  /// - Parameters:
  ///   - id: The OSM id.
  ///   - members: Its members in order; there may be none.
  ///   - tags: Its tags, valid during this call.
  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags)
}
