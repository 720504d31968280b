import ArgumentParser
import Bytes
import Guidance

/// The options for turn-by-turn steps: whether there are any, and their words.
struct GuidanceOptions: ParsableArguments {
  @Flag(help: "Tell every maneuver, turn by turn, in all formats. The HTML page always does.")
  var steps = false
  @Option(
    help: ArgumentHelp(
      "Language of the steps: \(Language.builtInTags.joined(separator: ", ")), or the path of a "
        + "language file, which has '/' or '.' in it. Names are in this language too where the map "
        + "has them. The default is en, with names as on the signs.",
      valueName: "tag|file"),
    completion: .list(Language.builtInTags))
  var language: String?
  @Option(help: "Units of lengths in the steps; the default is metric.")
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

  /// The words of the steps.
  ///
  /// - Throws: `FileError` if the language file can't be read, ``Failure`` if it breaks a rule.
  func words() throws -> Instructions {
    Instructions(language: try chosenLanguage(), units: units?.distances ?? .metric)
  }

  private func chosenLanguage() throws -> Language {
    if let file { return try Self.read(file) }
    return language.flatMap { Language(tag: $0) } ?? .english
  }

  /// No tag has either character, and `./nl` names a file without them.
  private static func isPath(_ text: String) -> Bool {
    text.contains { $0 == "/" || $0 == "." }
  }

  /// The maximum size of a language file in bytes (Formats/language.md).
  private static let maximumSize = 1 << 20

  private static func read(_ path: String) throws -> Language {
    let file = try InputFile(path: path)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // A file that is larger is refused by its first bytes: a device may have no end.
    while bytes.count <= maximumSize {
      let count = try file.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    do throws(LanguageError) {
      return try Language(bytes)
    } catch {
      throw Failure(status: .badData, message: "\(path): \(error)")
    }
  }
}
