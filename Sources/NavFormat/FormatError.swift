/// The reason why bytes are not a `.nav` file that this version can read.
public enum FormatError: Error, Sendable, Equatable {
  /// The magic is wrong: another kind of file, or one damaged by a text-mode copy.
  case notNav
  /// A major version that this reader does not know.
  case newerVersion(major: UInt16, minor: UInt16)
  /// A required feature bit that this reader does not know.
  case unknownFeature(bit: Int)
  /// A required table or column that this reader does not know.
  case unknownPart(part: String, name: String)
  /// The bytes are fewer, or more, than the record needs.
  case truncated(part: String, needs: UInt64, has: UInt64)
  /// The checksum does not match: the bytes were changed after they were written.
  case damaged(part: String, offset: UInt64, expected: UInt32, found: UInt32)
  /// A section whose layout has another version than the one that this reader knows.
  case otherLayout(part: String, offset: UInt64, found: UInt32, known: UInt32)
  /// The bytes are intact but violate a rule of the specification.
  case invalid(part: String, offset: UInt64, rule: String)
}

extension FormatError: CustomStringConvertible {
  /// One line, without the path of the file.
  public var description: String {
    switch self {
    case .notNav:
      "not a .nav file (the first eight bytes differ); build one with 'mapc build'"
    case .newerVersion(let major, let minor):
      "format version \(major).\(minor) is not known to this program (it reads \(FileHeader.version.major).x); "
        + "build the file again, or use a newer mapc"
    case .unknownFeature(let bit):
      "needs feature \(bit), which this program does not know; use a newer mapc"
    case .unknownPart(let part, let name):
      "\(part) needs \(name), which this program does not know; use a newer mapc"
    case .truncated(let part, let needs, let has):
      "\(part): needs \(needs) bytes, file has \(has); copy or build the file again"
    case .damaged(let part, let offset, let expected, let found):
      "\(part) at byte \(offset): check value \(Self.hex(found)), expected \(Self.hex(expected)); "
        + "the file is damaged, copy or build it again"
    case .otherLayout(let part, let offset, let found, let known):
      "\(part) at byte \(offset): layout version \(found), but this program reads version \(known); "
        + "build the file again with this mapc"
    case .invalid(let part, let offset, let rule):
      "\(part) at byte \(offset): \(rule); the file was not written by a correct compiler"
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
