import ArgumentParser
import Bytes
import Guidance

/// The options for the words of guidance.
struct GuidanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Language of instructions: \(Language.builtInTags.joined(separator: ", ")), or the path of a "
        + "language file, which has '/' or '.' in it. Names are in this language too where the map "
        + "has them. The default is en, with names as on the signs.",
      valueName: "tag|file"),
    completion: .list(Language.builtInTags))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "Units of lengths in instructions. The default is that of the language's region: imperial for "
        + "en-US, british_imperial for en-GB, otherwise metric."))
  var units: Units?

  /// Units as an argument.
  struct Units: ExpressibleByArgument {
    let distances: DistanceUnits

    init?(argument: String) {
      guard let known = DistanceUnits(rawValue: argument) else { return nil }
      distances = known
    }

    static var allValueStrings: [String] { DistanceUnits.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  func validate() throws {
    guard let language, !Self.isPath(language) else { return }
    if Language(tag: language) == nil {
      throw ValidationError(
        "--language takes \(Language.builtInTags.joined(separator: ", ")) or the path of a "
          + "language file such as ./nl.txt, not '\(language)'")
    }
  }

  /// The language file, an input of the command; nil for a built-in language.
  var file: String? { language.flatMap { Self.isPath($0) ? $0 : nil } }

  /// The words.
  ///
  /// - Throws: `FileError` if the language file can't be read, ``Failure`` if it breaks a rule.
  func words() throws -> Instructions {
    let usual = file == nil ? language.map { DistanceUnits(regionOf: $0) } : nil
    return Instructions(
      language: try chosenLanguage(), units: units?.distances ?? usual ?? .metric)
  }

  private func chosenLanguage() throws -> Language {
    if let file { return try Self.read(file) }
    return language.flatMap { Language(tag: $0) } ?? .english
  }

  /// Whether a text is a path: no language tag has these characters, and `./nl` is the file `nl`.
  private static func isPath(_ text: String) -> Bool {
    text.contains { $0 == "/" || $0 == "." }
  }

  /// The maximum size of a language file in bytes (Formats/language.md).
  private static let maximumSize = 1 << 20

  private static func read(_ path: String) throws -> Language {
    let bytes = try InputFile.bytes(path: path, atMost: maximumSize)
    do throws(LanguageError) {
      guard let bytes else { throw LanguageError(line: 0, reason: .tooLarge) }
      return try Language(bytes)
    } catch {
      throw Failure(status: .badData, message: "\(path): \(TerminalText.brief("\(error)", 200))")
    }
  }
}
