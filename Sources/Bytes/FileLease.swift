#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Prevents other programs from writing into a file or truncating it while this object exists.
///
/// A program that tries waits, or is refused if it does not wait, and ``isAskedFor`` becomes true. After 45 seconds the
/// system lets it continue despite the lease (Linux: fcntl(2), "Leases"). The lease does not prevent a rename over the
/// file.
public final class FileLease: Sendable {
  #if os(Linux)
    // From <fcntl.h> and <linux/fcntl.h>, which declare them for GNU programs only.
    private static let setLease: Int32 = 1_024
    private static let getLease: Int32 = 1_025
    private static let setSignal: Int32 = 10
  #endif

  private let descriptor: Int32

  /// Takes a lease on an open file, which is closed with the object.
  ///
  /// - Returns: Nil if leases are not available: on systems other than Linux, on some file systems, for files of
  ///   another user without the capability `CAP_LEASE`, and while the file is open for writing. The file then stays
  ///   open.
  init?(taking descriptor: Int32) {
    #if os(Linux)
      // The system announces a writer with this signal, which has no effect unless it is caught.
      guard fcntl(descriptor, Self.setSignal, SIGURG) == 0,
        fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0
      else { return nil }
      self.descriptor = descriptor
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Whether a program waits to write.
  public var isAskedFor: Bool {
    #if os(Linux)
      fcntl(descriptor, Self.getLease) != Int32(F_RDLCK)
    #else
      false
    #endif
  }
}
