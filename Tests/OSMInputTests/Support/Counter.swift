import Geo
import OSMInput

/// Counts elements; also the example in the documentation of ``OSMVisitor``, kept compiling.
struct Counter: OSMVisitor {
  var elements = 0
  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    elements += 1
  }
  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    elements += 1
  }
  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {
    elements += 1
  }
}
