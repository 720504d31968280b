public import Bytes
import RoadModel

/// The time zones of the system's IANA database, by their names, such as `Europe/Berlin`.
///
/// A map keeps the POSIX rule at the end of a zone's file (RFC 9636, "TZif Footer"), which is the
/// current rule, without past ones.
public struct SystemTimeZones: Sendable {
  /// The reason why there is no rule for a name.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not the name of a zone.
    case notAName(String)
    /// The system has no database in any of the folders.
    case noDatabase([String])
    /// The database has no such zone.
    case unknown(String, folder: String)
    /// The file of the zone can't be read, or is damaged.
    case unreadable(FileError)
    /// The file does not have the format, or has its first version, without rules.
    case notTZif(path: String)
    /// The file has only past changes, or future ones that no POSIX rule expresses.
    case noRule(name: String, footer: String)

    /// One line for people.
    public var description: String {
      switch self {
      case .notAName(let text): "'\(text)' is not the name of a time zone"
      case .noDatabase(let folders):
        "this system has no time zone database (looked in \(folders.joined(separator: ", ")))"
      case .unknown(let name, let folder):
        "'\(name)' is not in the time zone database of this system (\(folder))"
      case .unreadable(let error): error.description
      case .notTZif(let path): "\(path): is not a time zone file of version 2 or later"
      case .noRule(let name, let footer):
        "'\(name)' has no rule for the years to come that a map could keep"
          + (footer.isEmpty ? "" : ": '\(footer)'")
      }
    }
  }

  /// The usual folders of the database.
  private static let usualFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/var/db/timezone/zoneinfo",
  ]
  /// The maximum length of a file; those of the database have a few thousand bytes.
  private static let maximumLength = 1 << 20

  private let folders: [String]

  /// The database in the folder of `TZDIR`, otherwise in the usual folders of systems.
  public init() {
    let given = CurrentProcess.variable("TZDIR") ?? ""
    self.init(folders: given.isEmpty ? Self.usualFolders : [given])
  }

  /// The database in the first existing folder of some.
  init(folders: [String]) { self.folders = folders }

  /// The rule of a zone.
  ///
  /// - Parameter name: Its name in the database; a path that leaves the database is refused.
  /// - Returns: A POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  /// - Throws: ``Failure``.
  public func rule(named name: String) throws(Failure) -> String {
    guard Self.isName(name) else { throw .notAName(name) }
    guard let folder = folders.first(where: Folder.exists) else { throw .noDatabase(folders) }
    let path = folder + "/" + name
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch {
      throw error.isNotFound || error.isFolder
        ? .unknown(name, folder: folder) : .unreadable(error)
    }
    let footer = try Self.footer(file)
    guard TimeZoneRule(posix: footer) != nil else { throw .noRule(name: name, footer: footer) }
    return footer
  }

  /// Whether a text consists of words between slashes, so that it can't leave the database.
  private static func isName(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (65...90).contains(byte & 0xDF) || (48...57).contains(byte)
        || "_+-".utf8.contains(byte)
    }
    let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.utf8.count <= 100
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetter) }
  }

  /// The text between the last two line ends of a file of version 2 or later.
  private static func footer(_ file: MappedFile) throws(Failure) -> String {
    let bytes = file.bytes
    let count = file.count
    // The magic number, and the version as a digit.
    guard count > 44, count <= maximumLength,
      zip("TZif".utf8, 0...).allSatisfy({ bytes.u8($1) == $0 }),
      bytes.u8(4) >= UInt8(ascii: "2"), bytes.u8(count - 1) == UInt8(ascii: "\n")
    else { throw .notTZif(path: file.path) }
    var start = count - 1
    while start > 44, bytes.u8(start - 1) != UInt8(ascii: "\n") { start -= 1 }
    return String(decoding: (start..<count - 1).map { bytes.u8($0) }, as: UTF8.self)
  }
}
