import ArgumentParser
import Bytes
import NavFormat

/// The options for the output file.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var path: String?
  @Flag(help: "Allow replacing a map, or a file that mapc did not write; never an input.")
  var force = false

  func validate() throws {
    if path?.isEmpty ?? false {
      throw ValidationError("-o takes the name of a file, which can't be empty")
    }
  }

  /// The files that the output may replace: earlier answers, but no inputs, no files of others, and
  /// no maps, which take long to rebuild.
  func rule(inputs: [String]) -> OutputRule {
    OutputRule(
      force ? .anything : .recognised(by: EarlierAnswer.isOne, mapMark: FileHeader.magic),
      inputs: inputs)
  }

  /// Whether a path names the file of the output, such as `./x` for `x`.
  func isFile(_ other: String) -> Bool {
    guard let path, path != "-" else { return false }
    func parts(_ path: String) -> [Substring] {
      path.split(separator: "/").filter { $0 != "." } + (path.hasPrefix("/") ? ["/"] : [])
    }
    return parts(path) == parts(other)
  }

  /// Checks before the work that the file can be written.
  func check(_ rule: OutputRule) throws {
    guard let path, path != "-" else { return }
    do { _ = try AtomicFile(path: path, rule: rule) } catch { throw Failure(output: error) }
  }

  /// Reports that the file was written.
  func sayWritten() { if let path, path != "-" { Console.error("wrote \(path)") } }
}
