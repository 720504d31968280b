/// Decides when progress is reported: about once per megabyte of the source.
struct ProgressMeter {
  static let step = 1_000_000

  /// The name of the source in error messages.
  let source: String
  /// The length of the source in bytes; nil if it is unknown.
  let total: Int?
  private var next = ProgressMeter.step

  init(source: String, total: Int?) {
    self.source = source
    self.total = total
  }

  /// Reports if a step has been completed.
  mutating func advance(to offset: Int, report: (Int, Int?) -> Bool) throws(OSMInputError) {
    guard offset >= next else { return }
    next = offset + Self.step
    try finish(at: offset, report: report)
  }

  /// Reports in any case.
  func finish(at offset: Int, report: (Int, Int?) -> Bool) throws(OSMInputError) {
    guard report(offset, total) else { throw .cancelled(source: source) }
  }
}
