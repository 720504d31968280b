/// Dijkstra's algorithm over every charging station with every charge, in whole steps.
struct ChargeLattice {
  /// Ready to charge at a station.
  typealias Place = (station: Int, steps: Int)

  let stations: Int
  /// The charges are less.
  let steps: Int

  /// The least seconds from the start to the end; nil if no plan leads there.
  ///
  /// `charging` gives the seconds of charging one step more at a time, nil if that is not allowed; `legs` gives what
  /// the legs from a place at a time lead to, from the start if that is nil. An arrival without a place is the end.
  func leastSeconds(
    charging: (Place, Double) -> Double?,
    legs: (Place?, Double) -> [(place: Place?, seconds: Double)]
  ) -> Double? {
    let (start, end) = (stations * steps, stations * steps + 1)
    var times = [Double](repeating: .infinity, count: end + 1)
    var heap = BinaryHeap()
    // The heap orders by whole milliseconds; states are taken again where that was too coarse.
    func reach(_ state: Int, _ time: Double) {
      guard time < times[state] else { return }
      times[state] = time
      heap.push((UInt32(time * 1000), state))
    }
    reach(start, 0)
    while let (milliseconds, state) = heap.pop() {
      if Double(milliseconds) / 1000 > times[end] + 1 { break }
      if state == end { continue }
      let time = times[state]
      let from: Place? = state == start ? nil : (state / steps, state % steps)
      if let from, let seconds = charging(from, time) { reach(state + 1, time + seconds) }
      for (place, seconds) in legs(from, time) {
        reach(place.map { $0.station * steps + $0.steps } ?? end, time + seconds)
      }
    }
    return times[end] < .infinity ? times[end] : nil
  }
}
