import Bytes

/// A number that many tasks count up.
final class Counter: Sendable {
  private let number = Guarded(0)

  var value: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
