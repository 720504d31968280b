import Geo
import RouteModel

/// What drivers meet on a step.
extension StepMaker {
  /// Adds what drivers meet on some edges to the intersections of their step: to the one at its point, else as one of
  /// its own.
  func addEncounters(_ range: Range<Int>, to found: inout [RouteIntersection]) {
    guard let first = found.first?.point, let last = edges[range].last?.points.upperBound else {
      return
    }
    let start = view.encounters.partitioningIndex { $0.point >= first }
    for (point, kind) in view.encounters[start...] {
      if point >= last { break }
      let place = found.firstIndex { $0.point >= point } ?? found.count
      if place == found.count || found[place].point != point {
        let edge = range.partitioningIndex { view.edges[$0].points.lowerBound > point } - 1
        guard range.contains(edge) else { continue }
        found.insert(passage(at: point, on: edge), at: place)
      }
      if !found[place].encounters.contains(kind.rawValue) {
        found[place].encounters.append(kind.rawValue)
      }
    }
  }
}
