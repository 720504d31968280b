#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The real extracts that some tests read: in `MAPC_DATA`, else in `../shared/data` beside the package.
public enum TestData {
  /// The folder of the data.
  public static let folder: String = {
    if let path = unsafe getenv("MAPC_DATA") { return unsafe String(cString: path) }
    // Tests/TestSupport/TestData.swift, three folders below the package.
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.dropLast().joined(separator: "/") + "/shared/data"
  }()

  /// The folder of the package.
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

  /// The path of an extract, nil when it is not there; then a line says so.
  public static func extract(_ name: String) -> String? {
    let path = "\(folder)/osm/\(name)"
    guard unsafe access(path, R_OK) == 0 else {
      print("absent: \(path); what depends on it is not tested")
      return nil
    }
    return path
  }
}
