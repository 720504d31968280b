import Bytes
import MapReader

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What tests ask of the file system.
public enum FileSystem {
  /// The bytes of a file, or the first of them, nil when there is none.
  public static func bytes(_ path: String, first count: Int = .max) -> [UInt8]? {
    guard let file = try? MappedFile(path: path) else { return nil }
    let span = file.bytes
    return (0..<min(count, file.count)).map { span.u8($0) }
  }

  /// Whether the folder for temporary files has leases, by which a reader learns of writers.
  public static let hasLeases: Bool = {
    guard let folder = try? TemporaryFolder(), let path = try? folder.write([1], "leased") else {
      return false
    }
    return (try? MappedFile(path: path, leased: true))?.lease != nil
  }()

  /// The names of the files in a folder, sorted.
  public static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

extension BuiltMap {
  /// The bytes of the map's file.
  public var fileBytes: [UInt8] {
    // The file goes with the folder, which this value holds.
    withExtendedLifetime(self) { FileSystem.bytes(map.path) ?? [] }
  }
}
