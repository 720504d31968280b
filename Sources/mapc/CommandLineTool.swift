import ArgumentParser
import Bytes

/// Runs the command of the arguments, from parsing them to the exit status of the process.
package enum CommandLineTool {
  /// Runs a command to its end, and checks that all of its output was written.
  ///
  /// - Parameter bytes: The arguments of the process, without its name.
  /// - Returns: The exit status for the process.
  package static func run(bytes: [[UInt8]]) async -> Int32 {
    let arguments: [String]
    do { arguments = try Usage.texts(bytes) } catch {
      return status(of: error, bytes.map { String(decoding: $0, as: UTF8.self) })
    }
    return await run(arguments)
  }

  /// Runs a command to its end.
  ///
  /// - Parameter arguments: The arguments of the process as strings, without its name.
  /// - Returns: The exit status for the process.
  package static func run(_ arguments: [String]) async -> Int32 {
    do {
      var command = try await parse(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try StandardStream.output.finish()
      return 0
    } catch { return status(of: error, arguments) }
  }

  /// The command of the arguments, with checked options.
  ///
  /// First only the named command parses the arguments, since parsing with all commands takes twice
  /// as long. All commands parse arguments that it can't parse, such as a mistake or a request for
  /// help.
  static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
    try Usage.check(arguments)
    let arguments = withCoordinates(arguments)
    let named = Mapc.configuration.subcommands.first { $0._commandName == arguments.first }
    if let command = try? named?.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    return try await Mapc.asyncParseAsRoot(arguments)
  }

  /// The arguments of `search` with a space before a text such as `-33.9, 18.4`, which would be an unknown option.
  private static func withCoordinates(_ arguments: [String]) -> [String] {
    guard arguments.first == "search" else { return arguments }
    return arguments.enumerated().map { index, text in
      // The value of an option may begin with a minus.
      guard index > 0, !arguments[index - 1].hasPrefix("--"), text.first == "-",
        text.dropFirst().first?.isNumber == true
      else { return text }
      return " " + text
    }
  }

  /// Prints the requested help, or the error if the command has not printed it.
  private static func status(of error: any Error, _ arguments: [String]) -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    if let failure = Failure(any: error) {
      failure.tell()
      return failure.status.rawValue
    }
    let code = Mapc.exitCode(for: error)
    guard code.isSuccess else {
      Console.complain(Usage.line(for: error, arguments))
      return code.rawValue
    }
    do throws(FileError) {
      try Console.out(verbatim: Usage.styled(Mapc.fullMessage(for: error)))
      try StandardStream.output.finish()
      return 0
    } catch {
      let failure = Failure(error)
      failure.tell()
      return failure.status.rawValue
    }
  }
}
