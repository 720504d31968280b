import Bytes
import RoadModel
import RouteModel
import Testing

@testable import MapcCommands

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The statuses of outputs that can't be written, which `mapc help` and README list.
@Suite struct OutputFailureTests {
  @Test(
    "an output that can't be created is 73, and one that can't be completed 74",
    arguments: [
      ("create", ENOENT, 73), ("create", ENOSPC, 73), ("rename", EBUSY, 73),
      ("write", ENOSPC, 74), ("write", EDQUOT, 74), ("write", EFBIG, 74), ("flush", EIO, 74),
      ("create", EACCES, 77),
    ] as [(String, Int32, Int32)])
  func statuses(call: String, code: Int32, status: Int32) {
    let failure = Failure(output: FileError(path: "area.geojson", call: call, code: code))
    #expect(failure.status.rawValue == status)
    #expect(failure.message.hasPrefix("area.geojson: cannot \(call): "))
  }

  @Test("an edge or a turn that the map lacks is bad data of a traffic file")
  func unknownEdges() {
    let edge = EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 1))
    for error in [RoutingError.unknownEdge(edge), .unknownTurn(from: edge, to: edge)] {
      #expect(Failure(error).status == .badData)
    }
  }

  @Test("an output that is a folder says what to name, as an input does")
  func folder() {
    let failure = Failure(output: FileError(path: "maps", call: "create", code: EISDIR))
    #expect(failure.message.hasPrefix("maps: cannot create: "))
    #expect(failure.message.hasSuffix("; name a file, not a folder"))
  }

  @Test("an output that is a device says where else the answer can go, a map that it needs a file")
  func device() throws {
    let error = try #require(throws: FileError.self) { _ = try AtomicFile(path: "/dev/null") }
    let failure = Failure(output: error)
    #expect(failure.status == .cannotCreate)
    #expect(
      failure.message.hasSuffix("; name a regular file, or give -o - and redirect standard output"))
    #expect(Failure(output: error, isStreamable: false).message.hasSuffix("; name a regular file"))
  }
}
