import ArgumentParser
import Bytes
import JSON
import MapCompiler
import MapReader
import OSMInput
import RouteModel

/// The error of a failed command: a line on standard error, and an exit status of sysexits(3).
struct Failure: Error {
  /// The exit statuses, which `mapc help` lists; from 64 on they are those of `sysexits.h`.
  enum Status: Int32 {
    case answerIsNo = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    case noPermission = 77
    /// Standard output has no reader any more, and SIGPIPE is ignored: the status of shells for it.
    case brokenPipe = 141
  }

  let status: Status
  var message: String
  /// Lines below the message, such as the choices.
  var details: [String] = []
}

extension Failure {
  init(_ error: NavError) {
    switch error {
    case .file(let file) where file.isUnmappable:
      self.init(
        status: .inputOutput,
        message: "\(file.path): not a regular file; a map is read in place, so name a .nav file, "
          + "not a folder, a pipe or a device")
    case .file(let file):
      self.init(file)
      if file.path == "-", file.isNotFound {
        message += "; a map is read in place, so name a .nav file, not standard input"
      }
    case .format: self.init(status: .badData, message: error.description)
    }
  }

  init(_ failure: MapFailure) {
    self.init(
      status: failure.kind == .unreadable ? .inputOutput : .badData, message: failure.description)
  }

  init(_ error: FileError) {
    let status: Status =
      if error.isNotPermitted {
        .noPermission
      } else if error.isBrokenPipe {
        .brokenPipe
      } else if error.refusal != nil {
        .cannotCreate
      } else {
        error.isNotFound ? .noInput : .inputOutput
      }
    let advice = error.isFolder ? "; name a file, not a folder" : ""
    self.init(status: status, message: error.description + advice)
  }

  /// A failure to write an output; `isStreamable` means that standard output is an alternative.
  init(output error: FileError, isStreamable: Bool = true) {
    let advice =
      switch error.refusal {
      case nil where error.call == "create" && error.isNotFound: "; make its folder first"
      case nil where error.isFolder: "; name a file, not a folder"
      case nil where error.isNoRegularFile && isStreamable:
        "; name a regular file, or give -o - and redirect standard output"
      case nil where error.isNoRegularFile: "; name a regular file"
      case nil: ""
      case .isBrokenLink: "; remove the link or choose another name"
      case .isInput: "; choose another name"
      case .isOtherFile, .isMap, .isUnrecognised: "; choose another name, or give --force"
      case .isStream where isStreamable: "; give -o - to write to standard output"
      case .isStream: "; a map needs a file: choose another name after -o"
      case .isOutput: ""
      }
    let status: Status =
      if error.isNotPermitted {
        .noPermission
      } else if error.refusal != nil || ["create", "rename"].contains(error.call) {
        .cannotCreate
      } else {
        .inputOutput
      }
    self.init(status: status, message: error.description + advice)
  }

  init(_ error: TextError) {
    if case .file(let file) = error {
      self.init(file)
    } else {
      self.init(status: .badData, message: error.description)
    }
  }

  init(_ error: RoutingError) {
    switch error {
    case .tooFewWaypoints, .invalidWaypoint, .invalidSetting, .invalidRange, .invalidEnergy:
      self.init(status: .usage, message: error.description)
    // Only files of traffic name edges.
    case .unknownEdge, .unknownTurn: self.init(status: .badData, message: error.description)
    case .map(let failure): self.init(failure)
    case .noRoadNear, .noRoute, .tooLong, .notReachable, .noChargingStations, .stationsClosed,
      .cancelled, .noMap, .unsupported, .service, .unknown:
      self.init(status: .answerIsNo, message: error.description)
    }
  }

  init(_ error: CompileError) {
    if case .output(let file) = error {
      self.init(output: file, isStreamable: false)
      return
    }
    let status: Status =
      switch error {
      case .input(let input):
        switch input.kind {
        case .notFound: .noInput
        case .notPermitted: .noPermission
        case .unreadable: .inputOutput
        case .badData, .cancelled: .badData
        }
      case .output: .inputOutput
      case .diskTooSmall: .cannotCreate
      case .elevation(let error):
        error.isMissing ? .noInput : error.cause.map { Failure($0).status } ?? .badData
      case .noRoads, .tooManyRoadsMeet, .tooLarge, .metrics, .places: .badData
      case .cancelled: .answerIsNo
      }
    self.init(status: status, message: error.description)
  }
}

extension Failure {
  /// The failure for an error of any part of the program; nil for other errors.
  init?(any error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as NavError: self.init(error)
    case let error as FileError: self.init(error)
    case let error as TextError: self.init(error)
    case let error as RoutingError: self.init(error)
    case let error as CompileError: self.init(error)
    default: return nil
    }
  }

  /// Prints the message on standard error.
  func tell() {
    if status == .brokenPipe { return }
    Console.complain(message)
    for line in details { Console.error("  " + line) }
  }
}

/// Runs a command's work; ``CommandLineTool`` prints its error and ends with the status.
///
/// - Throws: ``Failure`` for all errors of the program's parts.
func reporting(_ work: () async throws -> Void) async throws {
  MappedFile.explainShortenedFiles()
  do { try await work() } catch { throw Failure(any: error) ?? error }
}
