import ArgumentParser
import Bytes
import MapCompiler
import MapReader
import OSMInput
import Routing

/// How a failed command ends: one line on standard error, and a status of sysexits(3).
struct Failure: Error {
  /// The statuses that DESIGN names, and `sysexits.h` defines.
  enum Status: Int32 {
    case answerIsNo = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
  }

  let status: Status
  let message: String
}

extension Failure {
  init(_ error: NavError) {
    switch error {
    case .file(let file): self.init(file)
    case .format: self.init(status: .badData, message: error.description)
    }
  }

  init(_ error: FileError) {
    self.init(
      status: error.isNotFound ? .noInput : .inputOutput, message: error.description)
  }

  init(_ error: RoutingError) {
    switch error {
    case .tooFewWaypoints, .invalidWaypoint:
      self.init(status: .usage, message: error.description)
    case .map(let map): self.init(map)
    case .noRoadNear, .noRoute, .cancelled, .noMap, .unsupported, .service:
      self.init(status: .answerIsNo, message: error.description)
    }
  }

  init(_ error: CompileError) {
    let status: Status =
      switch error {
      case .input(let input):
        switch input.kind {
        case .notFound: .noInput
        case .unreadable: .inputOutput
        case .badData, .cancelled: .badData
        }
      case .output(let file):
        file.isDiskFull || file.call == "create" || file.call == "rename"
          ? .cannotCreate : .inputOutput
      case .diskTooSmall: .cannotCreate
      case .noRoads, .tooManyRoadsMeet, .tooLarge, .metrics: .badData
      case .cancelled: .answerIsNo
      }
    self.init(status: status, message: error.description)
  }
}

/// Runs a command's work and turns its failure into a line and a status.
func reporting(_ work: () async throws -> Void) async throws {
  MappedFile.explainShortenedFiles()
  do {
    try await work()
  } catch let failure as Failure {
    Console.error("mapc: " + failure.message)
    throw ExitCode(failure.status.rawValue)
  } catch let error as NavError {
    Console.error("mapc: " + error.description)
    throw ExitCode(Failure(error).status.rawValue)
  } catch let error as FileError {
    Console.error("mapc: " + error.description)
    throw ExitCode(Failure(error).status.rawValue)
  } catch let error as RoutingError {
    Console.error("mapc: " + error.description)
    throw ExitCode(Failure(error).status.rawValue)
  } catch let error as CompileError {
    Console.error("mapc: " + error.description)
    throw ExitCode(Failure(error).status.rawValue)
  }
}
