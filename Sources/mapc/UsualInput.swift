import Bytes
import JSON
import MapReader
import RouteModel
import Routing
import Traffic
import TrafficIO

/// A file with usual speeds: compiled, or a feed.
enum UsualInput {
  /// The speeds of a compiled file, with its name in messages and its length.
  case compiled(UsualSpeeds, name: String, byteCount: Int)
  /// The records of a feed.
  case feed(UsualFeed, name: String)

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: ``TraceIO/TextError``, ``Failure`` for a damaged file.
  init(_ path: String) throws {
    let name = TextError.name(ofSource: path)
    var source = try ByteSource(path: path)
    // No text begins with this byte.
    guard try source.peek() == 0x89 else {
      self = .feed(try UsualFeed(&source), name: name)
      return
    }
    var bytes: [UInt8] = []
    while case let piece = try source.nextPiece(), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= UsualFile.maximumLength else {
        throw Failure(status: .badData, message: "\(name): is longer than any file of usual speeds")
      }
    }
    self = .compiled(try Self.speeds(bytes, name: name), name: name, byteCount: bytes.count)
  }

  /// The speeds of a compiled file.
  static func speeds(_ bytes: [UInt8], name: String) throws -> UsualSpeeds {
    do throws(UsualFileError) { return try UsualFile.speeds(of: bytes) } catch {
      throw Failure(status: .badData, message: "\(name): \(error)")
    }
  }

  /// The speeds on a map; prints the records without a place there.
  func speeds(on map: NavMap) throws -> UsualSpeeds {
    switch self {
    case .compiled(let speeds, let name, _):
      guard speeds.map == map.id else {
        throw Failure(
          status: .badData,
          message: "\(name): is compiled for another map, or an earlier build of this one: compile "
            + "the usual speeds again")
      }
      return speeds
    case .feed(let feed, let name):
      let placement = try UsualPlacer.place(feed.records, on: map)
      let summary = UnplacedSummary(lines: feed.lines, placement.unplaced)
      if let line = summary.line { Console.error("\(name): \(line)") }
      return try Self.speeds(placement, map, version: TrafficVersion.next(), name: name)
    }
  }

  /// The speeds of placed records.
  static func speeds(
    _ placement: UsualPlacement, _ map: NavMap, version: UInt64, name: String
  ) throws -> UsualSpeeds {
    do throws(UsualFlaw) { return try placement.speeds(map: map.id, version: version) } catch {
      throw Failure(status: .badData, message: "\(name): \(error)")
    }
  }
}
