#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The real extracts that some tests read: in `MAPC_DATA`, else in `../shared/data` beside the package.
///
/// A test that needs one says so with a condition, and is reported as skipped where it is absent:
///
///     @Test(.enabled(if: TestData.has(monaco), "needs \(monaco); set MAPC_DATA"))
public enum TestData {
  /// The folder of the data.
  public static let folder: String = {
    if let path = unsafe getenv("MAPC_DATA") { return unsafe String(cString: path) }
    return "/" + package.split(separator: "/").dropLast().joined(separator: "/") + "/shared/data"
  }()

  /// The folder of the package, three folders above this file, which is `Tests/TestSupport/TestData.swift`.
  public static let package: String =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Every extract that can be built, the quick ones first.
  public static let extracts = [
    "monaco-osrm.osm.pbf", "valhalla-nh-access-restriction.osm.pbf",
    "valhalla-ny-access-restriction.osm.pbf", "valhalla-pa-access-restriction.osm.pbf",
    "melbourne-restrictions.osm.pbf", "fiji-ferry-antimeridian.osm.pbf",
    "osr-ajaccio-ferry.osm.pbf", "osr-hamburg-hafen-ferry.osm.pbf",
    "reisterstown-via-restriction.osm.pbf", "cathedral-no-left.osm.pbf",
    "liechtenstein-2013-08-03.osm.bz2", "andorra-2015.osm.gz", "andorra-2026.osm.pbf",
    "liechtenstein-2025.osm.pbf", "kbh-copenhagen.osm.pbf", "neubrandenburg.osm.bz2",
    "aachen.osm.pbf", "heidelberg.test.osm.pbf", "malta-2018.osm.pbf",
    "porto_portugal.osm.pbf", "synth-2m.osm.pbf",
  ]

  /// The path of an extract, whether it is there or not.
  public static func path(_ name: String) -> String { "\(folder)/osm/\(name)" }

  /// Whether an extract is there.
  public static func has(_ name: String) -> Bool { unsafe access(path(name), R_OK) == 0 }

  /// Those of some extracts that are there.
  public static func present(_ names: [String]) -> [String] { names.filter(has) }

  /// Those of all extracts that are absent.
  public static var absent: [String] { extracts.filter { !has($0) } }
}
