public import Synchronization

/// A value that one thread at a time can access: a `Mutex` that the thread sanitizer understands.
///
/// If a thread has to wait for a `Mutex` on Linux, a library locks it that the sanitizer does not
/// observe, so accesses to the guarded value are reported as races. An atomic that is written at
/// the end of each access, and read at the beginning of the next, shows the sanitizer their order,
/// so that it reports only real races. It costs two ordinary moves.
///
/// Inlinable functions are inlined into other modules only if their type is usable from inline code.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline
  let mutex: Mutex<Value>
  @usableFromInline
  let turns = Atomic<Bool>(false)

  /// Guards a value.
  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits until no other thread accesses the value, then calls a closure with it.
  ///
  /// - Parameter body: Receives the value; it must not request it again.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @inlinable
  // Otherwise each call looks up the metadata of its types.
  @inline(__always)
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
