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
  /// The bytes of a file, nil when there is none.
  public static func bytes(_ path: String) -> [UInt8]? {
    guard let file = try? MappedFile(path: path) else { return nil }
    let span = file.bytes
    return (0..<file.count).map { span.u8($0) }
  }

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
