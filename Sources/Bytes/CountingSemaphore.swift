#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A count that threads wait for: each signal allows one of them to continue.
///
/// It is for threads of ``WorkerThread``, which may block. Tasks of Swift's own pool should not
/// wait here for other tasks.
public final class CountingSemaphore: Sendable {
  @unsafe
  private struct Parts {
    var mutex = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
    var count = 0
  }

  /// The address of the parts, which must not move; a number is sendable to any thread.
  private let address: UInt

  /// A semaphore with a count of 0.
  public init() {
    // SAFETY: freed in `deinit`; the parts are initialised in place before any thread knows them.
    let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
    unsafe parts.initialize(to: Parts())
    unsafe pthread_mutex_init(&parts.pointee.mutex, nil)
    unsafe pthread_cond_init(&parts.pointee.condition, nil)
    address = UInt(bitPattern: parts)
  }

  deinit {
    unsafe withParts { parts in
      // SAFETY: no thread waits, since none has a reference any more.
      unsafe pthread_cond_destroy(&parts.pointee.condition)
      unsafe pthread_mutex_destroy(&parts.pointee.mutex)
      unsafe parts.deallocate()
    }
  }

  /// Adds to the count and wakes the same number of waiting threads.
  public func signal(_ count: Int = 1) {
    unsafe withParts { parts in
      // SAFETY: the parts live until `deinit`, and the count is accessed only with the mutex
      // locked.
      unsafe pthread_mutex_lock(&parts.pointee.mutex)
      unsafe parts.pointee.count += count
      if count == 1 {
        unsafe pthread_cond_signal(&parts.pointee.condition)
      } else {
        unsafe pthread_cond_broadcast(&parts.pointee.condition)
      }
      unsafe pthread_mutex_unlock(&parts.pointee.mutex)
    }
  }

  /// Waits until the count is positive and lowers it by 1.
  public func wait() {
    unsafe withParts { parts in
      // SAFETY: as in `signal`; waiting unlocks the mutex and locks it again.
      unsafe pthread_mutex_lock(&parts.pointee.mutex)
      while unsafe parts.pointee.count == 0 {
        unsafe pthread_cond_wait(&parts.pointee.condition, &parts.pointee.mutex)
      }
      unsafe parts.pointee.count -= 1
      unsafe pthread_mutex_unlock(&parts.pointee.mutex)
    }
  }

  private func withParts(_ body: (UnsafeMutablePointer<Parts>) -> Void) {
    // SAFETY: the address of the parts that `init` made and only `deinit` frees.
    guard let parts = unsafe UnsafeMutablePointer<Parts>(bitPattern: address) else { return }
    unsafe body(parts)
  }
}
