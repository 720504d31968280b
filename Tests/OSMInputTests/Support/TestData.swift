#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Real extracts, in the folder that `MAPC_DATA` names, else in `../shared/data` beside the package.
enum TestData {
  static let folder: String = {
    if let value = unsafe getenv("MAPC_DATA") { return unsafe String(cString: value) }
    // This file is Tests/OSMInputTests/Support/TestData.swift.
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(package)/../shared/data"
  }()

  /// The path of a file in the folder; `nil`, said plainly, when it is absent.
  static func path(_ name: String) -> String? {
    let path = "\(folder)/\(name)"
    if unsafe access(path, R_OK) == 0 { return path }
    print("absent, so not tested: \(path)")
    return nil
  }
}
