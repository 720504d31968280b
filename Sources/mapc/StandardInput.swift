import ArgumentParser

/// Standard input as a file, which can be read only once.
enum StandardInput {
  /// Refuses two inputs that are both `-`.
  ///
  /// - Parameter inputs: The name of each input in the message, and its path.
  /// - Throws: `ValidationError`, with the names of both.
  static func check(_ inputs: [(name: String, path: String?)]) throws {
    let read = inputs.filter { $0.path == "-" }
    guard read.count > 1 else { return }
    throw ValidationError("\(read[0].name) and \(read[1].name) can't both be standard input")
  }
}
