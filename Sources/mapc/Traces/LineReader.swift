import Bytes

/// The lines of a file one by one, in constant memory but for the line at hand.
struct LineReader {
  /// A line longer than this is cut into pieces, which then are no JSON and no CSV.
  private static let longest = 256 << 20

  private let file: InputFile
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  init(path: String) throws(FileError) { file = try InputFile(path: path) }

  /// The next line without its end (LF or CR LF); nil after the last.
  mutating func next() throws(FileError) -> [UInt8]? {
    var line: [UInt8] = []
    var isAny = false
    while true {
      if start == end {
        end = try file.read(into: &buffer)
        start = 0
        if end == 0 { return isAny ? line : nil }
      }
      isAny = true
      let rest = buffer[start..<end]
      if let newline = rest.firstIndex(of: 10) {
        line += buffer[start..<newline]
        start = newline + 1
        if line.last == 13 { line.removeLast() }
        return line
      }
      line += rest
      start = end
      if line.count > Self.longest { return line }
    }
  }

  /// Everything that is left.
  mutating func rest() throws(FileError) -> [UInt8] {
    var all = Array(buffer[start..<end])
    start = end
    while true {
      let count = try file.read(into: &buffer)
      if count == 0 { return all }
      all += buffer[..<count]
    }
  }
}
