#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Lets nobody write into a file, nor shorten it, before this object is gone.
///
/// Who tries waits, or is refused if he will not wait, and ``isAskedFor`` says that he does; after 45 seconds the
/// system lets him, lease or no lease (Linux: fcntl(2), "Leases"). Renaming another file over it is not kept back.
public final class FileLease: Sendable {
  #if os(Linux)
    // From <fcntl.h> and <linux/fcntl.h>, which give them to GNU programs only.
    private static let setLease: Int32 = 1_024
    private static let getLease: Int32 = 1_025
    private static let setSignal: Int32 = 10
  #endif

  private let descriptor: Int32

  /// Takes a lease on an open file, which is closed when the object goes.
  ///
  /// - Returns: Nil where there are none: on other systems than Linux, on some file systems, on files of another
  ///   user without the right `CAP_LEASE`, and while somebody has the file open for writing. The file is open then.
  init?(taking descriptor: Int32) {
    #if os(Linux)
      // The signal that comes when somebody asks is one that does nothing unless it is caught.
      guard fcntl(descriptor, Self.setSignal, SIGURG) == 0,
        fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0
      else { return nil }
      self.descriptor = descriptor
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Whether somebody waits to write.
  public var isAskedFor: Bool {
    #if os(Linux)
      fcntl(descriptor, Self.getLease) != Int32(F_RDLCK)
    #else
      false
    #endif
  }
}
