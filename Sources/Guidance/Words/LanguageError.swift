/// The reason why a language file was refused, and its line (Formats/language.md).
public struct LanguageError: Error, Sendable, Hashable {
  /// The flaws of a language file.
  public enum Reason: Error, Sendable, Hashable {
    /// The file is not UTF-8.
    case notUTF8
    /// The file is larger than 1 MiB.
    case tooLarge
    /// The line has no `KEY: TEXT`.
    case noSeparator
    /// No such key exists.
    case unknownKey(String)
    /// The key was given before, at another line.
    case repeatedKey(String, line: Int)
    /// The file, with those from which it inherits, lacks a key.
    case missingKey(String)
    /// The inherited language is not one of those built in, or the chain is too long.
    case unknownLanguage(String)
    /// The text has no such placeholder at this point.
    case unknownPlaceholder(String)
    /// The placeholder may have no value, so it must be in brackets.
    case unguardedPlaceholder(String)
    /// No class of this group selects a form for such a placeholder.
    case unexpectedForm(String)
    /// The file has no such form.
    case unknownForm(String)
    /// A bracket or brace is not closed, or not opened.
    case unbalanced
    /// Groups are nested deeper than four levels.
    case tooDeep
    /// The escape is not in the specification.
    case badEscape
    /// A form contains neither or both of `{}` and `{*}`, or one of them twice.
    case badForm
    /// A pattern is empty.
    case emptyPattern
    /// The tag of the language is empty, or has characters other than letters, digits and hyphens.
    case badTag(String)
  }

  /// The line, from 1; 0 if the flaw concerns the whole file.
  public var line: Int
  /// The flaw.
  public var reason: Reason

  /// An error from its parts.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension LanguageError: CustomStringConvertible {
  /// The line and the reason, such as `line 12: unknown key 'turn.up'`.
  public var description: String {
    (line == 0 ? "" : "line \(line): ") + reason.description
  }
}

extension LanguageError.Reason: CustomStringConvertible {
  /// The flaw in words.
  public var description: String {
    switch self {
    case .notUTF8: "the file is not UTF-8"
    case .tooLarge: "the file is larger than 1 MiB"
    case .noSeparator: "no colon between key and text"
    case .unknownKey(let key): "unknown key '\(key)'"
    case .repeatedKey(let key, let line): "key '\(key)' was given at line \(line)"
    case .missingKey(let key): "key '\(key)' is missing"
    case .unknownLanguage(let tag): "cannot inherit from '\(tag)'"
    case .unknownPlaceholder(let name): "unknown placeholder '{\(name)}'"
    case .unguardedPlaceholder(let name): "'{\(name)}' may have no value: put it in brackets"
    case .unexpectedForm(let name): "'{\(name)}' takes no form"
    case .unknownForm(let name): "unknown form '\(name)'"
    case .unbalanced: "a bracket or brace is not closed, or not opened"
    case .tooDeep: "brackets are nested deeper than 4 levels"
    case .badEscape: "unknown escape: write \\\\, \\[, \\], \\{, \\}, \\| or \\u{HEX}"
    case .badForm: "a form has one of {}, {*} and {A>B}"
    case .emptyPattern: "empty pattern"
    case .badTag(let tag): "bad language tag '\(tag)'"
    }
  }
}
