/// A queue of labels by their bounds; of equal bounds, the label added first comes first.
struct LabelQueue {
  private struct Entry {
    var bound: Double
    var label: Int

    static func < (a: Entry, b: Entry) -> Bool { (a.bound, a.label) < (b.bound, b.label) }
  }

  private var entries: [Entry] = []

  /// Adds a label.
  mutating func push(_ bound: Double, _ label: Int) {
    let entry = Entry(bound: bound, label: label)
    var hole = entries.count
    entries.append(entry)
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry < entries[parent] else { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }

  /// Removes and returns the label with the smallest bound; nil if there is none.
  mutating func pop() -> Int? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last.label }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < last else { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = last
    return first.label
  }
}

/// The labels of a station that no other label dominates.
///
/// A label can have every charge from its own up to the target, at its time plus the charging time.
/// It is dominated if another label reaches its charge at the same time or earlier, by charging or
/// by arriving with more.
struct Frontier {
  private struct Entry {
    var label: Int
    var time: Double
    var charge: Int64
    /// The time minus the charging time from the minimum charge to the label's charge.
    var start: Double
  }

  private let function: ChargingFunction?
  private let target: Int64
  private var entries: [Entry] = []

  init(_ function: ChargingFunction?, target: Int64) {
    self.function = function
    self.target = target
  }

  /// Whether no label dominates a label with this time and charge.
  func admits(_ time: Double, _ charge: Int64) -> Bool {
    let start = time - (function?.seconds(to: charge) ?? 0)
    return !entries.contains { dominates(($0.time, $0.charge, $0.start), (time, charge, start)) }
  }

  /// Adds a label, and removes those that it dominates.
  mutating func insert(_ label: Int, _ time: Double, _ charge: Int64) {
    let start = time - (function?.seconds(to: charge) ?? 0)
    entries =
      entries.filter { !dominates((time, charge, start), ($0.time, $0.charge, $0.start)) }
      + [Entry(label: label, time: time, charge: charge, start: start)]
  }

  /// Whether a label is still there.
  func contains(_ label: Int) -> Bool { entries.contains { $0.label == label } }

  private typealias Value = (time: Double, charge: Int64, start: Double)

  private func dominates(_ a: Value, _ b: Value) -> Bool {
    if a.charge >= b.charge { return a.time <= b.time + ChargingSearch.tolerance }
    // No station charges above the target.
    return function != nil && b.charge <= target && a.start <= b.start + ChargingSearch.tolerance
  }
}
