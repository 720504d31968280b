import Geo
import JSON
import TraceIO

/// The fixes of a track of a trace.
///
/// Each is available immediately, since the trace may be the pipe of a receiver.
struct TrackFixes {
  /// The maximum number of kept fixes of a track: a month with one a second.
  private static let most = 2_678_400

  private let path: String
  /// The name in messages.
  private var name: String { TextError.name(ofSource: path) }
  /// The number of the track, from 1; nil for the first.
  private let track: Int?
  private var reader: TraceReader
  /// The number of tracks that have begun.
  private var count = 0
  private var isOver = false
  /// The number of fixes so far with unreadable times.
  private var oddTimes = 0

  /// Opens a trace.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - track: The number of the track, from 1; nil for the first, with a note if there are others.
  ///   - scratch: The folder for temporary data that exceeds the memory.
  /// - Throws: `TextError`.
  init(path: String, track: Int?, scratch: String) throws {
    self.path = path
    self.track = track
    reader = try TraceReader(path: path, scratch: scratch)
  }

  /// The next fix of the track; nil at its end.
  ///
  /// - Throws: `TextError`; `Failure` if the trace has no such track.
  mutating func next() throws -> Location? {
    let wanted = track ?? 1
    while !isOver, let event = try reader.next() {
      switch event {
      case .began: count += 1
      case .fix(let fix, let isOdd):
        guard count == wanted else { continue }
        if isOdd { oddTimes += 1 }
        return fix
      // Without --track the others are counted, to report that they were not used.
      case .ended: isOver = count == track
      }
    }
    if count < wanted {
      throw Failure(
        status: .badData,
        message: "\(name): it has \(count) track\(count == 1 ? "" : "s"), not \(wanted)")
    }
    if track == nil, count > 1, !isOver {
      Console.error("note: the first of \(count) tracks was driven; --track chooses another")
    }
    OddTimes.tell(oddTimes, reader.firstOddTime, in: path)
    (isOver, oddTimes) = (true, 0)
    return nil
  }

  /// All remaining fixes.
  ///
  /// - Throws: The errors of ``next()``; `Failure` if there are too many.
  mutating func rest() throws -> [Location] {
    var fixes: [Location] = []
    while let fix = try next() {
      guard fixes.count < Self.most else {
        throw Failure(
          status: .badData,
          message: "\(name): track \(track ?? 1) has more than \(Self.most) fixes: split it")
      }
      fixes.append(fix)
    }
    return fixes
  }
}
