#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The file of an ``AtomicFile`` before it is committed.
///
/// It is open and locked. It has no name, or a random one beside the destination:
/// `DESTINATION.0123456789abcdef.part`. The lock tells others that the file is in use; a file with
/// such a name and no lock was left by a killed process.
struct PartFile {
  /// Whether the file has a name from the beginning.
  enum Naming {
    /// Only if the file system does not support unnamed files.
    case unnamed
    /// Always.
    case named
  }

  let descriptor: Int32
  /// The name; nil if the file has none.
  private var name: String?

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - destination: The path that it will have.
  ///   - naming: Whether it has a name from the beginning.
  /// - Throws: ``FileError`` with the call `create`.
  init(for destination: String, _ naming: Naming) throws(FileError) {
    if naming == .unnamed, let opened = UnnamedFile.linkable(for: destination) {
      (descriptor, name) = (opened, nil)
    } else {
      let named = try Self.exclusive(for: destination)
      (descriptor, name) = (named.descriptor, named.name)
    }
  }

  /// Closes the file and deletes it.
  func remove() {
    if let name {
      // SAFETY: the argument is a terminated string.
      unsafe unlink(name)
      TemporaryFiles.remove(name)
    }
    release()
  }

  /// Unlocks the file and closes it.
  ///
  /// Closing is not enough: a new child process also has the descriptor and its lock, until it runs
  /// another program.
  private func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Moves the file to a destination, whose file it replaces if there is one, and closes it.
  ///
  /// - Throws: ``FileError``; nothing has changed then.
  mutating func move(to destination: String) throws(FileError) {
    if name == nil {
      // If there is no file to replace, a second name is not necessary.
      if UnnamedFile.link(descriptor, to: destination) {
        release()
        return
      }
      name = try linked(for: destination)
    }
    guard let name else { return }
    // SAFETY: both arguments are terminated strings.
    guard unsafe rename(name, destination) == 0 else {
      throw FileError(path: destination, call: "rename", code: errno)
    }
    TemporaryFiles.remove(name)
    release()
  }

  /// Gives the file a random name.
  private func linked(for destination: String) throws(FileError) -> String {
    while true {
      let name = Self.randomName(for: destination)
      TemporaryFiles.add(name)
      if UnnamedFile.link(descriptor, to: name) { return name }
      let code = errno
      TemporaryFiles.remove(name)
      if code != EEXIST { throw FileError(path: destination, call: "rename", code: code) }
    }
  }

  /// Creates a file with a unique random name, without following links.
  private static func exclusive(
    for destination: String
  ) throws(FileError) -> (descriptor: Int32, name: String) {
    while true {
      let name = randomName(for: destination)
      TemporaryFiles.add(name)
      // SAFETY: the argument is a terminated string.
      let opened = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      let code = errno
      // Before it was locked, another process may have removed it as abandoned.
      if opened >= 0, lock(opened) != .taken,
        FileIdentity(path: name, followsLinks: false) == FileIdentity(descriptor: opened)
      {
        return (opened, name)
      }
      TemporaryFiles.remove(name)
      if opened >= 0 {
        flock(opened, LOCK_UN)
        close(opened)
      } else if code != EEXIST {
        throw FileError(path: destination, call: "create", code: code)
      }
    }
  }

  /// Removes the files that killed processes have left.
  ///
  /// They have such a name, belong to this user, are not locked, and are not inputs of the new
  /// file.
  static func removeLeftovers(of destination: String, but rule: OutputRule) {
    let folder = folder(of: destination)
    let base = destination.split(separator: "/").last.map(String.init) ?? destination
    for name in names(in: folder) where isPart(name, of: base) {
      let path = folder + "/" + name
      // SAFETY: the argument is a terminated string.
      let opened = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      var status = stat()
      // SAFETY: the call fills a local struct.
      guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), let file = FileIdentity(descriptor: opened),
        !rule.isInput(file), lock(opened) == .ours,
        FileIdentity(path: path, followsLinks: false) == file
      else { continue }
      // SAFETY: the argument is a terminated string.
      unsafe unlink(path)
    }
  }

  // MARK: Locks

  enum Lock {
    case ours
    /// Another process has the lock.
    case taken
    /// The file system has no locks.
    case unknown
  }

  /// Locks an open file, unless another process has locked it.
  static func lock(_ descriptor: Int32) -> Lock {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno == EWOULDBLOCK ? .taken : .unknown }
    }
    return .ours
  }

  // MARK: Names

  private static let randomDigits = 16

  static func randomName(for destination: String) -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let zeros = String(repeating: "0", count: randomDigits - digits.count)
    return "\(destination).\(zeros)\(digits).part"
  }

  /// Whether a file's name is that of a part file for a destination in the same folder.
  private static func isPart(_ name: String, of base: String) -> Bool {
    guard name.hasPrefix(base + "."), name.hasSuffix(".part") else { return false }
    let random = name.utf8.dropFirst(base.utf8.count + 1).dropLast(5)
    return random.count == randomDigits
      && random.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func names(in folder: String) -> [String] {
    // SAFETY: the argument is a terminated string; the stream is closed below, after its last use.
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    // SAFETY: an entry is valid until the next call; its name is terminated and copied at once.
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name.hasSuffix(".part") { names.append(name) }
    }
    return names
  }
}
