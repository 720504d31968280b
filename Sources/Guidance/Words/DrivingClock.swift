import RouteModel

/// How long before the end of a step a vehicle is how far from it; sentences are spaced by it.
///
/// It drives at the speed of each road and waits nowhere, and it drives no slower than the mean speed of the step.
/// Whoever is slower has more time for the same sentences.
struct DrivingClock {
  /// A stretch of a step with one speed.
  private struct Piece {
    var metres: Double
    var seconds: Double
  }

  /// The speed of a step whose duration is unknown, in metres per second.
  private static let unknownSpeed = 10.0

  /// The pieces of all steps, in order.
  private var pieces: [Piece] = []
  /// Where the pieces of each step end.
  private var ends: [Int] = []
  /// The seconds of each step.
  private var durations: [Double] = []

  /// A clock for the steps of a section.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - edges: The edges of the section; a step without edges has one speed.
  init(_ steps: [RouteStep], along edges: [RouteEdge]) {
    pieces.reserveCapacity(max(edges.count, steps.count))
    ends.reserveCapacity(steps.count)
    durations.reserveCapacity(steps.count)
    var edge = 0
    for index in steps.indices {
      add(
        metres: steps[index].lengthMetres, seconds: steps[index].durationSeconds,
        steps[index].points, edges, &edge)
    }
  }

  /// Adds a step with its length, its duration and its points.
  private mutating func add(
    metres: Double, seconds duration: Double, _ points: ClosedRange<Int>, _ edges: [RouteEdge],
    _ edge: inout Int
  ) {
    let first = pieces.count
    let length = max(0, metres)
    let mean = duration > 0 ? length / duration : Self.unknownSpeed
    var (metres, seconds) = (0.0, 0.0)
    while edge < edges.count, edges[edge].points.lowerBound >= points.lowerBound,
      edges[edge].points.upperBound <= points.upperBound
    {
      // Edges are large; a copy of each would cost more than the rest.
      let (along, time) = (edges[edge].lengthMetres, edges[edge].durationSeconds)
      edge += 1
      guard along > 0, mean > 0 else { continue }
      let piece = Piece(metres: along, seconds: min(time, along / mean))
      pieces.append(piece)
      metres += piece.metres
      seconds += piece.seconds
    }
    // The steps of a service need not fit the edges of the map.
    if seconds <= 0 || abs(metres - length) > 1 {
      pieces.removeSubrange(first...)
      seconds = mean > 0 ? length / mean : duration
      pieces.append(Piece(metres: length, seconds: seconds))
    }
    ends.append(pieces.count)
    durations.append(seconds)
  }

  /// The seconds from the beginning of a step to its end.
  func seconds(of step: Int) -> Double { durations[step] }

  /// The seconds from a place some metres before the end of a step to that end.
  ///
  /// Before its beginning, the speed is the mean one of the step, which must not be 0.
  func seconds(before step: Int, metres: Double) -> Double {
    passed(before: step, metres, of: { $0.metres }, in: { $0.seconds })
  }

  /// The metres from the place that is passed some seconds before the end of a step to that end.
  ///
  /// Before its beginning, the speed is the mean one of the step.
  func metres(before step: Int, seconds: Double) -> Double {
    passed(before: step, seconds, of: { $0.seconds }, in: { $0.metres })
  }

  /// Goes back from the end of a step until an amount of one quantity is used up; returns that of the other.
  @inline(__always)
  private func passed(
    before step: Int, _ amount: Double, of used: (Piece) -> Double, in wanted: (Piece) -> Double
  ) -> Double {
    var (left, sum) = (amount, 0.0)
    var total = 0.0
    for piece in pieces(of: step).reversed() {
      let (size, gain) = (used(piece), wanted(piece))
      if left <= size, size > 0 { return sum + gain * left / size }
      left -= size
      total += size
      sum += gain
    }
    return total > 0 ? sum + left * sum / total : sum
  }

  private func pieces(of step: Int) -> ArraySlice<Piece> {
    pieces[(step > 0 ? ends[step - 1] : 0)..<ends[step]]
  }
}
