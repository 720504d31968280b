package import Synchronization

/// A value that one thread at a time can reach: `Mutex`, with an order that the thread sanitizer sees.
///
/// Where a thread has to wait for a `Mutex` on Linux, a library takes it that the sanitizer does not look into, so
/// that it reports what the mutex guards as a race. An atomic that is written at the end of each turn, and read at
/// the beginning of the next, tells it of the order that there is: what is reported then is one. It costs two
/// ordinary moves.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline
  let mutex: Mutex<Value>
  @usableFromInline
  let turns = Atomic<Bool>(false)

  /// Guards a value.
  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits until no other thread is at the value.
  ///
  /// - Parameter body: Gets it alone. It must not ask for it again.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = turns.load(ordering: .acquiring)
      defer { turns.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
