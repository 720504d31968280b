import ArgumentParser
import RouteModel

@testable import MapcCommands

/// What arguments mean, and what they do.
enum CommandLineReading {
  /// The command that the arguments name.
  static func command(_ arguments: [String]) async throws -> any ParsableCommand {
    try await CommandLineTool.parse(arguments)
  }

  /// Runs the command that the arguments name.
  static func run(_ arguments: [String]) async throws {
    var command = try await command(arguments)
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  /// What is said of arguments that can't be read, and the status; nil if they can be.
  static func refusal(_ arguments: [String]) async -> (line: String, status: Int32)? {
    do {
      _ = try await command(arguments)
      return nil
    } catch {
      return (Usage.line(for: error, arguments), Mapc.exitCode(for: error).rawValue)
    }
  }

  /// The commands that a text shows, one a line: `$ curl … | mapc build - -o x.nav`, as words.
  static func examples(in text: some StringProtocol) -> [[String]] {
    text.split(separator: "\n").compactMap { line in
      var words = Self.words(line)
      guard let name = words.firstIndex(of: "mapc"),
        words[..<name].isEmpty || ["$", "|"].contains(words[name - 1])
      else { return nil }
      words.removeFirst(name + 1)
      return words
    }
  }

  /// The words of a line as a shell takes them, up to a pipe, a file, the background or a note behind two spaces.
  private static func words(_ line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var spaces = 0
    for character in line + " " {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == " " {
        spaces += 1
        if !word.isEmpty { words.append(word) }
        word = ""
        if spaces > 1, words.contains("mapc") { break }
        continue
      } else {
        word.append(character)
      }
      spaces = 0
    }
    guard let name = words.firstIndex(of: "mapc") else { return words }
    let end = words[name...].firstIndex { ["|", ">", "<", "&"].contains($0) } ?? words.endIndex
    return Array(words[..<end])
  }
}
