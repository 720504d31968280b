import ArgumentParser
import Bytes
import NavFormat

/// The options that say where the answer goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var path: String?
  @Flag(help: "Let the file replace a map; an input is never replaced.")
  var force = false

  func validate() throws {
    if path?.isEmpty ?? false {
      throw ValidationError("-o takes the name of a file, not an empty one")
    }
  }

  /// What the file may replace: no input, and no map, which takes longer to make again than an answer.
  func rule(inputs: [String]) -> OutputRule {
    OutputRule(force ? .anything : .notBeginning(with: FileHeader.magic), inputs: inputs)
  }

  /// Makes sure that the file can be written: before the work, not after it.
  func check(_ rule: OutputRule) throws {
    guard let path, path != "-" else { return }
    do { _ = try AtomicFile(path: path, rule: rule) } catch { throw Failure(output: error) }
  }

  /// Says that the file is written.
  func sayWritten() { if let path, path != "-" { Console.error("wrote \(path)") } }
}
