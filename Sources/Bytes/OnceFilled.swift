public import Synchronization

/// Storage for an object that is made on first use, by any thread.
///
/// It replaces `AtomicLazyReference`, whose `load()` was not specialised and took 600 instructions.
public final class OnceFilled<Object: AnyObject & Sendable>: Sendable {
  /// The object's address, retained; 0 before there is one.
  @usableFromInline
  let address = Atomic<UInt>(0)

  /// Storage without an object.
  public init() {}

  deinit {
    // SAFETY: the address is that of the object retained in `store`, which is released once.
    if let known = unsafe Self.reference(address.load(ordering: .acquiring)) {
      unsafe known.release()
    }
  }

  /// The object; nil before it is stored.
  @inlinable
  @inline(__always)
  public var object: Object? {
    // SAFETY: the stored object is retained until `deinit`.
    unsafe Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores an object if there is none, and returns the stored one.
  public func store(_ object: Object) -> Object {
    let reference = unsafe Unmanaged.passRetained(object)
    let found = unsafe address.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing
    )
    if found.exchanged { return object }
    unsafe reference.release()
    return self.object ?? object
  }

  @inlinable
  @inline(__always)
  static func reference(_ address: UInt) -> Unmanaged<Object>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged<Object>.fromOpaque($0) }
  }
}
