public import Bytes
import OSMInput

/// The reason why the elevation of a map could not be read.
public struct ElevationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file or folder.
  public let path: String
  /// The flaw.
  public let reason: String
  /// Whether no heights were found: the folder does not exist, or has no file that the map needs.
  public let isMissing: Bool
  /// The system's error if a file could not be opened or read; nil if its content is wrong.
  public let cause: FileError?

  init(path: String, reason: String, isMissing: Bool = false, cause: FileError? = nil) {
    self.path = path
    self.reason = reason
    self.isMissing = isMissing
    self.cause = cause
  }

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// Reads SRTM files: plain, in a zip archive or compressed by gzip.
enum HeightFile {
  /// The maximum number of bytes of a file: an uncompressed grid of 1 arc second, and a header.
  private static let maximumBytes = 2 * 3_601 * 3_601 + 1 << 20

  /// The possible names of a degree's file, in descending order of frequency; upper and lower case are the same.
  ///
  /// - Parameters:
  ///   - latitude: The southern border in degrees.
  ///   - longitude: The western border in degrees.
  /// - Returns: The names with their extensions.
  static func names(latitude: Int, longitude: Int) -> [String] {
    let name = Self.name(latitude: latitude, longitude: longitude)
    return [
      "\(name).hgt", "\(name).hgt.zip", "\(name).hgt.gz", "\(name).zip",
      "\(name).SRTMGL1.hgt.zip", "\(name).SRTMGL3.hgt.zip", "NASADEM_HGT_\(name).zip",
    ]
  }

  /// The name of a degree, such as `N42E001`.
  static func name(latitude: Int, longitude: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(abs(value))
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return (latitude < 0 ? "S" : "N") + digits(latitude, 2) + (longitude < 0 ? "W" : "E")
      + digits(longitude, 3)
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file, whose first bytes tell its kind, except for plain grids.
  /// - Returns: The grid; nil if there is no such file.
  /// - Throws: ``ElevationError`` if it can't be read or is damaged.
  static func grid(_ path: String) throws(ElevationError) -> HeightGrid? {
    func fault(_ reason: String) -> ElevationError { ElevationError(path: path, reason: reason) }
    var bytes: [UInt8] = []
    do throws(FileError) {
      let file = try InputFile(path: path)
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while bytes.count <= maximumBytes {
        let count = try file.read(into: &buffer)
        if count == 0 { break }
        bytes += buffer[..<count]
      }
    } catch {
      if error.isNotFound { return nil }
      throw ElevationError(
        path: path, reason: "cannot \(error.call): \(error.reason)", cause: error)
    }
    guard bytes.count <= maximumBytes else {
      throw fault("more than \(maximumBytes) bytes are too many for a file of heights")
    }
    let limit = 2 * 3_601 * 3_601
    var plain = bytes[...]
    do throws(InflationError) {
      if bytes.starts(with: [0x1F, 0x8B]) {
        plain = try Inflation.bytes(of: bytes[...], .gzip, limit: limit)[...]
      } else if bytes.starts(with: [0x50, 0x4B]) {
        let name = path.split(separator: "/").last ?? ""
        guard let entry = ZipEntry.heights(in: bytes, named: name) else {
          throw InflationError(reason: "the archive has no .hgt file that can be read")
        }
        plain =
          entry.isStored
          ? bytes[entry.data]
          : try Inflation.bytes(of: bytes[entry.data], .deflate, limit: limit)[...]
        guard Inflation.check(of: plain) == entry.check else {
          throw InflationError(reason: "the checksum of the archive's .hgt file does not match")
        }
      }
    } catch { throw fault(error.reason) }
    guard let grid = HeightGrid(plain) else {
      let sizes = HeightGrid.sides.map { "\(2 * $0 * $0)" }.joined(separator: " or ")
      throw fault("\(plain.count) bytes of heights; a file of SRTM has \(sizes)")
    }
    return grid
  }
}

/// The file of heights in a zip archive.
///
/// The central directory at the archive's end names its files (APPNOTE.TXT of PKWARE, section 4.3). Archives of more
/// than 4 GB, encrypted ones and other methods than *stored* and *deflated* are not read.
struct ZipEntry: Equatable {
  /// The bytes of the entry in the archive.
  let data: Range<Int>
  /// Whether they are not compressed.
  let isStored: Bool
  /// The CRC-32 of the file.
  let check: UInt32

  /// The entry whose name ends with `.hgt`.
  ///
  /// Of several it is the one whose name is part of the archive's name, otherwise the first. Names that begin with `._`
  /// are notes of macOS on the file of this name.
  ///
  /// - Parameters:
  ///   - archive: The bytes of the archive.
  ///   - name: The name of the archive.
  /// - Returns: The entry; nil if there is none, or the archive is damaged.
  static func heights(in archive: [UInt8], named name: Substring) -> ZipEntry? {
    func u16(_ at: Int) -> Int { Int(archive[at]) | Int(archive[at + 1]) << 8 }
    func u32(_ at: Int) -> Int { u16(at) | u16(at + 2) << 16 }
    // The end record is 22 bytes long, and a comment of at most 65,535 follows.
    let lowest = max(archive.count - 22 - 65_535, 0)
    var end = archive.count - 22
    while end >= lowest, u32(end) != 0x0605_4B50 { end -= 1 }
    guard end >= lowest else { return nil }
    let wanted = name.lowercased()
    var found: ZipEntry?
    var at = u32(end + 16)
    for _ in 0..<u16(end + 10) {
      guard at + 46 <= end, u32(at) == 0x0201_4B50 else { return found }
      let (flags, method, size, local) = (u16(at + 8), u16(at + 10), u32(at + 20), u32(at + 42))
      let check = UInt32(truncatingIfNeeded: u32(at + 16))
      let path = at + 46..<at + 46 + u16(at + 28)
      guard path.upperBound <= end else { return found }
      at = path.upperBound + u16(at + 30) + u16(at + 32)
      let text = String(decoding: archive[path], as: UTF8.self).lowercased()
      let file = text.split(separator: "/").last ?? ""
      guard file.hasSuffix(".hgt"), !file.hasPrefix("._") else { continue }
      let isWanted = file.utf8.count > 4 && wanted.contains(file.dropLast(4))
      guard isWanted || found == nil else { continue }
      guard flags & 1 == 0, method == 0 || method == 8, local + 30 <= end,
        u32(local) == 0x0403_4B50
      else { return nil }
      // The local header has its own lengths of name and extra field.
      let start = local + 30 + u16(local + 26) + u16(local + 28)
      guard start + size <= end else { return nil }
      found = ZipEntry(data: start..<start + size, isStored: method == 0, check: check)
      if isWanted { return found }
    }
    return found
  }
}
