import Bytes

/// A file that a service reads again while it runs.
enum FollowedFile {
  /// The bytes of the whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes; nil if there are more.
  /// - Throws: `FileError` if the system can't read it, ``NotRegularFile``.
  static func bytes(path: String, atMost limit: Int) throws -> [UInt8]? {
    // Opening a pipe waits for a program that writes into it, perhaps forever.
    guard FileStamp(path: path)?.isRegular ?? true else { throw NotRegularFile() }
    return try InputFile.bytes(path: path, atMost: limit)
  }
}

/// The error of a folder, a pipe or a device where a file is followed.
struct NotRegularFile: Error, CustomStringConvertible {
  var description: String { "it is not a regular file" }
}
