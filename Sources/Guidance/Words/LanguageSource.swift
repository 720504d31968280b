/// The lines of a language file and the inherited ones, before interpretation.
struct LanguageSource {
  /// A text and its line; 0 for an inherited one.
  struct Entry {
    var text: String
    var line: Int
  }

  /// A pattern of a class.
  struct Member {
    var pattern: TextPattern
    var className: String
  }

  /// Texts by key, without classes and forms.
  var entries: [String: Entry] = [:]
  /// The patterns of each group, in the order in which they are tried.
  var members: [ClassGroup: [Member]] = [:]
  /// The texts of forms by `NAME` or `NAME.CLASS`.
  var forms: [String: Entry] = [:]

  /// The maximum size of a file in bytes.
  static let maximumSize = 1 << 20
  /// The maximum length of a chain of files that inherit from each other.
  private static let maximumDepth = 4

  /// Reads a file and the files from which it inherits.
  init(_ bytes: [UInt8], depth: Int = 0) throws(LanguageError) {
    guard bytes.count <= Self.maximumSize else { throw LanguageError(line: 0, reason: .tooLarge) }
    // Some editors write a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    guard let text = String(validating: content, as: UTF8.self) else {
      throw LanguageError(line: 0, reason: .notUTF8)
    }
    var own: [ClassGroup: [Member]] = [:]
    var base: LanguageSource?
    var seen: [String: Int] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (line, content) in zip(1..., lines) {
      do throws(LanguageError.Reason) {
        guard let (key, text) = try Self.keyAndText(content) else { continue }
        let isClass = key.hasPrefix("class ")
        if let before = seen[key], !isClass { throw .repeatedKey(key, line: before) }
        seen[key] = line
        if isClass {
          try Self.readClass(key, text, into: &own)
        } else if key.hasPrefix("form ") {
          forms[String(key.dropFirst(5))] = Entry(text: text, line: line)
        } else if key == "inherit" {
          base = try Self.inherited(text, depth: depth)
        } else {
          entries[key] = Entry(text: text, line: line)
        }
      } catch {
        throw LanguageError(line: line, reason: error)
      }
    }
    members = own
    if let base { inherit(base) }
  }

  /// The key and the text of a line; nil for an empty line or a comment.
  private static func keyAndText(
    _ line: Substring
  ) throws(LanguageError.Reason) -> (key: String, text: String)? {
    let line = line.trimmed
    if line.isEmpty || line.first == "#" { return nil }
    guard let colon = line.firstIndex(of: ":") else { throw .noSeparator }
    return (String(line[..<colon].trimmed), String(line[colon...].dropFirst().trimmed))
  }

  private static func readClass(
    _ key: String, _ text: String, into members: inout [ClassGroup: [Member]]
  ) throws(LanguageError.Reason) {
    let parts = key.dropFirst(6).split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let group = ClassGroup.allCases.first(where: { $0.word == parts[0] })
    else {
      throw .unknownKey(key)
    }
    for pattern in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let pattern = TextPattern(pattern.trimmed) else { throw .emptyPattern }
      members[group, default: []].append(Member(pattern: pattern, className: String(parts[1])))
    }
  }

  private static func inherited(
    _ tag: String, depth: Int
  ) throws(LanguageError.Reason) -> LanguageSource {
    guard depth < maximumDepth, let bytes = BuiltInLanguages.file(of: tag) else {
      throw .unknownLanguage(tag)
    }
    do throws(LanguageError) {
      return try LanguageSource(bytes, depth: depth + 1)
    } catch {
      throw error.reason
    }
  }

  /// Adds the missing lines from the base; this file's own patterns are tried first.
  private mutating func inherit(_ base: LanguageSource) {
    func quiet(_ entries: [String: Entry]) -> [String: Entry] {
      entries.mapValues { Entry(text: $0.text, line: 0) }
    }
    entries.merge(quiet(base.entries)) { own, _ in own }
    forms.merge(quiet(base.forms)) { own, _ in own }
    members.merge(base.members) { own, base in own + base }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  var trimmed: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var rest = self[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
