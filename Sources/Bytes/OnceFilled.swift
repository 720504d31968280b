public import Synchronization

/// A place for an object that is made when it is first asked for, by whichever thread.
///
/// As `AtomicLazyReference`, whose `load()` took 600 instructions here, since it was not specialized.
public final class OnceFilled<Object: AnyObject & Sendable>: Sendable {
  /// The object's address, retained; 0 before there is one.
  @usableFromInline
  let address = Atomic<UInt>(0)

  /// An empty place.
  public init() {}

  deinit {
    // SAFETY: the address is that of the object retained in `store`, given back once.
    if let known = unsafe Self.reference(address.load(ordering: .acquiring)) {
      unsafe known.release()
    }
  }

  /// The object, nil before it was stored.
  @inlinable
  @inline(__always)
  public var object: Object? {
    // SAFETY: what is stored stays retained until this place is gone.
    unsafe Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores an object unless there is one; gives the one that is there then.
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
