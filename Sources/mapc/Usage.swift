import ArgumentParser
import Bytes

/// The messages about wrong arguments: a line in the form of all other errors, with a hint.
enum Usage {
  /// The arguments as strings.
  ///
  /// An argument that is not UTF-8 is refused, since a string with replacement characters would be
  /// the name of another file.
  static func texts(_ arguments: [[UInt8]]) throws -> [String] {
    try arguments.enumerated().map { index, bytes in
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      throw ValidationError("argument \(index + 1) is not UTF-8: '\(spelledOut(bytes))'")
    }
  }

  /// Bytes as a string, with those that are not UTF-8 written as `\xFF`.
  private static func spelledOut(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      // A character has up to four bytes.
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
      } else {
        // A byte that is not ASCII always has two hexadecimal digits.
        text += "\\x" + String(rest[rest.startIndex], radix: 16, uppercase: true)
      }
      rest = rest.dropFirst(length ?? 1)
    }
    return TerminalText.brief(text, 200)
  }

  /// Refuses unknown commands and help topics, because the parser shows unrelated help for some of them.
  static func check(_ arguments: [String]) throws {
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    guard Mapc.commands.contains(first) else { throw ValidationError(unknown(first, "command")) }
    guard first == "help" else { return try checkPart(of: first, arguments.dropFirst().first) }
    let topics = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    if let topic = topics.first, !Mapc.commands.contains(topic) {
      throw ValidationError(unknown(topic, "help topic"))
    }
    guard let second = topics.dropFirst().first else { return }
    let parts = Mapc.parts(of: topics[0])
    if topics.count > 2 || !parts.contains(second) {
      throw ValidationError(
        parts.isEmpty
          ? "unexpected argument '\(second)': help takes one command"
          : "help \(topics[0]) takes one of \(parts.joined(separator: ", ")), not '\(second)'")
    }
  }

  /// Refuses an unknown command of a command such as `traffic`.
  private static func checkPart(of command: String, _ word: String?) throws {
    let parts = Mapc.parts(of: command)
    guard let word, !parts.isEmpty, !word.hasPrefix("-"), !parts.contains(word) else { return }
    throw ValidationError(
      "'\(word)' is not a command of \(command): choose one of \(parts.joined(separator: ", "))")
  }

  private static func unknown(_ word: String, _ kind: String) -> String {
    "'\(word)' is not a \(kind): choose one of \(Mapc.commands.joined(separator: ", "))"
  }

  /// The line for an error of the parser or an invalid option value.
  static func line(for error: any Error, _ arguments: [String]) -> String {
    var topic = arguments.prefix(1).filter { $0 != "help" && Mapc.commands.contains($0) }
    if let command = topic.first {
      topic += arguments.dropFirst().prefix(1).filter(Mapc.parts(of: command).contains)
    }
    let page = (["mapc", "help"] + topic).joined(separator: " ")
    let message = oneLine(Mapc.message(for: error))
    return message + numberHint(message) + "; see '\(page)'"
  }

  /// A hint for a number such as `4,0`, `4m` or `4,0m`, which the parser calls invalid without saying why.
  private static func numberHint(_ message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "the value ", parts[2] == " is invalid for " else {
      return ""
    }
    let value = parts[1]
    if value.contains(","), Double(value.replacing(",", with: "")) != nil {
      return ": numbers have a decimal point and no commas"
    }
    if value.contains("."), Double(value) != nil { return ": it must be a whole number" }
    let number = value.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let unit = value.dropFirst(number.count).drop { $0 == " " }
    guard Double(number.replacing(",", with: "")) != nil, !unit.isEmpty,
      unit.allSatisfy({ $0.isLetter || $0 == "/" || $0 == "%" })
    else { return "" }
    return ": write the number without its unit"
      + (number.contains(",") ? ", with a decimal point and no commas" : "")
  }

  /// Joins a message of the parser, which may have several sentences and lines, into one line.
  static func oneLine(_ message: String) -> String {
    var text = ""
    var isList = false
    for line in message.split(separator: "\n") {
      var line = line.drop { $0 == " " }
      if line.hasPrefix("- ") {
        text += (isList ? ", " : " ") + line.dropFirst(2)
        isList = true
        continue
      }
      while line.last == " " { line.removeLast() }
      text += (text.isEmpty ? "" : " ") + line
    }
    text = replaced(text, ". Please provide one of the following:", ": choose one of")
    text = replaced(text, ". Please provide one of ", ": choose one of ")
    if let hint = range(of: ". Did you mean ", in: text), text.last == "?" {
      let (unknown, known) = (text[..<hint.lowerBound], text[hint.upperBound...])
      text = unknown + (isNear(unknown, known) ? " (did you mean " + known + ")" : "")
    }
    while text.last == "." { text.removeLast() }
    // A word in capitals or the name of an option is unchanged.
    guard let first = text.first, first.isUppercase, text.dropFirst().first?.isLowercase ?? false
    else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// Whether the options quoted in two texts begin with the same letter.
  ///
  /// The parser suggests any of a similar length, such as `--hazmat` for `--format`.
  private static func isNear(_ one: Substring, _ other: Substring) -> Bool {
    func initial(_ text: Substring) -> Character? {
      text.drop { $0 != "'" }.first { $0.isLetter }
    }
    return initial(one) == initial(other)
  }

  private static func replaced(_ text: String, _ part: String, _ other: String) -> String {
    guard let found = range(of: part, in: text) else { return text }
    return text[..<found.lowerBound] + other + text[found.upperBound...]
  }

  private static func range(of part: String, in text: String) -> Range<String.Index>? {
    text.ranges(of: part).first
  }

  /// A page of help, with bold headings on a terminal.
  static func styled(_ help: String) -> String {
    let style = Style.on(.output)
    return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        line[..<colon].allSatisfy({ $0.isUppercase || $0 == " " }), line.first != " "
      else { return String(line) }
      return style.heading(String(line[...colon])) + line[line.index(after: colon)...]
    }.joined(separator: "\n")
  }
}
