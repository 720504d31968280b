import Geo
import JSON
import TraceIO

/// What came out of a text.
struct Reading {
  var traces: [Trace] = []
  /// The numbers of the fixes, over all traces, whose times are odd.
  var oddTimes: [Int] = []
  var firstOddTime: TextFlaw?
  var format: TraceFormat

  init(_ text: String) throws(TextError) { try self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) throws(TextError) {
    try self.init(try TraceReader(bytes: bytes, name: "test"))
  }

  init(_ reader: consuming TraceReader) throws(TextError) {
    format = reader.format
    var count = 0
    while let event = try reader.next() {
      switch event {
      case .began(let name): traces.append(Trace([], name: name))
      case .fix(let location, let hasOddTime):
        traces[traces.count - 1].locations.append(location)
        if hasOddTime { oddTimes.append(count) }
        count += 1
      case .ended: break
      }
    }
    firstOddTime = reader.firstOddTime
  }

  /// The times of all fixes.
  var times: [Double?] { traces.flatMap(\.locations).map(\.time) }

  /// Why a text can't be read, in words; nil if it can be.
  static func fault(_ text: String) -> String? { fault(Array(text.utf8)) }

  /// Why a text can't be read, in words; nil if it can be.
  static func fault(_ bytes: [UInt8]) -> String? {
    do throws(TextError) {
      _ = try Reading(bytes)
      return nil
    } catch { return error.description }
  }
}

/// The moment 2020-09-13T12:00:00Z in seconds since 1970.
let noon = 1_599_998_400.0
